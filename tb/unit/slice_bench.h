/*
 * slice_bench.h - the golden model of slice with a memory that takes one line every 4 cycles and
 * has a latency of 64 cycles by default, and the host side: program, constants, launches.
 */
#ifndef SLICE_BENCH_H
#define SLICE_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "predicate/asm.h"
#include "slice/slice.h"

enum { WORDS = 16384, METAS = 1024, LINE_WORDS = 16, APART = 4, REPLIES = 128 };
enum { HANG = 200000 };

static struct slice_state slice;
static struct slice_inputs pins;
static struct slice_outputs seen;
static uint32_t memory[WORDS], metadata[METAS];
static uint32_t latency = 64;
static uint32_t now, next_line, lines_read, lines_written;

/* Replies in flight, in order. */
static struct {
    uint32_t due;
    struct slice_fill fill;
} replies[REPLIES];
static uint32_t reply_head, reply_tail;

static const struct slice_params defaults = {.warps = 4,
                                             .lanes = 8,
                                             .imem = 1024,
                                             .kb = 16,
                                             .banks = 16,
                                             .sets = 128,
                                             .ways = 4,
                                             .surfaces = 8,
                                             .mshrs = 16,
                                             .metas = 4,
                                             .barriers = 16,
                                             .alus = 4,
                                             .depth = 4,
                                             .arrays = 1,
                                             .rows = 256,
                                             .queue = 4};

static inline void to_memory(const struct slice_mem *m)
{
    const bool meta = m->kind >= ZCACHE_META_READ;
    uint32_t *line = (meta ? metadata : memory) + m->addr * LINE_WORDS;

    assert_true(m->addr < (meta ? METAS : WORDS) / LINE_WORDS);
    assert_true(reply_tail - reply_head < REPLIES);
    if (m->kind == ZCACHE_WRITE || m->kind == ZCACHE_META_WRITE)
        memcpy(line, m->data, sizeof m->data);
    lines_read += m->kind == ZCACHE_READ;
    lines_written += m->kind == ZCACHE_WRITE;
    replies[reply_tail % REPLIES].due = now + latency;
    replies[reply_tail % REPLIES].fill.tag = m->tag;
    memcpy(replies[reply_tail % REPLIES].fill.data, line, sizeof m->data);
    ++reply_tail;
    next_line = now + APART;
}

static inline void cycle(void)
{
    pins.rdata_ready = 1;
    pins.mem_ready = now >= next_line;
    pins.fill_valid = reply_head != reply_tail && replies[reply_head % REPLIES].due <= now;
    if (pins.fill_valid)
        pins.fill = replies[reply_head % REPLIES].fill;
    slice_step(&slice, &pins, &seen);
    assert_false(seen.start_bad);
    if (pins.fill_valid && seen.fill_ready)
        ++reply_head;
    if (seen.mem_valid && pins.mem_ready)
        to_memory(&seen.mem);
    ++now;
}

static inline void boot(const struct slice_params *p)
{
    assert_null(slice_check_params(p));
    memset(&pins, 0, sizeof pins);
    memset(memory, 0, sizeof memory);
    memset(metadata, 0, sizeof metadata);
    now = next_line = reply_head = reply_tail = lines_read = lines_written = 0;
    slice_init(&slice, p);
}

static inline void host(uint8_t space, uint32_t addr, uint64_t data)
{
    pins.host_valid = 1;
    pins.host = (struct slice_host){PREDICATE_WRITE, space, (uint16_t)addr, 0, 0, data};
    cycle();
    assert_true(seen.host_ready);
    pins.host_valid = 0;
}

static inline void constant(uint32_t number, uint32_t value)
{
    host(PREDICATE_AT_C, number, value);
}

/* Operand c of a move: n items of `per` rows each, one after the other, from this row on. */
static inline uint32_t items(uint32_t row, uint32_t n, uint32_t per)
{
    return row | n << 9 | per << 16 | per << 22;
}

/* Loads a program. Returns its length in words. */
static inline uint16_t program(const char *text)
{
    static struct predicate_assembly a;
    struct predicate_asm_error e;
    char all[4096];

    assert_true((size_t)snprintf(all, sizeof all, ".target core\n%s", text) < sizeof all);
    if (!predicate_assemble(all, &a, &e))
        fail_msg("line %u: %s", e.line, e.text);
    for (uint32_t i = 0; i < a.length; ++i)
        host(PREDICATE_AT_CODE, i, a.code[i]);
    return (uint16_t)a.length;
}

/* Runs until the report, and returns it. */
static inline struct slice_done report(void)
{
    for (uint32_t i = 0; i < HANG; ++i) {
        cycle();
        if (!seen.done_valid)
            continue;
        pins.done_ready = 1;
        cycle();
        pins.done_ready = 0;
        return seen.done;
    }
    fail_msg("a launch does not end");
    return seen.done;
}

static inline struct slice_done launch(const struct slice_launch *l)
{
    pins.launch = *l;
    pins.launch_valid = 1;
    cycle();
    assert_true(seen.launch_ready);
    pins.launch_valid = 0;
    return report();
}

/* Runs a launch that must end without a trap. Returns its cycles. */
static inline uint32_t run(const struct slice_launch *l)
{
    const struct slice_done d = launch(l);

    if (d.status)
        fail_msg("status %u, trap %u of group %u, warp %u, lane %u, pc %u", d.status, d.trap,
                 d.group, d.warp, d.lane, d.pc);
    return d.cycles;
}

#endif
