/*
 * test_predicate_model.c - the golden model of predicate: programs against an interpreter that runs
 * one lane after the other; the host side, reset and parameters.
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
#include "predicate/random_word.h"
#include "unit/predicate_driver.h"
#include "unit/random.h"

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
    put(PREDICATE_AT_U, 16 + 2, 0, ~UINT64_C(0)); /* only the low bits of the number count */
    assert_int_equal(get(PREDICATE_AT_U, 2, 0), UINT32_MAX);
    put(PREDICATE_AT_CODE, 255, 0, ~UINT64_C(0));
    assert_true(get(PREDICATE_AT_CODE, 255, 0) == ~UINT64_C(0));
    put(PREDICATE_AT_UP, 3, 0, 3);
    assert_int_equal(get(PREDICATE_AT_UP, 3, 0), 1);

    predicate_step(&s, &offered, &out); /* a read that is not taken blocks the host */
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
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_host),
        cmocka_unit_test(test_params),
    };

    return cmocka_run_group_tests_name("predicate model", tests, NULL, NULL);
}
