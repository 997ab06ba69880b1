/*
 * arbiter.c - the model of arbiter: its outputs in each cycle.
 *
 * arbiter_model.h, generated from block.yaml, declares its functions.
 */
#include "arbiter_model.h"

struct arbiter_state {
    struct arbiter_params params;
    uint32_t grant;
    uint32_t last; /* request that was granted last */
};

ASSAY_MODEL(arbiter);

void arbiter_init(struct arbiter_state *s, const struct arbiter_params *params)
{
    s->params = *params;
    s->grant = 0;
    s->last = params->n - 1;
}

/* The outputs of this cycle, then the state of the next one. */
void arbiter_step(struct arbiter_state *s, const struct arbiter_inputs *in,
                  struct arbiter_outputs *out)
{
    const struct arbiter_params params = s->params;

    if (in->rst) /* asynchronous: it shows in the same cycle */
        arbiter_init(s, &params);
    out->grant = s->grant;
    s->grant = 0;
    for (uint32_t i = 1; i <= params.n && s->grant == 0 && !in->rst; ++i)
        s->grant = in->req & UINT32_C(1) << (s->last + i) % params.n;
    for (uint32_t i = 0; i < params.n; ++i)
        if (s->grant >> i & 1)
            s->last = i;
}
