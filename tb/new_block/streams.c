/*
 * streams.c - finds streams by the names of pins.
 *
 * The following are tried in this order, and no pin is used twice: Wishbone (starts.c); pairs of a
 * valid and a ready; FIFO sides, with an enable and full or empty; a valid alone; a start
 * (starts.c). Then each stream takes the pins that share its name as fields.
 */
#include <stdio.h>
#include <string.h>

#include "new_block/names.h"
#include "new_block/streams.h"

struct pair {
    const char *valid, *ready;
};

static const struct pair pairs[] = {
    {"valid", "ready"}, {"valid", "rdy"},          {"vld", "rdy"}, {"vld", "ready"},
    {"val", "rdy"},     {"valid", "ack"},          {"vld", "ack"}, {"req", "ack"},
    {"req", "gnt"},     {"request", "acknowledge"}};

static enum assay_rtl_direction other(enum assay_rtl_direction d)
{
    return d == ASSAY_RTL_INPUT ? ASSAY_RTL_OUTPUT : ASSAY_RTL_INPUT;
}

/* --- names of streams --- */

static const char *last_word(const char *text)
{
    const char *at = strrchr(text, '_');

    return at ? at + 1 : text;
}

static bool is_axi(const char *before)
{
    static const char *const channels[] = {"aw", "w", "b", "ar", "r", NULL};

    return assay_new_is_one_of(last_word(before), channels);
}

/* Whether all AXI channels belong to one bus, so that its name can be omitted. */
static bool one_bus(const struct assay_new_plan *p)
{
    const char *bus = NULL;
    size_t n = 0;

    for (size_t i = 0; i < p->n_streams; ++i) {
        const char *before = p->stream[i].before;
        const size_t length = (size_t)(last_word(before) - before);

        if (!is_axi(before))
            continue;
        if (bus && (n != length || strncmp(bus, before, n) != 0))
            return false;
        bus = before;
        n = length;
    }
    return true;
}

/* Whether a stream is an AXI or AXI-Stream channel. Both the word next to valid (as in tvalid) and
 * the names of its fields must agree, since a stream named b need not be a channel. */
static bool is_bus(const struct assay_new_plan *p, size_t i)
{
    const struct assay_new_stream *s = &p->stream[i];
    const char *const own = strcmp(last_word(s->before), "t") == 0 ? "data" : "resp";

    if (!is_axi(s->before) && strcmp(last_word(s->before), "t") != 0)
        return false;
    for (size_t k = 0; k < p->n_pins; ++k)
        if (p->pin[k].role == ASSAY_NEW_FIELD && p->pin[k].stream == (int)i &&
            (strcmp(p->pin[k].name, own) == 0 || strcmp(p->pin[k].name, "addr") == 0 ||
             strcmp(p->pin[k].name, "strb") == 0))
            return true;
    return false;
}

static bool is_used(const struct assay_new_plan *p, const char *name, size_t but)
{
    for (size_t i = 0; i < but; ++i)
        if (strcmp(p->stream[i].name, name) == 0)
            return true;
    return assay_describe_is_taken(name);
}

static void trim(char *name)
{
    while (*name && name[strlen(name) - 1] == '_')
        name[strlen(name) - 1] = '\0';
    while (*name == '_')
        memmove(name, name + 1, strlen(name));
}

static void name_stream(struct assay_new_plan *p, size_t i)
{
    struct assay_new_stream *s = &p->stream[i];
    char name[2 * ASSAY_NEW_NAME + 16];
    const char *before = s->before;

    if (is_axi(before) && one_bus(p))
        before = last_word(before);
    snprintf(name, sizeof name, "%s", before);
    s->never_waits = !s->sink && s->ready != ASSAY_NEW_NONE && is_bus(p, i);
    if (strcmp(last_word(name), "t") == 0) /* AXI-Stream */
        name[strlen(name) - 1] = '\0';
    trim(name);
    if (s->fifo)
        snprintf(name + strlen(name), 16, "%s%s", *name ? "_" : "", s->sink ? "push" : "pop");
    else if (s->word)
        snprintf(name + strlen(name), sizeof name - strlen(name), "%s%s%s", *name ? "_" : "",
                 s->word, s->after);
    else
        snprintf(name + strlen(name), sizeof name - strlen(name), "%s", s->after);
    trim(name);
    if (!*name)
        snprintf(name, sizeof name, "%s", s->sink ? "in" : "out");
    if ((*name >= '0' && *name <= '9') || strlen(name) >= sizeof s->name - 8)
        snprintf(name, sizeof name, "stream%zu", i);
    snprintf(s->name, sizeof s->name - 8, "%.*s", (int)sizeof s->name - 9, name);
    for (size_t n = strlen(s->name); n + 2 < sizeof s->name && is_used(p, s->name, i); ++n)
        snprintf(s->name + n, 2, "_");
}

/* --- valid and ready --- */

static int find_partner(const struct assay_new_plan *p, const struct assay_new_pin *of,
                        const char *word, const char *before, const char *after)
{
    char name[3 * ASSAY_NEW_NAME];

    snprintf(name, sizeof name, "%s%s%s", before, word, after);
    for (size_t i = 0; i < p->n_pins; ++i)
        if (assay_new_is_bit(&p->pin[i], other(of->port->direction)) &&
            strcmp(p->pin[i].lower, name) == 0)
            return (int)i;
    return ASSAY_NEW_NONE;
}

/* Finds the name parts around a word. The word must be a separate word or, with `anywhere`, at the
 * end of the name; then a partner has to show that the match is no coincidence. */
static bool around(const struct assay_new_pin *pin, const char *word, bool anywhere, char *before,
                   char *after)
{
    if (assay_new_split(pin->lower, pin->base, word, before, after, ASSAY_NEW_NAME))
        return true;
    if (!anywhere || !assay_new_ends_with(pin->lower, word))
        return false;
    snprintf(before, ASSAY_NEW_NAME, "%.*s", (int)(strlen(pin->lower) - strlen(word)), pin->lower);
    after[0] = '\0';
    return true;
}

static bool find_pairs(struct assay_new_plan *p)
{
    char before[ASSAY_NEW_NAME], after[ASSAY_NEW_NAME];

    for (size_t i = 0; i < p->n_pins; ++i)
        for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; ++k) {
            const struct assay_new_pin *pin = &p->pin[i];
            struct assay_new_stream *s;
            int ready;

            if (pin->role != ASSAY_NEW_PLAIN || pin->port->width != 1 ||
                !around(pin, pairs[k].valid, true, before, after))
                continue;
            ready = find_partner(p, pin, pairs[k].ready, before, after);
            if (ready == ASSAY_NEW_NONE)
                continue;
            s = assay_new_stream_add(p, (int)i, ready);
            if (!s)
                return false;
            s->sink = pin->port->direction == ASSAY_RTL_INPUT;
            s->sign = "valid and ready";
            memcpy(s->before, before, sizeof before);
            memcpy(s->after, after, sizeof after);
        }
    return true;
}

static bool find_valids(struct assay_new_plan *p)
{
    static const char *const words[] = {"valid", "vld", NULL};
    char before[ASSAY_NEW_NAME], after[ASSAY_NEW_NAME];

    for (size_t i = 0; i < p->n_pins; ++i)
        for (const char *const *word = words; *word; ++word) {
            const struct assay_new_pin *pin = &p->pin[i];
            struct assay_new_stream *s;

            if (pin->role != ASSAY_NEW_PLAIN || pin->port->width != 1 ||
                !around(pin, *word, false, before, after))
                continue;
            s = assay_new_stream_add(p, (int)i, ASSAY_NEW_NONE);
            if (!s)
                return false;
            s->sink = pin->port->direction == ASSAY_RTL_INPUT;
            s->sign = "valid without ready";
            memcpy(s->before, before, sizeof before);
            memcpy(s->after, after, sizeof after);
        }
    return true;
}

/* --- FIFO sides --- */

struct side {
    enum assay_rtl_direction enable;
    const char *flag; /* full, empty */
    const char *const *enables, *const *data, *const *heads;
};

static const char *const write_enables[] = {
    "wr_en", "wren",   "wr_enable", "w_en", "write_en", "push_en", "wr",           "we",  "write",
    "push",  "wr_req", "wrreq",     "enq",  "enqueue",  "winc",    "write_enable", "put", NULL};
static const char *const write_data[] = {"wr_data", "wdata",     "wrdata", "din",        "data_in",
                                         "wr_din",  "push_data", "w_data", "write_data", "datain",
                                         "in_data", "enq_data",  "data",   "in",         "d",
                                         "idata",   "wd",        NULL};
static const char *const write_heads[] = {"wr_", "w_", "push_", "write_", "enq_",
                                          "w",   "wr", "",      NULL};
static const char *const read_enables[] = {
    "rd_en", "rden",   "rd_enable", "r_en", "read_en", "pop_en", "rd",          "re",  "read",
    "pop",   "rd_req", "rdreq",     "deq",  "dequeue", "rinc",   "read_enable", "get", NULL};
static const char *const read_data[] = {"rd_data",  "rdata",    "rddata", "dout",      "data_out",
                                        "rd_dout",  "pop_data", "r_data", "read_data", "dataout",
                                        "out_data", "deq_data", "data",   "out",       "q",
                                        "odata",    "rd",       NULL};
static const char *const read_heads[] = {"rd_", "r_", "pop_", "read_", "deq_", "r", "rd", "", NULL};

static const struct side sides[] = {
    {ASSAY_RTL_INPUT, "full", write_enables, write_data, write_heads},
    {ASSAY_RTL_INPUT, "empty", read_enables, read_data, read_heads},
};

/* Finds the part before the flag, as in "a_wr_full". Returns false for a flag such as almost_full,
 * which does not mean that the FIFO is full or empty. */
static bool before_flag(const char *lower, const struct side *side, char *before, bool *inverted)
{
    static const char *const partial[] = {"almost_", "almost", "prog_", "prog", "nearly_",
                                          "half_",   "a",      "near_", "p",    NULL};
    static const char *const negated[] = {"not_", "n_", "n", NULL};
    char flag[32];
    size_t n;

    *inverted = true;
    snprintf(flag, sizeof flag, "%s_n", side->flag);
    if (assay_new_ends_with(lower, flag))
        *inverted = false;
    else
        snprintf(flag, sizeof flag, "%s", side->flag);
    if (!assay_new_ends_with(lower, flag))
        return false;
    n = strlen(lower) - strlen(flag);
    snprintf(before, ASSAY_NEW_NAME, "%.*s", (int)n, lower);
    for (const char *const *word = partial; *word; ++word)
        if (strcmp(last_word(before), *word) == 0 ||
            (strchr(*word, '_') && assay_new_ends_with(before, *word)))
            return false;
    for (const char *const *word = negated; *word && *inverted; ++word)
        if (assay_new_ends_with(before, *word) &&
            (n == strlen(*word) || before[n - strlen(*word) - 1] == '_')) {
            before[n - strlen(*word)] = '\0';
            *inverted = false;
        }
    for (const char *const *head = side->heads; *head; ++head)
        if (**head && assay_new_ends_with(before, *head) &&
            (strlen(before) == strlen(*head) ||
             before[strlen(before) - strlen(*head) - 1] == '_')) {
            before[strlen(before) - strlen(*head)] = '\0';
            break;
        }
    return true;
}

static int find_enable(const struct assay_new_plan *p, const struct side *side, const char *before,
                       size_t *word)
{
    char name[2 * ASSAY_NEW_NAME];

    for (size_t k = 0; side->enables[k]; ++k)
        for (size_t i = 0; i < p->n_pins; ++i) {
            snprintf(name, sizeof name, "%s%s", before, side->enables[k]);
            if (assay_new_is_bit(&p->pin[i], side->enable) && strcmp(p->pin[i].lower, name) == 0) {
                *word = k;
                return (int)i;
            }
        }
    return ASSAY_NEW_NONE;
}

void assay_new_take_field(struct assay_new_plan *p, size_t pin, size_t stream, const char *name)
{
    struct assay_new_pin *f = &p->pin[pin];
    const bool digit = *name >= '0' && *name <= '9';

    f->role = ASSAY_NEW_FIELD;
    f->stream = (int)stream;
    snprintf(f->name, sizeof f->name, "%s%s", digit ? "f" : "", name);
    for (char *c = f->name; *c; ++c)
        if (*c == '$')
            *c = '_';
    for (size_t i = 0; i < p->n_pins; ++i) /* for example both A and a */
        if (i != pin && p->pin[i].role == ASSAY_NEW_FIELD && p->pin[i].stream == f->stream &&
            strcmp(p->pin[i].name, f->name) == 0)
            snprintf(f->name, sizeof f->name, "pin%zu", pin);
}

/* Takes the data of a side, and the pins that begin
 * like its enable: wr_data and wr_last with wr_en. */
static void take_side(struct assay_new_plan *p, size_t stream, const struct side *side,
                      const char *before, const char *enable)
{
    const bool sink = p->stream[stream].sink;
    char head[2 * ASSAY_NEW_NAME], name[2 * ASSAY_NEW_NAME];
    const char *under = strchr(enable, '_');
    bool any = false;

    if (under)
        snprintf(head, sizeof head, "%s%.*s_", before, (int)(under - enable), enable);
    else
        snprintf(head, sizeof head, "%s%s_", before, enable);
    for (size_t i = 0; i < p->n_pins; ++i) {
        const struct assay_new_pin *pin = &p->pin[i];

        if (pin->role == ASSAY_NEW_PLAIN && (pin->port->direction == ASSAY_RTL_INPUT) == sink &&
            assay_new_begins_with(pin->lower, head) && pin->lower[strlen(head)] &&
            assay_new_is_data(pin->lower + strlen(head))) {
            assay_new_take_field(p, i, stream, pin->lower + strlen(head));
            any |= assay_new_begins_with(p->pin[i].name, "d");
        }
    }
    for (size_t k = 0; side->data[k] && !any; ++k)
        for (size_t i = 0; i < p->n_pins && !any; ++i) {
            snprintf(name, sizeof name, "%s%s", before, side->data[k]);
            if (p->pin[i].role != ASSAY_NEW_PLAIN || strcmp(p->pin[i].lower, name) != 0 ||
                (p->pin[i].port->direction == ASSAY_RTL_INPUT) != sink)
                continue;
            assay_new_take_field(p, i, stream, "data");
            any = true;
        }
}

static bool find_side(struct assay_new_plan *p, const struct side *side)
{
    const bool sink = strcmp(side->flag, "full") == 0;
    char before[ASSAY_NEW_NAME];

    for (size_t i = 0; i < p->n_pins; ++i) {
        struct assay_new_stream *s;
        bool inverted;
        size_t word = 0;
        int enable;

        if (!assay_new_is_bit(&p->pin[i], ASSAY_RTL_OUTPUT) ||
            !before_flag(p->pin[i].lower, side, before, &inverted))
            continue;
        enable = find_enable(p, side, before, &word);
        if (enable == ASSAY_NEW_NONE && assay_new_ends_with(before, "fifo_")) {
            before[strlen(before) - 5] = '\0';
            enable = find_enable(p, side, before, &word);
        }
        if (enable == ASSAY_NEW_NONE)
            continue;
        s = sink ? assay_new_stream_add(p, enable, (int)i)
                 : assay_new_stream_add(p, (int)i, enable);
        if (!s)
            return false;
        s->sink = sink;
        s->pull = !sink;
        s->inverted = inverted;
        s->fifo = true;
        s->sign = sink ? "an enable and full" : "an enable and empty";
        memcpy(s->before, before, sizeof before);
        take_side(p, p->n_streams - 1, side, before, side->enables[word]);
    }
    return true;
}

/* --- fields --- */

/* Returns the stream whose name surrounds the name of the pin;
 * if there are several, the longest one. */
static int owner(const struct assay_new_plan *p, const struct assay_new_pin *pin)
{
    int best = ASSAY_NEW_NONE;
    size_t longest = 0;

    for (size_t i = 0; i < p->n_streams; ++i) {
        const struct assay_new_stream *s = &p->stream[i];
        const size_t n = strlen(s->before) + strlen(s->after);

        if (s->fifo || n == 0 || n <= longest || strlen(pin->lower) <= n ||
            s->sink != (pin->port->direction == ASSAY_RTL_INPUT) ||
            ((s->start || s->alone || s->rises) && !assay_new_is_operand(pin)) ||
            !assay_new_begins_with(pin->lower, s->before) ||
            !assay_new_ends_with(pin->lower, s->after))
            continue;
        best = (int)i;
        longest = n;
    }
    return best;
}

static void take_fields(struct assay_new_plan *p)
{
    char name[ASSAY_NEW_NAME];

    for (size_t i = 0; i < p->n_pins; ++i) {
        const struct assay_new_pin *pin = &p->pin[i];
        const int s = pin->role == ASSAY_NEW_PLAIN ? owner(p, pin) : ASSAY_NEW_NONE;
        size_t before, after;

        if (s == ASSAY_NEW_NONE)
            continue;
        before = strlen(p->stream[s].before);
        after = strlen(p->stream[s].after);
        snprintf(name, sizeof name, "%.*s", (int)(strlen(pin->lower) - before - after),
                 pin->lower + before);
        trim(name);
        assay_new_take_field(p, i, (size_t)s, *name ? name : "data");
    }
}

/* Gives a stream without fields the data pins that do not have
 * its name, if no other stream of its direction can take them. */
static void take_data(struct assay_new_plan *p, bool sink)
{
    int only = ASSAY_NEW_NONE;
    size_t n = 0;

    for (size_t i = 0; i < p->n_streams; ++i) {
        bool bare = p->stream[i].sink == sink;

        for (size_t k = 0; k < p->n_pins; ++k)
            bare &= p->pin[k].role != ASSAY_NEW_FIELD || p->pin[k].stream != (int)i;
        n += bare;
        only = bare ? (int)i : only;
    }
    for (size_t i = 0; i < p->n_pins && n == 1; ++i)
        if (p->pin[i].role == ASSAY_NEW_PLAIN &&
            (p->pin[i].port->direction == ASSAY_RTL_INPUT) == sink &&
            assay_new_is_data(p->pin[i].lower))
            assay_new_take_field(p, i, (size_t)only, p->pin[i].lower);
}

/* A read in the same cycle as a write returns the old value, so the model gets the read first. */
static int order_of(const struct assay_new_stream *s)
{
    return strcmp(s->name, "ar") == 0 ? 0 : 1;
}

static void reads_first(struct assay_new_plan *p)
{
    for (size_t i = 1; i < p->n_streams; ++i) {
        struct assay_new_stream s = p->stream[i];

        if (order_of(&s) != 0 || !s.sink)
            continue;
        memmove(p->stream + 1, p->stream, i * sizeof s);
        p->stream[0] = s;
        for (size_t k = 0; k < p->n_pins; ++k)
            if (p->pin[k].stream != ASSAY_NEW_NONE && p->pin[k].stream <= (int)i)
                p->pin[k].stream = p->pin[k].stream == (int)i ? 0 : p->pin[k].stream + 1;
    }
}

bool assay_new_find_streams(struct assay_new_plan *p)
{
    if (!assay_new_find_wishbone(p) || !find_pairs(p) || !find_side(p, &sides[0]) ||
        !find_side(p, &sides[1]) || !find_valids(p) ||
        (!p->every_cycle && !assay_new_find_starts(p)))
        return false;
    take_fields(p);
    assay_new_take_operands(p);
    take_data(p, true);
    take_data(p, false);
    for (size_t i = 0; i < p->n_streams; ++i)
        name_stream(p, i);
    reads_first(p);
    return true;
}
