/* settle.h - what the outputs do in and after reset, by simulation from random states. */
#ifndef ASSAY_NEW_SETTLE_H
#define ASSAY_NEW_SETTLE_H

#include "new_block/plan.h"
#include "new_block/rtl.h"

/* What a level of the reset pin does to the outputs. */
struct assay_new_settled {
    /* Bits that, with this level as the active one and not with the other, ... */
    size_t agree; /* are alike from all states, from early in reset on */
    size_t wakes; /* are alike, still while in reset, and move behind it */
    char *held;   /* all bits in reset, '0', '1' or, where states differ, 'x'; the highest first */
};

/*
 * Simulate the design from four random states twice, with the reset pin low active and high active: 64 cycles in reset and 64
 * behind it, under the same random inputs. settled[1] is for the active level 1. The texts are to be freed.
 */
enum assay_error assay_new_settle(const struct assay_new_plan *p, const struct assay_new_rtl *r,
                                  struct assay_new_settled settled[2], char *why, size_t why_size);

#endif
