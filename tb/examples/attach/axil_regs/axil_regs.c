/*
 * axil_regs.c - the model of axil_regs: which transfers follow from which.
 *
 * axil_regs_model.h, generated from block.yaml, declares its functions.
 */
#include <string.h>

#include "axil_regs_model.h"

struct axil_regs_state {
    uint32_t n;
    uint32_t reg[64]; /* as many as addresses of 8 bits have */
};

ASSAY_MODEL(axil_regs);

void axil_regs_init(struct axil_regs_state *s, const struct axil_regs_params *params)
{
    memset(s, 0, sizeof *s);
    s->n = params->registers;
}

/* OKAY, or SLVERR beyond the last register. */
static uint8_t response(const struct axil_regs_state *s, uint32_t i)
{
    return i < s->n ? 0 : 2;
}

void axil_regs_on_ar(struct axil_regs_state *s, const struct axil_regs_ar *payload,
                     struct assay_emit *emit)
{
    const uint32_t i = payload->addr / 4u;
    const struct axil_regs_r r = {.data = i < s->n ? s->reg[i] : 0, .resp = response(s, i)};

    axil_regs_emit_r(emit, &r);
}

void axil_regs_on_write(struct axil_regs_state *s, const struct axil_regs_aw *aw,
                        const struct axil_regs_w *w, struct assay_emit *emit)
{
    const uint32_t i = aw->addr / 4u;
    uint32_t mask = 0;

    for (unsigned byte = 0; byte < 4; ++byte)
        mask |= w->strb >> byte & 1 ? UINT32_C(0xff) << 8 * byte : 0;
    if (i < s->n)
        s->reg[i] = (s->reg[i] & ~mask) | (w->data & mask);
    axil_regs_emit_b(emit, &(struct axil_regs_b){.resp = response(s, i)});
}
