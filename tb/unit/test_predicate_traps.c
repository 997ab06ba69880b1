/*
 * test_predicate_traps.c - the golden model of predicate: legal words, traps, and accesses of less
 * than a word.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/predicate_driver.h"

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
        /* fields that this instruction does not use */
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
        op2(PREDICATE_LDU, TO_U(1), U(1), IMM, 0), /* only the core has it */
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

    host(PREDICATE_START, 0, 0, 0, 5); /* has no effect after a trap */
    tick();
    assert_false(out.busy);
    host(PREDICATE_CLEAR, 0, 0, 0, 0);

    WATCH(under);
    assert_int_equal(out.trap, PREDICATE_UNDERFLOW);
    assert_int_equal(out.trap_pc, 1);
    assert_int_equal(get(PREDICATE_AT_R, 1, 0), 7); /* what was issued before drains */

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal),   cmocka_unit_test(test_traps),
        cmocka_unit_test(test_sizes),   cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_special), cmocka_unit_test(test_far),
    };

    return cmocka_run_group_tests_name("predicate traps", tests, NULL, NULL);
}
