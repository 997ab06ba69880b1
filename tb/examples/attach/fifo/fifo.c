/* fifo.c - what goes in comes out, in order. */
#include "fifo_model.h"

struct fifo_state {
    struct fifo_params params;
};

ASSAY_MODEL(fifo);

void fifo_init(struct fifo_state *s, const struct fifo_params *params)
{
    s->params = *params;
}

void fifo_on_push(struct fifo_state *s, const struct fifo_push *push, struct assay_emit *emit)
{
    (void)s;
    fifo_emit_pop(emit, &(struct fifo_pop){.data = push->data});
}
