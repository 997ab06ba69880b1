/*
 * report_html_failures.c - a section for each bucket: how to reproduce it, what it left behind, and
 * its picture, embedded as the SVG that the failing run drew.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/xml.h"
#include "regress/html.h"
#include "regress/report_html.h"
#include "regress/shrink.h"

enum {
    SVG_MOST = 4 << 20,
    JOBS_MOST = 200 /* listed by name, per bucket */,
    LINE = 2 * ASSAY_SAID_LINE
};

/* A link to a file in the regression's folder. Prints nothing and returns false if there is no
 * such file. */
static bool put_link(FILE *f, const struct assay_summary *s, const char *name, const char *text)
{
    char path[PATH_MAX];

    assay_path(path, sizeof path, "%s/%s", s->out, name);
    if (access(path, F_OK) != 0)
        return false;
    assay_html_link(f, s->page, path, text);
    return true;
}

void assay_html_bucket_name(FILE *f, const struct assay_summary *s, size_t bucket)
{
    const struct assay_bucket *b = &s->bucket[bucket];
    const struct assay_store_job *j = &s->failure[b->best].job;
    const struct assay_group *g = &s->group[s->failure[b->best].group];
    char rtl[PATH_MAX];

    assay_xml_put(f, j->block);
    fputs(": ", f);
    assay_xml_put(f, j->verdict);
    if (*g->rtl || *g->fault) {
        fputs(" of ", f);
        assay_xml_put(f, assay_rtl_name(g, rtl, sizeof rtl));
    }
    if (*s->failure[b->best].said.stop) {
        fputs(" at ", f);
        assay_xml_put(f, s->failure[b->best].said.stop);
    }
    if (!*b->ports)
        return;
    fputs(strchr(b->ports, ',') ? ", ports " : ", port ", f);
    assay_xml_put(f, b->ports);
}

/* --- the picture --- */

/* Find where the picture's columns begin and end, and the line above them. Returns false if it
 * has none. */
static bool measure(const char *svg, int *left, int *right, int *top)
{
    static const char grid[] = "<path class=\"grid\" d=\"M";
    int x, y, n = 0;

    for (const char *at = svg; (at = strstr(at, grid)); at += sizeof grid - 1) {
        if (sscanf(at + sizeof grid - 1, "%d.5 %dV", &x, &y) != 2)
            return false;
        if (n++ == 0) {
            *left = x;
            *top = y;
        }
        *right = x;
    }
    return n > 1;
}

/* Show part of the same drawing, from `from` to `to`. `hidden`: it repeats what another part
 * says. */
static void put_cut(FILE *f, const char *inside, int from, int to, int top, int bottom, bool hidden)
{
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"assay-picture\" width=\"%d\" "
            "height=\"%d\" viewBox=\"%d %d %d %d\" %s>%s",
            to - from, bottom - top, from, top, to - from, bottom - top,
            hidden ? "aria-hidden=\"true\"" : "role=\"img\"", inside);
}

/* Embed the run's picture, if it left one. Only an SVG file is embedded, without anything before
 * its element. */
static void picture(FILE *f, const struct assay_summary *s, const struct assay_store_job *j)
{
    enum { EDGE = 8 };
    char path[PATH_MAX], *text, *svg, *inside, *end;
    int left = 0, right = 0, top = 0, width, height;
    size_t n;

    assay_path(path, sizeof path, "%s/%s/%s-seed%" PRIu64 ".svg", s->out, j->out, j->block,
               j->seed);
    if (assay_read_file(path, SVG_MOST, "a picture", &text, &n, NULL, 0))
        return;
    svg = strstr(text, "<svg");
    inside = svg ? strchr(svg, '>') : NULL;
    end = inside ? strstr(inside, "</svg>") : NULL;
    if (end) {
        const char *size = strstr(svg, " width=\"");

        end[strlen("</svg>")] = '\0';
        if (size && size < inside &&
            sscanf(size, " width=\"%d\" height=\"%d\"", &width, &height) == 2 &&
            measure(inside, &left, &right, &top)) {
            fputs("<figure class=\"cut\"><div class=\"labels\">", f);
            put_cut(f, inside + 1, 0, left, top, height, true);
            fputs("</div><div class=\"cycles\" tabindex=\"0\">", f);
            put_cut(f, inside + 1, left, right + EDGE, top, height, false);
            fputs("</div></figure>\n", f);
        } else {
            fprintf(f, "<figure>%s</figure>\n", svg);
        }
    }
    free(text);
}

/* --- other details --- */

/* The output of `assay shrink`: the minimal stimulus that still fails, as transactions. */
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

static void item(FILE *f, const struct assay_summary *s, const char *name, const char *text)
{
    char path[PATH_MAX];

    assay_path(path, sizeof path, "%s/%s", s->out, name);
    if (access(path, F_OK) != 0)
        return;
    fputs("<li>", f);
    put_link(f, s, name, text);
    fputs("</li>", f);
}

/* Links to those files of a job that exist. */
static void links(FILE *f, const struct assay_summary *s, const struct assay_store_job *j)
{
    static const char *const of_run[][2] = {
        {".min.replay", "minimal replay"},
        {".replay", "replay"},
        {".interrupted.replay", "replay up to the end of its time"},
        {".fst", "waveform"},
        {".gtkw", "view for GTKWave"},
        {".sucl", "view for Surfer"},
        {".svg", "picture"}};
    char name[PATH_MAX];

    if (!*j->out)
        return;
    fputs("<ul class=\"links\">", f);
    for (size_t i = 0; i < sizeof of_run / sizeof of_run[0]; ++i) {
        assay_path(name, sizeof name, "%s/%s-seed%" PRIu64 "%s", j->out, j->block, j->seed,
                   of_run[i][0]);
        item(f, s, name, of_run[i][1]);
    }
    assay_path(name, sizeof name, "%s/stderr", j->out);
    item(f, s, name, "log");
    assay_path(name, sizeof name, "%s/stdout", j->out);
    item(f, s, name, "result");
    fputs("</ul>\n", f);
}

/* List all jobs of a bucket. */
static void members(FILE *f, const struct assay_summary *s, size_t bucket)
{
    const struct assay_bucket *b = &s->bucket[bucket];
    size_t shown = 0;

    if (b->n < 2)
        return;
    fprintf(f, "<details><summary>all %zu jobs</summary>", b->n);
    assay_html_table(f);
    fputs("<tr><th scope=\"col\">output<th scope=\"col\">params<th scope=\"col\">scenario<th "
          "scope=\"col\">backend<th scope=\"col\" class=\"n\">seed<th scope=\"col\" "
          "class=\"n\">cycle<th scope=\"col\">was</tr>\n",
          f);
    for (size_t i = 0; i < s->n_failures && shown < JOBS_MOST; ++i) {
        const struct assay_store_job *j = &s->failure[i].job;

        if (s->failure[i].bucket != bucket)
            continue;
        ++shown;
        fputs("<tr><th scope=\"row\">", f);
        if (!*j->out || !put_link(f, s, j->out, j->out))
            assay_xml_put(f, j->out);
        fputs("</th><td>", f);
        assay_xml_put(f, j->params);
        fputs("</td><td>", f);
        assay_xml_put(f, j->scenario);
        fputs("</td><td>", f);
        assay_xml_put(f, j->backend);
        fprintf(f, "</td><td class=\"n\">%" PRIu64 "</td><td class=\"n\">", j->seed);
        if (j->fail_cycle >= 0)
            assay_html_count(f, (uint64_t)j->fail_cycle);
        fprintf(f, "</td><td>%s</td></tr>\n", s->failure[i].new ? "passed" : "");
    }
    assay_html_end_table(f);
    if (shown < b->n)
        fprintf(f, "<p>and %zu more</p>", b->n - shown);
    fputs("</details>\n", f);
}

static void said(FILE *f, const struct assay_said *x)
{
    const char *const texts[] = {x->headline, x->simulation, x->message};
    bool any = false;

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        if (!*texts[i])
            continue;
        fputs(any ? "\n" : "<pre class=\"said\">", f);
        assay_xml_put(f, texts[i]);
        any = true;
    }
    fputs(any ? "</pre>\n" : "", f);
}

static void bucket(FILE *f, const struct assay_summary *s, size_t i)
{
    const struct assay_bucket *b = &s->bucket[i];
    const struct assay_failure *x = &s->failure[b->best];
    const struct assay_store_job *j = &x->job;
    char line[LINE];

    fprintf(f,
            "<article id=\"bucket-%zu\" aria-labelledby=\"bucket-%zu-name\">\n<h3 class=\"bad\" "
            "id=\"bucket-%zu-name\">",
            i + 1, i + 1, i + 1);
    assay_html_bucket_name(f, s, i);
    fprintf(f, "</h3>\n<p>%zu of %" PRIu64 " jobs", b->n, s->jobs);
    if (j->fail_cycle >= 0)
        fprintf(f, "; soonest at cycle %" PRId64 ", latest at %" PRIu64, j->fail_cycle, b->last);
    fputs("; the soonest is ", f);
    assay_xml_put(f, j->params);
    fputs(" on ", f);
    assay_xml_put(f, j->backend);
    fprintf(f, ", seed %" PRIu64, j->seed);
    if (s->change.any)
        fprintf(f, "; new since the last run: %zu", b->new);
    fputs("</p>\n", f);
    if (b->known) {
        fputs("<p>Known: ", f);
        assay_xml_put(f, j->known);
        fputs("</p>\n", f);
    }
    assay_said_line(j, &x->said, line, sizeof line);
    fputs("<p class=\"first\">", f);
    assay_xml_put(f, line);
    fputs("</p>\n", f);
    links(f, s, j);
    fputs("<p>Reproduce:</p>\n<pre class=\"command\">", f);
    assay_xml_put(f, j->reproduce);
    fputs("</pre>\n", f);
    shrunk(f, s, j);
    said(f, &x->said);
    picture(f, s, j);
    members(f, s, i);
    fputs("</article>\n", f);
}

void assay_html_buckets(FILE *f, const struct assay_summary *s)
{
    if (s->n_buckets == 0)
        fputs("<p>None.</p>\n", f);
    else if (s->n_buckets == s->n_known_buckets)
        fputs("<p>No unexpected failures.</p>\n", f);
    for (size_t i = 0; i < s->n_buckets; ++i)
        if (!s->bucket[i].known)
            bucket(f, s, i);
}

void assay_html_known(FILE *f, const struct assay_summary *s)
{
    fputs("<p class=\"dim\">Jobs of entries with a reason in the list. They count as failed. If "
          "some of them pass, check whether the reason still applies.</p>\n",
          f);
    assay_html_table(f);
    fputs("<tr><th scope=\"col\">reason<th scope=\"col\" class=\"n\">failed<th scope=\"col\" "
          "class=\"n\">passed</tr>\n",
          f);
    for (size_t i = 0; i < s->n_known; ++i) {
        fputs("<tr><td class=\"text\">", f);
        assay_xml_put(f, s->known[i].reason);
        fprintf(f, "</td><td class=\"n\">%zu</td><td class=\"n %s\">%zu</td></tr>\n",
                s->known[i].failed, s->known[i].passed ? "bad" : "dim", s->known[i].passed);
    }
    assay_html_end_table(f);
    for (size_t i = 0; i < s->n_buckets; ++i)
        if (s->bucket[i].known)
            bucket(f, s, i);
}
