/* report_html_code.c - lines and toggles of the RTL per source file, with those that were not
 * hit. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/home.h"
#include "base/xml.h"
#include "regress/html.h"
#include "regress/report_formats.h"
#include "regress/report_html.h"

enum { TOGGLES_MOST = 200 /* listed by name, per file */ };

/* The points of a file are adjacent. */
static bool begins_file(const struct assay_codecov *db, size_t i)
{
    return i == 0 || strcmp(db->point[i].file, db->point[i - 1].file) != 0;
}

static void row(FILE *f, const struct assay_codecov *db, const char *name, const char *file)
{
    const struct assay_code_total l = assay_codecov_total(db, ASSAY_CODE_LINE, file);
    const struct assay_code_total t = assay_codecov_total(db, ASSAY_CODE_TOGGLE, file);

    fprintf(f, "<tr%s>", file ? "" : " class=\"sum\"");
    assay_html_name(f, name);
    if (l.possible)
        assay_html_percent(f, assay_codecov_percent(l));
    else
        fputs("<td></td><td class=\"n dim\">-</td>", f);
    fprintf(f, "<td class=\"n\">%zu</td><td class=\"n %s\">%zu</td><td class=\"n dim\">%zu</td>",
            l.possible, l.hit == l.possible ? "dim" : "bad", l.possible - l.hit, l.excluded);
    if (t.possible)
        fprintf(f, "<td class=\"n\">%.1f%%</td>", floor(assay_codecov_percent(t) * 10) / 10);
    else
        fputs("<td class=\"n dim\">-</td>", f);
    fputs("<td class=\"n\">", f);
    assay_html_count(f, t.possible);
    fputs("</td></tr>\n", f);
}

static bool wanted(const struct assay_code_point *p, enum assay_code_kind kind, bool excluded)
{
    return p->kind == kind && p->count == 0 && (p->excluded != NULL) == excluded;
}

/* List points of the file that begins at `first`: the holes, or the excluded ones with their
 * reasons. */
static void points(FILE *f, const struct assay_codecov *db, size_t first, enum assay_code_kind kind,
                   bool excluded)
{
    static const char *const names[ASSAY_CODE_KINDS] = {"lines and branches", "toggles"};
    const char *file = db->point[first].file;
    char text[256], sources[PATH_MAX];
    size_t n = 0, end = first, shown = 0;

    for (; end < db->n && strcmp(db->point[end].file, file) == 0; ++end)
        n += wanted(&db->point[end], kind, excluded);
    if (n == 0)
        return;
    assay_source_path(sources, sizeof sources, "");
    fputs("<details><summary><b>", f);
    assay_xml_put(f, file);
    fprintf(f, "</b>: %zu %s %s</summary><ul class=\"points\">", n, names[kind],
            excluded ? "excluded" : "not hit");
    for (size_t i = first; i < end && shown < TOGGLES_MOST; ++i) {
        const struct assay_code_point *p = &db->point[i];

        if (!wanted(p, kind, excluded))
            continue;
        ++shown;
        fprintf(f, "<li>%u:%u ", p->line, p->column);
        assay_xml_put(f, p->object);
        if (kind == ASSAY_CODE_LINE) {
            text[0] = '\0';
            assay_codecov_source(sources, p->file, p->line, text, sizeof text);
            text[strcspn(text, "\n")] = '\0';
            fputs(": ", f);
            assay_xml_put(f, text + strspn(text, " \t"));
        }
        if (excluded) {
            fputs(" <span class=\"dim\">", f);
            assay_xml_put(f, p->excluded);
            fputs("</span>", f);
        }
    }
    if (shown < n)
        fprintf(f, "<li>and %zu more", n - shown);
    fputs("</ul></details>\n", f);
}

void assay_html_code(FILE *f, const struct assay_summary *s)
{
    const struct assay_codecov *db = &s->code;

    assay_html_table(f);
    fputs("<tr><th scope=\"col\">file<th scope=\"col\" colspan=\"2\">lines and branches<th "
          "scope=\"col\" class=\"n\">points"
          "<th scope=\"col\" class=\"n\">holes<th scope=\"col\" class=\"n\">excluded<th "
          "scope=\"col\" class=\"n\">toggles"
          "<th scope=\"col\" class=\"n\">of</tr>\n",
          f);
    for (size_t i = 0; i < db->n; ++i)
        if (begins_file(db, i))
            row(f, db, db->point[i].file, db->point[i].file);
    row(f, db, "all", NULL);
    assay_html_end_table(f);
    for (int k = 0; k < ASSAY_CODE_KINDS; ++k)
        for (int excluded = 0; excluded < 2; ++excluded)
            for (size_t i = 0; i < db->n; ++i)
                if (begins_file(db, i))
                    points(f, db, i, (enum assay_code_kind)k, excluded);
}
