#include "regress/report.h"

#include <limits.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/message.h"
#include "base/outfile.h"
#include "base/path.h"
#include "regress/report_formats.h"
#include "regress/report_html.h"

static int write_file(const struct assay_summary *s, const char *path,
                      void (*format)(FILE *, const struct assay_summary *))
{
    struct assay_outfile o;
    char why[4096];

    if (!path)
        return EXIT_EQUAL;
    if (assay_outfile_open(&o, path, why, sizeof why)) {
        format(o.f, s);
        if (assay_outfile_close(&o, why, sizeof why))
            return EXIT_EQUAL;
    }
    assay_print_error("%s", why);
    return EXIT_FAULT;
}

void assay_report_page(const char *report, const char *what, char *path, size_t size)
{
    const size_t n = strlen(report), kind = n > 5 && strcmp(report + n - 5, ".html") == 0 ? 5 : 0;

    assay_path(path, size, "%.*s-%s.html", (int)(n - kind), report, what);
}

/* A page that would overwrite the JUnit file is not written. */
static int write_page(const struct assay_summary *s, const struct assay_report_forms *forms,
                      const char *what, void (*format)(FILE *, const struct assay_summary *))
{
    char path[PATH_MAX];

    assay_report_page(forms->html, what, path, sizeof path);
    if (forms->junit && (strcmp(path, forms->junit) == 0 || assay_same_file(path, forms->junit))) {
        assay_print_error(
            "%s: is the file of --junit: expected another name, the page of %s goes there", path,
            what);
        return EXIT_USAGE;
    }
    return write_file(s, path, format);
}

static int write_html(struct assay_summary *s, const struct assay_report_forms *forms)
{
    int status;

    if (!forms->html)
        return EXIT_EQUAL;
    s->page = forms->html;
    status = write_file(s, forms->html, assay_report_as_html);
    if (!status && s->n_mutants)
        status = write_page(s, forms, "mutants", assay_mutants_as_html);
    if (!status && assay_html_count_proofs(s))
        status = write_page(s, forms, "proofs", assay_proofs_as_html);
    return status;
}

int assay_report_print(const char *out, const struct assay_report_forms *forms)
{
    struct assay_summary s;
    int bad_coverage, page = EXIT_EQUAL;
    int status = assay_summary_load(&s, out, forms->exclude, &bad_coverage);

    /* The results are worth printing even if the coverage files are bad. */
    if (status == EXIT_EQUAL) {
        if (forms->json)
            assay_report_as_json(stdout, &s);
        else
            assay_report_as_text(stdout, &s);
        if (write_file(&s, forms->junit, assay_report_as_junit))
            status = EXIT_FAULT;
        page = write_html(&s, forms);
        status = status ? status : page;
    }
    assay_summary_free(&s);
    return status ? status : bad_coverage;
}
