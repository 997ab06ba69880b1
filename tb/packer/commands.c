#include "packer/commands.h"

#include <string.h>

/* By width: the lowest bit of each element in 64 bits. Any
 * of these bits, times `ones`, is a mask of their elements. */
static const uint64_t lowest[] = {0x0101010101010101, 0x0001000100010001, 0x0000000100000001, 1};
static const uint64_t ones[] = {0xFF, 0xFFFF, 0xFFFFFFFF, UINT64_MAX};

static void put(uint32_t *v, uint32_t i, uint64_t x)
{
    v[2 * i] = (uint32_t)x;
    v[2 * i + 1] = (uint32_t)(x >> 32);
}

/* Returns one bit for each element, set with a probability of about quarters/4. */
static uint64_t some(struct assay_rng *r, uint32_t width, uint32_t quarters)
{
    const uint64_t x = quarters % 4 ? assay_rng_u64(r) : 0;

    switch (quarters) {
    case 0:
        return 0;
    case 1:
        return x & x >> 1 & lowest[width];
    case 2:
        return x & lowest[width];
    case 3:
        return (x | x >> 1) & lowest[width];
    default:
        return lowest[width];
    }
}

/* Draws elements that are zero, minus zero or have a single bit set. */
static uint64_t special(struct assay_rng *r, uint32_t width)
{
    const uint64_t top = (ones[width] / 2 + 1) * some(r, width, 1);
    const uint64_t bits = some(r, width, 1);

    return top ^ bits << assay_rng_below(r, 8u << width);
}

static void draw_vector(struct assay_rng *r, uint32_t bytes, uint32_t width, uint32_t corner,
                        uint32_t *v)
{
    const uint32_t zeros = assay_rng_below(r, 5);
    const bool plain = !assay_rng_percent(r, corner);

    for (uint32_t i = 0; i < bytes / 8; ++i) {
        const uint64_t keep = some(r, width, 4 - zeros) * ones[width];

        put(v, i, plain ? assay_rng_u64(r) & keep : special(r, width));
    }
}

/* Only the byte 1 selects an element. Corner cases are other odd bytes, all ones and the like. */
static void draw_control(struct assay_rng *r, uint32_t bytes, uint32_t corner, uint32_t *v)
{
    static const uint8_t near[] = {0xFF, 0x81, 0x80, 0x03, 0x02, 0x11, 0x41, 0x09};
    const uint32_t density = assay_rng_below(r, 5);
    const bool corners = assay_rng_percent(r, corner);

    for (uint32_t i = 0; i < bytes / 8; ++i) {
        uint64_t x = some(r, 0, density);

        if (corners) {
            const uint64_t where = some(r, 0, 1);

            x = (x & ~(where * 0xFF)) | where * near[assay_rng_below(r, sizeof near)];
        }
        put(v, i, x);
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

    memcpy(cmd->dst, cmd->src, sizeof cmd->dst); /* the source of the previous command */
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
    if (assay_rng_percent(r, knobs->illegal))
        spoil(r, bytes, cmd);
}
