/* fused.h - the operation of fdot that a layer of dpas has in the accumulate mode `fused`. */
#ifndef DPAS_FUSED_H
#define DPAS_FUSED_H

#include "dpas/dpas.h"
#include "fdot/arithmetic.h"

/* A pair of like floats to f32, by a profile that is not none. There may be no such operation:
 * fdot_rule says. */
static inline struct fdot_kind dpas_fused_kind(const struct dpas_params *p, uint8_t type)
{
    const enum assay_fdot_format format = type == DPAS_BF16  ? ASSAY_FDOT_BF16
                                          : type == DPAS_F16 ? ASSAY_FDOT_F16
                                                             : ASSAY_FDOT_TF32;

    return (struct fdot_kind){(enum assay_fdot_profile)(p->profile - 1), format, format,
                              ASSAY_FDOT_OUT_F32};
}

#endif
