/* reference.c - other RTL in place of the model. */
#include <string.h>

#include "engine/transfers.h"

/* A block without a model of cycles may have hooks. They only shape the stimulus. */
static void amend_inputs(struct assay_lockstep *ls, uint8_t *in)
{
    const struct assay_block *b = ls->config.block;

    if (b->hooks && b->hooks->plain)
        b->hooks->plain(ls->state, in);
    for (size_t i = 0; !in[0] && b->rules && i < b->model->n_streams; ++i)
        if (b->rules[i].every_cycle && b->model->streams[i].sink)
            in[b->model->streams[i].valid] = 1;
}

static void tell_model(struct assay_lockstep *ls, const uint8_t *in, uint64_t transfers)
{
    const struct assay_block *b = ls->config.block;

    if (!b->hooks)
        return;
    if (in[0] && b->model->init) {
        memset(ls->state, 0, b->model->state_size);
        b->model->init(ls->state, &ls->config.params);
    }
    if (in[0])
        assay_joins_clear(&ls->joins);
    for (unsigned i = 0; i < b->model->n_streams; ++i)
        if (b->model->streams[i].sink && transfers >> i & 1)
            assay_transfers_tell(ls, i, in + b->model->streams[i].payload);
}

void assay_reference_step(struct assay_lockstep *ls, size_t slot, uint8_t *in)
{
    const struct assay_dut_ops *against = ls->config.against;
    const struct assay_block *b = ls->config.block;
    uint8_t *expected = ls->expected + slot * b->model->out_size;

    ls->in_hooks = true;
    amend_inputs(ls, in);
    ls->in_hooks = false;
    against->eval(ls->other, in, expected);
    if (against->unknown)
        against->unknown(ls->other, ls->expected_unknown + slot * b->model->out_size);
    ls->mask[slot] = b->model->transfers(in, expected);
    if (against->edge(ls->other) && ls->ending == ASSAY_PASS)
        ls->ending = ASSAY_STOPPED;
    ls->in_hooks = true;
    tell_model(ls, in, ls->mask[slot]);
    ls->in_hooks = false;
}
