/*
 * report_html.c - a regression as one HTML page that needs nothing else: no network, no script, no
 * file beside it. Pictures of mismatches are put in as the SVG that the failing run left.
 */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "regress/report_formats.h"
#include "regress/shrink.h"

enum { SVG_MOST = 4 << 20, TREND_RUNS = 60, TREND_WIDTH = 640, TREND_HEIGHT = 120 };

static const char style[] =
    "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:72em;padding:0 1em;"
    "color:#1b1f24;background:#fff}"
    "h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em;border-bottom:1px solid #d0d7de}"
    "table{border-collapse:collapse;margin:.5em 0}"
    "th,td{padding:.25em .7em;border-bottom:1px solid #d8dee4;text-align:left}"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}"
    "code,pre{font:13px/1.4 ui-monospace,monospace}"
    "pre{background:#f6f8fa;padding:.6em;overflow-x:auto;white-space:pre-wrap}"
    ".good{color:#116329}.bad{color:#a40e26;font-weight:600}.dim{color:#57606a}"
    ".verdict{font-size:1.15em;padding:.5em .8em;border-left:.4em solid}"
    ".bar{display:inline-block;width:8em;height:.7em;background:#d8dee4}"
    ".bar span{display:block;height:100%;background:#2da44e}"
    "figure{margin:.5em 0;overflow-x:auto}details{margin:.3em 0}";

static size_t bad_jobs(const size_t *count)
{
    return count[ASSAY_JOB_FAIL] + count[ASSAY_JOB_TIMEOUT] + count[ASSAY_JOB_ERROR];
}

static void cell(FILE *f, const char *text)
{
    fputs("<td>", f);
    assay_print_escaped(f, text);
    fputs("</td>", f);
}

static void head(FILE *f, const struct assay_summary *s)
{
    const bool good = s->count[ASSAY_JOB_PASS] == s->jobs;

    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>assay: ",
          f);
    assay_print_escaped(f, s->run.list);
    fprintf(f,
            "</title>\n<meta name=\"viewport\" content=\"width=device-width\">\n<style>%s</style>\n"
            "</head>\n<body>\n<h1>Regression ",
            style);
    assay_print_escaped(f, s->run.list);
    fprintf(f,
            "</h1>\n<p class=\"verdict %s\">%" PRIu64 " jobs: %zu passed, %zu failed, %zu timed "
            "out, %zu errors, %zu not run</p>\n<p class=\"dim\">begun ",
            good ? "good" : "bad", s->jobs, s->count[ASSAY_JOB_PASS], s->count[ASSAY_JOB_FAIL],
            s->count[ASSAY_JOB_TIMEOUT], s->count[ASSAY_JOB_ERROR], s->count[ASSAY_JOB_NOT_RUN]);
    assay_print_escaped(f, s->run.started);
    if (s->run.finished) {
        fputs(", finished ", f);
        assay_print_escaped(f, s->run.finished);
    } else {
        fputs(", not finished", f);
    }
    fprintf(f, "; seed base %" PRIu64 "; host ", s->run.seed_base);
    assay_print_escaped(f, s->run.host);
    fputs(", ", f);
    assay_print_escaped(f, s->run.system);
    fprintf(f, ", %" PRId64 " cores; assay ", s->run.cores);
    assay_print_escaped(f, s->run.version);
    fputs("</p>\n", f);
}

static void groups(FILE *f, const struct assay_summary *s)
{
    fputs("<h2 id=\"status\">Status by block</h2>\n<table>\n<tr><th>block<th>params<th>backend"
          "<th class=\"n\">jobs<th class=\"n\">passed<th class=\"n\">failed<th class=\"n\">not run"
          "<th class=\"n\">cycles<th class=\"n\">transactions<th class=\"n\">cycles/s</tr>\n",
          f);
    for (size_t i = 0; i < s->n_groups; ++i) {
        const struct assay_group *g = &s->group[i];
        const size_t bad = bad_jobs(g->count);

        fputs("<tr>", f);
        cell(f, g->block);
        cell(f, g->set);
        cell(f, g->backend);
        fprintf(
            f,
            "<td class=\"n\">%" PRIu64 "</td><td class=\"n %s\">%zu</td><td class=\"n %s\">%zu</td>"
            "<td class=\"n\">%zu</td><td class=\"n\">%" PRIu64 "</td><td class=\"n\">%" PRIu64
            "</td><td class=\"n\">",
            g->jobs, g->count[ASSAY_JOB_PASS] == g->jobs ? "good" : "", g->count[ASSAY_JOB_PASS],
            bad ? "bad" : "dim", bad, g->count[ASSAY_JOB_NOT_RUN], g->cycles, g->transactions);
        if (g->seconds > 0)
            fprintf(f, "%.3g", (double)g->cycles / g->seconds);
        fputs("</td></tr>\n", f);
    }
    fputs("</table>\n", f);
}

/* The run's picture, if it left one. Only a file that is an SVG goes into the page, without what is
 * before its element. */
static void picture(FILE *f, const struct assay_summary *s, const struct assay_store_job *j)
{
    static char text[SVG_MOST];
    char path[PATH_MAX];
    const char *svg;
    FILE *in;
    size_t n;

    snprintf(path, sizeof path, "%.3000s/%.500s/%.100s-seed%" PRIu64 ".svg", s->out, j->out,
             j->block, j->seed);
    in = fopen(path, "r");
    if (!in)
        return;
    n = fread(text, 1, sizeof text - 1, in);
    text[n] = '\0';
    svg = strstr(text, "<svg");
    if (svg && n < sizeof text - 1)
        fprintf(f, "<figure>%s</figure>\n", svg);
    fclose(in);
}

/* What `assay shrink` printed: the least that still fails, as transactions. */
static void shrunk(FILE *f, const struct assay_summary *s, const struct assay_store_job *j)
{
    char path[PATH_MAX], line[ASSAY_SUMMARY_LINE];
    FILE *in;

    assay_failure_replay(s->out, j, "min.", path, sizeof path);
    if (!*path)
        return;
    fputs("<p>Shrunk: <code>assay replay ", f);
    assay_print_escaped(f, path);
    fputs("</code></p>\n", f);
    snprintf(path, sizeof path, "%.3000s/%.500s/shrink.txt", s->out, j->out);
    in = fopen(path, "r");
    if (!in)
        return;
    fputs("<pre>", f);
    while (fgets(line, sizeof line, in))
        assay_print_escaped(f, line);
    fputs("</pre>\n", f);
    fclose(in);
}

static void buckets(FILE *f, const struct assay_summary *s)
{
    fputs("<h2 id=\"failures\">Failures</h2>\n", f);
    if (s->n_buckets == 0)
        fputs("<p>None.</p>\n", f);
    for (size_t i = 0; i < s->n_buckets; ++i) {
        const struct assay_bucket *b = &s->bucket[i];
        const struct assay_failure *x = &s->failure[b->best];
        const struct assay_store_job *j = &x->job;

        fputs("<h3 class=\"bad\">", f);
        assay_print_escaped(f, j->block);
        fputs(": ", f);
        assay_print_escaped(f, j->verdict);
        if (*j->port) {
            fputs(", port ", f);
            assay_print_escaped(f, j->port);
        }
        fprintf(f, "</h3>\n<p>%zu of %" PRIu64 " jobs", b->n, s->jobs);
        if (j->fail_cycle >= 0)
            fprintf(f, "; soonest at cycle %" PRId64 ", latest at %" PRIu64, j->fail_cycle,
                    b->last);
        fputs("; the soonest is ", f);
        assay_print_escaped(f, j->params);
        fputs(" on ", f);
        assay_print_escaped(f, j->backend);
        fprintf(f, ", seed %" PRIu64 "</p>\n<pre>", j->seed);
        assay_print_escaped(f, j->reproduce);
        fputs("</pre>\n", f);
        shrunk(f, s, j);
        if (*x->message) {
            fputs("<pre>", f);
            assay_print_escaped(f, x->message);
            fputs("</pre>\n", f);
        }
        picture(f, s, j);
    }
}

/* Names of the bins of a counter, with dots between. */
static void bins(FILE *f, const struct assay_cover_group *g, uint32_t index)
{
    unsigned bin[ASSAY_COVER_AXES];

    assay_cover_bins(g, index, bin);
    for (unsigned a = 0; a < g->n_axes; ++a) {
        if (a)
            fputc('.', f);
        assay_print_escaped(f, g->axes[a]->bins[bin[a]]);
    }
}

static void holes(FILE *f, const struct assay_cover *db)
{
    for (unsigned i = 0; i < db->block->n_groups; ++i) {
        const struct assay_cover_group *g = &db->block->groups[i];
        const struct assay_cover_total t = assay_cover_total(db, i);

        if (t.hit == t.possible)
            continue;
        fputs("<details><summary>", f);
        assay_print_escaped(f, g->name);
        fprintf(f, ": %" PRIu32 " of %" PRIu32 " not hit</summary><code>", t.possible - t.hit,
                t.possible);
        for (uint32_t k = 0; k < assay_cover_size(g); ++k) {
            if (db->count[db->first[i] + k] || !assay_cover_possible(g, k))
                continue;
            bins(f, g, k);
            fputc(' ', f);
        }
        fputs("</code></details>\n", f);
    }
}

static void coverage(FILE *f, const struct assay_summary *s)
{
    bool any = false;

    fputs("<h2 id=\"coverage\">Functional coverage</h2>\n", f);
    for (size_t i = 0; i < s->n_blocks; ++i) {
        struct assay_cover_total t;
        double percent;

        if (!s->cover[i].block)
            continue;
        any = true;
        t = assay_cover_sum(&s->cover[i]);
        percent = assay_cover_percent(t);
        fputs("<p><b>", f);
        assay_print_escaped(f, s->cover[i].block->name);
        fprintf(
            f,
            "</b> <span class=\"bar\"><span style=\"width:%.1f%%\"></span></span> %.1f%%, %" PRIu32
            " of %" PRIu32 " points</p>\n",
            percent, floor(percent * 10) / 10, t.hit, t.possible);
        holes(f, &s->cover[i]);
    }
    if (!any)
        fputs("<p>None stored.</p>\n", f);
}

/* One line through a value of each of the last regressions, 0 at the bottom. */
static void plot(FILE *f, const struct assay_summary *s, const char *name,
                 double (*value)(const struct assay_trend *))
{
    const size_t first = s->n_trends > TREND_RUNS ? s->n_trends - TREND_RUNS : 0;
    const size_t n = s->n_trends - first;
    double most = 0;

    for (size_t i = first; i < s->n_trends; ++i)
        most = fmax(most, value(&s->trend[i]));
    if (most <= 0)
        most = 1;
    fprintf(
        f,
        "<figure><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" role=\"img\">"
        "<title>%s</title><text x=\"4\" y=\"14\" font-size=\"12\">%s, 0 to %.3g, %zu "
        "regressions</text><rect x=\"0\" y=\"20\" width=\"%d\" height=\"%d\" fill=\"#f6f8fa\"/>"
        "<polyline fill=\"none\" stroke=\"#0969da\" stroke-width=\"2\" points=\"",
        TREND_WIDTH, TREND_HEIGHT, name, name, most, n, TREND_WIDTH, TREND_HEIGHT - 20);
    for (size_t i = 0; i < n; ++i)
        fprintf(f, "%.1f,%.1f ",
                n == 1 ? TREND_WIDTH / 2.0 : 8 + (double)i * (TREND_WIDTH - 16) / (double)(n - 1),
                TREND_HEIGHT - 6 - value(&s->trend[first + i]) / most * (TREND_HEIGHT - 36));
    fputs("\"/>", f);
    for (size_t i = 0; i < n; ++i) {
        const struct assay_trend *t = &s->trend[first + i];

        fprintf(f, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#0969da\"><title>",
                n == 1 ? TREND_WIDTH / 2.0 : 8 + (double)i * (TREND_WIDTH - 16) / (double)(n - 1),
                TREND_HEIGHT - 6 - value(t) / most * (TREND_HEIGHT - 36));
        assay_print_escaped(f, t->started);
        fputc(' ', f);
        assay_print_escaped(f, t->list);
        fprintf(f, ": %.4g</title></circle>", value(t));
    }
    fputs("</svg></figure>\n", f);
}

static double pass_rate(const struct assay_trend *t)
{
    return t->jobs ? 100.0 * (double)t->passed / (double)t->jobs : 0;
}

static double speed(const struct assay_trend *t)
{
    return t->seconds > 0 ? (double)t->cycles / t->seconds : 0;
}

static void trends(FILE *f, const struct assay_summary *s)
{
    fputs("<h2 id=\"trends\">Trends over the regressions in this folder</h2>\n", f);
    if (s->n_trends == 0) {
        fputs("<p>None finished yet.</p>\n", f);
        return;
    }
    plot(f, s, "pass rate, percent", pass_rate);
    plot(f, s, "cycles a second of a job", speed);
}

void assay_report_as_html(FILE *f, const struct assay_summary *s)
{
    head(f, s);
    groups(f, s);
    buckets(f, s);
    coverage(f, s);
    trends(f, s);
    fputs("</body>\n</html>\n", f);
}
