/* operands.h - rows of operands for dpas, drawn to reach the corner cases of the arithmetic. */
#ifndef DPAS_OPERANDS_H
#define DPAS_OPERANDS_H

#include "base/rng.h"
#include "dpas/dpas.h"

/*
 * The character of the floats in one command. All its rows share it, because the hard cases depend
 * on several operands: a sum cancels, or is a tie, only if the products and C match.
 */
enum dpas_mood {
    DPAS_MODERATE, /* numbers around 1 */
    DPAS_ANY,      /* any bits */
    DPAS_CANCEL,   /* few different magnitudes, with both signs and sometimes one ulp apart */
    DPAS_TIES,     /* products near half an ulp of C */
    DPAS_LOW,      /* products and C near the smallest normal number */
    DPAS_HIGH,     /* products and C near the largest number */
    DPAS_ZEROS,    /* zeros of both signs, and a few numbers */
    DPAS_SPECIALS, /* zeros, subnormals, ends of the range, infinities and NaNs among numbers */
    DPAS_MOODS,
    /* Only for fused commands. */
    DPAS_SPREAD = DPAS_MOODS, /* exponents far enough apart that terms are cut off */
    DPAS_FACED,               /* zeros multiplied by numbers of any size, and a small C */
    DPAS_FUSED_MOODS
};

struct dpas_temper {
    enum dpas_mood mood;
    uint32_t magnitudes; /* random bits from which DPAS_CANCEL takes its magnitudes */
};

/* The stream that a row is for, numbered as in block.yaml. */
enum dpas_place { DPAS_IN_SRC1 = 1, DPAS_IN_SRC0, DPAS_IN_SRC2 };

/* Draws n dwords: any bits, or, in `corner` percent of the rows, corners of 32, 8, 4 or 2 bits. */
void dpas_draw_integers(struct assay_rng *r, uint32_t corner, uint32_t *row, uint32_t n);

/* Draws n dwords of elements of a float type; in src0 they are f32. */
void dpas_draw_floats(struct assay_rng *r, const struct dpas_temper *t, enum dpas_place place,
                      enum dpas_type type, uint32_t *row, uint32_t n);

#endif
