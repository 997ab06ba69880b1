/*
 * assay_fdot_type.h - profiles, element formats and outputs of assay_fdot.h, and their names.
 *
 * The pins of the block fdot use the same numbers; only the profiles up to
 * ASSAY_FDOT_BLACKWELL_SCALED exist in RTL.
 */
#ifndef ASSAY_FDOT_TYPE_H
#define ASSAY_FDOT_TYPE_H

#include "assay_export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The matrix unit whose arithmetic is used. */
enum assay_fdot_profile {
    ASSAY_FDOT_VOLTA,
    ASSAY_FDOT_TURING,
    ASSAY_FDOT_AMPERE,
    ASSAY_FDOT_ADA,
    ASSAY_FDOT_HOPPER,
    ASSAY_FDOT_BLACKWELL,
    ASSAY_FDOT_BLACKWELL_SCALED, /* with a scale for each side */
    ASSAY_FDOT_CDNA1,
    ASSAY_FDOT_CDNA2,
    ASSAY_FDOT_CDNA3,
    ASSAY_FDOT_PROFILES /* not a profile */
};

/* Elements, as patterns in the low bits of a word. Bias and least exponent follow the scheme of
 * IEEE 754 for the number of exponent bits; e2m1 has 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their
 * negatives. */
enum assay_fdot_format {
    ASSAY_FDOT_F16,
    ASSAY_FDOT_BF16,
    ASSAY_FDOT_TF32,    /* 32 bits, an f32 whose low 13 bits are ignored */
    ASSAY_FDOT_E4M3,    /* 8 bits; no infinities, 0x7F and 0xFF are NaN */
    ASSAY_FDOT_E5M2,    /* 8 bits, with infinities and NaNs */
    ASSAY_FDOT_E2M1,    /* 4 bits; neither infinities nor NaNs */
    ASSAY_FDOT_BF16_1K, /* bf16 with the instructions of CDNA whose names end in _1k */
    ASSAY_FDOT_FORMATS  /* not a format */
};

/* The formats of the result and of c. */
enum assay_fdot_output {
    ASSAY_FDOT_OUT_F32,
    ASSAY_FDOT_OUT_F16,
    ASSAY_FDOT_OUT_E8M13,   /* the result is an f32 with 13 fraction bits; c is any f32 */
    ASSAY_FDOT_OUT_F32_C16, /* f32, with c in f16 */
    ASSAY_FDOT_OUTPUTS      /* not an output */
};

/* The name: "hopper", "e4m3", "f32"; NULL for any other number. */
ASSAY_API const char *assay_fdot_profile_name(enum assay_fdot_profile p);
ASSAY_API const char *assay_fdot_format_name(enum assay_fdot_format f);
ASSAY_API const char *assay_fdot_output_name(enum assay_fdot_output o);

/* Bits of an element's pattern: 4, 8, 16 or 32. `f` must be a format. */
static inline unsigned assay_fdot_format_bits(enum assay_fdot_format f)
{
    return f == ASSAY_FDOT_TF32                           ? 32
           : f == ASSAY_FDOT_E2M1                         ? 4
           : f == ASSAY_FDOT_E4M3 || f == ASSAY_FDOT_E5M2 ? 8
                                                          : 16;
}

#ifdef __cplusplus
}
#endif

#endif
