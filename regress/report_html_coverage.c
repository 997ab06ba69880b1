/* report_html_coverage.c - coverage by block and group, with every hole listed by name. */
#include <inttypes.h>

#include "base/xml.h"
#include "coverage/exclude.h"
#include "coverage/total.h"
#include "regress/html.h"
#include "regress/report_formats.h"
#include "regress/report_html.h"

/* The bins of a counter, separated by dots. */
static void bins(FILE *f, const struct assay_cover_group *g, uint32_t index)
{
    unsigned bin[ASSAY_COVER_AXES];

    assay_cover_bins(g, index, bin);
    for (unsigned a = 0; a < g->n_axes; ++a) {
        if (a)
            fputc('.', f);
        assay_xml_put(f, g->axes[a]->bins[bin[a]]);
    }
}

static void group_holes(FILE *f, const struct assay_cover *db, unsigned group)
{
    const struct assay_cover_group *g = assay_cover_group(db->block, group);
    const struct assay_cover_total t = assay_cover_total(db, group);

    fputs("<details><summary><b>", f);
    assay_xml_put(f, g->name);
    fprintf(f, "</b>: %" PRIu32 " of %" PRIu32 " not hit <span class=\"dim\">", t.possible - t.hit,
            t.possible);
    assay_xml_put(f, g->meaning);
    fputs("</span></summary><p class=\"dim\">", f);
    for (unsigned a = 0; a < g->n_axes; ++a) {
        if (a)
            fputc('.', f);
        assay_xml_put(f, g->axes[a]->name);
    }
    fputs("</p><ul class=\"points\">", f);
    for (uint32_t k = 0; k < assay_cover_size(g); ++k) {
        if (db->count[db->first[group] + k] || !assay_cover_possible(g, k) ||
            assay_cover_excluded(db, group, k))
            continue;
        fputs("<li>", f);
        bins(f, g, k);
    }
    fputs("</ul></details>\n", f);
}

static void holes(FILE *f, const struct assay_cover *db)
{
    const struct assay_cover_total sum = assay_cover_sum(db);

    if (sum.hit == sum.possible)
        return;
    fputs("<h3>", f);
    assay_xml_put(f, db->block->model->name);
    fprintf(f, ": %" PRIu32 " not hit</h3>\n", sum.possible - sum.hit);
    for (unsigned i = 0; i < assay_cover_groups(db->block); ++i) {
        const struct assay_cover_total t = assay_cover_total(db, i);

        if (t.hit != t.possible)
            group_holes(f, db, i);
    }
}

/* List the points that are excluded, with their reasons; or those that were hit in spite of
 * that. */
static void exclusions(FILE *f, const struct assay_cover *db, bool refuted)
{
    const struct assay_cover_total sum = assay_cover_sum(db);
    const uint32_t n = refuted ? sum.refuted : sum.excluded;

    if (n == 0)
        return;
    fputs("<details><summary", f);
    fputs(refuted ? " class=\"bad\"><b>" : "><b>", f);
    assay_xml_put(f, db->block->model->name);
    fprintf(f, "</b>: %" PRIu32 " %s</summary><ul>", n, refuted ? "excluded, but hit" : "excluded");
    for (unsigned i = 0; i < assay_cover_groups(db->block); ++i) {
        const struct assay_cover_group *g = assay_cover_group(db->block, i);

        for (uint32_t k = 0; k < assay_cover_size(g); ++k) {
            if (!assay_cover_excluded(db, i, k) || (db->count[db->first[i] + k] != 0) != refuted)
                continue;
            fputs("<li><code>", f);
            assay_xml_put(f, g->name);
            fputc('.', f);
            bins(f, g, k);
            fputs("</code>: ", f);
            assay_xml_put(f, assay_cover_excluded(db, i, k));
        }
    }
    fputs("</ul></details>\n", f);
}

static void row(FILE *f, const struct assay_cover *db)
{
    const struct assay_cover_total t = assay_cover_sum(db);

    fputs("<tr>", f);
    assay_html_name(f, db->block->model->name);
    assay_html_percent(f, assay_cover_percent(t));
    fprintf(f,
            "<td class=\"n\">%" PRIu32 "</td><td class=\"n\">%" PRIu32
            "</td><td class=\"n %s\">%" PRIu32 "</td><td class=\"n dim\">%" PRIu32
            "</td><td class=\"n\">",
            t.possible, t.hit, t.hit == t.possible ? "dim" : "bad", t.possible - t.hit, t.excluded);
    assay_html_count(f, db->runs);
    fputs("</td><td class=\"n\">", f);
    assay_html_count(f, db->cycles);
    fputs("</td></tr>\n", f);
}

void assay_html_coverage(FILE *f, const struct assay_summary *s)
{
    bool any = false;

    for (size_t i = 0; i < s->n_blocks; ++i)
        any = any || s->cover[i].block;
    if (!any) {
        fputs("<p>None stored.</p>\n", f);
        return;
    }
    assay_html_table(f);
    fputs("<tr><th scope=\"col\">block<th scope=\"col\" colspan=\"2\">covered<th scope=\"col\" "
          "class=\"n\">points<th scope=\"col\" class=\"n\">hit<th scope=\"col\" "
          "class=\"n\">holes<th scope=\"col\" class=\"n\">excluded<th scope=\"col\" "
          "class=\"n\">runs<th scope=\"col\" class=\"n\">cycles</tr>\n",
          f);
    for (size_t i = 0; i < s->n_blocks; ++i)
        if (s->cover[i].block)
            row(f, &s->cover[i]);
    assay_html_end_table(f);
    for (size_t i = 0; i < s->n_blocks; ++i) {
        if (!s->cover[i].block)
            continue;
        holes(f, &s->cover[i]);
        exclusions(f, &s->cover[i], false);
        exclusions(f, &s->cover[i], true);
    }
}
