/* axis_fifo.c - beats come out in order. A null byte, whose bit of tkeep is low, may have any value. */
#include "axis_fifo_model.h"

struct axis_fifo_state {
    struct axis_fifo_params params;
};

ASSAY_MODEL(axis_fifo);

void axis_fifo_init(struct axis_fifo_state *s, const struct axis_fifo_params *params)
{
    s->params = *params;
}

void axis_fifo_on_s_axis(struct axis_fifo_state *s, const struct axis_fifo_s_axis *in,
                         struct assay_emit *emit)
{
    const struct axis_fifo_m_axis out = {.data = in->data, .keep = in->keep, .last = in->last};

    (void)s;
    axis_fifo_emit_m_axis(emit, &out);
}

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
