/*
 * test_dpas_cycles.c - the cycles of the golden model of dpas, rule by rule of its contract.
 */
#include "unit/dpas_rig.h"

/* A lone command, rc = 1: cmd in 0, src1 in 1, src2 in 2, later passes as the sum comes around. */
static void test_latency(void **unused)
{
    (void)unused;
    rng_begin(SEED + 2);
    for (uint32_t d = 0; d < 3; ++d) {
        const uint32_t depth = all_depths[d];

        for (uint32_t sd = 1; sd <= 8; sd *= 2) {
            const uint32_t passes = sd > depth ? sd / depth : 1;

            for (uint32_t type = DPAS_S8; type <= DPAS_F32; ++type) {
                rig_begin(8, depth);
                rig_add(make_cmd(type, type, sd, 1, 8));
                rig_finish(1000);
                assert_int_equal(rig.at[CMD][0], 0);
                for (uint32_t row = 0; row < sd; ++row)
                    assert_int_equal(rig.at[SRC1][row], 1 + row);
                assert_int_equal(rig.at[SRC2][0], 2);
                assert_int_equal(rig.at[SRC0][0], 2);
                assert_int_equal(rig.at[DST][0], 2 + passes * 2 * depth + 1);
                assert_int_equal(rig.at[RSP][0], rig.at[DST][0]);
            }
        }
        /* An error marker: cmd in 0, enters in 1. */
        rig_begin(8, depth);
        rig_add(make_cmd(DPAS_S8, DPAS_S8, 3, 1, 8));
        rig_finish(1000);
        assert_int_equal(rig.at[RSP][0], 1 + 2 * depth + 1);
    }
}

/* The steady interval of every pair of types at rc = 8, by the specification's formula. */
static void test_interval_rc8(void **unused)
{
    (void)unused;
    rng_begin(SEED + 3);
    for (uint32_t d = 0; d < 3; ++d) {
        const uint32_t depth = all_depths[d];

        for (uint32_t pair = 0; pair < PAIRS; ++pair) {
            for (uint32_t sd = 1; sd <= 8; sd *= 2) {
                const struct dpas_cmd c = make_pair(pair, sd, 8, 4);
                const uint32_t passes = sd > depth ? sd / depth : 1;
                uint32_t interval = (passes - 1) * (2 * depth > 8 ? 2 * depth : 8) + 8;

                rig_begin(4, depth);
                for (int i = 0; i < 8; ++i)
                    rig_add(c);
                if (interval < rig.jobs[0].rows)
                    interval = rig.jobs[0].rows;
                rig_finish(1000);
                for (uint32_t i = 1; i < 8; ++i) {
                    assert_int_equal(rig.at[RSP][i] - rig.at[RSP][i - 1], interval);
                    assert_int_equal(rig.at[SRC2][8 * i] - rig.at[SRC2][8 * i - 8], interval);
                }
            }
        }
    }
}

/* The same at any rc, by dpas_interval. It depends on the types only through the slices in a
 * dword. */
static void test_interval(void **unused)
{
    static const uint8_t pairs[][2] = {
        {DPAS_U8, DPAS_U8}, {DPAS_S4, DPAS_S8},   {DPAS_S2, DPAS_U8},  {DPAS_S4, DPAS_S4},
        {DPAS_U2, DPAS_U4}, {DPAS_F16, DPAS_F16}, {DPAS_F32, DPAS_F32}};

    (void)unused;
    rng_begin(SEED + 4);
    for (uint32_t d = 0; d < 3; ++d) {
        for (uint32_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
            for (uint32_t sd = 1; sd <= 8; sd *= 2) {
                for (uint32_t rc = 1; rc <= 8; ++rc) {
                    struct dpas_cmd c = make_cmd(pairs[i][0], pairs[i][1], sd, rc, 4);
                    struct dpas_decoded decoded;

                    c.src0_null = rc & 1;
                    rig_begin(4, all_depths[d]);
                    for (int k = 0; k < 40; ++k)
                        rig_add(c);
                    rig_finish(5000);
                    dpas_decode(&c, &rig.s.params, &decoded);
                    assert_int_equal(rig.at[RSP][39] - rig.at[RSP][39 - 2 * DPAS_INTERVAL_OF],
                                     2 * dpas_interval(&rig.s.params, &decoded));
                }
            }
        }
    }
}

/* Commands of different types, with sd up to depth, follow each other without a bubble. */
static void test_back_to_back(void **unused)
{
    (void)unused;
    rng_begin(SEED + 5);
    for (uint32_t l = 0; l < 3; ++l) {
        for (uint32_t d = 0; d < 3; ++d) {
            rig_begin(all_lanes[l], all_depths[d]);
            for (uint32_t i = 0; i < 100; ++i) {
                struct dpas_cmd c = make_pair(draw(PAIRS), all_depths[d], 8, 4);

                c.src0_null = (uint8_t)draw(2);
                rig_add(c);
            }
            rig_finish(2000);
            for (uint32_t i = 1; i < 800; ++i)
                assert_int_equal(rig.at[DST][i], rig.at[DST][i - 1] + 1);
        }
    }
}

/* dst or rsp stalls for a while: nothing is taken from src0 and src2, and everything comes later by
 * exactly that many cycles. */
static void test_freeze(void **unused)
{
    enum { ROWS = 8 * 20, AT = 60, STALL = 13 };
    static uint32_t before[ROWS];

    (void)unused;
    for (uint32_t d = 0; d < 3; ++d) {
        for (int which = 0; which < 2; ++which) {
            for (int stalled = 0; stalled < 2; ++stalled) {
                uint32_t taken, start = AT;

                rng_begin(SEED + 6);
                rig_begin(8, all_depths[d]);
                for (uint32_t i = 0; i < 20; ++i)
                    rig_add(make_cmd(DPAS_S4, DPAS_U8, all_depths[d], 8, 8));
                rig_cycles(AT, FLOW);
                while (which == 1 && !rig.s.rsp_valid) {
                    rig_cycle(FLOW);
                    ++start;
                }
                taken = rig.count[SRC2];
                for (int i = 0; stalled && i < STALL; ++i) {
                    rig_cycle(which ? FLOW & ~TAKE_RSP : FLOW & ~TAKE_DST);
                    assert_false(rig.out.src2_ready || rig.out.src0_ready);
                    assert_int_equal(rig.count[SRC2], taken);
                }
                rig_finish(2000);
                for (uint32_t i = 0; i < ROWS; ++i) {
                    if (!stalled)
                        before[i] = rig.at[DST][i];
                    else if (which == 0)
                        assert_int_equal(rig.at[DST][i],
                                         before[i] + (before[i] >= start ? STALL : 0));
                    else /* the dst row next to the response is taken at once */
                        assert_int_equal(rig.at[DST][i],
                                         before[i] + (before[i] > start ? STALL : 0));
                }
            }
        }
    }
}

/* One output register waits; the other one's content is transferred once. */
static void test_one_output_waits(void **unused)
{
    (void)unused;
    rng_begin(SEED + 17);
    for (int which = 0; which < 2; ++which) {
        const uint32_t flow = which ? FLOW & ~TAKE_RSP : FLOW & ~TAKE_DST;

        rig_begin(8, 2);
        for (int i = 0; i < 6; ++i)
            rig_add(make_cmd(DPAS_U4, DPAS_S8, 2, 1, 8));
        rig_cycles(30, flow);
        assert_int_equal(rig.count[DST], which);
        assert_int_equal(rig.count[RSP], !which);
        assert_int_equal(rig.out.dst_valid, !which);
        assert_int_equal(rig.out.rsp_valid, which);
        rig_finish(200);
        assert_int_equal(rig.count[DST], 6);
    }
}

/* While the array is frozen, commands and src1 rows come in as long as there is room. */
static void test_inputs_during_freeze(void **unused)
{
    (void)unused;
    rng_begin(SEED + 7);
    rig_begin(8, 2);
    rig_add(make_cmd(DPAS_S8, DPAS_S8, 2, 1, 8));
    rig_cycles(20, FLOW & ~TAKE_DST);
    assert_int_equal(rig.out.dst_valid, 1);
    assert_int_equal(rig.s.queued, 0);
    for (int i = 0; i < 4; ++i)
        rig_add(make_cmd(DPAS_S8, DPAS_S8, 4, 2, 8));
    rig_cycles(30, FLOW & ~TAKE_DST);
    assert_int_equal(rig.count[CMD], 3);
    assert_int_equal(rig.count[SRC1], 2 + 4 + 4);
    assert_int_equal(rig.count[SRC2], 1);
    rig_finish(200);
}

/* src1 row 2 comes late: the first packet waits for it in front of layer 2, with everything behind
 * it, while the previous command continues and leaves. */
static void test_starvation(void **unused)
{
    (void)unused;
    rng_begin(SEED + 8);
    rig_begin(8, 4);
    rig_add(make_cmd(DPAS_S8, DPAS_S8, 4, 8, 8));
    rig_add(make_cmd(DPAS_S8, DPAS_S8, 4, 8, 8));
    while (rig.count[SRC1] < 4 + 2)
        rig_cycle(FLOW);
    rig_cycles(40, FLOW & ~GIVE_SRC1);
    /* The first command has left; four packets of the second are in slots 3 to 0. */
    assert_int_equal(rig.count[DST], 8);
    assert_int_equal(rig.at[DST][7], rig.at[SRC2][7] + 9);
    assert_int_equal(rig.count[SRC2], 8 + 4);
    assert_int_equal(rig.at[SRC2][11], rig.at[SRC2][7] + 4);
    assert_false(rig.out.src2_ready || rig.out.src0_ready);
    const uint32_t u = rig.now;
    rig_finish(200);
    assert_int_equal(rig.at[SRC1][6], u);
    /* Loaded from u+1, in slot 4 from u+2, in slot 7 from u+5, in the register in u+6. */
    for (uint32_t i = 0; i < 8; ++i)
        assert_int_equal(rig.at[DST][8 + i], u + 6 + i);
    for (uint32_t i = 4; i < 8; ++i)
        assert_int_equal(rig.at[SRC2][8 + i], u + 1 + i - 4);
}

/* A row that comes a few cycles late makes a bubble of exactly that many cycles in front of its
 * packet. */
static void test_starvation_bubble(void **unused)
{
    (void)unused;
    for (uint32_t late = 0; late < 6; ++late) {
        rng_begin(SEED + 9);
        rig_begin(4, 8);
        rig_add(make_cmd(DPAS_S8, DPAS_S8, 8, 8, 4));
        rig_add(make_cmd(DPAS_S8, DPAS_S8, 8, 8, 4));
        rig_finish(200);
        /* Slice 3 of the second command is needed when its packet 0 moves into slot 6. */
        const uint32_t wanted = rig.at[SRC2][8] + 6;

        rig_begin(4, 8);
        rig_add(make_cmd(DPAS_S8, DPAS_S8, 8, 8, 4));
        rig_add(make_cmd(DPAS_S8, DPAS_S8, 8, 8, 4));
        while (rig.now < wanted - 1 + late)
            rig_cycle(rig.count[SRC1] < 8 + 3 ? FLOW : FLOW & ~GIVE_SRC1);
        rig_finish(200);
        assert_int_equal(rig.at[SRC1][11], wanted - 1 + late);
        assert_int_equal(rig.at[DST][8] - rig.at[DST][7], 1 + late);
        assert_int_equal(rig.at[DST][15] - rig.at[DST][8], 7);
    }
}

/* The command's only packet enters, and so its entry leaves the queue, before its rows have
 * arrived. */
static void test_rows_after_the_queue(void **unused)
{
    (void)unused;
    rng_begin(SEED + 10);
    rig_begin(8, 4);
    rig_add(make_cmd(DPAS_S8, DPAS_S8, 4, 1, 8));
    while (rig.count[SRC1] < 1)
        rig_cycle(FLOW);
    rig_cycles(20, FLOW & ~GIVE_SRC1);
    assert_int_equal(rig.s.queued, 0);
    assert_int_equal(rig.out.src1_ready, 1);
    assert_int_equal(rig.count[DST], 0);
    /* Errors pass through the queue behind it, but do not overtake it in the array. */
    for (int i = 0; i < 10; ++i)
        rig_add(make_cmd(15, 0, 1, 1, 1));
    rig_add(make_cmd(DPAS_U4, DPAS_S8, 4, 3, 8));
    rig_cycles(20, FLOW & ~GIVE_SRC1);
    assert_int_equal(rig.count[RSP], 0);
    rig_finish(200);
}

/* Error commands: one per cycle, without operands; responses in order with those of good
 * commands. */
static void test_errors(void **unused)
{
    (void)unused;
    rng_begin(SEED + 11);
    rig_begin(8, 4);
    for (uint32_t i = 0; i < 100; ++i)
        rig_add(make_cmd(i % 4 == 0 ? 6 + i % 10 : 0, 0, i % 4 == 1 ? 5 : 1, i % 4 == 2 ? 9 : 1,
                         i % 4 == 3 ? 0 : 8)); /* types 6 to 8 with 0: a float with an integer */
    rig_add(make_cmd(DPAS_S8, DPAS_S8, 1, 1, 8));
    rig_finish(500);
    for (uint32_t i = 0; i < 100; ++i) {
        assert_int_equal(rig.at[CMD][i], i);
        assert_int_equal(rig.at[RSP][i], 1 + i + 9);
    }
    for (uint32_t i = 0; i < SINKS; ++i)
        assert_true(i == CMD || (rig.count[i] == 1 && rig.at[i][0] > 100));

    /* Good commands alternate between the banks, whatever errors come in between: the rows of two
     * can be loaded before either issues, but not those of a third. */
    rig_begin(8, 4);
    rig_add(make_cmd(DPAS_S8, DPAS_S8, 8, 1, 8));
    rig_add(make_cmd(DPAS_S8, DPAS_S8, 3, 1, 8));
    rig_add(make_cmd(DPAS_S8, DPAS_S8, 8, 1, 8));
    rig_cycles(60, FLOW & ~GIVE_SRC2);
    assert_int_equal(rig.count[SRC1], 8);
    assert_int_equal(rig.count[CMD], 2);
    rig_finish(500);
}

static void test_queue_and_banks(void **unused)
{
    (void)unused;
    rng_begin(SEED + 12);
    rig_begin(8, 4);
    for (int i = 0; i < 5; ++i)
        rig_add(make_cmd(DPAS_S8, DPAS_U2, 8, 1, 8));
    rig_cycles(10, GIVE_CMD);
    assert_int_equal(rig.count[CMD], 2);
    assert_int_equal(rig.at[CMD][1], 1);
    assert_int_equal(rig.out.cmd_ready, 0);
    rig_cycles(40, GIVE_CMD | GIVE_SRC1);
    assert_int_equal(rig.count[SRC1], 16);
    assert_int_equal(rig.at[SRC1][15], 10 + 15); /* no gap between the commands */
    rig_finish(500);
}

static void test_operand_readies(void **unused)
{
    (void)unused;
    rng_begin(SEED + 13);
    for (uint32_t null = 0; null < 2; ++null) {
        struct dpas_cmd c = make_cmd(DPAS_S8, DPAS_S8, 1, 8, 8);

        c.src0_null = (uint8_t)null;
        c.src0_scalar = 1; /* null takes precedence */
        rig_begin(8, 2);
        rig_add(c);
        rig_cycle(FLOW & ~(GIVE_SRC0 | GIVE_SRC2));
        assert_false(rig.out.src2_ready || rig.out.src0_ready);
        rig_cycle(FLOW & ~(GIVE_SRC0 | GIVE_SRC2));
        assert_false(rig.out.src2_ready || rig.out.src0_ready);
        rig_cycle(FLOW & ~(GIVE_SRC0 | GIVE_SRC2)); /* slice 0 is loaded */
        assert_int_equal(rig.out.src2_ready, null);
        assert_int_equal(rig.out.src0_ready, 0);
        if (!null) {
            rig_cycle(FLOW & ~GIVE_SRC2);
            assert_int_equal(rig.out.src2_ready, 1);
            assert_int_equal(rig.out.src0_ready, 0);
            rig_cycle(FLOW);
            assert_int_equal(rig.out.src2_ready, 1);
            assert_int_equal(rig.out.src0_ready, 1);
            rig_cycle(FLOW & ~GIVE_SRC0);
            assert_int_equal(rig.out.src2_ready, 0);
            assert_int_equal(rig.out.src0_ready, 1);
        } else {
            rig_cycle(FLOW);
            assert_int_equal(rig.out.src2_ready, 1);
            assert_int_equal(rig.out.src0_ready, 0);
        }
        rig_finish(200);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_latency),
        cmocka_unit_test(test_interval_rc8),
        cmocka_unit_test(test_interval),
        cmocka_unit_test(test_back_to_back),
        cmocka_unit_test(test_freeze),
        cmocka_unit_test(test_one_output_waits),
        cmocka_unit_test(test_inputs_during_freeze),
        cmocka_unit_test(test_starvation),
        cmocka_unit_test(test_starvation_bubble),
        cmocka_unit_test(test_rows_after_the_queue),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_queue_and_banks),
        cmocka_unit_test(test_operand_readies),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
