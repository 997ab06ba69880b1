/* test_gemm.c - matrix products in tiles, of every size and pair of types, computed by the golden
 * model of dpas alone. */
#include "unit/array_product.h"

static const char *const sets[] = {"smallest", "default", "largest", "deep", "deep_largest"};

enum { N_SETS = sizeof sets / sizeof sets[0], SIZE_MAX_TESTED = 40 };

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_sizes), cmocka_unit_test(test_edges),
        cmocka_unit_test(test_chain),        cmocka_unit_test(test_utilisation),
        cmocka_unit_test(test_types),
    };

    return cmocka_run_group_tests_name("gemm", tests, NULL, NULL);
}
