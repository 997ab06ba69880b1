#include "type/assay_fdot_type.h"

#include <stddef.h>

const char *assay_fdot_profile_name(enum assay_fdot_profile p)
{
    static const char *const names[ASSAY_FDOT_PROFILES] = {
        [ASSAY_FDOT_VOLTA] = "volta",
        [ASSAY_FDOT_TURING] = "turing",
        [ASSAY_FDOT_AMPERE] = "ampere",
        [ASSAY_FDOT_ADA] = "ada",
        [ASSAY_FDOT_HOPPER] = "hopper",
        [ASSAY_FDOT_BLACKWELL] = "blackwell",
        [ASSAY_FDOT_BLACKWELL_SCALED] = "blackwell_scaled",
        [ASSAY_FDOT_CDNA1] = "cdna1",
        [ASSAY_FDOT_CDNA2] = "cdna2",
        [ASSAY_FDOT_CDNA3] = "cdna3",
    };

    return (unsigned)p < ASSAY_FDOT_PROFILES ? names[p] : NULL;
}

const char *assay_fdot_format_name(enum assay_fdot_format f)
{
    static const char *const names[ASSAY_FDOT_FORMATS] = {
        [ASSAY_FDOT_F16] = "f16",         [ASSAY_FDOT_BF16] = "bf16", [ASSAY_FDOT_TF32] = "tf32",
        [ASSAY_FDOT_E4M3] = "e4m3",       [ASSAY_FDOT_E5M2] = "e5m2", [ASSAY_FDOT_E2M1] = "e2m1",
        [ASSAY_FDOT_BF16_1K] = "bf16_1k",
    };

    return (unsigned)f < ASSAY_FDOT_FORMATS ? names[f] : NULL;
}

const char *assay_fdot_output_name(enum assay_fdot_output o)
{
    static const char *const names[ASSAY_FDOT_OUTPUTS] = {
        [ASSAY_FDOT_OUT_F32] = "f32",
        [ASSAY_FDOT_OUT_F16] = "f16",
        [ASSAY_FDOT_OUT_E8M13] = "e8m13",
        [ASSAY_FDOT_OUT_F32_C16] = "f32_c16",
    };

    return (unsigned)o < ASSAY_FDOT_OUTPUTS ? names[o] : NULL;
}
