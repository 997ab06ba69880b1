/*
 * test_model_gemm.c - products of whole matrices: against their definition, with every kernel; against
 * the model of dpas stepped cycle by cycle; whatever the threads and the host's floating point; errors.
 */
#include <fenv.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/gemm.h"
#include "base/rng.h"
#include "dpas/dpas.h"
#include "numerics/numerics.h"
#include "unit/random.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { SEED = 20261121, ROUNDS = 1500, STEPPED_ROUNDS = 500 };

static struct assay_rng rng;

static size_t below(size_t n)
{
    return assay_rng_below(&rng, (uint32_t)n);
}

static uint32_t random32(void)
{
    return (uint32_t)(assay_rng_u64(&rng) >> 32);
}

/* --- operands --- */

static uint32_t element(const void *matrix, enum assay_type t, size_t i)
{
    return assay_type_size(t) == 4   ? ((const uint32_t *)matrix)[i]
           : assay_type_size(t) == 2 ? ((const uint16_t *)matrix)[i]
                                     : ((const uint8_t *)matrix)[i];
}

static void put(void *matrix, enum assay_type t, size_t i, uint32_t x)
{
    if (assay_type_size(t) == 4)
        ((uint32_t *)matrix)[i] = x;
    else if (assay_type_size(t) == 2)
        ((uint16_t *)matrix)[i] = (uint16_t)x;
    else
        ((uint8_t *)matrix)[i] = (uint8_t)x;
}

/* Numbers around one, which cancel; zeros; tiny and huge ones; `wild`, infinities and NaNs too. */
static uint32_t draw_float(enum assay_type t, int wild)
{
    const uint32_t frac_bits = t == ASSAY_TYPE_F32 ? 23 : t == ASSAY_TYPE_F16 ? 10 : 7;
    const uint32_t exp_bits = t == ASSAY_TYPE_F16 ? 5 : 8, one = (1u << (exp_bits - 1)) - 1;
    const uint32_t bits = 1 + exp_bits + frac_bits, x = random32();
    const uint32_t sign = (x & 1) << (bits - 1), frac = x >> 9 & ((1u << frac_bits) - 1);
    const uint32_t top = (1u << exp_bits) - 1;

    switch (below(16)) {
    case 0:
        return sign;
    case 1:
        return sign | (x >> 1 & 7);
    case 2:
        return sign | frac; /* subnormal */
    case 3:
        return sign | (top - 1 - (x >> 1 & 3)) << frac_bits | frac;
    case 4:
        return sign | (x >> 1 & 3) << frac_bits | frac;
    case 5: /* any */
        return sign | (uint32_t)below(top) << frac_bits | frac;
    case 6:
        if (wild && below(8) == 0)
            return sign | top << frac_bits | (x & 2 ? frac : 0);
        return sign;
    case 7:
    case 8: /* products about the least number, and half of it */
        return sign | (one / 2 - (x >> 1 & 31)) << frac_bits | frac;
    case 9:
        return sign | (one + (x >> 1 & 1)) << frac_bits;
    default:
        return sign | (one + (x >> 1 & 3)) << frac_bits | frac;
    }
}

static uint32_t draw_pattern(enum assay_type t, int wild)
{
    static const uint8_t corners[] = {0, 1, 0x7F, 0x80, 0xFF, 0x55, 0xAA, 8, 7};
    const uint32_t mask = (1u << (assay_type_bits(t) & 15)) - 1; /* of integers */

    if (assay_type_is_float(t))
        return draw_float(t, wild);
    return (below(3) ? random32() : corners[below(sizeof corners)]) & mask;
}

static uint32_t draw_c(enum assay_acc_type t, int wild)
{
    if (t == ASSAY_ACC_F32)
        return draw_float(ASSAY_TYPE_F32, wild);
    switch (below(5)) {
    case 0: /* near the ends of s32 and u32 */
        return 0x7FFFFFFF - random32() % 100000;
    case 1:
        return 0x80000000 + random32() % 100000;
    case 2:
        return random32() % 100000;
    case 3:
        return 0 - random32() % 100000;
    default:
        return random32();
    }
}

struct product {
    struct assay_product p;
    void *a, *b;
    uint32_t *c, *d, *want;
};

static void *room(size_t n)
{
    void *p = malloc(n ? n : 1); /* exact, for the address sanitizer */

    assert_non_null(p);
    return p;
}

/* Types that go together. */
static void draw_types(struct assay_product *p)
{
    p->a_type = (enum assay_type)below(9);
    p->b_type = assay_type_is_float(p->a_type) ? p->a_type : (enum assay_type)below(6);
    p->acc_type = assay_type_is_float(p->a_type) ? ASSAY_ACC_F32 : (enum assay_acc_type)below(2);
}

/* Matrices for the shape and types of x->p; a stride of 0 stays. */
static void make(struct product *x, int with_c)
{
    struct assay_product *p = &x->p;
    const size_t lda = p->lda ? p->lda : p->k, ldb = p->ldb ? p->ldb : p->n;
    const size_t ldc = p->ldc ? p->ldc : p->n, ldd = p->ldd ? p->ldd : p->n;
    const int wild = below(3) == 0;

    x->a = room(p->m * lda * assay_type_size(p->a_type));
    x->b = room(p->k * ldb * assay_type_size(p->b_type));
    x->c = room(p->m * ldc * sizeof *x->c);
    x->d = room(p->m * ldd * sizeof *x->d);
    x->want = room(p->m * ldd * sizeof *x->d);
    for (size_t i = 0; i < p->m * lda; ++i)
        put(x->a, p->a_type, i, i % lda < p->k ? draw_pattern(p->a_type, wild) : 0xFFFFFFFF);
    for (size_t i = 0; i < p->k * ldb; ++i)
        put(x->b, p->b_type, i, i % ldb < p->n ? draw_pattern(p->b_type, wild) : 0xFFFFFFFF);
    for (size_t i = 0; i < p->m * ldc; ++i)
        x->c[i] = draw_c(p->acc_type, wild);
    memset(x->d, 0xA5, p->m * ldd * sizeof *x->d); /* so that an element left out shows */
    memset(x->want, 0xA5, p->m * ldd * sizeof *x->d);
    p->a = x->a;
    p->b = x->b;
    p->c = with_c ? x->c : NULL;
    p->d = x->d;
}

static void release(struct product *x)
{
    free(x->a);
    free(x->b);
    free(x->c);
    free(x->d);
    free(x->want);
}

/* --- the definition, element by element --- */

static int64_t integer(enum assay_type t, uint32_t x)
{
    const int64_t weight = INT64_C(1) << (assay_type_bits(t) - 1);

    return (unsigned)t & 1 && (int64_t)x >= weight ? (int64_t)x - 2 * weight : (int64_t)x;
}

static uint32_t number(enum assay_type t, uint32_t x)
{
    return t == ASSAY_TYPE_BF16  ? assay_bf16_to_f32((uint16_t)x)
           : t == ASSAY_TYPE_F16 ? assay_f16_to_f32((uint16_t)x)
                                 : x;
}

static int64_t clamp(enum assay_acc_type t, int64_t x)
{
    const int64_t low = t == ASSAY_ACC_S32 ? INT32_MIN : 0;
    const int64_t high = t == ASSAY_ACC_S32 ? INT32_MAX : UINT32_MAX;

    return x < low ? low : x > high ? high : x;
}

static uint32_t definition(const struct assay_product *p, size_t row, size_t col)
{
    const size_t lda = p->lda ? p->lda : p->k, ldb = p->ldb ? p->ldb : p->n;
    const size_t ops = p->a_type <= ASSAY_TYPE_S4 && p->b_type <= ASSAY_TYPE_S4 ? 8 : 4;
    const size_t command = p->systolic_depth ? p->systolic_depth * ops : SIZE_MAX;
    uint32_t acc = p->c ? p->c[row * (p->ldc ? p->ldc : p->n) + col] : 0;
    int64_t sum = p->acc_type == ASSAY_ACC_S32 ? (int32_t)acc : (int64_t)acc;

    for (size_t k = 0; k < p->k; ++k) {
        const uint32_t x = element(p->a, p->a_type, row * lda + k);
        const uint32_t y = element(p->b, p->b_type, k * ldb + col);

        if (assay_type_is_float(p->a_type)) {
            acc = assay_f32_fma(number(p->b_type, y), number(p->a_type, x), acc);
            continue;
        }
        sum += integer(p->a_type, x) * integer(p->b_type, y);
        if (p->saturate && (k + 1 == p->k || (k + 1) % command == 0))
            sum = clamp(p->acc_type, sum);
    }
    return assay_type_is_float(p->a_type) ? acc : (uint32_t)sum;
}

static void define(struct product *x)
{
    for (size_t i = 0; i < x->p.m; ++i) {
        for (size_t j = 0; j < x->p.n; ++j)
            x->want[i * (x->p.ldd ? x->p.ldd : x->p.n) + j] = definition(&x->p, i, j);
    }
}

/* The elements between the rows too. */
static void assert_product(const struct product *x, const char *by)
{
    const struct assay_product *p = &x->p;
    const size_t ldd = p->ldd ? p->ldd : p->n;

    for (size_t i = 0; i < p->m * ldd; ++i) {
        if (x->d[i] != x->want[i])
            fail_msg("%s: types %d %d %d, %zux%zux%zu, saturate %d, sd %u: row %zu, column %zu is "
                     "%08" PRIX32 ": expected %08" PRIX32,
                     by, p->a_type, p->b_type, p->acc_type, p->m, p->k, p->n, p->saturate,
                     p->systolic_depth, i / ldd, i % ldd, x->d[i], x->want[i]);
    }
}

/* With assay_gemm, and with every kernel that there is. */
static void check_all(struct product *x)
{
    struct gemm_kernels sse2 = gemm_plain;
    const struct gemm_kernels *kernels[] = {&gemm_plain, &gemm_soft, &sse2, gemm_avx2()};
    static const char *const names[] = {"plain", "soft", "sse2", "avx2"};
    struct assay_product p = x->p;

    gemm_sse2(&sse2);
    assert_int_equal(assay_gemm(&x->p), ASSAY_MODEL_OK);
    assert_product(x, "assay_gemm");
    p.lda = p.lda ? p.lda : p.k;
    p.ldb = p.ldb ? p.ldb : p.n;
    p.ldc = p.ldc ? p.ldc : p.n;
    p.ldd = p.ldd ? p.ldd : p.n;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; ++i) {
        if (!kernels[i])
            continue;
        for (size_t r = 0; r < p.m; ++r)
            memset(x->d + r * p.ldd, 0x5A, p.n * sizeof *x->d);
        assert_int_equal(gemm_multiply(&p, kernels[i]), ASSAY_MODEL_OK);
        assert_product(x, names[i]);
    }
}

static void test_definition(void **unused)
{
    static const unsigned sds[] = {0, 1, 2, 4, 8};

    (void)unused;
    for (size_t i = 0; i < ROUNDS; ++i) {
        struct product x = {.p = {.m = 1 + below(15), .k = below(80), .n = 1 + below(40)}};
        struct assay_product *p = &x.p;

        draw_types(p);
        p->saturate = p->acc_type != ASSAY_ACC_F32 && below(2);
        p->systolic_depth = sds[below(5)];
        p->threads = (unsigned)below(4);
        p->lda = below(2) ? p->k + below(3) : 0;
        p->ldb = below(2) ? p->n + below(3) : 0;
        p->ldc = below(2) ? p->n + below(3) : 0;
        p->ldd = below(2) ? p->n + below(3) : 0;
        make(&x, below(4) != 0);
        define(&x);
        check_all(&x);
        release(&x);
    }
}

/* Sums in place: C is D. */
static void test_in_place(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < 100; ++i) {
        struct product x = {.p = {.m = 1 + below(15), .k = below(80), .n = 1 + below(40)}};

        draw_types(&x.p);
        make(&x, 1);
        define(&x);
        memcpy(x.d, x.c, x.p.m * x.p.n * sizeof *x.d);
        x.p.c = x.d;
        assert_int_equal(assay_gemm(&x.p), ASSAY_MODEL_OK);
        assert_product(&x, "in place");
        release(&x);
    }
}

/* Sums that 32 bits do not hold on the way, of more elements than a kernel adds up at once. */
static void test_long_sums(void **unused)
{
    static const struct {
        enum assay_type a, b;
        uint8_t x, y;
        size_t k;
    } sums[] = {
        {ASSAY_TYPE_U8, ASSAY_TYPE_U8, 255, 255, 33025},  /* least above s32 */
        {ASSAY_TYPE_U8, ASSAY_TYPE_U8, 255, 255, 33024},  /* within it */
        {ASSAY_TYPE_U8, ASSAY_TYPE_U8, 255, 255, 66051},  /* within u32 */
        {ASSAY_TYPE_U8, ASSAY_TYPE_U8, 255, 255, 66052},  /* above it */
        {ASSAY_TYPE_S8, ASSAY_TYPE_S8, 128, 128, 131071}, /* within s32 */
        {ASSAY_TYPE_S8, ASSAY_TYPE_S8, 128, 128, 131072}, /* 2^31 */
        {ASSAY_TYPE_S8, ASSAY_TYPE_U8, 128, 255, 65795},  /* within s32, below 0 */
        {ASSAY_TYPE_S8, ASSAY_TYPE_U8, 128, 255, 65794},
        {ASSAY_TYPE_U8, ASSAY_TYPE_S8, 255, 128, 70001},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; ++i) {
        for (unsigned way = 0; way < 12; ++way) {
            struct product x = {.p = {.m = 1, .k = sums[i].k, .n = 2}};

            x.p.a_type = sums[i].a;
            x.p.b_type = sums[i].b;
            x.p.acc_type = way & 1 ? ASSAY_ACC_U32 : ASSAY_ACC_S32;
            x.p.saturate = way % 3 != 0;
            x.p.systolic_depth = way % 3 == 2 ? 8 : 0;
            make(&x, way >= 6);
            memset(x.a, sums[i].x, x.p.k);
            memset(x.b, sums[i].y, x.p.k * x.p.n);
            x.c[0] = 5000;
            x.c[1] = (uint32_t)-5000;
            define(&x);
            assert_int_equal(assay_gemm(&x.p), ASSAY_MODEL_OK);
            assert_product(&x, "long sum");
            release(&x);
        }
    }
}

/* Every pattern times one, added to -0, is itself. */
static void test_every_half(void **unused)
{
    (void)unused;
    for (enum assay_type t = ASSAY_TYPE_BF16; t <= ASSAY_TYPE_F16; ++t) {
        struct product x = {.p = {.m = 1, .k = 1, .n = 0x10000, .a_type = t, .b_type = t}};

        x.p.acc_type = ASSAY_ACC_F32;
        for (unsigned side = 0; side < 2; ++side) { /* the patterns in B, a row; in A, a column */
            make(&x, 1);
            for (size_t i = 0; i < 0x10000; ++i) {
                put(side ? x.a : x.b, t, i, (uint32_t)i);
                x.c[i] = 0x80000000;
                x.want[i] = number(t, (uint32_t)i);
            }
            put(side ? x.b : x.a, t, 0, t == ASSAY_TYPE_F16 ? 0x3C00 : 0x3F80);
            check_all(&x);
            release(&x);
            x.p.m = 0x10000;
            x.p.n = 1;
        }
    }
}

/*
 * Sums within a few units of a double's last place of the middle between two floats, where rounding
 * twice would go wrong: 1 or its successor, plus or minus x * y with x * y / 2^71 about half an ulp.
 */
static void test_near_ties(void **unused)
{
    enum { COLUMNS = 36, TIES = 1000 };

    (void)unused;
    for (size_t i = 0; i < TIES; ++i) {
        const uint32_t x = 0x900000 + random32() % 0x600000; /* 24 bits, and so has y */
        struct product t = {.p = {.m = 1, .k = 1, .n = COLUMNS}};

        t.p.a_type = t.p.b_type = ASSAY_TYPE_F32;
        t.p.acc_type = ASSAY_ACC_F32;
        make(&t, 1);
        put(t.a, ASSAY_TYPE_F32, 0, 0x3F800000 | (x & 0x7FFFFF)); /* x / 2^23 */
        for (uint32_t j = 0; j < COLUMNS; ++j) {
            /* So far from the middle in units of 2^-52, a double's, and down or up to a multiple of x. */
            const uint64_t target =
                (UINT64_C(1) << 47) + (UINT64_C(1) << 19) * (j / 4) - (UINT64_C(1) << 21);
            const uint32_t y = (uint32_t)(target / x) + (j & 1);

            put(t.b, ASSAY_TYPE_F32, j, (j & 2) << 30 | (127 - 25) << 23 | (y & 0x7FFFFF));
            t.c[j] = 0x3F800000 | (random32() & 1);
        }
        define(&t);
        check_all(&t);
        release(&t);
    }
}

/* --- the model of dpas, stepped --- */

static unsigned ops_of(const struct assay_product *p)
{
    return p->a_type == ASSAY_TYPE_F32                                ? 1
           : assay_type_is_float(p->a_type)                           ? 2
           : p->a_type <= ASSAY_TYPE_S4 && p->b_type <= ASSAY_TYPE_S4 ? 8
                                                                      : 4;
}

/* One command, for elements [k, k + length) of K: at most 8 rows, at most `lanes` columns; d holds C,
 * then D. */
static void step_command(struct dpas_state *s, const struct assay_product *p, size_t k,
                         size_t length, unsigned sd, int null, uint32_t *d)
{
    const unsigned ops = ops_of(p), bits1 = assay_type_bits(p->b_type),
                   bits2 = assay_type_bits(p->a_type);
    const unsigned per = ops * bits1 < 32 ? 32 / (ops * bits1) : 1, rows1 = (sd + per - 1) / per;
    const uint32_t padding = assay_type_is_float(p->a_type) ? 1u << (bits2 - 1) : 0;
    struct dpas_src1 src1[DPAS_MAX_ROWS] = {0};
    struct dpas_src2 src2[DPAS_MAX_RC] = {0};
    unsigned sent = 0, loaded = 0, issued = 0, given = 0, responses = 0;

    for (unsigned e = 0; e < sd * ops; ++e) {
        const unsigned slice = e / ops, at = (slice % per * ops + e % ops) * bits1;

        for (size_t n = 0; n < p->n && e < length; ++n)
            src1[slice / per].data[n] |= element(p->b, p->b_type, (k + e) * p->n + n) << at;
        for (size_t m = 0; m < p->m; ++m)
            src2[m].data[e * bits2 / 32] |=
                (e < length ? element(p->a, p->a_type, m * p->k + k + e) : padding)
                << e * bits2 % 32;
    }
    for (unsigned cycle = 0; !responses; ++cycle) {
        struct dpas_inputs in = {.dst_ready = 1, .rsp_ready = 1};
        struct dpas_outputs out;

        assert_true(cycle < 1000);
        in.cmd_valid = !sent;
        in.cmd.src1_type = (uint8_t)p->b_type;
        in.cmd.src2_type = (uint8_t)p->a_type;
        in.cmd.acc_type = (uint8_t)p->acc_type;
        in.cmd.sd = (uint8_t)sd;
        in.cmd.rc = (uint8_t)p->m;
        in.cmd.exec_size = (uint8_t)p->n;
        in.cmd.saturate = (uint8_t)p->saturate;
        in.cmd.src0_null = (uint8_t)null;
        in.src1_valid = loaded < rows1;
        in.src1 = src1[loaded % DPAS_MAX_ROWS];
        in.src2_valid = in.src0_valid = issued < p->m;
        if (in.src2_valid) {
            in.src2 = src2[issued];
            memcpy(in.src0.data, d + issued * p->n, p->n * sizeof *d);
        }
        dpas_step(s, &in, &out);
        sent += in.cmd_valid && out.cmd_ready;
        loaded += in.src1_valid && out.src1_ready;
        issued += in.src2_valid && out.src2_ready;
        if (out.dst_valid)
            memcpy(d + given++ * p->n, out.dst.data, p->n * sizeof *d);
        if (out.rsp_valid)
            assert_int_equal(out.rsp.status, DPAS_OK);
        responses += out.rsp_valid;
    }
    assert_int_equal(given, p->m);
}

static void test_stepped(void **unused)
{
    static const struct dpas_params arrays[] = {{4, 2, 0, 8}, {8, 4, 0, 8}, {16, 8, 0, 8}};
    static struct dpas_state s;

    (void)unused;
    for (size_t i = 0; i < STEPPED_ROUNDS; ++i) {
        const struct dpas_params *array = &arrays[i % 3];
        struct product x = {
            .p = {.m = 1 + below(8), .k = 1 + below(200), .n = 1 + below(array->lanes)}};
        const int with_c = below(4) != 0;
        size_t step;

        draw_types(&x.p);
        x.p.saturate = x.p.acc_type != ASSAY_ACC_F32 && below(4) != 0;
        x.p.systolic_depth = 1u << below(4);
        make(&x, with_c);
        if (with_c)
            memcpy(x.want, x.c, x.p.m * x.p.n * sizeof *x.want);
        dpas_init(&s, array);
        step = (size_t)x.p.systolic_depth * ops_of(&x.p);
        for (size_t k = 0; k < x.p.k; k += step) {
            const size_t length = x.p.k - k < step ? x.p.k - k : step;
            unsigned sd = 1;

            while (sd * ops_of(&x.p) < length)
                sd *= 2;
            step_command(&s, &x.p, k, length, sd, !with_c && k == 0, x.want);
        }
        assert_int_equal(assay_gemm(&x.p), ASSAY_MODEL_OK);
        assert_product(&x, "stepped");
        release(&x);
    }
}

/* --- threads, and the host's floating point --- */

static void test_threads(void **unused)
{
    static const unsigned threads[] = {2, 3, 7, 0, ASSAY_GEMM_MAX_THREADS};
    static const enum assay_type types[] = {ASSAY_TYPE_S8, ASSAY_TYPE_U4, ASSAY_TYPE_BF16,
                                            ASSAY_TYPE_F32};

    (void)unused;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
        struct product x = {.p = {.m = 251, .k = 403, .n = 303, .threads = 1}};

        x.p.a_type = x.p.b_type = types[i];
        x.p.acc_type = assay_type_is_float(types[i]) ? ASSAY_ACC_F32 : ASSAY_ACC_S32;
        x.p.saturate = i == 0;
        x.p.systolic_depth = 8;
        make(&x, 1);
        x.p.d = x.want;
        assert_int_equal(assay_gemm(&x.p), ASSAY_MODEL_OK);
        x.p.d = x.d;
        for (size_t j = 0; j < x.p.m; j += 40) /* and it is the right one */
            assert_int_equal(x.want[j * x.p.n + j], definition(&x.p, j, j));
        for (size_t t = 0; t < sizeof threads / sizeof threads[0]; ++t) {
            x.p.threads = threads[t];
            memset(x.d, 0xA5, x.p.m * x.p.n * sizeof *x.d);
            assert_int_equal(assay_gemm(&x.p), ASSAY_MODEL_OK);
            assert_product(&x, "threads");
        }
        release(&x);
    }
}

/* The caller's rounding, flushing of subnormals and traps change nothing, and stay as they are. */
static void test_host_state(void **unused)
{
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    struct product x = {.p = {.m = 13, .k = 70, .n = 35}};
    int status;

    (void)unused;
    x.p.a_type = x.p.b_type = ASSAY_TYPE_F32;
    x.p.acc_type = ASSAY_ACC_F32;
    make(&x, 1);
    define(&x);
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; ++i) {
        fesetround(modes[i]);
        status = assay_gemm(&x.p);
        assert_int_equal(fegetround(), modes[i]);
        fesetround(FE_TONEAREST);
        assert_int_equal(status, ASSAY_MODEL_OK);
        assert_product(&x, "another rounding");
        memset(x.d, 0x5A, x.p.m * x.p.n * sizeof *x.d);
    }
#if defined(__x86_64__)
    for (size_t i = 0; i < 3; ++i) {
        static const unsigned states[] = {0x8000, 0x0040,
                                          0}; /* flush, subnormals are zero, traps */
        const unsigned before = _mm_getcsr();

        _mm_setcsr(i == 2 ? 0 : before | states[i]);
        status = assay_gemm(&x.p);
        _mm_setcsr(before);
        assert_int_equal(status, ASSAY_MODEL_OK);
        assert_product(&x, "another state");
        memset(x.d, 0x5A, x.p.m * x.p.n * sizeof *x.d);
    }
#endif
    release(&x);
}

/* --- errors --- */

static void test_errors(void **unused)
{
    static const uint32_t words[16] = {0x01010101, 0x01010101, 0x01010101, 0x01010101};
    static const uint8_t wide[4] = {3, 3, 4, 3};
    uint32_t d[4] = {7, 7, 7, 7};
    const struct assay_product good = {.m = 2,
                                       .k = 2,
                                       .n = 2,
                                       .a_type = ASSAY_TYPE_U8,
                                       .b_type = ASSAY_TYPE_U8,
                                       .a = words,
                                       .b = words,
                                       .d = d};
    struct assay_product p;

#define REFUSED(status, change)                   \
    do {                                          \
        p = good;                                 \
        change;                                   \
        assert_int_equal(assay_gemm(&p), status); \
        for (size_t i = 0; i < 4; ++i)            \
            assert_int_equal(d[i], 7);            \
    } while (0)
    (void)unused;
    assert_int_equal(assay_gemm(NULL), ASSAY_MODEL_NULL);
    REFUSED(ASSAY_MODEL_NULL, p.a = NULL);
    REFUSED(ASSAY_MODEL_NULL, p.b = NULL);
    REFUSED(ASSAY_MODEL_NULL, p.d = NULL);
    REFUSED(ASSAY_MODEL_RANGE, p.a_type = (enum assay_type)9);
    REFUSED(ASSAY_MODEL_RANGE, p.b_type = (enum assay_type) - 1);
    REFUSED(ASSAY_MODEL_RANGE, p.acc_type = (enum assay_acc_type)3);
    REFUSED(ASSAY_MODEL_RANGE, p.saturate = 2);
    REFUSED(ASSAY_MODEL_RANGE, p.systolic_depth = 3);
    REFUSED(ASSAY_MODEL_RANGE, p.systolic_depth = 16);
    REFUSED(ASSAY_MODEL_RANGE, p.threads = ASSAY_GEMM_MAX_THREADS + 1);
    REFUSED(ASSAY_MODEL_RANGE, (p.a_type = ASSAY_TYPE_U2, p.a = wide));
    REFUSED(ASSAY_MODEL_RANGE, (p.b_type = ASSAY_TYPE_S2, p.b = wide));
    REFUSED(ASSAY_MODEL_UNSUPPORTED, p.acc_type = ASSAY_ACC_F32);
    REFUSED(ASSAY_MODEL_UNSUPPORTED, p.a_type = ASSAY_TYPE_F16);
    REFUSED(ASSAY_MODEL_UNSUPPORTED, p.b_type = ASSAY_TYPE_F32);
    REFUSED(ASSAY_MODEL_UNSUPPORTED, p.a_type = p.b_type = ASSAY_TYPE_F32);
    REFUSED(ASSAY_MODEL_UNSUPPORTED,
            (p.a_type = ASSAY_TYPE_F16, p.b_type = ASSAY_TYPE_BF16, p.acc_type = ASSAY_ACC_F32));
    REFUSED(ASSAY_MODEL_UNSUPPORTED,
            (p.a_type = p.b_type = ASSAY_TYPE_F32, p.acc_type = ASSAY_ACC_F32, p.saturate = 1));
    REFUSED(ASSAY_MODEL_SIZE, p.lda = 1);
    REFUSED(ASSAY_MODEL_SIZE, p.ldb = 1);
    REFUSED(ASSAY_MODEL_SIZE, p.ldc = 1);
    REFUSED(ASSAY_MODEL_SIZE, p.ldd = 1);
    REFUSED(ASSAY_MODEL_SIZE, p.lda = SIZE_MAX);
    REFUSED(ASSAY_MODEL_SIZE, p.m = SIZE_MAX / 2);
    REFUSED(ASSAY_MODEL_OK, p.m = 0);
    REFUSED(ASSAY_MODEL_OK, p.n = 0);
    REFUSED(ASSAY_MODEL_OK, (p.m = 0, p.a = p.b = NULL, p.d = NULL));
#undef REFUSED
    p = good; /* columns of A beyond k are not looked at, with k = 0 nothing is but c */
    p.k = 0;
    p.a = p.b = NULL;
    assert_int_equal(assay_gemm(&p), ASSAY_MODEL_OK);
    for (size_t i = 0; i < 4; ++i)
        assert_int_equal(d[i], 0);
}

static int seed(void **unused)
{
    (void)unused;
    assay_rng_init(&rng, random_seed(SEED), "test_model_gemm");
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definition), cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_long_sums),  cmocka_unit_test(test_every_half),
        cmocka_unit_test(test_near_ties),  cmocka_unit_test(test_stepped),
        cmocka_unit_test(test_threads),    cmocka_unit_test(test_host_state),
        cmocka_unit_test(test_errors),
    };

    return cmocka_run_group_tests(tests, seed, NULL);
}
