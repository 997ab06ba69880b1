#include "regress/html.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>

void assay_html_count(FILE *f, uint64_t n)
{
    if (n >= 1000) {
        assay_html_count(f, n / 1000);
        fprintf(f, ",%03" PRIu64, n % 1000);
    } else {
        fprintf(f, "%" PRIu64, n);
    }
}

void assay_html_rate(FILE *f, double n)
{
    static const char *const units[] = {"", " k", " M", " G"};
    size_t u = 0;

    /* 999.5 would be printed as 1e+03. */
    for (; n >= 999.5 && u + 1 < sizeof units / sizeof *units; ++u)
        n /= 1000;
    fprintf(f, "%.3g%s", n, units[u]);
}

void assay_html_percent(FILE *f, double percent)
{
    fprintf(f,
            "<td><span class=\"bar\"><span style=\"width:%.1f%%\"></span></span></td>"
            "<td class=\"n\">%.1f%%</td>",
            percent, floor(percent * 10) / 10);
}

void assay_html_table(FILE *f, const char *class)
{
    fprintf(f, "<div class=\"wide\"><table class=\"%s\">\n", class);
}

void assay_html_end_table(FILE *f)
{
    fputs("</table></div>\n", f);
}
