#include "zcache/traffic.h"

#include <stdlib.h>
#include <string.h>

enum { CODEC = 4, LINE = 64, ENTRIES = 2 * LINE, TAGS = 256 };

struct reply {
    uint64_t at;
    struct zcache_fill fill;
};

struct bench {
    struct zcache_state cache;
    struct zcache_inputs in;
    struct zcache_outputs out;
    struct ztraffic_shape shape;
    uint64_t cycle, free_at; /* free_at: when memory next accepts a request */

    uint32_t (*line)[16];
    uint32_t (*meta)[16];
    struct reply owed[TAGS]; /* a ring buffer */
    uint32_t first_owed, n_owed;

    uint32_t addr[TAGS]; /* addresses of the requests in flight */
    bool busy[TAGS];
    const uint8_t *weights;
    bool right;
};

/* --- memory --- */

static void memory_takes(struct bench *b)
{
    const struct zcache_mem *m = &b->out.mem;
    struct reply *r = &b->owed[(b->first_owed + b->n_owed++) % TAGS];

    b->free_at = b->cycle + b->shape.interval;
    memset(r, 0, sizeof *r);
    r->at = b->cycle + b->shape.latency;
    r->fill.tag = m->tag;
    switch (m->kind) {
    case ZCACHE_READ:
        memcpy(r->fill.data, b->line[m->addr], LINE);
        break;
    case ZCACHE_WRITE:
        memcpy(b->line[m->addr], m->data, LINE);
        break;
    case ZCACHE_META_READ:
        memcpy(r->fill.data, b->meta[m->addr], LINE);
        break;
    default:
        memcpy(b->meta[m->addr], m->data, LINE);
    }
}

static void answered(struct bench *b)
{
    const struct zcache_rsp *r = &b->out.rsp;
    const struct zcache_req *q = &b->in.req;

    b->busy[r->tag] = false;
    if (q->op == ZCACHE_LOAD)
        b->right &= memcmp(r->data, b->weights + (size_t)b->addr[r->tag] * LINE, LINE) == 0;
    b->right &= r->status == ZCACHE_OK;
}

/* Runs one cycle. Returns whether the request was accepted. */
static bool cycle(struct bench *b)
{
    const struct reply *r = &b->owed[b->first_owed % TAGS];

    b->in.mem_ready = b->cycle >= b->free_at && b->n_owed < TAGS;
    b->in.rsp_ready = 1;
    b->in.fill_valid = b->n_owed && b->cycle >= r->at;
    b->in.fill = r->fill;
    zcache_step(&b->cache, &b->in, &b->out);
    if (b->in.fill_valid && b->out.fill_ready) {
        ++b->first_owed;
        --b->n_owed;
    }
    if (b->out.mem_valid && b->in.mem_ready)
        memory_takes(b);
    if (b->out.rsp_valid)
        answered(b);
    ++b->cycle;
    return b->in.req_valid && b->out.req_ready;
}

/* --- requests --- */

static bool all_answered(const struct bench *b)
{
    for (uint32_t i = 0; i < TAGS; ++i)
        if (b->busy[i])
            return false;
    return true;
}

/* Sends `n` requests like in.req, to the lines 0, 1, ... lines - 1, 0, ... */
static void run(struct bench *b, uint32_t n, uint32_t lines)
{
    struct zcache_req *q = &b->in.req;

    for (uint32_t i = 0; i < n;) {
        const uint8_t tag = (uint8_t)(i % TAGS);

        b->in.req_valid = !b->busy[tag];
        q->tag = tag;
        if (lines)
            q->addr = i % lines;
        if (q->op == ZCACHE_STORE)
            memcpy(q->data, b->weights + (size_t)q->addr * LINE, LINE);
        if (cycle(b)) {
            b->busy[tag] = true;
            b->addr[tag] = q->addr;
            ++i;
        }
    }
    b->in.req_valid = 0;
    while (!all_answered(b))
        cycle(b);
}

static void store_and_read(struct bench *b, uint32_t lines, uint32_t passes, bool surface,
                           struct ztraffic *t)
{
    struct zcache_req *q = &b->in.req;
    uint64_t begin;

    if (surface) {
        *q = (struct zcache_req){
            .op = ZCACHE_SURFACE, .enable = 1, .lines = CODEC, .last = lines - 1};
        run(b, 1, 0);
    }
    *q = (struct zcache_req){.op = ZCACHE_STORE, .mask = UINT64_MAX};
    run(b, lines, lines);
    *q = (struct zcache_req){.op = ZCACHE_FLUSH};
    run(b, 1, 0);
    t->stored = b->cache.counters;
    begin = b->cycle;
    *q = (struct zcache_req){.op = ZCACHE_LOAD};
    run(b, lines * passes, lines);
    t->cycles = b->cycle - begin;
}

bool ztraffic_run(const struct ztraffic_shape *shape, const uint8_t *weights, uint32_t lines,
                  uint32_t passes, bool surface, struct ztraffic *t)
{
    const struct zcache_params p = {shape->sets, shape->ways, LINE, 8, shape->mshrs, shape->metas};
    struct bench *b = calloc(1, sizeof *b);
    bool good = b != NULL;

    if (b) {
        b->line = calloc((size_t)lines + 1, sizeof *b->line);
        b->meta = calloc((size_t)lines / CODEC / ENTRIES + 2, sizeof *b->meta);
        b->shape = *shape;
        b->weights = weights;
        b->right = true;
        good = b->line && b->meta;
        if (good) {
            zcache_init(&b->cache, &p);
            store_and_read(b, lines, passes, surface, t);
            t->right = b->right;
            t->counters = b->cache.counters;
        }
        free(b->line);
        free(b->meta);
    }
    free(b);
    return good;
}
