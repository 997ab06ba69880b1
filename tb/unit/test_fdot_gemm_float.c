/*
 * test_fdot_gemm_float.c - assay_gemm with a profile: every element against the definition, group
 * by group (fdot_oracle.h), by MPFR and for cdna in the host's floats; with every kernel, any
 * shape, strides and threads; sums beyond 32 bits; the host's rounding mode; errors.
 */
#include <fenv.h>

#include "unit/fdot_oracle.h"

#include "api/assay_gemm.h"
#include "api/fdot_gemm.h"

enum { SEED = 27, ROUNDS = 4000, MOST = 24, MOST_K = 100 };

static struct assay_rng rng;

static size_t below(size_t n)
{
    return assay_rng_below(&rng, (uint32_t)n);
}

/* --- products --- */

struct product {
    struct assay_fdot op;
    const struct assay_fdot_shape *shape;
    struct assay_product p;
    size_t groups;
    void *a, *b;
    uint8_t *a_scales, *b_scales;
    uint32_t *c, *d, *want;
};

static size_t size_of(enum assay_fdot_format f)
{
    return f == ASSAY_FDOT_TF32                                                   ? 4
           : f == ASSAY_FDOT_E4M3 || f == ASSAY_FDOT_E5M2 || f == ASSAY_FDOT_E2M1 ? 1
                                                                                  : 2;
}

static uint32_t get(const void *matrix, enum assay_fdot_format f, size_t i)
{
    return size_of(f) == 4   ? ((const uint32_t *)matrix)[i]
           : size_of(f) == 2 ? ((const uint16_t *)matrix)[i]
                             : ((const uint8_t *)matrix)[i];
}

static void put(void *matrix, enum assay_fdot_format f, size_t i, uint32_t x)
{
    if (size_of(f) == 4)
        ((uint32_t *)matrix)[i] = x;
    else if (size_of(f) == 2)
        ((uint16_t *)matrix)[i] = (uint16_t)x;
    else
        ((uint8_t *)matrix)[i] = (uint8_t)x;
}

static void *room(size_t n)
{
    void *p = malloc(n ? n : 1); /* exact size, for AddressSanitizer */

    assert_non_null(p);
    memset(p, 0xFF, n ? n : 1);
    return p;
}

static void draw_operation(struct product *x)
{
    do
        x->op = operation_of((unsigned)below(OPERATION_CODES));
    while (!(x->shape = shape_by_hand(&x->op)));
}

/* Draws row i of A and column i of B as a pair, with c. */
static void draw_pair(struct product *x, size_t i, uint32_t corners)
{
    const struct fdot_kind kind = {x->op.profile, x->op.a_format, x->op.b_format, x->op.output};
    struct assay_product *p = &x->p;
    struct fdot_operands o;

    for (size_t g = 0; g < x->groups; ++g) {
        fdot_draw_operands(&rng, &kind, corners, &o);
        for (size_t k = g * x->shape->group, j = 0; k < p->k && j < x->shape->group; ++k, ++j) {
            if (i < p->m)
                put(x->a, x->op.a_format, i * p->lda + k, o.a[j]);
            if (i < p->n)
                put(x->b, x->op.b_format, k * p->ldb + i, o.b[j]);
        }
        if (i < p->m)
            x->a_scales[i * x->groups + g] = o.a_scale;
        if (i < p->n)
            x->b_scales[g * p->n + i] = o.b_scale;
    }
    fdot_draw_operands(&rng, &kind, corners, &o);
    for (size_t j = 0; j < p->n && i < p->m; ++j)
        x->c[i * p->ldc + j] = j == i || below(2) ? o.c : 0;
}

static void make(struct product *x, uint32_t corners)
{
    struct assay_product *p = &x->p;

    p->numerics = &x->op;
    x->groups = (p->k + x->shape->group - 1) / x->shape->group;
    p->lda = p->lda ? p->lda : p->k;
    p->ldb = p->ldb ? p->ldb : p->n;
    p->ldc = p->ldc ? p->ldc : p->n;
    p->ldd = p->ldd ? p->ldd : p->n;
    p->a = x->a = room(p->m * p->lda * size_of(x->op.a_format));
    p->b = x->b = room(p->k * p->ldb * size_of(x->op.b_format));
    p->c = x->c = room(p->m * p->ldc * sizeof *x->c);
    p->d = x->d = room(p->m * p->ldd * sizeof *x->d);
    x->want = room(p->m * p->ldd * sizeof *x->want);
    x->a_scales = room(p->m * x->groups);
    x->b_scales = room(p->n * x->groups);
    if (x->shape->scaled) {
        p->a_scales = x->a_scales;
        p->b_scales = x->b_scales;
    }
    for (size_t i = 0; i < p->m || i < p->n; ++i)
        draw_pair(x, i, corners);
}

static void release(struct product *x)
{
    free(x->a);
    free(x->b);
    free(x->a_scales);
    free(x->b_scales);
    free(x->c);
    free(x->d);
    free(x->want);
}

/* --- the definition --- */

static uint32_t definition(const struct product *x, size_t row, size_t col, mpfr_t sum)
{
    const struct assay_product *p = &x->p;
    struct assay_fdot op = x->op;
    struct fdot_operands o = {.c = p->c ? p->c[row * p->ldc + col] : 0};

    if (x->groups == 0)
        return op.output == ASSAY_FDOT_OUT_F32_C16 ? canonical_bits((float)value_of(o.c, f16))
                                                   : o.c;
    for (size_t g = 0; g < x->groups; ++g) {
        for (size_t j = 0; j < x->shape->group; ++j) {
            const size_t k = g * x->shape->group + j;

            o.a[j] = k < p->k ? get(x->a, op.a_format, row * p->lda + k) : 0;
            o.b[j] = k < p->k ? get(x->b, op.b_format, k * p->ldb + col) : 0;
        }
        o.a_scale = x->a_scales[row * x->groups + g];
        o.b_scale = x->b_scales[g * p->n + col];
        o.c = op.profile >= ASSAY_FDOT_CDNA1 ? expected(&op, x->shape, &o)
                                             : by_mpfr(&op, x->shape, &o, sum);
        if (op.output == ASSAY_FDOT_OUT_F32_C16)
            op.output = ASSAY_FDOT_OUT_F32; /* c is an f16 only before the first group */
    }
    return o.c;
}

static void define(struct product *x)
{
    mpfr_t sum;

    mpfr_init2(sum, WIDE);
    for (size_t i = 0; i < x->p.m; ++i)
        for (size_t j = 0; j < x->p.n; ++j)
            x->want[i * x->p.ldd + j] = definition(x, i, j, sum);
    mpfr_clear(sum);
}

/* Checks the elements between the rows too, which must stay 0xFFFFFFFF. */
static void assert_product(const struct product *x, const char *by)
{
    const struct assay_product *p = &x->p;

    for (size_t i = 0; i < p->m * p->ldd; ++i) {
        if (x->d[i] != x->want[i])
            fail_msg("%s: %s %s * %s -> %s, %zux%zux%zu: row %zu, column %zu is %08" PRIX32
                     ": expected %08" PRIX32,
                     by, assay_fdot_profile_name(x->op.profile),
                     assay_fdot_format_name(x->op.a_format), assay_fdot_format_name(x->op.b_format),
                     assay_fdot_output_name(x->op.output), p->m, p->k, p->n, i / p->ldd, i % p->ldd,
                     x->d[i], x->want[i]);
    }
}

/* Count the columns that a kernel computes and those that it leaves to others. */
static uint64_t usual, unusual;

static void counting(enum assay_fdot_output output, const struct fdot_rule *rule,
                     const struct fdot_left *a, const struct fdot_right *b, const uint32_t *c,
                     uint32_t *d, int32_t *odd)
{
    fdot_lanes_plain(output, rule, a, b, c, d, odd);
    for (unsigned j = 0; j < FDOT_LANES; ++j)
        ++*(odd[j] ? &unusual : &usual);
}

static void check_all(struct product *x)
{
    fdot_lanes *const kernel[] = {counting, fdot_lanes_avx2(), NULL};
    static const char *const name[] = {"plain", "AVX2", "group by group"};
    struct assay_product p = x->p;

    assert_int_equal(assay_gemm(&p), ASSAY_MODEL_OK);
    assert_product(x, "assay_gemm");
    for (unsigned i = 0; i < sizeof kernel / sizeof kernel[0]; ++i) {
        p = x->p;
        for (size_t r = 0; r < p.m; ++r)
            memset(x->d + r * p.ldd, 0x5A, p.n * sizeof *x->d);
        assert_int_equal(fdot_gemm_by(&p, kernel[i]), ASSAY_MODEL_OK);
        assert_product(x, name[i]);
    }
}

/* --- tests --- */

/* Every operation, many times. */
static void test_definition(void **unused)
{
    const uint64_t rounds = random_rounds(ROUNDS);
    uint64_t elements = 0, numbers = 0;

    (void)unused;
    random_begin(&rng, SEED, "fdot gemm");
    for (uint64_t i = 0; i < rounds; ++i) {
        const size_t m = 1 + below(MOST / 3), k = below(MOST_K), n = 1 + below(MOST);
        struct product x = {.p = {.m = m, .k = k, .n = n}};
        const bool with_c = below(4) != 0;

        draw_operation(&x);
        x.p.threads = (unsigned)below(4);
        x.p.lda = below(2) ? x.p.k + below(3) : 0;
        x.p.ldb = below(2) ? x.p.n + below(3) : 0;
        x.p.ldc = below(2) ? x.p.n + below(3) : 0;
        x.p.ldd = below(2) ? x.p.n + below(3) : 0;
        make(&x, below(4) ? 0 : 5);
        if (!with_c)
            x.p.c = NULL;
        define(&x);
        check_all(&x);
        for (size_t j = 0; j < x.p.m * x.p.n; ++j) {
            const uint32_t d = x.want[j / x.p.n * x.p.ldd + j % x.p.n];

            ++elements;
            numbers += x.op.output == ASSAY_FDOT_OUT_F16 ? (d & 0x7C00) != 0x7C00
                                                         : (d & 0x7F800000) != 0x7F800000;
        }
        release(&x);
    }
    print_message("%" PRIu64 " elements, %" PRIu64 " of them numbers; by a kernel %" PRIu64
                  " groups, left to others %" PRIu64 "\n",
                  elements, numbers, usual, unusual);
    assert_true(numbers > elements / 4);
    assert_true(usual > unusual / 4 && unusual > usual / 100);
}

/* All operands are equal and as large as possible: a group's sum needs up to 33 bits, and c makes
 * it overflow them. */
static void test_high_sums(void **unused)
{
    static const struct {
        enum assay_fdot_profile profile;
        enum assay_fdot_format f;
        uint32_t x;
    } high[] = {
        {ASSAY_FDOT_HOPPER, ASSAY_FDOT_F16, 0x3FFF},
        {ASSAY_FDOT_HOPPER, ASSAY_FDOT_BF16, 0x3FFF},
        {ASSAY_FDOT_BLACKWELL, ASSAY_FDOT_E4M3, 0x3F},
        {ASSAY_FDOT_BLACKWELL, ASSAY_FDOT_E5M2, 0x3F},
        {ASSAY_FDOT_BLACKWELL, ASSAY_FDOT_E2M1, 3},
        {ASSAY_FDOT_HOPPER, ASSAY_FDOT_TF32, 0x3FFFFFFF},
        {ASSAY_FDOT_BLACKWELL, ASSAY_FDOT_E4M3, 0x7E},
    };

    (void)unused;
    random_begin(&rng, SEED, "fdot high");
    for (unsigned i = 0; i < 4 * sizeof high / sizeof high[0]; ++i) {
        struct product x = {
            .op = {high[i / 4].profile, high[i / 4].f, high[i / 4].f, ASSAY_FDOT_OUT_F32},
            .p = {.m = 3, .k = 64, .n = 17}};
        const uint32_t sign = UINT32_C(1) << (8 * size_of(high[i / 4].f) - 1);

        x.shape = shape_by_hand(&x.op);
        assert_non_null(x.shape);
        make(&x, 0);
        for (size_t j = 0; j < x.p.m * x.p.k; ++j)
            put(x.a, x.op.a_format, j,
                high[i / 4].x ^ (i & 1 && x.op.a_format != ASSAY_FDOT_E2M1 ? sign : 0));
        for (size_t j = 0; j < x.p.n * x.p.k; ++j)
            put(x.b, x.op.b_format, j, high[i / 4].x);
        for (size_t j = 0; j < x.p.m * x.p.n; ++j)
            x.c[j] = i & 2 ? 0x407FFFFF | (i & 1 ? 0x80000000 : 0) : 0;
        define(&x);
        check_all(&x);
        release(&x);
    }
}

/* A bf16 from 2^-3 to 2, of either sign. */
static uint32_t draw_near_one(void)
{
    const uint32_t magnitude = 0x3E00 + (uint32_t)below(0x200);

    return magnitude | (uint32_t)below(2) << 15;
}

/* A product that is large enough for several threads, with D in the place of C: any number of
 * threads gives the same as one, and the sampled elements match the definition. */
static void test_threads(void **unused)
{
    struct product x = {
        .op = {ASSAY_FDOT_HOPPER, ASSAY_FDOT_BF16, ASSAY_FDOT_BF16, ASSAY_FDOT_OUT_F32},
        .p = {.m = 130, .k = 1000, .n = 130}};
    mpfr_t sum;

    (void)unused;
    random_begin(&rng, SEED, "fdot threads");
    mpfr_init2(sum, WIDE);
    x.shape = shape_by_hand(&x.op);
    make(&x, 0);
    for (size_t i = 0; i < x.p.m * x.p.k; ++i) {
        put(x.a, x.op.a_format, i, draw_near_one());
        put(x.b, x.op.b_format, i, draw_near_one());
    }
    x.p.threads = 1;
    assert_int_equal(assay_gemm(&x.p), ASSAY_MODEL_OK);
    for (size_t i = 0; i < x.p.m * x.p.n; i += 97)
        assert_int_equal(x.d[i], definition(&x, i / x.p.n, i % x.p.n, sum));
    memcpy(x.want, x.d, x.p.m * x.p.n * sizeof *x.d);
    for (unsigned threads = 0; threads < 6; ++threads) {
        memcpy(x.d, x.c, x.p.m * x.p.n * sizeof *x.d);
        x.p.c = x.d;
        x.p.threads = threads;
        assert_int_equal(assay_gemm(&x.p), ASSAY_MODEL_OK);
        assert_product(&x, "threads");
    }
    mpfr_clear(sum);
    release(&x);
}

/* The host's rounding mode has no effect. */
static void test_host(void **unused)
{
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};

    (void)unused;
    random_begin(&rng, SEED, "fdot host");
    for (unsigned i = 0; i < 40; ++i) {
        struct product x = {.p = {.m = 5, .k = 50, .n = 20, .threads = 1}};
        int status;

        draw_operation(&x);
        make(&x, 0);
        define(&x);
        assert_int_equal(fesetround(modes[i % 4]), 0);
        status = assay_gemm(&x.p);
        assert_int_equal(fesetround(FE_TONEAREST), 0);
        assert_int_equal(status, ASSAY_MODEL_OK);
        assert_product(&x, "another rounding");
        release(&x);
    }
}

static void test_errors(void **unused)
{
    static const uint8_t scale[4] = {127, 127, 127, 127}, bytes[4] = {1, 2, 3, 16};
    static const uint16_t words[4] = {0x3C00, 0x3C00, 0x3C00, 0x3C00};
    static const uint32_t c[4] = {0, 0, 0, 0x10000};
    const struct assay_fdot hopper = {ASSAY_FDOT_HOPPER, ASSAY_FDOT_F16, ASSAY_FDOT_F16,
                                      ASSAY_FDOT_OUT_F32};
    struct assay_fdot op = hopper;
    uint32_t d[4] = {5, 5, 5, 5};
    const struct assay_product good = {
        .m = 2, .k = 2, .n = 2, .numerics = &op, .a = words, .b = words, .d = d};
    struct assay_product p = good;

    (void)unused;
#define REFUSED(status)                           \
    do {                                          \
        assert_int_equal(assay_gemm(&p), status); \
        assert_int_equal(d[0], 5);                \
        p = good;                                 \
        op = hopper;                              \
    } while (0)
    p.a = NULL;
    REFUSED(ASSAY_MODEL_NULL);
    p.b = NULL;
    REFUSED(ASSAY_MODEL_NULL);
    p.d = NULL;
    REFUSED(ASSAY_MODEL_NULL);
    p.a_type = ASSAY_TYPE_F16;
    REFUSED(ASSAY_MODEL_RANGE);
    p.b_type = ASSAY_TYPE_F16;
    REFUSED(ASSAY_MODEL_RANGE);
    p.acc_type = ASSAY_ACC_F32;
    REFUSED(ASSAY_MODEL_RANGE);
    p.saturate = 1;
    REFUSED(ASSAY_MODEL_RANGE);
    p.systolic_depth = 8;
    REFUSED(ASSAY_MODEL_RANGE);
    p.threads = ASSAY_GEMM_MAX_THREADS + 1;
    REFUSED(ASSAY_MODEL_RANGE);
    p.a_scales = scale;
    REFUSED(ASSAY_MODEL_RANGE);
    p.b_scales = scale;
    REFUSED(ASSAY_MODEL_RANGE);
    p.lda = 1;
    REFUSED(ASSAY_MODEL_SIZE);
    p.m = SIZE_MAX / 2;
    REFUSED(ASSAY_MODEL_SIZE);
    op.output = ASSAY_FDOT_OUT_E8M13;
    REFUSED(ASSAY_MODEL_UNSUPPORTED);
    op.profile = ASSAY_FDOT_PROFILES;
    REFUSED(ASSAY_MODEL_RANGE);
    op.output = ASSAY_FDOT_OUT_F16;
    p.c = c;
    REFUSED(ASSAY_MODEL_RANGE);
    op = (struct assay_fdot){ASSAY_FDOT_BLACKWELL, ASSAY_FDOT_E2M1, ASSAY_FDOT_E4M3,
                             ASSAY_FDOT_OUT_F32};
    p.a = bytes;
    p.b = bytes;
    REFUSED(ASSAY_MODEL_RANGE);
    op = (struct assay_fdot){ASSAY_FDOT_BLACKWELL_SCALED, ASSAY_FDOT_E4M3, ASSAY_FDOT_E4M3,
                             ASSAY_FDOT_OUT_F32};
    p.a = bytes;
    p.b = bytes;
    p.a_scales = scale;
    REFUSED(ASSAY_MODEL_NULL);
    p.numerics = NULL;
    p.a_scales = scale;
    REFUSED(ASSAY_MODEL_RANGE);
    p.m = 0;
    p.d = NULL;
    assert_int_equal(assay_gemm(&p), ASSAY_MODEL_OK);
    p = good;
    p.c = c; /* any word is an f32 */
    assert_int_equal(assay_gemm(&p), ASSAY_MODEL_OK);
    assert_int_equal(d[0], 0x40000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definition), cmocka_unit_test(test_high_sums),
        cmocka_unit_test(test_threads),    cmocka_unit_test(test_host),
        cmocka_unit_test(test_errors),
    };

    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    fill_tables();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
