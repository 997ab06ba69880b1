/*
 * mask.c - packer_lanes finds the nonzero elements as packer_operate does, for commands of status
 * OK.
 *
 *     top:    packer_lanes
 *     rtl:    rtl/packer/packer_lanes.v
 *     model:  model/packer/packer.c
 *     cases:  VBITS=512 BITS=64, VBITS=512 BITS=32, VBITS=512 BITS=16, VBITS=512 BITS=8, VBITS=128 BITS=8
 *     cases:  VBITS=256 BITS=64, VBITS=256 BITS=32, VBITS=256 BITS=16, VBITS=256 BITS=8
 *     cases:  VBITS=128 BITS=64, VBITS=128 BITS=32, VBITS=128 BITS=16
 *     in:     is_float n:7 src:VBITS
 *     out:    nonzero:VBITS/8 n_nonzero:7
 *     except: moved n_moved
 *     plant:  tb/packer/faults/mask_beyond_n.patch
 */
#include <stdbool.h>
#include <string.h>

#include "packer/packer.h"

bool spec(const uint32_t *in, uint32_t *out);

enum { ONES = (VBITS / 8 + 31) / 32 };

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct packer_params p = {.vbits = VBITS};
    struct packer_cmd cmd;
    struct packer_res res;

    if (in[1] > VBITS / BITS)
        return false;
    memset(&cmd, 0, sizeof cmd);
    cmd.width = BITS == 8 ? 0 : BITS == 16 ? 1 : BITS == 32 ? 2 : 3;
    cmd.op = PACKER_MASK;
    cmd.is_float = (uint8_t)in[0];
    cmd.n = (uint8_t)in[1];
    memcpy(cmd.src, in + 2, VBITS / 8);
    packer_operate(&p, &cmd, &res);
    for (uint32_t i = 0; i < ONES; ++i)
        out[i] = 0;
    for (uint32_t i = 0; i < VBITS / 8; ++i) /* one byte per element */
        out[i / 32] |= (res.data[i / 4] >> i % 4 * 8 & 0xFF) << i % 32;
    out[ONES] = res.count;
    return true;
}
