#include "diagnose/window.h"

#include <stdio.h>
#include <string.h>

/* Places the window at the failing cycle, or at the last cycle if none failed. False
 * if no cycle is kept. */
static bool place(struct assay_window *w, unsigned cycles)
{
    const struct assay_result *r = assay_lockstep_result(w->ls);
    struct assay_moment m;

    if (r->cycles == 0 || cycles == 0)
        return false;
    w->failed = assay_verdict_at_cycle(r->verdict) && r->fail_cycle < r->cycles;
    w->fail = w->failed ? r->fail_cycle : r->cycles - 1;
    for (w->n = 0; w->n < cycles && w->n <= w->fail; ++w->n)
        if (!assay_lockstep_moment(w->ls, w->fail - w->n, &m))
            break;
    w->first = w->fail + 1 - w->n;
    return w->n != 0;
}

static bool visible(const struct assay_block *b, const struct assay_port *p, const void *side)
{
    return p->role != ASSAY_PAYLOAD ||
           ((const uint8_t *)side)[b->model->streams[p->stream].valid] != 0;
}

/* Reads the bits of a row, moved down to bit 0. Parts begin at word boundaries. */
static void take_bits(const struct assay_window_row *row, const void *side,
                      uint32_t value[ASSAY_VALUE_WORDS])
{
    uint32_t all[ASSAY_VALUE_WORDS];
    const unsigned words = (row->width + 31) / 32;

    assay_port_get(row->port, side, all);
    memset(value, 0, ASSAY_VALUE_WORDS * sizeof value[0]);
    memcpy(value, all + row->low / 32, words * sizeof value[0]);
}

void assay_window_cell(const struct assay_window *w, const struct assay_window_row *row,
                       unsigned column, struct assay_window_cell *c)
{
    const struct assay_port *p = row->port;
    struct assay_moment m;
    bool compared;

    memset(c, 0, sizeof *c);
    if (!assay_lockstep_moment(w->ls, w->first + column, &m))
        return;
    take_bits(row, p->dir == ASSAY_IN ? m.in : m.expected, c->expected);
    c->shown = visible(w->block, p, p->dir == ASSAY_IN ? m.in : m.expected);
    if (p->dir == ASSAY_IN || !m.actual)
        return;
    take_bits(row, m.actual, c->actual);
    take_bits(row, m.unknown, c->unknown);
    compared = c->shown && ((const uint8_t *)m.in)[0] == 0;
    c->unasked = !c->shown && visible(w->block, p, m.actual);
    c->actual_shown = c->shown || c->unasked;
    for (size_t i = 0; i < ASSAY_VALUE_WORDS; ++i) {
        if (compared)
            c->differ[i] = (c->expected[i] ^ c->actual[i]) | c->unknown[i];
        c->differs |= c->differ[i] != 0;
        c->actual_shown |= c->unknown[i] != 0;
        c->has_unknown |= c->unknown[i] != 0;
        c->actual[i] &= ~c->unknown[i];
    }
}

enum assay_level assay_window_level(const struct assay_window_cell *c, bool actual)
{
    if (!(actual ? c->actual_shown : c->shown))
        return ASSAY_LEVEL_ABSENT;
    if (actual && c->unknown[0] & 1)
        return ASSAY_LEVEL_X;
    return (actual ? c->actual : c->expected)[0] & 1 ? ASSAY_LEVEL_HIGH : ASSAY_LEVEL_LOW;
}

/* What was seen of a port in the whole window. */
struct survey {
    uint32_t differ[ASSAY_VALUE_WORDS];
    bool differs;
    bool unasked; /* payload under a valid that should be low */
    bool unknown; /* X where a value is expected, even if it is not compared */
};

static struct survey look(const struct assay_window *w, const struct assay_window_row *row)
{
    struct survey s = {.differs = false};
    struct assay_window_cell c;
    struct assay_moment m;

    for (unsigned column = 0; column < w->n; ++column) {
        assay_window_cell(w, row, column, &c);
        for (size_t i = 0; i < ASSAY_VALUE_WORDS; ++i)
            s.differ[i] |= c.differ[i];
        s.differs |= c.differs;
        s.unknown |= c.shown && c.has_unknown;
        if (c.unasked && assay_lockstep_moment(w->ls, w->first + column, &m))
            s.unasked |= ((const uint8_t *)m.in)[0] == 0;
    }
    return s;
}

/* Adds rows for the words that differ. */
static void add_parts(struct assay_window *w, struct assay_window_row row, const struct survey *s)
{
    const unsigned width = row.width;
    struct assay_window_row *last = NULL;
    unsigned parts = 0;

    row.part = true;
    for (unsigned low = 0; low < width; low += 32) {
        if (!s->differ[low / 32])
            continue;
        if (parts++ == ASSAY_WINDOW_PARTS) {
            ++last->more;
            --parts;
            continue;
        }
        last = &w->row[w->n_rows++];
        *last = row;
        last->low = low;
        last->width = width - low < 32 ? width - low : 32;
    }
}

/* Adds the rows of a port. Returns whether the port differs. */
static bool add_port(struct assay_window *w, size_t port, unsigned digits)
{
    struct assay_window_row row = {.port = &w->block->model->ports[port], .width = w->width[port]};
    const struct survey s = look(w, &row);

    row.pair = s.differs || s.unasked || s.unknown;
    if (s.differs && assay_value_digits(row.width) > digits)
        add_parts(w, row, &s);
    else
        w->row[w->n_rows++] = row;
    return s.differs;
}

static void add_group(struct assay_window *w, int stream, unsigned digits)
{
    static const enum assay_role order[] = {ASSAY_VALID, ASSAY_READY, ASSAY_PAYLOAD, ASSAY_PLAIN};
    struct assay_window_group *g = &w->group[w->n_groups++];
    const struct assay_block *b = w->block;
    bool differs = false, active = false;
    struct assay_moment m;

    g->stream = stream;
    g->first = w->n_rows;
    for (size_t role = 0; role < sizeof order / sizeof order[0]; ++role)
        for (size_t i = 0; i < b->model->n_ports; ++i)
            if (b->model->ports[i].stream == stream && b->model->ports[i].role == order[role])
                differs |= add_port(w, i, digits);
    g->n = w->n_rows - g->first;
    for (unsigned column = 0; column < w->n && stream >= 0; ++column)
        if (assay_lockstep_moment(w->ls, w->first + column, &m))
            active |= m.transfers >> stream & 1;
    g->kind = differs      ? ASSAY_GROUP_DIFFERS
              : stream < 0 ? ASSAY_GROUP_PLAIN
              : active     ? ASSAY_GROUP_ACTIVE
                           : ASSAY_GROUP_QUIET;
}

/* A stable sort: streams stay in the block's order. */
static void sort_groups(struct assay_window *w)
{
    for (size_t i = 1; i < w->n_groups; ++i) {
        const struct assay_window_group g = w->group[i];
        size_t at = i;

        for (; at > 0 && w->group[at - 1].kind > g.kind; --at)
            w->group[at] = w->group[at - 1];
        w->group[at] = g;
    }
}

bool assay_window_open(struct assay_window *w, const struct assay_lockstep *ls, unsigned cycles,
                       unsigned digits)
{
    const struct assay_config *config = assay_lockstep_config(ls);

    memset(w, 0, sizeof *w);
    w->ls = ls;
    w->block = config->block;
    w->block->model->widths(&config->params, w->width);
    if (!place(w, cycles))
        return false;
    for (size_t i = 0; i < w->block->model->n_streams; ++i)
        add_group(w, (int)i, digits);
    add_group(w, -1, digits);
    sort_groups(w);
    return true;
}

void assay_window_fit(struct assay_window *w, unsigned lines, unsigned pair_lines)
{
    unsigned used = 0;

    for (size_t i = 0; i < w->n_groups; ++i) {
        struct assay_window_group *g = &w->group[i];
        unsigned needs = 1;

        for (size_t r = g->first; r < g->first + g->n; ++r)
            needs += 1 + (w->row[r].pair ? pair_lines : 0) + (w->row[r].more != 0);
        g->drawn = g->kind <= ASSAY_GROUP_PLAIN || used + needs <= lines;
        if (g->drawn)
            used += needs;
    }
}

bool assay_window_left_out(const struct assay_window *w, char *text, size_t size)
{
    size_t used = 0, signals = 0;

    text[0] = '\0';
    for (size_t i = 0; i < w->n_groups; ++i) {
        const struct assay_window_group *g = &w->group[i];

        if (g->drawn)
            continue;
        if (used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", signals ? ", " : "",
                                     assay_window_group_name(w, g));
        signals += g->n;
    }
    if (used < size)
        snprintf(text + used, size - used, " (%zu signals)", signals);
    return signals != 0;
}

const char *assay_window_group_name(const struct assay_window *w,
                                    const struct assay_window_group *g)
{
    return g->stream < 0 ? "pins" : w->block->model->streams[g->stream].name;
}

void assay_window_label(const struct assay_window_row *row, char label[ASSAY_WINDOW_LABEL])
{
    if (row->part)
        snprintf(label, ASSAY_WINDOW_LABEL, "%s[%u:%u]", row->port->name, row->low + row->width - 1,
                 row->low);
    else
        snprintf(label, ASSAY_WINDOW_LABEL, "%s", row->port->name);
}

size_t assay_window_label_max(const struct assay_block *b, const struct assay_params *params)
{
    unsigned width[ASSAY_MAX_PORTS];
    char label[ASSAY_WINDOW_LABEL];
    size_t max = 0;

    b->model->widths(params, width);
    for (size_t i = 0; i < b->model->n_ports; ++i) {
        struct assay_window_row row = {.port = &b->model->ports[i]};

        row.part = b->model->ports[i].dir == ASSAY_OUT && width[i] > 32;
        row.low = width[i] - 1; /* the index with the most digits */
        row.width = 1;
        assay_window_label(&row, label);
        if (strlen(label) > max)
            max = strlen(label);
    }
    return max;
}

void assay_window_text(const struct assay_window_row *row, const uint32_t *value,
                       const uint32_t *unknown, unsigned digits, char text[ASSAY_VALUE_TEXT])
{
    char all[ASSAY_VALUE_TEXT];
    const unsigned n = assay_value_digits(row->width), tail = (digits - 2) / 2;

    assay_value_text(value, unknown, row->width, all);
    if (n <= digits) {
        memcpy(text, all, n + 1);
    } else {
        const unsigned head = digits - 2 - tail;
        const bool x = memchr(all + head, 'x', n - head - tail) != NULL;

        snprintf(text, ASSAY_VALUE_TEXT, "%.*s%s%s", (int)head, all, x ? ".x" : "..",
                 all + n - tail);
    }
}
