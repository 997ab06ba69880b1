/*
 * test_dpas_random.c - the golden model of dpas with random commands and stalls, resets, and copies
 * of its state.
 */
#include "unit/dpas_rig.h"

static void test_random_stalls(void **unused)
{
    (void)unused;
    rng_begin(SEED + 14);
    for (uint32_t set = 0; set < 9; ++set) {
        const uint32_t lanes = all_lanes[set % 3];
        uint32_t density[STREAMS] = {16, 16, 16, 16, 16, 16};

        rig_begin(lanes, all_depths[set / 3]);
        for (uint32_t i = 0; i < MAX_JOBS; ++i)
            rig_add(random_cmd(&rig.s.params));
        while (rig.count[RSP] < MAX_JOBS - 10) {
            rig_cycle(random_flow(density));
            if (rig.now > 500000)
                fail_msg("no end after %u cycles", rig.now);
        }
        rig_finish(500000);
        assert_null(next_of(SRC1));
        assert_null(next_of(SRC0));
        assert_null(next_of(SRC2));
    }
}

/* A reset at any moment restores the power-up state, whatever is offered meanwhile. */
static void test_reset(void **unused)
{
    static struct dpas_state fresh, before;

    (void)unused;
    rng_begin(SEED + 15);
    for (uint32_t round = 0; round < 60; ++round) {
        const struct dpas_params p = {all_lanes[round % 3], all_depths[round / 3 % 3], 0,
                                      DPAS_SHALLOW};
        uint32_t density[STREAMS] = {16, 16, 16, 16, 16, 16};
        struct dpas_outputs out;

        dpas_init(&fresh, &p);
        rig_begin(p.lanes, p.depth);
        for (uint32_t i = 0; i < 30; ++i)
            rig_add(random_cmd(&p));
        for (uint32_t i = draw(100); i; --i)
            rig_cycle(random_flow(density));

        /* The outputs in the first cycle of a reset are the same as without it. */
        rig.in.rst = 0;
        before = rig.s;
        dpas_step(&before, &rig.in, &out);
        rig.in.rst = 1;
        memset(&rig.out, 0xA5, sizeof rig.out);
        dpas_step(&rig.s, &rig.in, &rig.out);
        assert_int_equal(rig.out.cmd_ready, out.cmd_ready);
        assert_int_equal(rig.out.src1_ready, out.src1_ready);
        assert_int_equal(rig.out.src0_ready, out.src0_ready);
        assert_int_equal(rig.out.src2_ready, out.src2_ready);
        assert_int_equal(rig.out.dst_valid, out.dst_valid);
        assert_memory_equal(rig.out.dst.data, out.dst.data, sizeof out.dst.data);
        assert_int_equal(rig.out.rsp_valid, out.rsp_valid);
        assert_memory_equal(&rig.s, &fresh, sizeof fresh);

        dpas_step(&rig.s, &rig.in, &rig.out); /* still in reset */
        assert_memory_equal(&rig.s, &fresh, sizeof fresh);
        dpas_reset(&before);
        assert_memory_equal(&before, &fresh, sizeof fresh);

        /* Everything works from there. */
        rig_begin(p.lanes, p.depth);
        rig_add(make_cmd(DPAS_S8, DPAS_S4, 2, 3, 4));
        rig_finish(200);
    }
}

/* The state is plain data: a copy continues like the original. */
static void test_copy(void **unused)
{
    static struct dpas_state copy;
    uint32_t density[STREAMS] = {16, 16, 16, 16, 16, 16};

    (void)unused;
    rng_begin(SEED + 16);
    rig_begin(8, 4);
    for (uint32_t i = 0; i < 100; ++i)
        rig_add(random_cmd(&rig.s.params));
    for (uint32_t i = 0; i < 2000; ++i) {
        struct dpas_outputs out;

        memcpy(&copy, &rig.s, sizeof copy);
        rig_cycle(random_flow(density));
        memset(&out, 0x5A, sizeof out);
        dpas_step(&copy, &rig.in, &out);
        assert_memory_equal(&copy, &rig.s, sizeof copy);
        assert_memory_equal(out.dst.data, rig.out.dst.data, sizeof out.dst.data);
        assert_int_equal(out.dst.tag, rig.out.dst.tag);
        assert_int_equal(out.dst.last, rig.out.dst.last);
        assert_int_equal(out.rsp.tag, rig.out.rsp.tag);
        assert_int_equal(out.rsp.status, rig.out.rsp.status);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_stalls),
        cmocka_unit_test(test_reset),
        cmocka_unit_test(test_copy),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
