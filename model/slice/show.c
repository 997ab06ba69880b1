/* show.c - the outputs: those of the blocks and of the dispatcher. */
#include <string.h>

#include "slice/internal.h"

static void show_issue(const struct core_outputs *c, struct slice_outputs *out)
{
    out->in_use = c->in_use;
    out->running = c->running;
    out->start_bad = c->start_bad;
    out->issue = c->issue;
    out->issue_warp = c->issue_warp;
    out->issue_pc = c->issue_pc;
    out->issue_next = c->issue_next;
    out->issue_depth = c->issue_depth;
    out->issue_active = (uint16_t)c->issue_active;
}

/* The core's outputs are 0 for lanes that the slice does not have. */
static void show_records(const struct core_outputs *c, struct slice_outputs *out)
{
    out->rv_valid = c->rv_valid;
    out->rv_warp = c->rv_warp;
    out->rv_pc = c->rv_pc;
    out->rv_dst = c->rv_dst;
    out->rv_mask = (uint16_t)c->rv_mask;
    out->rv_pred = (uint16_t)c->rv_pred;
    memcpy(out->rv_data, c->rv_data, sizeof out->rv_data);
    out->rs_valid = c->rs_valid;
    out->rs_warp = c->rs_warp;
    out->rs_pc = c->rs_pc;
    out->rs_dst = c->rs_dst;
    out->rs_mask = c->rs_mask;
    out->rs_data = c->rs_data;
    out->rm_valid = c->rm_valid;
    out->rm_warp = c->rm_warp;
    out->rm_pc = c->rm_pc;
    out->rm_dst = c->rm_dst;
    out->rm_mask = (uint16_t)c->rm_mask;
    memcpy(out->rm_data, c->rm_data, sizeof out->rm_data);
}

static void show_counters(const struct core_outputs *c, const struct zcache_outputs *z,
                          struct slice_outputs *out)
{
    out->n_pred = c->n_pred;
    out->n_uniform = c->n_uniform;
    out->n_scalar = c->n_scalar;
    out->n_vector = c->n_vector;
    out->n_pairs = c->n_pairs;
    out->n_disabled = c->n_disabled;
    out->n_bra_uniform = c->n_bra_uniform;
    out->n_bra_divergent = c->n_bra_divergent;
    out->n_none = c->n_none;
    out->n_memory = c->n_memory;
    out->n_barrier = c->n_barrier;
    out->n_array = c->n_array;
    out->n_hazard = c->n_hazard;
    out->cache_hits = z->hits;
    out->cache_misses = z->misses;
    out->cache_joins = z->joins;
    out->cache_meta_hits = z->meta_hits;
    out->cache_meta_misses = z->meta_misses;
    out->cache_array_reads = z->array_reads;
    out->cache_array_reads_bypassed = z->array_reads_bypassed;
    out->cache_array_writes = z->array_writes;
    out->cache_array_writes_bypassed = z->array_writes_bypassed;
    out->cache_mem_reads = z->mem_reads;
    out->cache_mem_reads_bypassed = z->mem_reads_bypassed;
    out->cache_mem_writes = z->mem_writes;
    out->cache_mem_writes_bypassed = z->mem_writes_bypassed;
    out->cache_meta_reads = z->meta_reads;
    out->cache_meta_writes = z->meta_writes;
    out->cache_mem_waits = z->mem_waits;
}

static void show_arrays(const struct compute_block_outputs *b, struct slice_outputs *out)
{
    out->idle = b->idle;
    out->mover_idle = b->mover_idle;
    memcpy(out->busy_cycles, b->busy_cycles, sizeof out->busy_cycles);
    memcpy(out->idle_cycles, b->idle_cycles, sizeof out->idle_cycles);
    out->slices_fed = b->slices_fed;
    out->slices_skipped = b->slices_skipped;
}

static void show_ports(const struct slice_state *s, const struct slice_inputs *in,
                       const struct slice_cycle *c, struct slice_outputs *out)
{
    const struct slice_dispatch *d = &s->dispatch;
    const bool idle = d->phase == SLICE_IDLE;

    out->host_ready = idle && c->core.host_ready;
    out->rdata_valid = c->core.rdata_valid;
    out->rdata.data = c->core.rdata.data;
    out->surface_ready = idle;
    out->launch_ready = idle && !in->surface_valid;
    out->done_valid = d->phase == SLICE_DONE;
    out->done = d->done;
    out->mem_valid = c->zcache.mem_valid;
    out->mem.kind = c->zcache.mem.kind;
    out->mem.addr = c->zcache.mem.addr;
    memcpy(out->mem.data, c->zcache.mem.data, sizeof out->mem.data);
    out->mem.tag = c->zcache.mem.tag;
    out->fill_ready = c->zcache.fill_ready;
    out->state = d->phase;
    out->used = (uint16_t)d->used;
}

void slice_show(const struct slice_state *s, const struct slice_inputs *in,
                const struct slice_cycle *c, struct slice_outputs *out)
{
    show_ports(s, in, c, out);
    show_issue(&c->core, out);
    show_records(&c->core, out);
    show_counters(&c->core, &c->zcache, out);
    show_arrays(&c->compute, out);
    slice_show_seams(&s->params, c, out);
}
