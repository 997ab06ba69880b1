/*
 * test_core_model.c - the golden model of core: one warp without memory accesses issues as
 * predicate does, in the same cycles, with the same records, counters and traps.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "predicate/program.h"
#include "predicate/random_word.h"
#include "unit/random.h"

enum { SEED = 2412, PROGRAMS = 400, CYCLES = 3000 };

static struct core_state core;
static struct core_outputs core_out;
static struct predicate_state predicate;
static struct predicate_outputs out;

static void put(uint8_t space, uint32_t addr, uint32_t lane, uint64_t data)
{
    const struct predicate_inputs p = {
        .host_valid = 1, .host = {PREDICATE_WRITE, space, (uint16_t)addr, (uint8_t)lane, data}};
    const struct core_inputs c = {
        .host_valid = 1, .host = {PREDICATE_WRITE, space, (uint16_t)addr, 0, (uint8_t)lane, data}};

    predicate_step(&predicate, &p, &out);
    core_step(&core, &c, &core_out);
}

/* Returns the word, or a mov in its place if one of the blocks lacks it or if it needs memory. */
static uint64_t shared(uint64_t word)
{
    struct predicate_word w;

    predicate_unpack(word, &w);
    if (w.op == PREDICATE_LD || w.op == PREDICATE_ST || predicate_lacks(&w)) {
        const struct predicate_word instead = {.op = PREDICATE_MOV,
                                               .gk = w.gk % PREDICATE_GUARDS,
                                               .gi = w.gi,
                                               .dk = PREDICATE_TO_R,
                                               .di = w.di % PREDICATE_FREE,
                                               .ak = PREDICATE_R,
                                               .ai = w.ai};
        return predicate_pack(&instead);
    }
    return word;
}

static void load(struct assay_rng *r, uint32_t lanes, const struct predicate_program *p)
{
    for (uint32_t i = 0; i < p->length; ++i)
        put(PREDICATE_AT_CODE, i, 0, shared(p->code[i]));
    for (uint32_t i = 0; i < PREDICATE_REGS; ++i) {
        put(PREDICATE_AT_C, i, 0, predicate_random_value(r, 20));
        put(PREDICATE_AT_U, i, 0, predicate_random_value(r, 20));
        for (uint32_t n = 0; n < lanes; ++n)
            put(PREDICATE_AT_R, i, n, predicate_random_value(r, 20));
    }
    for (uint32_t i = 0; i < PREDICATE_PREDS; ++i) {
        put(PREDICATE_AT_P, i, 0, assay_rng_u64(r));
        put(PREDICATE_AT_UP, i, 0, assay_rng_u64(r));
    }
}

static void begin(const struct predicate_program *p)
{
    const struct predicate_inputs start = {
        .host_valid = 1,
        .host = {.op = PREDICATE_START, .data = (uint64_t)p->sense << 9 | p->length}};
    const struct core_inputs group = {
        .start_valid = 1,
        .start = {.warps = 1, .length = (uint16_t)p->length, .sense = p->sense, .groups = 1}};
    const struct core_inputs clear = {.host_valid = 1, .host = {.op = PREDICATE_CLEAR}};

    core_step(&core, &clear, &core_out);
    predicate_step(&predicate, &start, &out);
    core_step(&core, &group, &core_out);
    assert_true(core.running);
}

static void same_records(void)
{
    assert_int_equal(core_out.rv_valid, out.rv_valid);
    assert_int_equal(core_out.rv_pc, out.rv_pc);
    assert_int_equal(core_out.rv_dst, out.rv_dst);
    assert_int_equal(core_out.rv_mask, out.rv_mask);
    assert_int_equal(core_out.rv_pred, out.rv_pred);
    assert_memory_equal(core_out.rv_data, out.rv_data, sizeof out.rv_data);
    assert_int_equal(core_out.rs_valid, out.rs_valid);
    assert_int_equal(core_out.rs_pc, out.rs_pc);
    assert_int_equal(core_out.rs_dst, out.rs_dst);
    assert_int_equal(core_out.rs_mask, out.rs_mask);
    assert_int_equal(core_out.rs_data, out.rs_data);
}

static void same_counters(void)
{
    assert_int_equal(core_out.n_pred, out.n_pred);
    assert_int_equal(core_out.n_uniform, out.n_uniform);
    assert_int_equal(core_out.n_scalar, out.n_scalar);
    assert_int_equal(core_out.n_vector, out.n_vector);
    assert_int_equal(core_out.n_pairs, out.n_pairs);
    assert_int_equal(core_out.n_disabled, out.n_disabled);
    assert_int_equal(core_out.n_bra_uniform, out.n_bra_uniform);
    assert_int_equal(core_out.n_bra_divergent, out.n_bra_divergent);
}

/* Runs both until the end or for a while. Returns 0 if the program has not ended, 1 after exit, 1 +
 * the trap after a trap. */
static uint32_t run(void)
{
    static const struct predicate_inputs idle;
    static const struct core_inputs taken = {.end_ready = 1};

    for (int i = 0; i < CYCLES; ++i) {
        predicate_step(&predicate, &idle, &out);
        core_step(&core, &taken, &core_out);
        assert_int_equal(core_out.issue, out.issue);
        if (out.issue) {
            assert_int_equal(core_out.issue_next, out.pc);
            assert_int_equal(core_out.issue_active, out.active);
            assert_int_equal(core_out.issue_depth, out.depth);
        }
        same_records();
        same_counters();
        assert_int_equal(core_out.running, predicate.running ? 1 : core_out.running);
        if (core_out.end_valid) {
            assert_false(out.busy);
            assert_int_equal(core_out.end.trap, out.trap);
            assert_int_equal(core_out.end.pc, out.trap_pc);
            return 1u + out.trap;
        }
    }
    return 0;
}

static void test_as_predicate(void **unused)
{
    static const uint32_t lanes[] = {4, 8, 16, 32};
    struct assay_rng r;
    uint32_t ends[16] = {0};

    (void)unused;
    random_begin(&r, SEED, __func__);
    for (uint32_t i = 0; i < PROGRAMS; ++i) {
        const uint32_t n = lanes[i % 4];
        const struct predicate_params p = {n};
        const struct core_params c = {1, n, 256};
        struct predicate_program program;

        predicate_init(&predicate, &p);
        core_init(&core, &c);
        if (i % 3 == 0)
            predicate_raw(&r, 2, &program);
        else
            predicate_structured(&r, false, &program);
        load(&r, n, &program);
        begin(&program);
        ++ends[run()];
    }
    /* Programs of every kind must occur: endless ones, good ones, and each trap that is possible
     * without memory. */
    for (uint32_t i = 0; i <= 1 + PREDICATE_BEYOND; ++i)
        assert_true(ends[i] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_predicate),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
