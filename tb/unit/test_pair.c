/*
 * test_pair.c - RTL against RTL at level `transfers`: two designs of one block, each with its own
 * faults.
 */
#include "echo_block.h"

#include "diagnose/report.h"
#include "engine/transfers.h"
#include "stimulus/script.h"

/* The faults of the old side; `wrong` has those of the new side. */
static __typeof__(wrong) old;

static void change_sides(void)
{
    const __typeof__(wrong) kept = wrong;

    wrong = old;
    old = kept;
}

static void eval_old(void *any, const void *in, void *out)
{
    change_sides();
    echo_eval(any, in, out);
    change_sides();
}

static unsigned edge_old(void *any)
{
    unsigned stopped;

    change_sides();
    stopped = echo_edge(any);
    change_sides();
    return stopped;
}

static const struct assay_dut_ops dut_old = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct echo_in),
    .out_size = sizeof(struct echo_out),
    .block = "echo",
    .create = echo_create,
    .destroy = free,
    .eval = eval_old,
    .edge = edge_old,
    .unknown = echo_unknown,
};

/* Returns a configuration in which the new side answers after one cycle, the old side after
 * seven. */
static struct assay_config pair(uint64_t seed, uint64_t cycles)
{
    struct assay_config c;

    echo_right();
    memset(&old, 0, sizeof old);
    wrong.latency = 1;
    old.latency = 7;
    c = echo_config(seed, cycles);
    c.against = &dut_old;
    c.side[0] = c.side_of[0] = "old";
    c.side[1] = c.side_of[1] = "new";
    c.cover = false;
    c.knobs.resets = 5;
    return c;
}

static struct assay_lockstep *run(const struct assay_config *c, enum assay_verdict verdict)
{
    struct assay_lockstep *ls = opened(c);
    const struct assay_result *r = echo_finish(ls);

    if (r->verdict != verdict) {
        assay_report_text(stderr, ls, "");
        fail_msg("verdict %s: expected %s", assay_verdict_name(r->verdict),
                 assay_verdict_name(verdict));
    }
    return ls;
}

static void test_other_latency(void **state)
{
    struct assay_config c = pair(1, 100000);
    struct assay_lockstep *ls = run(&c, ASSAY_PASS);
    const struct assay_result *r = assay_lockstep_result(ls);

    (void)state;
    assert_true(r->resets > 3);
    assert_int_equal(r->resets_lost, 0);
    assert_false(r->restless);
    assert_true(r->transactions > 1000);
    assert_int_equal(r->transactions, /* the run ends when both have emitted everything */
                     assay_lockstep_result(ls->pair->side[ASSAY_FOLLOWS])->transactions);
    assert_int_equal(ls->pair->flow[ECHO_RSP].compared, r->transactions);
    assay_lockstep_close(ls);
}

static void test_out_of_order(void **state)
{
    struct assay_config c = pair(2, 20000);

    (void)state;
    old.by_tag = true;
    assay_lockstep_close(run(&c, ASSAY_MISMATCH));
    echo_match_tags();
    assay_lockstep_close(run(&c, ASSAY_PASS));
}

static void test_payloads_differ(void **state)
{
    for (int side = 0; side < 2; ++side) {
        struct assay_config c = pair(3, 20000);
        struct assay_lockstep *ls;
        const struct assay_result *r;

        (void)state;
        c.knobs.resets = 0;
        wrong.wrong_data = side;
        old.wrong_data = !side;
        ls = run(&c, ASSAY_MISMATCH);
        r = assay_lockstep_result(ls);
        assert_int_equal(r->kind, ASSAY_DIFFERS);
        assert_int_equal(r->stream, ECHO_RSP);
        assert_int_equal(r->transfer, 41);
        assert_int_equal(r->n_differences, 1);
        assert_int_equal(r->difference[0].expected[0] ^ r->difference[0].actual[0], 8);
        assert_true(r->made[0] && r->made[1]);
        assert_true(r->made_in[0] > r->made_in[1]);
        assert_int_equal(r->made_in[0], r->fail_cycle);
        assay_lockstep_close(ls);
    }
}

static void test_missing(void **state)
{
    for (int side = 0; side < 2; ++side) {
        struct assay_config c = pair(4, 20000);
        struct assay_lockstep *ls;
        const struct assay_result *r;

        (void)state;
        c.knobs.resets = 0;
        wrong.mute = side;
        old.mute = !side;
        ls = run(&c, ASSAY_MISMATCH);
        r = assay_lockstep_result(ls);
        assert_int_equal(r->kind, ASSAY_MISSING);
        assert_int_equal(r->stream, ECHO_RSP);
        assert_int_equal(r->in_model, !side);
        assert_true(r->made[side == 0] && !r->made[side == 1]);
        assay_lockstep_close(ls);
    }
}

/* Designs that keep sending by themselves: resets are abandoned, and the run ends. */
static void test_restless(void **state)
{
    struct assay_config c = pair(5, 100000);
    struct assay_lockstep *ls;
    const struct assay_result *r;

    (void)state;
    wrong.latency = old.latency;
    wrong.invents = old.invents = true;
    echo_rules[ECHO_RSP].no_ready = true;
    ls = run(&c, ASSAY_PASS);
    r = assay_lockstep_result(ls);
    assert_true(r->resets_lost > 1);
    assert_true(r->plain_lost == 1); /* not tried again, since the result would be the same */
    assert_true(r->restless);
    assert_true(r->drained >= ASSAY_RESTLESS && r->drained < 2 * ASSAY_RESTLESS);
    assay_lockstep_close(ls);
    old.invents = false;
    ls = run(&c, ASSAY_MISMATCH);
    assay_lockstep_close(ls);
}

/* The same if the description declares it. */
static void test_every_cycle(void **state)
{
    struct assay_config c = pair(6, 30000);
    struct assay_lockstep *ls;

    (void)state;
    wrong.latency = old.latency;
    wrong.invents = old.invents = true;
    echo_rules[ECHO_RSP].no_ready = true;
    echo_rules[ECHO_RSP].every_cycle = true;
    ls = run(&c, ASSAY_PASS);
    assert_true(assay_lockstep_result(ls)->resets > 2);
    assert_int_equal(assay_lockstep_result(ls)->resets_lost, 0);
    assert_false(assay_lockstep_result(ls)->restless);
    assay_lockstep_close(ls);
}

/* --- outputs outside streams --- */

static void test_output(void **state)
{
    struct assay_config c = pair(7, 20000);
    struct assay_lockstep *ls;
    const struct assay_result *r;

    (void)state;
    echo_watch_busy();
    wrong.when = old.when = true; /* compared while idle, where busy is 0 */
    ls = run(&c, ASSAY_PASS);
    assert_true(ls->transfers_of->watched[0].compared > 50);
    assay_lockstep_close(ls);
    wrong.when = false;
    wrong.when_busy = true; /* compared while something is in flight, where busy is 1 */
    ls = run(&c, ASSAY_MISMATCH);
    r = assay_lockstep_result(ls);
    assert_int_equal(r->stream, ASSAY_NO_STREAM);
    assert_int_equal(r->transfer, 0);
    assert_int_equal(r->n_differences, 1);
    assert_string_equal(r->difference[0].port->name, "busy");
    assert_int_equal(r->difference[0].expected[0], 0);
    assert_int_equal(r->difference[0].actual[0], 1);
    assert_true(r->made[0] && r->made[1] && r->made_in[0] > r->made_in[1]);
    assay_lockstep_close(ls);
}

static void test_output_never_shown(void **state)
{
    struct assay_config c = pair(8, 5000);
    struct assay_lockstep *ls;

    (void)state;
    echo_watch_busy();
    wrong.when = true;
    ls = run(&c, ASSAY_NOTHING);
    assert_string_equal(assay_lockstep_result(ls)->silent_pin->name, "busy");
    assay_lockstep_close(ls);
}

static void test_output_unknown(void **state)
{
    struct assay_config c = pair(9, 5000);

    (void)state;
    echo_watch_busy();
    wrong.when = old.when = wrong.x_busy = true;
    assay_lockstep_close(run(&c, ASSAY_UNKNOWN));
    wrong.x_busy = false;
    old.x_when = true;
    assay_lockstep_close(run(&c, ASSAY_UNKNOWN));
}

/* --- scripts --- */

enum { ITEMS = 12 };

/* Writes a script with a reset directly after an item, and a change of mode directly after
 * another. */
static void write_script(struct assay_script *s, const struct assay_config *c)
{
    const uint32_t mode[ASSAY_VALUE_WORDS] = {5};
    struct echo_item item = {.tag = 1};
    uint32_t port = 0;

    while (strcmp(echo_ports[port].name, "mode") != 0)
        ++port;
    assay_script_init(s, &echo_block, &c->params);
    assert_true(assay_script_add_reset(s, 0, 2));
    for (unsigned i = 0; i < 2 * ITEMS; ++i) {
        if (i == ITEMS)
            assert_true(assay_script_add_reset(s, 2 + ITEMS, 2));
        item.data = (uint16_t)i;
        assert_true(assay_script_add_item(s, ECHO_REQ, 0, &item));
    }
    assert_true(assay_script_add_change(s, 2 + ITEMS + 2 + ITEMS / 2, port, mode));
    s->cycles = 100;
}

/* In this design, requests in flight survive a reset: it must not be reset before all responses
 * have come out. */
static void test_script_waits(void **state)
{
    struct assay_config c = pair(10, 100);
    struct assay_script s;
    struct assay_lockstep *ls;
    const struct assay_result *r;

    (void)state;
    wrong.keeps_over_reset = old.keeps_over_reset = true;
    write_script(&s, &c);
    assay_script_play(&c, &s);
    ls = run(&c, ASSAY_PASS);
    r = assay_lockstep_result(ls);
    assert_int_equal(r->resets, 2);
    assert_int_equal(r->transfers[ECHO_REQ], 2 * ITEMS);
    assert_int_equal(ls->pair->flow[ECHO_RSP].compared, 2 * ITEMS);
    assert_true(r->cycles > 100 + 2 * 64); /* waits for the reset and for the mode */
    assert_int_equal(r->resets_lost + r->plain_lost, 0);
    assay_lockstep_close(ls);
    assay_script_free(&s);
}

static void test_script_gives_up(void **state)
{
    struct assay_config c = pair(11, 100);
    struct assay_script s;
    struct assay_lockstep *ls;
    const struct assay_result *r;

    (void)state;
    wrong.latency = old.latency;
    wrong.invents = old.invents = true;
    echo_rules[ECHO_RSP].no_ready = true;
    write_script(&s, &c);
    s.reset[1].cycle = 500;
    s.change[0].cycle = 600;
    s.cycles = c.cycles = 700;
    assay_script_play(&c, &s);
    ls = run(&c, ASSAY_PASS);
    r = assay_lockstep_result(ls);
    assert_int_equal(r->resets, 1);
    assert_int_equal(r->resets_lost, 1);
    assert_int_equal(r->plain_lost, 1);
    assert_int_equal(r->transfers[ECHO_REQ],
                     2 * ITEMS); /* items after the lost reset are still sent */
    assay_lockstep_close(ls);
    assay_script_free(&s);
}

/* A recorded run that is replayed is the same run. */
static void test_script_recorded(void **state)
{
    struct assay_config c = pair(12, 3000);
    struct assay_lockstep *ls = run(&c, ASSAY_PASS);
    const struct assay_result first = *assay_lockstep_result(ls);
    struct assay_script s;
    char why[256] = "";

    (void)state;
    assay_lockstep_close(ls);
    assert_true(first.resets > 1);
    assert_true(assay_script_record(&c, 0, c.cycles - 1, &s, NULL, why, sizeof why));
    assay_script_play(&c, &s);
    ls = run(&c, ASSAY_PASS);
    assert_int_equal(assay_lockstep_result(ls)->resets, first.resets);
    assert_int_equal(assay_lockstep_result(ls)->transfers[ECHO_REQ], first.transfers[ECHO_REQ]);
    assert_int_equal(assay_lockstep_result(ls)->transfers[ECHO_RSP], first.transfers[ECHO_RSP]);
    assay_lockstep_close(ls);
    assay_script_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_latency),   cmocka_unit_test(test_out_of_order),
        cmocka_unit_test(test_payloads_differ), cmocka_unit_test(test_missing),
        cmocka_unit_test(test_restless),        cmocka_unit_test(test_every_cycle),
        cmocka_unit_test(test_output),          cmocka_unit_test(test_output_never_shown),
        cmocka_unit_test(test_output_unknown),  cmocka_unit_test(test_script_waits),
        cmocka_unit_test(test_script_gives_up), cmocka_unit_test(test_script_recorded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
