#include "regress/report.h"

#include <string.h>

#include "base/error.h"
#include "base/message.h"
#include "base/outfile.h"
#include "regress/report_formats.h"

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

int assay_report_print(const char *out, const struct assay_report_forms *forms)
{
    struct assay_summary s;
    int bad_coverage;
    int status = assay_summary_load(&s, out, forms->exclude, &bad_coverage);

    /* Results are worth printing even where the coverage beside them is bad. */
    if (status == EXIT_EQUAL) {
        if (forms->json)
            assay_report_as_json(stdout, &s);
        else
            assay_report_as_text(stdout, &s);
        if (write_file(&s, forms->junit, assay_report_as_junit) ||
            write_file(&s, forms->html, assay_report_as_html))
            status = EXIT_FAULT;
    }
    assay_summary_free(&s);
    return status ? status : bad_coverage;
}
