/*
 * test_dpas_float.c - the floats of dpas against chains of the host's fmaf and of MPFR, with
 * operands that cancel, tie, overflow and underflow along the chain.
 */
#include <stdbool.h>

#include "numerics_oracle.h"

#include "dpas/dpas.h"

enum { TYPES = 3, MAX_K = 16, LANES = 16 };

static const uint32_t all_lanes[] = {4, 8, 16}, all_depths[] = {2, 4, 8};
static const enum dpas_type types[TYPES] = {DPAS_BF16, DPAS_F16, DPAS_F32};

static struct format format_of(enum dpas_type type)
{
    return type == DPAS_BF16 ? bf16 : type == DPAS_F16 ? f16 : f32;
}

static uint32_t ops_of(enum dpas_type type)
{
    return type == DPAS_F32 ? 1 : 2;
}

/* --- a repeat: elements by k and lane, and their places in the rows --- */

struct repeat {
    enum dpas_type type;
    uint32_t sd;
    uint32_t a[MAX_K];        /* of src2 */
    uint32_t b[MAX_K][LANES]; /* of src1 */
    struct dpas_src0 c;
};

static struct dpas_cmd command(const struct repeat *t, uint32_t exec_size)
{
    const struct dpas_cmd cmd = {
        .src1_type = (uint8_t)t->type,
        .src2_type = (uint8_t)t->type,
        .acc_type = DPAS_ACC_F32,
        .sd = (uint8_t)t->sd,
        .rc = 1,
        .exec_size = (uint8_t)exec_size,
    };

    return cmd;
}

static uint32_t length(const struct repeat *t)
{
    return t->sd * ops_of(t->type);
}

/* Element k is in dword k / ops; in a pair, the even one is in the low half. */
static void pack(const struct repeat *t, struct dpas_src1 *src1, struct dpas_src2 *src2)
{
    memset(src1, 0, 8 * sizeof *src1);
    memset(src2, 0xC5, sizeof *src2); /* bits above the elements are ignored */
    for (uint32_t k = 0; k < length(t); ++k) {
        const uint32_t dword = k / ops_of(t->type), shift = k % ops_of(t->type) * 16;

        src2->data[dword] = (shift ? src2->data[dword] : 0) | t->a[k] << shift;
        for (uint32_t n = 0; n < LANES; ++n)
            src1[dword].data[n] |= t->b[k][n] << shift;
    }
}

/* Returns a pattern of the type as an f32, because MPFR and the host take values. */
static uint32_t widened(enum dpas_type type, uint32_t pattern)
{
    return type == DPAS_F32 ? pattern : canonical_bits((float)value_of(pattern, format_of(type)));
}

static uint32_t host_chain(const struct repeat *t, uint32_t n, uint32_t acc)
{
    for (uint32_t k = 0; k < length(t); ++k)
        acc = host(FMA, widened(t->type, t->b[k][n]), widened(t->type, t->a[k]), acc);
    return acc;
}

static uint32_t mpfr_chain(struct oracle *o, const struct repeat *t, uint32_t n, uint32_t acc)
{
    for (uint32_t k = 0; k < length(t); ++k)
        acc = exact(o, FMA, widened(t->type, t->b[k][n]), widened(t->type, t->a[k]), acc);
    return acc;
}

static void compute(const struct repeat *t, const struct dpas_params *p, const struct dpas_cmd *cmd,
                    uint32_t *dst)
{
    struct dpas_src1 src1[8];
    struct dpas_src2 src2;
    struct dpas_decoded d;

    pack(t, src1, &src2);
    assert_int_equal(dpas_decode(cmd, p, &d), DPAS_OK);
    dpas_compute(p, &d, src1, &src2, cmd->src0_null ? NULL : &t->c, dst);
}

static void check(const struct repeat *t, struct oracle *o, uint32_t lanes)
{
    const struct dpas_params p = {lanes, 2, 0, DPAS_SHALLOW};
    const struct dpas_cmd cmd = command(t, lanes);
    uint32_t dst[LANES];

    compute(t, &p, &cmd, dst);
    for (uint32_t n = 0; n < lanes; ++n) {
        const uint32_t want = host_chain(t, n, t->c.data[n]);

        if (dst[n] != want)
            fail_msg("type %u, sd %u, lane %u: %08x instead of %08x", t->type, t->sd, n, dst[n],
                     want);
        if (o)
            assert_int_equal(mpfr_chain(o, t, n, t->c.data[n]), want);
    }
}

/* --- operands --- */

/* Returns an f32 as a pattern of the type, truncated, so that corners of f32 remain corners. */
static uint32_t narrowed(enum dpas_type type, uint32_t x)
{
    const uint32_t exp = x >> 23 & 0xFF, sign = x >> 31 << 15;

    if (type == DPAS_F32)
        return x;
    if (type == DPAS_BF16)
        return x >> 16;
    if (exp == 0xFF)
        return sign | 0x7C00 | (x >> 13 & 0x3FF) | ((x & 0x1FFF) != 0);
    if (exp == 0)
        return sign | (x & 0x3FF);
    return sign | ((exp - 112 + 248) % 31) << 10 | (x >> 13 & 0x3FF);
}

/* Each step's product is related to the sum before it as draw_operands does it, or cancels it. */
static void draw_lane(struct repeat *t, uint32_t n, struct assay_rng *rng)
{
    uint32_t x, y, z, acc;

    draw_operands(rng, &x, &y, &z);
    acc = t->c.data[n] = z;
    for (uint32_t k = 0; k < length(t); ++k) {
        if (k == 0 && n == 0) {
            t->a[0] = narrowed(t->type, y);
        } else {
            x = draw_f32(rng);
            switch (assay_rng_below(rng, 4)) {
            case 0: /* the remaining sum, negated, if the other factor is one */
                x = acc ^ 0x80000000;
                break;
            case 1: /* so large that the product is half an ulp of the sum */
                x = (acc & 0x7F800000) - (acc >> 23 & 0xFF ? 24u << 23 : 0);
                break;
            default:
                break;
            }
        }
        t->b[k][n] = narrowed(t->type, x);
        acc = host(FMA, widened(t->type, t->b[k][n]), widened(t->type, t->a[k]), acc);
    }
}

static void draw_repeat(struct repeat *t, enum dpas_type type, struct assay_rng *rng)
{
    t->type = type;
    t->sd = 1u << assay_rng_below(rng, 4);
    for (uint32_t k = 0; k < MAX_K; ++k) {
        static const uint32_t ones[] = {0x3F800000, 0xBF800000, 0x40000000, 0x3F000000};

        t->a[k] =
            narrowed(type, assay_rng_below(rng, 2) ? ones[assay_rng_below(rng, 4)] : draw_f32(rng));
    }
    for (uint32_t n = 0; n < LANES; ++n)
        draw_lane(t, n, rng);
}

/* --- arithmetic --- */

enum { INEXACT_TO_ZERO, CANCELLED, OVERFLOWED, NOT_A_NUMBER, SUBNORMAL_RESULT, KINDS };

/* Records the classes of the last results, to show that the operands reach all cases. */
static void note(uint64_t *seen, const struct repeat *t)
{
    for (uint32_t n = 0; n < LANES; ++n) {
        const uint32_t x = host_chain(t, n, t->c.data[n]), m = x & 0x7FFFFFFF;

        seen[INEXACT_TO_ZERO] += x == 0x80000000;
        seen[CANCELLED] += x == 0;
        seen[OVERFLOWED] += m == 0x7F800000;
        seen[NOT_A_NUMBER] += m > 0x7F800000;
        seen[SUBNORMAL_RESULT] += m != 0 && m < 0x00800000;
    }
}

static void test_chains(void **unused)
{
    const uint64_t count = (fuzz_count() + 39) / 40;
    struct assay_rng rng = fuzz_begin(__func__);
    struct oracle o;

    (void)unused;
    oracle_open(&o, f32);
    for (uint32_t i = 0; i < TYPES; ++i) {
        uint64_t seen[KINDS] = {0};

        for (uint64_t round = 0; round < count; ++round) {
            struct repeat t;

            draw_repeat(&t, types[i], &rng);
            check(&t, round % 16 == 0 ? &o : NULL, all_lanes[round % 3]);
            note(seen, &t);
        }
        for (uint32_t kind = 0; kind < KINDS; ++kind)
            assert_true(seen[kind] * 10000 > count);
    }
    oracle_close(&o);
}

/* One product: all corners by all corners, with C of each class. */
static void test_corners(void **unused)
{
    static const uint32_t few[] = {0x00000000, 0x80000000, 0x00000001, 0x807FFFFF, 0x00800000,
                                   0x33800001, 0x3F800000, 0xBF800001, 0x4B7FFFFF, 0x7F7FFFFF,
                                   0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFF800001};

    (void)unused;
    for (uint32_t i = 0; i < TYPES; ++i) {
        for (uint32_t c = 0; c < sizeof few / sizeof few[0]; ++c) {
            struct repeat t = {.type = types[i], .sd = 1};

            for (uint32_t x = 0; x < CORNERS; ++x) {
                t.a[0] = narrowed(types[i], corner_of(x));
                for (uint32_t y = 0; y < CORNERS + LANES; y += LANES) {
                    for (uint32_t n = 0; n < LANES; ++n) {
                        t.b[0][n] = narrowed(types[i], corner_of((y + n) % CORNERS));
                        t.c.data[n] = few[c];
                    }
                    check(&t, NULL, LANES);
                }
            }
        }
    }
}

/* Every pattern of the 16-bit types times one, in each half of a dword and from either operand: the
 * result is the value itself, as an f32. */
static void test_conversions(void **unused)
{
    const struct dpas_params p = {LANES, 4, 0, DPAS_SHALLOW};

    (void)unused;
    for (uint32_t i = 0; i < 2; ++i) {
        const uint32_t one = types[i] == DPAS_F16 ? 0x3C00 : 0x3F80;

        for (uint32_t x = 0; x < 0x10000; ++x) {
            const uint32_t want = canonical_bits((float)value_of(x, format_of(types[i])));
            struct repeat t = {.type = types[i], .sd = 1};
            const struct dpas_cmd cmd = command(&t, 4);
            uint32_t dst[LANES];

            /* Adding -0 at the end changes nothing, so it hides nothing. */
            for (uint32_t n = 0; n < LANES; ++n)
                t.c.data[n] = 0x80000000;
            t.a[0] = x;
            t.a[1] = one;
            t.b[0][0] = one;
            t.b[1][0] = 0x8000; /* -0 times one */
            t.b[0][1] = x & 0x8000 ? 0 : 0x8000;
            t.b[1][1] = x;
            compute(&t, &p, &cmd, dst);
            assert_int_equal(dst[0], want);
            /* Lane 1: x times a zero comes first, which is -0 or NaN. */
            assert_int_equal(dst[1], (want & 0x7FFFFFFF) < 0x7F800000 ? want : canonical_nan(f32));
        }
    }
}

/* Values computed by hand. */
static void test_known(void **unused)
{
    static const struct {
        enum dpas_type type;
        uint32_t a0, b0, a1, b1, c, want;
    } known[] = {
        /* 1 + 2^-24 is a tie that rounds down to even, and so does adding it twice, one after the
         * other. */
        {DPAS_BF16, 0x3F80, 0x3380, 0x3F80, 0x3380, 0x3F800000, 0x3F800000},
        {DPAS_BF16, 0x3F80, 0x3400, 0x3F80, 0x3380, 0x3F800000, 0x3F800002},
        {DPAS_F16, 0x0001, 0x3C00, 0x0001, 0x3C00, 0x3F800000, 0x3F800000},
        {DPAS_F16, 0x0002, 0x3C00, 0x0001, 0x3C00, 0x3F800000, 0x3F800002},
        /* The order matters: 2^25 absorbs the one if it comes first, but not if it comes last. */
        {DPAS_BF16, 0x4C00, 0x3F80, 0xCC00, 0x3F80, 0x3F800000, 0x00000000},
        {DPAS_BF16, 0x3F80, 0x3F80, 0x3F80, 0xBF80, 0x80000000, 0x00000000},
        /* -0 results only from -0 alone. */
        {DPAS_F16, 0x8000, 0x3C00, 0x0000, 0xBC00, 0x80000000, 0x80000000},
        {DPAS_F16, 0x8000, 0x3C00, 0x0000, 0x3C00, 0x80000000, 0x00000000},
        {DPAS_F16, 0x8000, 0x3C00, 0x8000, 0x3C00, 0x00000000, 0x00000000},
        /* An intermediate overflow persists, and may meet its opposite. */
        {DPAS_BF16, 0x7F00, 0x4080, 0xFF00, 0x4080, 0x3F800000, 0x7F800000},
        {DPAS_BF16, 0x7F00, 0x4080, 0xFF80, 0x3F80, 0x3F800000, 0x7FC00000},
        {DPAS_F16, 0x7BFF, 0x7BFF, 0x0000, 0x0000, 0x00000000, 0x4F7FC004},
        /* Zero times infinity, whatever C is; NaNs of any payload. */
        {DPAS_F16, 0x0000, 0xFC00, 0x3C00, 0x3C00, 0x7F800000, 0x7FC00000},
        {DPAS_BF16, 0xFF81, 0x0000, 0x3F80, 0x3F80, 0x3F800000, 0x7FC00000},
        {DPAS_F16, 0x3C00, 0x3C00, 0x3C00, 0x3C00, 0xFFFFFFFF, 0x7FC00000},
        /* Subnormals are kept: 2^-75 * 2^-74; half of it rounds to even, to -0. */
        {DPAS_BF16, 0x1A00, 0x1A80, 0x0000, 0x0000, 0x00000000, 0x00000001},
        {DPAS_BF16, 0x1A00, 0x9A00, 0x8000, 0x3F80, 0x80000000, 0x80000000},
        {DPAS_F32, 0x00000001, 0x3F800000, 0, 0, 0x00000001, 0x00000002},
        {DPAS_F32, 0x3F800001, 0x3F800001, 0, 0, 0xBF800002, 0x28800000},
    };
    const struct dpas_params p = {4, 2, 0, DPAS_SHALLOW};

    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        struct repeat t = {.type = known[i].type, .sd = 1};
        const struct dpas_cmd cmd = command(&t, 1);
        uint32_t dst[LANES];

        t.a[0] = known[i].a0;
        t.a[1] = known[i].a1;
        t.b[0][0] = known[i].b0;
        t.b[1][0] = known[i].b1;
        t.c.data[0] = known[i].c;
        compute(&t, &p, &cmd, dst);
        if (dst[0] != known[i].want)
            fail_msg("known value %zu: %08x instead of %08x", i, dst[0], known[i].want);
    }
}

/* Idle lanes keep C bit by bit, including NaN payloads; the others see C as null and scalar say. */
static void test_idle_lanes(void **unused)
{
    static const uint32_t c[] = {0x80000000, 0x7F800001, 0xFFC12345, 0x7FC00000,
                                 0x00000001, 0xFF800000, 0x3F800000, 0xFFFFFFFF};
    struct assay_rng rng = fuzz_begin(__func__);

    (void)unused;
    for (uint32_t i = 0; i < TYPES * 4 * LANES; ++i) {
        const struct dpas_params p = {LANES, all_depths[i % 3], 0, DPAS_SHALLOW};
        const bool null = i / TYPES & 1, scalar = i / TYPES & 2;
        struct dpas_cmd cmd;
        struct repeat t;
        uint32_t dst[LANES];

        draw_repeat(&t, types[i % TYPES], &rng);
        for (uint32_t n = 0; n < LANES; ++n)
            t.c.data[n] = c[(n + i) % 8];
        cmd = command(&t, 1 + i / (TYPES * 4));
        cmd.src0_null = null;
        cmd.src0_scalar = scalar;
        compute(&t, &p, &cmd, dst);
        for (uint32_t n = 0; n < LANES; ++n) {
            const uint32_t start = null ? 0 : t.c.data[scalar ? 0 : n];

            assert_int_equal(dst[n], n < cmd.exec_size ? host_chain(&t, n, start) : start);
        }
    }
}

/* --- the block --- */

enum { COMMANDS = 400 };

/* Runs commands of one repeat with every stream open and collects their dst rows. Returns the
 * cycles. */
static void run_block(const struct repeat *t, uint32_t depth, uint32_t (*dst)[LANES])
{
    static struct dpas_state s;
    const struct dpas_params p = {LANES, depth, 0, DPAS_SHALLOW};
    uint32_t sent = 0, first_row = 0, rows = 0, repeats = 0, given = 0;
    struct dpas_src1 src1[8];
    struct dpas_src2 src2;

    dpas_init(&s, &p);
    for (uint32_t cycle = 0; given < COMMANDS; ++cycle) {
        struct dpas_inputs in = {.dst_ready = 1, .rsp_ready = 1};
        struct dpas_outputs out;

        assert_true(cycle < 100 * COMMANDS);
        in.cmd_valid = sent < COMMANDS;
        if (in.cmd_valid)
            in.cmd = command(&t[sent], LANES);
        in.src1_valid = first_row < COMMANDS;
        if (in.src1_valid) {
            pack(&t[first_row], src1, &src2);
            in.src1 = src1[rows];
        }
        in.src2_valid = in.src0_valid = repeats < COMMANDS;
        if (in.src2_valid) {
            pack(&t[repeats], src1, &in.src2);
            in.src0 = t[repeats].c;
        }
        dpas_step(&s, &in, &out);
        sent += in.cmd_valid && out.cmd_ready;
        repeats += in.src2_valid && out.src2_ready;
        if (in.src1_valid && out.src1_ready && ++rows == t[first_row].sd) {
            ++first_row;
            rows = 0;
        }
        if (out.dst_valid)
            memcpy(dst[given++], out.dst.data, sizeof *dst);
    }
}

/* Passes and unused layers have no effect: the rows are the same at every depth. */
static void test_depth(void **unused)
{
    static struct repeat t[COMMANDS];
    static uint32_t dst[COMMANDS][LANES];
    struct assay_rng rng = fuzz_begin(__func__);

    (void)unused;
    for (uint32_t i = 0; i < COMMANDS; ++i) {
        draw_repeat(&t[i], types[assay_rng_below(&rng, TYPES)], &rng);
        if (i % 8 == 0) { /* every product is -0, and so is C */
            memset(t[i].b, 0, sizeof t[i].b);
            for (uint32_t k = 0; k < MAX_K; ++k)
                t[i].a[k] = narrowed(t[i].type, 0xBF800000);
            for (uint32_t n = 0; n < LANES; ++n)
                t[i].c.data[n] = 0x80000000;
        }
    }
    for (uint32_t d = 0; d < 3; ++d) {
        run_block(t, all_depths[d], dst);
        for (uint32_t i = 0; i < COMMANDS; ++i) {
            for (uint32_t n = 0; n < LANES; ++n)
                assert_int_equal(dst[i][n], host_chain(&t[i], n, t[i].c.data[n]));
        }
        for (uint32_t i = 0; i < COMMANDS; i += 8)
            assert_int_equal(dst[i][5], 0x80000000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),      cmocka_unit_test(test_chains),
        cmocka_unit_test(test_corners),    cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_idle_lanes), cmocka_unit_test(test_depth),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
