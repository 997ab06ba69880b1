/*
 * axis_fifo.c - the model of axis_fifo: which transfers follow from which.
 *
 * axis_fifo_model.h, generated from block.yaml, declares its functions.
 */
#include "axis_fifo_model.h"

struct axis_fifo_state {
    struct axis_fifo_params params;
};

ASSAY_MODEL(axis_fifo);

void axis_fifo_init(struct axis_fifo_state *s, const struct axis_fifo_params *params)
{
    s->params = *params;
}

void axis_fifo_on_s_axis(struct axis_fifo_state *s, const struct axis_fifo_s_axis *payload,
                         struct assay_emit *emit)
{
    const struct axis_fifo_m_axis out = {
        .data = payload->data, .keep = payload->keep, .last = payload->last};

    (void)s;
    axis_fifo_emit_m_axis(emit, &out);
}

/* A null byte, whose bit of tkeep is low, may have any value. */
bool axis_fifo_accept(const struct axis_fifo_state *s, enum axis_fifo_stream_index stream,
                      const void *expected, const void *actual)
{
    const struct axis_fifo_m_axis *e = expected, *a = actual;
    uint64_t kept = 0;

    (void)stream; /* there is one source */
    for (uint32_t i = 0; i < s->params.data_width / 8; ++i)
        kept |= (UINT64_C(0xff) * (e->keep >> i & 1)) << 8 * i;
    return ((e->data ^ a->data) & kept) == 0 && e->keep == a->keep && e->last == a->last;
}
