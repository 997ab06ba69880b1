/*
 * handles.h - handles of golden models, and the message of the last error, shared by the DPI and
 * VPI code.
 *
 * A simulator passes back whatever a bench has stored, including freed and foreign values.
 * Therefore a handle is never a pointer but a number that is looked up here. No number is reused
 * until 2^21 models have been created.
 *
 * For use by one simulator thread. Statuses are those of enum assay_model_status, as negative
 * numbers.
 */
#ifndef ASSAY_DPI_HANDLES_H
#define ASSAY_DPI_HANDLES_H

#include <stdint.h>

#include "api/assay_model.h"

enum { ASSAY_MAX_HANDLES = 1024 };

/* Creates a model. Returns its handle, or 0 on an error. */
int32_t assay_handle_create(const char *function, const char *block, const char *params);

/* Returns the model, or NULL on an error. */
struct assay_model *assay_handle_model(const char *function, int64_t handle);

/* Frees a model. Returns 0 or a negative status. */
int assay_handle_free(const char *function, int64_t handle);

/* Returns the index of a pin by name, or a negative status. */
int assay_handle_port(const char *function, const struct assay_model *m, const char *name);

/* Records an error in `function` and returns -status. `detail` NULL stands for the usual message of
 * the status. With ASSAY_MODEL_OK nothing is recorded and 0 is returned. */
int assay_handle_result(const char *function, int status, const char *detail);

/* Returns the message of the last error, or "". It is valid until the next call that fails. */
const char *assay_handle_error(void);

#endif
