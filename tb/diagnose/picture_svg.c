#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "base/outfile.h"
#include "base/xml.h"
#include "diagnose/picture.h"
#include "diagnose/window.h"

/* All in pixels, except CHAR_W: the advance of monospace fonts at 12 px, in tenths of a pixel. */
enum {
    CYCLES = 10,
    LINES = 64,
    DIGITS = 8, /* for a value in one cycle */
    CHAR_W = 73,
    MARGIN = 16,
    TITLE_H = 48,
    HEADER_H = 24,
    GROUP_H = 26,
    ROW_H = 23,
    CELL_W = 78,
    KIND_W = 66, /* "expected", "actual" */
    SLANT = 5,
    WAVE_HALF = 7, /* half the height of a wave */
};

struct drawing {
    FILE *f;
    const struct assay_window *w;
    int x0; /* left edge of column 0 */
    int y;  /* top of the next row */
};

/* The style applies only below the root's class, so that several pictures in one page do
 * not affect each other. */
static const char style[] =
    ".assay-picture text{font:12px ui-monospace,Menlo,Consolas,'DejaVu Sans "
    "Mono',monospace;fill:#1f2933}\n"
    ".assay-picture .title{font-size:15px;font-weight:bold}\n"
    ".assay-picture .dim{fill:#67737f}\n"
    ".assay-picture .group{font-weight:bold}\n"
    ".assay-picture .mid{text-anchor:middle}\n"
    ".assay-picture .end{text-anchor:end}\n"
    ".assay-picture .small{font-size:11px}\n"
    ".assay-picture .red{fill:#b00020;font-weight:bold}\n"
    ".assay-picture .grid{stroke:#e4e8ec;fill:none}\n"
    ".assay-picture .rule{stroke:#b8c1ca;fill:none}\n"
    ".assay-picture .fail{fill:#fff3c4;stroke:#e0b400}\n"
    ".assay-picture .wave{stroke:#1b5e8c;stroke-width:1.6;fill:none;stroke-linejoin:round}\n"
    ".assay-picture .high{fill:#dcebf7}\n"
    ".assay-picture .bad{fill:#fde3e3}\n"
    ".assay-picture .bus{stroke:#1b5e8c;stroke-width:1.3;fill:#eef5fb;stroke-linejoin:round}\n"
    ".assay-picture .none{stroke:#b8c1ca;stroke-dasharray:2 3;fill:none}\n"
    ".assay-picture .differs{stroke:#c62828;fill:#fde3e3;stroke-width:1.8}\n"
    ".assay-picture .wave.differs{fill:none;stroke-width:2.4}\n"
    ".assay-picture .unknown{stroke:#c62828;fill:#f6b8b8}\n";

static void put(const struct drawing *d, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vfprintf(d->f, format, args);
    va_end(args);
}

static void put_text(const struct drawing *d, int x, int y, const char *class, const char *text)
{
    put(d, "<text x=\"%d\" y=\"%d\" class=\"%s\">", x, y, class);
    assay_xml_put(d->f, text);
    put(d, "</text>\n");
}

static int left_of(const struct drawing *d, unsigned column)
{
    return d->x0 + (int)column * CELL_W;
}

/* --- cells --- */

static void draw_absent(const struct drawing *d, int x, int x2)
{
    const int mid = d->y + ROW_H / 2;

    put(d, "<path class=\"none\" d=\"M%d %dH%d\"/>\n", x, mid, x2);
}

static void draw_wave(const struct drawing *d, const struct assay_window_row *row, bool actual)
{
    const int mid = d->y + ROW_H / 2;
    enum assay_level before = ASSAY_LEVEL_ABSENT;
    struct assay_window_cell c;

    for (unsigned column = 0; column < d->w->n; ++column) {
        const int x = left_of(d, column), x2 = left_of(d, column + 1);
        enum assay_level now;
        int from, to;

        assay_window_cell(d->w, row, column, &c);
        now = assay_window_level(&c, actual);
        to = now == ASSAY_LEVEL_HIGH ? mid - WAVE_HALF : mid + WAVE_HALF;
        from = before == ASSAY_LEVEL_HIGH  ? mid - WAVE_HALF
               : before == ASSAY_LEVEL_LOW ? mid + WAVE_HALF
                                           : to;
        if (now == ASSAY_LEVEL_HIGH || c.differs)
            put(d, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                c.differs ? "bad" : "high", x, mid - WAVE_HALF, x2 - x, 2 * WAVE_HALF);
        if (now == ASSAY_LEVEL_ABSENT) {
            draw_absent(d, x, x2);
        } else if (now == ASSAY_LEVEL_X) {
            put(d, "<path class=\"unknown\" d=\"M%d %dH%dV%dH%dZ\"/>\n", x, mid - WAVE_HALF, x2,
                mid + WAVE_HALF, x);
            put_text(d, (x + x2) / 2, mid + 4, "mid red", "x");
        } else if (from == to) {
            put(d, "<path class=\"wave%s\" d=\"M%d %dH%d\"/>\n", c.differs ? " differs" : "", x, to,
                x2);
        } else {
            put(d, "<path class=\"wave%s\" d=\"M%d %dL%d %dH%d\"/>\n", c.differs ? " differs" : "",
                x, from, x + SLANT, to, x2);
        }
        before = now;
    }
}

/* Whether column b continues the value of column a. */
static bool same_bus(const struct assay_window_cell *a, const struct assay_window_cell *b,
                     bool actual)
{
    if (a->differs != b->differs || a->shown != b->shown ||
        assay_window_level(b, actual) == ASSAY_LEVEL_ABSENT)
        return false;
    if (!actual)
        return memcmp(a->expected, b->expected, sizeof a->expected) == 0;
    return memcmp(a->actual, b->actual, sizeof a->actual) == 0 &&
           memcmp(a->unknown, b->unknown, sizeof a->unknown) == 0;
}

/* Draws a hexagon over the columns in which the value stays the same. */
static void draw_bus(const struct drawing *d, const struct assay_window_row *row, bool actual)
{
    const int mid = d->y + ROW_H / 2, top = mid - WAVE_HALF - 1, bottom = mid + WAVE_HALF + 1;
    struct assay_window_cell c, next;
    char text[ASSAY_VALUE_TEXT];

    for (unsigned column = 0, end; column < d->w->n; column = end) {
        const int x = left_of(d, column);
        int x2;

        assay_window_cell(d->w, row, column, &c);
        end = column + 1;
        if (assay_window_level(&c, actual) == ASSAY_LEVEL_ABSENT) {
            draw_absent(d, x, left_of(d, end));
            continue;
        }
        for (; end < d->w->n; ++end) {
            assay_window_cell(d->w, row, end, &next);
            if (!same_bus(&c, &next, actual))
                break;
        }
        x2 = left_of(d, end);
        put(d, "<path class=\"bus%s\" d=\"M%d %dL%d %dH%dL%d %dL%d %dH%dZ\"/>\n",
            c.differs ? " differs" : "", x, mid, x + SLANT, top, x2 - SLANT, x2, mid, x2 - SLANT,
            bottom, x + SLANT);
        assay_window_text(row, actual ? c.actual : c.expected, actual ? c.unknown : NULL,
                          (unsigned)(x2 - x - 2 * SLANT) * 10 / CHAR_W, text);
        put_text(d, (x + x2) / 2, mid + 4, c.differs ? "mid red" : "mid", text);
    }
}

/* --- rows --- */

static void draw_line(struct drawing *d, const struct assay_window_row *row, bool actual)
{
    if (row->pair)
        put_text(d, d->x0 - 8, d->y + ROW_H / 2 + 4, "end dim small",
                 assay_side_name(assay_lockstep_config(d->w->ls), actual));
    if (assay_window_is_wave(row))
        draw_wave(d, row, actual);
    else
        draw_bus(d, row, actual);
    d->y += ROW_H;
}

static void draw_row(struct drawing *d, const struct assay_window_row *row)
{
    char text[ASSAY_WINDOW_LABEL + 40];

    assay_window_label(row, text);
    put_text(d, MARGIN + 12, d->y + ROW_H / 2 + 4, "", text);
    draw_line(d, row, false);
    if (row->pair)
        draw_line(d, row, true);
    if (row->more) {
        snprintf(text, sizeof text, "and %u more words of %.48s differ", row->more,
                 row->port->name);
        put_text(d, d->x0, d->y + ROW_H / 2 + 4, "dim", text);
        d->y += ROW_H;
    }
}

static void draw_groups(struct drawing *d, int width)
{
    char names[256], text[300];

    for (size_t i = 0; i < d->w->n_groups; ++i) {
        const struct assay_window_group *g = &d->w->group[i];

        if (!g->drawn)
            continue;
        put(d, "<path class=\"rule\" d=\"M%d %d.5H%d\"/>\n", MARGIN, d->y + 4, width - MARGIN);
        put_text(d, MARGIN, d->y + GROUP_H - 6, "group", assay_window_group_name(d->w, g));
        d->y += GROUP_H;
        for (size_t r = g->first; r < g->first + g->n; ++r)
            draw_row(d, &d->w->row[r]);
    }
    if (assay_window_left_out(d->w, names, sizeof names)) {
        snprintf(text, sizeof text, "omitted for lack of space: %s", names);
        put_text(d, MARGIN, d->y + ROW_H - 5, "dim", text);
    }
}

static int height_of(const struct assay_window *w)
{
    int h = TITLE_H + HEADER_H + MARGIN;
    char names[256];

    for (size_t i = 0; i < w->n_groups; ++i) {
        const struct assay_window_group *g = &w->group[i];

        if (!g->drawn)
            continue;
        h += GROUP_H;
        for (size_t r = g->first; r < g->first + g->n; ++r)
            h += ROW_H * (1 + w->row[r].pair + (w->row[r].more != 0));
    }
    if (assay_window_left_out(w, names, sizeof names))
        h += ROW_H;
    return h;
}

/* Draws the grid, the failing cycle's background and the cycle numbers. */
static void draw_cycles(struct drawing *d, int height)
{
    const int top = TITLE_H, bottom = height - MARGIN / 2;
    char number[24];

    if (d->w->failed)
        put(d, "<rect class=\"fail\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
            left_of(d, d->w->n - 1), top, CELL_W, bottom - top);
    for (unsigned column = 0; column <= d->w->n; ++column)
        put(d, "<path class=\"grid\" d=\"M%d.5 %dV%d\"/>\n", left_of(d, column), top, bottom);
    put_text(d, MARGIN, top + 16, "dim", "cycle");
    for (unsigned column = 0; column < d->w->n; ++column) {
        const uint64_t cycle = d->w->first + column;
        int n = snprintf(number, sizeof number, "%" PRIu64, cycle);

        if (n > DIGITS + 2) /* the title shows it in full */
            memcpy(number + n - DIGITS - 2, "..", 2);
        put_text(d, left_of(d, column) + CELL_W / 2, top + 16,
                 d->w->failed && cycle == d->w->fail ? "mid red" : "mid dim",
                 n > DIGITS + 2 ? number + n - DIGITS - 2 : number);
    }
}

static void title_of(const struct assay_window *w, char *text, size_t size, char *below,
                     size_t below_size)
{
    const struct assay_config *c = assay_lockstep_config(w->ls);
    const struct assay_result *r = assay_lockstep_result(w->ls);
    const bool failed = assay_verdict_at_cycle(r->verdict);
    char block[ASSAY_BLOCK_TEXT];
    size_t n;

    assay_block_print(c->block, &c->params, block, sizeof block);
    snprintf(text, size, "%s, seed %" PRIu64 ": %s %s cycle %" PRIu64, block, c->seed,
             assay_verdict_name(r->verdict), failed ? "at" : "up to",
             failed ? r->fail_cycle : w->fail);
    n = (size_t)snprintf(below, below_size, "scenario %.80s, backend %.40s", c->scenario->name,
                         c->backend ? c->backend : "none");
    for (size_t i = 0; i < r->n_differences && n < below_size; ++i)
        n += (size_t)snprintf(below + n, below_size - n, "%s%s",
                              i ? ", " : "; differs: ", r->difference[i].port->name);
}

static void draw(FILE *f, const struct assay_window *w)
{
    const struct assay_config *c = assay_lockstep_config(w->ls);
    const int label = (int)assay_window_label_max(w->block, &c->params) * CHAR_W / 10;
    char title[ASSAY_BLOCK_TEXT + 128], below[512];
    struct drawing d = {.f = f, .w = w, .x0 = MARGIN + 12 + label + KIND_W + 8};
    int width = left_of(&d, w->n) + MARGIN, height = height_of(w), title_width;

    title_of(w, title, sizeof title, below, sizeof below);
    title_width = 2 * MARGIN + (int)strlen(title) * 92 / 10; /* in its larger font */
    if (width < title_width)
        width = title_width;
    put(&d,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"assay-picture\" width=\"%d\" "
        "height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n<title>",
        width, height, width, height);
    assay_xml_put(d.f, title);
    put(&d, "</title>\n<style>\n%s</style>\n", style);
    put(&d, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", width, height);
    put_text(&d, MARGIN, 21, "title", title);
    put_text(&d, MARGIN, 39, "dim", below);
    draw_cycles(&d, height);
    d.y = TITLE_H + HEADER_H;
    draw_groups(&d, width);
    put(&d, "</svg>\n");
}

bool assay_picture_svg(const struct assay_lockstep *ls, const char *path, char *why,
                       size_t why_size)
{
    struct assay_window w;
    struct assay_outfile o;

    if (!assay_window_open(&w, ls, CYCLES, DIGITS)) {
        snprintf(why, why_size, "%s: nothing to draw, no cycle was run", path);
        return false;
    }
    assay_window_fit(&w, LINES, 1);
    if (!assay_outfile_open(&o, path, why, why_size))
        return false;
    draw(o.f, &w);
    return assay_outfile_close(&o, why, why_size);
}
