/*
 * report_html_proofs.c - the results of proof jobs: counts by job, and on a separate page a row for
 * each case and the lemmas that were left out.
 */
#include <limits.h>

#include <cjson/cJSON.h>

#include "base/path.h"
#include "base/xml.h"
#include "regress/html.h"
#include "regress/report_formats.h"
#include "regress/report_html.h"

static const char *text_of(const cJSON *o, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, name);

    return cJSON_IsString(item) ? item->valuestring : "";
}

static bool is(const cJSON *o, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(o, name));
}

static void cell(FILE *f, const char *text)
{
    fputs("<td>", f);
    assay_xml_put(f, text);
    fputs("</td>", f);
}

static void row(FILE *f, const cJSON *proof)
{
    const cJSON *seconds = cJSON_GetObjectItemCaseSensitive(proof, "seconds");

    fputs("<tr>", f);
    assay_html_name(f, text_of(proof, "block"));
    cell(f, text_of(proof, "lemma"));
    cell(f, text_of(proof, "case"));
    cell(f, is(proof, "planted") ? "planted bug" : "");
    fprintf(f, "<td class=\"%s\">", is(proof, "ok") ? "good" : "bad");
    assay_xml_put(f, text_of(proof, "got"));
    fprintf(f, "%s</td>", is(proof, "kept") ? " (kept)" : "");
    cell(f, text_of(proof, "solver"));
    fprintf(f, "<td class=\"n\">%.2f</td></tr>\n",
            cJSON_IsNumber(seconds) ? seconds->valuedouble : 0);
}

/* The slow lemmas that a job with quick proofs leaves out. */
static void left_out(FILE *f, const cJSON *list)
{
    const cJSON *name;
    const char *between = "";

    if (cJSON_GetArraySize(list) == 0)
        return;
    fputs("<p>Left out, as they are slow: ", f);
    cJSON_ArrayForEach(name, list)
    {
        fputs(between, f);
        assay_xml_put(f, cJSON_IsString(name) ? name->valuestring : "");
        between = ", ";
    }
    fputs("</p>\n", f);
}

static const cJSON *proofs_of(const struct assay_job_json *job)
{
    return cJSON_GetObjectItemCaseSensitive(job->json, "proofs");
}

size_t assay_html_count_proofs(const struct assay_summary *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_proofs; ++i)
        n += (size_t)cJSON_GetArraySize(proofs_of(&s->proofs[i]));
    return n;
}

/* The row with the counts of a job. */
static void job_row(FILE *f, const struct assay_job_json *job)
{
    const cJSON *proof, *first = cJSON_GetArrayItem(proofs_of(job), 0);
    size_t cases = 0, planted = 0, wrong = 0;

    if (!first)
        return;
    cJSON_ArrayForEach(proof, proofs_of(job))
    {
        const bool bug = is(proof, "planted");

        cases += !bug;
        planted += bug;
        wrong += !is(proof, "ok");
    }
    fputs("<tr>", f);
    assay_html_name(f, text_of(first, "block"));
    cell(f, text_of(first, "solver"));
    fprintf(f, "<td class=\"n\">%zu</td><td class=\"n\">%zu</td><td class=\"n %s\">%zu</td></tr>\n",
            cases, planted, wrong ? "bad" : "dim", wrong);
}

static void page_link(FILE *f, const struct assay_summary *s)
{
    char page[PATH_MAX], name[PATH_MAX];

    assay_report_page(s->page, "proofs", page, sizeof page);
    assay_path_seen_from(name, sizeof name, s->page, page);
    fputs("<p><a href=\"", f);
    assay_html_path(f, name);
    fputs("\">Every case</a></p>\n", f);
}

void assay_html_proofs(FILE *f, const struct assay_summary *s)
{
    fputs("<p class=\"dim\">Cells of RTL that have the outputs of their model for all inputs of a "
          "lemma. The planted bug of a lemma has to differ.</p>\n",
          f);
    assay_html_table(f, "");
    fputs("<tr><th scope=\"col\">block<th scope=\"col\">solver<th scope=\"col\" class=\"n\">cases"
          "<th scope=\"col\" class=\"n\">planted bugs<th scope=\"col\" class=\"n\">not as "
          "expected</tr>\n",
          f);
    for (size_t i = 0; i < s->n_proofs; ++i)
        job_row(f, &s->proofs[i]);
    assay_html_end_table(f);
    page_link(f, s);
}

void assay_html_all_proofs(FILE *f, const struct assay_summary *s)
{
    const cJSON *proof;

    fputs("<p class=\"dim\">What is kept was proved before, of the same model and the same RTL. "
          "tb/prove/README.md tells what a lemma says, and of what there is none.</p>\n",
          f);
    assay_html_table(f, "");
    fputs("<tr><th scope=\"col\">block<th scope=\"col\">lemma<th scope=\"col\">case"
          "<th scope=\"col\">bug<th scope=\"col\">result<th scope=\"col\">solver"
          "<th scope=\"col\" class=\"n\">seconds</tr>\n",
          f);
    for (size_t i = 0; i < s->n_proofs; ++i)
        cJSON_ArrayForEach(proof, proofs_of(&s->proofs[i])) row(f, proof);
    assay_html_end_table(f);
    for (size_t i = 0; i < s->n_proofs; ++i)
        left_out(f, cJSON_GetObjectItemCaseSensitive(s->proofs[i].json, "left_out"));
}
