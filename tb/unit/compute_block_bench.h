/*
 * compute_block_bench.h - drives the golden model of compute_block (8 lanes, depth 4, 4 PRs, 256
 * rows) cycle by cycle, with a memory that answers in order or is driven by hand.
 */
#ifndef COMPUTE_BLOCK_BENCH_H
#define COMPUTE_BLOCK_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compute_block/compute_block.h"

enum { LINES = 4096, NEVER = UINT32_MAX, MOST_CYCLES = 5000 /* of a wait */ };

static struct bench {
    struct compute_block_state s;
    struct compute_block_inputs in;
    struct compute_block_outputs out;
    uint32_t latency; /* of answers, in cycles; NEVER: answered by hand */
    uint32_t cycle;
    struct {
        uint32_t at; /* cycle of its transfer */
        uint8_t tag;
    } line[LINES];
    uint32_t lines, answered;
    uint32_t notes;
    struct compute_block_note note; /* the last one */
    uint32_t noted_at;
} b;

static inline void open_bench(uint32_t arrays, uint32_t latency)
{
    const struct compute_block_params p = {8, 4, 4, arrays, 256, 4};

    memset(&b, 0, sizeof b);
    compute_block_init(&b.s, &p);
    b.latency = latency;
    b.in.rdata_ready = b.in.note_ready = b.in.line_ready = 1;
}

/* Answers the line request of `tag`. The data identify the tag. */
static inline void answer(uint8_t tag, uint8_t error)
{
    b.in.line_rsp_valid = 1;
    b.in.line_rsp.tag = tag;
    b.in.line_rsp.error = error;
    for (uint32_t i = 0; i < 16; ++i)
        b.in.line_rsp.data[i] = 100 + tag;
}

static inline void step(void)
{
    if (b.latency != NEVER && b.answered < b.lines && b.cycle >= b.line[b.answered].at + b.latency)
        answer(b.line[b.answered++].tag, 0);
    compute_block_step(&b.s, &b.in, &b.out);
    b.in.line_rsp_valid = 0;
    if (b.out.line_valid && b.in.line_ready) {
        b.line[b.lines].at = b.cycle;
        b.line[b.lines++].tag = b.out.line.tag;
    }
    if (b.out.note_valid) {
        b.note = b.out.note;
        b.noted_at = b.cycle;
        ++b.notes;
    }
    ++b.cycle;
}

static inline void steps(uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i)
        step();
}

/* Runs a cycle of a wait that began in cycle `since`. Fails if it takes too long. */
static inline void step_waiting(uint32_t since, const char *what)
{
    if (b.cycle - since == MOST_CYCLES)
        fail_msg("%s: not in %u cycles", what, MOST_CYCLES);
    step();
}

static inline void send(struct compute_block_msg m)
{
    const uint32_t since = b.cycle;

    b.in.msg = m;
    b.in.msg_valid = 1;
    do
        step_waiting(since, "msg_ready");
    while (!b.out.msg_ready);
    b.in.msg_valid = 0;
}

static inline void wait_notes(uint32_t n)
{
    const uint32_t since = b.cycle;

    while (b.notes < n)
        step_waiting(since, "a notification");
}

static inline uint32_t word(uint32_t row)
{
    return b.s.word[row * 8];
}

#endif
