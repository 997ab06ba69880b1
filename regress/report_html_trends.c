/* report_html_trends.c - pass rate and speed over the folder's regressions, drawn as SVG. */
#include <math.h>

#include "base/xml.h"
#include "regress/html.h"
#include "regress/plot_svg.h"
#include "regress/report_formats.h"
#include "regress/report_html.h"

/* In pixels; the picture shrinks with the window. */
enum {
    RUNS = 60,
    WIDTH = 720,
    HEIGHT = 150,
    LEFT = 64, /* left edge of the plot area */
    RIGHT = WIDTH - 16,
    TOP = 28,
    BOTTOM = HEIGHT - 26,
    DATE = 10 /* length of the date in 2026-01-31T23:59:59Z */
};

struct plot {
    const struct assay_trend *trend;
    size_t n;
    double most; /* value at the upper edge */
    double (*value)(const struct assay_trend *);
};

static double pass_rate(const struct assay_trend *t)
{
    return t->jobs ? 100.0 * (double)t->passed / (double)t->jobs : 0;
}

static double speed(const struct assay_trend *t)
{
    return t->seconds > 0 ? (double)t->cycles / t->seconds : 0;
}

static double x_of(const struct plot *p, size_t i)
{
    return p->n == 1 ? (LEFT + RIGHT) / 2.0
                     : LEFT + 8 + (double)i * (RIGHT - LEFT - 16) / (double)(p->n - 1);
}

static double y_of(const struct plot *p, size_t i)
{
    return BOTTOM - p->value(&p->trend[i]) / p->most * (BOTTOM - TOP);
}

static void axes(FILE *f, const struct plot *p)
{
    for (int i = 0; i <= 2; ++i) {
        const int y = BOTTOM - i * (BOTTOM - TOP) / 2;

        fprintf(f,
                "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" class=\"line\"/>"
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">",
                LEFT, y, RIGHT, y, LEFT - 8, y + 4);
        assay_html_rate(f, p->most * i / 2);
        fputs("</text>", f);
    }
    fprintf(f, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%.*s</text>", x_of(p, 0), HEIGHT - 6,
            p->n == 1 ? "middle" : "start", DATE, p->trend[0].started);
    if (p->n > 1)
        fprintf(f, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"end\">%.*s</text>", x_of(p, p->n - 1),
                HEIGHT - 6, DATE, p->trend[p->n - 1].started);
}

static void draw(FILE *f, const struct plot *p, const char *name)
{
    fprintf(f,
            "<figure><svg class=\"trend\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d "
            "%d\" width=\"%d\" height=\"%d\" role=\"img\" font-size=\"12\" fill=\"#57606a\">"
            "<title>%s</title><text x=\"%d\" y=\"14\" class=\"title\">%s</text>",
            WIDTH, HEIGHT, WIDTH, HEIGHT, name, LEFT, name);
    axes(f, p);
    fputs("<polyline fill=\"none\" class=\"blue\" stroke-width=\"2\" points=\"", f);
    for (size_t i = 0; i < p->n; ++i)
        fprintf(f, "%.1f,%.1f ", x_of(p, i), y_of(p, i));
    fputs("\"/>", f);
    for (size_t i = 0; i < p->n; ++i) {
        fprintf(f, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" class=\"dot\"><title>", x_of(p, i),
                y_of(p, i));
        assay_xml_put(f, p->trend[i].started);
        fputc(' ', f);
        assay_xml_put(f, p->trend[i].list);
        fprintf(f, ": %.4g</title></circle>", p->value(&p->trend[i]));
    }
    fputs("</svg></figure>\n", f);
}

void assay_html_trends(FILE *f, const struct assay_summary *s)
{
    const size_t first = s->n_trends > RUNS ? s->n_trends - RUNS : 0;
    struct plot p = {s->trend + first, s->n_trends - first, 100, pass_rate};
    double most = 0;

    if (p.n == 0) {
        fputs("<p>None finished yet.</p>\n", f);
        return;
    }
    fprintf(f, "<p class=\"dim\">%zu finished%s</p>\n", s->n_trends,
            first ? "; the newest are drawn" : "");
    draw(f, &p, "jobs that passed, percent");
    for (size_t i = 0; i < p.n; ++i)
        most = fmax(most, speed(&p.trend[i]));
    p.most = most > 0 ? assay_round_up(most) : 1;
    p.value = speed;
    draw(f, &p, "cycles per second of job time");
}
