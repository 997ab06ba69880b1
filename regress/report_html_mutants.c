/*
 * report_html_mutants.c - the results of mutation jobs: scores by block, and on a separate page the
 * source text with marks, beginning with the lines that have the most survivors.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/file.h"
#include "base/home.h"
#include "base/json.h"
#include "base/xml.h"
#include "regress/html.h"
#include "regress/mutate.h"
#include "regress/report_html.h"

enum { SOURCE_MOST = 4 << 20, LINES_MOST = 200 /* listed with their text */ };

/* The mutants of a source line. */
struct line {
    const char *file;
    unsigned number;
    size_t tried, found, survived;
};

struct lines {
    struct line *v;
    size_t n;
};

static unsigned number_of(const cJSON *o, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, name);

    return cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble < UINT_MAX
               ? (unsigned)item->valuedouble
               : 0;
}

static bool is(const cJSON *mutant, const char *verdict)
{
    return strcmp(assay_json_get_text(mutant, "verdict"), verdict) == 0;
}

/* Mutants without a result, as the job was ended early or could not try them. */
static unsigned untried(const cJSON *job)
{
    return number_of(job, "not-run") + number_of(job, "broken");
}

/* --- scores --- */

static void score_cell(FILE *f, const cJSON *counts)
{
    const cJSON *score = cJSON_GetObjectItemCaseSensitive(counts, "score");

    if (cJSON_IsNumber(score))
        fprintf(f, "<td class=\"n\">%.1f%%</td>", assay_mutate_shown(score->valuedouble));
    else
        fputs("<td class=\"n dim\">-</td>", f);
}

static void score_row(FILE *f, const cJSON *job)
{
    static const char *const counts[] = {"found", "survived", "equivalent", "unobservable",
                                         "invalid"};

    fputs("<tr>", f);
    assay_html_name(f, assay_json_get_text(job, "block"));
    assay_html_cell(f, assay_json_get_text(job, "params"));
    fprintf(f, "<td class=\"n\">%d</td>",
            cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(job, "mutants")) -
                (int)untried(job));
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i)
        fprintf(f, "<td class=\"n\">%u</td>", number_of(job, counts[i]));
    score_cell(f, job);
    score_cell(f, cJSON_GetObjectItemCaseSensitive(job, "control"));
    score_cell(f, cJSON_GetObjectItemCaseSensitive(job, "datapath"));
    fputs("</tr>\n", f);
}

/* --- lines --- */

static struct line *find(const struct lines *l, const char *file, unsigned number)
{
    for (size_t i = 0; i < l->n; ++i)
        if (l->v[i].number == number && strcmp(l->v[i].file, file) == 0)
            return &l->v[i];
    return NULL;
}

/* Finds a line, or adds it. */
static struct line *line_of(struct lines *l, const char *file, unsigned number)
{
    struct line *found = find(l, file, number);

    if (!found) {
        found = &l->v[l->n++];
        *found = (struct line){.file = file, .number = number};
    }
    return found;
}

static int by_place(const struct line *a, const struct line *b)
{
    const int file = strcmp(a->file, b->file);

    return file ? file : (a->number > b->number) - (a->number < b->number);
}

/* Most survivors first; among equals, the fewest found. */
static int worst_first(const void *any_a, const void *any_b)
{
    const struct line *a = any_a, *b = any_b;

    if (a->survived != b->survived)
        return a->survived < b->survived ? 1 : -1;
    if (a->found != b->found)
        return a->found < b->found ? -1 : 1;
    return by_place(a, b);
}

static bool read_lines(const cJSON *job, struct lines *l)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(job, "mutants"), *m;

    l->n = 0;
    l->v = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *l->v);
    if (!l->v)
        return false;
    cJSON_ArrayForEach(m, list)
    {
        struct line *at = line_of(l, assay_json_get_text(m, "file"), number_of(m, "line"));

        ++at->tried;
        at->found += is(m, "found");
        at->survived += is(m, "survived");
    }
    qsort(l->v, l->n, sizeof *l->v, worst_first);
    return true;
}

/* The text of a source file, to be freed; NULL if it can't be read. */
static char *source_of(const char *file)
{
    char path[PATH_MAX], *text;
    size_t n;

    if (*file == '/')
        assay_path(path, sizeof path, "%s", file);
    else
        assay_source_path(path, sizeof path, file);
    return assay_read_file(path, SOURCE_MOST, "a source", &text, &n, NULL, 0) ? NULL : text;
}

/* Print line `number` of the text, without its line end. */
static void put_line(FILE *f, const char *text, unsigned number, bool indented)
{
    char *line;

    while (--number && *text) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    line = strndup(text, strcspn(text, "\r\n"));
    if (line)
        assay_xml_put(f, indented ? line : line + strspn(line, " \t"));
    free(line);
}

/* How often the stimulus reached the mutant, if that was counted. */
static void infected(FILE *f, const cJSON *cycles)
{
    if (!cJSON_IsNumber(cycles))
        return;
    if (cycles->valuedouble > 0)
        fprintf(f, ", differs in up to %.0f of them", cycles->valuedouble);
    else
        fputs(", never differs", f);
}

static void waiver(FILE *f, const char *why)
{
    if (!*why)
        return;
    fputs("<br>waived: ", f);
    assay_xml_put(f, why);
}

static void survivors(FILE *f, const cJSON *job, const struct line *l)
{
    const cJSON *m;

    fputs("<ul>", f);
    cJSON_ArrayForEach(m, cJSON_GetObjectItemCaseSensitive(job, "mutants"))
    {
        if (!is(m, "survived") || number_of(m, "line") != l->number ||
            strcmp(assay_json_get_text(m, "file"), l->file) != 0)
            continue;
        fprintf(f, "<li>%u: ", number_of(m, "mutant"));
        assay_xml_put(f, assay_json_get_text(m, "change"));
        fputs(" <span class=\"dim\">(", f);
        assay_html_count(f, number_of(m, "cycles"));
        fputs(" cycles", f);
        infected(f, cJSON_GetObjectItemCaseSensitive(m, "infected"));
        fputs(")</span>", f);
        waiver(f, assay_json_get_text(m, "waiver"));
        fputs("</li>", f);
    }
    fputs("</ul>", f);
}

static void line_with_survivors(FILE *f, const cJSON *job, const struct line *l)
{
    char *source = source_of(l->file);

    fputs("<p><b>", f);
    assay_xml_put(f, l->file);
    fprintf(f, ":%u</b> <span class=\"bad\">%zu of %zu survived</span> <code>", l->number,
            l->survived, l->tried);
    put_line(f, source ? source : "", l->number, false);
    fputs("</code></p>\n", f);
    survivors(f, job, l);
    free(source);
}

static void worst_lines(FILE *f, const cJSON *job, const struct lines *l)
{
    size_t n = 0;

    while (n < l->n && l->v[n].survived)
        ++n;
    if (untried(job))
        fprintf(f, "<p>%u mutants have no result.</p>\n", untried(job));
    else if (n == 0)
        fputs("<p>No survivors.</p>\n", f);
    for (size_t i = 0; i < n && i < LINES_MOST; ++i)
        line_with_survivors(f, job, &l->v[i]);
    if (n > LINES_MOST)
        fprintf(f, "<p>and %zu more lines</p>\n", n - LINES_MOST);
}

/* --- source text, with a mark on each line that has mutants --- */

static void marked_line(FILE *f, const struct line *l)
{
    if (!l)
        fprintf(f, "%9s", "");
    else if (l->survived)
        fprintf(f, "<span class=\"bad\">%4zu/%-4zu</span>", l->found, l->found + l->survived);
    else
        fprintf(f, "<span class=\"%s\">%4zu/%-4zu</span>", l->found ? "good" : "dim", l->found,
                l->found);
}

static void marked_source(FILE *f, const struct lines *l, const char *file, size_t survived)
{
    char *source = source_of(file);
    unsigned number = 0;

    if (!source)
        return;
    fputs("<details><summary><b>", f);
    assay_xml_put(f, file);
    fprintf(f, "</b>: %zu survived</summary><pre>", survived);
    for (const char *at = source; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        fprintf(f, "%5u ", ++number);
        marked_line(f, find(l, file, number));
        fputs(" ", f);
        put_line(f, at, 1, true);
        fputs("\n", f);
    }
    fputs("</pre></details>\n", f);
    free(source);
}

static bool is_first_of_file(const struct lines *l, size_t i)
{
    for (size_t k = 0; k < i; ++k)
        if (strcmp(l->v[k].file, l->v[i].file) == 0)
            return false;
    return true;
}

/* Print the files in the order of their worst lines. */
static void sources(FILE *f, const struct lines *l)
{
    for (size_t i = 0; i < l->n; ++i) {
        size_t survived = 0;

        if (!is_first_of_file(l, i))
            continue;
        for (size_t k = i; k < l->n; ++k)
            survived += strcmp(l->v[k].file, l->v[i].file) == 0 ? l->v[k].survived : 0;
        marked_source(f, l, l->v[i].file, survived);
    }
}

static void job(FILE *f, const cJSON *of)
{
    struct lines l;

    if (!read_lines(of, &l))
        return;
    fputs("<h2>", f);
    assay_xml_put(f, assay_json_get_text(of, "block"));
    fputs(", ", f);
    assay_xml_put(f, assay_json_get_text(of, "params"));
    fputs("</h2>\n", f);
    worst_lines(f, of, &l);
    sources(f, &l);
    free(l.v);
}

void assay_html_mutants(FILE *f, const struct assay_summary *s)
{
    fputs(
        "<p class=\"dim\">Small changes of the RTL, and how many the stimulus detects. The score "
        "is the percentage found of those that are not equivalent, unobservable or invalid.</p>\n",
        f);
    assay_html_table(f);
    fputs(
        "<tr><th scope=\"col\">block<th scope=\"col\">params<th scope=\"col\" class=\"n\">tried<th "
        "scope=\"col\" class=\"n\">found<th scope=\"col\" class=\"n\">survived<th scope=\"col\" "
        "class=\"n\">equivalent<th scope=\"col\" class=\"n\">unobservable<th scope=\"col\" "
        "class=\"n\">invalid<th scope=\"col\" class=\"n\">score<th scope=\"col\" "
        "class=\"n\">control<th scope=\"col\" class=\"n\">datapath</tr>\n",
        f);
    for (size_t i = 0; i < s->n_mutants; ++i)
        score_row(f, s->mutants[i].json);
    assay_html_end_table(f);
    assay_html_page_link(f, s->page, "mutants", "Survivors line by line, and the source text");
}

void assay_html_all_mutants(FILE *f, const struct assay_summary *s)
{
    for (size_t i = 0; i < s->n_mutants; ++i)
        job(f, s->mutants[i].json);
}
