/*
 * test_fit.c - a scenario that drives a pin with a value wider than the pin ends the run, whatever
 * model and design make of the value; no scenario of the tree does so.
 */
#include "unit/echo_block.h"

#include "dotmul/dotmul.h"
#include "unit/random.h"

/* The transaction with the value that is too wide; for pins outside streams, the cycle. */
enum { LATE = 150 };

static const struct assay_scenario *right;

/* How often the test's scenario has been called, and the value of `mode` that does not fit. */
static uint32_t drawn;
static uint8_t mode;

/* Inputs of the cycle in which a run ended, and of the cycle before. */
static union {
    struct dotmul_inputs dotmul;
    struct echo_in echo;
} last_in, before_in;

static bool next_too_wide(void *ctx, unsigned stream, void *payload)
{
    struct dotmul_op *op = payload;

    if (!right->next(ctx, stream, payload))
        return false;
    if (++drawn == LATE)
        op->b |= UINT32_C(1) << 8; /* b has 8 bits */
    return true;
}

static bool echo_too_wide(void *ctx, unsigned stream, void *payload)
{
    struct echo_item *item = payload;

    if (!right->next(ctx, stream, payload))
        return false;
    if (++drawn == LATE)
        item->tag |= 1u << ECHO_TAG_BITS;
    return true;
}

static void plain_too_wide(void *ctx, void *any)
{
    struct echo_in *in = any;

    (void)ctx;
    in->mode = ++drawn == LATE ? mode : 7;
}

/* --- level `cycle` --- */

static bool dut_dead; /* stops answering from the wide value on */

struct dut {
    struct dotmul_state state;
    struct dotmul_inputs in;
    bool dead;
};

static void *dut_create(void)
{
    const struct dotmul_params p = {.n = 4, .k = 2, .duplex = 0};
    struct dut *d = calloc(1, sizeof *d);

    assert_non_null(d);
    dotmul_init(&d->state, &p);
    return d;
}

/* Like RTL: its pins have 8 bits. */
static void dut_eval(void *any, const void *in, void *out)
{
    struct dut *d = any;

    memcpy(&d->in, in, sizeof d->in);
    d->dead |= dut_dead && d->in.op.b > 0xFF;
    d->in.op.b &= 0xFF;
    dotmul_step(&d->state, &d->in, out);
    if (d->dead)
        memset(out, 0, sizeof(struct dotmul_outputs));
}

static unsigned dut_edge(void *any)
{
    (void)any;
    return 0;
}

static const struct assay_dut_ops dut_ops = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct dotmul_inputs),
    .out_size = sizeof(struct dotmul_outputs),
    .block = "dotmul",
    .create = dut_create,
    .destroy = free,
    .eval = dut_eval,
    .edge = dut_edge,
};

/* Asserts that the run ends in the cycle of the value, with a message that begins and ends like
 * this. */
static void assert_unfit(const struct assay_config *c, const char *begin, const char *end)
{
    char message[256] = "";
    struct assay_lockstep *ls = assay_lockstep_open(c, message, sizeof message);
    const struct assay_result *r;
    struct assay_moment at;

    if (!ls)
        fail_msg("%s", message);
    drawn = 0;
    assay_lockstep_run(ls, UINT64_MAX);
    r = assay_lockstep_finish(ls);
    assert_string_equal(assay_verdict_name(r->verdict), "failed");
    assert_memory_equal(r->why, begin, strlen(begin));
    assert_string_equal(r->why + strlen(r->why) - strlen(end), end);
    assert_int_equal(drawn, LATE); /* the scenario is not asked again */
    assert_int_equal(r->fail_cycle, r->cycles - 1);
    assert_int_equal(r->n_differences, 0);
    assert_int_equal(r->stream, -1);
    assert_true(assay_lockstep_moment(ls, r->fail_cycle, &at));
    memcpy(&last_in, at.in, c->block->model->in_size);
    assert_true(assay_lockstep_moment(ls, r->fail_cycle - 1, &at));
    memcpy(&before_in, at.in, c->block->model->in_size);
    assay_lockstep_close(ls);
}

static void test_payload_of_level_cycle(void **state)
{
    static const char why[] = "scenario wide drives op_b with 1";
    struct assay_config c = {.seed = 1, .cycles = 5000, .backend = "test"};
    struct assay_scenario wide;
    uint8_t *inputs;
    char told[256] = "";

    (void)state;
    c.block = assay_block_find("dotmul");
    c.params = c.block->model->sets[1].params;
    right = &c.block->scenarios[0];
    wide = *right;
    wide.name = "wide";
    wide.next = next_too_wide;
    c.scenario = &wide;
    c.knobs = right->knobs;
    for (int which = 0; which < 3; ++which) {
        c.ops = which ? &dut_ops : NULL;
        dut_dead = which == 2; /* a mismatch caused by the value is not what is reported */
        assert_unfit(&c, why, ": expected a value of 8 bits");
        assert_true(last_in.dotmul.op.b > 0xFF);
        assert_true(before_in.dotmul.op.b <= 0xFF);
    }
    drawn = 0;
    inputs = malloc(5000 * c.block->model->in_size);
    assert_non_null(inputs);
    assert_false(assay_lockstep_record(&c, inputs, 5000, told, sizeof told));
    assert_memory_equal(told, why, sizeof why - 1);
    free(inputs);
}

/* --- level `transfers` --- */

static void test_payload_of_level_transfers(void **state)
{
    static const struct assay_transfer_hooks no_legal = {.on = echo_on};
    struct assay_config c = echo_config(1, 5000);
    struct assay_scenario wide;

    (void)state;
    right = c.scenario;
    wide = *right;
    wide.name = "wide";
    wide.next = echo_too_wide;
    c.scenario = &wide;
    for (int which = 0; which < 3; ++which) { /* four-state; two-state; two-state, ahead */
        echo_right();
        c.ops = which ? &echo_dut_2 : &echo_dut;
        wrong.latency = 3;
        if (which == 2)
            echo_block.hooks = &no_legal;
        assert_unfit(&c, "scenario wide drives req_tag with ", ": expected a value of 6 bits");
        assert_true(last_in.echo.req.tag >> ECHO_TAG_BITS);
        assert_false(before_in.echo.req.tag >> ECHO_TAG_BITS);
    }
}

static void test_pin_outside_streams(void **state)
{
    struct assay_config c = echo_config(1, 5000);
    struct assay_scenario wide;

    (void)state;
    echo_right();
    right = c.scenario;
    wide = *right;
    wide.name = "wide";
    wide.plain = plain_too_wide;
    c.scenario = &wide;
    mode = 0x9;
    assert_unfit(&c, "scenario wide drives mode with 9", ": expected a value of 3 bits");
    mode = 0x80;
    assert_unfit(&c, "scenario wide drives mode with 80", ": expected a value of 3 bits");
}

/* --- the scenarios of the tree --- */

/* With the first two parameter sets of each block, which are small; the larger ones run in every
 * regression. */
static void test_scenarios_of_the_tree(void **state)
{
    const uint64_t seed = random_seed(1);
    char why[256];
    size_t runs = 0;

    (void)state;
    for (size_t k = 0; assay_blocks[k]; ++k) {
        const struct assay_block *b = assay_blocks[k];

        for (size_t i = 0; i < 2 * b->n_scenarios; ++i) {
            struct assay_config c = {.seed = seed, .cycles = 1000, .block = b, .backend = "model"};
            struct assay_lockstep *ls;

            c.scenario = &b->scenarios[i / 2];
            if (strcmp(c.scenario->name, "search") == 0)
                continue; /* of depthcull: needs minutes to find what it drives */
            c.params = b->model->sets[i % 2].params;
            c.knobs = c.scenario->knobs;
            c.allow_partial = true;
            ls = assay_lockstep_open(&c, why, sizeof why);
            assert_non_null(ls);
            assay_lockstep_run(ls, UINT64_MAX);
            if (*assay_lockstep_result(ls)->why)
                fail_msg("%s: %s", b->model->name, assay_lockstep_result(ls)->why);
            assay_lockstep_close(ls);
            ++runs;
        }
    }
    assert_true(runs > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_payload_of_level_cycle),
        cmocka_unit_test(test_payload_of_level_transfers),
        cmocka_unit_test(test_pin_outside_streams),
        cmocka_unit_test(test_scenarios_of_the_tree),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
