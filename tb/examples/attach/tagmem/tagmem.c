/*
 * tagmem.c - the model of tagmem: which transfers follow from which.
 *
 * tagmem_model.h, generated from block.yaml, declares its functions.
 */
#include <string.h>

#include "tagmem_model.h"

struct tagmem_state {
    uint32_t mem[1 << 8]; /* addr_width is at most 8 */
};

ASSAY_MODEL(tagmem);

void tagmem_init(struct tagmem_state *s, const struct tagmem_params *params)
{
    (void)params;
    memset(s, 0, sizeof *s);
}

void tagmem_on_req(struct tagmem_state *s, const struct tagmem_req *payload,
                   struct assay_emit *emit)
{
    struct tagmem_resp resp = {.id = payload->id};

    if (payload->write)
        s->mem[payload->addr] = payload->data;
    else
        resp.data = s->mem[payload->addr];
    tagmem_emit_resp(emit, &resp);
}
