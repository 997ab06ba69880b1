/*
 * report_html.c - a regression as one HTML page that needs nothing else: no network, no script, no
 * file beside it. Pictures of mismatches are put in as the SVG that the failing run left. Its policy
 * has the browser refuse whatever would be loaded or run.
 */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/xml.h"
#include "regress/html.h"
#include "regress/report_formats.h"
#include "regress/report_html.h"
#include "regress/shrink.h"

enum { SVG_MOST = 4 << 20, JOBS_MOST = 200 /* of a bucket, by name */ };

static const char style[] =
    "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:72em;padding:0 1em;"
    "color:#1b1f24;background:#fff;overflow-wrap:break-word}"
    "h1{font-size:1.5em}h2{font-size:1.2em;margin-top:2em;border-bottom:1px solid #d0d7de}"
    "h3{font-size:1.05em;margin:1.5em 0 .4em}"
    ".wide{overflow-x:auto}"
    "table{border-collapse:collapse;margin:.5em 0}"
    "th,td{padding:.25em .7em;border-bottom:1px solid #d8dee4;text-align:left;white-space:nowrap}"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}"
    "tr.sum td{border-top:2px solid #8c959f;border-bottom:0;font-weight:600}"
    "code,pre{font:13px/1.4 ui-monospace,monospace}"
    "pre{background:#f6f8fa;padding:.6em;overflow-x:auto}"
    "pre.command,pre.said{white-space:pre-wrap}"
    ".good{color:#116329}.bad{color:#a40e26;font-weight:600}.dim{color:#57606a}"
    ".verdict{font-size:1.15em;padding:.5em .8em;border-left:.4em solid}"
    ".bar{display:inline-block;width:8em;height:.7em;background:#d8dee4}"
    ".bar span{display:block;height:100%;background:#2da44e}"
    "figure{margin:.5em 0;overflow-x:auto}svg.trend,svg.assay-plot{max-width:100%;height:auto}"
    "details{margin:.3em 0}details>*:not(summary){margin:.3em 0 .3em 1.2em}"
    "ul.points{columns:20em;padding:0;list-style:none;font:13px/1.5 ui-monospace,monospace}"
    "ul.points li{break-inside:avoid}"
    ".line{stroke:#d8dee4}.title{fill:#1b1f24}.blue{stroke:#0969da}.dot{fill:#0969da}"
    ":root{color-scheme:light dark}"
    "@media (prefers-color-scheme:dark){"
    "body{color:#e6edf3;background:#0d1117}h2,th,td{border-color:#30363d}"
    "tr.sum td{border-color:#6e7681}pre{background:#161b22}.bar{background:#30363d}"
    ".good{color:#56d364}.bad{color:#ff7b72}.dim{color:#9ea7b3}"
    ".line{stroke:#30363d}.title{fill:#e6edf3}.blue{stroke:#58a6ff}.dot{fill:#58a6ff}"
    "svg.trend{fill:#9ea7b3}}";

static size_t bad_jobs(const size_t *count)
{
    return count[ASSAY_JOB_FAIL] + count[ASSAY_JOB_TIMEOUT] + count[ASSAY_JOB_ERROR];
}

static void cell(FILE *f, const char *text)
{
    fputs("<td>", f);
    assay_xml_put(f, text);
    fputs("</td>", f);
}

static void head(FILE *f, const struct assay_summary *s)
{
    const bool good = s->count[ASSAY_JOB_PASS] == s->jobs;
    const bool compared = s->model_only < s->jobs;

    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>assay: ",
          f);
    assay_xml_put(f, s->run.list);
    fprintf(f,
            "</title>\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            "style-src 'unsafe-inline'\">\n"
            "<meta name=\"viewport\" content=\"width=device-width\">\n<style>%s</style>\n"
            "</head>\n<body>\n<h1>Regression ",
            style);
    assay_xml_put(f, s->run.list);
    fprintf(f,
            "</h1>\n<p class=\"verdict %s\">%" PRIu64 " jobs: %zu passed, %zu failed, %zu timed "
            "out, %zu errors, %zu not run</p>\n",
            good && compared ? "good"
            : good           ? ""
                             : "bad",
            s->jobs, s->count[ASSAY_JOB_PASS], s->count[ASSAY_JOB_FAIL],
            s->count[ASSAY_JOB_TIMEOUT], s->count[ASSAY_JOB_ERROR], s->count[ASSAY_JOB_NOT_RUN]);
    if (s->model_only)
        fprintf(f, "<p>%zu passed, of them %zu compared nothing: model only</p>\n",
                s->count[ASSAY_JOB_PASS], s->model_only);
    fputs("<p class=\"dim\">begun ", f);
    assay_xml_put(f, s->run.started);
    if (s->run.finished) {
        fputs(", finished ", f);
        assay_xml_put(f, s->run.finished);
    } else {
        fputs(", not finished", f);
    }
    fprintf(f, "; seed base %" PRIu64 "; host ", s->run.seed_base);
    assay_xml_put(f, s->run.host);
    fputs(", ", f);
    assay_xml_put(f, s->run.system);
    fprintf(f, ", %" PRId64 " cores; assay ", s->run.cores);
    assay_xml_put(f, s->run.version);
    fputs("</p>\n", f);
}

/* From "jobs" on; the last cells are those of assay_group. */
static void group_cells(FILE *f, const struct assay_group *g)
{
    const size_t bad = bad_jobs(g->count);

    fputs("<td class=\"n\">", f);
    assay_html_count(f, g->jobs);
    fprintf(f, "</td><td class=\"n %s\">", g->count[ASSAY_JOB_PASS] == g->jobs ? "good" : "");
    assay_html_count(f, g->count[ASSAY_JOB_PASS]);
    fprintf(f, "</td><td class=\"n %s\">", bad ? "bad" : "dim");
    assay_html_count(f, bad);
    fprintf(f, "</td><td class=\"n %s\">", g->count[ASSAY_JOB_NOT_RUN] ? "" : "dim");
    assay_html_count(f, g->count[ASSAY_JOB_NOT_RUN]);
    fputs("</td><td class=\"n\">", f);
    assay_html_count(f, g->cycles);
    fputs("</td><td class=\"n\">", f);
    assay_html_count(f, g->transactions);
    fputs("</td><td class=\"n\">", f);
    if (g->seconds > 0)
        assay_html_rate(f, (double)g->cycles / g->seconds);
    fputs("</td></tr>\n", f);
}

static void groups(FILE *f, const struct assay_summary *s)
{
    struct assay_group sum = {.jobs = 0};
    const bool any_rtl = assay_any_rtl(s);
    char rtl[2 * ASSAY_SUMMARY_LINE];

    fputs("<h2 id=\"status\">Status by block</h2>\n", f);
    assay_html_table(f, "");
    fprintf(f, "<tr><th>block%s<th>params<th>backend", any_rtl ? "<th>RTL" : "");
    fputs("<th class=\"n\">jobs<th class=\"n\">passed<th class=\"n\">failed<th class=\"n\">not run"
          "<th class=\"n\">cycles<th class=\"n\">transactions<th class=\"n\">cycles/s</tr>\n",
          f);
    for (size_t i = 0; i < s->n_groups; ++i) {
        const struct assay_group *g = &s->group[i];

        fputs("<tr>", f);
        cell(f, g->block);
        if (any_rtl)
            cell(f, assay_rtl_name(g, rtl, sizeof rtl));
        cell(f, g->set);
        cell(f, g->backend);
        group_cells(f, g);
        for (int k = 0; k < ASSAY_JOB_STATUSES; ++k)
            sum.count[k] += g->count[k];
        sum.jobs += g->jobs;
        sum.cycles += g->cycles;
        sum.transactions += g->transactions;
        sum.seconds += g->seconds;
    }
    fprintf(f, "<tr class=\"sum\"><td>all</td>%s<td></td><td></td>", any_rtl ? "<td></td>" : "");
    group_cells(f, &sum);
    assay_html_end_table(f);
}

/* The run's picture, if it left one. Only a file that is an SVG goes into the page, without what is
 * before its element. */
static void picture(FILE *f, const struct assay_summary *s, const struct assay_store_job *j)
{
    char path[PATH_MAX], *text;
    const char *svg;
    size_t n;

    assay_path(path, sizeof path, "%s/%s/%s-seed%" PRIu64 ".svg", s->out, j->out, j->block,
               j->seed);
    if (assay_read_file(path, SVG_MOST, "a picture", &text, &n, NULL, 0))
        return;
    svg = strstr(text, "<svg");
    if (svg)
        fprintf(f, "<figure>%s</figure>\n", svg);
    free(text);
}

/* What `assay shrink` printed: the least that still fails, as transactions. */
static void shrunk(FILE *f, const struct assay_summary *s, const struct assay_store_job *j)
{
    char path[PATH_MAX], line[ASSAY_SUMMARY_LINE];
    struct assay_text command = {0};
    FILE *in;

    if (!assay_shrunk_command(s->out, j, &command))
        return;
    fputs("<p>Shrunk: <code>", f);
    assay_xml_put(f, assay_text_get(&command));
    fputs("</code></p>\n", f);
    assay_text_free(&command);
    assay_path(path, sizeof path, "%s/%s/shrink.txt", s->out, j->out);
    in = fopen(path, "r");
    if (!in)
        return;
    fputs("<pre>", f);
    while (fgets(line, sizeof line, in))
        assay_xml_put(f, line);
    fputs("</pre>\n", f);
    fclose(in);
}

/* The jobs that failed alike. */
static void members(FILE *f, const struct assay_summary *s, const struct assay_bucket *b)
{
    size_t shown = 0;

    if (b->n < 2)
        return;
    fprintf(f, "<details><summary>all %zu jobs</summary>", b->n);
    assay_html_table(f, "");
    fputs("<tr><th>params<th>scenario<th>backend<th class=\"n\">seed<th class=\"n\">cycle"
          "<th>output</tr>\n",
          f);
    for (size_t i = 0; i < s->n_failures && shown < JOBS_MOST; ++i) {
        const struct assay_store_job *j = &s->failure[i].job;

        if (!assay_in_bucket(s, b, &s->failure[i]))
            continue;
        ++shown;
        fputs("<tr>", f);
        cell(f, j->params);
        cell(f, j->scenario);
        cell(f, j->backend);
        fprintf(f, "<td class=\"n\">%" PRIu64 "</td><td class=\"n\">", j->seed);
        if (j->fail_cycle >= 0)
            assay_html_count(f, (uint64_t)j->fail_cycle);
        fputs("</td>", f);
        cell(f, j->out);
        fputs("</tr>\n", f);
    }
    assay_html_end_table(f);
    if (shown < b->n)
        fprintf(f, "<p>and %zu more</p>", b->n - shown);
    fputs("</details>\n", f);
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
        assay_xml_put(f, j->block);
        fputs(": ", f);
        assay_xml_put(f, j->verdict);
        if (*b->ports) {
            fputs(strchr(b->ports, ',') ? ", ports " : ", port ", f);
            assay_xml_put(f, b->ports);
        }
        fprintf(f, "</h3>\n<p>%zu of %" PRIu64 " jobs", b->n, s->jobs);
        if (j->fail_cycle >= 0)
            fprintf(f, "; soonest at cycle %" PRId64 ", latest at %" PRIu64, j->fail_cycle,
                    b->last);
        fputs("; the soonest is ", f);
        assay_xml_put(f, j->params);
        fputs(" on ", f);
        assay_xml_put(f, j->backend);
        fprintf(f, ", seed %" PRIu64 "</p>\n<p>Reproduce:</p>\n<pre class=\"command\">", j->seed);
        assay_xml_put(f, j->reproduce);
        fputs("</pre>\n", f);
        shrunk(f, s, j);
        if (*x->message) {
            fputs("<pre class=\"said\">", f);
            assay_xml_put(f, x->message);
            fputs("</pre>\n", f);
        }
        picture(f, s, j);
        members(f, s, b);
    }
}

void assay_report_as_html(FILE *f, const struct assay_summary *s)
{
    head(f, s);
    groups(f, s);
    buckets(f, s);
    assay_html_coverage(f, s);
    assay_html_code(f, s);
    assay_html_mutants(f, s);
    assay_html_proofs(f, s);
    assay_html_plots(f, s);
    assay_html_trends(f, s);
    fputs("</body>\n</html>\n", f);
}
