/*
 * report_html_proofs.c - the results of proof jobs: counts by job, and on a separate page a row for
 * each case and the lemmas that were left out.
 */
#include <string.h>

#include <cjson/cJSON.h>

#include "base/json.h"
#include "base/xml.h"
#include "regress/html.h"
#include "regress/report_html.h"

static bool is(const cJSON *o, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(o, name));
}

static void row(FILE *f, const cJSON *proof)
{
    fputs("<tr>", f);
    assay_html_name(f, assay_json_get_text(proof, "block"));
    assay_html_cell(f, assay_json_get_text(proof, "lemma"));
    assay_html_cell(f, assay_json_get_text(proof, "case"));
    assay_html_cell(f, is(proof, "planted") ? "planted bug" : "");
    fprintf(f, "<td class=\"%s\">", is(proof, "ok") ? "good" : "bad");
    assay_xml_put(f, assay_json_get_text(proof, "got"));
    fprintf(f, "%s</td>", is(proof, "kept") ? " (kept)" : "");
    assay_html_cell(f, assay_json_get_text(proof, "solver"));
    fprintf(f, "<td class=\"n\">%.2f</td></tr>\n", assay_json_get_number(proof, "seconds"));
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

/* Whether a proof of the list before this one has the same solver. */
static bool is_named(const cJSON *list, const cJSON *proof)
{
    const char *solver = assay_json_get_text(proof, "solver");
    const cJSON *before;

    cJSON_ArrayForEach(before, list)
    {
        if (before == proof)
            return false;
        if (strcmp(assay_json_get_text(before, "solver"), solver) == 0)
            return true;
    }
    return false;
}

static void solvers_cell(FILE *f, const cJSON *list)
{
    const cJSON *proof;
    const char *between = "";

    fputs("<td>", f);
    cJSON_ArrayForEach(proof, list)
    {
        if (is_named(list, proof) || !*assay_json_get_text(proof, "solver"))
            continue; /* no solver was asked, if there was an error */
        fputs(between, f);
        assay_xml_put(f, assay_json_get_text(proof, "solver"));
        between = ", ";
    }
    fputs("</td>", f);
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
    assay_html_name(f, assay_json_get_text(first, "block"));
    solvers_cell(f, proofs_of(job));
    fprintf(f, "<td class=\"n\">%zu</td><td class=\"n\">%zu</td><td class=\"n %s\">%zu</td></tr>\n",
            cases, planted, wrong ? "bad" : "dim", wrong);
}

void assay_html_proofs(FILE *f, const struct assay_summary *s)
{
    fputs("<p class=\"dim\">Cells of RTL that have the outputs of their model for all inputs of a "
          "lemma. The planted bug of a lemma has to differ.</p>\n",
          f);
    assay_html_table(f);
    fputs("<tr><th scope=\"col\">block<th scope=\"col\">solver<th scope=\"col\" class=\"n\">cases"
          "<th scope=\"col\" class=\"n\">planted bugs<th scope=\"col\" class=\"n\">not as "
          "expected</tr>\n",
          f);
    for (size_t i = 0; i < s->n_proofs; ++i)
        job_row(f, &s->proofs[i]);
    assay_html_end_table(f);
    assay_html_page_link(f, s->page, "proofs", "Every case");
}

void assay_html_all_proofs(FILE *f, const struct assay_summary *s)
{
    const cJSON *proof;

    fputs(
        "<p class=\"dim\">A kept result was proved earlier, for the same model and the same RTL. "
        "tb/prove/README.md says what each lemma of the built-in blocks covers, and what no lemma "
        "covers; what a lemma of another block covers is in the comment that it begins with."
        "</p>\n",
        f);
    assay_html_table(f);
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
