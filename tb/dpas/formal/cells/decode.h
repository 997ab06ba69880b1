/* decode.h - decodes the command in the inputs of a proof of dpas_decode. */
#ifndef DPAS_FORMAL_DECODE_H
#define DPAS_FORMAL_DECODE_H

#include <stdbool.h>
#include <string.h>

#include "dpas/dpas.h"

/* `in` has the fields that the decoder sees: src1_type, src2_type, acc_type, sd, rc, exec_size,
 * saturate. Returns the status. */
static uint8_t decode(const uint32_t *in, const struct dpas_params *p, struct dpas_decoded *d)
{
    struct dpas_cmd c;

    memset(&c, 0, sizeof c);
    c.src1_type = (uint8_t)in[0];
    c.src2_type = (uint8_t)in[1];
    c.acc_type = (uint8_t)in[2];
    c.sd = (uint8_t)in[3];
    c.rc = (uint8_t)in[4];
    c.exec_size = (uint8_t)in[5];
    c.saturate = (uint8_t)in[6];
    return dpas_decode(&c, p, d);
}

#endif
