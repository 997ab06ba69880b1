#include "diagnose/picture.h"

#include <inttypes.h>
#include <string.h>

#include "diagnose/window.h"

enum {
    DEFAULT_WIDTH = 100,
    DEFAULT_CYCLES = 8,
    DEFAULT_LINES = 40,
    INDENT = 2,
    KIND = 7,        /* " expect", " actual" */
    WORD_DIGITS = 8, /* a part of a wide value always fits */
    MIN_DIGITS = 5,
};

struct canvas {
    FILE *f;
    const struct assay_window *w;
    bool ascii, colour;
    int label;     /* columns for the names */
    unsigned cell; /* columns per cycle: a gap or a wave's edge, then the value */
};

static const char off[] = "\033[0m", bold[] = "\033[1m", right[] = "\033[1;32m",
                  wrong[] = "\033[1;7;31m";

static void put_styled(const struct canvas *v, const char *style, const char *text)
{
    if (v->colour && style)
        fprintf(v->f, "%s%s%s", style, text, off);
    else
        fputs(text, v->f);
}

/* Writes the text of a cell after its gap, padded to the next cell if there is one. */
static void put_cell(const struct canvas *v, unsigned column, const char *style, const char *text)
{
    const size_t room = v->cell - 1, length = strlen(text);

    put_styled(v, style, text);
    if (length < room && column + 1 < v->w->n)
        fprintf(v->f, "%*s", (int)(room - length), "");
}

static void put_label(const struct canvas *v, const char *name, const char *kind)
{
    fprintf(v->f, "%*s%-*s%-*s", INDENT, "", v->label, name, KIND, kind);
}

/* --- one-bit waves --- */

static const char *level_glyph(const struct canvas *v, enum assay_level l)
{
    switch (l) {
    case ASSAY_LEVEL_LOW:
        return v->ascii ? "_" : "▁";
    case ASSAY_LEVEL_HIGH:
        return v->ascii ? "~" : "▔";
    case ASSAY_LEVEL_X:
        return "x";
    case ASSAY_LEVEL_ABSENT:
        break;
    }
    return " ";
}

static void put_wave(const struct canvas *v, unsigned column, enum assay_level before,
                     enum assay_level now, const char *style)
{
    const char *edge =
        before == ASSAY_LEVEL_ABSENT || now == ASSAY_LEVEL_ABSENT ? " " : level_glyph(v, now);

    if (before == ASSAY_LEVEL_LOW && now == ASSAY_LEVEL_HIGH)
        edge = v->ascii ? "/" : "╱";
    else if (before == ASSAY_LEVEL_HIGH && now == ASSAY_LEVEL_LOW)
        edge = v->ascii ? "\\" : "╲";
    fputs(edge, v->f);
    if (now == ASSAY_LEVEL_ABSENT) {
        put_cell(v, column, NULL, "-");
        return;
    }
    if (v->colour && style)
        fputs(style, v->f);
    for (unsigned i = 1; i < v->cell; ++i)
        fputs(level_glyph(v, now), v->f);
    if (v->colour && style)
        fputs(off, v->f);
}

/* --- rows --- */

static void put_line(const struct canvas *v, const struct assay_window_row *row, bool actual)
{
    const char *const marked = actual ? wrong : right;
    struct assay_window_cell c;
    char text[ASSAY_VALUE_TEXT];
    enum assay_level before = ASSAY_LEVEL_ABSENT;

    for (unsigned column = 0; column < v->w->n; ++column) {
        enum assay_level now;

        assay_window_cell(v->w, row, column, &c);
        now = assay_window_level(&c, actual);
        if (assay_window_is_wave(row)) {
            put_wave(v, column, before, now, c.differs ? marked : NULL);
            before = now;
            continue;
        }
        fputc(' ', v->f);
        if (now == ASSAY_LEVEL_ABSENT)
            snprintf(text, sizeof text, "-");
        else
            assay_window_text(row, actual ? c.actual : c.expected, actual ? c.unknown : NULL,
                              v->cell - 1, text);
        put_cell(v, column, c.differs ? marked : NULL, text);
    }
    fputc('\n', v->f);
}

/* Puts '^' below the digits that differ, or below the whole cell of a wave. */
static void put_marks(const struct canvas *v, const struct assay_window_row *row)
{
    const unsigned digits = assay_value_digits(row->width);
    const bool wave = assay_window_is_wave(row);
    int at = 0, marked = 0; /* columns, counted from column 0 */
    struct assay_window_cell c;

    put_label(v, "", "");
    for (unsigned column = 0; column < v->w->n; ++column, at += (int)v->cell) {
        assay_window_cell(v->w, row, column, &c);
        for (unsigned i = 0; c.differs && i < (wave ? v->cell - 1 : digits); ++i) {
            const unsigned digit = digits - 1 - i;
            const int here = at + 1 + (int)i;

            if (!wave && !(c.differ[digit / 8] >> digit % 8 * 4 & 15))
                continue;
            fprintf(v->f, "%*s", here - marked + 1, "^");
            marked = here + 1;
        }
    }
    fputc('\n', v->f);
}

static bool differs_somewhere(const struct canvas *v, const struct assay_window_row *row)
{
    struct assay_window_cell c;

    for (unsigned column = 0; column < v->w->n; ++column) {
        assay_window_cell(v->w, row, column, &c);
        if (c.differs)
            return true;
    }
    return false;
}

/* " expect" or " actual", or the names of the sides, cut to fit. */
static const char *side_label(const struct canvas *v, bool actual, char text[KIND + 1])
{
    snprintf(text, KIND + 1, " %.6s", assay_side_name(assay_lockstep_config(v->w->ls), actual));
    return text;
}

static void put_row(const struct canvas *v, const struct assay_window_row *row)
{
    char label[ASSAY_WINDOW_LABEL], side[KIND + 1];

    assay_window_label(row, label);
    put_label(v, label, row->pair ? side_label(v, false, side) : "");
    put_line(v, row, false);
    if (row->pair) {
        put_label(v, "", side_label(v, true, side));
        put_line(v, row, true);
        if (!v->colour && differs_somewhere(v, row))
            put_marks(v, row);
    }
    if (row->more) {
        put_label(v, "", "");
        fprintf(v->f, " and %u more words of %s differ\n", row->more, row->port->name);
    }
}

/* Writes the cycle numbers; only the end of long ones. The failing cycle is between > and <. */
static void put_header(const struct canvas *v)
{
    char number[24], text[48];

    put_label(v, "cycle", "");
    for (unsigned column = 0; column < v->w->n; ++column) {
        const uint64_t cycle = v->w->first + column;
        const bool fails = v->w->failed && cycle == v->w->fail;
        const int n = snprintf(number, sizeof number, "%" PRIu64, cycle);
        const int room = (int)v->cell - 1;

        if (n > room)
            snprintf(text, sizeof text, "..%s", number + n - (room - 2));
        else
            snprintf(text, sizeof text, "%s%s", number, fails && n < room ? "<" : "");
        fputc(fails ? '>' : ' ', v->f);
        put_cell(v, column, fails ? bold : NULL, text);
    }
    fputc('\n', v->f);
}

/* Chooses the number of cycles and the width of their cells so that a line fits into `width`
 * columns. Returns the number of cycles. */
static unsigned lay_out(struct canvas *v, const struct assay_lockstep *ls, unsigned width,
                        unsigned cycles)
{
    const struct assay_config *c = assay_lockstep_config(ls);
    const size_t label = assay_window_label_max(c->block, &c->params);
    const unsigned used = INDENT + KIND + (unsigned)label;
    const unsigned room = width > used ? width - used : 0;
    unsigned ports[ASSAY_MAX_PORTS], least = MIN_DIGITS, most = 0;
    char number[24];

    c->block->model->widths(&c->params, ports);
    for (size_t i = 0; i < c->block->model->n_ports; ++i) {
        const unsigned digits = assay_value_digits(ports[i]);

        if (digits > least)
            least = digits < WORD_DIGITS ? digits : WORD_DIGITS;
    }
    if (cycles > ASSAY_HISTORY)
        cycles = ASSAY_HISTORY;
    if (cycles * (least + 1) > room)
        cycles = room / (least + 1);
    if (cycles == 0)
        cycles = 1;
    most = room / cycles ? room / cycles - 1 : 0;
    v->cell = least;
    for (size_t i = 0; i < c->block->model->n_ports; ++i) {
        const unsigned digits = assay_value_digits(ports[i]);

        if (digits > v->cell && digits <= most)
            v->cell = digits;
    }
    snprintf(number, sizeof number, "%" PRIu64 "<", assay_lockstep_result(ls)->cycles);
    if (strlen(number) > v->cell && strlen(number) <= most)
        v->cell = (unsigned)strlen(number);
    ++v->cell;
    return cycles;
}

/* The longest label of the signals drawn. */
static int longest_label(const struct assay_window *w)
{
    char label[ASSAY_WINDOW_LABEL];
    size_t longest = strlen("cycle");

    for (size_t i = 0; i < w->n_groups; ++i)
        for (size_t r = 0; w->group[i].drawn && r < w->group[i].n; ++r) {
            assay_window_label(&w->row[w->group[i].first + r], label);
            if (strlen(label) > longest)
                longest = strlen(label);
        }
    return (int)longest;
}

void assay_picture_text(FILE *f, const struct assay_lockstep *ls, const struct assay_picture *opt)
{
    static const struct assay_picture defaults = {.width = 0};
    const struct assay_picture *o = opt ? opt : &defaults;
    struct canvas v = {.f = f, .ascii = o->ascii, .colour = o->colour};
    const unsigned cycles = lay_out(&v, ls, o->width ? o->width : DEFAULT_WIDTH,
                                    o->cycles ? o->cycles : DEFAULT_CYCLES);
    struct assay_window w;
    char names[256];

    if (!assay_window_open(&w, ls, cycles, v.cell - 1)) {
        fprintf(f, "signals: none, no cycle was run\n");
        return;
    }
    assay_window_fit(&w, o->lines ? o->lines : DEFAULT_LINES, v.colour ? 1 : 2);
    v.w = &w;
    v.label = longest_label(&w);
    fprintf(f, "signals, cycles %" PRIu64 " to %" PRIu64, w.first, w.fail);
    if (w.failed)
        fprintf(f, "; %s in %" PRIu64, assay_verdict_name(assay_lockstep_result(ls)->verdict),
                w.fail);
    fprintf(f, ":\n");
    put_header(&v);
    for (size_t i = 0; i < w.n_groups; ++i) {
        const struct assay_window_group *g = &w.group[i];

        if (!g->drawn)
            continue;
        put_styled(&v, bold, assay_window_group_name(&w, g));
        fputc('\n', f);
        for (size_t r = g->first; r < g->first + g->n; ++r)
            put_row(&v, &w.row[r]);
    }
    if (assay_window_left_out(&w, names, sizeof names))
        fprintf(f, "omitted for lack of space: %s\n", names);
}
