/*
 * report_html_status.c - the jobs by block, parameters and backend, with failing rows first and
 * passing ones folded by block. Also the regression as a whole: what it ran with, how long it took,
 * what changed.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/xml.h"
#include "regress/html.h"
#include "regress/report_html.h"

enum { SLOWEST = 10 };

static size_t bad_jobs(const size_t *count)
{
    return count[ASSAY_JOB_FAIL] + count[ASSAY_JOB_TIMEOUT] + count[ASSAY_JOB_ERROR];
}

static bool all_passed(const struct assay_group *g)
{
    return g->count[ASSAY_JOB_PASS] == g->jobs;
}

/* --- rows --- */

static void table_head(FILE *f, bool any_rtl)
{
    assay_html_table(f);
    fprintf(f, "<tr><th scope=\"col\">block%s<th scope=\"col\">params<th scope=\"col\">backend",
            any_rtl ? "<th scope=\"col\">RTL" : "");
    fputs("<th scope=\"col\" class=\"n\">jobs<th scope=\"col\" class=\"n\">passed"
          "<th scope=\"col\" class=\"n\">failed<th scope=\"col\" class=\"n\">not run"
          "<th scope=\"col\" class=\"n\">cycles<th scope=\"col\" class=\"n\">transactions"
          "<th scope=\"col\" class=\"n\">cycles/s<th scope=\"col\">failures</tr>\n",
          f);
}

/* The cells from "jobs" on. */
static void counts(FILE *f, const struct assay_group *g)
{
    const size_t bad = bad_jobs(g->count);

    fputs("<td class=\"n\">", f);
    assay_html_count(f, g->jobs);
    fprintf(f, "</td><td class=\"n %s\">", all_passed(g) ? "good" : "");
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
    fputs("</td>", f);
}

/* Links to the buckets that contain the group's failures. */
static void bucket_links(FILE *f, const struct assay_summary *s, size_t group)
{
    fputs("<td>", f);
    for (size_t b = 0; b < s->n_buckets; ++b)
        for (size_t i = 0; i < s->n_failures; ++i) {
            const struct assay_failure *x = &s->failure[i];

            if (x->group != group || x->bucket != b)
                continue;
            fprintf(f, "<a href=\"#bucket-%zu\">", b + 1);
            assay_xml_put(f, *s->bucket[b].ports ? s->bucket[b].ports : x->job.verdict);
            fputs("</a> ", f);
            break;
        }
    fputs("</td>", f);
}

static void row(FILE *f, const struct assay_summary *s, size_t i, bool any_rtl)
{
    const struct assay_group *g = &s->group[i];
    char rtl[PATH_MAX];

    fputs("<tr>", f);
    assay_html_name(f, g->block);
    if (any_rtl)
        assay_html_cell(f, assay_rtl_name(g, rtl, sizeof rtl));
    assay_html_cell(f, g->set);
    assay_html_cell(f, g->backend);
    counts(f, g);
    bucket_links(f, s, i);
    fputs("</tr>\n", f);
}

/* Fold the passing rows of a block; `first` is the first of them. */
static void fold(FILE *f, const struct assay_summary *s, size_t first, bool any_rtl)
{
    const char *block = s->group[first].block;
    uint64_t jobs = 0;
    size_t rows = 0;

    for (size_t i = 0; i < s->n_groups; ++i) {
        const struct assay_group *g = &s->group[i];

        if (!all_passed(g) || strcmp(g->block, block) != 0)
            continue;
        if (i < first)
            return;
        ++rows;
        jobs += g->jobs;
    }
    fputs("<details><summary><b>", f);
    assay_xml_put(f, block);
    fprintf(f, "</b>: <span class=\"good\">%" PRIu64 " passed</span> in %zu row%s</summary>\n",
            jobs, rows, rows == 1 ? "" : "s");
    table_head(f, any_rtl);
    for (size_t i = first; i < s->n_groups; ++i)
        if (all_passed(&s->group[i]) && strcmp(s->group[i].block, block) == 0)
            row(f, s, i, any_rtl);
    assay_html_end_table(f);
    fputs("</details>\n", f);
}

void assay_html_status(FILE *f, const struct assay_summary *s)
{
    struct assay_group sum = {.jobs = 0};
    const bool any_rtl = assay_any_rtl(s);

    table_head(f, any_rtl);
    for (size_t i = 0; i < s->n_groups; ++i) {
        const struct assay_group *g = &s->group[i];

        if (!all_passed(g))
            row(f, s, i, any_rtl);
        for (int k = 0; k < ASSAY_JOB_STATUSES; ++k)
            sum.count[k] += g->count[k];
        sum.jobs += g->jobs;
        sum.cycles += g->cycles;
        sum.transactions += g->transactions;
        sum.seconds += g->seconds;
    }
    fputs("<tr class=\"sum\">", f);
    assay_html_name(f, "all");
    fprintf(f, "%s<td></td><td></td>", any_rtl ? "<td></td>" : "");
    counts(f, &sum);
    fputs("<td></td></tr>\n", f);
    assay_html_end_table(f);
    for (size_t i = 0; i < s->n_groups; ++i)
        if (all_passed(&s->group[i]))
            fold(f, s, i, any_rtl);
}

/* --- changes --- */

void assay_html_change(FILE *f, const struct assay_summary *s)
{
    const struct assay_change *c = &s->change;
    const struct {
        const char *what;
        size_t n;
        const char *class;
    } rows[] = {
        {"passed then, fail here", c->broken, "bad"},
        {"failed then, pass here", c->mended, "good"},
        {"failed then, fail here", c->still, ""},
        {"were not there", c->added, ""},
        {"are not here", c->gone, ""},
    };

    fputs("<p class=\"dim\">Job by job, against the last run of this list that finished: ", f);
    assay_xml_put(f, c->started);
    fputs("</p>\n", f);
    assay_html_table(f);
    fputs("<tr><th scope=\"col\">jobs that<th scope=\"col\" class=\"n\">number</tr>\n", f);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        fputs("<tr>", f);
        assay_html_name(f, rows[i].what);
        fprintf(f, "<td class=\"n %s\">", rows[i].n ? rows[i].class : "dim");
        assay_html_count(f, rows[i].n);
        fputs("</td></tr>\n", f);
    }
    assay_html_end_table(f);
}

/* --- the run --- */

static void fact(FILE *f, const char *name, const char *value)
{
    fputs("<tr>", f);
    assay_html_name(f, name);
    fputs("<td class=\"text\">", f);
    assay_xml_put(f, value);
    fputs("</td></tr>\n", f);
}

static void begin_time(FILE *f, const char *name)
{
    fputs("<tr>", f);
    assay_html_name(f, name);
    fputs("<td>", f);
}

/* Seconds between two stored times; negative if one of them is not a time. */
static double between(const char *from, const char *to)
{
    struct tm a = {0}, b = {0};

    if (!strptime(from, "%Y-%m-%dT%H:%M:%SZ", &a) || !strptime(to, "%Y-%m-%dT%H:%M:%SZ", &b))
        return -1;
    return difftime(timegm(&b), timegm(&a));
}

static void durations(FILE *f, const struct assay_summary *s)
{
    double jobs = 0, whole = s->run.finished ? between(s->run.started, s->run.finished) : -1;

    for (size_t i = 0; i < s->n_lines; ++i)
        jobs += s->line[i].seconds;
    if (whole >= 0) {
        begin_time(f, "took");
        if (whole < 1)
            fputs("less than 1 s", f);
        else
            assay_html_time(f, whole);
        fputs("</td></tr>\n", f);
    }
    begin_time(f, "jobs, one after the other");
    assay_html_time(f, jobs);
    if (s->change.any) {
        fputs(", in the last run ", f);
        assay_html_time(f, s->change.seconds);
    }
    fputs("</td></tr>\n", f);
}

struct timed {
    const struct assay_job_line *line;
};

static int slowest_first(const void *any_a, const void *any_b)
{
    const struct timed *a = any_a, *b = any_b;

    if (a->line->seconds != b->line->seconds)
        return a->line->seconds > b->line->seconds ? -1 : 1;
    return (a->line->id > b->line->id) - (a->line->id < b->line->id);
}

static void slowest(FILE *f, const struct assay_summary *s)
{
    struct timed *sorted = calloc(s->n_lines + 1, sizeof *sorted);

    if (!sorted)
        return;
    for (size_t i = 0; i < s->n_lines; ++i)
        sorted[i].line = &s->line[i];
    qsort(sorted, s->n_lines, sizeof *sorted, slowest_first);
    fputs("<h3>Slowest jobs</h3>\n", f);
    assay_html_table(f);
    fputs("<tr><th scope=\"col\">block<th scope=\"col\">params<th scope=\"col\">scenario"
          "<th scope=\"col\">backend<th scope=\"col\" class=\"n\">seed<th scope=\"col\">status"
          "<th scope=\"col\" class=\"n\">time</tr>\n",
          f);
    for (size_t i = 0; i < s->n_lines && i < SLOWEST; ++i) {
        const struct assay_group *g = &s->group[sorted[i].line->group];

        fputs("<tr>", f);
        assay_html_name(f, g->block);
        assay_html_cell(f, g->set);
        assay_html_cell(f, sorted[i].line->scenario);
        assay_html_cell(f, g->backend);
        fprintf(f, "<td class=\"n\">%" PRIu64 "</td>", sorted[i].line->seed);
        assay_html_cell(f, assay_status_name(sorted[i].line->status));
        fputs("<td class=\"n\">", f);
        assay_html_time(f, sorted[i].line->seconds);
        fputs("</td></tr>\n", f);
    }
    assay_html_end_table(f);
    free(sorted);
}

void assay_html_run(FILE *f, const struct assay_summary *s)
{
    char text[3 * ASSAY_SUMMARY_LINE];

    assay_html_table(f);
    fputs("<tr><th scope=\"col\">fact<th scope=\"col\">value</tr>\n", f);
    fact(f, "begun", s->run.started);
    fact(f, "finished", s->run.finished ? s->run.finished : "no");
    durations(f, s);
    snprintf(text, sizeof text, "%" PRIu64, s->run.seed_base);
    fact(f, "seed base", text);
    snprintf(text, sizeof text, "%s, %s, %" PRId64 " cores", s->run.host, s->run.system,
             s->run.cores);
    fact(f, "host", text);
    fact(f, "assay", s->run.version);
    for (size_t i = 0; i < s->n_facts; ++i)
        fact(f, s->fact[i].name, s->fact[i].value);
    assay_html_end_table(f);
    slowest(f, s);
}
