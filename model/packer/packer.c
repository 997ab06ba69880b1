/*
 * packer.c - implements Tables 5 and 6 literally, element by element, and two stages that hold the
 * results.
 */
#include "packer/packer.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

const char *packer_check_params(const struct packer_params *p)
{
    if (p->vbits != 128 && p->vbits != 256 && p->vbits != 512)
        return "vbits must be 128, 256 or 512";
    return NULL;
}

void packer_init(struct packer_state *s, const struct packer_params *p)
{
    memset(s, 0, sizeof *s);
    s->params = *p;
}

void packer_reset(struct packer_state *s)
{
    const struct packer_params p = s->params;

    packer_init(s, &p);
}

uint8_t packer_check(const struct packer_params *p, const struct packer_cmd *cmd)
{
    if (cmd->op > PACKER_MASK)
        return PACKER_BAD_OP;
    if (cmd->width > 3)
        return PACKER_BAD_WIDTH;
    if (cmd->n > p->vbits >> (3 + cmd->width))
        return PACKER_BAD_N;
    return PACKER_OK;
}

/* Element i, of 8 << width bits. */
static uint64_t get(const uint32_t *v, uint32_t width, uint32_t i)
{
    const uint32_t at = i << (3 + width);

    if (width == 3)
        return v[at / 32] | (uint64_t)v[at / 32 + 1] << 32;
    return v[at / 32] >> at % 32 & (UINT32_MAX >> (32 - (8u << width)));
}

static void put(uint32_t *v, uint32_t width, uint32_t i, uint64_t x)
{
    const uint32_t at = i << (3 + width);

    if (width == 3) {
        v[at / 32] = (uint32_t)x;
        v[at / 32 + 1] = (uint32_t)(x >> 32);
    } else {
        const uint32_t ones = UINT32_MAX >> (32 - (8u << width)) << at % 32;

        v[at / 32] = (v[at / 32] & ~ones) | (uint32_t)x << at % 32;
    }
}

static bool selected(const uint32_t *ctl, uint32_t i)
{
    return (ctl[i / 4] >> i % 4 * 8 & 0xFF) == 1;
}

/* The operations. `width` is a constant in each call, which gives four versions of each. */

static inline uint32_t mask(const struct packer_cmd *cmd, uint32_t width, uint32_t *data)
{
    const uint64_t value = UINT64_MAX >> (64 - (8u << width)) >> cmd->is_float;
    uint32_t count = 0;

    for (uint32_t i = 0; i < cmd->n; ++i) {
        const uint32_t one = (get(cmd->src, width, i) & value) != 0;

        data[i / 4] |= one << i % 4 * 8;
        count += one;
    }
    return count;
}

static inline uint32_t move(const struct packer_cmd *cmd, uint32_t width, uint32_t *data)
{
    uint32_t j = 0;

    for (uint32_t i = 0; i < cmd->n; ++i) {
        if (!selected(cmd->ctl, i))
            continue;
        if (cmd->op == PACKER_COMPRESS)
            put(data, width, j, get(cmd->src, width, i));
        else
            put(data, width, i, get(cmd->src, width, j));
        ++j;
    }
    return j;
}

static uint32_t operate(const struct packer_cmd *cmd, uint32_t *data)
{
    const bool masks = cmd->op == PACKER_MASK;

    switch (cmd->width) {
    case 0:
        return masks ? mask(cmd, 0, data) : move(cmd, 0, data);
    case 1:
        return masks ? mask(cmd, 1, data) : move(cmd, 1, data);
    case 2:
        return masks ? mask(cmd, 2, data) : move(cmd, 2, data);
    default:
        return masks ? mask(cmd, 3, data) : move(cmd, 3, data);
    }
}

void packer_operate(const struct packer_params *p, const struct packer_cmd *cmd,
                    struct packer_res *res)
{
    res->tag = cmd->tag;
    res->status = packer_check(p, cmd);
    res->count = 0;
    if (res->status == PACKER_OK && cmd->op == PACKER_MASK)
        memset(res->data, 0, sizeof res->data);
    else
        memcpy(res->data, cmd->dst, sizeof res->data);
    if (res->status == PACKER_OK)
        res->count = (uint8_t)operate(cmd, res->data);
}

void packer_step(struct packer_state *s, const struct packer_inputs *in, struct packer_outputs *out)
{
    const bool free_second = !s->second_valid || in->res_ready;
    const bool free_first = !s->first_valid || free_second;

    out->cmd_ready = free_first;
    out->res_valid = s->second_valid;
    out->res = s->second;

    if (in->rst) {
        packer_reset(s);
        return;
    }
    if (free_second) {
        s->second_valid = s->first_valid;
        if (s->first_valid)
            s->second = s->first;
    }
    if (free_first) {
        s->first_valid = in->cmd_valid;
        if (in->cmd_valid)
            packer_operate(&s->params, &in->cmd, &s->first);
    }
}
