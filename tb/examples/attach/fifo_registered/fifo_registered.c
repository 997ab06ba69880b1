/* fifo_registered.c - what goes in comes out, in order. */
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
                             const struct fifo_registered_push *push, struct assay_emit *emit)
{
    (void)s;
    fifo_registered_emit_pop(emit, &(struct fifo_registered_pop){.data = push->data});
}
