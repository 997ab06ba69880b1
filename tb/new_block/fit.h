/* fit.h - expresses widths in the parameters, by elaborating the design with other values of
 * them. */
#ifndef ASSAY_NEW_FIT_H
#define ASSAY_NEW_FIT_H

#include "new_block/plan.h"

/* Elaborates the design with n parameters set to values other than their
 * defaults and stores the width of each port, in port order. Returns
 * false if that fails, for example because the design rejects a value. */
typedef bool assay_new_elaborate(void *arg, size_t n, const size_t *param, const uint32_t *value,
                                 uint32_t *width);

/* Sets the width expressions of all pins. A width that depends on parameters in any way not tried
 * here remains a number, with a note. Returns false if out of memory. */
bool assay_new_fit_widths(struct assay_new_plan *p, assay_new_elaborate *elaborate, void *arg);

/* Finds an expression in one parameter that has these widths at these values, the first of which is
 * the default. Returns false if none of the forms tried fits. */
enum { ASSAY_NEW_POINTS = 4 };
bool assay_new_fit(const char *name, const uint32_t value[ASSAY_NEW_POINTS],
                   const uint32_t width[ASSAY_NEW_POINTS], char *text, size_t size);

#endif
