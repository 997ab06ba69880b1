/*
 * elements.c - sparse_row splits a row into elements as sparse_element does.
 *
 *     top:    sparse_row
 *     rtl:    rtl/bypass/sparse_row.v
 *     model:  model/type/assay_type.c
 *     cases:  KMAX=64, KMAX=32, KMAX=8
 *     in:     etype:4 data:32*KMAX
 *     out:    element:32*KMAX
 *     except: live nonzero zero sign special
 *     plant:  tb/bypass/formal/cells/elements.patch
 */
#include "bypass/sparse.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    if (in[0] < SPARSE_U8 || in[0] > SPARSE_F32)
        return false;
    for (uint32_t k = 0; k < KMAX; ++k)
        out[k] = sparse_element(in[0], in + 1, k);
    return true;
}
