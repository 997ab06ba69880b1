/* dpas_types.c - legality of parameters and commands, and what is derived from them. */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "dpas/dpas.h"
#include "dpas/fused.h"

_Static_assert((int)DPAS_U2 == (int)ASSAY_TYPE_U2 && (int)DPAS_S8 == (int)ASSAY_TYPE_S8 &&
                   (int)DPAS_BF16 == (int)ASSAY_TYPE_BF16 && (int)DPAS_F32 == (int)ASSAY_TYPE_F32,
               "the codes are the numbers of the types");

const char *dpas_check_params(const struct dpas_params *p)
{
    if (p->lanes != 4 && p->lanes != 8 && p->lanes != 16)
        return "lanes must be 4, 8 or 16";
    if (p->depth != 2 && p->depth != 4 && p->depth != 8)
        return "depth must be 2, 4 or 8";
    if (p->profile > DPAS_PROFILE_BLACKWELL)
        return "profile must be 0 (none) or 1 to 6 (volta, turing, ampere, ada, hopper, blackwell)";
    if (p->max_sd != DPAS_SHALLOW && p->max_sd != DPAS_MAX_SD)
        return "max_sd must be 8 or 64";
    return NULL;
}

static bool is_float(const struct dpas_cmd *c)
{
    return c->src1_type >= DPAS_BF16;
}

/* F of the profile's operation on a pair of equal float types; 0 if there is none. */
static unsigned fused_fraction(const struct dpas_params *p, uint8_t type)
{
    const struct fdot_kind kind = dpas_fused_kind(p, type);
    struct fdot_rule rule = {0, 0};

    return p->profile != DPAS_PROFILE_NONE && fdot_rule(&kind, &rule) ? rule.fraction : 0;
}

/* Integers of any widths go together; a float type goes only with itself. */
static bool types_fit(const struct dpas_cmd *c, const struct dpas_params *p)
{
    if (c->src1_type > DPAS_F32)
        return false;
    if (is_float(c))
        return c->src2_type == c->src1_type &&
               (c->acc_type == DPAS_ACC_F32 ||
                (c->acc_type == DPAS_ACC_FUSED && fused_fraction(p, c->src1_type) != 0));
    return c->src2_type <= DPAS_S8 && (c->acc_type == DPAS_ACC_S32 || c->acc_type == DPAS_ACC_U32);
}

static bool sd_fits(const struct dpas_cmd *c, const struct dpas_params *p)
{
    if (p->max_sd == DPAS_MAX_SD)
        return c->sd >= 1 && c->sd <= DPAS_MAX_SD;
    return c->sd == 1 || c->sd == 2 || c->sd == 4 || c->sd == 8;
}

static uint8_t status(const struct dpas_cmd *c, const struct dpas_params *p)
{
    if (!types_fit(c, p))
        return DPAS_BAD_TYPES;
    if (!sd_fits(c, p))
        return DPAS_BAD_SD;
    if (c->rc < 1 || c->rc > DPAS_MAX_RC)
        return DPAS_BAD_RC;
    if (c->exec_size < 1 || c->exec_size > p->lanes)
        return DPAS_BAD_EXEC_SIZE;
    if (c->saturate && is_float(c))
        return DPAS_BAD_SATURATE;
    return DPAS_OK;
}

/* The weight of the sign bit of a legal type; 0 if it is unsigned or a float. */
static uint8_t sign(enum assay_type t)
{
    return (uint8_t)(assay_type_is_signed(t) ? 1u << (assay_type_bits(t) - 1) : 0);
}

uint8_t dpas_decode(const struct dpas_cmd *cmd, const struct dpas_params *p, struct dpas_decoded *d)
{
    uint32_t slice_bits;

    memset(d, 0, sizeof *d);
    d->cmd = *cmd;
    d->status = status(cmd, p);
    if (d->status != DPAS_OK)
        return d->status;
    d->bits1 = (uint8_t)assay_type_bits(cmd->src1_type);
    d->sign1 = sign(cmd->src1_type);
    d->bits2 = (uint8_t)assay_type_bits(cmd->src2_type);
    d->sign2 = sign(cmd->src2_type);
    d->is_float = is_float(cmd);
    if (cmd->acc_type == DPAS_ACC_FUSED)
        d->fraction = (uint8_t)fused_fraction(p, cmd->src1_type);
    if (d->is_float)
        d->ops = (uint8_t)(32 / d->bits1);
    else
        d->ops = d->bits1 == 8 || d->bits2 == 8 ? 4 : 8;
    slice_bits = (uint32_t)d->ops * d->bits1;
    assert(slice_bits >= 8 && slice_bits <= 32 && p->depth);
    d->per_row = (uint8_t)(32 / slice_bits);
    d->src1_rows = (uint8_t)((cmd->sd * slice_bits + 31) / 32);
    d->octets = (uint8_t)((cmd->sd + DPAS_OCTET - 1u) / DPAS_OCTET);
    d->passes = (uint8_t)((cmd->sd + p->depth - 1u) / p->depth);
    return DPAS_OK;
}

static uint32_t max(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

uint32_t dpas_interval(const struct dpas_params *p, const struct dpas_decoded *d)
{
    const uint32_t rc = d->cmd.rc, sd = d->cmd.sd;
    uint32_t cycles; /* for six commands: each term is multiplied by 6 */

    if (d->status != DPAS_OK)
        return 6;
    cycles = 6 * ((d->passes - 1u) * max(rc, DPAS_LAYER_STAGES * p->depth) + rc);
    cycles = max(cycles, 6u * d->src1_rows);
    cycles = max(cycles, 3 * (rc + 2));
    if (d->passes == 1) {
        cycles = max(cycles, 3 * (rc + 2 * (d->per_row < sd ? d->per_row : sd) - 1));
        if (d->src1_rows > 1)
            cycles = max(cycles, 2 * (rc + 2 * sd));
    }
    return cycles;
}
