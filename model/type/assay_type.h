/* assay_type.h - the number formats of the elements of vectors and matrices. */
#ifndef ASSAY_TYPE_H
#define ASSAY_TYPE_H

#include "assay_export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* u is unsigned, s is two's complement; the others are floats as in numerics.h. */
enum assay_type {
    ASSAY_TYPE_U2,
    ASSAY_TYPE_S2,
    ASSAY_TYPE_U4,
    ASSAY_TYPE_S4,
    ASSAY_TYPE_U8,
    ASSAY_TYPE_S8,
    ASSAY_TYPE_BF16,
    ASSAY_TYPE_F16,
    ASSAY_TYPE_F32,
    ASSAY_TYPES /* not a type */
};

/* The name, such as "bf16"; NULL if `t` is not a type. */
ASSAY_API const char *assay_type_name(enum assay_type t);

/* For this and the functions below, `t` must be a type. */

static inline int assay_type_is_float(enum assay_type t)
{
    return t >= ASSAY_TYPE_BF16;
}

/* True for an integer in two's complement. */
static inline int assay_type_is_signed(enum assay_type t)
{
    return !assay_type_is_float(t) && ((unsigned)t & 1) != 0;
}

static inline unsigned assay_type_bits(enum assay_type t)
{
    return t >= ASSAY_TYPE_F32 ? 32 : assay_type_is_float(t) ? 16 : 2u << (unsigned)t / 2;
}

/* Bytes of an unpacked element: 1, 2 or 4. */
static inline unsigned assay_type_size(enum assay_type t)
{
    return assay_type_bits(t) <= 8 ? 1 : assay_type_bits(t) / 8;
}

#ifdef __cplusplus
}
#endif

#endif
