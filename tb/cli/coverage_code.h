/* coverage_code.h - the part of `assay coverage` for lines and toggles. */
#ifndef ASSAY_CLI_COVERAGE_CODE_H
#define ASSAY_CLI_COVERAGE_CODE_H

#include <cjson/cJSON.h>

#include "coverage/codecov.h"

void assay_coverage_code_print(const struct assay_codecov *db, uint64_t holes);
cJSON *assay_coverage_code_json(const struct assay_codecov *db, uint64_t holes);

#endif
