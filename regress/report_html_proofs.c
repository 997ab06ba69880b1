/* report_html_proofs.c - what the jobs with proofs proved of cells: a row for each case, and what was left out. */
#include <string.h>

#include <cjson/cJSON.h>

#include "base/xml.h"
#include "regress/html.h"
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
    cell(f, text_of(proof, "block"));
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

/* The slow lemmas of a job that takes the quick ones. */
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

void assay_html_proofs(FILE *f, const struct assay_summary *s)
{
    const cJSON *proof;
    int n = 0;

    for (size_t i = 0; i < s->n_proofs; ++i)
        n += cJSON_GetArraySize(proofs_of(&s->proofs[i]));
    if (n == 0)
        return;
    fputs("<h2 id=\"proofs\">Proofs</h2>\n"
          "<p class=\"dim\">Cells of RTL that have the outputs of their model for all inputs of a "
          "lemma. The planted bug of a lemma has to differ. What is kept was proved before, of the "
          "same model and the same RTL. tb/prove/README.md tells what a lemma says, and of what "
          "there is none.</p>\n",
          f);
    assay_html_table(f, "");
    fputs("<tr><th>block<th>lemma<th>case<th><th>result<th>solver<th class=\"n\">seconds</tr>\n",
          f);
    for (size_t i = 0; i < s->n_proofs; ++i)
        cJSON_ArrayForEach(proof, proofs_of(&s->proofs[i])) row(f, proof);
    assay_html_end_table(f);
    for (size_t i = 0; i < s->n_proofs; ++i)
        left_out(f, cJSON_GetObjectItemCaseSensitive(s->proofs[i].json, "left_out"));
}
