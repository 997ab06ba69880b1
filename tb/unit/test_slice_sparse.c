/* test_slice_sparse.c - sparse messages of a kernel on the golden model of slice: maps made by the
 * mover and by a lane, the product, the skipped slices, and maps outside the group. */
#include "unit/random.h"
#include "unit/slice_bench.h"

enum {
    SEED = 3123,
    BYTES = 4,
    LANES = 8,
    SLICES = 8,
    ROWS = 8,
    TILE = 64,
    GROUPS = 5,
    ROUNDS = 40
};
enum { B = 0, A = 1024, OUT = 8192 }; /* word addresses */
enum { S8 = 5, NULL0 = 1 << 24, OPERAND = 1 << 26 };
enum { B_ROW = 1, A_ROW = 10, OUT_ROW = 18, ALL_ROWS = 26 };

static const uint32_t sparse = UINT32_C(1) << 31, maps = UINT32_C(1) << 25;
static struct assay_rng rng;

/* Byte `d` of slice s: for lane n of B; for repeat r of A of a group. */
static int32_t of_b(uint32_t s, uint32_t n, uint32_t d)
{
    return (int8_t)(memory[B + s * LANES + n] >> d * 8);
}

static int32_t of_a(uint32_t group, uint32_t r, uint32_t s, uint32_t d)
{
    return (int8_t)(memory[A + group * TILE + r * LANES + s] >> d * 8);
}

/* Makes some slices of B, and some of A of each group, zero. Returns the number of those that are
 * nonzero in both. */
static uint32_t draw_operands(bool weights_alone)
{
    bool b[SLICES];
    uint32_t left = 0;

    for (uint32_t s = 0; s < SLICES; ++s) {
        b[s] = assay_rng_percent(&rng, 40);
        for (uint32_t n = 0; n < LANES; ++n)
            memory[B + s * LANES + n] = b[s] ? 1 + assay_rng_below(&rng, 1u << 31) : 0;
    }
    for (uint32_t g = 0; g < GROUPS; ++g)
        for (uint32_t s = 0; s < SLICES; ++s) {
            const bool a = assay_rng_percent(&rng, 70);

            for (uint32_t r = 0; r < ROWS; ++r)
                memory[A + g * TILE + r * LANES + s] = a ? 1 + assay_rng_below(&rng, 1u << 31) : 0;
            left += b[s] && (a || weights_alone);
        }
    return left;
}

static void expect_products(void)
{
    for (uint32_t g = 0; g < GROUPS; ++g)
        for (uint32_t r = 0; r < ROWS; ++r)
            for (uint32_t n = 0; n < LANES; ++n) {
                int32_t sum = 0;

                for (uint32_t s = 0; s < SLICES; ++s)
                    for (uint32_t d = 0; d < 4; ++d)
                        sum += of_a(g, r, s, d) * of_b(s, n, d);
                assert_int_equal((int32_t)memory[OUT + g * TILE + r * LANES + n], sum);
            }
}

static void give_constants(uint32_t map_of_a)
{
    constant(0, BYTES * B);
    constant(1, 64);
    constant(2, items(B_ROW, 4, 2) | maps);
    constant(3, BYTES * A);
    constant(4, items(A_ROW, 4, 2) | map_of_a);
    constant(5, S8 | S8 << 4 | SLICES << 10 | NULL0 | sparse);
    constant(6, B_ROW << 9 | A_ROW << 18);
    constant(7, OUT_ROW);
    constant(8, BYTES * OUT);
    constant(9, items(OUT_ROW, 4, 2));
}

/* Each group has its own rows, so the maps are at different places. */
static void test_maps(void **unused)
{
    struct slice_launch l = {.groups = GROUPS, .warps = 1, .rows = ALL_ROWS};

    (void)unused;
    random_begin(&rng, SEED, __func__);
    boot(&defaults);
    l.length = program("mul u1, group, 256\n move.in.32 c0, c1, c2\n"
                       "add u2, u1, c3\n move.in.32 u2, c1, c4\n dpas c5, c6, c7\n"
                       "add u3, u1, c8\n move.out.32 u3, c1, c9\n wait 0\n exit\n");
    give_constants(maps | OPERAND);
    for (uint32_t i = 0; i < ROUNDS; ++i) {
        const uint32_t fed = seen.slices_fed, skipped = seen.slices_skipped;
        const uint32_t left = draw_operands(false);

        run(&l);
        expect_products();
        assert_int_equal(seen.slices_fed - fed, left);
        assert_int_equal(seen.slices_skipped - skipped, GROUPS * SLICES - left);
    }
}

/* Only the weights are pruned: a lane writes the map of the other operand, once. */
static void test_row_of_ones(void **unused)
{
    struct slice_launch l = {.groups = GROUPS, .warps = 1, .rows = ALL_ROWS};

    (void)unused;
    random_begin(&rng, SEED, __func__);
    boot(&defaults);
    l.length = program("mov r1, -1\n row.put 9, r1\n mul u1, group, 256\n move.in.32 c0, c1, c2\n"
                       "add u2, u1, c3\n move.in.32 u2, c1, c4\n dpas c5, c6, c7\n"
                       "add u3, u1, c8\n move.out.32 u3, c1, c9\n wait 0\n exit\n");
    give_constants(0);
    for (uint32_t i = 0; i < ROUNDS; ++i) {
        const uint32_t fed = seen.slices_fed;
        const uint32_t left = draw_operands(true);

        run(&l);
        expect_products();
        assert_int_equal(seen.slices_fed - fed, left);
    }
}

/* Asserts that the message c0, c1, c2 of group 1, in the second place, traps. */
static void expect_trap(const char *what, uint32_t a, uint32_t b, uint32_t c, uint32_t status)
{
    struct slice_launch l = {.groups = 2, .warps = 1, .rows = ALL_ROWS};
    char text[200];
    struct slice_done d;

    snprintf(text, sizeof text, "cmp.eq.s32 up0, group, 1\n @up0 %s c0, c1, c2\n wait 0\n exit\n",
             what);
    boot(&defaults);
    l.length = program(text);
    constant(0, a);
    constant(1, b);
    constant(2, c);
    d = launch(&l);
    assert_int_equal(d.status, SLICE_TRAP);
    assert_int_equal(d.trap, CORE_MESSAGE);
    assert_int_equal(d.group, 1);
    assert_int_equal(d.lane, status);
}

static void test_outside(void **unused)
{
    const uint32_t how = S8 | S8 << 4 | SLICES << 10 | NULL0 | sparse;

    (void)unused;
    /* The row before the group's first belongs to another group. */
    expect_trap("dpas", how, A_ROW << 18, OUT_ROW, CB_BAD_OP);
    expect_trap("dpas", how, A_ROW << 9, OUT_ROW, CB_BAD_OP);
    expect_trap("move.in.32", 0, 64, items(0, 4, 2) | maps, CB_BAD_OP);
    expect_trap("move.in.32", 0, 64, items(0, 4, 2) | maps | OPERAND, CB_BAD_OP);
    /* The map of src1 is among the rows of the result. */
    expect_trap("dpas", how, (OUT_ROW + 8) << 9 | 1 << 18, OUT_ROW, CB_BAD_ROWS);
    /* Bits for maps without a map, and a drain, which has no map. */
    expect_trap("move.in.32", 0, 64, items(1, 4, 2) | OPERAND, CB_BAD_OP);
    expect_trap("move.in.32", 0, 64, items(1, 4, 2) | 1u << 31, CB_BAD_OP);
    expect_trap("move.out.32", 0, 64, items(1, 4, 2) | maps, CB_BAD_OP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_maps),
        cmocka_unit_test(test_row_of_ones),
        cmocka_unit_test(test_outside),
    };

    return cmocka_run_group_tests_name("slice sparse", tests, NULL, NULL);
}
