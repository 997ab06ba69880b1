/*
 * lanes.c - packer_lanes moves and tests elements as
 * packer_operate does, for commands of status OK.
 *
 *     top:    packer_lanes
 *     rtl:    rtl/packer/packer_lanes.v
 *     model:  model/packer/packer.c
 *     cases:  VBITS=128 BITS=64, VBITS=128 BITS=32, VBITS=128 BITS=16
 *     in:     expand is_float n:7 src:VBITS ctl:VBITS dst:VBITS
 *     out:    moved:VBITS n_moved:7
 *     except: nonzero n_nonzero
 *     plant:  tb/packer/faults/selected_beyond_n.patch
 *     slow
 */
#include <stdbool.h>
#include <string.h>

#include "packer/packer.h"

bool spec(const uint32_t *in, uint32_t *out);

enum { WORDS = VBITS / 32, WIDTH = BITS == 8 ? 0 : BITS == 16 ? 1 : BITS == 32 ? 2 : 3 };

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct packer_params p = {.vbits = VBITS};
    struct packer_cmd cmd;
    struct packer_res res;

    if (in[2] > VBITS / BITS)
        return false;
    memset(&cmd, 0, sizeof cmd);
    memset(&res, 0, sizeof res);
    cmd.width = WIDTH;
    cmd.op = in[0] ? PACKER_EXPAND : PACKER_COMPRESS;
    cmd.is_float = (uint8_t)in[1];
    cmd.n = (uint8_t)in[2];
    for (uint32_t i = 0; i < WORDS; ++i) {
        cmd.src[i] = in[3 + i];
        cmd.ctl[i] = in[3 + WORDS + i];
        cmd.dst[i] = in[3 + 2 * WORDS + i];
    }
    packer_operate(&p, &cmd, &res);
    for (uint32_t i = 0; i < WORDS; ++i)
        out[i] = res.data[i];
    out[WORDS] = res.count;
    return true;
}
