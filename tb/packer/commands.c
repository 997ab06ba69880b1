#include "packer/commands.h"

#include <string.h>

static void put_byte(uint32_t *v, uint32_t i, uint32_t byte)
{
    v[i / 4] = (v[i / 4] & ~(0xFFu << i % 4 * 8)) | byte << i % 4 * 8;
}

/* Words at random, elements zero, minus zero, a lone bit or anything. */
static void draw_vector(struct assay_rng *r, uint32_t bytes, uint32_t width, uint32_t corner,
                        uint32_t *v)
{
    const uint32_t size = 1u << (width & 3), zeros = assay_rng_below(r, 5) * 25;
    const bool plain = !assay_rng_percent(r, corner);

    for (uint32_t w = 0; w < bytes / 4; ++w)
        v[w] = (uint32_t)assay_rng_u64(r);
    for (uint32_t i = 0; i < bytes / size; ++i) {
        const uint32_t how = plain && !assay_rng_percent(r, zeros) ? 4 : assay_rng_below(r, 4);

        if (how == 4)
            continue;
        for (uint32_t b = 0; b < size; ++b)
            put_byte(v, i * size + b, 0);
        if (how == 2)
            put_byte(v, i * size + size - 1, 0x80);
        if (how == 3 && !plain)
            put_byte(v, i * size + assay_rng_below(r, size), 1u << assay_rng_below(r, 8));
    }
}

/* Selected is 1 alone; what looks like it are other odd bytes and all ones. */
static void draw_control(struct assay_rng *r, uint32_t bytes, uint32_t corner, uint32_t *v)
{
    static const uint8_t near[] = {0xFF, 0x81, 0x80, 0x03, 0x02, 0x11, 0x41, 0x09};
    const uint32_t density = assay_rng_below(r, 5) * 25;

    for (uint32_t i = 0; i < bytes; ++i) {
        if (assay_rng_percent(r, corner))
            put_byte(v, i, near[assay_rng_below(r, sizeof near)]);
        else
            put_byte(v, i, assay_rng_percent(r, density));
    }
}

static void spoil(struct assay_rng *r, uint32_t bytes, struct packer_cmd *cmd)
{
    const uint32_t what = assay_rng_below(r, 4);

    if (what == 0 || what == 3)
        cmd->op = 3;
    if (what == 1 || what == 3)
        cmd->width = (uint8_t)(4 + assay_rng_below(r, 4));
    if (what == 2 || what == 3) {
        const uint32_t most = bytes >> (cmd->width & 3);

        cmd->n =
            (uint8_t)(assay_rng_below(r, 2) ? most + 1 : most + 1 + assay_rng_below(r, 127 - most));
    }
}

void packer_command_draw(struct assay_rng *r, const struct packer_params *p,
                         const struct assay_knobs *knobs, struct packer_cmd *cmd)
{
    const uint32_t bytes = p->vbits / 8, length = assay_rng_below(r, 8);
    uint32_t most;

    memset(cmd, 0, sizeof *cmd);
    cmd->op = (uint8_t)assay_rng_below(r, 3);
    cmd->width = (uint8_t)assay_rng_below(r, 4);
    most = bytes >> cmd->width;
    cmd->n = (uint8_t)(length < 4    ? most
                       : length == 4 ? assay_rng_below(r, 2)
                                     : assay_rng_below(r, most + 1));
    cmd->is_float = (uint8_t)assay_rng_below(r, 2);
    cmd->tag = (uint8_t)assay_rng_below(r, 256);
    draw_vector(r, bytes, cmd->width, knobs->corner, cmd->src);
    draw_control(r, bytes, knobs->corner, cmd->ctl);
    draw_vector(r, bytes, cmd->width, 0, cmd->dst);
    if (assay_rng_percent(r, knobs->illegal))
        spoil(r, bytes, cmd);
}
