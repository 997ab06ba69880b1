/*
 * starts.c - finds streams without valid and ready:
 * Wishbone, a start pulse with busy and done, pipelines.
 *
 *     stb, ack or stall       a sink; cyc is high with it
 *     ack                     a source: the reply
 *     start, busy or ready    a sink, with its operands as fields
 *     done                    a source: a transfer is its rising edge
 */
#include <stdio.h>
#include <string.h>

#include "new_block/names.h"
#include "new_block/streams.h"

struct word {
    const char *text;
    bool inverted;
};

static const struct word starts[] = {{"start", false},   {"go", false},   {"begin", false},
                                     {"trigger", false}, {"trig", false}, {"launch", false},
                                     {NULL, false}};
static const struct word flags[] = {
    {"busy", true}, {"ready", false}, {"rdy", false}, {"idle", false}, {NULL, false}};
static const struct word ends[] = {{"done", false},     {"finished", false},  {"finish", false},
                                   {"complete", false}, {"completed", false}, {NULL, false}};

/* --- Wishbone --- */

static int find_named(const struct assay_new_plan *p, enum assay_rtl_direction direction,
                      const char *before, const char *word, const char *after)
{
    char name[3 * ASSAY_NEW_NAME];

    snprintf(name, sizeof name, "%s%s%s", before, word, after);
    for (size_t i = 0; i < p->n_pins; ++i)
        if (assay_new_is_bit(&p->pin[i], direction) && strcmp(p->pin[i].lower, name) == 0)
            return (int)i;
    return ASSAY_NEW_NONE;
}

static bool add_wishbone(struct assay_new_plan *p, int strobe, const char *before,
                         const char *after)
{
    const int ack = find_named(p, ASSAY_RTL_OUTPUT, before, "ack", after);
    const int stall = find_named(p, ASSAY_RTL_OUTPUT, before, "stall", after);
    const int cycle = find_named(p, ASSAY_RTL_INPUT, before, "cyc", after);

    if (ack == ASSAY_NEW_NONE || cycle == ASSAY_NEW_NONE)
        return true;
    p->pin[cycle].role = ASSAY_NEW_DRIVEN;
    p->pin[cycle].stream = (int)p->n_streams;
    for (int sink = 1; sink >= 0; --sink) {
        struct assay_new_stream *s =
            sink ? assay_new_stream_add(p, strobe, stall == ASSAY_NEW_NONE ? ack : stall)
                 : assay_new_stream_add(p, ack, ASSAY_NEW_NONE);

        if (!s)
            return false;
        s->sink = sink;
        s->inverted = sink && stall != ASSAY_NEW_NONE;
        s->word = sink ? "req" : "resp";
        s->sign = "a strobe, a cycle and an acknowledge of Wishbone";
        snprintf(s->before, sizeof s->before, "%s", before);
        snprintf(s->after, sizeof s->after, "%s", after);
    }
    return true;
}

bool assay_new_find_wishbone(struct assay_new_plan *p)
{
    static const char *const words[] = {"stb", "strobe"};
    char before[ASSAY_NEW_NAME], after[ASSAY_NEW_NAME];

    for (size_t i = 0; i < p->n_pins && !p->every_cycle; ++i)
        for (size_t k = 0; k < sizeof words / sizeof words[0]; ++k)
            if (assay_new_is_bit(&p->pin[i], ASSAY_RTL_INPUT) &&
                assay_new_split(p->pin[i].lower, p->pin[i].base, words[k], before, after,
                                sizeof before) &&
                !add_wishbone(p, (int)i, before, after))
                return false;
    return true;
}

/* --- starts --- */

/* Returns the entry of the list that a pin's name contains as a separate word, or NULL. */
static const struct word *word_of(const struct assay_new_pin *pin, const struct word *list,
                                  char *before, char *after)
{
    for (; list->text; ++list)
        if (assay_new_split(pin->lower, pin->base, list->text, before, after, ASSAY_NEW_NAME))
            return list;
    return NULL;
}

/* Finds the flag with the same name parts around its word, or the only flag there is if `only`. */
static int find_flag(const struct assay_new_plan *p, const char *before, const char *after,
                     bool only, const struct word **word)
{
    char b[ASSAY_NEW_NAME], a[ASSAY_NEW_NAME];
    int any = ASSAY_NEW_NONE;
    size_t n = 0;

    *word = NULL;
    for (size_t i = 0; i < p->n_pins; ++i) {
        const struct word *w = assay_new_is_bit(&p->pin[i], ASSAY_RTL_OUTPUT)
                                   ? word_of(&p->pin[i], flags, b, a)
                                   : NULL;

        if (!w)
            continue;
        ++n;
        any = (int)i;
        *word = w;
        if (strcmp(b, before) == 0 && strcmp(a, after) == 0)
            return any;
    }
    return only && n == 1 ? any : ASSAY_NEW_NONE;
}

static size_t count(const struct assay_new_plan *p, enum assay_rtl_direction direction,
                    const struct word *list)
{
    char before[ASSAY_NEW_NAME], after[ASSAY_NEW_NAME];
    size_t n = 0;

    for (size_t i = 0; i < p->n_pins; ++i)
        n += assay_new_is_bit(&p->pin[i], direction) &&
             word_of(&p->pin[i], list, before, after) != NULL;
    return n;
}

bool assay_new_find_starts(struct assay_new_plan *p)
{
    char before[ASSAY_NEW_NAME], after[ASSAY_NEW_NAME];
    const size_t n_starts = count(p, ASSAY_RTL_INPUT, starts);
    const size_t n_ends = count(p, ASSAY_RTL_OUTPUT, ends);

    for (size_t i = 0; i < p->n_pins; ++i) {
        const bool in = assay_new_is_bit(&p->pin[i], ASSAY_RTL_INPUT);
        const bool out = assay_new_is_bit(&p->pin[i], ASSAY_RTL_OUTPUT);
        const struct word *w = in    ? word_of(&p->pin[i], starts, before, after)
                               : out ? word_of(&p->pin[i], ends, before, after)
                                     : NULL;
        const struct word *flag = NULL;
        int ready = ASSAY_NEW_NONE;
        struct assay_new_stream *s;

        if (!w || n_starts == 0)
            continue;
        if (in)
            ready = find_flag(p, before, after, n_starts == 1, &flag);
        if (in && ready == ASSAY_NEW_NONE && n_ends == 0)
            continue; /* nothing tells when it may start */
        s = assay_new_stream_add(p, (int)i, ready);
        if (!s)
            return false;
        s->sink = in;
        s->word = w->text;
        s->start = in && ready != ASSAY_NEW_NONE;
        s->alone = in && ready == ASSAY_NEW_NONE;
        s->rises = out;
        s->inverted = ready != ASSAY_NEW_NONE && flag->inverted;
        s->sign = out        ? "a done beside a start"
                  : s->start ? "a start with a busy or a ready"
                             : "a start with a done";
        memcpy(s->before, before, sizeof before);
        memcpy(s->after, after, sizeof after);
    }
    return true;
}

/* Returns the only stream of a direction, or ASSAY_NEW_NONE. */
static int only_one(const struct assay_new_plan *p, bool sink)
{
    int only = ASSAY_NEW_NONE;

    for (size_t i = 0; i < p->n_streams; ++i)
        if (p->stream[i].sink == sink) {
            if (only != ASSAY_NEW_NONE)
                return ASSAY_NEW_NONE;
            only = (int)i;
        }
    return only;
}

bool assay_new_is_operand(const struct assay_new_pin *pin)
{
    static const char *const bits[] = {"sign",  "signed", "mode",  "encrypt", "decrypt", "encdec",
                                       "write", "rw",     "carry", "cin",     "we",      NULL};

    return pin->role == ASSAY_NEW_PLAIN && (pin->port->width > 1 || assay_new_is_data(pin->lower) ||
                                            assay_new_is_one_of(pin->lower, bits));
}

void assay_new_take_operands(struct assay_new_plan *p)
{
    for (int sink = 0; sink < 2; ++sink) {
        const int s = only_one(p, sink);

        if (s == ASSAY_NEW_NONE || !p->stream[s].word)
            continue;
        for (size_t i = 0; i < p->n_pins; ++i)
            if (assay_new_is_operand(&p->pin[i]) &&
                (p->pin[i].port->direction == ASSAY_RTL_INPUT) == sink)
                assay_new_take_field(p, i, (size_t)s, p->pin[i].lower);
    }
}

/* --- pipelines --- */

static int find_enable(const struct assay_new_plan *p)
{
    static const char *const words[] = {"ce",           "en",         "ena",     "enable",
                                        "clk_en",       "clken",      "clk_ena", "clkena",
                                        "clock_enable", "clk_enable", NULL};

    for (size_t i = 0; i < p->n_pins; ++i)
        if (assay_new_is_bit(&p->pin[i], ASSAY_RTL_INPUT) &&
            assay_new_is_one_of(p->pin[i].lower, words))
            return (int)i;
    return ASSAY_NEW_NONE;
}

static bool is_payload(const struct assay_new_pin *pin, bool sink)
{
    return pin->role == ASSAY_NEW_PLAIN && (pin->port->direction == ASSAY_RTL_INPUT) == sink &&
           !(sink && assay_new_is_idle(pin));
}

bool assay_new_find_pipeline(struct assay_new_plan *p)
{
    static const char *const names[] = {"out", "in"};
    size_t n[2] = {0};

    for (size_t i = 0; i < p->n_pins; ++i)
        for (int sink = 0; sink < 2; ++sink)
            n[sink] += is_payload(&p->pin[i], sink);
    if (n[0] == 0 || n[1] == 0)
        return true;
    for (int sink = 1; sink >= 0; --sink) {
        struct assay_new_stream *s =
            assay_new_stream_add(p, sink ? find_enable(p) : ASSAY_NEW_NONE, ASSAY_NEW_NONE);

        if (!s)
            return false;
        s->sink = sink;
        s->always = true;
        s->sign = "there is no handshake: each enabled cycle is a transfer";
        memcpy(s->name, names[sink], strlen(names[sink]) + 1);
        for (size_t i = 0; i < p->n_pins; ++i)
            if (is_payload(&p->pin[i], sink))
                assay_new_take_field(p, i, p->n_streams - 1, p->pin[i].lower);
    }
    return true;
}
