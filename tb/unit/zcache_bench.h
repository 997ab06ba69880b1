/*
 * zcache_bench.h - the golden model of zcache on a memory of bytes, which stalls and replies in any
 * order: requests, and a log of what memory saw.
 */
#ifndef ZCACHE_BENCH_H
#define ZCACHE_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "unit/random.h"
#include "zcache/zcache.h"

#define SEED UINT64_C(0xD1B54A32D192ED03)

/* --- memory of bytes, and the block --- */

enum {
    LINES = 64, /* addresses 0..63 */
    LINE_BYTES = 64,
    META = 1000, /* entries of surface s start at META + s * LINES */
    ENTRIES = 4096,
    LOG = 4096,
    OWED = 256
};

struct owed {
    struct zcache_mem mem;
    uint32_t age;
};

struct bench {
    struct zcache_state s;
    uint8_t memory[LINES][LINE_BYTES];
    uint8_t entry[ENTRIES];
    uint32_t stall;   /* in percent; also shuffles the replies */
    uint32_t latency; /* minimum of memory, in cycles */
    struct owed owed[OWED];
    uint32_t n_owed;
    char log[LOG]; /* accesses of memory: r17 w17 for data lines, R15 W15 for metadata lines */
    size_t logged;
    uint32_t waits;  /* cycles in which memory did not take an offer */
    uint32_t cycles; /* of the last request, from acceptance to answer */
    bool answered;
    struct zcache_rsp rsp;
    struct zcache_inputs in;
    struct zcache_outputs out;
};

static struct bench first;

static inline void bytes_of(const uint32_t *words, uint32_t n, uint8_t *bytes)
{
    for (uint32_t i = 0; i < n; ++i)
        bytes[i] = (uint8_t)(words[i / 4] >> i % 4 * 8);
}

static inline void words_of(const uint8_t *bytes, uint32_t n, uint32_t *words)
{
    memset(words, 0, LINE_BYTES);
    for (uint32_t i = 0; i < n; ++i)
        words[i / 4] |= (uint32_t)bytes[i] << i % 4 * 8;
}

static inline void begin(struct bench *b, uint32_t sets, uint32_t ways, uint32_t line,
                         uint32_t mshrs)
{
    const struct zcache_params p = {sets, ways, line, 8, mshrs, 2};

    memset(b, 0, sizeof *b);
    assert_null(zcache_check_params(&p));
    zcache_init(&b->s, &p);
    b->latency = 1;
}

/* Performs an access when it is replied to. */
static inline void perform(struct bench *b, const struct zcache_mem *m, struct zcache_fill *fill)
{
    const uint32_t line = b->s.params.line, at = m->addr * 2 * line;

    memset(fill, 0, sizeof *fill);
    fill->tag = m->tag;
    switch (m->kind) {
    case ZCACHE_READ:
        words_of(b->memory[m->addr], line, fill->data);
        break;
    case ZCACHE_WRITE:
        bytes_of(m->data, line, b->memory[m->addr]);
        break;
    case ZCACHE_META_READ:
        for (uint32_t i = 0; i < 2 * line; ++i)
            fill->data[i / 8] |= (uint32_t)b->entry[at + i] << i % 8 * 4;
        break;
    default:
        for (uint32_t i = 0; i < 2 * line; ++i)
            b->entry[at + i] = m->data[i / 8] >> i % 8 * 4 & 15;
    }
}

static inline void memory_takes(struct bench *b, const struct zcache_mem *m)
{
    static const char letters[] = "rwRW";

    b->logged +=
        (size_t)snprintf(b->log + b->logged, LOG - b->logged, "%c%u ", letters[m->kind], m->addr);
    if (b->logged >= LOG - 100)
        b->logged = 0;
    if (m->kind <= ZCACHE_WRITE)
        assert_true(m->addr < LINES);
    else
        assert_true((m->addr + 1) * 2 * b->s.params.line <= ENTRIES);
    for (uint32_t i = 0; i < b->n_owed; ++i) { /* nothing may overtake a write */
        const struct zcache_mem *o = &b->owed[i].mem;

        assert_false(o->kind / 2 == m->kind / 2 && o->addr == m->addr);
        assert_false(o->tag == m->tag && m->tag < 192);
    }
    assert_true(b->n_owed < OWED);
    b->owed[b->n_owed++] = (struct owed){*m, 0};
}

static inline void cycle(struct bench *b)
{
    uint32_t ready = b->n_owed, at = 0;

    for (uint32_t i = 0; i < b->n_owed; ++i)
        ready -= ++b->owed[i].age < b->latency; /* the youngest are last */
    b->in.fill_valid = ready && draw(100) >= b->stall;
    if (b->in.fill_valid) {
        at = b->stall ? draw(ready) : 0;
        perform(b, &b->owed[at].mem, &b->in.fill);
    }
    b->in.mem_ready = draw(100) >= b->stall;
    b->in.rsp_ready = draw(100) >= b->stall;
    zcache_step(&b->s, &b->in, &b->out);
    if (b->in.fill_valid && b->out.fill_ready) {
        --b->n_owed;
        memmove(&b->owed[at], &b->owed[at + 1], (b->n_owed - at) * sizeof b->owed[0]);
    }
    if (b->out.mem_valid && b->in.mem_ready)
        memory_takes(b, &b->out.mem);
    b->waits += b->out.mem_valid && !b->in.mem_ready;
    b->answered = b->out.rsp_valid && b->in.rsp_ready;
    if (b->answered)
        b->rsp = b->out.rsp;
}

/* Performs one request. Returns its status. */
static inline uint8_t run(struct bench *b, const struct zcache_req *q)
{
    uint32_t started = 0;

    b->logged = 0;
    b->log[0] = 0;
    b->in.req = *q;
    b->in.req_valid = 1;
    for (uint32_t t = 1; t < 100000; ++t) {
        cycle(b);
        if (b->in.req_valid && b->out.req_ready) {
            started = t;
            b->in.req_valid = 0;
        }
        if (b->answered) {
            b->cycles = t - started;
            return b->rsp.status;
        }
    }
    fail_msg("no answer");
    return 255;
}

static inline uint8_t flush(struct bench *b)
{
    return run(b, &(struct zcache_req){.op = ZCACHE_FLUSH});
}

static inline uint8_t enable(struct bench *b, uint8_t surface, uint8_t lines, uint32_t a,
                             uint32_t z)
{
    return run(b, &(struct zcache_req){.op = ZCACHE_SURFACE,
                                       .enable = 1,
                                       .surface = surface,
                                       .lines = lines,
                                       .addr = a,
                                       .last = z,
                                       .meta = META + (uint32_t)(surface * LINES)});
}

static inline uint8_t disable(struct bench *b, uint8_t surface)
{
    return run(b, &(struct zcache_req){.op = ZCACHE_SURFACE, .surface = surface});
}

static inline uint8_t load(struct bench *b, uint32_t addr)
{
    return run(b, &(struct zcache_req){.op = ZCACHE_LOAD, .addr = addr});
}

/* Stores `byte` wherever the mask has a bit. */
static inline uint8_t store(struct bench *b, uint32_t addr, uint64_t mask, uint8_t byte)
{
    struct zcache_req q = {.op = ZCACHE_STORE, .addr = addr, .mask = mask};

    memset(q.data, byte, b->s.params.line);
    if (b->s.params.line < 64)
        q.mask &= (UINT64_C(1) << b->s.params.line) - 1;
    return run(b, &q);
}

/* --- memory accesses, counters, cycles --- */

static inline void expect(struct bench *b, const char *log, uint32_t cycles)
{
    if (strcmp(b->log, log) != 0)
        fail_msg("memory saw '%s', expected '%s'", b->log, log);
    assert_int_equal(b->cycles, cycles);
}

/* Compares all counters, in the order of the pins. mem_waits must be what this memory has
 * counted. */
static inline void expect_counters(const struct bench *b, const char *expected)
{
    const struct zcache_counters *c = &b->s.counters;
    char text[160];

    snprintf(text, sizeof text, "%u %u %u meta %u %u array %u-%u %u-%u mem %u-%u %u-%u meta %u %u",
             c->hits, c->misses, c->joins, c->meta_hits, c->meta_misses, c->array_reads,
             c->array_reads_bypassed, c->array_writes, c->array_writes_bypassed, c->mem_reads,
             c->mem_reads_bypassed, c->mem_writes, c->mem_writes_bypassed, c->meta_reads,
             c->meta_writes);
    if (strcmp(text, expected) != 0)
        fail_msg("counters are '%s', expected '%s'", text, expected);
    assert_int_equal(c->mem_waits, b->waits);
}

#endif
