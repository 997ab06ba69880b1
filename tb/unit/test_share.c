/*
 * test_share.c - one sequence of transactions for two sides: which side gets what and when, and
 * what waits for silence.
 */
#include "echo_block.h"

#include "engine/share.h"

static struct {
    uint32_t drawn, restarts, values;
} asked;

static bool next(void *ctx, unsigned stream, void *payload)
{
    const struct echo_item item = {.data = (uint16_t)++asked.drawn};

    (void)ctx;
    assert_int_equal(stream, ECHO_REQ);
    memcpy(payload, &item, sizeof item);
    return true;
}

static void restart(void *ctx)
{
    (void)ctx;
    ++asked.restarts;
}

static void plain(void *ctx, void *any)
{
    struct echo_in *in = any;

    (void)ctx;
    in->mode = (uint8_t)(++asked.values & 7);
}

static const struct assay_scenario scenario = {.next = next, .restart = restart};
static const struct assay_scenario scenario_plain = {
    .next = next, .restart = restart, .plain = plain};

static void open_share(struct assay_share *s, const struct assay_scenario *of)
{
    memset(&asked, 0, sizeof asked);
    assert_true(assay_share_open(s, &echo_block, of));
}

/* Returns the data that a side is offered next; 0: nothing. */
static unsigned take(struct assay_share *s, unsigned side)
{
    struct echo_item item;

    return assay_share_next(s, side, ECHO_REQ, &item) ? item.data : 0;
}

static unsigned mode_of(struct assay_share *s, unsigned side)
{
    struct echo_in in = {.mode = 0};

    assay_share_plain(s, side, &in);
    return in.mode;
}

static void test_one_sequence(void **state)
{
    struct assay_share s;

    (void)state;
    echo_right();
    open_share(&s, &scenario);
    assert_int_equal(take(&s, ASSAY_FOLLOWS), 0); /* never ahead */
    for (unsigned i = 1; i <= ASSAY_SHARE_AHEAD; ++i)
        assert_int_equal(take(&s, ASSAY_LEADS), i);
    assert_int_equal(take(&s, ASSAY_LEADS), 0); /* not too far ahead */
    assert_int_equal(asked.drawn, ASSAY_SHARE_AHEAD);
    for (unsigned i = 1; i <= 10; ++i)
        assert_int_equal(take(&s, ASSAY_FOLLOWS), i);
    for (unsigned i = 1; i <= 10; ++i)
        assert_int_equal(take(&s, ASSAY_LEADS), ASSAY_SHARE_AHEAD + i);
    assert_int_equal(take(&s, ASSAY_LEADS), 0);
    for (unsigned i = 11; i <= ASSAY_SHARE_AHEAD + 10; ++i)
        assert_int_equal(take(&s, ASSAY_FOLLOWS), i);
    assert_int_equal(take(&s, ASSAY_FOLLOWS), 0);
    assay_share_close(&s);
}

static void test_reset(void **state)
{
    struct assay_share s;

    (void)state;
    echo_right();
    open_share(&s, &scenario);
    take(&s, ASSAY_LEADS);
    take(&s, ASSAY_LEADS);
    s.reset_wanted = true;
    assert_true(assay_share_pauses(&s));
    assert_int_equal(take(&s, ASSAY_LEADS), 0);
    assert_int_equal(take(&s, ASSAY_FOLLOWS), 1); /* it still gets what the other side had */
    assay_share_silent(&s, 100);
    assert_true(s.reset[ASSAY_LEADS] && s.reset[ASSAY_FOLLOWS]);
    assert_false(assay_share_pauses(&s));
    assay_share_restart(&s, ASSAY_LEADS);
    assay_share_restart(&s, ASSAY_FOLLOWS);
    assert_int_equal(asked.restarts, 1);
    assert_int_equal(take(&s, ASSAY_FOLLOWS), 0); /* the rest is lost on both sides */
    assert_int_equal(take(&s, ASSAY_LEADS), 3);
    assert_int_equal(take(&s, ASSAY_FOLLOWS), 3);
    assay_share_close(&s);
}

static void test_reset_given_up(void **state)
{
    struct assay_share s;

    (void)state;
    echo_right();
    open_share(&s, &scenario);
    s.reset_wanted = true;
    assay_share_give_up(&s);
    assert_false(assay_share_pauses(&s));
    assert_true(s.reset_given_up);
    assert_false(s.reset[ASSAY_LEADS] || s.reset[ASSAY_FOLLOWS]);
    assert_int_equal(s.resets_lost, 1);
    assert_int_equal(s.plain_lost, 0);
    assay_share_close(&s);
}

/* If a bound counts responses, the other side gets a transaction only once it has as many
 * responses. */
static void test_waits_for_what_came_out(void **state)
{
    struct assay_share s;

    (void)state;
    echo_right();
    echo_rules[ECHO_REQ].outstanding = 4;
    open_share(&s, &scenario);
    take(&s, ASSAY_LEADS);
    assay_share_moved(&s, ASSAY_LEADS, 1u << ECHO_REQ | 1u << ECHO_RSP);
    take(&s, ASSAY_LEADS);
    assert_int_equal(take(&s, ASSAY_FOLLOWS), 1);
    assert_int_equal(take(&s, ASSAY_FOLLOWS), 0);
    assay_share_moved(&s, ASSAY_FOLLOWS, 1u << ECHO_REQ);
    assert_int_equal(take(&s, ASSAY_FOLLOWS), 0);
    assay_share_moved(&s, ASSAY_FOLLOWS, 1u << ECHO_RSP);
    assert_int_equal(take(&s, ASSAY_FOLLOWS), 2);
    assay_share_close(&s);
}

/* But not if the transaction itself makes them come out. */
static void test_enable_does_not_wait(void **state)
{
    struct assay_share s;

    (void)state;
    for (int every_cycle = 0; every_cycle < 2; ++every_cycle) {
        echo_right(); /* it has `legal` */
        echo_rules[ECHO_REQ].always = !every_cycle;
        echo_rules[ECHO_REQ].every_cycle = every_cycle;
        open_share(&s, &scenario);
        assert_int_equal(s.enables, !every_cycle);
        assert_int_equal(s.every_cycle, every_cycle);
        assay_share_moved(&s, ASSAY_LEADS, 1u << ECHO_RSP);
        take(&s, ASSAY_LEADS);
        assert_int_equal(take(&s, ASSAY_FOLLOWS), 1);
        assay_share_close(&s);
    }
    echo_right();
    open_share(&s, &scenario);
    assay_share_moved(&s, ASSAY_LEADS, 1u << ECHO_RSP);
    take(&s, ASSAY_LEADS);
    assert_int_equal(take(&s, ASSAY_FOLLOWS), 0);
    assay_share_close(&s);
}

static void test_put(void **state)
{
    const struct echo_item item = {.data = 77};
    struct assay_share s;

    (void)state;
    echo_right();
    open_share(&s, &scenario);
    take(&s, ASSAY_LEADS);
    s.draining = true;
    for (unsigned i = 1; i < ASSAY_SHARE_AHEAD; ++i)
        assert_true(assay_share_put(&s, ECHO_REQ, &item));
    assert_false(assay_share_put(&s, ECHO_REQ, &item));
    assert_int_equal(take(&s, ASSAY_FOLLOWS), 1);
    assert_true(assay_share_put(&s, ECHO_REQ, &item));
    for (unsigned i = 0; i < ASSAY_SHARE_AHEAD; ++i)
        assert_int_equal(take(&s, ASSAY_FOLLOWS), 77);
    assert_int_equal(take(&s, ASSAY_FOLLOWS), 0);
    assay_share_close(&s);
}

/* Both sides have the same value until they are silent. */
static void test_plain(void **state)
{
    struct assay_share s;
    uint64_t cycle = 0;
    unsigned mode;

    (void)state;
    echo_right();
    open_share(&s, &scenario_plain);
    mode = mode_of(&s, ASSAY_LEADS);
    assert_int_equal(mode_of(&s, ASSAY_FOLLOWS), mode);
    for (; !assay_share_pauses(&s) && cycle < 100000; ++cycle) {
        assert_int_equal(mode_of(&s, ASSAY_LEADS), mode);
        assert_int_equal(mode_of(&s, ASSAY_FOLLOWS), mode);
        assay_share_tick(&s, cycle);
    }
    assert_true(assay_share_pauses(&s));
    assert_int_equal(mode_of(&s, ASSAY_LEADS), mode);
    assay_share_silent(&s, cycle);
    mode_of(&s, ASSAY_LEADS);
    assert_int_equal(mode_of(&s, ASSAY_FOLLOWS), asked.values & 7);
    assert_false(assay_share_pauses(&s));
    for (++cycle; !assay_share_pauses(&s); ++cycle)
        assay_share_tick(&s, cycle);
    assay_share_give_up(&s);
    assert_int_equal(s.plain_lost, 1);
    assert_false(s.reset_given_up);
    for (unsigned i = 0; i < 100000; ++i)
        assay_share_tick(&s, ++cycle);
    assert_false(assay_share_pauses(&s)); /* not again */
    assay_share_close(&s);
}

/* Pins with one value per run, and those of a design that moves only while it is enabled. */
static void test_plain_in_resets(void **state)
{
    struct assay_share s;
    unsigned mode;

    (void)state;
    for (int enables = 0; enables < 2; ++enables) {
        echo_right();
        echo_rules[ECHO_REQ].always = enables;
        for (size_t i = 0; !enables && i < ECHO_PORTS; ++i)
            echo_plain[i].drive = ASSAY_PLAIN_PER_RUN;
        open_share(&s, &scenario_plain);
        mode = mode_of(&s, ASSAY_LEADS);
        assay_share_tick(&s, 1000000);
        assert_false(assay_share_pauses(&s));
        s.reset_wanted = true;
        assay_share_silent(&s, 1000000);
        if (enables)
            assert_int_not_equal(mode_of(&s, ASSAY_LEADS), mode);
        else
            assert_int_equal(mode_of(&s, ASSAY_LEADS), mode);
        assay_share_close(&s);
    }
}

static void test_script(void **state)
{
    struct assay_share s;

    (void)state;
    echo_right();
    open_share(&s, &scenario);
    assert_int_equal(assay_share_ask(&s, ASSAY_LEADS, true), ASSAY_EVENT_NOW); /* at the start */
    assert_int_equal(assay_share_ask(&s, ASSAY_FOLLOWS, true), ASSAY_EVENT_NOW);
    s.at_rest = false;
    for (unsigned i = 1; i < 5; ++i) {
        assert_int_equal(assay_share_ask(&s, ASSAY_LEADS, true), ASSAY_EVENT_LATER);
        assert_int_equal(assay_share_ask(&s, ASSAY_FOLLOWS, true), ASSAY_EVENT_LATER);
        assert_true(assay_share_pauses(&s));
        assert_int_equal(s.late, i);
    }
    s.at_rest = true;
    assert_int_equal(assay_share_ask(&s, ASSAY_LEADS, true), ASSAY_EVENT_NOW);
    assert_int_equal(assay_share_ask(&s, ASSAY_FOLLOWS, true), ASSAY_EVENT_NOW);
    assert_false(assay_share_pauses(&s));
    assert_int_equal(s.late, 4);
    for (int reset = 0; reset < 2; ++reset) {
        s.at_rest = false;
        assay_share_ask(&s, ASSAY_LEADS, reset);
        assay_share_give_up(&s);
        assert_int_equal(assay_share_ask(&s, ASSAY_LEADS, reset), ASSAY_EVENT_NEVER);
        assert_int_equal(assay_share_ask(&s, ASSAY_FOLLOWS, reset), ASSAY_EVENT_NEVER);
        assert_false(assay_share_pauses(&s));
        assert_int_equal(s.resets_lost, reset);
        assert_int_equal(s.plain_lost, 1);
        assert_int_equal(assay_share_ask(&s, ASSAY_LEADS, reset), ASSAY_EVENT_LATER); /* the next */
        s.at_rest = true;
        assay_share_ask(&s, ASSAY_LEADS, reset);
    }
    assay_share_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_sequence),
        cmocka_unit_test(test_reset),
        cmocka_unit_test(test_reset_given_up),
        cmocka_unit_test(test_waits_for_what_came_out),
        cmocka_unit_test(test_enable_does_not_wait),
        cmocka_unit_test(test_put),
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_plain_in_resets),
        cmocka_unit_test(test_script),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
