/*
 * test_fp_model.c - the golden model of the block fp: the operation of each code, and its cycles.
 * test_numerics*.c cover what the operations compute.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/block.h"
#include "fp/fp.h"
#include "fp/operands.h"
#include "unit/random.h"

static const struct fp_params with = {1}, without = {0};

/* --- operations --- */

struct known {
    uint32_t code, a, b, c, value;
};

/* At least one line for each code, with operands for which no other code gives the same value. */
static const struct known known[] = {
    {FP_ADD, 0x40400000, 0x40000000, 0x3F800000, 0x40A00000}, /* 3 + 2 */
    {FP_SUB, 0x40400000, 0x40000000, 0x3F800000, 0x3F800000},
    {FP_MUL, 0x40400000, 0x40000000, 0x3F800000, 0x40C00000},
    {FP_FMA, 0x40400000, 0x40000000, 0x3F800000, 0x40E00000},
    {FP_DIV, 0x40400000, 0x40000000, 0x3F800000, 0x3FC00000},
    {FP_MIN, 0x40400000, 0x40000000, 0x3F800000, 0x40000000},
    {FP_MAX, 0x40400000, 0x40000000, 0x3F800000, 0x40400000},
    {FP_CMP, 0x40000000, 0x40400000, 0, 1},
    {FP_CMP, 0x80000000, 0x00000000, 0, 2},
    {FP_CMP, 0x40400000, 0x40000000, 0, 4},
    {FP_CMP, 0x40400000, 0x7F800001, 0, 8},
    {FP_F32_TO_F16, 0x40400000, 0, 0, 0x4200},
    {FP_F32_TO_F16, 0xFFFFFFFF, 0, 0, 0x7E00},
    {FP_F32_TO_BF16, 0x40400000, 0, 0, 0x4040},
    {FP_F16_TO_F32, 0x4200, 0, 0, 0x40400000},
    {FP_F16_TO_F32, 0xFFFF4200, 0, 0, 0x40400000}, /* a[31:16] is ignored */
    {FP_BF16_TO_F32, 0x4040, 0, 0, 0x40400000},
    {FP_BF16_TO_F32, 0x7FFF4040, 0, 0, 0x40400000},
    {FP_U32_TO_F32, 0x80000000, 0, 0, 0x4F000000},
    {FP_U32_TO_F32, 0xFFFFFFFF, 0, 0, 0x4F800000},
    {FP_S32_TO_F32, 0x80000000, 0, 0, 0xCF000000},
    {FP_S32_TO_F32, 0xFFFFFFFF, 0, 0, 0xBF800000},
    {FP_S32_TO_F32, 0x7FFFFFFF, 0, 0, 0x4F000000},
};

enum { KNOWN = sizeof known / sizeof known[0] };

static void test_known(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < KNOWN; ++i) {
        uint8_t status = 7;
        const uint32_t value =
            fp_operation(known[i].code, known[i].a, known[i].b, known[i].c, &status);

        if (value != known[i].value)
            fail_msg("line %zu: %08" PRIX32 " instead of %08" PRIX32, i, value, known[i].value);
        assert_int_equal(status, 0);
    }
}

static void test_none(void **unused)
{
    (void)unused;
    for (uint32_t code = FP_CODES; code < 16; ++code) {
        uint8_t status = 0;

        assert_int_equal(fp_operation(code, 0x3F800000, 0x3F800000, 0x3F800000, &status), 0);
        assert_int_equal(status, 1);
    }
}

static void test_params(void **unused)
{
    (void)unused;
    for (uint32_t div = 0; div < 4; ++div) {
        const struct fp_params p = {div};

        assert_int_equal(fp_check_params(&p) == NULL, div <= 1);
    }
}

/* --- cycles --- */

static struct fp_op make_op(uint32_t code, uint32_t a, uint32_t b, uint32_t c, uint32_t tag)
{
    const struct fp_op op = {(uint8_t)code, a, b, c, (uint8_t)tag};

    return op;
}

/* Runs one cycle without reset. If op is NULL, none is offered. */
static struct fp_outputs cycle(struct fp_state *s, const struct fp_op *op, int res_ready)
{
    struct fp_inputs in;
    struct fp_outputs out;

    memset(&in, 0, sizeof in);
    memset(&out, 0xA5, sizeof out); /* reveals a field that the step does not set */
    in.op_valid = op != NULL;
    if (op)
        in.op = *op;
    in.res_ready = (uint8_t)res_ready;
    fp_step(s, &in, &out);
    assert_true(out.op_ready <= 1 && out.res_valid <= 1 && out.res.status <= 1);
    return out;
}

static void expect_ready(struct fp_outputs out, int op_ready, int res_valid)
{
    assert_int_equal(out.op_ready, op_ready);
    assert_int_equal(out.res_valid, res_valid);
}

static void expect_result(struct fp_outputs out, uint32_t value, uint32_t tag, uint32_t status)
{
    assert_int_equal(out.res_valid, 1);
    assert_int_equal(out.res.value, value);
    assert_int_equal(out.res.tag, tag);
    assert_int_equal(out.res.status, status);
}

static void test_latency_and_rate(void **unused)
{
    struct fp_state s;
    uint32_t before = KNOWN;

    (void)unused;
    fp_init(&s, &with);
    for (uint32_t i = 0; i < KNOWN; ++i) {
        const struct known *k = &known[i];
        const struct fp_op op = make_op(k->code, k->a, k->b, k->c, 200 + i);
        struct fp_outputs out;

        if (k->code == FP_DIV)
            continue;
        out = cycle(&s, &op, 1);
        expect_ready(out, 1, before != KNOWN);
        if (before != KNOWN)
            expect_result(out, known[before].value, 200 + before, 0);
        before = i;
    }
    expect_result(cycle(&s, NULL, 1), known[before].value, 200 + before, 0);
    expect_ready(cycle(&s, NULL, 1), 1, 0);
}

static void test_none_takes_a_cycle(void **unused)
{
    const struct fp_op op = make_op(15, 1, 2, 3, 9), division = make_op(FP_DIV, 1, 2, 3, 8);
    struct fp_state s;

    (void)unused;
    fp_init(&s, &with);
    cycle(&s, &op, 1);
    expect_result(cycle(&s, NULL, 1), 0, 9, 1);

    fp_init(&s, &without);
    cycle(&s, &division, 1);
    expect_result(cycle(&s, &op, 1), 0, 8, 1);
    expect_result(cycle(&s, NULL, 1), 0, 9, 1);
    expect_ready(cycle(&s, NULL, 1), 1, 0);
}

/* A division that directly follows a result, with an operation behind it. */
static void check_division(uint32_t a, uint32_t b, uint32_t value)
{
    const struct fp_op first = make_op(FP_ADD, 0x3F800000, 0x3F800000, 0, 1);
    const struct fp_op division = make_op(FP_DIV, a, b, 0, 2);
    struct fp_state s;
    struct fp_outputs out;

    fp_init(&s, &with);
    cycle(&s, &first, 1);
    out = cycle(&s, &division, 0); /* has to wait until the first result leaves */
    expect_ready(out, 0, 1);
    out = cycle(&s, &division, 1); /* cycle t */
    expect_ready(out, 1, 1);
    expect_result(out, 0x40000000, 1, 0);
    for (uint32_t i = 1; i <= 27; ++i)
        expect_ready(cycle(&s, &first, i & 1), 0, 0);
    out = cycle(&s, &first, 0); /* t + 28 */
    expect_ready(out, 0, 1);
    expect_result(out, value, 2, 0);
    out = cycle(&s, &first, 1);
    expect_ready(out, 1, 1);
    expect_result(out, value, 2, 0);
    expect_result(cycle(&s, NULL, 1), 0x40000000, 1, 0);
    expect_ready(cycle(&s, NULL, 1), 1, 0);
}

static void test_division(void **unused)
{
    (void)unused;
    check_division(0x3F800000, 0x40400000, 0x3EAAAAAB);
    check_division(0x00000000, 0x00000000, 0x7FC00000); /* not earlier, whatever the operands are */
    check_division(0x7F800000, 0x3F800000, 0x7F800000);
    check_division(0x00000001, 0x7F7FFFFF, 0x00000000);
}

static void test_hold(void **unused)
{
    const struct fp_op first = make_op(FP_MUL, 0x40400000, 0x40000000, 0, 5);
    const struct fp_op second = make_op(14, 1, 1, 1, 6);
    struct fp_state s;
    struct fp_outputs out;

    (void)unused;
    fp_init(&s, &with);
    expect_ready(cycle(&s, &first, 0), 1, 0); /* empty: ready whatever res_ready is */
    for (int i = 0; i < 5; ++i) {
        out = cycle(&s, &second, 0);
        expect_ready(out, 0, 1);
        expect_result(out, 0x40C00000, 5, 0);
    }
    out = cycle(&s, &second, 1); /* leaves and is replaced in one cycle */
    expect_ready(out, 1, 1);
    expect_result(out, 0x40C00000, 5, 0);
    expect_result(cycle(&s, NULL, 1), 0, 6, 1);
}

static void test_reset(void **unused)
{
    const struct fp_op sum = make_op(FP_ADD, 0x3F800000, 0x3F800000, 0, 1);
    const struct fp_op division = make_op(FP_DIV, 0x3F800000, 0x40400000, 0, 2);
    struct fp_state s, fresh;
    struct fp_inputs in;
    struct fp_outputs out;

    (void)unused;
    memset(&in, 0, sizeof in);
    in.rst = 1;
    in.op_valid = 1; /* lost */
    in.op = sum;
    in.res_ready = 1;
    fp_init(&fresh, &with);
    for (int busy_cycles = 0; busy_cycles < 28; ++busy_cycles) {
        fp_init(&s, &with);
        cycle(&s, &division, 0);
        for (int i = 0; i < busy_cycles; ++i)
            expect_ready(cycle(&s, NULL, 0), 0, 0);
        fp_step(&s, &in, &out);
        expect_ready(out, busy_cycles == 27, busy_cycles == 27); /* as without reset */
        assert_memory_equal(&s, &fresh, sizeof s);
        expect_ready(cycle(&s, NULL, 1), 1, 0);
    }
    cycle(&s, &sum, 0);
    fp_reset(&s);
    assert_memory_equal(&s, &fresh, sizeof s);
}

/* --- stimulus --- */

/* Every operation with random valid and ready: each result arrives once, in order and on time. */
static void play(const struct fp_params *p, uint64_t seed)
{
    struct assay_rng rng;
    struct fp_state s;
    struct fp_inputs in;
    struct fp_outputs out;
    struct fp_res expected = {0};
    int left = 0, waiting = 0; /* computes the cycles independently */
    uint32_t results[16] = {0};

    assay_rng_init(&rng, seed, "test");
    memset(&in, 0, sizeof in);
    fp_init(&s, p);
    for (int t = 0; t < 100000; ++t) {
        if (!in.op_valid && assay_rng_percent(&rng, 70)) {
            in.op_valid = 1;
            in.op.code = (uint8_t)assay_rng_below(&rng, 16);
            in.op.tag = (uint8_t)assay_rng_below(&rng, 256);
            fp_draw_operands(&rng, 30, &in.op);
        }
        in.res_ready = assay_rng_percent(&rng, 70);
        fp_step(&s, &in, &out);
        if (left > 0 && --left == 0)
            waiting = 1;
        expect_ready(out, left == 0 && (!waiting || in.res_ready), waiting);
        if (waiting)
            expect_result(out, expected.value, expected.tag, expected.status);
        if (waiting && in.res_ready)
            waiting = 0;
        if (in.op_valid && out.op_ready) {
            const int none = in.op.code >= FP_CODES || (in.op.code == FP_DIV && !p->div);

            expected.tag = in.op.tag;
            expected.value = fp_operation(in.op.code, in.op.a, in.op.b, in.op.c, &expected.status);
            if (none) {
                expected.value = 0;
                expected.status = 1;
            }
            left = in.op.code == FP_DIV && !none ? 28 : 1;
            ++results[in.op.code];
            in.op_valid = 0;
        }
    }
    for (int code = 0; code < 16; ++code)
        assert_true(results[code] > 500);
}

static void test_random_stalls(void **unused)
{
    (void)unused;
    play(&with, random_seed(1));
    play(&without, random_seed(2));
}

/* The scenario `corners` ends by itself and tries what it promises. */
static void test_corners_scenario(void **unused)
{
    const struct assay_block *b = assay_block_find("fp");
    const struct assay_scenario *scenario = assay_scenario_find(b, "corners");
    const struct assay_params params = {{1}};
    const struct assay_stim_env env = {.params = &params, .seed = 1};
    static uint8_t halves[0x10000];
    uint64_t ctx[16] = {0};
    uint32_t count[16] = {0}, n = 0;
    struct fp_op op;

    (void)unused;
    assert_true(scenario->ctx_size <= sizeof ctx);
    scenario->begin(ctx, &env);
    while (scenario->next(ctx, 0, &op)) {
        assert_false(scenario->done(ctx));
        assert_true(op.code < 16);
        ++count[op.code];
        if (op.code == FP_F16_TO_F32)
            halves[op.a & 0xFFFF] = 1;
        ++n;
    }
    for (uint32_t code = 0; code < 16; ++code)
        assert_true(count[code] >= FP_INT_CORNERS);
    assert_int_equal(count[FP_SUB], FP_CORNERS * FP_CORNERS);
    assert_int_equal(count[FP_FMA], FP_FEW_CORNERS * FP_FEW_CORNERS * FP_FEW_CORNERS);
    for (uint32_t i = 0; i < 0x10000; ++i)
        assert_int_equal(halves[i], 1);
    for (uint32_t i = 0; i < n; ++i) {
        assert_false(scenario->done(ctx));
        scenario->observe(ctx, 1, &op);
    }
    assert_true(scenario->done(ctx));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_params),
        cmocka_unit_test(test_latency_and_rate),
        cmocka_unit_test(test_none_takes_a_cycle),
        cmocka_unit_test(test_division),
        cmocka_unit_test(test_hold),
        cmocka_unit_test(test_reset),
        cmocka_unit_test(test_random_stalls),
        cmocka_unit_test(test_corners_scenario),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
