/* coverage_points.h - the part of `assay coverage` for the points of a block. */
#ifndef ASSAY_CLI_COVERAGE_POINTS_H
#define ASSAY_CLI_COVERAGE_POINTS_H

#include <cjson/cJSON.h>

#include "coverage/total.h"

/* Without points, nothing is covered: 0. */
double assay_coverage_points_percent(struct assay_cover_total t);

void assay_coverage_points_print(const struct assay_cover *db, uint64_t holes);
cJSON *assay_coverage_points_json(const struct assay_cover *db, uint64_t holes);

#endif
