/*
 * test_core_together.c - core together with the golden models of its neighbours: programs of groups
 * leave the right results, and whatever is executed, each group ends and leaves nothing behind.
 */
#include "predicate/random_word.h"
#include "unit/core_world.h"

enum { SEED = 2413 };

/* --- programs --- */

/* The sum over all lanes of all warps, in one barrier. */
static void test_reduction(void **unused)
{
    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (int i = 0; i < 20; ++i) {
        uint32_t length, sum = 0;

        boot();
        length = assemble("mul r1, lid, 4\n mul u1, warp, 32\n"
                          "ld r2, r1, u1\n"
                          "red.add.u32 u2, r2\n"
                          "bar.add.u32 u3, c1, u2\n"
                          "mul u4, warp, 4\n add u4, u4, 1024\n"
                          "st u4, c0, u3\n exit\n");
        for (uint32_t n = 0; n < WARPS * LANES; ++n)
            sum += memory[n] = (uint32_t)assay_rng_u64(&rng);
        start(0, WARPS, length, 0);
        assert_int_equal(finish(), 0);
        for (uint32_t w = 0; w < WARPS; ++w)
            assert_int_equal(memory[256 + w], sum);
    }
}

/* Local atomics, a barrier with a fence of local memory, and the result to global memory, in two
 * groups. */
static void test_histogram(void **unused)
{
    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (int i = 0; i < 20; ++i) {
        uint32_t length, bins[2][16] = {{0}};

        boot();
        length = assemble("mul r1, lid, 4\n mul u1, warp, 32\n mul u2, group, 32\n add u1, u1, u2\n"
                          "ld r2, r1, u1\n"
                          "and r2, r2, 15\n mul r2, r2, 4\n"
                          "atom.add.local r3, r2, c1\n"
                          "bar.local c0\n"
                          "mul u1, warp, 32\n add r1, r1, u1\n"
                          "ld.local r4, r1, c0\n"
                          "mul u2, group, 32\n add u2, u2, 1024\n"
                          "st r1, u2, r4\n exit\n");
        for (uint32_t n = 0; n < WARPS * LANES; ++n) {
            memory[n] = (uint32_t)assay_rng_u64(&rng);
            ++bins[n / (2 * LANES)][memory[n] & 15];
        }
        start(0, 2, length, 0);
        start(2, 2, length, 0);
        assert_int_equal(finish(), 0);
        assert_memory_equal(&memory[256], bins, sizeof bins);
    }
}

/* Every lane adds to one word, and a value travels around the warps by msg. */
static void test_ring(void **unused)
{
    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (int i = 0; i < 20; ++i) {
        uint32_t length;

        boot();
        length = assemble("mov u1, 64\n mov r1, 64\n mov r2, c3\n"
                          "add u2, warp, 1\n cmp.eq.s32 up1, u2, warps\n sel u2, c0, u2, up1\n"
                          "cmp.eq.s32 up0, warp, 0\n"
                          "@up0 msg u9, u2, c5\n"
                          "atom.add r3, r1, r2\n"
                          "recv 1\n add u9, u9, c7\n"
                          "@!up0 msg u9, u2, u9\n"
                          "mul u3, warp, 4\n st u3, c0, u9\n exit\n");
        start(0, WARPS, length, 0);
        assert_int_equal(finish(), 0);
        assert_int_equal(memory[16], 3 * WARPS * LANES);
        for (uint32_t w = 0; w < WARPS; ++w) /* 5 from warp 0, 7 more in each; warp 0 comes last */
            assert_int_equal(memory[w], 5 + 7 * (w ? w : WARPS));
    }
}

/* --- random programs --- */

static uint64_t anything(void)
{
    static const uint8_t often[] = {PREDICATE_BRA, PREDICATE_SSY,  PREDICATE_JOIN, PREDICATE_CMP,
                                    PREDICATE_BAR, PREDICATE_EXIT, PREDICATE_LD,   PREDICATE_ST};

    if (assay_rng_percent(&rng, 1))
        return assay_rng_u64(&rng);
    for (;;) {
        const uint8_t op = assay_rng_percent(&rng, 40)
                               ? often[assay_rng_below(&rng, sizeof often)]
                               : (uint8_t)(1 + assay_rng_below(&rng, PREDICATE_OPS - 1));
        const uint8_t dk = (uint8_t)assay_rng_below(&rng, PREDICATE_TO_UP + 1);
        struct predicate_word w;
        uint64_t word;
        struct predicate_decoded d;

        if (!(predicate_instructions[op].to >> dk & 1))
            continue;
        w = predicate_random_word(&rng, op, dk);
        if (w.op == PREDICATE_BRA || w.op == PREDICATE_SSY)
            w.imm = assay_rng_below(&rng, 64);
        if (assay_rng_percent(&rng, 40)) {
            w.gk = (uint8_t)(1 + assay_rng_below(&rng, PREDICATE_GUARDS - 1));
            w.gi = (uint8_t)assay_rng_below(&rng, PREDICATE_PREDS);
        }
        word = predicate_pack(&w);
        predicate_decode_any(word, &d);
        if (!d.trap)
            return word;
    }
}

static void test_anything(void **unused)
{
    static const uint8_t all[] = {PREDICATE_NO_TRAP,    PREDICATE_ILLEGAL, PREDICATE_UNDERFLOW,
                                  PREDICATE_BEYOND,     PREDICATE_ADDRESS, PREDICATE_LIMIT,
                                  PREDICATE_MISALIGNED, CORE_DIVERGENT,    CORE_INCOMPLETE,
                                  CORE_REFUSED,         CORE_OUTSIDE};
    uint32_t traps[16] = {0};

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (int i = 0; i < 1000; ++i) {
        boot();
        for (uint32_t n = 0; n < 64; ++n)
            host(PREDICATE_AT_CODE, n, 0, 0, anything());
        /* Identifiers, numbers of warps, and addresses that are multiples of 4; most of them are
         * valid. */
        for (uint32_t n = 0; n < PREDICATE_REGS; ++n)
            host(PREDICATE_AT_C, n, 0, 0, assay_rng_below(&rng, n < 12 ? 2 : 8));
        for (uint32_t n = 0; n < WARPS * PREDICATE_REGS; ++n) {
            host(PREDICATE_AT_U, n % 16, n / 16, 0, assay_rng_below(&rng, n % 16 < 12 ? 2 : 8));
            host(PREDICATE_AT_P, n % 4, n / 16, 0, assay_rng_u64(&rng));
            host(PREDICATE_AT_UP, n % 4, n / 16, 0, assay_rng_u64(&rng));
            for (uint32_t lane = 0; lane < LANES; ++lane)
                host(PREDICATE_AT_R, n % 16, n / 16, lane, 4 * assay_rng_below(&rng, 64));
        }
        start(0, 2, 64, 1 + assay_rng_below(&rng, 3000));
        start(2, 2, 64, 1 + assay_rng_below(&rng, 3000));
        ++traps[finish()];
    }
    for (uint32_t i = 0; i < sizeof all; ++i)
        assert_true(traps[all[i]] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reduction),
        cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_ring),
        cmocka_unit_test(test_anything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
