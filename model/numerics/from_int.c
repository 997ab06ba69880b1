/* from_int.c - integers to f32. */
#include "numerics/internal.h"

uint32_t assay_u32_to_f32(uint32_t a)
{
    return assay_u64_to_f32(a);
}

uint32_t assay_s32_to_f32(int32_t a)
{
    return assay_s64_to_f32(a);
}

uint32_t assay_u64_to_f32(uint64_t a)
{
    return a ? round_pack(0, 0, a, F32_FORMAT) : 0;
}

uint32_t assay_s64_to_f32(int64_t a)
{
    /* Negated as an unsigned number: the smallest integer has no positive counterpart. */
    return a < 0 ? round_pack(1, 0, 0 - (uint64_t)a, F32_FORMAT) : assay_u64_to_f32((uint64_t)a);
}
