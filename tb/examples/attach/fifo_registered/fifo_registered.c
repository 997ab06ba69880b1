/*
 * fifo_registered.c - the model of fifo_registered: which transfers follow from which.
 *
 * fifo_registered_model.h, generated from block.yaml, declares its functions.
 */
#include "fifo_registered_model.h"

struct fifo_registered_state {
    struct fifo_registered_params params;
};

ASSAY_MODEL(fifo_registered);

void fifo_registered_init(struct fifo_registered_state *s,
                          const struct fifo_registered_params *params)
{
    s->params = *params;
}

void fifo_registered_on_push(struct fifo_registered_state *s,
                             const struct fifo_registered_push *payload, struct assay_emit *emit)
{
    (void)s;
    fifo_registered_emit_pop(emit, &(struct fifo_registered_pop){.data = payload->data});
}
