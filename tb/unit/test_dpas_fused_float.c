/*
 * test_dpas_fused_float.c - fused commands of dpas against the definition of a group
 * (fdot_oracle.h), in the host's doubles and by MPFR: each slice is a group, filled with zeros up
 * to the K of the profile. Also tests which commands are fused, what the block refuses, and that
 * both modes share one array.
 *
 * Environment: ASSAY_FUZZ_COUNT, commands in all (default 200000).
 */
#include "unit/fdot_oracle.h"

#include "dpas/dpas.h"

enum { LANES = 16, MAX_SD = 64, OCTET = 8, MAX_OPS = 2, PROFILES = 6 };

static const uint32_t all_depths[] = {2, 4, 8};

/* The profiles by number, written out by hand. */
static const enum assay_fdot_profile profiles[PROFILES + 1] = {
    [1] = ASSAY_FDOT_VOLTA, [2] = ASSAY_FDOT_TURING, [3] = ASSAY_FDOT_AMPERE,
    [4] = ASSAY_FDOT_ADA,   [5] = ASSAY_FDOT_HOPPER, [6] = ASSAY_FDOT_BLACKWELL};

static const struct {
    uint8_t type, ops;
    enum assay_fdot_format format;
} types[] = {{6, 2, ASSAY_FDOT_BF16}, {7, 2, ASSAY_FDOT_F16}, {8, 1, ASSAY_FDOT_TF32}};

enum { TYPES = sizeof types / sizeof types[0] };

static struct assay_fdot operation(uint32_t profile, unsigned type)
{
    return (struct assay_fdot){.profile = profiles[profile],
                               .a_format = types[type].format,
                               .b_format = types[type].format,
                               .output = ASSAY_FDOT_OUT_F32};
}

static bool fused_by_hand(uint32_t profile, unsigned type)
{
    return profile >= 3 || (profile != 0 && type == 1);
}

/* --- a command of one repeat --- */

struct repeat {
    unsigned type; /* index into types[] */
    uint32_t profile, sd;
    uint32_t max_sd; /* of the block */
    uint8_t acc_type;
    uint32_t a[MAX_SD][MAX_OPS];        /* of src2 */
    uint32_t b[MAX_SD][MAX_OPS][LANES]; /* of src1 */
    struct dpas_src0 c;
};

static struct dpas_cmd command(const struct repeat *t, uint32_t exec_size)
{
    return (struct dpas_cmd){.src1_type = types[t->type].type,
                             .src2_type = types[t->type].type,
                             .acc_type = t->acc_type,
                             .sd = (uint8_t)t->sd,
                             .rc = 1,
                             .exec_size = (uint8_t)exec_size};
}

/* A row of src2 holds eight slices. */
static void pack(const struct repeat *t, struct dpas_src1 *src1, struct dpas_src2 *src2)
{
    memset(src1, 0, MAX_SD * sizeof *src1);
    memset(src2, 0xC5, MAX_SD / OCTET * sizeof *src2); /* bits above the elements are ignored */
    for (uint32_t s = 0; s < t->sd; ++s) {
        uint32_t *const slice = &src2[s / OCTET].data[s % OCTET];

        *slice = t->a[s][0];
        if (types[t->type].ops == 2)
            *slice |= t->a[s][1] << 16;
        for (uint32_t n = 0; n < LANES; ++n) {
            src1[s].data[n] = t->b[s][0][n];
            if (types[t->type].ops == 2)
                src1[s].data[n] |= t->b[s][1][n] << 16;
        }
    }
}

static void compute(const struct repeat *t, uint32_t depth, const struct dpas_cmd *cmd,
                    uint32_t *dst)
{
    const struct dpas_params p = {LANES, depth, t->profile, t->max_sd};
    struct dpas_src1 src1[MAX_SD];
    struct dpas_src2 src2[MAX_SD / OCTET];
    struct dpas_decoded d;

    pack(t, src1, src2);
    assert_int_equal(dpas_decode(cmd, &p, &d), DPAS_OK);
    assert_int_equal(d.src1_rows, t->sd);
    dpas_compute(&p, &d, src1, src2, cmd->src0_null ? NULL : &t->c, dst);
}

/* Returns the operands of slice s in lane n as a group of the profile's length. */
static struct fdot_operands group_of(const struct repeat *t, uint32_t s, uint32_t n, uint32_t acc)
{
    struct fdot_operands o;

    memset(&o, 0, sizeof o);
    for (unsigned k = 0; k < types[t->type].ops; ++k) {
        o.a[k] = t->a[s][k];
        o.b[k] = t->b[s][k][n];
    }
    o.c = acc;
    return o;
}

static uint32_t wanted(const struct repeat *t, uint32_t n, uint32_t acc, mpfr_t wide)
{
    const struct assay_fdot op = operation(t->profile, t->type);
    const struct assay_fdot_shape *shape = shape_by_hand(&op);

    assert_non_null(shape);
    for (uint32_t s = 0; s < t->sd; ++s) {
        const struct fdot_operands o = group_of(t, s, n, acc);

        acc = by_doubles(&op, shape, &o);
        if (wide)
            assert_int_equal(by_mpfr(&op, shape, &o, wide), acc);
    }
    return acc;
}

/* Each slice is hard for a matrix unit, or is like the previous one with another sign. */
static void draw_repeat(struct repeat *t, uint32_t max_sd, struct assay_rng *rng)
{
    const struct assay_fdot op = operation(t->profile, t->type);
    const struct fdot_kind kind = {op.profile, op.a_format, op.b_format, op.output};

    t->acc_type = DPAS_ACC_FUSED;
    t->max_sd = max_sd;
    t->sd = max_sd == MAX_SD ? 1 + assay_rng_below(rng, MAX_SD) : 1u << assay_rng_below(rng, 4);
    for (uint32_t n = 0; n < LANES; ++n) {
        const bool again = assay_rng_below(rng, 8) == 0;
        const uint32_t sign = types[t->type].ops == 2 ? 0x8000 : 0x80000000;

        for (uint32_t s = 0; s < t->sd; ++s) {
            struct fdot_operands o;

            fdot_draw_operands(rng, &kind, assay_rng_below(rng, 3) ? 2 : 20, &o);
            for (unsigned k = 0; k < types[t->type].ops; ++k) {
                if (n == 0)
                    t->a[s][k] = again && s ? t->a[s - 1][k] ^ sign : o.a[k];
                t->b[s][k][n] = again && s ? t->b[s - 1][k][n] : o.b[k];
            }
            if (s == 0)
                t->c.data[n] = o.c;
        }
    }
}

/* Draws a profile and a type that may be combined. */
static void draw_operation(struct repeat *t, struct assay_rng *rng)
{
    do {
        t->profile = 1 + assay_rng_below(rng, PROFILES);
        t->type = assay_rng_below(rng, TYPES);
    } while (!fused_by_hand(t->profile, t->type));
}

static void test_groups(void **unused)
{
    const uint64_t commands = number_from_environment("ASSAY_FUZZ_COUNT", 1, 200000);
    const uint64_t count = (commands + LANES - 1) / LANES;
    struct assay_rng rng;
    unsigned seen[PROFILES + 1][TYPES] = {{0}};
    mpfr_t wide;

    (void)unused;
    random_begin(&rng, 41, __func__);
    mpfr_init2(wide, WIDE);
    for (uint64_t i = 0; i < count; ++i) {
        struct repeat t;
        struct dpas_cmd cmd;
        uint32_t dst[LANES];

        draw_operation(&t, &rng);
        ++seen[t.profile][t.type];
        draw_repeat(&t, i % 8 == 3 ? MAX_SD : OCTET, &rng);
        cmd = command(&t, LANES);
        compute(&t, all_depths[i % 3], &cmd, dst);
        for (uint32_t n = 0; n < LANES; ++n) {
            const uint32_t want = wanted(&t, n, t.c.data[n], i % 16 == 0 ? wide : NULL);

            if (dst[n] != want)
                fail_msg("profile %u, type %u, sd %u, lane %u: %08x instead of %08x", t.profile,
                         (unsigned)types[t.type].type, t.sd, n, dst[n], want);
        }
    }
    mpfr_clear(wide);
    for (uint32_t p = 0; p <= PROFILES; ++p)
        for (unsigned i = 0; i < TYPES; ++i)
            assert_int_equal(seen[p][i] != 0, fused_by_hand(p, i));
}

/* --- fused commands --- */

/* Every profile, pair of types and accumulator. */
static void test_status(void **unused)
{
    (void)unused;
    for (uint32_t profile = 0; profile <= PROFILES; ++profile) {
        const struct dpas_params p = {4, 2, profile, DPAS_SHALLOW};

        assert_null(dpas_check_params(&p));
        for (uint32_t code = 0; code < 16 * 16 * 2; ++code) {
            const uint8_t type1 = code & 15, type2 = code >> 4 & 15, saturate = code >> 8 & 1;
            const bool good =
                type1 >= 6 && type1 <= 8 && type1 == type2 && fused_by_hand(profile, type1 - 6u);
            const struct dpas_cmd cmd = {.src1_type = type1,
                                         .src2_type = type2,
                                         .acc_type = 3,
                                         .sd = 8,
                                         .rc = 8,
                                         .exec_size = 4,
                                         .saturate = saturate};
            struct dpas_decoded d;

            assert_int_equal(dpas_decode(&cmd, &p, &d), !good ? 1 : saturate ? 5 : 0);
        }
    }
}

static void test_params(void **unused)
{
    const struct dpas_params p = {4, 2, PROFILES + 1, DPAS_SHALLOW};

    (void)unused;
    assert_string_equal(dpas_check_params(&p),
                        "profile must be 0 (none) or 1 to 6 (volta, turing, ampere, ada, hopper, "
                        "blackwell)");
}

/* Returns the result of a command of one slice, in lane 0. */
static uint32_t slice(uint32_t profile, unsigned type, uint32_t a0, uint32_t b0, uint32_t a1,
                      uint32_t b1, uint32_t c)
{
    struct repeat t;
    struct dpas_cmd cmd;
    uint32_t dst[LANES];

    memset(&t, 0, sizeof t);
    t.profile = profile;
    t.type = type;
    t.sd = 1;
    t.max_sd = OCTET;
    t.acc_type = DPAS_ACC_FUSED;
    t.a[0][0] = a0;
    t.b[0][0][0] = b0;
    t.a[0][1] = a1;
    t.b[0][1][0] = b1;
    t.c.data[0] = c;
    cmd = command(&t, 1);
    compute(&t, 4, &cmd, dst);
    return dst[0];
}

/* Computed by hand; 1 is 0x3F800000, in f16 0x3C00, in bf16 0x3F80. */
static void test_known(void **unused)
{
    enum { VOLTA = 1, TURING, AMPERE, HOPPER = 5, BF16 = 0, F16, TF32 };

    (void)unused;
    /* 1 - 1 + 2^-24 and + 2^-25: of these, volta keeps 23 fraction bits. An f16 product is
     * exact. */
    assert_int_equal(slice(VOLTA, F16, 0x3C00, 0x3C00, 0x0C00, 0x0C00, 0xBF800000), 0);
    assert_int_equal(slice(TURING, F16, 0x3C00, 0x3C00, 0x0C00, 0x0C00, 0xBF800000), 0x33800000);
    assert_int_equal(slice(TURING, F16, 0x3C00, 0x3C00, 0x0C00, 0x0800, 0xBF800000), 0);
    assert_int_equal(slice(HOPPER, F16, 0x3C00, 0x3C00, 0x0C00, 0x0800, 0xBF800000), 0x33000000);
    /* Toward zero: 1 + 3 * 2^-25 is 1; to nearest it would be 1 + 2^-23. */
    assert_int_equal(slice(HOPPER, F16, 0x3C00, 0x3C00, 0x0C00, 0x0A00, 0), 0x3F800000);
    /* No result is -0; a chain would give -0 here. */
    assert_int_equal(slice(AMPERE, BF16, 0x8000, 0x3F80, 0x8000, 0x3F80, 0x80000000), 0);
    /* Zero times 2^127 shifts c out; zero times 1 does not. */
    assert_int_equal(slice(HOPPER, BF16, 0, 0x7F00, 0, 0, 0x0D800000), 0);
    assert_int_equal(slice(HOPPER, BF16, 0, 0x3F80, 0, 0, 0x0D800000), 0x0D800000);
    /* A subnormal f16 has the exponent -14: 2^-24 * 1 has -14, too, and shifts 2^-40 out. */
    assert_int_equal(slice(HOPPER, F16, 0x0001, 0x3C00, 0, 0, 0x2B800000), 0x33800000);
    assert_int_equal(slice(HOPPER, F16, 0x0001, 0x3C00, 0x8001, 0x3C00, 0x2B800000), 0);
    /* tf32 ignores the low bits, so a NaN that has only these is an infinity. All bits of c
     * count. */
    assert_int_equal(slice(AMPERE, TF32, 0x3F801FFF, 0x3F800000, 0, 0, 0), 0x3F800000);
    assert_int_equal(slice(AMPERE, TF32, 0x7F800001, 0x3F800000, 0, 0, 0), 0x7F800000);
    assert_int_equal(slice(AMPERE, TF32, 0, 0x3F800000, 0, 0, 0x7F800001), 0x7FFFFFFF);
    /* Infinities. */
    assert_int_equal(slice(VOLTA, F16, 0x7C00, 0x0000, 0, 0, 0), 0x7FFFFFFF);
    assert_int_equal(slice(VOLTA, F16, 0x7C00, 0x3C00, 0, 0, 0xFF800000), 0x7FFFFFFF);
    assert_int_equal(slice(VOLTA, F16, 0xFC00, 0x3C00, 0, 0, 0), 0xFF800000);
    assert_int_equal(slice(AMPERE, BF16, 0x7F00, 0x4000, 0, 0, 0), 0x7F800000);
}

static void test_idle_lanes_null_and_scalar(void **unused)
{
    static const uint32_t c[] = {0x7F800001, 0x80000000, 0x7FC00000, 0xFFFFFFFF, 0x00000001};
    struct assay_rng rng;

    (void)unused;
    random_begin(&rng, 42, __func__);
    for (uint32_t i = 0; i < 4 * 4 * LANES; ++i) {
        const bool null = i & 1, scalar = i & 2;
        struct repeat t;
        struct dpas_cmd cmd;
        uint32_t dst[LANES];

        draw_operation(&t, &rng);
        draw_repeat(&t, OCTET, &rng);
        for (uint32_t n = 0; n < LANES; ++n)
            t.c.data[n] = c[(n + i) % 5];
        cmd = command(&t, 1 + i / 16);
        cmd.src0_null = null;
        cmd.src0_scalar = scalar;
        compute(&t, all_depths[i % 3], &cmd, dst);
        for (uint32_t n = 0; n < LANES; ++n) {
            const uint32_t start = null ? 0 : t.c.data[scalar ? 0 : n];

            assert_int_equal(dst[n], n < cmd.exec_size ? wanted(&t, n, start, NULL) : start);
        }
    }
}

/* --- the block: both modes back to back --- */

enum { COMMANDS = 400 };

static uint32_t run_block(const struct repeat *t, uint32_t profile, uint32_t depth,
                          uint32_t (*dst)[LANES])
{
    static struct dpas_state s;
    const struct dpas_params p = {LANES, depth, profile, t->max_sd};
    uint32_t sent = 0, first_row = 0, rows = 0, repeats = 0, octet = 0, given = 0, cycle = 0;
    struct dpas_src1 src1[MAX_SD];
    struct dpas_src2 src2[MAX_SD / OCTET];

    dpas_init(&s, &p);
    for (; given < COMMANDS; ++cycle) {
        struct dpas_inputs in = {.dst_ready = 1, .rsp_ready = 1};
        struct dpas_outputs out;

        assert_true(cycle < 200 * COMMANDS);
        in.cmd_valid = sent < COMMANDS;
        if (in.cmd_valid)
            in.cmd = command(&t[sent], LANES);
        in.src1_valid = first_row < COMMANDS;
        if (in.src1_valid) {
            pack(&t[first_row], src1, src2);
            in.src1 = src1[rows];
        }
        in.src2_valid = repeats < COMMANDS;
        in.src0_valid = in.src2_valid && octet == 0;
        if (in.src2_valid) {
            pack(&t[repeats], src1, src2);
            in.src2 = src2[octet];
            in.src0 = t[repeats].c;
        }
        dpas_step(&s, &in, &out);
        sent += in.cmd_valid && out.cmd_ready;
        if (in.src2_valid && out.src2_ready && ++octet * OCTET >= t[repeats].sd) {
            ++repeats;
            octet = 0;
        }
        if (in.src1_valid && out.src1_ready && ++rows == t[first_row].sd) {
            ++first_row;
            rows = 0;
        }
        if (out.rsp_valid)
            assert_int_equal(out.rsp.status, DPAS_OK);
        if (out.dst_valid)
            memcpy(dst[given++], out.dst.data, sizeof *dst);
    }
    return cycle;
}

/* The rows are the same as for each command alone, at every depth, and the mode changes no
 * cycle. */
static void test_block(void **unused)
{
    static struct repeat t[COMMANDS];
    static uint32_t dst[COMMANDS][LANES];
    struct assay_rng rng;

    (void)unused;
    random_begin(&rng, 43, __func__);
    for (uint32_t round = 0; round < 2 * PROFILES; ++round) {
        const uint32_t profile = 1 + round / 2, max_sd = round % 2 ? MAX_SD : OCTET;

        for (uint32_t i = 0; i < COMMANDS; ++i) {
            do
                draw_operation(&t[i], &rng);
            while (t[i].profile != profile);
            draw_repeat(&t[i], max_sd, &rng);
            t[i].acc_type = i % 3 ? DPAS_ACC_FUSED : DPAS_ACC_F32;
        }
        for (uint32_t depth = 0; depth < 3; ++depth) {
            uint32_t cycles = run_block(t, profile, all_depths[depth], dst);

            for (uint32_t i = 0; i < COMMANDS; ++i) {
                const struct dpas_cmd cmd = command(&t[i], LANES);
                uint32_t alone[LANES];

                compute(&t[i], 8, &cmd, alone);
                assert_memory_equal(dst[i], alone, sizeof alone);
            }
            for (uint32_t i = 0; i < COMMANDS; ++i)
                t[i].acc_type ^= 1; /* unfused commands become fused and vice versa */
            assert_int_equal(run_block(t, profile, all_depths[depth], dst), cycles);
            for (uint32_t i = 0; i < COMMANDS; ++i)
                t[i].acc_type ^= 1;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_status),
        cmocka_unit_test(test_params),
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_idle_lanes_null_and_scalar),
        cmocka_unit_test(test_block),
    };

    fill_tables();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
