/* settle.h - determines by simulation from random states what the outputs do in and after reset. */
#ifndef ASSAY_NEW_SETTLE_H
#define ASSAY_NEW_SETTLE_H

#include "new_block/plan.h"
#include "new_block/rtl.h"

/* The effect of a level of the reset pin on the outputs. */
struct assay_new_settled {
    /* Numbers of bits with the following property if this
     * level is the active one, but not if the other is. */
    size_t agree; /* equal from all states, from early in reset on */
    size_t wakes; /* equal from all states, do not move in reset, and move after it */
    char *held;   /* all bits in reset, '0', '1', or 'x' where the states differ; highest first */
};

/*
 * Simulates the design twice from four random states, with the reset pin active low and active
 * high: 64 cycles in reset and 64 cycles after it, with the same random inputs. settled[1] is for
 * active level 1. The caller frees the texts.
 */
enum assay_error assay_new_settle(const struct assay_new_plan *p, const struct assay_new_rtl *r,
                                  struct assay_new_settled settled[2], char *why, size_t why_size);

#endif
