#include "regress/html.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/path.h"
#include "base/xml.h"
#include "regress/report_formats.h"

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

    /* Stop at 999.5, which would be printed as 1e+03. */
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

void assay_html_name(FILE *f, const char *text)
{
    fputs("<th scope=\"row\">", f);
    assay_xml_put(f, text);
    fputs("</th>", f);
}

void assay_html_cell(FILE *f, const char *text)
{
    fputs("<td>", f);
    assay_xml_put(f, text);
    fputs("</td>", f);
}

/* A path as the value of an href attribute. */
static void put_path(FILE *f, const char *path)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-~";

    for (; *path; ++path)
        if (strchr(plain, *path))
            fputc(*path, f);
        else
            fprintf(f, "%%%02X", (unsigned)(unsigned char)*path);
}

void assay_html_link(FILE *f, const char *from, const char *to, const char *text)
{
    char seen[PATH_MAX];

    assay_path_seen_from(seen, sizeof seen, from, to);
    fputs("<a href=\"", f);
    put_path(f, seen);
    fputs("\">", f);
    assay_xml_put(f, text);
    fputs("</a>", f);
}

void assay_html_page_link(FILE *f, const char *report, const char *what, const char *text)
{
    char page[PATH_MAX];

    assay_report_page(report, what, page, sizeof page);
    fputs("<p>", f);
    assay_html_link(f, report, page, text);
    fputs("</p>\n", f);
}

void assay_html_time(FILE *f, double seconds)
{
    const uint64_t whole = (uint64_t)(seconds + 0.5);

    if (seconds < 1)
        fprintf(f, "%.3g ms", seconds * 1000);
    else if (seconds < 59.95)
        fprintf(f, "%.1f s", seconds);
    else if (whole < 3600)
        fprintf(f, "%" PRIu64 " min %" PRIu64 " s", whole / 60, whole % 60);
    else
        fprintf(f, "%" PRIu64 " h %" PRIu64 " min", whole / 3600, whole / 60 % 60);
}

void assay_html_table(FILE *f)
{
    fputs("<div class=\"wide\" tabindex=\"0\"><table>\n", f);
}

void assay_html_end_table(FILE *f)
{
    fputs("</table></div>\n", f);
}
