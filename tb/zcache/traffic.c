#include "zcache/traffic.h"

#include <stdlib.h>
#include <string.h>

enum { CODEC = 4, LINE = 64 };

struct bench {
    struct zcache_state cache;
    struct zcache_inputs in;
    struct zcache_outputs out;
    uint32_t (*line)[16];
    uint8_t *entry;
};

static void memory_takes(struct bench *b)
{
    const struct zcache_mem *m = &b->out.mem;

    b->in.fill_valid = m->kind == ZCACHE_READ || m->kind == ZCACHE_META_READ;
    switch (m->kind) {
    case ZCACHE_READ:
        memcpy(b->in.fill.data, b->line[m->addr], LINE);
        break;
    case ZCACHE_WRITE:
        memcpy(b->line[m->addr], m->data, LINE);
        break;
    case ZCACHE_META_READ:
        b->in.fill.data[0] = b->entry[m->addr];
        break;
    default:
        b->entry[m->addr] = (uint8_t)m->data[0];
    }
}

/* One request, its response in b->out. */
static void run(struct bench *b)
{
    b->in.req_valid = 1;
    do {
        zcache_step(&b->cache, &b->in, &b->out);
        if (b->out.req_ready)
            b->in.req_valid = 0;
        if (b->out.fill_ready)
            b->in.fill_valid = 0;
        if (b->out.mem_valid)
            memory_takes(b);
    } while (!b->out.rsp_valid);
}

static bool store_and_read(struct bench *b, const uint8_t *weights, uint32_t lines, uint32_t passes,
                           bool surface)
{
    struct zcache_req *q = &b->in.req;
    bool right = true;

    b->in.mem_ready = b->in.rsp_ready = 1;
    if (surface) {
        *q = (struct zcache_req){
            .op = ZCACHE_SURFACE, .enable = 1, .lines = CODEC, .last = lines - 1};
        run(b);
    }
    for (uint32_t i = 0; i < lines; ++i) {
        *q = (struct zcache_req){.op = ZCACHE_STORE, .addr = i, .mask = UINT64_MAX};
        memcpy(q->data, weights + (size_t)i * LINE, LINE);
        run(b);
    }
    *q = (struct zcache_req){.op = ZCACHE_FLUSH};
    run(b);
    for (uint32_t i = 0; i < lines * passes; ++i) {
        *q = (struct zcache_req){.op = ZCACHE_LOAD, .addr = i % lines};
        run(b);
        right = right && memcmp(b->out.rsp.data, weights + (size_t)(i % lines) * LINE, LINE) == 0;
    }
    return right;
}

bool ztraffic_run(const uint8_t *weights, uint32_t lines, uint32_t passes, bool surface,
                  struct ztraffic *t)
{
    const struct zcache_params p = {64, 8, LINE, 8, 4, 4};
    struct bench *b = calloc(1, sizeof *b);
    bool good = b != NULL;

    if (b) {
        b->line = calloc(lines, sizeof *b->line);
        b->entry = calloc(lines / CODEC, 1);
        good = b->line && b->entry;
        if (good) {
            zcache_init(&b->cache, &p);
            t->right = store_and_read(b, weights, lines, passes, surface);
            t->counters = b->cache.counters;
        }
        free(b->line);
        free(b->entry);
    }
    free(b);
    return good;
}
