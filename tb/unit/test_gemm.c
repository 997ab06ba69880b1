/* test_gemm.c - matrix products in tiles, computed by the golden model of dpas alone; numbers
 * rounded to the types of a product. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dpas/dpas.h"
#include "dpas/gemm.h"
#include "engine/lockstep.h"
#include "unit/random.h"

struct product {
    struct assay_gemm g;
    void *a, *b;
    uint64_t cycles;
};

static const char *const sets[] = {"smallest", "default", "largest", "deep", "deep_largest"};

enum { N_SETS = sizeof sets / sizeof sets[0], SIZE_MAX_TESTED = 40 };

static struct assay_params params_of(const char *set)
{
    struct assay_params params;
    char why[256];

    assert_true(assay_params_parse(assay_block_find("dpas"), set, &params, why, sizeof why));
    return params;
}

static void put(void *matrix, enum assay_type type, size_t i, uint32_t pattern)
{
    switch (assay_type_size(type)) {
    case 1:
        ((uint8_t *)matrix)[i] = (uint8_t)pattern;
        break;
    case 2:
        ((uint16_t *)matrix)[i] = (uint16_t)pattern;
        break;
    default:
        ((uint32_t *)matrix)[i] = pattern;
        break;
    }
}

/* Draws numbers around one, most with few bits, so that sums cancel; zeros of both signs; tiny
 * numbers, whose products are signed zeros; now and then any pattern. */
static uint32_t draw_float(struct assay_rng *r, enum assay_type type)
{
    const uint32_t bits = (uint32_t)assay_type_size(type) * 8, x = (uint32_t)assay_rng_u64(r);
    const uint32_t sign = (x >> 31) << (bits - 1);
    const uint32_t frac_bits = type == ASSAY_TYPE_F32 ? 23 : type == ASSAY_TYPE_F16 ? 10 : 7;
    const uint32_t one = type == ASSAY_TYPE_F16 ? 15 : 127;

    switch (assay_rng_below(r, 16)) {
    case 0:
        return sign;
    case 1:
        return sign | (x & 7);
    case 2:
        return assay_rng_below(r, 16) ? sign : bits == 32 ? x : x & 0xFFFF;
    case 3:
    case 4:
        return sign | (one + (x & 3)) << frac_bits | (x >> 8 & ((1U << frac_bits) - 1));
    default:
        return sign | (one + (x & 1)) << frac_bits | (x >> 8 & 1) << (frac_bits - 1);
    }
}

static void fill(struct assay_rng *r, void *matrix, enum assay_type type, size_t count)
{
    static const uint8_t corners[] = {0x00, 0x01, 0x7F, 0x80, 0xFF};

    for (size_t i = 0; i < count; ++i) {
        const uint32_t byte =
            assay_rng_below(r, 4) ? assay_rng_u64(r) & 0xFF : corners[i % sizeof corners];

        put(matrix, type, i, assay_type_is_float(type) ? draw_float(r, type) : byte);
    }
}

/* Makes random matrices; about one element in four is a corner value. */
static void make_types(struct product *p, struct assay_rng *r, enum assay_type a, enum assay_type b,
                       size_t m, size_t k, size_t n)
{
    memset(p, 0, sizeof *p);
    p->a = malloc(m * k * assay_type_size(a));
    p->b = malloc(k * n * assay_type_size(b));
    p->g.d = malloc(m * n * sizeof *p->g.d);
    assert_true(p->a && p->b && p->g.d);
    fill(r, p->a, a, m * k);
    fill(r, p->b, b, k * n);
    memset(p->g.d, 0xA5, m * n * sizeof *p->g.d); /* reveals an element that is left out */
    p->g.a_type = a;
    p->g.b_type = b;
    p->g.a = p->a;
    p->g.b = p->b;
    p->g.m = m;
    p->g.k = k;
    p->g.n = n;
}

static void make(struct product *p, struct assay_rng *r, size_t m, size_t k, size_t n)
{
    make_types(p, r, ASSAY_TYPE_U8, ASSAY_TYPE_U8, m, k, n);
}

static void release(struct product *p)
{
    free(p->a);
    free(p->b);
    free(p->g.d);
}

static void run(struct product *p, const char *set, uint32_t stall, uint64_t seed)
{
    struct assay_config config = {.block = assay_block_find("dpas"),
                                  .params = params_of(set),
                                  .scenario = dpas_gemm_array.scenario,
                                  .knobs = {.stall = stall},
                                  .seed = seed,
                                  .cycles = UINT64_MAX,
                                  .user = &p->g,
                                  .backend = "model"};
    struct assay_lockstep *ls;
    char why[256];

    ls = assay_lockstep_open(&config, why, sizeof why);
    assert_non_null(ls);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_PASS);
    p->cycles = assay_lockstep_result(ls)->cycles;
    assay_lockstep_close(ls);
    assert_string_equal(p->g.why, "");
    assert_false(p->g.failed);
    assert_int_equal(p->g.done, p->g.total);
}

/* Returns an element as a host number. A double can hold every type. */
static double value(const void *matrix, enum assay_type type, size_t i)
{
    uint32_t x, exp;
    double v;
    float f;

    switch (type) {
    case ASSAY_TYPE_U8:
        return ((const uint8_t *)matrix)[i];
    case ASSAY_TYPE_S8:
        return ((const int8_t *)matrix)[i];
    case ASSAY_TYPE_F16:
        x = ((const uint16_t *)matrix)[i];
        exp = x >> 10 & 31;
        v = exp == 31 ? (x & 0x3FF ? (double)NAN : (double)INFINITY)
                      : ldexp((x & 0x3FF) + (exp ? 0x400 : 0), (exp ? (int)exp : 1) - 25);
        return x >> 15 ? -v : v;
    case ASSAY_TYPE_BF16:
        x = (uint32_t)((const uint16_t *)matrix)[i] << 16;
        break;
    default:
        x = ((const uint32_t *)matrix)[i];
        break;
    }
    memcpy(&f, &x, sizeof f);
    return (double)f;
}

/* The definition, computed in a third way: each element by itself. */
static uint32_t definition(const struct assay_gemm *g, size_t row, size_t col)
{
    uint32_t sum = 0;
    float acc = 0;

    for (size_t i = 0; i < g->k; ++i) {
        const double x = value(g->a, g->a_type, row * g->k + i);
        const double y = value(g->b, g->b_type, i * g->n + col);

        if (assay_type_is_float(g->a_type))
            acc = fmaf((float)x, (float)y, acc);
        else
            sum += (uint32_t)((int)x * (int)y);
    }
    if (isnan(acc))
        return 0x7FC00000;
    if (assay_type_is_float(g->a_type))
        memcpy(&sum, &acc, sizeof sum);
    return sum;
}

static void assert_product(const struct assay_gemm *g)
{
    struct assay_gemm_check check;

    for (size_t i = 0; i < g->m; ++i)
        for (size_t j = 0; j < g->n; ++j)
            if (g->d[i * g->n + j] != definition(g, i, j))
                fail_msg("%zux%zux%zu, types %d %d: element (%zu,%zu) is 0x%08x: expected 0x%08x",
                         g->m, g->k, g->n, (int)g->a_type, (int)g->b_type, i, j, g->d[i * g->n + j],
                         definition(g, i, j));
    assert_true(assay_gemm_verify(g, &check));
    assert_int_equal(check.differing, 0);
}

/* Every pair of types that dpas accepts. */
static const enum assay_type pairs[][2] = {
    {ASSAY_TYPE_U8, ASSAY_TYPE_U8},   {ASSAY_TYPE_S8, ASSAY_TYPE_U8},
    {ASSAY_TYPE_U8, ASSAY_TYPE_S8},   {ASSAY_TYPE_S8, ASSAY_TYPE_S8},
    {ASSAY_TYPE_F32, ASSAY_TYPE_F32}, {ASSAY_TYPE_BF16, ASSAY_TYPE_BF16},
    {ASSAY_TYPE_F16, ASSAY_TYPE_F16},
};

enum { PAIRS = sizeof pairs / sizeof pairs[0] };

static void test_types(void **state)
{
    unsigned taken = 0;

    (void)state;
    for (unsigned a = ASSAY_TYPE_U8; a < ASSAY_TYPES; ++a)
        for (unsigned b = ASSAY_TYPE_U8; b < ASSAY_TYPES; ++b)
            taken += dpas_gemm_array.takes((enum assay_type)a, (enum assay_type)b);
    assert_int_equal(taken, PAIRS);
    for (unsigned i = 0; i < PAIRS; ++i)
        assert_true(dpas_gemm_array.takes(pairs[i][0], pairs[i][1]));
}

static void test_random_sizes(void **state)
{
    struct assay_rng r;

    (void)state;
    random_begin(&r, 1, "test_gemm.sizes");
    for (unsigned i = 0; i < 60 * PAIRS; ++i) {
        const size_t m = 1 + assay_rng_below(&r, SIZE_MAX_TESTED);
        const size_t k = 1 + assay_rng_below(&r, SIZE_MAX_TESTED);
        const size_t n = 1 + assay_rng_below(&r, SIZE_MAX_TESTED);
        struct product p;

        make_types(&p, &r, pairs[i % PAIRS][0], pairs[i % PAIRS][1], m, k, n);
        run(&p, sets[i / PAIRS % N_SETS], i / PAIRS / N_SETS % 2 ? 100 : 0, i);
        assert_product(&p.g);
        release(&p);
    }
}

/* Each size around the edges of tiles, chunks and slices. */
static void test_edges(void **state)
{
    static const size_t edges[] = {1, 3, 4, 5, 8, 9, 16, 17, 31, 32, 33, 65};
    enum { N = sizeof edges / sizeof edges[0] };
    struct assay_rng r;

    (void)state;
    random_begin(&r, 1, "test_gemm.edges");
    for (unsigned i = 0; i < N * N * N; i += 5) {
        struct product p;

        make_types(&p, &r, pairs[i % PAIRS][0], pairs[i % PAIRS][1], edges[i % N], edges[i / N % N],
                   edges[i / N / N]);
        run(&p, sets[i % N_SETS], 0, i);
        assert_product(&p.g);
        release(&p);
    }
}

/* One tile and many chunks: each command waits for the partial result of the previous one. */
static void test_chain(void **state)
{
    struct assay_rng r;

    (void)state;
    random_begin(&r, 1, "test_gemm.chain");
    for (unsigned i = 0; i < PAIRS * 2 * N_SETS; ++i) {
        struct product p;

        make_types(&p, &r, pairs[i % PAIRS][0], pairs[i % PAIRS][1], 2, 999, 3);
        run(&p, sets[i / PAIRS / 2], i / PAIRS % 2 ? 100 : 0, i);
        assert_product(&p.g);
        release(&p);
    }
}

/* 255 * 255 * 33026 exceeds s32, but with 33025 it does not: D wraps, and the check counts that. */
static void test_wrap(void **state)
{
    struct assay_gemm_check check;
    struct product p;
    struct assay_rng r;

    (void)state;
    random_begin(&r, 1, "test_gemm.wrap");
    make(&p, &r, 2, 33026, 1);
    memset(p.a, 0xFF, 2 * p.g.k);
    memset(p.b, 0xFF, p.g.k);
    put(p.a, ASSAY_TYPE_U8, 0, 0);
    run(&p, "largest", 0, 1);
    assert_product(&p.g);
    assert_int_equal(p.g.d[0], UINT32_C(255) * 255 * 33025);
    assert_int_equal(p.g.d[1], (uint32_t)(UINT64_C(255) * 255 * 33026));
    assert_true(assay_gemm_verify(&p.g, &check));
    assert_int_equal(check.wrapped, 1);
    release(&p);
}

/* The check finds a wrong element and reports its position. */
static void test_verify_finds(void **state)
{
    struct assay_gemm_check check;
    struct product p;
    struct assay_rng r;

    (void)state;
    random_begin(&r, 1, "test_gemm.verify");
    make(&p, &r, 10, 20, 7);
    run(&p, "default", 0, 1);
    p.g.d[3 * 7 + 5] ^= 0x10;
    p.g.d[9 * 7 + 6] ^= 0x80000000;
    assert_true(assay_gemm_verify(&p.g, &check));
    assert_int_equal(check.differing, 2);
    assert_int_equal(check.row, 3);
    assert_int_equal(check.col, 5);
    assert_int_equal(check.got, p.g.d[3 * 7 + 5]);
    assert_int_equal(check.expected, definition(&p.g, 3, 5));
    release(&p);
}

/* A block with wrong answers ends the run with the reason, and never writes outside D. */
static void test_wrong_answers(void **state)
{
    const struct assay_block *b = assay_block_find("dpas");
    const unsigned dst_stream = (unsigned)assay_stream_find(b, "dst");
    const unsigned rsp_stream = (unsigned)assay_stream_find(b, "rsp");
    struct assay_params params = params_of("default");
    struct product p;
    struct assay_stim_env env = {.params = &params, .user = &p.g};
    struct dpas_dst dst = {0};
    struct dpas_rsp rsp = {0};
    struct assay_rng r;
    void *ctx;

    (void)state;
    random_begin(&r, 1, "test_gemm.wrong");
    make(&p, &r, 2, 4, 3);
    for (unsigned kind = 0; kind < 5; ++kind) {
        ctx = calloc(1, dpas_gemm_array.scenario->ctx_size);
        assert_non_null(ctx);
        dpas_gemm_array.scenario->begin(ctx, &env);
        dst = (struct dpas_dst){.tag = kind == 0, .last = kind == 1};
        rsp = (struct dpas_rsp){.tag = kind == 2, .status = kind == 3};
        for (unsigned row = 0; row < 2 + (kind == 4); ++row) {
            dpas_gemm_array.scenario->observe(ctx, dst_stream, &dst);
            dst.last = 1;
        }
        dpas_gemm_array.scenario->observe(ctx, rsp_stream, &rsp);
        assert_true(p.g.failed);
        assert_true(dpas_gemm_array.scenario->done(ctx));
        assert_non_null(strstr(p.g.why, kind == 2 || kind == 3 ? "response" : "dst row"));
        free(ctx);
    }
    release(&p);
}

/* Enough full tiles keep the array busy, at every depth and width. */
static void test_utilisation(void **state)
{
    static const enum assay_type types[] = {ASSAY_TYPE_U8, ASSAY_TYPE_F16, ASSAY_TYPE_F32};
    struct assay_rng r;

    (void)state;
    random_begin(&r, 1, "test_gemm.rate");
    for (unsigned i = 0; i < 3 * N_SETS; ++i) {
        const enum assay_type type = types[i / N_SETS];
        const struct assay_params params = params_of(sets[i % N_SETS]);
        struct product p;
        double share;

        make_types(&p, &r, type, type, 125, 64, 64);
        run(&p, sets[i % N_SETS], 0, 1);
        share = assay_gemm_work(&p.g) / ((double)p.cycles * dpas_gemm_array.peak(&p.g, &params));
        print_message("%s, %s: %.1f%% of the peak, %llu cycles\n", assay_gemm_type_name(type),
                      sets[i % N_SETS], 100 * share, (unsigned long long)p.cycles);
        assert_true(share > 0.95 && share <= 1.0);
        assert_product(&p.g);
        release(&p);
    }
}

/* Multiplies a row of A by a column of B, of k elements each. */
static uint32_t chain(const uint32_t *a, const uint32_t *b, size_t k)
{
    uint32_t d;
    struct product p = {.g = {.a_type = ASSAY_TYPE_F32,
                              .b_type = ASSAY_TYPE_F32,
                              .a = a,
                              .b = b,
                              .m = 1,
                              .k = k,
                              .n = 1,
                              .d = &d}};

    run(&p, "smallest", 0, 1);
    assert_product(&p.g);
    return d;
}

/* -0 is kept although K is padded; sums are in ascending k; NaNs and infinities are counted. */
static void test_float_sums(void **state)
{
    static const uint32_t tiny[] = {0x00000001}, minus_tiny[] = {0x80000001};
    static const uint32_t up[] = {0x4B800000, 0x3F800000, 0xCB800000};
    static const uint32_t last[] = {0x4B800000, 0xCB800000, 0x3F800000};
    static const uint32_t ones[] = {0x3F800000, 0x3F800000, 0x3F800000};
    static const uint32_t mixed[] = {0x7F800000, 0x3F800000, 0x7FC12345, 0x3F800000};
    struct assay_gemm g = {.a_type = ASSAY_TYPE_F32, .b_type = ASSAY_TYPE_F32, .m = 4, .k = 1};
    uint32_t d[4] = {0x7F800000, 0x3F800000, 0x7FC00000, 0x3F800000};
    struct assay_gemm_check check;

    (void)state;
    assert_int_equal(chain(tiny, minus_tiny, 1), 0x80000000);
    assert_int_equal(chain(up, ones, 3), 0);
    assert_int_equal(chain(last, ones, 3), 0x3F800000);
    g.a = mixed;
    g.b = ones;
    g.n = 1;
    g.d = d;
    assert_true(assay_gemm_verify(&g, &check));
    assert_int_equal(check.differing, 0);
    assert_int_equal(check.not_numbers, 2);
    d[1] ^= 1;
    d[2] = 0x7FC12345; /* NaNs are canonical */
    assert_true(assay_gemm_verify(&g, &check));
    assert_int_equal(check.differing, 2);
    assert_int_equal(check.row, 1);
    assert_int_equal(check.got, 0x3F800001);
    assert_int_equal(check.expected, 0x3F800000);
}

/* Rounds only once, from double, even where f32 in between would have rounded to a tie. */
static void test_rounding(void **state)
{
    static const struct {
        double x;
        enum assay_type to;
        uint32_t want;
    } cases[] = {
        {1.0, ASSAY_TYPE_F16, 0x3C00},
        {1 + 0x1p-11, ASSAY_TYPE_F16, 0x3C00},           /* a tie */
        {1 + 0x1p-11 + 0x1p-50, ASSAY_TYPE_F16, 0x3C01}, /* above a tie, but not in f32 */
        {1 + 3 * 0x1p-11, ASSAY_TYPE_F16, 0x3C02},       /* a tie, to even */
        {1 + 3 * 0x1p-11 - 0x1p-50, ASSAY_TYPE_F16, 0x3C01},
        {-(1 + 0x1p-8 + 0x1p-40), ASSAY_TYPE_BF16, 0xBF81},
        {1 + 0x1p-8, ASSAY_TYPE_BF16, 0x3F80},
        {0x1p-25, ASSAY_TYPE_F16, 0x0000},
        {0x1p-25 + 0x1p-60, ASSAY_TYPE_F16, 0x0001},
        {-0x1p-300, ASSAY_TYPE_BF16, 0x8000},
        {0x1p-150 + 0x1p-180, ASSAY_TYPE_F32, 0x00000001},
        {0x1p-134 + 0x1p-180, ASSAY_TYPE_BF16, 0x0001},
        {0x1p-134, ASSAY_TYPE_BF16, 0x0000},
        {-0.0, ASSAY_TYPE_F16, 0x8000},
        {65519.999, ASSAY_TYPE_F16, 0x7BFF},
        {(double)FLT_MAX, ASSAY_TYPE_F32, 0x7F7FFFFF},
        {(double)NAN, ASSAY_TYPE_F16, 0x7E00},
        {-(double)NAN, ASSAY_TYPE_BF16, 0x7FC0},
        {(double)NAN, ASSAY_TYPE_F32, 0x7FC00000},
        {-(double)INFINITY, ASSAY_TYPE_BF16, 0xFF80},
    };
    size_t infinite = 0;
    struct assay_rng r;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
        if (assay_gemm_round(cases[i].x, cases[i].to, &infinite) != cases[i].want)
            fail_msg("case %zu: 0x%x", i, assay_gemm_round(cases[i].x, cases[i].to, &infinite));
    assert_int_equal(infinite, 0);
    assert_int_equal(assay_gemm_round(65520, ASSAY_TYPE_F16, &infinite), 0x7C00);
    assert_int_equal(assay_gemm_round(-1e300, ASSAY_TYPE_F16, &infinite), 0xFC00);
    assert_int_equal(assay_gemm_round(1e300, ASSAY_TYPE_BF16, &infinite), 0x7F80);
    assert_int_equal(assay_gemm_round((double)FLT_MAX, ASSAY_TYPE_BF16, &infinite), 0x7F80);
    assert_int_equal(assay_gemm_round(-1e39, ASSAY_TYPE_F32, &infinite), 0xFF800000);
    assert_int_equal(infinite, 5);

    /* No other pattern is nearer, and of two equally near ones it is the even one. */
    random_begin(&r, 1, "test_gemm.rounding");
    for (unsigned i = 0; i < 300000; ++i) {
        const enum assay_type to = i & 1 ? ASSAY_TYPE_F16 : ASSAY_TYPE_BF16;
        const uint16_t near = (uint16_t)assay_rng_below(&r, to == ASSAY_TYPE_F16 ? 0x7BFE : 0x7F7E);
        const uint16_t next = (uint16_t)(near + 1);
        const double low = value(&near, to, 0), high = value(&next, to, 0);
        const double middle = low + (high - low) / 2;
        const double beside = ldexp(high - low, -(int)(2 + assay_rng_below(&r, 40)));

        assert_int_equal(assay_gemm_round(low, to, &infinite), near);
        assert_int_equal(assay_gemm_round(middle, to, &infinite), near & 1 ? next : near);
        assert_int_equal(assay_gemm_round(middle - beside, to, &infinite), near);
        assert_int_equal(assay_gemm_round(-(middle + beside), to, &infinite), next | 0x8000);
    }
    assert_int_equal(infinite, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_sizes), cmocka_unit_test(test_edges),
        cmocka_unit_test(test_chain),        cmocka_unit_test(test_wrap),
        cmocka_unit_test(test_verify_finds), cmocka_unit_test(test_wrong_answers),
        cmocka_unit_test(test_utilisation),  cmocka_unit_test(test_types),
        cmocka_unit_test(test_float_sums),   cmocka_unit_test(test_rounding),
    };

    return cmocka_run_group_tests_name("gemm", tests, NULL, NULL);
}
