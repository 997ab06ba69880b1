/* operation.c - the effect of an access on a word of slm, and its answer. */
#include "slm/slm.h"

#include "numerics/numerics.h"

/* Mask of the bytes of a size, in the low bits. */
static uint32_t size_mask(uint32_t size)
{
    return size == SLM_BYTE ? 0xFF : size == SLM_HALF ? 0xFFFF : UINT32_MAX;
}

/* Signed order is unsigned order with the sign bits inverted. */
static bool less(uint32_t a, uint32_t b)
{
    return (a ^ 0x80000000) < (b ^ 0x80000000);
}

uint32_t slm_update(uint32_t op, uint32_t size, uint32_t at, uint32_t old, uint32_t data,
                    uint32_t compare)
{
    const uint32_t mask = size_mask(size) << 8 * at;

    switch (op) {
    case SLM_STORE:
        return (old & ~mask) | (data << 8 * at & mask);
    case SLM_EXCH:
        return data;
    case SLM_ADD:
        return old + data;
    case SLM_AND:
        return old & data;
    case SLM_OR:
        return old | data;
    case SLM_XOR:
        return old ^ data;
    case SLM_SMIN:
        return less(data, old) ? data : old;
    case SLM_SMAX:
        return less(old, data) ? data : old;
    case SLM_UMIN:
        return data < old ? data : old;
    case SLM_UMAX:
        return data > old ? data : old;
    case SLM_CAS:
        return old == compare ? data : old;
    case SLM_FADD:
        return assay_f32_add(old, data);
    default:
        return old;
    }
}

uint32_t slm_answer(uint32_t op, uint32_t size, uint32_t at, uint32_t old)
{
    if (op == SLM_LOAD)
        return old >> 8 * at & size_mask(size);
    return op == SLM_STORE ? 0 : old;
}
