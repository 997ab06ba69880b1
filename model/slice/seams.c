/* seams.c - folds the transfers that leave each block into one word per stream. */
#include "slice/internal.h"

/* The fold of a payload, whose fields are added in the order of block.yaml. */
struct fold {
    uint32_t sum;
    unsigned fields;
};

static uint32_t rotated(uint32_t x, uint32_t by)
{
    return by ? x << by | x >> (32 - by) : x;
}

static void add_words(struct fold *f, const uint32_t *word, uint32_t n)
{
    uint32_t x = 0;

    for (uint32_t i = 0; i < n; ++i)
        x ^= rotated(word[i], i);
    f->sum ^= rotated(x, f->fields);
    ++f->fields;
}

static void add(struct fold *f, uint64_t value)
{
    const uint32_t word[2] = {(uint32_t)value, (uint32_t)(value >> 32)};

    add_words(f, word, 2);
}

/* The value of the pin in a cycle with a transfer. */
static uint64_t pin(const struct fold *f)
{
    return UINT64_C(1) << 32 | f->sum;
}

static uint64_t fold_mem(const struct core_mem *x)
{
    struct fold f = {0};

    add(&f, x->op);
    add(&f, x->addr);
    add(&f, x->mask);
    add_words(&f, x->data, 16);
    add(&f, x->word);
    add(&f, x->tag);
    return pin(&f);
}

static uint64_t fold_local(const struct slice_params *p, const struct core_local *x)
{
    struct fold f = {0};

    add(&f, x->op);
    add(&f, x->size);
    add(&f, x->enable);
    add_words(&f, x->addr, p->lanes);
    add_words(&f, x->data, p->lanes);
    add_words(&f, x->compare, p->lanes);
    add(&f, x->tag);
    return pin(&f);
}

static uint64_t fold_gate(const struct core_gate *x)
{
    struct fold f = {0};

    add(&f, x->sender);
    add(&f, x->kind);
    add_words(&f, x->data, 8);
    return pin(&f);
}

static uint64_t fold_ack(const struct core_ack *x)
{
    struct fold f = {0};

    add(&f, x->id);
    return pin(&f);
}

static uint64_t fold_abort(const struct core_abort *x)
{
    struct fold f = {0};

    add(&f, x->id);
    return pin(&f);
}

static uint64_t fold_off(const struct slice_params *p, const struct core_off *x)
{
    struct fold f = {0};

    add(&f, x->warp);
    add(&f, x->kind);
    add(&f, x->mode);
    add(&f, x->tag);
    add(&f, x->a);
    add(&f, x->b);
    add(&f, x->c);
    add_words(&f, x->x, p->lanes);
    add_words(&f, x->y, p->lanes);
    return pin(&f);
}

static uint64_t fold_end(const struct core_end *x)
{
    struct fold f = {0};

    add(&f, x->first);
    add(&f, x->group);
    add(&f, x->trap);
    add(&f, x->warp);
    add(&f, x->lane);
    add(&f, x->pc);
    return pin(&f);
}

static uint64_t fold_local_rsp(const struct slice_params *p, const struct slm_rsp *x)
{
    struct fold f = {0};

    add_words(&f, x->data, p->lanes);
    add(&f, x->error);
    add(&f, x->tag);
    return pin(&f);
}

static uint64_t fold_local_line(const struct slm_line_rsp *x)
{
    struct fold f = {0};

    add_words(&f, x->data, 16);
    add(&f, x->error);
    add(&f, x->tag);
    return pin(&f);
}

static uint64_t fold_cache(const struct zcache_rsp *x)
{
    struct fold f = {0};

    add_words(&f, x->data, 16);
    add(&f, x->status);
    add(&f, x->tag);
    return pin(&f);
}

static uint64_t fold_wb(const struct gateway_wb *x)
{
    struct fold f = {0};

    add(&f, x->id);
    add(&f, x->beat);
    add(&f, x->mask);
    add(&f, x->result);
    add(&f, x->sum);
    add(&f, x->status);
    add(&f, x->last);
    return pin(&f);
}

static uint64_t fold_reply(const struct gateway_reply *x)
{
    struct fold f = {0};

    add(&f, x->thread);
    add(&f, x->status);
    add(&f, x->id);
    add(&f, x->reg);
    add(&f, x->data);
    return pin(&f);
}

static uint64_t fold_fence(const struct gateway_fence *x)
{
    struct fold f = {0};

    add(&f, x->id);
    add(&f, x->scope);
    return pin(&f);
}

static uint64_t fold_note(const struct compute_block_note *x)
{
    struct fold f = {0};

    add(&f, x->pr);
    add(&f, x->tag);
    add(&f, x->status);
    return pin(&f);
}

static uint64_t fold_row(const struct slice_params *p, const struct compute_block_rdata *x)
{
    struct fold f = {0};

    add(&f, x->pr);
    add_words(&f, x->data, p->lanes);
    return pin(&f);
}

static uint64_t fold_line(const struct compute_block_line *x)
{
    struct fold f = {0};

    add(&f, x->write);
    add(&f, x->addr);
    add(&f, x->mask);
    add_words(&f, x->data, 16);
    add(&f, x->tag);
    return pin(&f);
}

static uint64_t fold_pack(const struct slice_params *p, const struct packer_res *x)
{
    struct fold f = {0};

    add_words(&f, x->data, p->lanes);
    add(&f, x->count);
    add(&f, x->status);
    add(&f, x->tag);
    return pin(&f);
}

static uint64_t fold_start(const struct core_start *x)
{
    struct fold f = {0};

    add(&f, x->first);
    add(&f, x->warps);
    add(&f, x->entry);
    add(&f, x->length);
    add(&f, x->sense);
    add(&f, x->limit);
    add(&f, x->group);
    add(&f, x->groups);
    add(&f, x->local_base);
    add(&f, x->local_lines);
    add(&f, x->row_base);
    add(&f, x->rows);
    add(&f, x->bar_base);
    add(&f, x->bars);
    return pin(&f);
}

static uint64_t fold_cfg(const struct gateway_cfg *x)
{
    struct fold f = {0};

    add(&f, x->id);
    add(&f, x->count);
    add(&f, x->placed);
    add(&f, x->first);
    return pin(&f);
}

static void show_core(const struct slice_params *p, const struct slice_cycle *c,
                      struct slice_outputs *out)
{
    out->saw_mem = 0;
    out->saw_local = 0;
    out->saw_gate = 0;
    out->saw_ack = 0;
    out->saw_abort = 0;
    out->saw_off = 0;
    out->saw_end = 0;
    if (c->core.mem_valid && c->core_in.mem_ready)
        out->saw_mem = fold_mem(&c->core.mem);
    if (c->core.local_valid && c->core_in.local_ready)
        out->saw_local = fold_local(p, &c->core.local);
    if (c->core.gate_valid && c->core_in.gate_ready)
        out->saw_gate = fold_gate(&c->core.gate);
    if (c->core.ack_valid && c->core_in.ack_ready)
        out->saw_ack = fold_ack(&c->core.ack);
    if (c->core.abort_valid && c->core_in.abort_ready)
        out->saw_abort = fold_abort(&c->core.abort);
    if (c->core.off_valid && c->core_in.off_ready)
        out->saw_off = fold_off(p, &c->core.off);
    if (c->core.end_valid && c->core_in.end_ready)
        out->saw_end = fold_end(&c->core.end);
}

static void show_memories_and_gateway(const struct slice_params *p, const struct slice_cycle *c,
                                      struct slice_outputs *out)
{
    out->saw_local_rsp = 0;
    out->saw_local_line = 0;
    out->saw_cache = 0;
    out->saw_wb = 0;
    out->saw_reply = 0;
    out->saw_fence = 0;
    if (c->slm.rsp_valid && c->slm_in.rsp_ready)
        out->saw_local_rsp = fold_local_rsp(p, &c->slm.rsp);
    if (c->slm.line_rsp_valid && c->slm_in.line_rsp_ready)
        out->saw_local_line = fold_local_line(&c->slm.line_rsp);
    if (c->zcache.rsp_valid && c->zcache_in.rsp_ready)
        out->saw_cache = fold_cache(&c->zcache.rsp);
    if (c->gateway.wb_valid && c->gateway_in.wb_ready)
        out->saw_wb = fold_wb(&c->gateway.wb);
    if (c->gateway.reply_valid && c->gateway_in.reply_ready)
        out->saw_reply = fold_reply(&c->gateway.reply);
    if (c->gateway.fence_valid && c->gateway_in.fence_ready)
        out->saw_fence = fold_fence(&c->gateway.fence);
}

static void show_units(const struct slice_params *p, const struct slice_cycle *c,
                       struct slice_outputs *out)
{
    out->saw_note = 0;
    out->saw_row = 0;
    out->saw_line = 0;
    out->saw_pack = 0;
    if (c->compute.note_valid && c->compute_in.note_ready)
        out->saw_note = fold_note(&c->compute.note);
    if (c->compute.rdata_valid && c->compute_in.rdata_ready)
        out->saw_row = fold_row(p, &c->compute.rdata);
    if (c->compute.line_valid && c->compute_in.line_ready)
        out->saw_line = fold_line(&c->compute.line);
    if (c->packer.res_valid && c->packer_in.res_ready)
        out->saw_pack = fold_pack(p, &c->packer.res);
}

void slice_show_seams(const struct slice_params *p, const struct slice_cycle *c,
                      struct slice_outputs *out)
{
    show_core(p, c, out);
    show_memories_and_gateway(p, c, out);
    show_units(p, c, out);
    out->saw_start = c->orders.start_valid ? fold_start(&c->orders.start) : 0;
    out->saw_cfg = c->orders.cfg_valid ? fold_cfg(&c->orders.cfg) : 0;
}
