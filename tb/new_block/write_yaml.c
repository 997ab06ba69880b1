/* write_yaml.c - writes block.yaml. A comment marks each line that contains a guess. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "new_block/names.h"
#include "new_block/write.h"

struct writer {
    const struct assay_new_plan *p;
    struct assay_text *t;
    size_t guesses;
};

static void guess(struct writer *w, const char *what)
{
    assay_text_addf(w->t, " # guessed: %s", what);
    ++w->guesses;
}

/* Writes a scalar in a flow map. Some expressions must be quoted. */
static void add_width(struct writer *w, const char *width)
{
    const bool quoted = strpbrk(width, "?:,%{}[]&|!#'\"") != NULL;

    assay_text_addf(w->t, quoted ? "width: \"%s\"" : "width: %s", width);
}

/* --- parameters --- */

static void write_params(struct writer *w)
{
    const struct assay_new_design *d = w->p->design;
    size_t n = 0;

    for (size_t i = 0; i < d->n_params; ++i)
        if (!d->param[i].stays)
            assay_text_addf(w->t, "%s  %s: {verilog: %s, default: %" PRIu32 "}\n",
                            n++ ? "" : "parameters:\n", d->param[i].key, d->param[i].name,
                            d->param[i].value);
    for (size_t i = 0; i < d->n_params; ++i)
        if (d->param[i].stays)
            assay_text_addf(w->t, "# Parameter %s keeps its default: %s.\n", d->param[i].name,
                            d->param[i].stays);
    if (n == 0)
        return;
    assay_text_add(w->t, "# Other parameter values to run with:\n# sets:\n#   other: {");
    for (size_t i = 0, k = 0; i < d->n_params; ++i)
        if (!d->param[i].stays)
            assay_text_addf(w->t, "%s%s: %" PRIu32, k++ ? ", " : "", d->param[i].key,
                            d->param[i].value);
    assay_text_add(w->t, "}\n");
}

/* --- clock and reset --- */

static void write_clock(struct writer *w)
{
    size_t n = 0, by_name = 0;

    for (size_t i = 0; i < w->p->n_pins; ++i)
        if (w->p->pin[i].role == ASSAY_NEW_CLOCK) {
            ++n;
            by_name += assay_new_edge_of(w->p->design, w->p->pin[i].port->name) == NULL;
        }
    assay_text_add(w->t, n > 1 ? "clock: [" : "clock: ");
    for (size_t i = 0, k = 0; i < w->p->n_pins; ++i)
        if (w->p->pin[i].role == ASSAY_NEW_CLOCK)
            assay_text_addf(w->t, "%s%s", k++ ? ", " : "", w->p->pin[i].port->name);
    if (n > 1)
        assay_text_add(w->t, "]");
    if (!w->p->clock_given && n > 1)
        guess(w, "all of them are driven by one clock");
    else if (!w->p->clock_given && by_name)
        guess(w, "by its name");
    assay_text_add(w->t, "\n");
}

static void write_reset(struct writer *w)
{
    const struct assay_new_plan *p = w->p;

    if (p->reset == ASSAY_NEW_NONE) {
        assay_text_add(w->t, "reset: none");
        if (!p->reset_given)
            guess(w, "no input is named like a reset, or used as one in a sensitivity list");
    } else if (p->low || p->async) {
        assay_text_addf(w->t, "reset: {pin: %s%s%s}", p->pin[p->reset].port->name,
                        p->low ? ", active: low" : "", p->async ? ", async: true" : "");
    } else {
        assay_text_addf(w->t, "reset: %s", p->pin[p->reset].port->name);
    }
    if (p->reset != ASSAY_NEW_NONE && !p->low)
        assay_text_add(w->t, p->confirmed ? " # active high;" : " # active high");
    if (p->reset != ASSAY_NEW_NONE && p->confirmed)
        assay_text_addf(w->t, "%s its active level was confirmed by simulation",
                        p->low ? " #" : "");
    assay_text_add(w->t, "\n");
}

/* --- pins --- */

/* Writes the names of the values as a comment. */
static void write_values(struct writer *w, const struct assay_new_pin *pin)
{
    const struct assay_new_enum *e = assay_new_enum_of(w->p->design, pin->port->name);

    for (size_t i = 0; e && i < e->n && i < 16; ++i)
        assay_text_addf(w->t, "%s%s %" PRIu64, i ? ", " : " # ", e->v[i].name, e->v[i].value);
    if (e && e->n > 16)
        assay_text_add(w->t, ", ...");
}

/* Whether the named values are contiguous and do not cover the whole range of the port. */
static bool has_range(const struct writer *w, const struct assay_new_pin *pin, uint64_t *low,
                      uint64_t *high)
{
    const struct assay_new_enum *e = assay_new_enum_of(w->p->design, pin->port->name);

    if (!e || e->n == 0 || pin->port->width > 32)
        return false;
    *low = *high = e->v[0].value;
    for (size_t i = 1; i < e->n; ++i) {
        *low = e->v[i].value < *low ? e->v[i].value : *low;
        *high = e->v[i].value > *high ? e->v[i].value : *high;
    }
    return *high - *low + 1 == e->n && *high < UINT64_C(1) << pin->port->width &&
           e->n < UINT64_C(1) << pin->port->width;
}

static void write_note(struct writer *w, const struct assay_new_pin *pin)
{
    if (pin->width_note)
        guess(w, "its width is no simple expression of the parameters: this is the width at their "
                 "defaults");
    write_values(w, pin);
    assay_text_add(w->t, "\n");
}

/* At level transfers the model ignores plain pins, and a constant value disturbs it least. */
static void write_drive(struct writer *w, const struct assay_new_pin *pin)
{
    const bool steady = w->p->level != ASSAY_DESCRIBE_CYCLE && w->p->n_streams > 0;
    uint64_t low, high;

    if (pin->role == ASSAY_NEW_IDLE) {
        assay_text_addf(w->t, ", drive: constant, value: %d", pin->high);
        return;
    }
    assay_text_add(w->t, steady ? ", drive: per_run" : ", drive: per_cycle");
    if (has_range(w, pin, &low, &high))
        assay_text_addf(w->t, ", range: [%" PRIu64 ", %" PRIu64 "]", low, high);
}

static void write_pins(struct writer *w)
{
    size_t n = 0;

    for (size_t i = 0; i < w->p->n_pins; ++i) {
        const struct assay_new_pin *pin = &w->p->pin[i];
        const bool input = pin->port->direction == ASSAY_RTL_INPUT;

        if (pin->role != ASSAY_NEW_PLAIN && pin->role != ASSAY_NEW_IDLE)
            continue;
        assay_text_addf(w->t, "%s  %s: {direction: %s, ", n++ ? "" : "pins:\n", pin->name,
                        input ? "in" : "out");
        if (strcmp(pin->name, pin->port->name) != 0)
            assay_text_addf(w->t, "pin: %s, ", pin->port->name);
        add_width(w, pin->width);
        if (input)
            write_drive(w, pin);
        assay_text_add(w->t, "}");
        if (input && pin->role == ASSAY_NEW_IDLE)
            guess(w, "it is held");
        else if (input && w->p->level != ASSAY_DESCRIBE_CYCLE && w->p->n_streams > 0)
            guess(w, "another value in each run");
        write_note(w, pin);
    }
}

/* --- streams --- */

static void write_pin(struct writer *w, const char *name, bool inverted)
{
    assay_text_addf(w->t, inverted ? "\"!%s\"\n" : "%s\n", name);
}

/* The pin that the design drives, such as full or empty, may have to be inverted. */
static void write_handshake(struct writer *w, const struct assay_new_stream *s)
{
    const struct assay_new_pin *pin = w->p->pin;

    if (s->valid == ASSAY_NEW_NONE)
        return;
    assay_text_add(w->t, "    valid: ");
    if (s->rises)
        assay_text_addf(w->t, "\"rise(%s)\"\n", pin[s->valid].port->name);
    else
        write_pin(w, pin[s->valid].port->name, s->inverted && !s->sink);
    if (s->ready == ASSAY_NEW_NONE)
        return;
    assay_text_add(w->t, "    ready: ");
    write_pin(w, pin[s->ready].port->name, s->inverted && s->sink);
}

/* Writes the inputs that are high together with valid. */
static void write_driven(struct writer *w, size_t stream)
{
    for (size_t i = 0; i < w->p->n_pins; ++i)
        if (w->p->pin[i].role == ASSAY_NEW_DRIVEN && w->p->pin[i].stream == (int)stream)
            assay_text_addf(w->t, "    drives: {%s: valid}\n", w->p->pin[i].port->name);
}

static void write_fields(struct writer *w, size_t stream)
{
    size_t n = 0;

    for (size_t i = 0; i < w->p->n_pins; ++i) {
        const struct assay_new_pin *pin = &w->p->pin[i];

        if (pin->role != ASSAY_NEW_FIELD || pin->stream != (int)stream)
            continue;
        assay_text_addf(w->t, "%s      %s: {pin: %s, ", n++ ? "" : "    fields:\n", pin->name,
                        pin->port->name);
        add_width(w, pin->width);
        assay_text_add(w->t, "}");
        write_note(w, pin);
    }
}

/* Finds a field of a source that has the name of a
 * sink's field and can be used to match responses. */
static const char *find_match(const struct writer *w, size_t stream)
{
    static const char *const words[] = {"id", "tag", "tid", "rid", NULL};

    for (size_t i = 0; i < w->p->n_pins; ++i)
        for (size_t k = 0; k < w->p->n_pins; ++k) {
            const struct assay_new_pin *out = &w->p->pin[i], *in = &w->p->pin[k];

            if (out->role == ASSAY_NEW_FIELD && out->stream == (int)stream &&
                assay_new_is_one_of(out->name, words) && in->role == ASSAY_NEW_FIELD &&
                w->p->stream[in->stream].sink && strcmp(in->name, out->name) == 0)
                return out->name;
        }
    return NULL;
}

/* Writes the properties of a stream other than its pins. */
static void write_claims(struct writer *w, size_t stream)
{
    const struct assay_new_stream *s = &w->p->stream[stream];
    const char *const match = s->sink ? NULL : find_match(w, stream);

    if (s->start) {
        assay_text_add(w->t, "    offer: when_ready");
        guess(w, "a pulse while it is busy would be lost");
        assay_text_add(w->t, "\n");
    }
    if (s->alone && w->p->level != ASSAY_DESCRIBE_CYCLE) {
        assay_text_add(w->t, "    outstanding: 1");
        guess(w, "the next one comes when this one is done");
        assay_text_add(w->t, "\n");
    }
    if (s->always && !s->sink) {
        assay_text_add(w->t, "    after: 1");
        guess(w, "enabled cycles from an input to its result: look it up");
        assay_text_add(w->t, "\n");
    }
    if (s->never_waits && w->p->level != ASSAY_DESCRIBE_CYCLE) {
        assay_text_add(w->t, "    valid_waits: never");
        guess(w, "AXI requires that valid does not wait for ready; this is checked");
        assay_text_add(w->t, "\n");
    }
    if (match)
        assay_text_addf(w->t, "    # match: %s   if responses come out of order\n", match);
}

/* Finds the select of an APB completer. An APB transfer
 * has two phases, which are not a valid and a ready. */
static const struct assay_new_pin *find_apb(const struct assay_new_plan *p)
{
    char before[ASSAY_NEW_NAME], name[2 * ASSAY_NEW_NAME];

    for (size_t i = 0; i < p->n_pins; ++i) {
        const struct assay_new_pin *pin = &p->pin[i];

        if (pin->role != ASSAY_NEW_PLAIN || pin->port->direction != ASSAY_RTL_INPUT ||
            !assay_new_ends_with(pin->lower, "psel"))
            continue;
        snprintf(before, sizeof before, "%.*s", (int)strlen(pin->lower) - 4, pin->lower);
        snprintf(name, sizeof name, "%spenable", before);
        for (size_t k = 0; k < p->n_pins; ++k)
            if (assay_new_is_bit(&p->pin[k], ASSAY_RTL_INPUT) && strcmp(p->pin[k].lower, name) == 0)
                return pin;
    }
    return NULL;
}

static void write_apb(struct writer *w)
{
    const struct assay_new_pin *select = find_apb(w->p);

    if (select)
        assay_text_addf(
            w->t,
            "# %s belongs to an APB: a transfer has a setup and an access phase, so its pins are "
            "not a stream. Here the\n# pins are driven at random, against the protocol. For "
            "transfers, write streams of kind adapter in their\n# place: \"APB\" on the page "
            "\"Attaching your own design\" has them, and the functions of the model.\n",
            select->port->name);
}

static void write_streams(struct writer *w)
{
    char what[160];

    write_apb(w);
    if (w->p->n_streams == 0 && w->p->level == ASSAY_DESCRIBE_TRANSFERS) {
        assay_text_add(w->t, "# streams: add the inputs and outputs here");
        guess(w, "no pin is named like a valid, a ready, a full or an empty");
        assay_text_add(w->t, "\n");
    }
    if (w->p->n_streams)
        assay_text_add(w->t, "streams:\n");
    for (size_t i = 0; i < w->p->n_streams; ++i) {
        const struct assay_new_stream *s = &w->p->stream[i];

        assay_text_addf(w->t, "  %s:", s->name);
        snprintf(what, sizeof what, "%s%s", s->always ? "" : "by the names of its pins, ", s->sign);
        guess(w, what);
        assay_text_addf(w->t, "\n    direction: %s\n", s->sink ? "sink" : "source");
        if (s->pull) {
            assay_text_add(w->t, "    kind: pull\n    delay: 0");
            guess(w, "the data comes with its enable; 1: a cycle later");
            assay_text_add(w->t, "\n");
        } else if (s->always) {
            assay_text_add(w->t, "    kind: always\n");
        } else if (s->ready == ASSAY_NEW_NONE) {
            assay_text_add(w->t, "    kind: valid_only\n");
        }
        write_handshake(w, s);
        write_driven(w, i);
        write_claims(w, i);
        write_fields(w, i);
    }
}

size_t assay_new_write_yaml(const struct assay_new_plan *p, const char *name, const char *top,
                            const char *rtl, struct assay_text *t)
{
    struct writer w = {p, t, 0};

    assay_text_add(t, "# Written by `assay new-block`. Guesses are marked `guessed`.\n");
    if (name)
        assay_text_addf(t, "name: %s\n", name);
    assay_text_addf(t, "top: %s\nsummary: module %s\nrtl: \"", top, top);
    for (const char *c = rtl; *c; ++c)
        assay_text_addf(t, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
    assay_text_add(t, "\"\n");
    write_params(&w);
    write_clock(&w);
    write_reset(&w);
    assay_text_addf(t, "level: %s", assay_describe_level_name(p->level));
    if (!p->level_given)
        guess(&w, p->level == ASSAY_DESCRIBE_TRANSFERS ? "there are streams in and out"
                                                       : "there are no streams in and out");
    assay_text_add(t, "\n");
    if (p->level == ASSAY_DESCRIBE_TRANSFERS || (p->level == ASSAY_DESCRIBE_NONE && p->n_streams))
        assay_text_add(t, "timeout: 1000 # cycles for an expected transfer\n");
    write_streams(&w);
    write_pins(&w);
    return w.guesses;
}
