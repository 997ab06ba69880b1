/*
 * test_shrink_few.c - shrinking steps for runs in which nothing can be dropped as it is: a few
 * units from the middle, direct writes to memory, and dropping items while others are amended.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compute_block/compute_block.h"
#include "dotmul/dotmul.h"
#include "engine/driver.h"
#include "stimulus/shrink.h"

static unsigned no_edge(void *any)
{
    (void)any;
    return 0;
}

/* Extends the run by some cycles after everything that it offers, then shrinks it. */
static void shrunk(struct assay_shrink *s, struct assay_script *script, uint64_t cycles)
{
    char why[256] = "";

    script->cycles = cycles;
    assay_script_play(&s->config, script);
    s->config.cycles = cycles;
    if (assay_shrink_run(s, why, sizeof why) != ASSAY_SHRUNK)
        fail_msg("%s", why);
    assert_false(s->stopped || s->out_of_time);
}

static struct assay_shrink shrink_of(const struct assay_block *b, const struct assay_dut_ops *ops,
                                     const char *params, struct assay_script *script)
{
    struct assay_shrink s = {.config = {.block = b, .ops = ops, .backend = "test"}};
    char why[256] = "";

    assert_true(assay_params_parse(b, params, &s.config.params, why, sizeof why));
    assay_script_init(script, b, &s.config.params);
    assert_true(assay_script_add_reset(script, 0, ASSAY_RESET_CYCLES));
    return s;
}

/* --- compute_block with a bug: it outputs 6 wrong --- */

static void *cb_create(void)
{
    static const struct compute_block_params p = {
        .lanes = 4, .depth = 2, .prs = 2, .arrays = 2, .rows = 32, .queue = 2};
    struct compute_block_state *s = calloc(1, sizeof *s);

    if (s)
        compute_block_init(s, &p);
    return s;
}

static void cb_eval(void *any, const void *in, void *any_out)
{
    struct compute_block_outputs *out = any_out;

    compute_block_step(any, in, out);
    if (out->rdata_valid && out->rdata.data[0] == 6)
        out->rdata.data[0] = 7;
}

static const struct assay_dut_ops cb_ops = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct compute_block_inputs),
    .out_size = sizeof(struct compute_block_outputs),
    .block = "compute_block",
    .create = cb_create,
    .destroy = free,
    .eval = cb_eval,
    .edge = no_edge,
};

/* Two operands come from memory, each by a separate move; their product is read. */
static void add_product(struct assay_script *s)
{
    struct compute_block_msg move = {.op = CB_OP_FILL, .items = 1, .per = 1};
    const struct compute_block_msg times = {.src1_type = DPAS_S8,
                                            .src2_type = DPAS_S8,
                                            .acc_type = DPAS_ACC_S32,
                                            .sd = 1,
                                            .rc = 1,
                                            .exec_size = 1,
                                            .src0_null = 1,
                                            .src1 = 4,
                                            .src2 = 9,
                                            .dst = 20};
    const struct compute_block_rd rd = {.row = 20};

    for (uint8_t i = 0; i < 2; ++i) {
        struct compute_block_line_rsp rsp = {.data = {2u + i}, .tag = i};

        move.dst = i ? 9 : 4;
        move.addr = 64u * i;
        assert_true(assay_script_add_item(s, compute_block_stream_msg, 0, &move));
        assert_true(assay_script_add_item(s, compute_block_stream_line_rsp, i ? 0 : 12, &rsp));
    }
    assert_true(assay_script_add_item(s, compute_block_stream_msg, 0, &times));
    assert_true(assay_script_add_item(s, compute_block_stream_rd, 50, &rd));
}

/* The product itself is written to the row that is read. */
static void test_memory_written(void **state)
{
    const struct assay_block *b = assay_block_find("compute_block");
    struct assay_script script;
    struct assay_shrink s = shrink_of(b, &cb_ops, "smallest", &script);
    const struct compute_block_wr *wr;

    (void)state;
    add_product(&script);
    shrunk(&s, &script, 80);
    assert_string_equal(s.port->name, "rdata_data");
    assert_int_equal(s.first.units, 6);
    assert_int_equal(s.size.units, 2);
    assert_int_equal(s.best.stream[compute_block_stream_wr].n_items, 1);
    assert_int_equal(s.best.stream[compute_block_stream_rd].n_items, 1);
    wr = assay_script_payload(&s.best, compute_block_stream_wr, 0);
    assert_int_equal(wr->data[0], 6);
    assay_shrink_free(&s);
    assay_script_free(&script);
}

/* A block that does not describe how to write its memory keeps the moves, which shows that the run
 * above is not trivial. */
static void test_memory_not_written(void **state)
{
    struct assay_block b = *assay_block_find("compute_block");
    struct assay_script script;
    struct assay_shrink s = shrink_of(&b, &cb_ops, "smallest", &script);

    (void)state;
    b.rewrite = NULL;
    add_product(&script);
    shrunk(&s, &script, 80);
    assert_true(s.size.units > 3);
    assert_int_equal(s.best.stream[compute_block_stream_wr].n_items, 0);
    assay_shrink_free(&s);
    assay_script_free(&script);
}

/* --- dotmul, wrong if its operations since the reset are those of one of two lists --- */

enum { MOST = 8 };

struct list {
    struct dotmul_op op[MOST];
    size_t n;
};

/* The original run, and the shorter one. */
static const struct list *lists[2];

/* Alternatively, wrong if the first operation has this `a`, or if there are this many. */
enum { CAUSE = 0x5B, MANY = 3000 };
static bool counts;

struct dotmul_dut {
    struct dotmul_state state;
    struct list seen;
    uint32_t ops;
    bool caused;
};

static void *dotmul_create(void)
{
    const struct dotmul_params p = {.n = 4, .k = 2, .duplex = 0};
    struct dotmul_dut *d = calloc(1, sizeof *d);

    if (d)
        dotmul_init(&d->state, &p);
    return d;
}

static bool same_op(const struct dotmul_op *x, const struct dotmul_op *y)
{
    return x->a == y->a && x->b == y->b && x->dot == y->dot && x->a_signed == y->a_signed &&
           x->b_signed == y->b_signed;
}

static bool is_seen(const struct list *seen, const struct list *l)
{
    bool same = seen->n == l->n;

    for (size_t i = 0; same && i < l->n; ++i)
        same = same_op(&seen->op[i], &l->op[i]);
    return same;
}

static bool is_wrong(const struct dotmul_dut *d)
{
    if (counts)
        return d->caused && (d->ops == 1 || d->ops == MANY);
    return is_seen(&d->seen, lists[0]) || is_seen(&d->seen, lists[1]);
}

static void note_op(struct dotmul_dut *d, const struct dotmul_op *op)
{
    if (d->seen.n < MOST)
        d->seen.op[d->seen.n++] = *op;
    ++d->ops;
    d->caused |= op->a == CAUSE;
}

static void dotmul_eval(void *any, const void *any_in, void *any_out)
{
    struct dotmul_dut *d = any;
    const struct dotmul_inputs *in = any_in;
    struct dotmul_outputs *out = any_out;
    const bool wrong = is_wrong(d);

    dotmul_step(&d->state, in, out);
    if (in->rst) {
        d->seen.n = d->ops = 0;
        d->caused = false;
    } else if (in->op_valid && out->op_ready) {
        note_op(d, &in->op);
    }
    if (out->res_valid && wrong)
        out->res.p ^= 1;
}

static const struct assay_dut_ops dotmul_ops = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct dotmul_inputs),
    .out_size = sizeof(struct dotmul_outputs),
    .block = "dotmul",
    .create = dotmul_create,
    .destroy = free,
    .eval = dotmul_eval,
    .edge = no_edge,
};

/* No chunk of the run can be dropped, but the cause alone fails, too. */
static void test_cause_in_the_middle(void **state)
{
    struct assay_script script;
    struct assay_shrink s = shrink_of(assay_block_find("dotmul"), &dotmul_ops, "default", &script);

    (void)state;
    counts = true;
    for (size_t i = 0; i < MANY; ++i) {
        const struct dotmul_op op = {.a = i == MANY - 20 ? CAUSE : 1};

        assert_true(assay_script_add_item(&script, dotmul_stream_op, 0, &op));
    }
    shrunk(&s, &script, MANY + 40);
    assert_int_equal(s.first.units, MANY);
    assert_int_equal(s.size.units, 1);
    assay_shrink_free(&s);
    assay_script_free(&script);
    counts = false;
}

static void becomes(const struct list *from, const struct list *to)
{
    struct assay_script script;
    struct assay_shrink s = shrink_of(assay_block_find("dotmul"), &dotmul_ops, "default", &script);

    lists[0] = from;
    lists[1] = to;
    for (size_t i = 0; i < from->n; ++i)
        assert_true(assay_script_add_item(&script, dotmul_stream_op, 0, &from->op[i]));
    shrunk(&s, &script, 40);
    assert_int_equal(s.first.units, from->n);
    assert_int_equal(s.size.units, to->n);
    for (size_t i = 0; i < to->n; ++i)
        assert_true(same_op(assay_script_payload(&s.best, dotmul_stream_op, i), &to->op[i]));
    assay_shrink_free(&s);
    assay_script_free(&script);
}

static void test_one_goes_one_moves(void **state)
{
    static const struct list from = {
        {{.a = 12, .b = 12}, {.a = 1, .b = 2}, {.a = 4, .b = 8}, {.a = 16, .b = 3}}, 4};
    static const struct list earlier = {{{.a = 4, .b = 8}, {.a = 1, .b = 2}, {.a = 16, .b = 3}}, 3};
    static const struct list later = {{{.a = 4, .b = 8}, {.a = 16, .b = 3}, {.a = 12, .b = 12}}, 3};

    (void)state;
    becomes(&from, &earlier);
    becomes(&from, &later);
}

static void test_one_goes_one_stands_for_it(void **state)
{
    /* The third operation names both 5 and 6. The other field of 5 stays, or takes the bits of
     * both. */
    static const struct list from = {
        {{.a = 5, .b = 16}, {.a = 6, .b = 33}, {.a = 6, .b = 5}, {.a = 9, .b = 6}}, 4};
    static const struct list kept = {{{.a = 5, .b = 16}, {.a = 5, .b = 5}, {.a = 9, .b = 5}}, 3};
    static const struct list united = {{{.a = 5, .b = 49}, {.a = 5, .b = 5}, {.a = 9, .b = 5}}, 3};

    (void)state;
    becomes(&from, &kept);
    becomes(&from, &united);
}

static void test_one_goes_two_fields_change(void **state)
{
    static const struct list from = {
        {{.a = 12, .b = 12}, {.a = 6, .b = 3, .dot = 1}, {.a = 4, .b = 8}, {.a = 16, .b = 3}}, 4};
    static const struct list zero = {
        {{.a = 0, .b = 3, .dot = 0}, {.a = 4, .b = 8}, {.a = 16, .b = 3}}, 3};
    static const struct list one = {
        {{.a = 12, .b = 12}, {.a = 6, .b = 3, .dot = 1}, {.a = 1, .b = 1}}, 3};

    (void)state;
    becomes(&from, &zero);
    becomes(&from, &one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_written),
        cmocka_unit_test(test_memory_not_written),
        cmocka_unit_test(test_cause_in_the_middle),
        cmocka_unit_test(test_one_goes_one_moves),
        cmocka_unit_test(test_one_goes_one_stands_for_it),
        cmocka_unit_test(test_one_goes_two_fields_change),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
