/*
 * test_model_gemm_host.c - products of whole matrices do not depend on the threads or on the host's
 * floating-point state.
 */
#include <fenv.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/gemm_product.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

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
        for (size_t j = 0; j < x.p.m; j += 40) /* a sample against the definition */
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

/* The caller's rounding mode, flushing of subnormals and traps have no effect, and are left
 * unchanged. */
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
                                          0}; /* flush to zero, subnormals are zero, traps */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_host_state),
    };

    return cmocka_run_group_tests(tests, seed, NULL);
}
