#include "type/assay_type.h"

#include <stddef.h>

const char *assay_type_name(enum assay_type t)
{
    static const char *const names[ASSAY_TYPES] = {
        [ASSAY_TYPE_U2] = "u2",     [ASSAY_TYPE_S2] = "s2",   [ASSAY_TYPE_U4] = "u4",
        [ASSAY_TYPE_S4] = "s4",     [ASSAY_TYPE_U8] = "u8",   [ASSAY_TYPE_S8] = "s8",
        [ASSAY_TYPE_BF16] = "bf16", [ASSAY_TYPE_F16] = "f16", [ASSAY_TYPE_F32] = "f32",
    };

    return (unsigned)t < ASSAY_TYPES ? names[t] : NULL;
}
