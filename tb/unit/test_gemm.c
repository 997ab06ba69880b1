/* test_gemm.c - matrix products in tiles, through the golden model of dpas alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dpas/dpas.h"
#include "dpas/gemm.h"
#include "lockstep/lockstep.h"

struct product {
    struct dpas_gemm g;
    uint8_t *a, *b;
    uint64_t cycles;
};

static const char *const sets[] = {"smallest", "default", "largest"};

enum { N_SETS = sizeof sets / sizeof sets[0], SIZE_MAX_TESTED = 40 };

static struct assay_params params_of(const char *set)
{
    struct assay_params params;
    char why[256];

    assert_true(assay_params_parse(assay_block_find("dpas"), set, &params, why, sizeof why));
    return params;
}

/* Matrices of random bytes; one in four is a corner. */
static void make(struct product *p, struct assay_rng *r, size_t m, size_t k, size_t n)
{
    static const uint8_t corners[] = {0x00, 0x01, 0x7F, 0x80, 0xFF};

    memset(p, 0, sizeof *p);
    p->a = malloc(m * k);
    p->b = malloc(k * n);
    p->g.d = malloc(m * n * sizeof *p->g.d);
    assert_true(p->a && p->b && p->g.d);
    for (size_t i = 0; i < m * k; ++i)
        p->a[i] = (uint8_t)(assay_rng_below(r, 4) ? assay_rng_u64(r) : corners[i % sizeof corners]);
    for (size_t i = 0; i < k * n; ++i)
        p->b[i] = (uint8_t)(assay_rng_below(r, 4) ? assay_rng_u64(r) : corners[i % sizeof corners]);
    memset(p->g.d, 0xA5, m * n * sizeof *p->g.d); /* so that an element left out shows */
    p->g.a = p->a;
    p->g.b = p->b;
    p->g.m = m;
    p->g.k = k;
    p->g.n = n;
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
                                  .scenario = &dpas_gemm_scenario,
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

/* The definition, by a third route: each element by itself, modulo 2^32. */
static uint32_t definition(const struct dpas_gemm *g, size_t row, size_t col)
{
    uint32_t sum = 0;

    for (size_t i = 0; i < g->k; ++i) {
        const uint8_t a = g->a[row * g->k + i], b = g->b[i * g->n + col];
        const int x = g->a_signed && a > 127 ? a - 256 : a,
                  y = g->b_signed && b > 127 ? b - 256 : b;

        sum += (uint32_t)(x * y);
    }
    return sum;
}

static void assert_product(const struct dpas_gemm *g)
{
    struct dpas_gemm_check check;

    for (size_t i = 0; i < g->m; ++i)
        for (size_t j = 0; j < g->n; ++j)
            if (g->d[i * g->n + j] != definition(g, i, j))
                fail_msg("%zux%zux%zu, signs %d %d: element (%zu,%zu) is %d: expected %d", g->m,
                         g->k, g->n, g->a_signed, g->b_signed, i, j, (int)g->d[i * g->n + j],
                         (int)definition(g, i, j));
    assert_true(dpas_gemm_verify(g, &check));
    assert_int_equal(check.differing, 0);
}

static void test_random_sizes(void **state)
{
    struct assay_rng r;

    (void)state;
    assay_rng_init(&r, 1, "test_gemm.sizes");
    for (unsigned i = 0; i < 240; ++i) {
        const size_t m = 1 + assay_rng_below(&r, SIZE_MAX_TESTED);
        const size_t k = 1 + assay_rng_below(&r, SIZE_MAX_TESTED);
        const size_t n = 1 + assay_rng_below(&r, SIZE_MAX_TESTED);
        struct product p;

        make(&p, &r, m, k, n);
        p.g.a_signed = i & 1;
        p.g.b_signed = i >> 1 & 1;
        run(&p, sets[i / 4 % N_SETS], i / 12 % 2 ? 100 : 0, i);
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
    assay_rng_init(&r, 1, "test_gemm.edges");
    for (unsigned i = 0; i < N * N * N; i += 5) {
        struct product p;

        make(&p, &r, edges[i % N], edges[i / N % N], edges[i / N / N]);
        p.g.a_signed = p.g.b_signed = true;
        run(&p, sets[i % N_SETS], 0, i);
        assert_product(&p.g);
        release(&p);
    }
}

/* One tile and many chunks: each command waits for the partial result of the one before. */
static void test_chain(void **state)
{
    struct assay_rng r;

    (void)state;
    assay_rng_init(&r, 1, "test_gemm.chain");
    for (unsigned i = 0; i < 2 * N_SETS; ++i) {
        struct product p;

        make(&p, &r, 2, 999, 3);
        p.g.b_signed = true;
        run(&p, sets[i / 2], i % 2 ? 100 : 0, i);
        assert_product(&p.g);
        release(&p);
    }
}

/* 255 * 255 * 33026 is beyond s32 but not 33025 times: D wraps, and the check counts it. */
static void test_wrap(void **state)
{
    struct dpas_gemm_check check;
    struct product p;
    struct assay_rng r;

    (void)state;
    assay_rng_init(&r, 1, "test_gemm.wrap");
    make(&p, &r, 2, 33026, 1);
    memset(p.a, 0xFF, 2 * p.g.k);
    memset(p.b, 0xFF, p.g.k);
    p.a[0] = 0;
    run(&p, "largest", 0, 1);
    assert_product(&p.g);
    assert_int_equal(p.g.d[0], UINT32_C(255) * 255 * 33025);
    assert_int_equal(p.g.d[1], (uint32_t)(UINT64_C(255) * 255 * 33026));
    assert_true(dpas_gemm_verify(&p.g, &check));
    assert_int_equal(check.wrapped, 1);
    release(&p);
}

/* The check finds a wrong element and says where. */
static void test_verify_finds(void **state)
{
    struct dpas_gemm_check check;
    struct product p;
    struct assay_rng r;

    (void)state;
    assay_rng_init(&r, 1, "test_gemm.verify");
    make(&p, &r, 10, 20, 7);
    run(&p, "default", 0, 1);
    p.g.d[3 * 7 + 5] ^= 0x10;
    p.g.d[9 * 7 + 6] ^= 0x80000000;
    assert_true(dpas_gemm_verify(&p.g, &check));
    assert_int_equal(check.differing, 2);
    assert_int_equal(check.row, 3);
    assert_int_equal(check.col, 5);
    assert_int_equal((uint32_t)check.got, p.g.d[3 * 7 + 5]);
    assert_int_equal((uint32_t)check.exact, definition(&p.g, 3, 5));
    release(&p);
}

/* A block that answers wrongly ends the run with the reason, and never writes outside D. */
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
    assay_rng_init(&r, 1, "test_gemm.wrong");
    make(&p, &r, 2, 4, 3);
    for (unsigned kind = 0; kind < 5; ++kind) {
        ctx = calloc(1, dpas_gemm_scenario.ctx_size);
        assert_non_null(ctx);
        dpas_gemm_scenario.begin(ctx, &env);
        dst = (struct dpas_dst){.tag = kind == 0, .last = kind == 1};
        rsp = (struct dpas_rsp){.tag = kind == 2, .status = kind == 3};
        for (unsigned row = 0; row < 2 + (kind == 4); ++row) {
            dpas_gemm_scenario.observe(ctx, dst_stream, &dst);
            dst.last = 1;
        }
        dpas_gemm_scenario.observe(ctx, rsp_stream, &rsp);
        assert_true(p.g.failed);
        assert_true(dpas_gemm_scenario.done(ctx));
        assert_non_null(strstr(p.g.why, kind == 2 || kind == 3 ? "response" : "dst row"));
        free(ctx);
    }
    release(&p);
}

/* Full tiles and enough of them keep the array busy, at every depth. */
static void test_utilisation(void **state)
{
    struct assay_rng r;

    (void)state;
    assay_rng_init(&r, 1, "test_gemm.rate");
    for (unsigned i = 0; i < N_SETS; ++i) {
        const struct assay_params params = params_of(sets[i]);
        struct product p;
        double share;

        make(&p, &r, 125, 64, 64);
        run(&p, sets[i], 0, 1);
        share = dpas_gemm_work(&p.g) / ((double)p.cycles * dpas_gemm_peak(&params));
        print_message("%s: %.1f%% of the peak, %llu cycles\n", sets[i], 100 * share,
                      (unsigned long long)p.cycles);
        assert_true(share > 0.95 && share <= 1.0);
        assert_product(&p.g);
        release(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_sizes), cmocka_unit_test(test_edges),
        cmocka_unit_test(test_chain),        cmocka_unit_test(test_wrap),
        cmocka_unit_test(test_verify_finds), cmocka_unit_test(test_wrong_answers),
        cmocka_unit_test(test_utilisation),
    };

    return cmocka_run_group_tests_name("gemm", tests, NULL, NULL);
}
