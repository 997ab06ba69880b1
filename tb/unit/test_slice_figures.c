/* test_slice_figures.c - what `assay bench slice` measures, and the properties that the figures
 * must have. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "slice/measure.h"

static char why[1024];

static uint32_t cycles(enum slice_input_kernel which, bool as_written)
{
    static struct slice_kernel k;

    if (!slice_measure(&k, which, as_written, "default", NULL, why, sizeof why))
        fail_msg("%s", why);
    return k.done.cycles;
}

/* What the pass moves to U saves time, or at least costs none. */
static void test_pass(void **unused)
{
    (void)unused;
    for (enum slice_input_kernel i = 0; i < SLICE_INPUT_KERNELS; ++i) {
        const double ratio = (double)cycles(i, false) / cycles(i, true);

        if (ratio > 1.01)
            fail_msg("%s: %.3f times as long with the pass", slice_input_names[i], ratio);
    }
}

static void test_reduction(void **unused)
{
    struct slice_reduction near = {0}, far = {0};

    (void)unused;
    if (!slice_measure_reduction(0, &near, why, sizeof why) ||
        !slice_measure_reduction(400, &far, why, sizeof why))
        fail_msg("%s", why);
    assert_true(near.alone < near.merged && near.merged < near.by_memory);
    assert_true(far.merged - far.alone == near.merged - near.alone);
    assert_true(slice_reduction_ratio(&far) >= 50);
}

static void test_overlap(void **unused)
{
    struct slice_overlap o = {0};

    (void)unused;
    if (!slice_measure_overlap(256, &o, why, sizeof why))
        fail_msg("%s", why);
    assert_true(o.offload < o.both && o.lanes < o.both);
    assert_true(slice_overlap_ratio(&o) < 1.15);
}

/* The more weights are zero the fewer cycles it takes; most of them are saved by the first half. */
static void test_pruned(void **unused)
{
    uint32_t of[5], dense = cycles(SLICE_POINTWISE_S8, false);

    (void)unused;
    for (uint32_t i = 0; i < 5; ++i) {
        if (!slice_measure_pruned(i, &of[i], why, sizeof why))
            fail_msg("%s", why);
        printf("%u of 4 blocks are zero: %u cycles\n", i, of[i]);
        assert_true(i == 0 || of[i] <= of[i - 1]);
    }
    assert_int_equal(of[0], dense);
    assert_true(100 * of[2] < 80 * of[0] && 100 * of[3] < 76 * of[0]);
}

static const char *lacking(struct slice_kernel *k)
{
    return slice_leave_at_store(&k->assembly) ? NULL : "a store";
}

/* What a kernel lacks for a measurement is an error. */
static void test_lacking(void **unused)
{
    static struct slice_kernel k;

    (void)unused;
    assert_true(slice_measure(&k, SLICE_SAXPY, false, "default", lacking, why, sizeof why));
    assert_false(slice_measure(&k, SLICE_GEMM_S8, false, "default", lacking, why, sizeof why));
    assert_non_null(strstr(why, "gemm_s8.s: expected a store"));
}

/* --- removed words --- */

static bool is_scalar(const struct predicate_word *w)
{
    return w->dk == PREDICATE_TO_U;
}

static void test_drop(void **unused)
{
    static struct predicate_assembly a;
    struct predicate_asm_error e;
    struct predicate_word w;
    char text[PREDICATE_LINE];

    (void)unused;
    assert_true(predicate_assemble(".target core\n"
                                   "mov u1, 1\n"
                                   "again: mov u2, 2\n"
                                   "mov r1, 3\n"
                                   "bra again\n"
                                   "ssy end\n"
                                   "mov u3, 4\n"
                                   "end: exit\n"
                                   "exit\n",
                                   &a, &e));
    /* A word may have a branch that the assembler would refuse. */
    w = (struct predicate_word){.op = PREDICATE_BRA, .imm = 4095};
    a.code[7] = predicate_pack(&w);
    slice_drop_words(&a, is_scalar);
    assert_int_equal(a.length, 5);
    predicate_disassemble(a.code[1], a.length, true, text);
    assert_string_equal(text, "bra 0");
    predicate_disassemble(a.code[2], a.length, true, text);
    assert_string_equal(text, "ssy 3");
    assert_int_equal(a.line[3], 8);
    predicate_unpack(a.code[4], &w);
    assert_int_equal(w.imm, 4095);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pass),    cmocka_unit_test(test_reduction),
        cmocka_unit_test(test_overlap), cmocka_unit_test(test_drop),
        cmocka_unit_test(test_pruned),  cmocka_unit_test(test_lacking),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
