/*
 * test_predicate_model.c - the golden model of predicate: programs against an interpreter that runs
 * one lane after the other, and the cycles of README.md, told by hand.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "predicate/interp.h"
#include "predicate/predicate.h"
#include "predicate/program.h"
#include "predicate/random_word.h"
#include "unit/random.h"

enum { SEED = 20, LANES = 4, END = 100000 };

static struct predicate_state s;
static struct predicate_outputs out;
static uint32_t cycle; /* since the start; the first running cycle is 0 */

static void boot(uint32_t lanes)
{
    const struct predicate_params p = {lanes};

    assert_null(predicate_check_params(&p));
    predicate_init(&s, &p);
    memset(&out, 0, sizeof out);
    for (uint32_t n = 0; n < lanes; ++n)
        s.w.r[15][n] = 4 * n;
}

static void tick(void)
{
    const struct predicate_inputs in = {.rdata_ready = 1};

    predicate_step(&s, &in, &out);
}

/* One host transfer; out is of that cycle. */
static void host(uint8_t op, uint8_t space, uint32_t addr, uint32_t lane, uint64_t data)
{
    const struct predicate_inputs in = {
        .host_valid = 1,
        .host = {op, space, (uint16_t)addr, (uint8_t)lane, data},
        .rdata_ready = 1,
    };

    predicate_step(&s, &in, &out);
    assert_true(out.host_ready);
}

static void put(uint8_t space, uint32_t addr, uint32_t lane, uint64_t data)
{
    host(PREDICATE_WRITE, space, addr, lane, data);
}

static uint64_t get(uint8_t space, uint32_t addr, uint32_t lane)
{
    host(PREDICATE_READ, space, addr, lane, 0);
    tick();
    assert_true(out.rdata_valid);
    return out.rdata.data;
}

static void begin(const uint64_t *code, uint32_t n, bool sense, uint32_t limit)
{
    for (uint32_t i = 0; i < n; ++i)
        put(PREDICATE_AT_CODE, i, 0, code[i]);
    host(PREDICATE_START, 0, 0, 0, (uint64_t)limit << 16 | (uint64_t)sense << 9 | n);
    cycle = 0;
}

/* To the first cycle in which the block is idle; out is of that cycle. */
static void finish(void)
{
    for (; cycle < END; ++cycle) {
        tick();
        if (!out.busy)
            return;
    }
    fail_msg("the program does not end");
}

/* --- words --- */

#define R(n) PREDICATE_R, n
#define U(n) PREDICATE_U, n
#define C(n) PREDICATE_C, n
#define IMM PREDICATE_IMM, 0
#define LID PREDICATE_SPECIAL, PREDICATE_LANE
#define PLACE PREDICATE_R, 15 /* the lane's number times 4 */
#define TO_R(n) PREDICATE_TO_R, n
#define TO_U(n) PREDICATE_TO_U, n
#define TO_P(n) PREDICATE_TO_P, n
#define TO_UP(n) PREDICATE_TO_UP, n

static uint64_t op3(uint8_t op, uint8_t dk, uint8_t di, uint8_t ak, uint8_t ai, uint8_t bk,
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

static uint64_t op2(uint8_t op, uint8_t dk, uint8_t di, uint8_t ak, uint8_t ai, uint8_t bk,
                    uint8_t bi, uint32_t imm)
{
    return op3(op, dk, di, ak, ai, bk, bi, 0, 0, imm);
}

static uint64_t mov(uint8_t dk, uint8_t di, uint8_t ak, uint8_t ai, uint32_t imm)
{
    return op2(PREDICATE_MOV, dk, di, ak, ai, 0, 0, imm);
}

static uint64_t go(uint8_t op, uint32_t target)
{
    return op2(op, 0, 0, 0, 0, 0, 0, target);
}

static uint64_t if_(uint8_t gk, uint8_t gi, uint64_t word)
{
    return word | (uint64_t)gk << 6 | (uint64_t)gi << 9;
}

/* cmp of type s32 with an immediate */
static uint64_t cmp(uint8_t dk, uint8_t di, uint8_t ak, uint8_t ai, uint8_t condition, uint32_t imm)
{
    return op3(PREDICATE_CMP, dk, di, ak, ai, IMM, PREDICATE_S32, condition, imm);
}

static uint64_t quit(void)
{
    return go(PREDICATE_EXIT, 0);
}

/* --- against the interpreter --- */

static struct interp oracle;

static void draw_values(struct assay_rng *r, uint32_t lanes)
{
    memset(&oracle, 0, sizeof oracle);
    oracle.lanes = lanes;
    for (uint32_t i = 0; i < PREDICATE_REGS; ++i) {
        const uint32_t u = predicate_random_value(r, 20);

        oracle.c[i] = i == 15 ? 0 : predicate_random_value(r, 20);
        put(PREDICATE_AT_C, i, 0, oracle.c[i]);
        put(PREDICATE_AT_U, i, 0, u);
        for (uint32_t n = 0; n < lanes; ++n) {
            oracle.lane[n].u[i] = u;
            oracle.lane[n].r[i] = predicate_random_value(r, 20);
            put(PREDICATE_AT_R, i, n, oracle.lane[n].r[i]);
        }
    }
    for (uint32_t i = 0; i < PREDICATE_PREDS; ++i) {
        const uint64_t p = assay_rng_u64(r), up = assay_rng_u64(r) >> 63;

        put(PREDICATE_AT_P, i, 0, p);
        put(PREDICATE_AT_UP, i, 0, up);
        for (uint32_t n = 0; n < lanes; ++n) {
            oracle.lane[n].p[i] = p >> n & 1;
            oracle.lane[n].up[i] = up != 0;
        }
    }
    for (uint32_t i = 0; i < PREDICATE_DATA; ++i) {
        oracle.memory[i] = predicate_random_value(r, 20);
        put(PREDICATE_AT_DATA, i, 0, oracle.memory[i]);
    }
}

static void same_state(uint32_t lanes, uint32_t program)
{
    for (uint32_t n = 0; n < lanes; ++n) {
        const struct interp_lane *l = &oracle.lane[n];

        for (uint32_t i = 0; i < PREDICATE_REGS; ++i) {
            if (get(PREDICATE_AT_R, i, n) != l->r[i] || get(PREDICATE_AT_U, i, 0) != l->u[i])
                fail_msg("program %" PRIu32 ", lane %" PRIu32 ": R%" PRIu32 " or U%" PRIu32,
                         program, n, i, i);
        }
        for (uint32_t i = 0; i < PREDICATE_PREDS; ++i) {
            if ((get(PREDICATE_AT_P, i, 0) >> n & 1) != l->p[i] ||
                get(PREDICATE_AT_UP, i, 0) != l->up[i])
                fail_msg("program %" PRIu32 ", lane %" PRIu32 ": P%" PRIu32 " or UP%" PRIu32,
                         program, n, i, i);
        }
    }
    for (uint32_t i = 0; i < PREDICATE_DATA; ++i)
        if (get(PREDICATE_AT_DATA, i, 0) != oracle.memory[i])
            fail_msg("program %" PRIu32 ": word %" PRIu32, program, i);
}

static void test_programs(void **unused)
{
    static const uint32_t widths[] = {4, 8, 16, 32};
    struct assay_rng r;
    uint64_t pairs = 0, divergent = 0, instructions = 0;

    (void)unused;
    assay_rng_init(&r, random_seed(SEED), "test.predicate");
    for (uint32_t i = 0; i < 4000; ++i) {
        const uint32_t lanes = widths[i % 4];
        struct predicate_program p;
        const char *why;

        boot(lanes);
        draw_values(&r, lanes);
        predicate_structured(&r, true, &p);
        begin(p.code, p.length, p.sense, 0);
        finish();
        if (out.trap)
            fail_msg("program %" PRIu32 ": trap %d at %d", i, out.trap, out.trap_pc);
        assert_true(out.done);
        pairs += out.n_pairs;
        divergent += out.n_bra_divergent;
        if (!interp_run(&oracle, p.code, p.length, p.sense, &why))
            fail_msg("program %" PRIu32 ": %s", i, why);
        instructions += oracle.instructions;
        same_state(lanes, i);
    }
    printf("%" PRIu64 " instructions of lanes, %" PRIu64 " pairs, %" PRIu64 " divergent branches\n",
           instructions, pairs, divergent);
    assert_true(pairs > 10000 && divergent > 4000);
}

/* --- cycles --- */

/* What showed in each cycle of a run; issue as of the cycle in which it happened. */
struct trace {
    uint8_t issue, rv, rs, mem, lane;
    uint16_t pc;
};

enum { TRACE = 200 };
static struct trace seen[TRACE];

static void watch(const uint64_t *code, uint32_t n, uint32_t limit)
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

/* Cycles in which something issued, as a mask. */
static uint64_t issues(void)
{
    uint64_t mask = 0;

    for (uint32_t i = 0; i < 64; ++i)
        mask |= (uint64_t)(seen[i].issue != 0) << i;
    return mask;
}

static void test_latency(void **unused)
{
    const uint64_t vector[] = {mov(TO_R(1), IMM, 5), op2(PREDICATE_ADD, TO_R(2), R(1), IMM, 3),
                               quit()};
    const uint64_t scalar[] = {mov(TO_U(1), IMM, 5), op2(PREDICATE_ADD, TO_U(2), U(1), IMM, 3),
                               quit()};
    const uint64_t twice[] = {mov(TO_R(1), IMM, 5), mov(TO_R(1), IMM, 6), quit()};
    const uint64_t freely[] = {mov(TO_R(1), IMM, 5), mov(TO_R(2), IMM, 6), mov(TO_R(3), IMM, 6),
                               quit()};
    const uint64_t predicate[] = {cmp(TO_P(1), LID, PREDICATE_LT, 2),
                                  if_(PREDICATE_IF_P, 1, quit()), quit()};

    (void)unused;
    boot(LANES);
    WATCH(vector);
    assert_int_equal(issues(), 0x31); /* 0, 4, and exit in 5 */
    assert_int_equal(seen[3].rv, 1);
    assert_int_equal(seen[2].rv | seen[4].rv, 0);
    assert_int_equal(seen[7].rv & seen[8].rv, 1);
    assert_int_equal(cycle, 9);
    assert_true(out.done);
    assert_int_equal(out.n_stalls, 3);
    assert_int_equal(get(PREDICATE_AT_R, 2, 3), 8);

    WATCH(scalar);
    assert_int_equal(issues(), 0x9); /* 0, and 3 with exit beside it */
    assert_int_equal(seen[3].issue, PREDICATE_SCALAR | PREDICATE_VECTOR);
    assert_int_equal(seen[2].rs, 1);
    assert_int_equal(seen[5].rs, 1);
    assert_int_equal(seen[6].rv, 1);
    assert_int_equal(cycle, 7);
    assert_int_equal(out.n_pairs, 1);
    assert_int_equal(get(PREDICATE_AT_U, 2, 0), 8);

    WATCH(twice); /* a destination that is pending waits as well */
    assert_int_equal(issues(), 0x31);
    WATCH(freely);
    assert_int_equal(issues(), 0xF);
    WATCH(predicate);
    assert_int_equal(issues(), 0x31);
}

static void test_memory(void **unused)
{
    const uint64_t all[] = {op3(PREDICATE_ST, 0, 0, PLACE, IMM, LID, 400),
                            op2(PREDICATE_LD, TO_R(3), PLACE, IMM, 400), quit()};
    const uint64_t one[] = {if_(PREDICATE_IF_P, 0, op2(PREDICATE_LD, TO_R(4), PLACE, IMM, 400)),
                            quit()};

    (void)unused;
    boot(LANES);
    WATCH(all); /* each holds for four cycles */
    assert_int_equal(issues(), 1 << 0 | 1 << 5 | 1 << 10);
    for (uint32_t n = 0; n < LANES; ++n) {
        assert_int_equal(seen[1 + n].mem & seen[6 + n].mem, 1);
        assert_int_equal(seen[1 + n].lane, n);
        assert_int_equal(seen[6 + n].lane, n);
        assert_int_equal(get(PREDICATE_AT_R, 3, n), n);
        assert_int_equal(get(PREDICATE_AT_DATA, 100 + n, 0), n);
    }
    assert_int_equal(seen[0].mem | seen[5].mem | seen[10].mem, 0);
    assert_int_equal(seen[6].rv & seen[11].rv & seen[13].rv, 1);

    put(PREDICATE_AT_P, 0, 0, 4);
    WATCH(one);
    assert_int_equal(issues(), 5);
    assert_int_equal(seen[1].lane, 2);
    assert_int_equal(seen[3].rv, 1);
    assert_int_equal(get(PREDICATE_AT_R, 4, 2), 2);
    assert_int_equal(get(PREDICATE_AT_R, 4, 3), 0);
    put(PREDICATE_AT_P, 0, 0, 0); /* no lane: a cycle all the same */
    WATCH(one);
    assert_int_equal(issues(), 5);
    assert_int_equal(seen[1].mem, 0);
    assert_int_equal(seen[3].rv, 1);
}

/* --- pairs --- */

struct couple {
    uint64_t first, second;
    bool pair;
};

static void test_pairs(void **unused)
{
    const struct couple couples[] = {
        {mov(TO_R(1), LID, 0), mov(TO_U(1), IMM, 1), true},
        {mov(TO_U(1), IMM, 1), mov(TO_R(1), LID, 0), true},
        {mov(TO_R(1), LID, 0), mov(TO_R(2), IMM, 1), false},
        {mov(TO_U(1), IMM, 1), mov(TO_U(2), IMM, 1), false},
        {mov(TO_U(1), IMM, 1), mov(TO_R(2), U(1), 0), false}, /* reads it */
        {mov(TO_R(2), U(1), 0), mov(TO_U(1), IMM, 1), true},  /* writes it after */
        {cmp(TO_UP(1), IMM, PREDICATE_EQ, 1),                 /* its guard */
         if_(PREDICATE_IF_UP, 1, mov(TO_R(2), LID, 0)), false},
        {cmp(TO_UP(1), IMM, PREDICATE_EQ, 1), if_(PREDICATE_IF_UP, 2, mov(TO_R(2), LID, 0)), true},
        {cmp(TO_UP(1), IMM, PREDICATE_EQ, 1), /* the same place */
         op3(PREDICATE_VOTE_ALL, TO_UP(1), 0, 0, 0, 0, 1, 1, 0), false},
        {cmp(TO_UP(1), IMM, PREDICATE_EQ, 1),
         op3(PREDICATE_VOTE_ALL, TO_UP(2), 0, 0, 0, 0, 1, 1, 0), true},
        {cmp(TO_UP(1), IMM, PREDICATE_EQ, 1), /* as data */
         op3(PREDICATE_SEL, TO_R(1), R(1), R(2), 2, 1, 0), false},
        {mov(TO_R(1), LID, 0), go(PREDICATE_BRA, 2), true},
        {mov(TO_R(1), LID, 0), go(PREDICATE_SSY, 2), true},
        {mov(TO_R(1), LID, 0), go(PREDICATE_JOIN, 0), false}, /* would trap */
        {mov(TO_U(1), IMM, 0), quit(), true},
        {mov(TO_U(1), IMM, 0), if_(PREDICATE_IF_P, 1, go(PREDICATE_BRA, 2)), true},
        {go(PREDICATE_BRA, 1), mov(TO_R(1), LID, 0), false},
        {go(PREDICATE_SSY, 1), mov(TO_R(1), LID, 0), false},
        {mov(TO_R(1), LID, 0), 0, false},                    /* illegal */
        {mov(TO_R(1), LID, 0), mov(TO_U(1), LID, 0), false}, /* not uniform */
        {op2(PREDICATE_LD, TO_R(1), PLACE, IMM, 0), mov(TO_U(1), IMM, 1), true},
        {op2(PREDICATE_LD, TO_R(1), PLACE, IMM, 4084), mov(TO_U(1), IMM, 1), false},
        {mov(TO_U(1), IMM, 1), op2(PREDICATE_LD, TO_R(1), PLACE, IMM, 4084), true},
    };

    (void)unused;
    for (uint32_t i = 0; i < LENGTH(couples); ++i) {
        const uint64_t code[] = {couples[i].first, couples[i].second, quit()};
        const uint64_t beyond[] = {couples[i].first};

        boot(LANES);
        WATCH(code);
        if ((seen[0].issue == 3) != couples[i].pair)
            fail_msg("couple %" PRIu32 ": %s", i, couples[i].pair ? "no pair" : "a pair");
        if (couples[i].pair)
            assert_true(out.n_scalar >= 1 && out.n_vector >= 1);
        boot(LANES); /* the second behind the end of the program */
        WATCH(beyond);
        assert_int_equal(out.n_pairs, 0);
    }
}

/* --- legality --- */

static uint8_t trap_of(uint64_t word)
{
    boot(LANES);
    watch((const uint64_t[]){word, quit()}, 2, 0);
    return out.trap;
}

#define GUARD(gk, word) if_(gk, 0, word)

static void test_legal(void **unused)
{
    const uint64_t good[] = {
        mov(TO_R(15), LID, 0),
        mov(TO_U(15), C(3), 0),
        op3(PREDICATE_FFMA, TO_R(1), R(1), U(1), C(1), 0),
        op3(PREDICATE_FFMA, TO_U(1), IMM, U(1), C(1), 0),
        op3(PREDICATE_SEL, TO_U(1), IMM, U(1), 2, 3, 0),
        op3(PREDICATE_CMP, TO_UP(3), U(1), 0, 0, PREDICATE_F32, PREDICATE_NZ, 0),
        op3(PREDICATE_CMP, TO_P(3), R(1), R(1), PREDICATE_U32, PREDICATE_LE, 0),
        mov(TO_U(1), PREDICATE_SPECIAL, PREDICATE_WARPS, 0),
        op3(PREDICATE_DP4A_SU, TO_U(1), U(1), C(1), IMM, 0),
        op3(PREDICATE_CVT, TO_R(1), R(1), 0, 0, PREDICATE_BF16,
            PREDICATE_F16 | PREDICATE_TOWARD_ZERO, 0),
        GUARD(PREDICATE_IF_P,
              op3(PREDICATE_RED, TO_U(1), R(1), 0, 0, PREDICATE_F32, PREDICATE_RED_MAX, 0)),
        op2(PREDICATE_READLANE, TO_U(1), R(1), PREDICATE_SPECIAL, PREDICATE_GROUPS, 0),
        op3(PREDICATE_LD, TO_R(1), PLACE, IMM, 0, PREDICATE_S16, 0),
        op3(PREDICATE_ST, 0, PREDICATE_U8, PLACE, IMM, R(1), 0),
        GUARD(PREDICATE_IF_P, op3(PREDICATE_VOTE_ANY, TO_UP(1), 0, 0, 0, 0, 1, 1, 0)),
        GUARD(PREDICATE_IF_NOT_UP, mov(TO_U(1), IMM, 0)),
        GUARD(PREDICATE_IF_NOT_P, op3(PREDICATE_ST, 0, 0, PLACE, IMM, C(0), 0)),
        go(PREDICATE_BRA, 0xFFF001), /* only the low bits of a target count */
        /* fields of what is not there */
        mov(TO_R(1), IMM, 0) | (uint64_t)3 << 9 | (uint64_t)15 << 22 | (uint64_t)15 << 29,
    };
    const uint64_t bad[] = {
        0,
        63,
        PREDICATE_OPS,
        mov(TO_R(1), LID, 0) | 1 << 11,
        if_(5, 0, mov(TO_R(1), LID, 0)),
        if_(7, 0, quit()),
        mov(0, 0, LID, 0),
        mov(TO_P(1), IMM, 0),
        mov(5, 0, IMM, 0),
        mov(TO_R(1), 0, 0, 0),
        mov(TO_R(1), 7, 0, 0),
        op2(PREDICATE_MOV, TO_R(1), IMM, IMM, 0),
        op2(PREDICATE_ADD, TO_R(1), IMM, 0, 0, 0),
        op3(PREDICATE_ADD, TO_R(1), IMM, IMM, 1, 0, 0),
        op3(PREDICATE_SEL, TO_R(1), IMM, IMM, 3, 0, 0),
        op3(PREDICATE_SEL, TO_R(1), IMM, IMM, 1, 4, 0),
        op3(PREDICATE_CMP, TO_P(4), R(1), R(1), 0, 0, 0),
        op3(PREDICATE_CMP, TO_UP(4), U(1), U(1), 0, 0, 0),
        op3(PREDICATE_CMP, TO_R(1), R(1), R(1), 0, 0, 0),
        op3(PREDICATE_CMP, TO_P(1), R(1), R(1), 3, 0, 0),
        op3(PREDICATE_CMP, TO_P(1), R(1), R(1), 0, 8, 0),
        op3(PREDICATE_CMP, TO_P(1), R(1), R(1), 0, PREDICATE_Z, 0),
        op3(PREDICATE_CMP, TO_P(1), R(1), 0, 0, 0, PREDICATE_EQ, 0),
        op3(PREDICATE_VOTE_ALL, TO_P(1), 0, 0, 0, 0, 1, 1, 0),
        op3(PREDICATE_VOTE_ALL, TO_UP(1), 0, 0, 0, 0, 2, 1, 0),
        op3(PREDICATE_VOTE_ALL, TO_UP(1), 0, 0, 0, 0, 1, 4, 0),
        op3(PREDICATE_VOTE_ALL, TO_UP(1), R(1), 0, 0, 1, 1, 0),
        op2(PREDICATE_LD, TO_U(1), U(1), IMM, 0),
        op2(PREDICATE_LD, TO_R(1), R(1), 0, 0, 0),
        op3(PREDICATE_ST, TO_R(1), R(1), IMM, R(1), 0),
        op2(PREDICATE_ST, 0, 0, R(1), IMM, 0),
        GUARD(PREDICATE_IF_UP, go(PREDICATE_SSY, 0)),
        GUARD(PREDICATE_IF_UP, go(PREDICATE_JOIN, 0)),
        op2(PREDICATE_EXIT, TO_R(1), 0, 0, 0, 0, 0),
        op2(PREDICATE_BRA, 0, 0, R(0), 0, 0, 0),
        mov(TO_R(1), PREDICATE_SPECIAL, PREDICATE_SPECIALS, 0), /* no such special source */
        op3(PREDICATE_MAD, TO_R(1), R(1), R(1), 0, 0, 0),
        op3(PREDICATE_MULHI, TO_R(1), R(1), R(1), R(1), 0),
        op2(PREDICATE_CLZ, TO_R(1), R(1), R(1), 0),
        op3(PREDICATE_BFE, TO_R(1), R(1), R(1), PREDICATE_F32, 0, 0),
        op3(PREDICATE_BFE, TO_R(1), R(1), R(1), PREDICATE_U32, 1, 0),
        op3(PREDICATE_CVT, TO_R(1), R(1), 0, 0, PREDICATE_TYPES, PREDICATE_S32, 0),
        op3(PREDICATE_CVT, TO_R(1), R(1), 0, 0, PREDICATE_S32, PREDICATE_TYPES, 0),
        op3(PREDICATE_CVT, TO_R(1), R(1), 0, 0, PREDICATE_F32, PREDICATE_F32, 0),
        op3(PREDICATE_CVT, TO_P(1), R(1), 0, 0, PREDICATE_F32, PREDICATE_F16, 0),
        op3(PREDICATE_RED, TO_R(1), R(1), 0, 0, PREDICATE_S32, PREDICATE_RED_ADD, 0),
        op3(PREDICATE_RED, TO_U(1), U(1), 0, 0, PREDICATE_S32, PREDICATE_RED_ADD, 0),
        op3(PREDICATE_RED, TO_U(1), R(1), 0, 0, PREDICATE_F32, PREDICATE_RED_AND, 0),
        op3(PREDICATE_RED, TO_U(1), R(1), 0, 0, PREDICATE_S32, PREDICATE_REDS, 0),
        op2(PREDICATE_READLANE, TO_U(1), R(1), R(1), 0),
        op2(PREDICATE_READLANE, TO_U(1), R(1), LID, 0),
        op2(PREDICATE_READLANE, TO_R(1), R(1), IMM, 0),
        op3(PREDICATE_LD, TO_R(1), R(1), IMM, 0, PREDICATE_SIZES, 0),
        op3(PREDICATE_LD, TO_R(1), R(1), IMM, 1, 0, 0),
        op3(PREDICATE_LD, TO_R(1), R(1), IMM, 0, PREDICATE_LOCAL, 0),
        op3(PREDICATE_ST, 0, PREDICATE_S8, R(1), IMM, R(1), 0),
        op3(PREDICATE_ST, 0, PREDICATE_LOCAL, R(1), IMM, R(1), 0),
        op2(PREDICATE_LDU, TO_U(1), U(1), IMM, 0), /* the core's */
        op2(PREDICATE_WAIT, 0, 0, IMM, 0, 0, 0),
    };
    const uint64_t not_uniform[] = {
        mov(TO_U(1), R(1), 0),
        mov(TO_U(1), LID, 0),
        op2(PREDICATE_ADD, TO_U(1), U(1), R(1), 0),
        op2(PREDICATE_ADD, TO_U(1), U(1), LID, 0),
        op3(PREDICATE_FFMA, TO_U(1), U(1), U(1), R(1), 0),
        op3(PREDICATE_FFMA, TO_U(1), U(1), U(1), LID, 0),
        op3(PREDICATE_SEL, TO_U(1), U(1), U(1), 1, 0, 0),
        GUARD(PREDICATE_IF_P, mov(TO_U(1), IMM, 0)),
        GUARD(PREDICATE_IF_NOT_P, cmp(TO_UP(1), U(1), PREDICATE_EQ, 0)),
        cmp(TO_UP(1), R(1), PREDICATE_EQ, 0),
        op3(PREDICATE_MAD, TO_U(1), U(1), U(1), R(1), 0),
        op3(PREDICATE_DP4A_UU, TO_U(1), U(1), U(1), R(1), 0),
        op3(PREDICATE_PRMT, TO_U(1), U(1), U(1), LID, 0),
        op3(PREDICATE_CVT, TO_U(1), R(1), 0, 0, PREDICATE_S32, PREDICATE_F32, 0),
    };

    (void)unused;
    for (uint32_t i = 0; i < LENGTH(good); ++i)
        if (trap_of(good[i]) != PREDICATE_NO_TRAP)
            fail_msg("good %" PRIu32 ": trap %d", i, out.trap);
    for (uint32_t i = 0; i < LENGTH(bad); ++i)
        if (trap_of(bad[i]) != PREDICATE_ILLEGAL || out.n_scalar || out.n_vector)
            fail_msg("bad %" PRIu32 ": trap %d", i, out.trap);
    for (uint32_t i = 0; i < LENGTH(not_uniform); ++i)
        if (trap_of(not_uniform[i]) != PREDICATE_NOT_UNIFORM || out.n_scalar || out.n_vector)
            fail_msg("not uniform %" PRIu32 ": trap %d", i, out.trap);
}

/* --- traps --- */

static void test_traps(void **unused)
{
    uint64_t deep[12];
    const uint64_t under[] = {mov(TO_R(1), IMM, 7), go(PREDICATE_JOIN, 0)};
    const uint64_t beyond[] = {mov(TO_R(1), IMM, 8), go(PREDICATE_BRA, 200), quit()};
    const uint64_t forever[] = {go(PREDICATE_BRA, 0)};
    const uint64_t store[] = {op3(PREDICATE_ST, 0, 0, PLACE, IMM, IMM, 4088), mov(TO_R(2), IMM, 9)};
    const uint64_t load[] = {op2(PREDICATE_LD, TO_R(5), PLACE, IMM, 4084), mov(TO_U(2), IMM, 9)};

    (void)unused;
    boot(LANES);
    for (uint32_t i = 0; i < LENGTH(deep); ++i)
        deep[i] = go(PREDICATE_SSY, 0);
    WATCH(deep);
    assert_int_equal(out.trap, PREDICATE_OVERFLOW);
    assert_int_equal(out.trap_pc, PREDICATE_STACK);
    assert_int_equal(out.depth, PREDICATE_STACK);
    assert_false(out.done);

    host(PREDICATE_START, 0, 0, 0, 5); /* does nothing with a trap */
    tick();
    assert_false(out.busy);
    host(PREDICATE_CLEAR, 0, 0, 0, 0);

    WATCH(under);
    assert_int_equal(out.trap, PREDICATE_UNDERFLOW);
    assert_int_equal(out.trap_pc, 1);
    assert_int_equal(get(PREDICATE_AT_R, 1, 0), 7); /* what was issued before it drains */

    boot(LANES);
    WATCH(beyond);
    assert_int_equal(out.trap, PREDICATE_BEYOND);
    assert_int_equal(out.trap_pc, 200);
    assert_int_equal(get(PREDICATE_AT_R, 1, 0), 8);

    boot(LANES);
    watch(forever, 1, 10);
    assert_int_equal(out.trap, PREDICATE_LIMIT);
    assert_int_equal(out.n_bra_uniform, 10);
    assert_int_equal(out.n_stalls, 1);

    boot(LANES);
    WATCH(store);
    assert_int_equal(out.trap, PREDICATE_ADDRESS);
    assert_int_equal(out.trap_pc, 0);
    assert_int_equal(seen[1].mem & seen[2].mem, 1);
    assert_int_equal(seen[3].mem, 0); /* the first bad lane is 2, in cycle 3 */
    assert_int_equal(seen[5].rv, 1);
    assert_int_equal(get(PREDICATE_AT_DATA, 1022, 0), 4088);
    assert_int_equal(get(PREDICATE_AT_DATA, 1023, 0), 4088);
    assert_int_equal(get(PREDICATE_AT_R, 2, 0), 0);

    boot(LANES);
    for (uint32_t i = 0; i < 3; ++i)
        put(PREDICATE_AT_DATA, 1021 + i, 0, 50 + i);
    WATCH(load);
    assert_int_equal(out.trap, PREDICATE_ADDRESS);
    for (uint32_t n = 0; n < LANES; ++n)
        assert_int_equal(get(PREDICATE_AT_R, 5, n), n < 3 ? 50 + n : 0);
    assert_int_equal(get(PREDICATE_AT_U, 2, 0), 0); /* suppressed */
}

/* --- what holds issue longer --- */

static void test_divide(void **unused)
{
    const uint64_t vector[] = {op2(PREDICATE_FDIV, TO_R(1), R(2), R(3), 0), mov(TO_R(4), IMM, 1),
                               quit()};
    const uint64_t scalar[] = {op2(PREDICATE_FDIV, TO_U(1), U(2), U(3), 0),
                               op2(PREDICATE_ADD, TO_U(4), U(1), IMM, 0), quit()};
    const uint64_t both[] = {op2(PREDICATE_FDIV, TO_U(1), U(2), U(3), 0),
                             op2(PREDICATE_FDIV, TO_R(1), R(2), R(3), 0), quit()};
    const uint64_t load[] = {op2(PREDICATE_LD, TO_R(5), PLACE, IMM, 4096 - 4),
                             op2(PREDICATE_FDIV, TO_U(1), U(2), U(3), 0), quit()};
    const uint64_t after[] = {op2(PREDICATE_FDIV, TO_U(1), U(2), U(3), 0),
                              op2(PREDICATE_LD, TO_R(5), PLACE, IMM, 4096 - 4), quit()};

    (void)unused;
    boot(LANES);
    for (uint32_t n = 0; n < LANES; ++n) {
        put(PREDICATE_AT_R, 2, n, 0x3F800000); /* 1 */
        put(PREDICATE_AT_R, 3, n, 0x40400000); /* 3 */
    }
    put(PREDICATE_AT_U, 2, 0, 0x40400000);
    put(PREDICATE_AT_U, 3, 0, 0x40000000);
    WATCH(vector); /* holds in 1 to 28 */
    assert_true(issues() == (UINT64_C(1) | UINT64_C(3) << 29));
    assert_int_equal(seen[30].rv, 1);
    assert_int_equal(get(PREDICATE_AT_R, 1, 3), 0x3EAAAAAB);
    WATCH(scalar); /* the result retires in 29: the next waits for it */
    assert_true(issues() == (UINT64_C(1) | UINT64_C(1) << 30));
    assert_int_equal(seen[29].rs, 1);
    assert_int_equal(get(PREDICATE_AT_U, 4, 0), 0x3FC00000);
    WATCH(both);
    assert_true(issues() == (UINT64_C(1) | UINT64_C(1) << 29));
    assert_int_equal(out.n_pairs, 1);
    assert_int_equal(seen[29].rs & seen[30].rv, 1);
    assert_int_equal(out.n_stalls, 28);

    WATCH(load); /* would trap: alone */
    assert_int_equal(out.trap, PREDICATE_ADDRESS);
    assert_int_equal(out.n_pairs, 0);
    boot(LANES);
    put(PREDICATE_AT_U, 2, 0, 0x40400000);
    put(PREDICATE_AT_U, 3, 0, 0x40000000);
    WATCH(after); /* what was issued beside it drains */
    assert_int_equal(out.trap, PREDICATE_ADDRESS);
    assert_int_equal(out.n_pairs, 1);
    assert_int_equal(cycle, 30);
    assert_int_equal(get(PREDICATE_AT_U, 1, 0), 0x3FC00000);
}

static void test_reduce(void **unused)
{
    const uint64_t code[] = {
        op3(PREDICATE_RED, TO_U(1), R(15), 0, 0, PREDICATE_S32, PREDICATE_RED_ADD, 0),
        if_(PREDICATE_IF_P, 0,
            op3(PREDICATE_RED, TO_U(2), R(15), 0, 0, PREDICATE_U32, PREDICATE_RED_MAX, 0)),
        if_(PREDICATE_IF_P, 1,
            op3(PREDICATE_RED, TO_U(3), R(15), 0, 0, PREDICATE_S32, PREDICATE_RED_ADD, 0)),
        op2(PREDICATE_READLANE, TO_U(4), R(15), IMM, 66), /* modulo LANES */
        quit()};

    (void)unused;
    for (uint32_t lanes = 4, levels = 2; lanes <= 32; lanes *= 2, ++levels) {
        boot(lanes);
        put(PREDICATE_AT_P, 0, 0, 6);
        put(PREDICATE_AT_U, 3, 0, 77);
        WATCH(code);
        assert_true(issues() ==
                    (UINT64_C(1) | UINT64_C(1) << (levels + 1) | UINT64_C(1) << 2 * (levels + 1) |
                     UINT64_C(3) << 3 * (levels + 1)));
        assert_int_equal(seen[levels + 2].rv, 1);
        assert_int_equal(seen[levels + 1].rv, 0);
        assert_int_equal(get(PREDICATE_AT_U, 1, 0), 4 * (lanes * (lanes - 1) / 2));
        assert_int_equal(get(PREDICATE_AT_U, 2, 0), 8);
        assert_int_equal(get(PREDICATE_AT_U, 3, 0), 77); /* no lane executes */
        assert_int_equal(get(PREDICATE_AT_U, 4, 0), 4 * (66 % lanes));
    }
}

/* The order of the sum: neighbours, then neighbours of these. */
static void test_tree(void **unused)
{
    static const uint32_t values[4] = {0x4B800000, 0x3F800000, 0x3F800000, 0xCB800000};
    const uint64_t code[] = {
        op3(PREDICATE_RED, TO_U(1), R(1), 0, 0, PREDICATE_F32, PREDICATE_RED_ADD, 0), quit()};

    (void)unused;
    boot(LANES);
    for (uint32_t n = 0; n < 4; ++n)
        put(PREDICATE_AT_R, 1, n, values[n]);
    WATCH(code); /* 2^24 + 1 is 2^24; 1 - 2^24 is exact */
    assert_int_equal(get(PREDICATE_AT_U, 1, 0), 0x3F800000);
}

/* --- bytes --- */

static void test_sizes(void **unused)
{
    const uint64_t code[] = {op3(PREDICATE_LD, TO_R(1), LID, IMM, 0, PREDICATE_S8, 100),
                             op3(PREDICATE_LD, TO_R(2), LID, IMM, 0, PREDICATE_U8, 100),
                             op2(PREDICATE_ADD, TO_R(3), LID, LID, 0),
                             op3(PREDICATE_LD, TO_R(4), R(3), IMM, 0, PREDICATE_S16, 100),
                             op3(PREDICATE_LD, TO_R(5), R(3), IMM, 0, PREDICATE_U16, 100),
                             op3(PREDICATE_ST, 0, PREDICATE_U8, R(15), IMM, R(1), 201),
                             op3(PREDICATE_ST, 0, PREDICATE_U16, R(15), IMM, R(1), 202),
                             quit()};
    static const uint32_t s8[4] = {0x11, 0xFFFFFF80, 0x7F, 0xFFFFFFFF};
    static const uint32_t s16[4] = {0xFFFF8011, 0xFFFFFF7F, 0, 0x1234};

    (void)unused;
    boot(LANES);
    put(PREDICATE_AT_DATA, 25, 0, 0xFF7F8011);
    put(PREDICATE_AT_DATA, 26, 0, 0x12340000);
    WATCH(code);
    assert_true(out.done);
    for (uint32_t n = 0; n < LANES; ++n) {
        assert_int_equal(get(PREDICATE_AT_R, 1, n), s8[n]);
        assert_int_equal(get(PREDICATE_AT_R, 2, n), s8[n] & 0xFF);
        assert_int_equal(get(PREDICATE_AT_R, 4, n), s16[n]);
        assert_int_equal(get(PREDICATE_AT_R, 5, n), s16[n] & 0xFFFF);
        assert_int_equal(get(PREDICATE_AT_DATA, 50 + n, 0), (s8[n] & 0xFFFF) << 16 | (s8[n] & 0xFF)
                                                                                         << 8);
    }
}

static uint8_t access_trap(uint8_t op, uint8_t size, uint32_t at)
{
    const uint64_t code[] = {op == PREDICATE_LD ? op3(op, TO_R(1), IMM, C(0), 0, size, at)
                                                : op3(op, 0, size, IMM, C(0), R(1), at),
                             quit()};

    boot(LANES);
    WATCH(code);
    assert_int_equal(out.done, out.trap == 0);
    return out.trap;
}

static void test_alignment(void **unused)
{
    static const uint8_t bytes[] = {4, 1, 1, 2, 2};

    (void)unused;
    for (unsigned k = 0; k < PREDICATE_SIZES; ++k) {
        const uint8_t size = (uint8_t)k;

        for (uint32_t at = 4088; at < 4100; ++at) {
            const uint8_t want = at >= 4096         ? PREDICATE_ADDRESS
                                 : at % bytes[size] ? PREDICATE_MISALIGNED
                                                    : PREDICATE_NO_TRAP;

            assert_int_equal(access_trap(PREDICATE_LD, size, at), want);
            if (size != PREDICATE_S8 && size != PREDICATE_S16)
                assert_int_equal(access_trap(PREDICATE_ST, size, at), want);
        }
    }
}

static void test_special(void **unused)
{
    static const uint32_t want[PREDICATE_SPECIALS] = {3, 0, 1, 0, 1};

    (void)unused;
    for (unsigned i = 0; i < PREDICATE_SPECIALS; ++i) {
        const uint64_t code[] = {mov(TO_R(1), PREDICATE_SPECIAL, (uint8_t)i, 0), quit()};

        boot(LANES);
        WATCH(code);
        assert_int_equal(get(PREDICATE_AT_R, 1, 3), want[i]);
    }
}

/* A target has 12 bits. */
static void test_far(void **unused)
{
    const uint64_t code[] = {go(PREDICATE_BRA, 0x1001), go(PREDICATE_SSY, 0xFFF),
                             go(PREDICATE_JOIN, 0)};

    (void)unused;
    boot(LANES);
    WATCH(code);
    assert_int_equal(out.trap, PREDICATE_BEYOND);
    assert_int_equal(out.trap_pc, 0xFFF);
}

/* --- guards, sense and counters --- */

static void test_guards(void **unused)
{
    static const uint8_t kinds[] = {PREDICATE_ALWAYS, PREDICATE_IF_P, PREDICATE_IF_NOT_P,
                                    PREDICATE_IF_UP, PREDICATE_IF_NOT_UP};
    /* P0 = 0b0110; UP0 set; by sense */
    static const uint32_t want[2][5] = {{15, 6, 9, 15, 0}, {15, 9, 6, 0, 15}};

    (void)unused;
    for (uint32_t sense = 0; sense < 2; ++sense) {
        for (uint32_t k = 0; k < 5; ++k) {
            const uint64_t code[] = {if_(kinds[k], 0, mov(TO_R(1), IMM, 1)), quit()};
            uint32_t got = 0;

            boot(LANES);
            put(PREDICATE_AT_P, 0, 0, 6);
            put(PREDICATE_AT_UP, 0, 0, 1);
            begin(code, 2, sense, 0);
            finish();
            for (uint32_t n = 0; n < LANES; ++n)
                got |= (uint32_t)get(PREDICATE_AT_R, 1, n) << n;
            assert_int_equal(got, want[sense][k]);
            assert_int_equal(out.n_pred, k == 1 || k == 2 ? LANES : 0);
            assert_int_equal(out.n_uniform, k >= 3);
            assert_int_equal(out.n_disabled, k == 0 ? 0 : k < 3 ? 2 : want[sense][k] ? 0 : LANES);
        }
    }
}

static void test_votes(void **unused)
{
    /* P0 and a P guard P1; what all, any and none give; 2: nothing is written */
    static const struct {
        uint8_t p, guard, want[3];
    } votes[] = {{15, 15, {1, 1, 0}}, {6, 15, {0, 1, 0}}, {0, 15, {0, 0, 1}},
                 {6, 6, {1, 1, 0}},   {6, 9, {0, 0, 1}},  {6, 0, {2, 2, 2}}};

    (void)unused;
    for (uint32_t i = 0; i < LENGTH(votes); ++i) {
        for (uint8_t k = 0; k < 3; ++k) {
            const uint8_t op = (uint8_t)(PREDICATE_VOTE_ALL + k);
            const uint64_t code[] = {if_(PREDICATE_IF_P, 1, op3(op, TO_UP(2), 0, 0, 0, 0, 1, 0, 0)),
                                     quit()};

            for (uint8_t before = 0; before < 2; ++before) {
                boot(LANES);
                put(PREDICATE_AT_P, 0, 0, votes[i].p);
                put(PREDICATE_AT_P, 1, 0, votes[i].guard);
                put(PREDICATE_AT_UP, 2, 0, before);
                begin(code, 2, false, 0);
                finish();
                assert_int_equal(get(PREDICATE_AT_UP, 2, 0),
                                 votes[i].want[k] == 2 ? before : votes[i].want[k]);
            }
        }
    }
}

/* --- branches --- */

/* Odd lanes one way, even lanes the other, and together again. */
static void test_divergence(void **unused)
{
    const uint64_t code[] = {
        /* 0 */ op2(PREDICATE_AND, TO_R(1), LID, IMM, 1),
        /* 1 */ cmp(TO_P(1), R(1), PREDICATE_EQ, 1),
        /* 2 */ go(PREDICATE_SSY, 8),
        /* 3 */ if_(PREDICATE_IF_P, 1, go(PREDICATE_BRA, 6)),
        /* 4 */ mov(TO_R(2), IMM, 10),
        /* 5 */ go(PREDICATE_JOIN, 0),
        /* 6 */ mov(TO_R(2), IMM, 11),
        /* 7 */ go(PREDICATE_JOIN, 0),
        /* 8 */ op2(PREDICATE_ADD, TO_R(2), R(2), LID, 0),
        /* 9 */ quit(),
    };
    bool went[2] = {false, false};

    (void)unused;
    boot(LANES);
    begin(code, LENGTH(code), false, 0);
    do {
        tick();
        if (out.pc == 6)
            went[0] = out.active == 0xA && out.depth == 2;
        if (out.pc == 4)
            went[1] = out.active == 0x5 && out.depth == 1;
    } while (out.busy);
    assert_true(went[0] && went[1]);
    assert_int_equal(out.n_bra_divergent, 1);
    assert_int_equal(out.n_bra_uniform, 0);
    assert_int_equal(out.n_pred, LANES);
    assert_int_equal(out.n_disabled, 6); /* bra, and the two movs; join is scalar */
    for (uint32_t n = 0; n < LANES; ++n)
        assert_int_equal(get(PREDICATE_AT_R, 2, n), 10 + n % 2 + n);
}

/* A loop of as many trips as the lane's number and one more takes two entries. */
static void test_loop(void **unused)
{
    const uint64_t code[] = {
        /* 0 */ mov(TO_R(1), LID, 0),
        /* 1 */ go(PREDICATE_SSY, 7),
        /* 2 */ op2(PREDICATE_ADD, TO_R(2), R(2), IMM, 1),
        /* 3 */ op2(PREDICATE_SUB, TO_R(1), R(1), IMM, 1),
        /* 4 */ cmp(TO_P(0), R(1), PREDICATE_GE, 0),
        /* 5 */ if_(PREDICATE_IF_P, 0, go(PREDICATE_BRA, 2)),
        /* 6 */ go(PREDICATE_JOIN, 0),
        /* 7 */ quit(),
    };
    uint32_t deepest = 0;

    (void)unused;
    boot(32);
    begin(code, LENGTH(code), false, 0);
    do {
        tick();
        deepest = out.depth > deepest ? out.depth : deepest;
    } while (out.busy);
    assert_true(out.done);
    assert_int_equal(deepest, 2);
    assert_int_equal(out.n_bra_divergent, 31);
    for (uint32_t n = 0; n < 32; ++n)
        assert_int_equal(get(PREDICATE_AT_R, 2, n), n + 1);
}

/* A branch to itself goes back: the lanes that leave go on first. */
static void test_to_itself(void **unused)
{
    const uint64_t code[] = {go(PREDICATE_SSY, 3), if_(PREDICATE_IF_P, 0, go(PREDICATE_BRA, 1)),
                             quit(), quit()};

    (void)unused;
    boot(LANES);
    put(PREDICATE_AT_P, 0, 0, 3);
    watch(code, LENGTH(code), 20);
    assert_int_equal(out.trap, PREDICATE_LIMIT);
    assert_int_equal(out.trap_pc, 1);
    assert_int_equal(out.active, 3);
    assert_int_equal(out.depth, 1);
    assert_int_equal(out.n_bra_divergent, 1);
}

/* One test for the warp where the lanes' way takes one for each. */
static void test_uniform_branch(void **unused)
{
    const uint64_t uniform[] = {cmp(TO_UP(0), U(0), PREDICATE_EQ, 0),
                                if_(PREDICATE_IF_UP, 0, go(PREDICATE_BRA, 2)), quit()};
    const uint64_t lanes[] = {cmp(TO_P(0), U(0), PREDICATE_EQ, 0),
                              if_(PREDICATE_IF_P, 0, go(PREDICATE_BRA, 2)), quit()};

    (void)unused;
    boot(32);
    WATCH(uniform);
    assert_int_equal(out.n_uniform, 1);
    assert_int_equal(out.n_pred, 0);
    assert_int_equal(out.n_bra_uniform, 1);
    assert_int_equal(out.n_scalar, 2);
    assert_int_equal(out.n_vector, 1);
    WATCH(lanes);
    assert_int_equal(out.n_uniform, 0);
    assert_int_equal(out.n_pred, 32);
    assert_int_equal(out.n_bra_uniform, 1);
    assert_int_equal(out.n_vector, 3);
}

static void test_exit(void **unused)
{
    const uint64_t code[] = {
        /* 0 */ go(PREDICATE_SSY, 5),
        /* 1 */ if_(PREDICATE_IF_P, 0, go(PREDICATE_BRA, 3)),
        /* 2 */ quit(), /* lanes without P0; nobody is left: back to the entry */
        /* 3 */ mov(TO_R(1), IMM, 1),
        /* 4 */ go(PREDICATE_JOIN, 0), /* the entry of the bra, whose lanes run 2, is on top */
        /* 5 */ mov(TO_R(2), IMM, 2),
        /* 6 */ quit(),
    };

    (void)unused;
    boot(LANES);
    put(PREDICATE_AT_P, 0, 0, 3);
    WATCH(code);
    assert_true(out.done);
    assert_int_equal(out.active, 0);
    assert_int_equal(out.depth, 0);
    assert_int_equal(out.pc, 6);
    for (uint32_t n = 0; n < LANES; ++n) {
        assert_int_equal(get(PREDICATE_AT_R, 1, n), n < 2 ? 1 : 0);
        assert_int_equal(get(PREDICATE_AT_R, 2, n), n < 2 ? 2 : 0);
    }
}

/* --- host and reset --- */

static void test_host(void **unused)
{
    const struct predicate_inputs offered = {
        .host_valid = 1, .host = {.op = PREDICATE_READ}, .rdata_ready = 0};
    const struct predicate_inputs reset = {.rst = 1};
    const uint64_t code[] = {mov(TO_R(1), IMM, 1), quit()};

    (void)unused;
    boot(LANES);
    put(PREDICATE_AT_R, 3, LANES, 5); /* no such lane */
    assert_int_equal(get(PREDICATE_AT_R, 3, LANES), 0);
    assert_int_equal(get(PREDICATE_AT_R, 3, 0), 0);
    put(PREDICATE_SPACES, 3, 0, 5);
    assert_int_equal(get(PREDICATE_SPACES, 3, 0), 0);
    put(PREDICATE_AT_P, 1, 0, ~UINT64_C(0));
    assert_int_equal(get(PREDICATE_AT_P, 1, 0), 15);
    put(PREDICATE_AT_U, 16 + 2, 0, ~UINT64_C(0)); /* the low bits of the number count */
    assert_int_equal(get(PREDICATE_AT_U, 2, 0), UINT32_MAX);
    put(PREDICATE_AT_CODE, 255, 0, ~UINT64_C(0));
    assert_true(get(PREDICATE_AT_CODE, 255, 0) == ~UINT64_C(0));
    put(PREDICATE_AT_UP, 3, 0, 3);
    assert_int_equal(get(PREDICATE_AT_UP, 3, 0), 1);

    predicate_step(&s, &offered, &out); /* a read that is not taken stops the host */
    assert_true(out.host_ready);
    predicate_step(&s, &offered, &out);
    assert_true(out.rdata_valid && !out.host_ready);
    tick();

    begin(code, 2, false, 0);
    predicate_step(&s, &offered, &out);
    assert_false(out.host_ready);
    predicate_step(&s, &reset, &out);
    for (uint32_t i = 0; i < 5; ++i) {
        tick();
        assert_false(out.busy || out.rv_valid || out.pc || out.active || out.n_vector);
    }
    assert_int_equal(get(PREDICATE_AT_R, 1, 0), 0); /* what was in the pipe is lost */
    assert_int_equal(get(PREDICATE_AT_U, 2, 0), UINT32_MAX);
    assert_int_equal(get(PREDICATE_AT_P, 1, 0), 0);
    assert_int_equal(get(PREDICATE_AT_UP, 3, 0), 0);
    assert_true(get(PREDICATE_AT_CODE, 0, 0) == code[0]);
}

static void test_params(void **unused)
{
    (void)unused;
    for (uint32_t lanes = 0; lanes <= 64; ++lanes) {
        const struct predicate_params p = {lanes};
        const bool legal = lanes == 4 || lanes == 8 || lanes == 16 || lanes == 32;

        assert_int_equal(predicate_check_params(&p) == NULL, legal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs),       cmocka_unit_test(test_latency),
        cmocka_unit_test(test_memory),         cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_legal),          cmocka_unit_test(test_traps),
        cmocka_unit_test(test_guards),         cmocka_unit_test(test_votes),
        cmocka_unit_test(test_divergence),     cmocka_unit_test(test_loop),
        cmocka_unit_test(test_uniform_branch), cmocka_unit_test(test_to_itself),
        cmocka_unit_test(test_exit),           cmocka_unit_test(test_host),
        cmocka_unit_test(test_params),         cmocka_unit_test(test_divide),
        cmocka_unit_test(test_reduce),         cmocka_unit_test(test_tree),
        cmocka_unit_test(test_sizes),          cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_special),        cmocka_unit_test(test_far),
    };

    return cmocka_run_group_tests_name("predicate model", tests, NULL, NULL);
}
