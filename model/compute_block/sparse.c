/* sparse.c - surviving slices, the operands fed for them, and the maps of what the mover loads. */
#include <string.h>

#include "compute_block/compute_block.h"

static uint64_t map_at(const struct compute_block_state *s, uint32_t row)
{
    const uint32_t *word = &s->word[row * s->params.lanes];

    return (uint64_t)word[1] << 32 | word[0];
}

struct cb_slices cb_survivors(const struct compute_block_state *s,
                              const struct compute_block_msg *m)
{
    const uint64_t map = m->sparse ? map_at(s, m->map1) & map_at(s, m->map2) : ~UINT64_C(0);
    struct cb_slices slices = {0};

    for (uint8_t i = 0; i < m->sd; ++i)
        if (map >> i & 1)
            slices.at[slices.n++] = i;
    return slices;
}

/* `width` bits at bit `bit` of a sequence of dwords; they lie within one dword. */
static uint32_t cut(const uint32_t *from, uint32_t bit, uint32_t width)
{
    const uint32_t x = from[bit / 32] >> bit % 32;

    return width == 32 ? x : x & ((UINT32_C(1) << width) - 1);
}

/* The bits of a dword of elements that are 0 if and only if all of them are zero. */
static uint32_t weight(uint8_t type)
{
    if (type < DPAS_BF16)
        return 0xFFFFFFFF;
    return type == DPAS_F32 ? 0x7FFFFFFF : 0x7FFF7FFF;
}

void cb_pack_src1(const struct compute_block_state *s, const struct cb_entry *e,
                  const struct cb_slices *slices, uint32_t k, uint32_t *row)
{
    const uint32_t lanes = s->params.lanes, width = e->width1, per = 32 / width;

    memset(row, 0, lanes * sizeof *row);
    for (uint32_t i = k * per; i < (k + 1) * per && i < slices->n; ++i) {
        const uint32_t slice = slices->at[i];
        const uint32_t *from = &s->word[(e->msg.src1 + slice / per) * lanes];

        for (uint32_t n = 0; n < lanes; ++n)
            row[n] |= cut(&from[n], slice % per * width, width) << i % per * width;
    }
}

void cb_pack_src2(const struct compute_block_state *s, const struct cb_entry *e,
                  const struct cb_slices *slices, uint32_t i, uint32_t *data)
{
    const uint32_t width = e->width2, rc = e->msg.rc;
    const uint32_t octet = i / rc, repeat = i % rc;
    const uint32_t *from = &s->word[e->msg.src2 * s->params.lanes];

    /* A place without a slice is -0, which changes no sum. */
    for (uint32_t w = 0; w < DPAS_OCTET; ++w)
        data[w] = ~weight(e->msg.src2_type);
    for (uint32_t j = 0; j < DPAS_OCTET && octet * DPAS_OCTET + j < slices->n; ++j) {
        const uint32_t slice = slices->at[octet * DPAS_OCTET + j];
        const uint32_t feed = slice / DPAS_OCTET * rc + repeat;
        const uint32_t bit = (feed * DPAS_OCTET + slice % DPAS_OCTET) * width;
        uint32_t *to = &data[j * width / 32];

        if (width == 32)
            *to = 0;
        *to |= cut(from, bit, width) << j * width % 32;
    }
}

uint64_t cb_map_of(const struct compute_block_params *p, const struct cb_entry *e, uint32_t first,
                   const uint32_t *rows)
{
    const struct compute_block_msg *m = &e->msg;
    const uint32_t width = m->operand ? e->width2 : e->width1;
    const uint32_t mask = weight(m->operand ? m->src2_type : m->src1_type);
    uint64_t map = 0;

    for (uint32_t i = 0; i < m->per * p->lanes; ++i) {
        const uint32_t dword = first * p->lanes + i; /* in the operand */

        for (uint32_t bit = 0; bit < 32; bit += width) {
            uint32_t slice = dword / p->lanes * (32 / width) + bit / width;

            if (m->operand) {
                const uint32_t at = (dword * 32 + bit) / width, feed = at / DPAS_OCTET;

                slice = feed / m->rc * DPAS_OCTET + at % DPAS_OCTET;
            }
            if (slice < CB_SLICES && (cut(&rows[i], bit, width) & mask))
                map |= UINT64_C(1) << slice;
        }
    }
    return map;
}
