/*
 * test_core_interp.c - the interpreter of whole launches, with expectations by hand, and the random
 * programs for it: they are legal, they end, and their result does not depend on the order of
 * warps.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/interp_bar.h"
#include "core/offload.h"
#include "core/program.h"
#include "predicate/asm.h"
#include "unit/random.h"

enum { SEED = 24, PROGRAMS = 500, WORDS = 1 << 16 };

static struct core_interp m;
static struct core_offload offload;
static uint32_t memory[WORDS];

/* --- by hand --- */

static const char *run(const char *text, uint32_t groups, uint32_t warps, uint32_t lanes)
{
    static struct predicate_assembly a;
    struct predicate_asm_error e;
    const char *why = NULL;

    if (!predicate_assemble(text, &a, &e))
        fail_msg("%u:%u: %s", e.line, e.column, e.text);
    memset(&m, 0, sizeof m);
    memset(memory, 0, sizeof memory);
    m.code = a.code;
    m.length = a.length;
    m.groups = groups;
    m.warps = warps;
    m.lanes = lanes;
    m.barriers = 2;
    m.local_bytes = 256;
    m.bytes = 4096;
    m.global = memory;
    (void)core_interp_run(&m, &why);
    return why;
}

static void test_special(void **unused)
{
    (void)unused;
    assert_null(run(".target core\n"
                    "  mad r0, warp, 4, lid\n"
                    "  mad r0, group, 8, r0\n"
                    "  shl r1, r0, 2\n"
                    "  mul r2, warps, 100\n"
                    "  add r2, r2, groups\n"
                    "  st r1, 0, r2\n"
                    "  exit\n",
                    3, 2, 4));
    for (uint32_t i = 0; i < 24; ++i)
        assert_int_equal(memory[i], 203);
    assert_int_equal(memory[24], 0);
}

/* Each warp contributes its number, and each lane finds the barrier's result. */
static void test_barrier(void **unused)
{
    (void)unused;
    assert_null(run(".target core\n"
                    "  add u0, warp, 1\n"
                    "  cmp.lt.u32 p1, lid, 3\n"
                    "  mov u9, 1\n"
                    "  bar.product.u32 u2, u9, u0, p1, u3\n"
                    "  mad r1, warp, 4, lid\n"
                    "  shl r1, r1, 3\n"
                    "  st r1, 0, u2\n"
                    "  st r1, 4, u3\n"
                    "  exit\n",
                    1, 4, 4));
    for (uint32_t i = 0; i < 16; ++i) {
        assert_int_equal(memory[2 * i], 24);
        assert_int_equal(memory[2 * i + 1], 12);
    }
}

/* What a warp writes to local memory before a barrier is visible to the others after it. */
static void test_exchange(void **unused)
{
    (void)unused;
    assert_null(run(".target core\n"
                    "  mad r0, warp, 4, lid\n"
                    "  shl r1, r0, 2\n"
                    "  st.local r1, 0, r0\n"
                    "  bar.local c0\n"
                    "  sub r2, 28, r1\n"
                    "  ld.local r3, r2, 0\n"
                    "  st r1, 0, r3\n"
                    "  exit\n",
                    1, 2, 4));
    for (uint32_t i = 0; i < 8; ++i)
        assert_int_equal(memory[i], 7 - i);
}

static void test_messages(void **unused)
{
    (void)unused;
    assert_null(run(".target core\n"
                    "  xor u0, warp, 1\n"
                    "  add u1, warp, 50\n"
                    "  msg u5, u0, u1\n"
                    "  recv 1\n"
                    "  mad r1, warp, 4, lid\n"
                    "  shl r1, r1, 2\n"
                    "  st r1, 0, u5\n"
                    "  exit\n",
                    1, 2, 4));
    for (uint32_t i = 0; i < 8; ++i)
        assert_int_equal(memory[i], i < 4 ? 51 : 50);
}

static void test_atomics(void **unused)
{
    (void)unused;
    assert_null(run(".target core\n"
                    "  mov r0, 0\n"
                    "  mov r1, 3\n"
                    "  atom.add r2, r0, r1\n"
                    "  mov r0, 4\n"
                    "  atom.cas r2, r0, r2, lid\n"
                    "  exit\n",
                    2, 2, 4));
    assert_int_equal(memory[0], 48);
}

static void test_wrong(void **unused)
{
    (void)unused;
    assert_string_equal(run(".target core\n mov r1, 4096\n ld r0, r1, 0\n exit\n", 1, 1, 4),
                        "outside global memory");
    assert_string_equal(run(".target core\n mov r1, 2\n ld r0, r1, 0\n exit\n", 1, 1, 4),
                        "misaligned");
    assert_string_equal(run(".target core\n recv 1\n exit\n", 1, 2, 4), "warps that wait for ever");
    assert_string_equal(run(".target core\n"
                            " cmp.eq.u32 up0, warp, 0\n"
                            " @up0 exit\n"
                            " bar c0\n"
                            " exit\n",
                            1, 2, 4),
                        "warps that wait for ever");
    assert_string_equal(run(".target core\n"
                            " cmp.eq.u32 p0, lid, 0\n"
                            " ssy out\n"
                            " @p0 bra one\n"
                            " bar c0\n"
                            "one: vote.any up0, p0\n"
                            " join\n"
                            "out: exit\n",
                            1, 1, 4),
                        "an instruction of the warp that not all lanes reach");
}

/* --- reductions with obvious results --- */

static uint64_t merged(uint32_t op, uint32_t type, uint64_t a, uint64_t b, uint64_t c)
{
    const uint64_t value[] = {a, b, c};
    uint64_t result = 0;

    assert_true(core_interp_merge(op, type, value, 3, 7, &result));
    return result;
}

static void test_merge(void **unused)
{
    const uint64_t minus = UINT64_MAX;

    (void)unused;
    assert_int_equal(merged(1, 0, 0xFFFFFFFF, 2, 3), 4);
    assert_int_equal(merged(2, 1, 1, 2, 3), 0xFFFFFFFA);
    assert_int_equal(merged(6, 1, 5, 0xFFFFFFFF, 3), 0xFFFFFFFF);
    assert_int_equal(merged(6, 0, 5, 0xFFFFFFFF, 3), 3);
    assert_int_equal(merged(9, 1, 0xFFFFFFF8, 1, 0), 0xFFFFFFFE); /* -7 / 3 */
    assert_int_equal(merged(11, 1, 0xFFFFFFFF, 1, 0), 2);
    assert_int_equal(merged(9, 3, minus, minus, minus - 3), minus - 1);
    assert_int_equal(merged(9, 4, minus - 7, 1, 0), minus - 1); /* -7 / 3 */
    assert_int_equal(merged(10, 0, 1, 2, 6), 4);                /* 42 / 9 */
    assert_int_equal(merged(10, 1, 0xFFFFFFFF, 0, 1), 0);       /* 6 / 9 */
    assert_int_equal(merged(10, 0, 0, 0xFFFFFFFF, 0xFFFFFFFF), UINT64_C(0x38E38E3871C71C72));
    assert_int_equal(merged(8, 3, 1u << 31, 4, 8), UINT64_C(1) << 36);
    assert_int_equal(merged(7, 4, minus, minus - 1, minus), minus);
    assert_int_equal(merged(12, 2, 1, 2, 3), 7);
    assert_int_equal(merged(1, 2, 0x3F800000, 0x40000000, 0x40400000), 0x40C00000);
    assert_int_equal(merged(1, 8, 0x3C004000, 0x3C003C00, 0), 0x40004200);
    assert_int_equal(merged(3, 5, 0x300000006, 0x500000003, minus), 0x100000002);
}

/* --- random programs --- */

static struct core_program p;
static uint32_t initial[WORDS], forwards[WORDS];

static bool uses(const struct core_program *q, bool *seen)
{
    for (uint32_t i = 0; i < q->length; ++i) {
        struct predicate_decoded d;

        predicate_decode_any(q->code[i], &d);
        if (d.trap)
            return false;
        seen[d.w.op] = true;
    }
    return true;
}

/* What the warps of the last group hold besides memory: for each lane R, U, P and UP; for each warp
 * the fate of its messages. */
enum { LEFT_LANE = 16 + 16 + 4 + 4, LEFT_WARP = INTERP_LANES * LEFT_LANE + 3 };
struct left {
    uint64_t value[CORE_INTERP_WARPS][LEFT_WARP];
};

static void lane_left(const struct interp_lane *l, uint64_t *to)
{
    for (uint32_t i = 0; i < 16; ++i) {
        to[i] = i == CORE_PROGRAM_JUNK ? 0 : l->r[i];
        to[16 + i] = l->u[i];
    }
    for (uint32_t i = 0; i < 4; ++i) {
        to[32 + i] = l->p[i];
        to[36 + i] = l->up[i];
    }
}

static void run_program(uint32_t number, uint32_t lanes, bool backwards, struct left *left)
{
    const char *why;

    memset(&m, 0, sizeof m);
    memcpy(memory, initial, sizeof memory);
    core_program_to_interp(&p, lanes, memory, &m);
    m.backwards = backwards;
    m.offload = core_offload_interp;
    m.offload_arg = &offload;
    for (uint32_t g = 0; g < p.groups; ++g) {
        memset(&offload, 0, sizeof offload);
        offload.rows = p.rows;
        core_interp_start_group(&m, g);
        if (!core_interp_run_group(&m, &why))
            fail_msg("program %u, group %u: %s", number, g, why);
        core_offload_end(&offload, p.warps);
    }
    for (uint32_t i = 0; i < CORE_INTERP_WARPS; ++i) {
        const struct core_account *a = &offload.account[i];
        const uint64_t account[3] = {a->order, a->moved, a->drops};

        for (uint32_t n = 0; n < INTERP_LANES; ++n)
            lane_left(&m.warp[i].lane[n], &left->value[i][n * LEFT_LANE]);
        memcpy(&left->value[i][INTERP_LANES * LEFT_LANE], account, sizeof account);
    }
}

static void test_programs(void **unused)
{
    static const uint32_t lanes[] = {4, 8, 16, 32}, warps[] = {1, 2, 4, 8, 16};
    static struct left one, other;
    bool seen[64] = {false};
    uint64_t instructions = 0, meetings = 0, words = 0;

    (void)unused;
    rng_begin(SEED);
    for (uint32_t i = 0; i < PROGRAMS; ++i) {
        struct core_program_limits l = {.threads = 512, .displaced = true};

        l.lanes = lanes[draw(4)];
        l.warps = warps[draw(5)];
        l.words = 256u << draw(3);
        l.barriers = 1 + draw(3);
        l.offload = draw(2) == 1;
        core_program_draw(&random_stream, &l, &p);
        if (!uses(&p, seen))
            fail_msg("program %u has an illegal instruction", i);
        assert_true(core_program_bytes(&p) <= sizeof memory);
        core_program_fill(&random_stream, &p, initial);
        run_program(i, l.lanes, false, &one);
        memcpy(forwards, memory, sizeof memory);
        run_program(i, l.lanes, true, &other);
        if (memcmp(forwards, memory, sizeof memory) != 0 || memcmp(&one, &other, sizeof one) != 0)
            fail_msg("program %u depends on the order of warps or lanes", i);
        instructions += m.instructions;
        meetings += m.meetings;
        words += p.length;
    }
    printf("%" PRIu64 " instructions, %" PRIu64 " barriers, %" PRIu64 " words a program\n",
           instructions, meetings, words / PROGRAMS);
    for (uint32_t op = 1; op < PREDICATE_OPS; ++op)
        if (!seen[op])
            fail_msg("no program has an instruction %u", op);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_special),  cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_exchange), cmocka_unit_test(test_messages),
        cmocka_unit_test(test_atomics),  cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_merge),    cmocka_unit_test(test_programs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
