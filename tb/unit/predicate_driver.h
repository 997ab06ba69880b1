/*
 * predicate_driver.h - drives the golden model of predicate for a test: its host side, instruction
 * words, and a trace of the outputs in each cycle of a run.
 */
#ifndef UNIT_PREDICATE_DRIVER_H
#define UNIT_PREDICATE_DRIVER_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "predicate/predicate.h"
#include "predicate/program.h"

enum { SEED = 20, LANES = 4, END = 100000 };

static struct predicate_state s;
static struct predicate_outputs out;
static uint32_t cycle; /* since the start; the first cycle that runs is 0 */

static inline void boot(uint32_t lanes)
{
    const struct predicate_params p = {lanes};

    assert_null(predicate_check_params(&p));
    predicate_init(&s, &p);
    memset(&out, 0, sizeof out);
    for (uint32_t n = 0; n < lanes; ++n)
        s.w.r[15][n] = 4 * n;
}

static inline void tick(void)
{
    const struct predicate_inputs in = {.rdata_ready = 1};

    predicate_step(&s, &in, &out);
}

/* Performs one host transfer. `out` holds the outputs of that cycle. */
static inline void host(uint8_t op, uint8_t space, uint32_t addr, uint32_t lane, uint64_t data)
{
    const struct predicate_inputs in = {
        .host_valid = 1,
        .host = {op, space, (uint16_t)addr, (uint8_t)lane, data},
        .rdata_ready = 1,
    };

    predicate_step(&s, &in, &out);
    assert_true(out.host_ready);
}

static inline void put(uint8_t space, uint32_t addr, uint32_t lane, uint64_t data)
{
    host(PREDICATE_WRITE, space, addr, lane, data);
}

static inline uint64_t get(uint8_t space, uint32_t addr, uint32_t lane)
{
    host(PREDICATE_READ, space, addr, lane, 0);
    tick();
    assert_true(out.rdata_valid);
    return out.rdata.data;
}

static inline void begin(const uint64_t *code, uint32_t n, bool sense, uint32_t limit)
{
    for (uint32_t i = 0; i < n; ++i)
        put(PREDICATE_AT_CODE, i, 0, code[i]);
    host(PREDICATE_START, 0, 0, 0, (uint64_t)limit << 16 | (uint64_t)sense << 9 | n);
    cycle = 0;
}

/* Runs to the first cycle in which the block is idle. `out` holds the outputs of that cycle. */
static inline void finish(void)
{
    for (; cycle < END; ++cycle) {
        tick();
        if (!out.busy)
            return;
    }
    fail_msg("the program does not end");
}

/* --- instruction words --- */

#define R(n) PREDICATE_R, n
#define U(n) PREDICATE_U, n
#define C(n) PREDICATE_C, n
#define IMM PREDICATE_IMM, 0
#define LID PREDICATE_SPECIAL, PREDICATE_LANE
#define PLACE PREDICATE_R, 15 /* four times the lane's number */
#define TO_R(n) PREDICATE_TO_R, n
#define TO_U(n) PREDICATE_TO_U, n
#define TO_P(n) PREDICATE_TO_P, n
#define TO_UP(n) PREDICATE_TO_UP, n

static inline uint64_t op3(uint8_t op, uint8_t dk, uint8_t di, uint8_t ak, uint8_t ai, uint8_t bk,
                           uint8_t bi, uint8_t ck, uint8_t ci, uint32_t imm)
{
    const struct predicate_word w = {.op = op,
                                     .dk = dk,
                                     .di = di,
                                     .ak = ak,
                                     .ai = ai,
                                     .bk = bk,
                                     .bi = bi,
                                     .ck = ck,
                                     .ci = ci,
                                     .imm = imm};

    return predicate_pack(&w);
}

static inline uint64_t op2(uint8_t op, uint8_t dk, uint8_t di, uint8_t ak, uint8_t ai, uint8_t bk,
                           uint8_t bi, uint32_t imm)
{
    return op3(op, dk, di, ak, ai, bk, bi, 0, 0, imm);
}

static inline uint64_t mov(uint8_t dk, uint8_t di, uint8_t ak, uint8_t ai, uint32_t imm)
{
    return op2(PREDICATE_MOV, dk, di, ak, ai, 0, 0, imm);
}

static inline uint64_t go(uint8_t op, uint32_t target)
{
    return op2(op, 0, 0, 0, 0, 0, 0, target);
}

static inline uint64_t if_(uint8_t gk, uint8_t gi, uint64_t word)
{
    return word | (uint64_t)gk << 6 | (uint64_t)gi << 9;
}

/* Encodes a cmp of type s32 with an immediate. */
static inline uint64_t cmp(uint8_t dk, uint8_t di, uint8_t ak, uint8_t ai, uint8_t condition,
                           uint32_t imm)
{
    return op3(PREDICATE_CMP, dk, di, ak, ai, IMM, PREDICATE_S32, condition, imm);
}

static inline uint64_t quit(void)
{
    return go(PREDICATE_EXIT, 0);
}

/* --- traces --- */

/* The outputs of each cycle of a run. `issue` belongs to the cycle in which it happened. */
struct trace {
    uint8_t issue, rv, rs, mem, lane;
    uint16_t pc;
};

enum { TRACE = 200 };
static struct trace seen[TRACE];

static inline void watch(const uint64_t *code, uint32_t n, uint32_t limit)
{
    memset(seen, 0, sizeof seen);
    begin(code, n, false, limit);
    for (cycle = 0; cycle < TRACE; ++cycle) {
        tick();
        if (cycle)
            seen[cycle - 1].issue = out.issue;
        seen[cycle].rv = out.rv_valid;
        seen[cycle].rs = out.rs_valid;
        seen[cycle].mem = out.mem_valid;
        seen[cycle].lane = out.mem_lane;
        seen[cycle].pc = out.pc;
        if (!out.busy)
            return;
    }
    fail_msg("the program does not end");
}

#define LENGTH(a) ((uint32_t)(sizeof(a) / sizeof(a)[0]))
#define WATCH(code) watch(code, LENGTH(code), 0)

/* Returns a mask of the cycles in which an instruction issued. */
static inline uint64_t issues(void)
{
    uint64_t mask = 0;

    for (uint32_t i = 0; i < 64; ++i)
        mask |= (uint64_t)(seen[i].issue != 0) << i;
    return mask;
}

#endif
