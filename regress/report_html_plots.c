/* report_html_plots.c - the measurements of jobs with plots, drawn as SVG. */
#include "regress/plot_svg.h"
#include "regress/report_html.h"

void assay_html_plots(FILE *f, const struct assay_summary *s)
{
    if (s->n_plots == 0) {
        fputs(
            "<p>No numbers for plots: the list has no entry with <code>plots: true</code>, or none "
            "has passed.</p>\n",
            f);
        return;
    }
    fputs("<p class=\"dim\">Numbers of cycles and of decisions, which are the same on every "
          "machine. Dotted red line: the value to compare with; a label with \"stated\" gives the "
          "document's number. Dashed line: a formula, not a measurement.</p>\n",
          f);
    for (size_t i = 0; i < s->n_plots; ++i) {
        fputs("<figure>", f);
        assay_plot_svg(f, &s->plot[i]);
        fputs("</figure>\n", f);
    }
}
