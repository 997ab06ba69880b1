/* fused.h - the fdot operation that a layer of dpas performs in the accumulate mode `fused`. */
#ifndef DPAS_FUSED_H
#define DPAS_FUSED_H

#include "dpas/dpas.h"
#include "fdot/arithmetic.h"

/* The operation on a pair of equal float types, with an f32 result; the profile must not be
 * none. Such an operation may not exist: fdot_rule tells. */
static inline struct fdot_kind dpas_fused_kind(const struct dpas_params *p, uint8_t type)
{
    const enum assay_fdot_format format = type == DPAS_BF16  ? ASSAY_FDOT_BF16
                                          : type == DPAS_F16 ? ASSAY_FDOT_F16
                                                             : ASSAY_FDOT_TF32;

    return (struct fdot_kind){(enum assay_fdot_profile)(p->profile - 1), format, format,
                              ASSAY_FDOT_OUT_F32};
}

#endif
