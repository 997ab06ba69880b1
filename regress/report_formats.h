/* report_formats.h - the forms in which a regression is reported. */
#ifndef ASSAY_REGRESS_REPORT_FORMATS_H
#define ASSAY_REGRESS_REPORT_FORMATS_H

#include <stdio.h>

#include "regress/summary.h"

void assay_report_as_text(FILE *f, const struct assay_summary *s);
/* False when memory is out. */
void assay_report_as_json(FILE *f, const struct assay_summary *s);
void assay_report_as_junit(FILE *f, const struct assay_summary *s);
void assay_report_as_html(FILE *f, const struct assay_summary *s);

#endif
