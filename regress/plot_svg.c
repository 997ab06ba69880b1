#include "regress/plot_svg.h"

#include <math.h>
#include <string.h>

#include "base/xml.h"

/* In pixels; the picture shrinks with the window. */
enum {
    WIDTH = 720,
    LEFT = 64, /* left edge of the plot area */
    RIGHT = WIDTH - 16,
    TOP = 64,
    AREA = 220,
    BOTTOM = TOP + AREA,
    BELOW = 48,   /* room below the area for numbers and the label */
    SLANTED = 92, /* the same, with slanted category names */
    LEGEND = 18,  /* height of a row */
    CHARACTER = 7 /* maximum width in the legend */
};

/* Dashes and marker shapes tell series apart where colours do not. */
static const char style[] =
    ".assay-plot{color-scheme:light dark;font:12px system-ui,sans-serif}"
    ".assay-plot text{fill:#57606a}.assay-plot .t{fill:#1b1f24;font-size:14px}"
    ".assay-plot .g{stroke:#d8dee4}.assay-plot .a{stroke:#8c959f}"
    ".assay-plot .r{stroke:#a40e26;stroke-width:1.5;stroke-dasharray:2 4}"
    ".assay-plot text.rt{fill:#a40e26;paint-order:stroke;stroke:Canvas;stroke-width:4}"
    ".assay-plot .c{fill:none;stroke-width:2}.assay-plot .d{stroke-dasharray:7 4}"
    ".assay-plot .s0{--c:#0969da}.assay-plot .s1{--c:#bc4c00}.assay-plot .s2{--c:#1a7f37}"
    ".assay-plot .s3{--c:#8250df}.assay-plot .s4{--c:#9a6700}.assay-plot .s5{--c:#bf3989}"
    ".assay-plot .s6{--c:#6e7781}.assay-plot .s7{--c:#0b7285}"
    ".assay-plot .c{stroke:var(--c)}.assay-plot .f{fill:var(--c)}"
    "@media (prefers-color-scheme:dark){"
    ".assay-plot text{fill:#9ea7b3}.assay-plot .t{fill:#e6edf3}"
    ".assay-plot .g{stroke:#30363d}.assay-plot .a{stroke:#6e7681}"
    ".assay-plot .r{stroke:#ff7b72}.assay-plot text.rt{fill:#ff7b72}"
    ".assay-plot .s0{--c:#58a6ff}.assay-plot .s1{--c:#ffa657}.assay-plot .s2{--c:#56d364}"
    ".assay-plot .s3{--c:#bc8cff}.assay-plot .s4{--c:#e3b341}.assay-plot .s5{--c:#ff9bce}"
    ".assay-plot .s6{--c:#8b949e}.assay-plot .s7{--c:#39c5cf}}";

struct axis {
    bool log;
    double low, high; /* values at the ends */
    double from, to;  /* positions of the ends, in pixels */
};

static double at(const struct axis *a, double v)
{
    const double share =
        a->log ? log2(v / a->low) / log2(a->high / a->low) : (v - a->low) / (a->high - a->low);

    return a->from + share * (a->to - a->from);
}

double assay_round_up(double v)
{
    static const double steps[] = {1, 2, 5};
    const double decade = pow(10, floor(log10(v)));

    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i)
        if (v <= steps[i] * decade)
            return steps[i] * decade;
    return 10 * decade;
}

static double step_of(const struct axis *a)
{
    return a->log ? 0 : assay_round_up((a->high - a->low) / 6);
}

/* Choose round ends for an axis that shows low..high. */
static void fit(struct axis *a, double low, double high)
{
    if (a->log) {
        a->low = exp2(floor(log2(low)));
        a->high = exp2(ceil(log2(high)));
        if (a->high <= a->low)
            a->high = 2 * a->low;
        return;
    }
    a->low = 0;
    a->high = high > 0 ? high : 1;
    a->high = ceil(a->high / step_of(a) - 1e-9) * step_of(a);
}

/* The value of tick `i`, counted from the lower end of the axis. Returns false beyond the upper
 * end. */
static bool tick(const struct axis *a, int i, double *v)
{
    if (a->log)
        *v = a->low * exp2((log2(a->high / a->low) > 8 ? 2 : 1) * i);
    else
        *v = a->low + i * step_of(a);
    return *v <= a->high * (1 + 1e-9);
}

static void text(FILE *f, double x, double y, const char *anchor, const char *class, const char *s)
{
    fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>", x, y, anchor, class);
    assay_xml_put(f, s);
    fputs("</text>", f);
}

/* --- values --- */

static bool is_bars(const struct assay_plot *p)
{
    return p->kind != ASSAY_PLOT_CURVES;
}

static double sum_at(const struct assay_plot *p, size_t i)
{
    double sum = 0;

    for (size_t s = 0; s < p->n_series; ++s)
        if (isfinite(p->series[s].y[i]))
            sum += p->series[s].y[i];
    return sum;
}

static bool extent(const struct assay_plot *p, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < p->n; ++i) {
        for (size_t s = 0; s < p->n_series; ++s) {
            const double y = p->kind == ASSAY_PLOT_STACK ? sum_at(p, i) : p->series[s].y[i];

            if (isfinite(y)) {
                *low = fmin(*low, y);
                *high = fmax(*high, y);
            }
        }
    }
    if (!isfinite(*low))
        return false;
    for (size_t i = 0; i < p->n_lines; ++i) {
        *low = fmin(*low, p->line[i].y);
        *high = fmax(*high, p->line[i].y);
    }
    return true;
}

/* --- parts --- */

static void grid(FILE *f, const struct assay_plot *p, const struct axis *x, const struct axis *y)
{
    char number[32];
    double v;

    for (int i = 0; tick(y, i, &v); ++i) {
        fprintf(f, "<line class=\"g\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>", LEFT,
                at(y, v), RIGHT, at(y, v));
        snprintf(number, sizeof number, "%.6g", v);
        text(f, LEFT - 8, at(y, v) + 4, "end", "", number);
    }
    for (int i = 0; !is_bars(p) && tick(x, i, &v); ++i) {
        fprintf(f, "<line class=\"a\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>", at(x, v),
                BOTTOM, at(x, v), BOTTOM + 4);
        snprintf(number, sizeof number, "%.6g", v);
        text(f, at(x, v), BOTTOM + 18, "middle", "", number);
    }
    fprintf(f, "<line class=\"a\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", LEFT, BOTTOM, RIGHT,
            BOTTOM);
    if (*p->x_label)
        text(f, (LEFT + RIGHT) / 2.0, BOTTOM + 38, "middle", "", p->x_label);
}

/* The tooltip of a point. */
static void tip(FILE *f, const struct assay_plot *p, size_t s, size_t i)
{
    fputs("<title>", f);
    assay_xml_put(f, p->series[s].name);
    if (is_bars(p)) {
        fputs(", ", f);
        assay_xml_put(f, p->category[i]);
    } else {
        fprintf(f, " at %.6g", p->x[i]);
    }
    fprintf(f, ": %.6g</title>", p->series[s].y[i]);
}

/* The marker of a series at a point. */
static void mark(FILE *f, size_t s, double x, double y)
{
    static const char *const shapes[] = {"M-4 -4h8v8h-8z", "M0 -5l5 9h-10z",
                                         "M0 -5l5 5l-5 5l-5 -5z", "M-5 -4h10l-5 9z"};

    if (s % 5 == 0)
        fprintf(f, "<circle class=\"f s%zu\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\">", s, x, y);
    else
        fprintf(f, "<path class=\"f s%zu\" transform=\"translate(%.1f %.1f)\" d=\"%s\">", s, x, y,
                shapes[s % 5 - 1]);
}

static void end_mark(FILE *f, size_t s)
{
    fputs(s % 5 == 0 ? "</circle>" : "</path>", f);
}

static void curve(FILE *f, const struct assay_plot *p, size_t s, const struct axis *x,
                  const struct axis *y)
{
    const struct assay_plot_series *c = &p->series[s];

    fprintf(f, "<polyline class=\"c s%zu%s\" points=\"", s, c->stated ? " d" : "");
    for (size_t i = 0; i < p->n; ++i)
        if (isfinite(c->y[i]))
            fprintf(f, "%.1f,%.1f ", at(x, p->x[i]), at(y, c->y[i]));
    fputs("\"/>", f);
    for (size_t i = 0; i < p->n && !c->stated; ++i) {
        if (!isfinite(c->y[i]))
            continue;
        mark(f, s, at(x, p->x[i]), at(y, c->y[i]));
        tip(f, p, s, i);
        end_mark(f, s);
    }
}

static void bar(FILE *f, const struct assay_plot *p, size_t s, size_t i, double x, double width,
                double top, double bottom)
{
    fprintf(f, "<rect class=\"f s%zu\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">", s, x,
            top, width, bottom - top);
    tip(f, p, s, i);
    fputs("</rect>", f);
}

static void bars(FILE *f, const struct assay_plot *p, const struct axis *y)
{
    const double slot = (double)(RIGHT - LEFT) / (double)p->n, room = slot * 0.7;
    const bool stack = p->kind == ASSAY_PLOT_STACK;
    const double width = stack ? room : room / (double)p->n_series;

    for (size_t i = 0; i < p->n; ++i) {
        const double left = LEFT + slot * ((double)i + 0.15);
        double below = 0;

        for (size_t s = 0; s < p->n_series; ++s) {
            const double v = p->series[s].y[i];

            if (!isfinite(v))
                continue;
            bar(f, p, s, i, stack ? left : left + width * (double)s, width, at(y, below + v),
                at(y, below));
            if (stack)
                below += v;
        }
        fprintf(f, "<text transform=\"translate(%.1f %d) rotate(-28)\" text-anchor=\"end\">",
                left + room / 2 + 6, BOTTOM + 16);
        assay_xml_put(f, p->category[i]);
        fputs("</text>", f);
    }
}

static void lines(FILE *f, const struct assay_plot *p, const struct axis *y)
{
    for (size_t i = 0; i < p->n_lines; ++i) {
        const double h = at(y, p->line[i].y);

        fprintf(f, "<line class=\"r\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>", LEFT, h,
                RIGHT, h);
        text(f, RIGHT - 4, h - 5, "end", " class=\"rt\"", p->line[i].name);
    }
}

/* Print the names of the series from left to right, in as many rows as needed. Returns the
 * number of rows; `f` NULL only counts them. */
static int legend(FILE *f, const struct assay_plot *p, int top)
{
    int x = LEFT, row = 0;

    for (size_t s = 0; s < p->n_series; ++s) {
        const struct assay_plot_series *c = &p->series[s];
        const int width = 48 + CHARACTER * (int)strlen(c->name);
        const int y = top + row * LEGEND;

        if (x > LEFT && x + width > RIGHT) {
            x = LEFT;
            ++row;
            --s;
            continue;
        }
        if (f && is_bars(p)) {
            fprintf(f, "<rect class=\"f s%zu\" x=\"%d\" y=\"%d\" width=\"22\" height=\"10\"/>", s,
                    x, y - 9);
        } else if (f) {
            fprintf(f, "<path class=\"c s%zu%s\" d=\"M%d %dh26\"/>", s, c->stated ? " d" : "", x,
                    y - 4);
            if (!c->stated) {
                mark(f, s, x + 13, y - 4);
                end_mark(f, s);
            }
        }
        if (f)
            text(f, x + 32, y, "start", "", c->name);
        x += width;
    }
    return row + 1;
}

void assay_plot_svg(FILE *f, const struct assay_plot *p)
{
    struct axis x = {.log = p->log_x, .from = LEFT + 12, .to = RIGHT - 12};
    struct axis y = {.log = p->log_y, .from = BOTTOM, .to = TOP};
    const int below = BOTTOM + (is_bars(p) ? SLANTED : BELOW);
    const int height = below + LEGEND * legend(NULL, p, 0) + 8;
    double low, high;

    fprintf(f,
            "<svg class=\"assay-plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "width=\"%d\" height=\"%d\" role=\"img\"><style>%s</style><title>",
            WIDTH, height, WIDTH, height, style);
    assay_xml_put(f, p->title);
    fputs("</title>", f);
    text(f, LEFT, 16, "start", " class=\"t\"", p->title);
    text(f, LEFT, 32, "start", "", p->source);
    text(f, 8, TOP - 14, "start", "", p->y_label);
    if (!extent(p, &low, &high)) {
        text(f, (LEFT + RIGHT) / 2.0, TOP + AREA / 2.0, "middle", "", "no numbers");
        fputs("</svg>", f);
        return;
    }
    fit(&y, low, high);
    if (!is_bars(p))
        fit(&x, p->x[0], p->x[p->n - 1]);
    grid(f, p, &x, &y);
    if (is_bars(p))
        bars(f, p, &y);
    for (size_t s = 0; s < p->n_series && !is_bars(p); ++s)
        curve(f, p, s, &x, &y);
    lines(f, p, &y);
    legend(f, p, below + 8);
    fputs("</svg>", f);
}
