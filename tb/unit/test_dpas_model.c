/*
 * test_dpas_model.c - the golden model of dpas: its integer arithmetic against sums of 128 bits over
 * elements that are picked out of the rows bit by bit, and its cycles through a small driver, with
 * floats by the host's fmaf among the integers. test_dpas_float.c is about the floats alone.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "dpas/dpas.h"
#include "unit/random.h"

#define SEED UINT64_C(0x9E3779B97F4A7C15)

enum { TYPES = 6, FLOATS = 3 }; /* integer types come first */

static const uint32_t all_lanes[] = {4, 8, 16}, all_depths[] = {2, 4, 8};

static uint32_t draw_word(void)
{
    return draw(0x10000) << 16 | draw(0x10000);
}

/* --- a command with its operands and, by the oracle, its results --- */

struct job {
    struct dpas_cmd cmd;
    uint32_t status; /* expected */
    uint32_t rows;   /* of src1; 0 with an error */
    uint32_t reps;   /* dst rows; 0 with an error */
    struct dpas_src1 src1[8];
    struct dpas_src0 src0[8];
    struct dpas_src2 src2[8];
    uint32_t dst[8][16];
    bool hit_top, hit_bottom; /* some lane was clamped */
};

static uint32_t type_bits(uint32_t type)
{
    static const uint8_t bits[] = {2, 2, 4, 4, 8, 8, 16, 16, 32};

    return bits[type];
}

static uint32_t job_ops(const struct dpas_cmd *c)
{
    if (c->src1_type >= TYPES)
        return c->src1_type == DPAS_F32 ? 1 : 2;
    return c->src1_type >= DPAS_U8 || c->src2_type >= DPAS_U8 ? 4 : 8;
}

/* Element `index` of consecutive elements in words, bit by bit. */
static __int128 element(const uint32_t *words, uint32_t index, uint32_t type)
{
    const uint32_t bits = type_bits(type);
    const bool is_signed = type == DPAS_S2 || type == DPAS_S4 || type == DPAS_S8;
    __int128 value = 0;

    for (uint32_t i = 0; i < bits; ++i) {
        const uint32_t at = index * bits + i;

        if (words[at / 32] >> at % 32 & 1)
            value += is_signed && i == bits - 1 ? -((__int128)1 << i) : (__int128)1 << i;
    }
    return value;
}

/* Element d of slice s in lane n of src1: the slices fill the dword of one row, then of the next,
 * so the dwords of a lane, one after the other, are consecutive elements. */
static __int128 src1_element(const struct job *j, uint32_t s, uint32_t d, uint32_t n)
{
    uint32_t lane[8] = {0};

    for (uint32_t row = 0; row < j->rows; ++row)
        lane[row] = j->src1[row].data[n];
    return element(lane, s * job_ops(&j->cmd) + d, j->cmd.src1_type);
}

static float float_of(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Element `index` of consecutive floats in words, as the host's number. */
static float float_element(const uint32_t *words, uint32_t index, uint32_t type)
{
    const uint32_t half = words[index / 2] >> (index & 1 ? 16 : 0) & 0xFFFF;
    const uint32_t frac = half & 0x3FF, exp = half >> 10 & 0x1F;
    float x;

    if (type == DPAS_F32)
        return float_of(words[index]);
    if (type == DPAS_BF16)
        return float_of(half << 16);
    x = exp == 0x1F ? (frac ? NAN : INFINITY)
                    : ldexpf((float)(exp ? 1024 + frac : frac), (exp ? (int)exp : 1) - 25);
    return half & 0x8000 ? -x : x;
}

static uint32_t oracle_float_lane(const struct job *j, uint32_t r, uint32_t n)
{
    const struct dpas_cmd *c = &j->cmd;
    const uint32_t start = c->src0_null ? 0 : j->src0[r].data[c->src0_scalar ? 0 : n];
    volatile float acc = float_of(start);
    uint32_t lane[8] = {0}, bits;

    if (n >= c->exec_size)
        return start;
    for (uint32_t row = 0; row < j->rows; ++row)
        lane[row] = j->src1[row].data[n];
    for (uint32_t k = 0; k < c->sd * job_ops(c); ++k)
        acc = fmaf(float_element(lane, k, c->src1_type),
                   float_element(j->src2[r].data, k, c->src2_type), acc);
    bits = 0x7FC00000;
    if (!isnan(acc))
        memcpy(&bits, (const void *)&acc, sizeof bits);
    return bits;
}

static uint32_t oracle_lane(struct job *j, uint32_t r, uint32_t n)
{
    const struct dpas_cmd *c = &j->cmd;
    const __int128 span = (__int128)1 << 32;
    const __int128 high = c->acc_type == DPAS_ACC_U32 ? span - 1 : span / 2 - 1;
    const __int128 low = high - (span - 1);
    __int128 acc = 0;

    if (!c->src0_null)
        acc = j->src0[r].data[c->src0_scalar ? 0 : n];
    if (acc > high)
        acc -= span;
    if (n < c->exec_size) {
        for (uint32_t s = 0; s < c->sd; ++s) {
            for (uint32_t d = 0; d < job_ops(c); ++d)
                acc += src1_element(j, s, d, n) *
                       element(j->src2[r].data, s * job_ops(c) + d, c->src2_type);
        }
    }
    /* The partial sums of the specification have 34 bits. */
    assert_true(acc >= -2 * span && acc < 2 * span);
    if (acc > high) {
        j->hit_top = true;
        return c->saturate ? (uint32_t)high : (uint32_t)(acc - span);
    }
    if (acc < low) {
        j->hit_bottom = true;
        return c->saturate ? (uint32_t)(low + (low < 0 ? span : 0)) : (uint32_t)(acc + span);
    }
    return (uint32_t)(acc < 0 ? acc + span : acc);
}

/* Whether the types go together: pairs of element types by accumulator. */
static bool types_legal(uint32_t type1, uint32_t type2, uint32_t acc)
{
    if (type1 < TYPES && type2 < TYPES)
        return acc == 0 || acc == 1;
    return type1 == type2 && type1 < TYPES + FLOATS && acc == 2;
}

/* Status 0 to 5, from the tables of the specification. */
static uint32_t oracle_status(const struct dpas_cmd *c, uint32_t lanes)
{
    static const uint8_t legal_sd[16] = {0, 1, 1, 0, 1, 0, 0, 0, 1};
    const uint32_t errors = (uint32_t)!types_legal(c->src1_type, c->src2_type, c->acc_type) |
                            (uint32_t)!legal_sd[c->sd] << 1 |
                            (uint32_t)(c->rc == 0 || c->rc >= 9) << 2 |
                            (uint32_t)(c->exec_size == 0 || c->exec_size >= lanes + 1) << 3 |
                            (uint32_t)(c->saturate && c->src1_type >= TYPES) << 4;

    for (uint32_t i = 0; i < 5; ++i) {
        if (errors >> i & 1)
            return i + 1;
    }
    return 0;
}

/* Fill in what follows from cmd and the operands. */
static void expect(struct job *j, uint32_t lanes)
{
    j->status = oracle_status(&j->cmd, lanes);
    j->hit_top = j->hit_bottom = false;
    j->rows = j->reps = 0;
    if (j->status)
        return;
    for (uint32_t bits = 0; bits < j->cmd.sd * job_ops(&j->cmd) * type_bits(j->cmd.src1_type);
         bits += 32)
        ++j->rows;
    j->reps = j->cmd.rc;
    memset(j->dst, 0, sizeof j->dst);
    for (uint32_t r = 0; r < j->reps; ++r) {
        for (uint32_t n = 0; n < lanes; ++n)
            j->dst[r][n] =
                j->cmd.src1_type < TYPES ? oracle_lane(j, r, n) : oracle_float_lane(j, r, n);
    }
}

static struct dpas_cmd make_cmd(uint32_t type1, uint32_t type2, uint32_t sd, uint32_t rc,
                                uint32_t lanes)
{
    struct dpas_cmd c;

    memset(&c, 0, sizeof c);
    c.src1_type = (uint8_t)type1;
    c.src2_type = (uint8_t)type2;
    c.acc_type = type1 >= TYPES && type1 < TYPES + FLOATS ? DPAS_ACC_F32 : DPAS_ACC_S32;
    c.sd = (uint8_t)sd;
    c.rc = (uint8_t)rc;
    c.exec_size = (uint8_t)lanes;
    return c;
}

/* Legal pairs by number: integers, then a float with its like. */
enum { PAIRS = TYPES * TYPES + FLOATS };

static struct dpas_cmd make_pair(uint32_t pair, uint32_t sd, uint32_t rc, uint32_t lanes)
{
    if (pair < TYPES * TYPES)
        return make_cmd(pair / TYPES, pair % TYPES, sd, rc, lanes);
    return make_cmd(TYPES + pair - TYPES * TYPES, TYPES + pair - TYPES * TYPES, sd, rc, lanes);
}

/* Words whose elements, at some width, are all the greatest, the least, -1 or 1; and others. */
static uint32_t pattern(uint32_t i)
{
    static const uint32_t patterns[] = {
        0xFFFFFFFF, 0x00000000, 0x80808080, 0x7F7F7F7F, 0x88888888, 0x77777777,
        0xAAAAAAAA, 0x55555555, 0x01010101, 0x11111111, 0x80000001, 0x7FFFFFFE,
    };

    return i < sizeof patterns / sizeof patterns[0] ? patterns[i] : draw_word();
}

static uint32_t accumulator(uint32_t i)
{
    static const uint32_t corners[] = {0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x00000000,
                                       0x7FFFFFF0, 0x8000000F, 0xFFFFFFE0, 0x00000010};

    return i < sizeof corners / sizeof corners[0] ? corners[i] : draw_word();
}

static void fill(uint32_t *words, uint32_t n, uint32_t used, uint32_t corner)
{
    for (uint32_t i = 0; i < n; ++i)
        words[i] = i < used ? pattern(corner) : 0;
}

/* A dword of a float type; in most, numbers around 1. */
static uint32_t float_pattern(uint32_t type)
{
    const uint32_t x = draw_word();

    if (draw(16) == 0)
        return x;
    if (type == DPAS_F16)
        return (x & 0x8FFF8FFF) | 0x30003000;
    return type == DPAS_F32 ? (x & 0x83FFFFFF) | 0x3C000000 : (x & 0x83FF83FF) | 0x3C003C00;
}

static void fill_floats(struct job *j, uint32_t lanes)
{
    for (uint32_t i = 0; i < 8; ++i) {
        for (uint32_t n = 0; n < 16; ++n) {
            j->src1[i].data[n] = n < lanes ? float_pattern(j->cmd.src1_type) : 0;
            j->src0[i].data[n] = n < lanes ? float_pattern(DPAS_F32) : 0;
        }
        for (uint32_t k = 0; k < 8; ++k)
            j->src2[i].data[k] = float_pattern(j->cmd.src2_type);
    }
}

static void fill_random(struct job *j, uint32_t lanes)
{
    if (j->cmd.src1_type >= TYPES) {
        fill_floats(j, lanes);
        return;
    }
    for (uint32_t i = 0; i < 8; ++i) {
        const uint32_t p1 = draw(20), p2 = draw(20);

        fill(j->src1[i].data, 16, lanes, p1);
        fill(j->src2[i].data, 8, 8, p2);
        for (uint32_t n = 0; n < 16; ++n)
            j->src0[i].data[n] = n < lanes ? accumulator(draw(16)) : 0;
    }
}

/* --- arithmetic --- */

static void check_compute(struct job *j, const struct dpas_params *p)
{
    struct dpas_decoded d;
    uint32_t dst[16];

    expect(j, p->lanes);
    assert_int_equal(dpas_decode(&j->cmd, p, &d), DPAS_OK);
    assert_int_equal(d.src1_rows, j->rows);
    for (uint32_t r = 0; r < j->reps; ++r) {
        dpas_compute(p, &d, j->src1, &j->src2[r], j->cmd.src0_null ? NULL : &j->src0[r], dst);
        if (memcmp(dst, j->dst[r], p->lanes * sizeof dst[0]) == 0)
            continue;
        for (uint32_t n = 0; n < p->lanes; ++n) {
            if (dst[n] != j->dst[r][n])
                fail_msg("types %u,%u acc %u sd %u saturate %u lane %u: %x instead of %x",
                         j->cmd.src1_type, j->cmd.src2_type, j->cmd.acc_type, j->cmd.sd,
                         j->cmd.saturate, n, dst[n], j->dst[r][n]);
        }
    }
}

/* Every type pair, depth, accumulator, clamp, source of C and number of lanes, over corners. */
static void test_arithmetic(void **unused)
{
    static struct job j;

    (void)unused;
    rng_begin(SEED);
    for (uint32_t pair = 0; pair < TYPES * TYPES; ++pair) {
        const uint32_t type1 = pair / TYPES, type2 = pair % TYPES;

        for (uint32_t mode = 0; mode < 64; ++mode) { /* sd, saturate, acc_type, null, scalar */
            const uint32_t lanes = all_lanes[draw(3)];
            const struct dpas_params p = {lanes, all_depths[draw(3)], 0};

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

/* All pairs of corner patterns, and both ends of the accumulator passed wherever they can be. */
static void test_saturation(void **unused)
{
    static const struct dpas_params p = {4, 4, 0};
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

/* Values worked out by hand. */
static void test_known(void **unused)
{
    static const struct dpas_params p = {4, 2, 0};
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

    /* u2 with u8: four slices to a dword; slice 3 is its top byte, 3, 2, 1, 0. */
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

    /* Clamped once: the sum passes the top on its way, but not at its end. */
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
        const struct dpas_params p = {all_lanes[l], all_depths[l], 0};
        uint32_t seen = 0;

        for (uint32_t x = 0; x < UINT32_C(1) << 24; ++x) {
            struct dpas_cmd c = make_cmd(x & 15, x >> 4 & 15, x >> 8 & 15, x >> 12 & 15, 0);
            struct dpas_decoded d;
            uint32_t want;

            c.exec_size = x >> 16 & 31;
            c.acc_type = x >> 21 & 3;
            c.saturate = x >> 23 & 1;
            if (c.src1_type >= TYPES + FLOATS && c.src1_type < 15)
                continue; /* like 15 */
            want = oracle_status(&c, p.lanes);
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
    static const struct dpas_params p = {8, 4, 0};
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
    /* The first that applies. */
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
    const struct dpas_params p = {4, 2, 0};

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
            const struct dpas_params p = {lanes, depth, 0};
            const bool legal = (lanes == 4 || lanes == 8 || lanes == 16) &&
                               (depth == 2 || depth == 4 || depth == 8);

            assert_int_equal(dpas_check_params(&p) == NULL, legal);
        }
    }
}

/* --- the driver --- */

enum sink { CMD, SRC1, SRC0, SRC2, SINKS };
enum source { DST = SINKS, RSP, STREAMS };
enum { MAX_JOBS = 600, MAX_LOG = 8 * MAX_JOBS };

/* Bits for rig_cycle. */
enum {
    GIVE_CMD = 1 << CMD,
    GIVE_SRC1 = 1 << SRC1,
    GIVE_SRC0 = 1 << SRC0,
    GIVE_SRC2 = 1 << SRC2,
    TAKE_DST = 1 << DST,
    TAKE_RSP = 1 << RSP,
    FLOW = (1 << STREAMS) - 1
};

struct rig {
    struct dpas_state s;
    struct dpas_inputs in;
    struct dpas_outputs out;
    bool held[SINKS], stuck[2]; /* offered and not taken, in the last cycle */
    uint32_t now;
    uint32_t count[STREAMS];             /* transfers */
    uint32_t at[STREAMS][MAX_LOG];       /* their cycles */
    uint32_t job[STREAMS], row[STREAMS]; /* next transfer: of which job, which row */
    uint32_t n_jobs;
    struct job jobs[MAX_JOBS];
};

static struct rig rig;

static void rig_begin(uint32_t lanes, uint32_t depth)
{
    const struct dpas_params p = {lanes, depth, 0};

    assert_null(dpas_check_params(&p));
    memset(&rig, 0, offsetof(struct rig, jobs));
    memset(&rig.s, 0x3C, sizeof rig.s);
    dpas_init(&rig.s, &p);
}

static struct job *rig_add(struct dpas_cmd cmd)
{
    struct job *j = &rig.jobs[rig.n_jobs++];

    assert_true(rig.n_jobs <= MAX_JOBS);
    j->cmd = cmd;
    j->cmd.tag = (uint8_t)(rig.n_jobs * 7);
    fill_random(j, rig.s.params.lanes);
    expect(j, rig.s.params.lanes);
    return j;
}

static uint32_t transfers_of(const struct job *j, uint32_t stream)
{
    switch (stream) {
    case SRC1:
        return j->rows;
    case SRC0:
        return j->cmd.src0_null ? 0 : j->reps;
    case SRC2:
    case DST:
        return j->reps;
    default:
        return 1;
    }
}

/* The job of the stream's next transfer, or NULL. */
static const struct job *next_of(uint32_t stream)
{
    while (rig.job[stream] < rig.n_jobs &&
           rig.row[stream] == transfers_of(&rig.jobs[rig.job[stream]], stream)) {
        ++rig.job[stream];
        rig.row[stream] = 0;
    }
    return rig.job[stream] < rig.n_jobs ? &rig.jobs[rig.job[stream]] : NULL;
}

static bool offer(uint32_t stream, bool wanted, void *payload, size_t size)
{
    const struct job *j = next_of(stream);
    const void *from;

    if (!j || !(wanted || rig.held[stream]))
        return false;
    from = stream == CMD    ? (const void *)&j->cmd
           : stream == SRC1 ? (const void *)&j->src1[rig.row[SRC1]]
           : stream == SRC0 ? (const void *)&j->src0[rig.row[SRC0]]
                            : (const void *)&j->src2[rig.row[SRC2]];
    memcpy(payload, from, size);
    return true;
}

static void log_transfer(uint32_t stream)
{
    assert_true(rig.count[stream] < MAX_LOG);
    rig.at[stream][rig.count[stream]++] = rig.now;
    ++rig.row[stream];
}

static void check_dst(void)
{
    const struct job *j = next_of(DST);

    if (!j) {
        fail_msg("cycle %u: a dst row too many", rig.now);
        return;
    }
    assert_memory_equal(rig.out.dst.data, j->dst[rig.row[DST]], sizeof j->dst[0]);
    assert_int_equal(rig.out.dst.tag, j->cmd.tag);
    assert_int_equal(rig.out.dst.last, rig.row[DST] + 1 == j->reps);
}

static void check_rsp(void)
{
    const struct job *j = next_of(RSP);

    if (!j) {
        fail_msg("cycle %u: a response too many", rig.now);
        return;
    }
    assert_int_equal(rig.out.rsp.tag, j->cmd.tag);
    assert_int_equal(rig.out.rsp.status, j->status);
}

/* One cycle; an offer once made stays until it is taken. Checks whatever is visible. */
static void rig_cycle(uint32_t flow)
{
    struct dpas_inputs *in = &rig.in;
    struct dpas_outputs *out = &rig.out;

    in->cmd_valid = offer(CMD, flow & GIVE_CMD, &in->cmd, sizeof in->cmd);
    in->src1_valid = offer(SRC1, flow & GIVE_SRC1, &in->src1, sizeof in->src1);
    in->src0_valid = offer(SRC0, flow & GIVE_SRC0, &in->src0, sizeof in->src0);
    in->src2_valid = offer(SRC2, flow & GIVE_SRC2, &in->src2, sizeof in->src2);
    in->dst_ready = (flow & TAKE_DST) != 0;
    in->rsp_ready = (flow & TAKE_RSP) != 0;
    memset(out, 0xA5, sizeof *out); /* a field that the step forgets shows */
    dpas_step(&rig.s, in, out);

    assert_true((out->cmd_ready | out->src1_ready | out->src0_ready | out->src2_ready |
                 out->dst_valid | out->rsp_valid) <= 1);
    if (out->src0_ready || out->src2_ready) {
        const struct job *j = next_of(SRC2);

        assert_non_null(j);
        if (out->src0_ready)
            assert_true(in->src2_valid && !j->cmd.src0_null);
        if (out->src2_ready)
            assert_true(in->src0_valid || j->cmd.src0_null);
    }
    /* What was offered and not taken is still there. */
    assert_true(out->dst_valid >= rig.stuck[0] && out->rsp_valid >= rig.stuck[1]);
    rig.stuck[0] = out->dst_valid && !in->dst_ready;
    rig.stuck[1] = out->rsp_valid && !in->rsp_ready;
    if (out->dst_valid)
        check_dst();
    if (out->rsp_valid)
        check_rsp();

    const bool valid[SINKS] = {in->cmd_valid, in->src1_valid, in->src0_valid, in->src2_valid};
    const bool ready[SINKS] = {out->cmd_ready, out->src1_ready, out->src0_ready, out->src2_ready};
    for (uint32_t i = 0; i < SINKS; ++i) {
        rig.held[i] = valid[i] && !ready[i];
        if (valid[i] && ready[i])
            log_transfer(i);
    }
    if (out->dst_valid && in->dst_ready)
        log_transfer(DST);
    if (out->rsp_valid && in->rsp_ready)
        log_transfer(RSP);
    ++rig.now;
}

static void rig_cycles(uint32_t n, uint32_t flow)
{
    while (n--)
        rig_cycle(flow);
}

/* Until every job has had its response and every dst row is out. */
static void rig_finish(uint32_t limit)
{
    while (rig.count[RSP] < rig.n_jobs || next_of(DST)) {
        rig_cycle(FLOW);
        if (rig.now > limit)
            fail_msg("no end after %u cycles", rig.now);
    }
}

/* --- cycles --- */

/* A lone command, rc = 1: cmd in 0, src1 in 1, src2 in 2, later passes as the sum comes round. */
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

/* Steady interval: every pair of types at rc = 8 by the specification's formula. */
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

/* And at any rc by dpas_interval. It depends on the types through the slices in a dword only. */
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

/* Commands of different types and of sd up to depth follow each other without a bubble. */
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

/* dst or rsp stalls for a while: nothing is taken from src0 and src2, and all comes later by just
 * as many cycles. */
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
                    else /* the dst row beside the response is taken at once */
                        assert_int_equal(rig.at[DST][i],
                                         before[i] + (before[i] > start ? STALL : 0));
                }
            }
        }
    }
}

/* One output register waits; what the other held is transferred once. */
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

/* While the array stands still, commands and src1 rows come in as far as there is room. */
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

/* src1 row 2 comes late: the first packet waits for it before layer 2, with what follows it, while
 * the command before goes on and leaves. */
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
    /* The first command is out, four packets of the second are in slots 3 to 0. */
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

/* A row that comes a few cycles late makes a bubble of just these cycles in front of its packet. */
static void test_starvation_bubble(void **unused)
{
    (void)unused;
    for (uint32_t late = 0; late < 6; ++late) {
        rng_begin(SEED + 9);
        rig_begin(4, 8);
        rig_add(make_cmd(DPAS_S8, DPAS_S8, 8, 8, 4));
        rig_add(make_cmd(DPAS_S8, DPAS_S8, 8, 8, 4));
        rig_finish(200);
        /* Slice 3 of the second command is wanted as its packet 0 moves into slot 6. */
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

/* The command's only packet enters, so that its entry leaves the queue, before its rows are in. */
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
    /* Errors pass through the queue behind it, but not by it in the array. */
    for (int i = 0; i < 10; ++i)
        rig_add(make_cmd(15, 0, 1, 1, 1));
    rig_add(make_cmd(DPAS_U4, DPAS_S8, 4, 3, 8));
    rig_cycles(20, FLOW & ~GIVE_SRC1);
    assert_int_equal(rig.count[RSP], 0);
    rig_finish(200);
}

/* Error commands: one a cycle, nothing taken, responses in order with those of good commands. */
static void test_errors(void **unused)
{
    (void)unused;
    rng_begin(SEED + 11);
    rig_begin(8, 4);
    for (uint32_t i = 0; i < 100; ++i)
        rig_add(make_cmd(i % 4 == 0 ? 6 + i % 10 : 0, 0, i % 4 == 1 ? 5 : 1, i % 4 == 2 ? 9 : 1,
                         i % 4 == 3 ? 0 : 8)); /* type 6 to 8 with 0: a float with an integer */
    rig_add(make_cmd(DPAS_S8, DPAS_S8, 1, 1, 8));
    rig_finish(500);
    for (uint32_t i = 0; i < 100; ++i) {
        assert_int_equal(rig.at[CMD][i], i);
        assert_int_equal(rig.at[RSP][i], 1 + i + 9);
    }
    for (uint32_t i = 0; i < SINKS; ++i)
        assert_true(i == CMD || (rig.count[i] == 1 && rig.at[i][0] > 100));

    /* Good commands alternate between the banks whatever errors come between: the rows of two can
     * be loaded before either issues, and no third's. */
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
        c.src0_scalar = 1; /* null outranks it */
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

/* --- random --- */

static struct dpas_cmd random_cmd(uint32_t lanes)
{
    /* A third floats. */
    const uint32_t pair = draw(3) ? draw(TYPES * TYPES) : TYPES * TYPES + draw(FLOATS);
    struct dpas_cmd c = make_pair(pair, 1u << draw(4), 1 + draw(8), 1 + draw(lanes));

    if (c.src1_type < TYPES) {
        c.acc_type = (uint8_t)draw(2);
        c.saturate = (uint8_t)draw(2);
    }
    c.src0_null = draw(4) == 0;
    c.src0_scalar = draw(4) == 0;
    switch (draw(24)) {
    case 0:
        c.src1_type = (uint8_t)draw(16);
        break;
    case 1:
        c.acc_type = (uint8_t)draw(4);
        break;
    case 5:
        c.saturate = 1;
        break;
    case 2:
        c.sd = (uint8_t)draw(16);
        break;
    case 3:
        c.rc = (uint8_t)(draw(2) * 9);
        break;
    case 4:
        c.exec_size = (uint8_t)(draw(2) * (lanes + 1));
        break;
    default:
        break;
    }
    return c;
}

/* Each stream moves with a probability of its own, which changes from time to time. */
static uint32_t random_flow(uint32_t *density)
{
    uint32_t flow = 0;

    for (uint32_t i = 0; i < STREAMS; ++i) {
        if (draw(64) == 0)
            density[i] = draw(3) ? 1 + draw(16) : 16;
        flow |= (uint32_t)(draw(16) < density[i]) << i;
    }
    return flow;
}

static void test_random_stalls(void **unused)
{
    (void)unused;
    rng_begin(SEED + 14);
    for (uint32_t set = 0; set < 9; ++set) {
        const uint32_t lanes = all_lanes[set % 3];
        uint32_t density[STREAMS] = {16, 16, 16, 16, 16, 16};

        rig_begin(lanes, all_depths[set / 3]);
        for (uint32_t i = 0; i < MAX_JOBS; ++i)
            rig_add(random_cmd(lanes));
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

/* Reset at any moment makes the state that of power-up, whatever is offered meanwhile. */
static void test_reset(void **unused)
{
    static struct dpas_state fresh, before;

    (void)unused;
    rng_begin(SEED + 15);
    for (uint32_t round = 0; round < 60; ++round) {
        const struct dpas_params p = {all_lanes[round % 3], all_depths[round / 3 % 3], 0};
        uint32_t density[STREAMS] = {16, 16, 16, 16, 16, 16};
        struct dpas_outputs out;

        dpas_init(&fresh, &p);
        rig_begin(p.lanes, p.depth);
        for (uint32_t i = 0; i < 30; ++i)
            rig_add(random_cmd(p.lanes));
        for (uint32_t i = draw(100); i; --i)
            rig_cycle(random_flow(density));

        /* The outputs in the reset's first cycle are those of any cycle. */
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

        /* And all goes on from there. */
        rig_begin(p.lanes, p.depth);
        rig_add(make_cmd(DPAS_S8, DPAS_S4, 2, 3, 4));
        rig_finish(200);
    }
}

/* The state is plain data: a copy goes on like the original. */
static void test_copy(void **unused)
{
    static struct dpas_state copy;
    uint32_t density[STREAMS] = {16, 16, 16, 16, 16, 16};

    (void)unused;
    rng_begin(SEED + 16);
    rig_begin(8, 4);
    for (uint32_t i = 0; i < 100; ++i)
        rig_add(random_cmd(8));
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
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_saturation),
        cmocka_unit_test(test_status),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_params),
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
        cmocka_unit_test(test_random_stalls),
        cmocka_unit_test(test_reset),
        cmocka_unit_test(test_copy),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
