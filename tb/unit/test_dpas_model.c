/*
 * test_dpas_model.c - the golden model of dpas: its integer arithmetic and its decoding against the
 * oracle. test_dpas_float.c covers floats, test_dpas_cycles.c and test_dpas_random.c cover cycles.
 */
#include "unit/dpas_oracle.h"

/* --- arithmetic --- */

/* Every type pair, depth, accumulator, clamp, source of C and number of lanes, with corner
 * values. */
static void test_arithmetic(void **unused)
{
    static struct job j;

    (void)unused;
    rng_begin(SEED);
    for (uint32_t pair = 0; pair < TYPES * TYPES; ++pair) {
        const uint32_t type1 = pair / TYPES, type2 = pair % TYPES;

        for (uint32_t mode = 0; mode < 64; ++mode) { /* sd, saturate, acc_type, null, scalar */
            const uint32_t lanes = all_lanes[draw(3)];
            const struct dpas_params p = {lanes, all_depths[draw(3)], 0, DPAS_SHALLOW};

            for (uint32_t exec = 1; exec <= lanes; ++exec) {
                j.cmd = make_cmd(type1, type2, 1u << (mode & 3), 2, exec);
                j.cmd.saturate = mode >> 2 & 1;
                j.cmd.acc_type = mode >> 3 & 1;
                j.cmd.src0_null = mode >> 4 & 1;
                j.cmd.src0_scalar = mode >> 5 & 1;
                fill_random(&j, lanes);
                check_compute(&j, &p);
            }
        }
    }
}

/* All pairs of corner patterns; both ends of the accumulator are exceeded wherever that is
 * possible. */
static void test_saturation(void **unused)
{
    static const struct dpas_params p = {4, 4, 0, DPAS_SHALLOW};
    static struct job j;

    (void)unused;
    rng_begin(SEED + 1);
    for (uint32_t pair = 0; pair < TYPES * TYPES; ++pair) {
        const uint32_t type1 = pair / TYPES, type2 = pair % TYPES;
        const bool any_signed = type1 & 1 || type2 & 1;

        for (uint32_t mode = 0; mode < 16; ++mode) { /* sd, saturate, acc_type */
            bool top = false, bottom = false;

            for (uint32_t x = 0; x < 144; ++x) {
                j.cmd = make_cmd(type1, type2, 1u << (mode & 3), 2, 4);
                j.cmd.saturate = mode >> 2 & 1;
                j.cmd.acc_type = mode >> 3 & 1;
                for (uint32_t i = 0; i < 8; ++i) {
                    fill(j.src1[i].data, 16, 4, x % 12);
                    fill(j.src2[i].data, 8, 8, x / 12);
                    for (uint32_t n = 0; n < 16; ++n)
                        j.src0[i].data[n] = n < 4 ? accumulator(n + 4 * i) : 0;
                }
                check_compute(&j, &p);
                top |= j.hit_top;
                bottom |= j.hit_bottom;
            }
            assert_true(top);
            assert_int_equal(bottom, any_signed);
        }
    }
}

/* Values computed by hand. */
static void test_known(void **unused)
{
    static const struct dpas_params p = {4, 2, 0, DPAS_SHALLOW};
    static struct job j;
    struct dpas_decoded d;
    uint32_t dst[16];

    (void)unused;
    memset(&j, 0, sizeof j);
    j.cmd = make_cmd(DPAS_S8, DPAS_U8, 1, 1, 2);
    dpas_decode(&j.cmd, &p, &d);
    j.src1[0].data[0] = 0xFF020380; /* -128, 3, 2, -1 */
    j.src1[0].data[1] = 0x01010101;
    j.src1[0].data[2] = 0x7F7F7F7F; /* beyond exec_size */
    j.src2[0].data[0] = 0x04C80AFF; /* 255, 10, 200, 4 */
    j.src2[0].data[1] = 0xFFFFFFFF; /* beyond sd */
    j.src0[0].data[0] = 1000;
    j.src0[0].data[1] = 0xFFFFFFFF;
    j.src0[0].data[2] = 77;
    dpas_compute(&p, &d, j.src1, j.src2, j.src0, dst);
    assert_int_equal(dst[0], (uint32_t)(1000 - 32640 + 30 + 400 - 4));
    assert_int_equal(dst[1], 468);
    assert_int_equal(dst[2], 77);
    assert_int_equal(dst[3], 0);

    /* u2 with u8: four slices per dword; slice 3 is its top byte, 3, 2, 1, 0. */
    j.cmd = make_cmd(DPAS_U2, DPAS_U8, 4, 1, 1);
    dpas_decode(&j.cmd, &p, &d);
    assert_int_equal(d.per_row, 4);
    assert_int_equal(d.src1_rows, 1);
    assert_int_equal(d.passes, 2);
    j.src1[0].data[0] = 0x1B000000;
    j.src2[0].data[3] = 0x64320A01; /* 1, 10, 50, 100 */
    j.src0[0].data[0] = 0;
    dpas_compute(&p, &d, j.src1, j.src2, j.src0, dst);
    assert_int_equal(dst[0], 3 * 1 + 2 * 10 + 1 * 50);

    /* The sum is clamped only once: it exceeds the top on its way, but not at its end. */
    j.cmd = make_cmd(DPAS_S8, DPAS_S8, 2, 1, 1);
    j.cmd.saturate = 1;
    dpas_decode(&j.cmd, &p, &d);
    j.src1[0].data[0] = 100;
    j.src1[1].data[0] = 0x9C; /* -100 */
    j.src2[0].data[0] = 100;
    j.src2[0].data[1] = 100;
    j.src0[0].data[0] = 0x7FFFFFFF;
    dpas_compute(&p, &d, j.src1, j.src2, j.src0, dst);
    assert_int_equal(dst[0], 0x7FFFFFFF);
    j.src1[1].data[0] = 0x9B; /* -101 */
    dpas_compute(&p, &d, j.src1, j.src2, j.src0, dst);
    assert_int_equal(dst[0], 0x7FFFFFFF - 100);
    j.cmd.acc_type = DPAS_ACC_U32;
    dpas_decode(&j.cmd, &p, &d);
    j.src0[0].data[0] = 50;
    dpas_compute(&p, &d, j.src1, j.src2, j.src0, dst);
    assert_int_equal(dst[0], 0);
}

/* --- decoding --- */

static void test_status(void **unused)
{
    (void)unused;
    for (uint32_t l = 0; l < 3; ++l) {
        const struct dpas_params p = {all_lanes[l], all_depths[l], 0, DPAS_SHALLOW};
        uint32_t seen = 0;

        for (uint32_t x = 0; x < UINT32_C(1) << 24; ++x) {
            struct dpas_cmd c = make_cmd(x & 15, x >> 4 & 15, x >> 8 & 15, x >> 12 & 15, 0);
            struct dpas_decoded d;
            uint32_t want;

            c.exec_size = x >> 16 & 31;
            c.acc_type = x >> 21 & 3;
            c.saturate = x >> 23 & 1;
            if (c.src1_type >= TYPES + FLOATS && c.src1_type < 15)
                continue; /* the same as 15 */
            want = oracle_status(&c, &p);
            if (dpas_decode(&c, &p, &d) != want || d.status != want)
                fail_msg("command %x: status %u instead of %u", x, d.status, want);
            seen |= 1u << want;
            if (want && (d.ops | d.src1_rows | d.passes))
                fail_msg("command %x: an error has rows", x);
        }
        assert_int_equal(seen, 0x3F);
    }
}

static void test_types(void **unused)
{
    static const struct dpas_params p = {8, 4, 0, DPAS_SHALLOW};
    struct dpas_decoded d;

    (void)unused;
    for (uint32_t t1 = 0; t1 < 16; ++t1) {
        for (uint32_t t2 = 0; t2 < 16; ++t2) {
            for (uint32_t acc = 0; acc < 4; ++acc) {
                struct dpas_cmd c = make_cmd(t1, t2, 4, 8, 8);
                const bool legal =
                    (t1 <= 5 && t2 <= 5 && acc <= 1) || (t1 == 6 && t2 == 6 && acc == 2) ||
                    (t1 == 7 && t2 == 7 && acc == 2) || (t1 == 8 && t2 == 8 && acc == 2);

                c.acc_type = (uint8_t)acc;
                assert_int_equal(dpas_decode(&c, &p, &d), legal ? DPAS_OK : DPAS_BAD_TYPES);
            }
        }
    }
    /* The first error that applies is reported. */
    struct dpas_cmd c = make_cmd(9, 0, 3, 0, 0);
    assert_int_equal(dpas_decode(&c, &p, &d), DPAS_BAD_TYPES);
    c.src1_type = 0;
    assert_int_equal(dpas_decode(&c, &p, &d), DPAS_BAD_SD);
    c.sd = 8;
    assert_int_equal(dpas_decode(&c, &p, &d), DPAS_BAD_RC);
    c.rc = 1;
    assert_int_equal(dpas_decode(&c, &p, &d), DPAS_BAD_EXEC_SIZE);
    c.exec_size = 9;
    assert_int_equal(dpas_decode(&c, &p, &d), DPAS_BAD_EXEC_SIZE);
    c.exec_size = 8;
    assert_int_equal(dpas_decode(&c, &p, &d), DPAS_OK);
    c.saturate = 1;
    assert_int_equal(dpas_decode(&c, &p, &d), DPAS_OK);
    c.src1_type = c.src2_type = DPAS_F16;
    assert_int_equal(dpas_decode(&c, &p, &d), DPAS_BAD_TYPES);
    c.acc_type = DPAS_ACC_F32;
    assert_int_equal(dpas_decode(&c, &p, &d), DPAS_BAD_SATURATE);
    c.exec_size = 0;
    assert_int_equal(dpas_decode(&c, &p, &d), DPAS_BAD_EXEC_SIZE);
}

static void test_shapes(void **unused)
{
    static const uint8_t expected[][6] = {
        /* type1, type2, sd; ops, rows, passes at depth 2 */
        {DPAS_U2, DPAS_U2, 1, 8, 1, 1},     {DPAS_U2, DPAS_S4, 8, 8, 4, 4},
        {DPAS_S4, DPAS_U2, 8, 8, 8, 4},     {DPAS_S4, DPAS_U4, 2, 8, 2, 1},
        {DPAS_S2, DPAS_S8, 8, 4, 2, 4},     {DPAS_S2, DPAS_S8, 2, 4, 1, 1},
        {DPAS_U4, DPAS_S8, 8, 4, 4, 4},     {DPAS_U4, DPAS_S8, 1, 4, 1, 1},
        {DPAS_U8, DPAS_S8, 8, 4, 8, 4},     {DPAS_S8, DPAS_U2, 4, 4, 4, 2},
        {DPAS_BF16, DPAS_BF16, 8, 2, 8, 4}, {DPAS_F16, DPAS_F16, 2, 2, 2, 1},
        {DPAS_F32, DPAS_F32, 8, 1, 8, 4},   {DPAS_F32, DPAS_F32, 1, 1, 1, 1},
    };
    const struct dpas_params p = {4, 2, 0, DPAS_SHALLOW};

    (void)unused;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; ++i) {
        const struct dpas_cmd c = make_cmd(expected[i][0], expected[i][1], expected[i][2], 8, 4);
        struct dpas_decoded d;

        assert_int_equal(dpas_decode(&c, &p, &d), DPAS_OK);
        assert_int_equal(d.ops, expected[i][3]);
        assert_int_equal(d.src1_rows, expected[i][4]);
        assert_int_equal(d.passes, expected[i][5]);
    }
}

static void test_params(void **unused)
{
    (void)unused;
    for (uint32_t lanes = 0; lanes < 40; ++lanes) {
        for (uint32_t depth = 0; depth < 20; ++depth) {
            const struct dpas_params p = {lanes, depth, 0, DPAS_SHALLOW};
            const bool legal = (lanes == 4 || lanes == 8 || lanes == 16) &&
                               (depth == 2 || depth == 4 || depth == 8);

            assert_int_equal(dpas_check_params(&p) == NULL, legal);
        }
    }
    for (uint32_t max_sd = 0; max_sd < 130; ++max_sd) {
        const struct dpas_params p = {8, 4, 0, max_sd};

        assert_int_equal(dpas_check_params(&p) == NULL, max_sd == 8 || max_sd == 64);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),      cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_saturation), cmocka_unit_test(test_status),
        cmocka_unit_test(test_types),      cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_params),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
