/*
 * test_plot.c - plots: through JSON and back, and the positions of the numbers in their SVG. The
 * axis is read as a person reads it: by the numbers at its marks.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "regress/plot_svg.h"

static struct assay_plot curves(void)
{
    static const double x[] = {3, 6, 12, 40, 100}, y[] = {30, 700, 41.5, 20, 512};
    struct assay_plot p;

    assay_plot_init(&p, ASSAY_PLOT_CURVES, "a <b> & \"c\"", "[¶1]", "threads", "cycles");
    assay_plot_series(&p, "measured", false);
    assay_plot_series(&p, "formula", true);
    assay_plot_line(&p, "stated: fifty", 50);
    p.n = sizeof x / sizeof x[0];
    memcpy(p.x, x, sizeof x);
    memcpy(p.series[0].y, y, sizeof y);
    p.series[1].y[1] = 9;
    p.series[1].y[4] = 99;
    return p;
}

static struct assay_plot bars(enum assay_plot_kind kind)
{
    static const double y[2][3] = {{25, 50, 12.5}, {75, 0, 40}};
    struct assay_plot p;

    assay_plot_init(&p, kind, "shares", "", "", "percent");
    p.n = 3;
    for (size_t i = 0; i < p.n; ++i)
        snprintf(p.category[i], sizeof p.category[i], "scene %zu", i);
    for (size_t s = 0; s < 2; ++s) {
        assay_plot_series(&p, s ? "rest" : "range", false);
        memcpy(p.series[s].y, y[s], sizeof y[s]);
    }
    return p;
}

/* --- JSON --- */

static void assert_same(const struct assay_plot *a, const struct assay_plot *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_string_equal(a->title, b->title);
    assert_string_equal(a->source, b->source);
    assert_string_equal(a->x_label, b->x_label);
    assert_string_equal(a->y_label, b->y_label);
    assert_int_equal(a->log_x, b->log_x);
    assert_int_equal(a->log_y, b->log_y);
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->n_series, b->n_series);
    assert_int_equal(a->n_lines, b->n_lines);
    for (size_t i = 0; i < a->n; ++i) {
        assert_true(a->x[i] == b->x[i]);
        assert_string_equal(a->category[i], b->category[i]);
    }
    for (size_t s = 0; s < a->n_series; ++s) {
        assert_string_equal(a->series[s].name, b->series[s].name);
        assert_int_equal(a->series[s].stated, b->series[s].stated);
        for (size_t i = 0; i < a->n; ++i) {
            const double u = a->series[s].y[i], v = b->series[s].y[i];

            assert_true(u == v || (isnan(u) && isnan(v)));
        }
    }
    for (size_t i = 0; i < a->n_lines; ++i) {
        assert_string_equal(a->line[i].name, b->line[i].name);
        assert_true(a->line[i].y == b->line[i].y);
    }
}

static void test_round_trip(void **state)
{
    struct assay_plot plot[] = {curves(), curves(), bars(ASSAY_PLOT_STACK), bars(ASSAY_PLOT_BARS)};
    struct assay_plots list = {cJSON_CreateArray()};
    struct assay_plot again;
    char *text;
    cJSON *json;

    (void)state;
    plot[1].log_x = plot[1].log_y = true;
    for (int i = 0; i < 4; ++i)
        assert_true(assay_plots_add(&list, &plot[i]));
    text = cJSON_PrintUnformatted(list.json);
    cJSON_Delete(list.json);
    json = cJSON_Parse(text);
    free(text);
    assert_int_equal(cJSON_GetArraySize(json), 4);
    for (int i = 0; i < 4; ++i) {
        assert_true(assay_plot_read(cJSON_GetArrayItem(json, i), &again));
        assert_same(&plot[i], &again);
    }
    cJSON_Delete(json);
}

#define HEAD "\"title\":\"t\",\"source\":\"\",\"x_label\":\"x\",\"y_label\":\"y\""

static bool reads(const char *text)
{
    cJSON *json = cJSON_Parse(text);
    struct assay_plot p;
    bool good;

    assert_non_null(json);
    good = assay_plot_read(json, &p);
    cJSON_Delete(json);
    return good;
}

static void test_refused(void **state)
{
    static const char *const bad[] = {
        "[]",
        "{}",
        "{\"plot\":\"pie\"," HEAD ",\"x\":[1]}",
        "{\"plot\":\"curves\",\"title\":5,\"x\":[1]}",
        "{\"plot\":\"curves\"," HEAD "}",
        "{\"plot\":\"curves\"," HEAD ",\"x\":[2,1]}",
        "{\"plot\":\"curves\"," HEAD ",\"x\":[1,1]}",
        "{\"plot\":\"curves\"," HEAD ",\"x\":[\"1\"]}",
        "{\"plot\":\"stack\"," HEAD ",\"x\":[1]}",
        "{\"plot\":\"curves\"," HEAD ",\"log_x\":true,\"x\":[0]}",
        "{\"plot\":\"curves\"," HEAD ",\"x\":[1],\"series\":[{\"name\":\"s\",\"y\":[1,2]}]}",
        "{\"plot\":\"curves\"," HEAD ",\"x\":[1],\"series\":[{\"name\":\"s\",\"y\":[-1]}]}",
        "{\"plot\":\"curves\"," HEAD ",\"x\":[1],\"series\":[{\"name\":\"s\",\"y\":[1e999]}]}",
        "{\"plot\":\"curves\"," HEAD ",\"x\":[1],\"series\":[{\"y\":[1]}]}",
        "{\"plot\":\"curves\"," HEAD ",\"log_y\":true,\"x\":[1],\"series\":[{\"name\":\"s\",\"y\":"
        "[0]}]}",
        "{\"plot\":\"curves\"," HEAD ",\"x\":[1],\"lines\":[{\"name\":\"l\"}]}",
        "{\"plot\":\"curves\"," HEAD ",\"x\":[1],\"lines\":[{\"name\":\"l\",\"y\":1},{\"name\":"
        "\"l\",\"y\":1},{\"name\":\"l\",\"y\":1}]}",
        "{\"plot\":\"curves\"," HEAD ",\"x\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,"
        "21,22,23,24,25,26,27,28,29,30,31,32,33]}",
    };

    (void)state;
    assert_true(
        reads("{\"plot\":\"curves\"," HEAD ",\"x\":[1],\"series\":[{\"name\":\"s\",\"y\":[1]}]}"));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
        if (reads(bad[i]))
            fail_msg("taken as a plot: %s", bad[i]);
}

/* --- SVG --- */

static char *draw(const struct assay_plot *p)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);

    assert_non_null(f);
    assay_plot_svg(f, p);
    assert_int_equal(fclose(f), 0);
    return text;
}

static double attribute(const char *element, const char *name)
{
    char head[32];
    const char *at;

    snprintf(head, sizeof head, " %s=\"", name);
    at = strstr(element, head);
    assert_non_null(at);
    return strtod(at + strlen(head), NULL);
}

static size_t count(const char *text, const char *part)
{
    size_t n = 0;

    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        ++n;
    return n;
}

/* The numbers at an axis and their positions: left of the area (anchor end) or below it
 * (middle). */
struct scale {
    bool log;
    size_t n;
    double value[32], place[32];
};

static struct scale scale_of(const char *svg, bool vertical, bool log)
{
    const char *anchor = vertical ? "text-anchor=\"end\">" : "text-anchor=\"middle\">";
    struct scale s = {.log = log};

    for (const char *at = svg; (at = strstr(at, "<text x=")); ++at) {
        const char *close = strchr(at, '>');
        char *end;
        double v;

        if (strncmp(close + 1 - strlen(anchor), anchor, strlen(anchor)) != 0)
            continue;
        v = strtod(close + 1, &end);
        if (end == close + 1 || *end != '<')
            continue; /* text, not a number */
        assert_true(s.n < 32);
        s.value[s.n] = v;
        s.place[s.n++] = vertical ? attribute(at, "y") - 4 : attribute(at, "x");
    }
    assert_true(s.n >= 3);
    return s;
}

/* Returns the value at a position, interpolated from the marks around it. */
static double read_at(const struct scale *s, double place)
{
    const size_t last = s->n - 1;
    const double share = (place - s->place[0]) / (s->place[last] - s->place[0]);

    if (s->log)
        return s->value[0] * pow(s->value[last] / s->value[0], share);
    return s->value[0] + share * (s->value[last] - s->value[0]);
}

/* Asserts that the value read at `place` is v, to within about a tenth of a pixel. */
static void assert_read(const struct scale *s, double place, double v)
{
    const double got = read_at(s, place);
    const double span = s->value[s->n - 1] - s->value[0];

    if (fabs(got - v) > (s->log ? 0.01 * v : 0.002 * span))
        fail_msg("%g is drawn where %g is", v, got);
}

static void hold_curves(const struct assay_plot *p)
{
    char *svg = draw(p);
    const struct scale x = scale_of(svg, false, p->log_x), y = scale_of(svg, true, p->log_y);
    const char *at = svg;
    const char *line = strstr(svg, "<line class=\"r\"");
    const char *frame = strstr(svg, "<line class=\"g\""); /* the lowest one, on the axis */
    const double left = attribute(frame, "x1"), right = attribute(frame, "x2");
    const double bottom = attribute(frame, "y1"), top = 50; /* below the title */

    /* The marks are spaced as their numbers say. */
    for (size_t i = 0; i < x.n; ++i)
        assert_read(&x, x.place[i], x.value[i]);
    for (size_t i = 0; i < y.n; ++i)
        assert_read(&y, y.place[i], y.value[i]);
    for (size_t i = 0; i < p->n; ++i) {
        at = strstr(at, "<circle class=\"f s0\"");
        assert_non_null(at);
        assert_read(&x, attribute(at, "cx"), p->x[i]);
        assert_read(&y, attribute(at, "cy"), p->series[0].y[i]);
        assert_true(attribute(at, "cx") >= left && attribute(at, "cx") <= right);
        assert_true(attribute(at, "cy") >= top && attribute(at, "cy") <= bottom);
        ++at;
    }
    /* One more circle is in the legend. Stated values have no marks; missing ones are not drawn. */
    assert_int_equal(count(svg, "<circle"), p->n + 1);
    assert_null(strstr(svg, "<path class=\"f s1\""));
    at = strstr(svg, "<polyline class=\"c s1 d\" points=\"");
    assert_non_null(at);
    at = strchr(at, '"') + 1;
    at = strstr(at, "points=\"") + strlen("points=\"");
    for (size_t i = 0; i < p->n; ++i) {
        char *end;
        double px;

        if (isnan(p->series[1].y[i]))
            continue;
        px = strtod(at, &end);
        assert_int_equal(*end, ',');
        assert_read(&x, px, p->x[i]);
        assert_read(&y, strtod(end + 1, &end), p->series[1].y[i]);
        assert_int_equal(*end, ' ');
        at = end + 1;
    }
    assert_int_equal(*at, '"');
    assert_non_null(line);
    assert_read(&y, attribute(line, "y1"), p->line[0].y);
    assert_read(&y, attribute(line, "y2"), p->line[0].y);
    free(svg);
}

static void test_curves(void **state)
{
    struct assay_plot p = curves();

    (void)state;
    for (int log = 0; log < 4; ++log) {
        p.log_x = log & 1;
        p.log_y = log >> 1;
        hold_curves(&p);
    }
}

/* The parts of a stack stand on each other; bars side by side stand on the axis. */
static void test_bars(void **state)
{
    (void)state;
    for (int stack = 0; stack < 2; ++stack) {
        const struct assay_plot p = bars(stack ? ASSAY_PLOT_STACK : ASSAY_PLOT_BARS);
        char *svg = draw(&p);
        const struct scale y = scale_of(svg, true, false);
        const char *at = svg;
        double before = 0;

        for (size_t i = 0; i < p.n; ++i) {
            double below = 0;

            for (size_t s = 0; s < 2; ++s) {
                double bottom, left;

                at = strstr(at, "<rect class=\"f s");
                assert_non_null(at);
                assert_int_equal(at[16], '0' + (int)s);
                bottom = attribute(at, "y") + attribute(at, "height");
                left = attribute(at, "x");
                assert_read(&y, bottom, below);
                assert_read(&y, attribute(at, "y"), below + p.series[s].y[i]);
                if (stack)
                    below += p.series[s].y[i];
                if (!stack || s == 0)
                    assert_true(left > before);
                before = left + attribute(at, "width") - 0.2; /* positions are rounded */
                ++at;
            }
        }
        assert_int_equal(count(svg, "<rect"), 3 * 2 + 2);
        for (size_t i = 0; i < p.n; ++i)
            assert_non_null(strstr(svg, p.category[i]));
        free(svg);
    }
}

static void test_texts(void **state)
{
    static const char *const wanted[] = {
        ">a &lt;b&gt; &amp; &quot;c&quot;<",
        ">[¶1]<",
        ">threads<",
        ">cycles<",
        ">measured<",
        ">formula<",
        ">stated: fifty<",
        "prefers-color-scheme:dark",
    };
    const struct assay_plot p = curves();
    char *svg = draw(&p);

    (void)state;
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; ++i)
        if (!strstr(svg, wanted[i]))
            fail_msg("not in the picture: %s", wanted[i]);
    assert_int_equal(strncmp(svg, "<svg ", 5), 0);
    assert_string_equal(svg + strlen(svg) - 6, "</svg>");
    assert_null(strstr(svg, "script"));
    free(svg);
}

/* No points, no series, only holes, one point: no number of the picture is a NaN. */
static void test_little(void **state)
{
    struct assay_plot p[5];

    (void)state;
    p[0] = curves();
    p[0].n = 0;
    p[1] = curves();
    p[1].n_series = 0;
    p[2] = bars(ASSAY_PLOT_STACK);
    p[2].n_series = 1;
    p[2].series[0].y[0] = p[2].series[0].y[1] = p[2].series[0].y[2] = (double)NAN;
    p[3] = curves();
    p[3].n = 1;
    p[3].log_x = p[3].log_y = true;
    p[4] = bars(ASSAY_PLOT_BARS);
    p[4].n = p[4].n_series = 1;
    p[4].series[0].y[0] = 0;
    for (int i = 0; i < 5; ++i) {
        char *svg = draw(&p[i]);

        /* A stack of holes has height 0, which is a number. */
        assert_int_equal(strstr(svg, ">no numbers<") != NULL, i < 2);
        assert_null(strstr(svg, "nan"));
        assert_null(strstr(svg, "inf"));
        assert_string_equal(svg + strlen(svg) - 6, "</svg>");
        free(svg);
    }
}

/* Numbers of any size have marks at round numbers, and not too many of them. */
static void test_sizes(void **state)
{
    (void)state;
    for (int decade = -3; decade <= 9; ++decade) {
        for (int lead = 1; lead <= 9; ++lead) {
            struct assay_plot p = curves();
            const double most = lead * pow(10, decade);
            struct scale y;
            char *svg;

            p.n_lines = 0;
            for (size_t i = 0; i < p.n; ++i)
                p.series[0].y[i] = most * (double)(i + 1) / (double)p.n;
            p.n_series = 1;
            svg = draw(&p);
            y = scale_of(svg, true, false);
            assert_in_range(y.n, 4, 8);
            assert_true(y.value[0] == 0 && y.value[y.n - 1] >= most * 0.999);
            assert_true(y.value[y.n - 1] <= 1.6 * most);
            free(svg);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_curves),     cmocka_unit_test(test_bars),
        cmocka_unit_test(test_texts),      cmocka_unit_test(test_little),
        cmocka_unit_test(test_sizes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
