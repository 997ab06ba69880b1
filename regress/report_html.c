/* report_html.c - a regression as an HTML page: failures first, then the rest, section by
 * section. */
#include <inttypes.h>

#include "base/xml.h"
#include "regress/html.h"
#include "regress/report_formats.h"
#include "regress/report_html.h"

static bool always(const struct assay_summary *s)
{
    return s != NULL;
}

static bool has_known(const struct assay_summary *s)
{
    return s->n_known != 0;
}

static bool has_code(const struct assay_summary *s)
{
    return s->code.n != 0;
}

static bool has_mutants(const struct assay_summary *s)
{
    return s->n_mutants != 0;
}

static bool has_proofs(const struct assay_summary *s)
{
    return assay_html_count_proofs(s) != 0;
}

static bool has_change(const struct assay_summary *s)
{
    return s->change.any;
}

static const struct part {
    const char *id, *title;
    bool (*is_there)(const struct assay_summary *);
    void (*put)(FILE *, const struct assay_summary *);
} parts[] = {
    {"failures", "Failures", always, assay_html_buckets},
    {"known", "Known failures", has_known, assay_html_known},
    {"status", "Status by block", always, assay_html_status},
    {"change", "Changes since the previous regression", has_change, assay_html_change},
    {"run", "Run", always, assay_html_run},
    {"coverage", "Functional coverage", always, assay_html_coverage},
    {"code", "RTL coverage", has_code, assay_html_code},
    {"mutants", "Mutants", has_mutants, assay_html_mutants},
    {"proofs", "Proofs", has_proofs, assay_html_proofs},
    {"plots", "Measured and stated values", always, assay_html_plots},
    {"trends", "Trends over the regressions in this folder", always, assay_html_trends},
};
enum { N_PARTS = sizeof parts / sizeof parts[0] };

static void header(FILE *f, const struct assay_summary *s)
{
    const bool good = s->count[ASSAY_JOB_PASS] == s->jobs;
    const bool compared = s->model_only < s->jobs;

    fputs("<header>\n<h1>Regression ", f);
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
    fputs("</header>\n", f);
}

/* List either the known buckets or the others. */
static void bucket_contents(FILE *f, const struct assay_summary *s, bool known)
{
    bool any = false;

    for (size_t i = 0; i < s->n_buckets; ++i) {
        if (s->bucket[i].known != known)
            continue;
        fprintf(f, "%s<li><a href=\"#bucket-%zu\">", any ? "" : "<ul>", i + 1);
        assay_html_bucket_name(f, s, i);
        fputs("</a></li>\n", f);
        any = true;
    }
    if (any)
        fputs("</ul>\n", f);
}

static void contents(FILE *f, const struct assay_summary *s)
{
    fputs("<nav aria-label=\"Contents\">\n<ul>\n", f);
    for (size_t i = 0; i < N_PARTS; ++i) {
        if (!parts[i].is_there(s))
            continue;
        fprintf(f, "<li><a href=\"#%s\">%s</a>\n", parts[i].id, parts[i].title);
        if (parts[i].put == assay_html_buckets || parts[i].put == assay_html_known)
            bucket_contents(f, s, parts[i].put == assay_html_known);
        fputs("</li>\n", f);
    }
    fputs("</ul>\n</nav>\n", f);
}

void assay_report_as_html(FILE *f, const struct assay_summary *s)
{
    assay_html_begin(f, s->run.list);
    header(f, s);
    contents(f, s);
    fputs("<main>\n", f);
    for (size_t i = 0; i < N_PARTS; ++i) {
        if (!parts[i].is_there(s))
            continue;
        fprintf(f, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s</h2>\n", parts[i].id,
                parts[i].id, parts[i].title);
        parts[i].put(f, s);
        fputs("</section>\n", f);
    }
    fputs("</main>\n", f);
    assay_html_end(f);
}

/* --- separate pages --- */

static void page(FILE *f, const struct assay_summary *s, const char *title,
                 void (*put)(FILE *, const struct assay_summary *))
{
    assay_html_begin(f, title);
    fprintf(f, "<header>\n<h1>%s</h1>\n<p class=\"dim\">of the regression ", title);
    assay_xml_put(f, s->run.list);
    fputs(", begun ", f);
    assay_xml_put(f, s->run.started);
    fputs(": ", f);
    assay_html_link(f, s->page, s->page, "report"); /* in the same folder */
    fputs("</p>\n</header>\n<main>\n", f);
    put(f, s);
    fputs("</main>\n", f);
    assay_html_end(f);
}

void assay_mutants_as_html(FILE *f, const struct assay_summary *s)
{
    page(f, s, "Mutants", assay_html_all_mutants);
}

void assay_proofs_as_html(FILE *f, const struct assay_summary *s)
{
    page(f, s, "Proofs", assay_html_all_proofs);
}
