/*
 * handles.h - golden models by number, and the last error in words: what the DPI and VPI glue share.
 *
 * A simulator hands back whatever a bench has stored, freed and foreign values included. So a handle
 * is never a pointer: it is looked up here, and each has been given out once (2^21 models pass before
 * a number comes again).
 *
 * One simulator thread. The statuses are those of enum assay_model_status, as negative numbers.
 */
#ifndef ASSAY_DPI_HANDLES_H
#define ASSAY_DPI_HANDLES_H

#include <stdint.h>

#include "api/assay_model.h"

enum { ASSAY_MAX_HANDLES = 1024 };

/* Number of a new model; 0 on an error. */
int32_t assay_handle_create(const char *function, const char *block, const char *params);

/* The model; NULL on an error. */
struct assay_model *assay_handle_model(const char *function, int64_t handle);

/* 0, or a negative status. */
int assay_handle_free(const char *function, int64_t handle);

/* Number of a pin by name; negative on an error. */
int assay_handle_port(const char *function, const struct assay_model *m, const char *name);

/* Note what went wrong in `function`, and return -status. ASSAY_MODEL_OK is noted nowhere and returns
 * 0. `detail` is NULL for the status's own words. */
int assay_handle_result(const char *function, int status, const char *detail);

/* The last error; "" if there was none. It is valid until the next call that fails. */
const char *assay_handle_error(void);

#endif
