/* operands.h - rows of operands for dpas, drawn so that arithmetic meets its corners. */
#ifndef DPAS_OPERANDS_H
#define DPAS_OPERANDS_H

#include "base/rng.h"
#include "dpas/dpas.h"

/*
 * What the floats of one command are like. All its rows share it, since the hard cases lie between
 * operands: a sum cancels, or is a tie, only if products and C suit each other.
 */
enum dpas_mood {
    DPAS_MODERATE, /* numbers around 1 */
    DPAS_ANY,      /* any bits */
    DPAS_CANCEL,   /* few different magnitudes, with both signs and an ulp beside */
    DPAS_TIES,     /* products around half an ulp of C */
    DPAS_LOW,      /* products and C around the smallest normal number */
    DPAS_HIGH,     /* and around the largest */
    DPAS_ZEROS,    /* zeros of both signs, a few numbers */
    DPAS_SPECIALS, /* zeros, subnormals, ends of the range, infinities and NaNs among numbers */
    DPAS_MOODS,
    /* Of fused commands only. */
    DPAS_SPREAD = DPAS_MOODS, /* exponents so far apart that terms are cut off */
    DPAS_FACED,               /* zeros that face numbers of any size, and a small C */
    DPAS_FUSED_MOODS
};

struct dpas_temper {
    enum dpas_mood mood;
    uint32_t magnitudes; /* what DPAS_CANCEL draws its numbers from */
};

/* The stream that a row is for, numbered as in block.yaml. */
enum dpas_place { DPAS_IN_SRC1 = 1, DPAS_IN_SRC0, DPAS_IN_SRC2 };

/* n dwords: any bits, or in `corner` percent of the rows corners of 32, 8, 4 or 2 bits. */
void dpas_draw_integers(struct assay_rng *r, uint32_t corner, uint32_t *row, uint32_t n);

/* n dwords of elements of a float type; of f32 in src0. */
void dpas_draw_floats(struct assay_rng *r, const struct dpas_temper *t, enum dpas_place place,
                      enum dpas_type type, uint32_t *row, uint32_t n);

#endif
