/*
 * test_dpas_deep.c - the golden model of dpas with commands of any depth up to 64: arithmetic and
 * decoding against the oracle, cycles according to the contract; everything else is as in a block
 * for depths up to 8.
 */
#include "unit/dpas_rig.h"

static const struct dpas_params blocks[] = {{4, 2, 0, 64}, {8, 4, 0, 64}, {16, 8, 0, 64}};

enum { BLOCKS = sizeof blocks / sizeof blocks[0] };

/* Counts the passes: one for each `depth` slices or part of them. */
static uint32_t count_passes(uint32_t sd, uint32_t depth)
{
    uint32_t passes = 0;

    for (uint32_t s = 0; s < sd; s += depth)
        ++passes;
    return passes;
}

/* --- arithmetic and decoding --- */

/* Every depth, pair, accumulator and clamp. */
static void test_arithmetic(void **unused)
{
    static struct job j;

    (void)unused;
    rng_begin(SEED + 20);
    for (uint32_t sd = 1; sd <= DEEPEST; ++sd) {
        for (uint32_t pair = 0; pair < PAIRS; ++pair) {
            const uint32_t width = all_lanes[draw(3)], depth = all_depths[draw(3)];
            const struct dpas_params p = {width, depth, 0, 64};

            for (uint32_t mode = 0; mode < 4; ++mode) {
                const uint32_t taken = 1 + draw(p.lanes), rc = 1 + draw(8);

                j.cmd = make_pair(pair, sd, rc, taken);
                if (j.cmd.src1_type < TYPES) {
                    j.cmd.saturate = mode & 1;
                    j.cmd.acc_type = mode >> 1 & 1;
                }
                j.cmd.src0_null = draw(4) == 0;
                j.cmd.src0_scalar = draw(4) == 0;
                fill_random(&j, p.lanes);
                check_compute(&j, &p);
            }
        }
    }
}

/* The greatest and the least possible sums, at both ends of both accumulators. */
static void test_ends(void **unused)
{
    static struct job j;

    (void)unused;
    rng_begin(SEED + 21);
    for (uint32_t mode = 0; mode < 16; ++mode) { /* saturate, acc_type, sign of src1, of src2 */
        bool top = false, bottom = false;

        for (uint32_t x = 0; x < 144; ++x) {
            j.cmd = make_cmd(mode & 4 ? DPAS_S8 : DPAS_U8, mode & 8 ? DPAS_S8 : DPAS_U8, 64, 2, 4);
            j.cmd.saturate = mode & 1;
            j.cmd.acc_type = mode >> 1 & 1;
            for (uint32_t i = 0; i < DEEPEST; ++i) {
                fill(j.src1[i].data, 16, 4, x % 12);
                fill(j.src2[i].data, 8, 8, x / 12);
            }
            for (uint32_t i = 0; i < 8; ++i) {
                for (uint32_t n = 0; n < 16; ++n)
                    j.src0[i].data[n] = n < 4 ? accumulator(n + 4 * i) : 0;
            }
            check_compute(&j, &blocks[0]);
            top |= j.hit_top;
            bottom |= j.hit_bottom;
        }
        assert_true(top);
        assert_int_equal(bottom, (mode & 12) != 0);
    }
}

static void test_status(void **unused)
{
    (void)unused;
    for (uint32_t b = 0; b < BLOCKS; ++b) {
        uint32_t seen = 0;

        for (uint32_t x = 0; x < UINT32_C(1) << 20; ++x) {
            struct dpas_cmd c =
                make_cmd(x >> 18 & 1 ? DPAS_F16 : DPAS_U2, x >> 19 & 1 ? DPAS_F16 : DPAS_U2,
                         x & 127, x >> 7 & 15, x >> 11 & 31);
            struct dpas_decoded d;
            uint32_t want;

            c.acc_type = x >> 16 & 1 ? DPAS_ACC_F32 : DPAS_ACC_S32;
            c.saturate = x >> 17 & 1;
            want = oracle_status(&c, &blocks[b]);
            if (dpas_decode(&c, &blocks[b], &d) != want)
                fail_msg("command %x: status %u instead of %u", x, d.status, want);
            seen |= 1u << want;
            if (want ? d.octets | d.passes : d.passes != count_passes(c.sd, blocks[b].depth))
                fail_msg("command %x: %u octets, %u passes", x, d.octets, d.passes);
        }
        assert_int_equal(seen, 0x3F);
    }
}

/* A layer without a slice in the last pass passes -0 on; adding zero would make it +0. */
static void test_unused_layers(void **unused)
{
    (void)unused;
    rng_begin(SEED + 22);
    for (uint32_t b = 0; b < BLOCKS; ++b) {
        for (uint32_t sd = 1; sd <= DEEPEST; ++sd) {
            struct job *j;

            rig_begin_params(&blocks[b]);
            j = rig_add(make_cmd(DPAS_F32, DPAS_F32, sd, 2, 4));
            for (uint32_t i = 0; i < DEEPEST; ++i) {
                for (uint32_t n = 0; n < 16; ++n)
                    j->src1[i].data[n] = 0x80000000;
                for (uint32_t k = 0; k < 8; ++k)
                    j->src2[i].data[k] = 0x3F800000;
            }
            for (uint32_t n = 0; n < 4; ++n)
                j->src0[0].data[n] = j->src0[1].data[n] = 0x80000000;
            expect(j, &blocks[b]);
            assert_int_equal(j->dst[1][3], 0x80000000);
            rig_finish(1000);
        }
    }
}

/* --- cycles --- */

/* A lone command, rc = 1. An octet's row of src2 comes with the octet's first pass; passes are
 * 2*depth cycles apart. */
static void test_latency(void **unused)
{
    (void)unused;
    rng_begin(SEED + 23);
    for (uint32_t b = 0; b < BLOCKS; ++b) {
        const uint32_t around = 2 * blocks[b].depth;

        for (uint32_t sd = 1; sd <= DEEPEST; ++sd) {
            rig_begin_params(&blocks[b]);
            rig_add(make_cmd(DPAS_S8, DPAS_S8, sd, 1, 4));
            rig_finish(1000);
            assert_int_equal(rig.count[SRC0], 1);
            assert_int_equal(rig.count[SRC1], sd);
            assert_int_equal(rig.count[SRC2], (sd + 7) / 8);
            for (uint32_t row = 0; row < sd && row < 16; ++row)
                assert_int_equal(rig.at[SRC1][row], 1 + row);
            for (uint32_t g = 0; g < rig.count[SRC2]; ++g)
                assert_int_equal(rig.at[SRC2][g], 2 + 8 * g / blocks[b].depth * around);
            assert_int_equal(rig.at[DST][0], 2 + count_passes(sd, blocks[b].depth) * around + 1);
        }
    }
}

/* A slice, and the place of its row, is free in the cycle after its layer took it for the last
 * repeat. */
static void test_third_octet(void **unused)
{
    (void)unused;
    rng_begin(SEED + 24);
    for (uint32_t b = 0; b < BLOCKS; ++b) {
        const uint32_t depth = blocks[b].depth, rc = 3;

        rig_begin_params(&blocks[b]);
        rig_add(make_cmd(DPAS_S8, DPAS_S8, 24, rc, 4));
        rig_finish(1000);
        for (uint32_t s = 0; s < 8; ++s) {
            const uint32_t pass = s / depth, layer = s % depth;

            assert_int_equal(rig.at[SRC1][16 + s] >= 17 + s, true);
            /* Repeat 2 of pass 0 enters in 4; a pass takes the greater of 2*depth and rc cycles. */
            const uint32_t taken =
                2 + rc - 1 + pass * (2 * depth > rc ? 2 * depth : rc) + 2 * layer;
            assert_int_equal(rig.at[SRC1][16 + s], taken + 1 > 17 + s ? taken + 1 : 17 + s);
        }
    }
}

/* The steady interval at every depth and repeat count, by the formula for rc = 8, repeated here,
 * and by dpas_interval. */
static void test_interval(void **unused)
{
    static const uint8_t pairs[][2] = {{DPAS_U8, DPAS_U8}, {DPAS_S4, DPAS_S8}, {DPAS_S2, DPAS_U8}};
    enum { COMMANDS = 20 };

    (void)unused;
    rng_begin(SEED + 25);
    for (uint32_t x = 0; x < BLOCKS * 3 * DEEPEST * 8; ++x) {
        const uint32_t b = x % BLOCKS, rc = 1 + x / 9 % 8, sd = 1 + x / 72;
        const uint32_t depth = blocks[b].depth;
        struct dpas_cmd c = make_cmd(pairs[x / 3 % 3][0], pairs[x / 3 % 3][1], sd, rc, 4);
        struct dpas_decoded d;
        uint32_t interval;

        c.src0_null = rc & 1;
        rig_begin_params(&blocks[b]);
        rig_add(c);
        rig_repeat(COMMANDS - 1);
        rig_finish(10000);
        dpas_decode(&c, &blocks[b], &d);
        assert_int_equal(rig.at[RSP][COMMANDS - 1] - rig.at[RSP][COMMANDS - 1 - DPAS_INTERVAL_OF],
                         dpas_interval(&blocks[b], &d));
        if (rc < 8)
            continue;
        interval = (count_passes(sd, depth) - 1) * (2 * depth > 8 ? 2 * depth : 8) + 8;
        if (interval < rig.jobs[0].rows)
            interval = rig.jobs[0].rows;
        assert_int_equal(dpas_interval(&blocks[b], &d), DPAS_INTERVAL_OF * interval);
    }
}

/* Without its row of src2 the second octet does not enter; it requests the row, but no src0. */
static void test_octet_waits(void **unused)
{
    (void)unused;
    rng_begin(SEED + 26);
    for (uint32_t b = 0; b < BLOCKS; ++b) {
        rig_begin_params(&blocks[b]);
        rig_add(make_cmd(DPAS_S8, DPAS_S8, 11, 8, 4));
        rig_add(make_cmd(DPAS_S8, DPAS_S8, 4, 8, 4));
        while (rig.count[SRC2] < 8)
            rig_cycle(FLOW);
        rig_cycles(100, FLOW & ~GIVE_SRC2);
        assert_int_equal(rig.out.src2_ready, 1);
        assert_int_equal(rig.out.src0_ready, 0);
        assert_int_equal(rig.count[SRC2], 8);
        assert_int_equal(rig.count[DST], 0);
        /* src2 of octet 1 needs no src0. */
        for (uint32_t i = 8; i < 16; ++i) {
            rig_cycle(FLOW & ~GIVE_SRC0);
            assert_int_equal(rig.count[SRC2], i + 1);
            assert_int_equal(rig.at[SRC2][i], rig.now - 1);
        }
        assert_int_equal(rig.count[SRC0], 8);
        rig_finish(1000);
    }
}

/* Octets alternate between the banks, also across commands: two can be loaded, but not a third. */
static void test_banks(void **unused)
{
    static const uint8_t depths[][4] = {/* three commands; rows of src1 while nothing issues */
                                        {64, 8, 8, 16}, {9, 8, 8, 9},   {8, 9, 8, 16},
                                        {8, 8, 8, 16},  {3, 24, 8, 11}, {17, 1, 1, 16},
                                        {1, 16, 8, 9},  {7, 1, 64, 8},  {16, 1, 1, 16}};

    (void)unused;
    rng_begin(SEED + 27);
    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; ++i) {
        rig_begin_params(&blocks[1]);
        for (int k = 0; k < 3; ++k)
            rig_add(make_cmd(DPAS_S8, DPAS_S8, depths[i][k], 1, 8));
        rig_cycles(80, FLOW & ~GIVE_SRC2);
        assert_int_equal(rig.count[SRC1], depths[i][3]);
        assert_int_equal(rig.count[CMD], 2);
        rig_finish(2000);
    }
}

static void test_random_stalls(void **unused)
{
    (void)unused;
    rng_begin(SEED + 28);
    for (uint32_t set = 0; set < 9; ++set) {
        const struct dpas_params p = {all_lanes[set % 3], all_depths[set / 3], 0, 64};
        uint32_t density[STREAMS] = {16, 16, 16, 16, 16, 16};

        rig_begin_params(&p);
        for (uint32_t i = 0; i < MAX_JOBS / 2; ++i)
            rig_add(random_cmd(&p));
        while (rig.count[RSP] < rig.n_jobs - 10) {
            rig_cycle(random_flow(density));
            if (rig.now > 1000000)
                fail_msg("no end after %u cycles", rig.now);
        }
        rig_finish(1000000);
        assert_null(next_of(SRC1));
        assert_null(next_of(SRC0));
        assert_null(next_of(SRC2));
    }
}

/* A block for all depths takes the commands of depths 1, 2, 4 and 8 in the same cycles as a block
 * for only those. */
static void test_as_shallow(void **unused)
{
    static struct dpas_state deep;

    (void)unused;
    rng_begin(SEED + 29);
    for (uint32_t set = 0; set < 9; ++set) {
        struct dpas_params p = {all_lanes[set % 3], all_depths[set / 3], 0, 64};
        uint32_t density[STREAMS] = {16, 16, 16, 16, 16, 16};

        dpas_init(&deep, &p);
        p.max_sd = 8;
        rig_begin_params(&p);
        for (uint32_t i = 0; i < 200; ++i) {
            struct dpas_cmd c = random_cmd(&p);

            if (c.sd != 1 && c.sd != 2 && c.sd != 4 && c.sd != 8)
                c.sd = 0;
            rig_add(c);
        }
        while (rig.count[RSP] < rig.n_jobs) {
            struct dpas_outputs out;

            rig_cycle(random_flow(density));
            memset(&out, 0xA5, sizeof out);
            dpas_step(&deep, &rig.in, &out);
            assert_memory_equal(&out, &rig.out, sizeof out);
            assert_true(rig.now < 100000);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic), cmocka_unit_test(test_ends),
        cmocka_unit_test(test_status),     cmocka_unit_test(test_unused_layers),
        cmocka_unit_test(test_latency),    cmocka_unit_test(test_third_octet),
        cmocka_unit_test(test_interval),   cmocka_unit_test(test_octet_waits),
        cmocka_unit_test(test_banks),      cmocka_unit_test(test_random_stalls),
        cmocka_unit_test(test_as_shallow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
