/*
 * core_bench.h - records the cycles of a core. Cycle 0 is the first in which the group runs. The
 * record is a text, one event after the other, which a test compares with the one that
 * model/core/README.md gives:
 *
 *     i  cycle:warp.pc, and s, v or b    issue: scalar, vector, both
 *     v  cycle:warp.pcVmask              record of the vector pipe
 *     s  cycle:warp.pcSdata              record of the scalar pipe
 *     m  cycle:warp.pcMmask              record of results that came from outside
 *     g  cycle:Gline,tag                 request to global memory
 *     l  cycle:Lenable,tag               request to local memory
 *     b  cycle:Bsender,kind              message to the gateway
 *     o  cycle:Owarp,kind,tag            message to another block
 *     k, a  cycle:Kid, cycle:Aid         acknowledgement of a fence, abort
 *     e  cycle:Efirst,trap.warp.lane@pc  end of a group
 */
#ifndef CORE_BENCH_H
#define CORE_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "predicate/asm.h"

enum { TEXT = 8192, QUEUE = 256 };

static struct core_state s;
static struct core_inputs in;
static struct core_outputs out;
static int cycle;
static char text[TEXT];
static size_t used;

/* Memories that answer in order, `latency` cycles after the transfer of a request. The word at byte
 * address a holds a. With latency 0, a test answers by hand. */
static int latency;
static struct {
    int when;
    struct core_mem_rsp global;
    struct core_local_rsp local;
} queue[2][QUEUE];
static unsigned head[2], tail[2];

/* The kinds of events to record, one letter each. */
static const char *shown;

static inline void event(char kind, const char *format, ...)
{
    va_list args;

    if (!strchr(shown, kind))
        return;
    va_start(args, format);
    used += (size_t)vsnprintf(text + used, sizeof text - used, format, args);
    va_end(args);
    assert_true(used < sizeof text);
}

static inline void offer_answers(void)
{
    in.mem_rsp_valid = head[0] != tail[0] && queue[0][head[0] % QUEUE].when <= cycle;
    if (in.mem_rsp_valid)
        in.mem_rsp = queue[0][head[0] % QUEUE].global;
    in.local_rsp_valid = head[1] != tail[1] && queue[1][head[1] % QUEUE].when <= cycle;
    if (in.local_rsp_valid)
        in.local_rsp = queue[1][head[1] % QUEUE].local;
}

static inline void memories(void)
{
    if (latency && out.mem_valid && in.mem_ready) {
        struct core_mem_rsp *r = &queue[0][tail[0] % QUEUE].global;

        queue[0][tail[0]++ % QUEUE].when = cycle + latency;
        memset(r, 0, sizeof *r);
        r->tag = out.mem.tag;
        for (uint32_t n = 0; n < 16; ++n)
            r->data[n] = out.mem.op ? 0 : out.mem.addr * CORE_LINE + 4 * n;
    }
    if (latency && out.local_valid && in.local_ready) {
        struct core_local_rsp *r = &queue[1][tail[1] % QUEUE].local;

        queue[1][tail[1]++ % QUEUE].when = cycle + latency;
        memset(r, 0, sizeof *r);
        r->tag = out.local.tag;
        for (uint32_t n = 0; n < s.params.lanes; ++n)
            r->data[n] = out.local.enable >> n & 1 ? out.local.addr[n] : 0;
    }
    head[0] += in.mem_rsp_valid && out.mem_rsp_ready;
    head[1] += in.local_rsp_valid && out.local_rsp_ready;
}

static inline void write_events(void)
{
    static const char *const issued[] = {"", "s", "v", "b"};

    if (out.issue) /* issued in the cycle before */
        event('i', "%d:%u.%u%s ", cycle - 1, out.issue_warp, out.issue_pc, issued[out.issue]);
    if (out.rv_valid)
        event('v', "%d:%u.%uV%x ", cycle, out.rv_warp, out.rv_pc, out.rv_mask);
    if (out.rs_valid)
        event('s', "%d:%u.%uS%x ", cycle, out.rs_warp, out.rs_pc, out.rs_data);
    if (out.rm_valid)
        event('m', "%d:%u.%uM%x ", cycle, out.rm_warp, out.rm_pc, out.rm_mask);
    if (out.mem_valid && in.mem_ready)
        event('g', "%d:G%x,%u ", cycle, out.mem.addr, out.mem.tag);
    if (out.local_valid && in.local_ready)
        event('l', "%d:L%x,%u ", cycle, out.local.enable, out.local.tag);
    if (out.gate_valid && in.gate_ready)
        event('b', "%d:B%u,%u ", cycle, out.gate.sender, out.gate.kind);
    if (out.off_valid && in.off_ready)
        event('o', "%d:O%u,%u,%u ", cycle, out.off.warp, out.off.kind, out.off.tag);
    if (out.ack_valid && in.ack_ready)
        event('k', "%d:K%u ", cycle, out.ack.id);
    if (out.abort_valid && in.abort_ready)
        event('a', "%d:A%u ", cycle, out.abort.id);
    if (out.end_valid && in.end_ready)
        event('e', "%d:E%u,%u.%u.%u@%u ", cycle, out.end.first, out.end.trap, out.end.warp,
              out.end.lane, out.end.pc);
}

/* Runs one cycle and takes what the block sends. The inputs that were offered are withdrawn. */
static inline void tick(void)
{
    offer_answers();
    core_step(&s, &in, &out);
    write_events();
    memories();
    in.start_valid = in.host_valid = in.wb_valid = in.reply_valid = in.fence_valid = 0;
    in.note_valid = in.value_valid = 0;
    ++cycle;
}

/* Makes global memory answer in the next cycle. */
static inline void answer(uint32_t warp, uint32_t tag, uint8_t status)
{
    queue[0][tail[0]++ % QUEUE].when = cycle;
    memset(&queue[0][(tail[0] - 1) % QUEUE].global, 0, sizeof queue[0][0].global);
    queue[0][(tail[0] - 1) % QUEUE].global.tag = (uint8_t)(warp << 3 | tag);
    queue[0][(tail[0] - 1) % QUEUE].global.status = status;
}

/* Offers a write-back, of the gateway or of a unit that takes messages, in the next cycle. */
static inline void write_back(uint8_t id, uint32_t mask, uint64_t result, uint16_t sum,
                              uint8_t status)
{
    in.wb_valid = 1;
    in.wb = (struct core_wb){
        .id = id, .mask = mask, .result = result, .sum = sum, .status = status, .last = 1};
}

static inline void note(uint8_t pr, uint8_t tag, uint8_t status)
{
    in.note_valid = 1;
    in.note = (struct core_note){pr, tag, status};
}

static inline void until(int end)
{
    while (cycle < end)
        tick();
}

static inline void host(uint8_t op, uint8_t space, uint32_t addr, uint32_t warp, uint32_t lane,
                        uint64_t data)
{
    in.host_valid = 1;
    in.host = (struct core_host){op, space, (uint16_t)addr, (uint8_t)warp, (uint8_t)lane, data};
    tick();
    assert_true(out.host_ready);
}

static inline uint64_t get(uint8_t space, uint32_t addr, uint32_t warp, uint32_t lane)
{
    host(PREDICATE_READ, space, addr, warp, lane, 0);
    tick();
    assert_true(out.rdata_valid);
    return out.rdata.data;
}

static inline void boot(uint32_t warps, uint32_t lanes, const char *program)
{
    const struct core_params p = {warps, lanes, 256};
    static struct predicate_assembly a;
    struct predicate_asm_error e;
    char full[4096];

    assert_null(core_check_params(&p));
    core_init(&s, &p);
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    memset(head, 0, sizeof head);
    memset(tail, 0, sizeof tail);
    in.rdata_ready = in.end_ready = in.mem_ready = in.local_ready = in.gate_ready = 1;
    in.ack_ready = in.abort_ready = in.off_ready = 1;
    latency = 0;
    shown = "";
    snprintf(full, sizeof full, ".target core\n%s", program);
    if (!predicate_assemble(full, &a, &e))
        fail_msg("%u:%u: %s", e.line, e.column, e.text);
    for (uint32_t n = 0; n < a.length; ++n)
        host(PREDICATE_WRITE, PREDICATE_AT_CODE, n, 0, 0, a.code[n]);
    host(PREDICATE_WRITE, PREDICATE_AT_C, 1, 0, 0, 1);
    host(PREDICATE_WRITE, PREDICATE_AT_C, 2, 0, 0, 66);
    cycle = 0;
    used = 0;
    text[0] = '\0';
}

/* Returns a group that has a share of every resource. start() starts it and sets the events to
 * record; the next cycle is then cycle 0 of the first group. */
static inline struct core_start plan(uint32_t first, uint32_t warps, uint32_t entry)
{
    return (struct core_start){.first = (uint8_t)first,
                               .warps = (uint8_t)warps,
                               .entry = (uint16_t)entry,
                               .length = 256,
                               .group = 7,
                               .groups = 9,
                               .local_base = 2,
                               .local_lines = 4,
                               .row_base = 16,
                               .rows = 8,
                               .bar_base = 3,
                               .bars = 2};
}

static inline void start(struct core_start g, const char *events)
{
    in.start_valid = 1;
    in.start = g;
    cycle = -1;
    shown = events;
    tick();
}

static inline void expect(const char *what)
{
    if (strcmp(text, what) != 0)
        fail_msg("\n  is       %s\n  expected %s", text, what);
    used = 0;
    text[0] = '\0';
}

#endif
