/*
 * fifo.c - the model of fifo: which transfers follow from which.
 *
 * fifo_model.h, generated from block.yaml, declares its functions.
 */
#include "fifo_model.h"

struct fifo_state {
    struct fifo_params params;
};

ASSAY_MODEL(fifo);

void fifo_init(struct fifo_state *s, const struct fifo_params *params)
{
    s->params = *params;
}

void fifo_on_push(struct fifo_state *s, const struct fifo_push *payload, struct assay_emit *emit)
{
    (void)s;
    fifo_emit_pop(emit, &(struct fifo_pop){.data = payload->data});
}
