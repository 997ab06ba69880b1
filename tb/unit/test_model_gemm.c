/*
 * test_model_gemm.c - products of whole matrices against their definition, with every kernel;
 * errors.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/gemm_product.h"

static struct product draw_shape(void)
{
    const size_t m = 1 + below(15), k = below(80), n = 1 + below(40);

    return (struct product){.p = {.m = m, .k = k, .n = n}};
}

/* --- the definition, element by element --- */

static void test_definition(void **unused)
{
    static const unsigned sds[] = {0, 1, 2, 4, 8};

    (void)unused;
    for (size_t i = 0; i < ROUNDS; ++i) {
        struct product x = draw_shape();
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

/* Accumulates in place: C is D. */
static void test_in_place(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < 100; ++i) {
        struct product x = draw_shape();

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

/* Sums that exceed 32 bits on the way, with more elements than a kernel adds up at once. */
static void test_long_sums(void **unused)
{
    static const struct {
        enum assay_type a, b;
        uint8_t x, y;
        size_t k;
    } sums[] = {
        {ASSAY_TYPE_U8, ASSAY_TYPE_U8, 255, 255, 33025},  /* just above s32 */
        {ASSAY_TYPE_U8, ASSAY_TYPE_U8, 255, 255, 33024},  /* within s32 */
        {ASSAY_TYPE_U8, ASSAY_TYPE_U8, 255, 255, 66051},  /* within u32 */
        {ASSAY_TYPE_U8, ASSAY_TYPE_U8, 255, 255, 66052},  /* above u32 */
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
            check_all(&x);
            release(&x);
        }
    }
}

/* Every pattern times one, added to -0, gives itself. */
static void test_every_half(void **unused)
{
    (void)unused;
    for (enum assay_type t = ASSAY_TYPE_BF16; t <= ASSAY_TYPE_F16; ++t) {
        struct product x = {.p = {.m = 1, .k = 1, .n = 0x10000, .a_type = t, .b_type = t}};

        x.p.acc_type = ASSAY_ACC_F32;
        for (unsigned side = 0; side < 2; ++side) { /* patterns in a row of B; in a column of A */
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
 * Sums within a few units in a double's last place of the midpoint between two floats, where
 * rounding twice would go wrong: 1 or its successor, plus or minus x * y, where x * y / 2^71 is
 * about half an ulp.
 */
static void test_near_ties(void **unused)
{
    enum { COLUMNS = 36, TIES = 1000 };

    (void)unused;
    for (size_t i = 0; i < TIES; ++i) {
        const uint32_t x = 0x900000 + random32() % 0x600000; /* x has 24 bits, and so has y */
        struct product t = {.p = {.m = 1, .k = 1, .n = COLUMNS}};

        t.p.a_type = t.p.b_type = ASSAY_TYPE_F32;
        t.p.acc_type = ASSAY_ACC_F32;
        make(&t, 1);
        put(t.a, ASSAY_TYPE_F32, 0, 0x3F800000 | (x & 0x7FFFFF)); /* x / 2^23 */
        for (uint32_t j = 0; j < COLUMNS; ++j) {
            /* The distance from the midpoint in units of 2^-52, a double's last place, rounded down
             * or up to a multiple of x. */
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
    p = good; /* columns of A beyond k are ignored; with k = 0, so is everything but c */
    p.k = 0;
    p.a = p.b = NULL;
    assert_int_equal(assay_gemm(&p), ASSAY_MODEL_OK);
    for (size_t i = 0; i < 4; ++i)
        assert_int_equal(d[i], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definition), cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_long_sums),  cmocka_unit_test(test_every_half),
        cmocka_unit_test(test_near_ties),  cmocka_unit_test(test_errors),
    };

    return cmocka_run_group_tests(tests, seed, NULL);
}
