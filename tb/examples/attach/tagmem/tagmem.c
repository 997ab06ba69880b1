/* tagmem.c - a memory that acts when a request is accepted. Words are zero after reset; a write is
 * answered with zero. */
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

void tagmem_on_req(struct tagmem_state *s, const struct tagmem_req *req, struct assay_emit *emit)
{
    struct tagmem_resp resp = {.id = req->id};

    if (req->write)
        s->mem[req->addr] = req->data;
    else
        resp.data = s->mem[req->addr];
    tagmem_emit_resp(emit, &resp);
}
