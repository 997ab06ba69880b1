/*
 * test_fdot_steps.c - sums computed by hand, for each profile and each step of the definition in
 * model/fdot/README.md. The comment of a case is its derivation. Whatever is smaller than one unit
 * of 2^(E - F) is cut off: E is the greatest exponent, F the fraction bits of the profile.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "api/assay_fdot.h"

enum { MOST = 4, SCALE_ONE = 127, LEAST_CASES = 10, STEPS = 6 };

struct sum {
    unsigned step; /* step of the definition, 1 to 6 */
    enum assay_fdot_format af, bf;
    enum assay_fdot_output out;
    uint32_t a[MOST], b[MOST]; /* elements not given are +0 */
    uint32_t c, want;
    uint8_t as, bs; /* scales; both 0: one */
};

#define F16 ASSAY_FDOT_F16, ASSAY_FDOT_F16
#define BF16 ASSAY_FDOT_BF16, ASSAY_FDOT_BF16
#define BF16_1K ASSAY_FDOT_BF16_1K, ASSAY_FDOT_BF16_1K
#define TF32 ASSAY_FDOT_TF32, ASSAY_FDOT_TF32
#define E4M3 ASSAY_FDOT_E4M3, ASSAY_FDOT_E4M3
#define E5M2 ASSAY_FDOT_E5M2, ASSAY_FDOT_E5M2
#define E2M1 ASSAY_FDOT_E2M1, ASSAY_FDOT_E2M1
#define F32 ASSAY_FDOT_OUT_F32
#define TO_F16 ASSAY_FDOT_OUT_F16
#define E8M13 ASSAY_FDOT_OUT_E8M13

/*
 * f16, the same in each profile that accepts it and is in RTL. Patterns: 3C00 1, 3E00 1.5, 3800
 * 0.5, 4000 2, 0001 2^-24, 1000 2^-11, 7800 2^15, 7BFF 65504, 4FC0 31.
 */
static const struct sum of_f16[] = {
    /* A subnormal has a significand of 2^-10 and the exponent -14: 2^-24 * 1. */
    {1, F16, F32, {0x0001}, {0x3C00}, 0, 0x33800000, 0, 0},
    /* The greatest subnormal, 1023 * 2^-24, times 2: 511.5 * 2^-22 = (1 + 511/512) * 2^-14. */
    {1, F16, F32, {0x03FF}, {0x4000}, 0, 0x38FFC000, 0, 0},
    /* 1.5 * 1.5 = 2.25 has exponent 0 and significand 2.25. */
    {2, F16, F32, {0x3E00}, {0x3E00}, 0, 0x40100000, 0, 0},
    /* 1.5 * -1.5 + 1 = -1.25. */
    {2, F16, F32, {0x3E00}, {0xBE00}, 0x3F800000, 0xBFA00000, 0, 0},
    /* c = 2^30: the unit is at least 2^5. 1 is cut off, and so is -1, toward zero. */
    {3, F16, F32, {0x3C00}, {0x3C00}, 0x4E800000, 0x4E800000, 0, 0},
    {3, F16, F32, {0x3C00}, {0xBC00}, 0xCE800000, 0xCE800000, 0, 0},
    /* 2^30 - 2^15 * 2^15 + 31: nothing of 31 is left. */
    {3, F16, F32, {0x7800, 0x4FC0}, {0xF800, 0x3C00}, 0x4E800000, 0, 0, 0},
    /* 1 - 1 + -0 is +0. */
    {4, F16, F32, {0x3C00, 0x3C00}, {0x3C00, 0xBC00}, 0x80000000, 0, 0, 0},
    /* 4 * 65504^2 = 4 * 2047^2 * 2^10 = 4190209 * 2^12 = 3FF001 (hex) * 2^12; shifted up by two
     * bits, FFC004. */
    {4,
     F16,
     F32,
     {0x7BFF, 0x7BFF, 0x7BFF, 0x7BFF},
     {0x7BFF, 0x7BFF, 0x7BFF, 0x7BFF},
     0,
     0x507FC004,
     0,
     0},
    /* 1 + 3 * 2^-23 - 2^-24: the last bit of an f32 at 1 is 2^-23; rounding is toward zero, whether
     * or not F keeps 2^-24. */
    {5, F16, F32, {0x0001}, {0x3C00}, 0x3F800003, 0x3F800003, 0, 0},
    /* f16: 1 + 2^-11 is a tie and rounds to the even 1; 1 + 2^-10 + 2^-11 rounds to the even 1 +
     * 2^-9. */
    {5, F16, TO_F16, {0x1000}, {0x3C00}, 0x3C00, 0x3C00, 0, 0},
    {5, F16, TO_F16, {0x1000}, {0x3C00}, 0x3C01, 0x3C02, 0, 0},
    /* 65504 + 16 is a tie and rounds to 65536, which is infinity; 65504 + 15 rounds to 65504. */
    {5, F16, TO_F16, {0x4C00}, {0x3C00}, 0x7BFF, 0x7C00, 0, 0},
    {5, F16, TO_F16, {0x4B80}, {0x3C00}, 0x7BFF, 0x7BFF, 0, 0},
    /* Half the least subnormal is a tie and rounds to +0; three quarters of it round up. */
    {5, F16, TO_F16, {0x8001}, {0x3800}, 0, 0, 0, 0},
    {5, F16, TO_F16, {0x8001}, {0x3A00}, 0, 0x8001, 0, 0},
    /* NaN times 0; infinity times 0; infinities of both signs; one infinity with a finite c; NaN in
     * f16. */
    {6, F16, F32, {0x7C01}, {0x0000}, 0, 0x7FFFFFFF, 0, 0},
    {6, F16, F32, {0x0000}, {0xFC00}, 0, 0x7FFFFFFF, 0, 0},
    {6, F16, F32, {0x7C00}, {0x3C00}, 0xFF800000, 0x7FFFFFFF, 0, 0},
    {6, F16, F32, {0x7C00}, {0xBC00}, 0x7F7FFFFF, 0xFF800000, 0, 0},
    {6, F16, TO_F16, {0x3C00}, {0x3C00}, 0x7C01, 0x7FFF, 0, 0},
};

#define FOUR_ONES                      \
    {                                  \
        0x3C00, 0x3C00, 0x3C00, 0x3C00 \
    }

/* F = 23. */
static const struct sum of_volta[] = {
    /* 2^24: the unit is 2. */
    {3, F16, F32, FOUR_ONES, FOUR_ONES, 0x4B800000, 0x4B800000, 0, 0},
    {3, F16, F32, {0x4000}, {0x3C00}, 0x4B800000, 0x4B800001, 0, 0},
    /* 1 + 2^-11 + 2^-24: the last term is cut off, which leaves a tie. */
    {3, F16, TO_F16, {0x1000, 0x0001}, {0x3C00, 0x3C00}, 0x3C00, 0x3C00, 0, 0},
    /* The same with an f16 c and an f32 result: 1 + 2^-11. */
    {5,
     ASSAY_FDOT_F16,
     ASSAY_FDOT_F16,
     ASSAY_FDOT_OUT_F32_C16,
     {0x1000, 0x0001},
     {0x3C00, 0x3C00},
     0x3C00,
     0x3F801000,
     0,
     0},
};

/* F = 24. */
static const struct sum of_24[] = {
    /* 2^24: the unit is 1, the last bit of the f32 is 2. 2^25: the unit is 2. */
    {3, F16, F32, FOUR_ONES, FOUR_ONES, 0x4B800000, 0x4B800002, 0, 0},
    {3, F16, F32, FOUR_ONES, FOUR_ONES, 0x4C000000, 0x4C000000, 0, 0},
    /* 1 + 2^-11 + 2^-24 is above the tie. */
    {3, F16, TO_F16, {0x1000, 0x0001}, {0x3C00, 0x3C00}, 0x3C00, 0x3C01, 0, 0},
    /* 1 + 2^-24: kept by the sum, cut off by the f32. */
    {5, F16, F32, {0x0001}, {0x3C00}, 0x3F800000, 0x3F800000, 0, 0},
};

/* F = 25. */
static const struct sum of_25[] = {
    /* 2^25: the unit is 1, the last bit of the f32 is 4. 2^26: the unit is 2. */
    {3, F16, F32, FOUR_ONES, FOUR_ONES, 0x4C000000, 0x4C000001, 0, 0},
    {3, F16, F32, FOUR_ONES, FOUR_ONES, 0x4C800000, 0x4C800000, 0, 0},
    /* 1 - 2^-24 is an f32. */
    {5, F16, F32, {0x8001}, {0x3C00}, 0x3F800000, 0x3F7FFFFF, 0, 0},
};

/*
 * bf16 (3F80 1, 0080 2^-126, 7F7F the greatest) and tf32, with F = 24 or 25.
 */
static const struct sum of_words[] = {
    /* A subnormal of bf16, 2^-133, times 2^7: 2^-126. */
    {1, BF16, F32, {0x0001}, {0x4300}, 0, 0x00800000, 0, 0},
    /* tf32 drops 13 bits: 1 + 2^-11 is 1, and a NaN with no higher bit is an infinity. */
    {1, TF32, F32, {0x3F801000}, {0x3F800000}, 0, 0x3F800000, 0, 0},
    {1, TF32, F32, {0x7F801FFF}, {0x3F800000}, 0, 0x7F800000, 0, 0},
    /* 0 * 2^127 has exponent 1: the unit is at least 2^-24, so 2^-25 is cut off. */
    {3, BF16, F32, {0x0000}, {0x7F00}, 0x33000000, 0, 0, 0},
    {3, BF16, F32, {0x0000}, {0x7F00}, 0x34000000, 0x34000000, 0, 0},
    /* 2^-126 * 2^-23 is the least f32; half of it is cut off. */
    {5, BF16, F32, {0x0080}, {0x3400}, 0, 0x00000001, 0, 0},
    {5, BF16, F32, {0x0080}, {0x3380}, 0, 0, 0, 0},
    /* The greatest f32 plus one last bit, 2^104, is infinity. Plus half a bit: cut off. */
    {5, BF16, F32, {0x7380}, {0x3F80}, 0x7F7FFFFF, 0x7F800000, 0, 0},
    {5, BF16, F32, {0x7300}, {0x3F80}, 0x7F7FFFFF, 0x7F7FFFFF, 0, 0},
    {6, TF32, F32, {0x7F802000}, {0x3F800000}, 0, 0x7FFFFFFF, 0, 0},
};

/* e4m3 (38 1, 7E 448, 01 2^-9) and e5m2 (3C 1, 01 2^-16), with F = 13. */
static const struct sum of_bytes[] = {
    /* Subnormals: 2^-9 * 2^-16, with mixed formats. */
    {1, ASSAY_FDOT_E4M3, ASSAY_FDOT_E5M2, E8M13, {0x01}, {0x01}, 0, 0x33000000, 0, 0},
    /* 448 * 448 = 1.75 * 1.75 * 2^16 = 200704 = 3.0625 * 2^16. */
    {2, E4M3, E8M13, {0x7E}, {0x7E}, 0, 0x48440000, 0, 0},
    /* At 1 the unit is 2^-13. */
    {3, E4M3, E8M13, {0x38}, {0x38}, 0x39000000, 0x3F800400, 0, 0},
    {3, E4M3, E8M13, {0x38}, {0x38}, 0x38FFFFFF, 0x3F800000, 0, 0},
    /* An f32 c with 24 bits loses ten of them, in the sum and in the output. */
    {5, E5M2, E8M13, {0x00}, {0x00}, 0xBFFFFFFF, 0xBFFFFC00, 0, 0},
    /* In f16: 1 + 2^-11 is a tie. */
    {5, E5M2, TO_F16, {0x3C}, {0x3C}, 0x1000, 0x3C00, 0, 0},
    /* e4m3 has one NaN per sign, and 78 is 256; e5m2 has infinities. */
    {6, E4M3, E8M13, {0x7F}, {0x00}, 0, 0x7FFFFFFF, 0, 0},
    {6, E4M3, E8M13, {0x78}, {0x38}, 0, 0x43800000, 0, 0},
    {6, E5M2, E8M13, {0xFC}, {0x3C}, 0, 0xFF800000, 0, 0},
};

/* 8 and 4 bits with F = 25. e2m1: 1 0.5, 2 1, 7 6, 8 and above negative. */
static const struct sum of_blackwell[] = {
    {1, E2M1, F32, {0x1}, {0x1}, 0, 0x3E800000, 0, 0},
    /* 36 + 0.25. */
    {2, E2M1, F32, {0x7, 0x1}, {0x7, 0x1}, 0, 0x42110000, 0, 0},
    /* At 1 the unit is 2^-25: a c of 2^-23 stays, and 3 * 2^-25 is less than a last bit. */
    {3, E4M3, F32, {0x38}, {0x38}, 0x34000000, 0x3F800001, 0, 0},
    {5, E4M3, F32, {0x38}, {0x38}, 0x33C00000, 0x3F800000, 0, 0},
    /* 448 * 448 is above the range of f16. */
    {5, E4M3, TO_F16, {0x7E}, {0xFE}, 0, 0xFC00, 0, 0},
};

/* The same with scales, where 127 is 1. */
static const struct sum of_scaled[] = {
    {1, E2M1, F32, {0x1}, {0x1}, 0, 0x3E800000, SCALE_ONE, SCALE_ONE},
    {1, ASSAY_FDOT_E2M1, ASSAY_FDOT_E4M3, F32, {0x7}, {0x01}, 0, 0x3C400000, SCALE_ONE, SCALE_ONE},
    /* 2^3 * 2^-2. */
    {2, E4M3, F32, {0x38}, {0x38}, 0, 0x40000000, 130, 125},
    {2, E2M1, F32, {0xA}, {0x2}, 0, 0xBF800000, SCALE_ONE, SCALE_ONE},
    /* 2^26 - 2^26 + c: the unit is 2. */
    {3, E4M3, F32, {0x38, 0xB8}, {0x38, 0x38}, 0x3F800000, 0, 140, 140},
    {3, E4M3, F32, {0x38, 0xB8}, {0x38, 0x38}, 0x40000000, 0x40000000, 140, 140},
    /* Zeros have exponent -252 + 254 = 2: the unit is 2^-23. */
    {3, E2M1, F32, {0x0}, {0x0}, 0x33800000, 0, 254, 254},
    {3, E2M1, F32, {0x0}, {0x0}, 0x34000000, 0x34000000, 254, 254},
    /* 2^20 * (36 + 36 - 36 + 36) = 72 * 2^20. */
    {4, E2M1, F32, {0x7, 0x7, 0xF, 0x7}, {0x7, 0x7, 0x7, 0x7}, 0, 0x4C900000, 147, SCALE_ONE},
    /* 1 + 2^-24 and 1 - 2^-24. */
    {5, E4M3, F32, {0x38}, {0x38}, 0x33800000, 0x3F800000, SCALE_ONE, SCALE_ONE},
    {5, E4M3, F32, {0x38}, {0x38}, 0xB3800000, 0x3F7FFFFF, SCALE_ONE, SCALE_ONE},
    /* 2^-127 * 2^-17 = 2^5 * 2^-149; 2^-127 * 2^-24 is cut off. */
    {5, E2M1, F32, {0x2}, {0x2}, 0, 0x00000020, 0, 110},
    {5, E2M1, F32, {0x2}, {0x2}, 0, 0, 0, 103},
    /* 2^127, and 2^128. */
    {5, E2M1, F32, {0x2}, {0x2}, 0, 0x7F000000, 254, SCALE_ONE},
    {5, E2M1, F32, {0xA}, {0x2}, 0, 0xFF800000, 254, 128},
    {6, E2M1, F32, {0x0}, {0x0}, 0, 0x7FFFFFFF, 0xFF, SCALE_ONE},
    {6, E2M1, F32, {0x2}, {0x2}, 0x7F800000, 0x7FFFFFFF, SCALE_ONE, 0xFF},
    {6, E5M2, F32, {0x7C}, {0x3C}, 0, 0x7F800000, 1, 1},
    {6, E5M2, F32, {0x7C}, {0x00}, 0, 0x7FFFFFFF, SCALE_ONE, SCALE_ONE},
};

/* --- cdna. Steps: 1 operands, 2 products, 3 their sum, 4 c, 5 rounding, 6 special values --- */

/* cdna1 and cdna2, f16 in groups of 4 and bf16 in groups of 2. 6C00 is 2^12 in f16. */
static const struct sum of_steps[] = {
    /* Pairs: 2^24 + 1 is a tie to 2^24; -2^24 + 1 is exact; their sum is 1. */
    {3,
     F16,
     F32,
     {0x6C00, 0x3C00, 0xEC00, 0x3C00},
     {0x6C00, 0x3C00, 0x6C00, 0x3C00},
     0,
     0x3F800000,
     0,
     0},
    /* c is added last: 2^24 + (1 + 1). */
    {4, F16, F32, {0x3C00, 0x3C00}, {0x3C00, 0x3C00}, 0x4B800000, 0x4B800001, 0, 0},
    /* Four halves in one group, 2^24 + 2; in two groups, 2^24 + 1 twice. */
    {4,
     BF16_1K,
     F32,
     {0x3F00, 0x3F00, 0x3F00, 0x3F00},
     {0x3F80, 0x3F80, 0x3F80, 0x3F80},
     0x4B800000,
     0x4B800001,
     0,
     0},
    {4,
     BF16,
     F32,
     {0x3F00, 0x3F00, 0x3F00, 0x3F00},
     {0x3F80, 0x3F80, 0x3F80, 0x3F80},
     0x4B800000,
     0x4B800000,
     0,
     0},
    /* Ties to even: 2^24 + 1, 2^24 + 2 + 1. */
    {5, F16, F32, {0x3C00}, {0x3C00}, 0x4B800000, 0x4B800000, 0, 0},
    {5, F16, F32, {0x3C00}, {0x3C00}, 0x4B800001, 0x4B800002, 0, 0},
    /* -0 * 1 is +0, and so is the sum with c = -0. */
    {2, F16, F32, {0x8000}, {0x3C00}, 0x80000000, 0, 0, 0},
    /* A product overflows; two of opposite signs give a NaN. */
    {2, BF16, F32, {0x7F7F}, {0x4000}, 0x3F800000, 0x7F800000, 0, 0},
    {6, BF16, F32, {0x7F7F, 0xFF7F}, {0x4000, 0x4000}, 0, 0x7FC00000, 0, 0},
    {6, F16, F32, {0x7C01}, {0x0000}, 0, 0x7FC00000, 0, 0},
    {6, F16, F32, {0x7C00}, {0xBC00}, 0, 0xFF800000, 0, 0},
    {6, F16, F32, {0x7C00}, {0x0000}, 0, 0x7FC00000, 0, 0},
};

/* Subnormals are kept. */
static const struct sum of_cdna1[] = {
    {1, F16, F32, {0x0001}, {0x3C00}, 0, 0x33800000, 0, 0},
    {1, BF16, F32, {0x7F80}, {0x0001}, 0, 0x7F800000, 0, 0},
    {2, BF16, F32, {0x0080}, {0x3F00}, 0, 0x00400000, 0, 0},
    /* 2^-150 is a tie and rounds to 0; 1.5 * 2^-150 rounds to 2^-149. */
    {5, BF16, F32, {0x0080}, {0x3380}, 0, 0, 0, 0},
    {5, BF16, F32, {0x0080}, {0x33C0}, 0, 0x00000001, 0, 0},
    {4, BF16, F32, {0x0000}, {0x0000}, 0x807FFFFF, 0x807FFFFF, 0, 0},
};

/* Subnormals become zeros: operands +0, others a zero of their sign. */
static const struct sum of_cdna2[] = {
    {1, F16, F32, {0x03FF}, {0x7800}, 0, 0, 0, 0},
    {1, BF16, F32, {0x7F80}, {0x0001}, 0, 0x7FC00000, 0, 0},
    {1, BF16, F32, {0x0000}, {0x0000}, 0x807FFFFF, 0, 0, 0},
    /* The least normal number is kept. */
    {2, BF16, F32, {0x0080}, {0x3F80}, 0, 0x00800000, 0, 0},
    /* Four products of -2^-127 are -0 each; with c = -0 the result is -0, too. */
    {2,
     BF16_1K,
     F32,
     {0x0080, 0x0080, 0x0080, 0x0080},
     {0xBF00, 0xBF00, 0xBF00, 0xBF00},
     0x80000000,
     0x80000000,
     0,
     0},
    /* 2^-126 - 1.5 * 2^-126 is -0, and so is the other pair. */
    {3,
     BF16_1K,
     F32,
     {0x0080, 0x00C0, 0x0080, 0x0080},
     {0x3F80, 0xBF80, 0xBF00, 0xBF00},
     0x80000000,
     0x80000000,
     0,
     0},
    /* -1.5 * 2^-126 + 2^-126. */
    {4, BF16_1K, F32, {0x0080}, {0x3F80}, 0x80C00000, 0x80000000, 0, 0},
};

/* Products are cut off at F = 24. Their sum is floored at 31 fraction bits and c at 24, counted
 * from the greater exponent. */
static const struct sum of_cdna3[] = {
    /* 2^-24 * 1; 2^-133 * 2^7. */
    {1, F16, F32, {0x0001}, {0x3C00}, 0, 0x33800000, 0, 0},
    {1, BF16, F32, {0x0001}, {0x4300}, 0, 0x00800000, 0, 0},
    /* 0 * 2^127 has exponent 1: the products' unit is 2^-23. */
    {1, BF16, F32, {0x0000, 0x3380}, {0x7F00, 0x3F80}, 0, 0, 0, 0},
    {1, BF16, F32, {0x0000, 0x3400}, {0x7F00, 0x3F80}, 0, 0x34000000, 0, 0},
    /* 2^24 + 0.5 - 2^24 and 2^24 + 1 - 2^24. */
    {2, F16, F32, {0x6C00, 0x3800, 0xEC00}, {0x6C00, 0x3C00, 0x6C00}, 0, 0, 0, 0},
    {2, F16, F32, {0x6C00, 0x3C00, 0xEC00}, {0x6C00, 0x3C00, 0x6C00}, 0, 0x3F800000, 0, 0},
    /* 2^31 - 64 - 2^-10: the sum's unit is 1; floored to -65, it is beyond the tie. */
    {3, F16, F32, {0xD400, 0x9400}, {0x3C00, 0x3C00}, 0x4F000000, 0x4EFFFFFF, 0, 0},
    /* 2^31 + 128 + 2^-10: floored to 128, it is the tie. */
    {3, F16, F32, {0x5800, 0x1400}, {0x3C00, 0x3C00}, 0x4F000000, 0x4F000000, 0, 0},
    /* 2^24 with c = -0.5 and 0.5: the unit of c is 1, and -0.5 is floored to -1. */
    {4, F16, F32, {0x6C00}, {0x6C00}, 0xBF000000, 0x4B7FFFFF, 0, 0},
    {4, F16, F32, {0x6C00}, {0x6C00}, 0x3F000000, 0x4B800000, 0, 0},
    /* Ties to even. */
    {5, F16, F32, {0x3C00}, {0x3C00}, 0x4B800000, 0x4B800000, 0, 0},
    {5, F16, F32, {0x3C00}, {0x3C00}, 0x4B800001, 0x4B800002, 0, 0},
    /* An exact zero is +0; -2^-151 rounds to -0. */
    {5, F16, F32, {0x3C00, 0x3C00}, {0x3C00, 0xBC00}, 0x80000000, 0, 0, 0},
    {5, BF16, F32, {0x0080}, {0xB300}, 0, 0x80000000, 0, 0},
    /* A product of 2^128 or more is an infinity, unless c is one. */
    {6, BF16, F32, {0x7F7F}, {0x4000}, 0x3F800000, 0x7F800000, 0, 0},
    {6, BF16, F32, {0x7F7F, 0xFF7F}, {0x4000, 0x4000}, 0, 0x7FC00000, 0, 0},
    {6, BF16, F32, {0x7F7F}, {0x4000}, 0xFF800000, 0xFF800000, 0, 0},
    {6, F16, F32, {0x7C00}, {0x0000}, 0, 0x7FC00000, 0, 0},
    {6, F16, F32, {0x3C00}, {0x3C00}, 0x7F800001, 0x7FC00000, 0, 0},
};

struct part {
    const struct sum *sum;
    size_t n;
};

enum { MOST_PARTS = 4 };

#define PART(x)                     \
    {                               \
        x, sizeof(x) / sizeof(x)[0] \
    }

static const struct part parts[ASSAY_FDOT_PROFILES][MOST_PARTS] = {
    [ASSAY_FDOT_VOLTA] = {PART(of_f16), PART(of_volta)},
    [ASSAY_FDOT_TURING] = {PART(of_f16), PART(of_24)},
    [ASSAY_FDOT_AMPERE] = {PART(of_f16), PART(of_24), PART(of_words)},
    [ASSAY_FDOT_ADA] = {PART(of_f16), PART(of_24), PART(of_words), PART(of_bytes)},
    [ASSAY_FDOT_HOPPER] = {PART(of_f16), PART(of_25), PART(of_words), PART(of_bytes)},
    [ASSAY_FDOT_BLACKWELL] = {PART(of_f16), PART(of_25), PART(of_words), PART(of_blackwell)},
    [ASSAY_FDOT_BLACKWELL_SCALED] = {PART(of_scaled)},
    [ASSAY_FDOT_CDNA1] = {PART(of_steps), PART(of_cdna1)},
    [ASSAY_FDOT_CDNA2] = {PART(of_steps), PART(of_cdna2)},
    [ASSAY_FDOT_CDNA3] = {PART(of_cdna3)},
};

static void check(enum assay_fdot_profile profile, const struct sum *s, size_t number)
{
    const struct assay_fdot op = {profile, s->af, s->bf, s->out};
    const bool scaled = profile == ASSAY_FDOT_BLACKWELL_SCALED;
    uint32_t d = 0xDEADBEEF;

    assert_int_equal(
        assay_fdot(&op, MOST, s->a, s->b, scaled ? &s->as : NULL, scaled ? &s->bs : NULL, s->c, &d),
        ASSAY_MODEL_OK);
    if (d != s->want)
        fail_msg("%s, step %u, sum %zu of its table (a %08X, b %08X, c %08X): %08X, expected %08X",
                 assay_fdot_profile_name(profile), s->step, number, (unsigned)s->a[0],
                 (unsigned)s->b[0], (unsigned)s->c, (unsigned)d, (unsigned)s->want);
}

static void test_steps(void **unused)
{
    (void)unused;
    for (unsigned p = 0; p < ASSAY_FDOT_PROFILES; ++p) {
        size_t n = 0, of_step[STEPS + 1] = {0};

        for (size_t i = 0; i < MOST_PARTS; ++i)
            for (size_t j = 0; j < parts[p][i].n; ++j, ++n) {
                check((enum assay_fdot_profile)p, &parts[p][i].sum[j], j);
                ++of_step[parts[p][i].sum[j].step];
            }
        assert_true(n >= LEAST_CASES);
        for (unsigned step = 1; step <= STEPS; ++step)
            assert_true(of_step[step] > 0);
        print_message("%s: %zu sums\n", assay_fdot_profile_name((enum assay_fdot_profile)p), n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_steps)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
