/* fit.h - widths as expressions in the parameters, found out by elaborating the design with other values. */
#ifndef ASSAY_NEW_FIT_H
#define ASSAY_NEW_FIT_H

#include "new_block/plan.h"

/* Elaborate with n parameters at other values than their defaults: the width of each port, in their order. False if that
 * cannot be had, as where a value is none that the design takes. */
typedef bool assay_new_elaborate(void *arg, size_t n, const size_t *param, const uint32_t *value,
                                 uint32_t *width);

/* Write the widths of all pins. One that depends on parameters in another way than is tried remains a number, with a note. False when
 * memory is out. */
bool assay_new_fit_widths(struct assay_new_plan *p, assay_new_elaborate *elaborate, void *arg);

/* The expression in one parameter that has these widths at these values, the first of which is its default; false if there is none
 * that is tried. */
enum { ASSAY_NEW_POINTS = 4 };
bool assay_new_fit(const char *name, const uint32_t value[ASSAY_NEW_POINTS],
                   const uint32_t width[ASSAY_NEW_POINTS], char *text, size_t size);

#endif
