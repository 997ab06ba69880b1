/* test_slice_units.c - what a kernel off-loads, on the golden model of slice: moves, dpas, rows,
 * pack; and launches that end in an error. */
#include "unit/random.h"
#include "unit/slice_bench.h"

enum { SEED = 3119, BYTES = 4, LANES = 8, K = 32, ROWS = 8 };
enum { S8 = 5, S32 = 0 };

static struct assay_rng rng;

/* --- operands of dpas and move --- */

enum { NULL0 = 1 << 24, KEEP = 1 << 29, CHAIN = 1 << 30 };

/* s8, s32, 8 slices, 8 repeats, all lanes. */
static uint32_t how(uint32_t act, uint32_t flags)
{
    return S8 | S8 << 4 | S32 << 8 | 8 << 10 | act << 26 | flags;
}

static uint32_t sources(uint32_t src0, uint32_t src1, uint32_t src2)
{
    return src0 | src1 << 9 | src2 << 18;
}

static uint32_t target(uint32_t dst, uint32_t mul, uint32_t offset)
{
    return dst | mul << 9 | (offset & 255) << 18;
}

/* --- products --- */

/* B is K rows of LANES columns, in lines of two rows of dwords; A is ROWS rows of K. */
enum { B = 0, A = 1024, SCALES = 512, OUT = 8192, NARROW = 12288, SHOWN = 14336 }; /* in words */
enum { GROUPS = 5, TILE = 64 };

static int32_t of_b(uint32_t k, uint32_t n)
{
    return (int8_t)(memory[B + k / 4 * LANES + n] >> k % 4 * 8);
}

static int32_t of_a(uint32_t group, uint32_t r, uint32_t k)
{
    return (int8_t)(memory[A + group * TILE + r * LANES + k / 4] >> k % 4 * 8);
}

static int32_t product(uint32_t group, uint32_t r, uint32_t n)
{
    int32_t sum = 0;

    for (uint32_t k = 0; k < K; ++k)
        sum += of_a(group, r, k) * of_b(k, n);
    return sum;
}

/* Requantises as the data folder's page says: a multiplication, then a shift to the right with ties
 * away from zero. */
static int32_t requantised(int32_t x, int32_t m, int32_t shift, int32_t offset)
{
    const int64_t high = (int64_t)x * m + (INT64_C(1) << 30);
    int64_t v = high >= 0 ? high / (INT64_C(1) << 31) : -((-high + (INT64_C(1) << 31) - 1) >> 31);
    const int64_t half = INT64_C(1) << (shift - 1), all = INT64_C(1) << shift;

    v = (v >= 0 ? (v + half) / all : -((-v + half) / all)) + offset;
    return (int32_t)(v < -128 ? -128 : v > 127 ? 127 : v);
}

static void draw_operands(void)
{
    for (uint32_t i = 0; i < K / 4 * LANES; ++i)
        memory[B + i] = (uint32_t)assay_rng_u64(&rng);
    for (uint32_t i = 0; i < GROUPS * TILE; ++i)
        memory[A + i] = (uint32_t)assay_rng_u64(&rng);
    for (uint32_t n = 0; n < LANES; ++n) {
        memory[SCALES + n] = (UINT32_C(1) << 30) + assay_rng_below(&rng, UINT32_C(1) << 30);
        memory[SCALES + LANES + n] = (uint32_t) - (int32_t)(6 + assay_rng_below(&rng, 4));
    }
}

static const char tiles[] =
    "mul u1, group, 256\n"
    "move.in.32 c0, c1, c2\n"                  /* B to row 0 */
    "add u2, u1, c3\n move.in.32 u2, c1, c4\n" /* A to row 8 */
    "move.in.32 c5, c1, c6\n"                  /* scales to row 32 */
    "dpas c7, c8, c9\n dpas c10, c8, c11\n"
    "add u3, u1, c12\n move.out.32 u3, c1, c13\n"
    "mul u4, group, 64\n add u4, u4, c14\n"
    "mov u5, 16\n move.out.8.narrow u4, u5, c15\n"
    "wait 0\n"
    "row.get r1, 17\n shl r2, lid, 2\n mul u6, group, 32\n add u6, u6, hi(224)\n"
    "st r2, u6, r1\n exit\n";

static void test_tiles(void **unused)
{
    struct slice_launch l = {.groups = GROUPS, .warps = 1, .rows = 40};

    (void)unused;
    random_begin(&rng, SEED, __func__);
    boot(&defaults);
    draw_operands();
    l.length = program(tiles);
    constant(0, BYTES * B);
    constant(1, 64);
    constant(2, items(0, 4, 2));
    constant(3, BYTES * A);
    constant(4, items(8, 4, 2));
    constant(5, BYTES * SCALES);
    constant(6, items(32, 1, 2));
    constant(7, how(0, NULL0));
    constant(8, sources(0, 0, 8));
    constant(9, target(16, 0, 0));
    constant(10, how(4, NULL0));
    constant(11, target(24, 32, (uint32_t)-3));
    constant(12, BYTES * OUT);
    constant(13, items(16, 4, 2));
    constant(14, BYTES * NARROW);
    constant(15, items(24, 4, 2));
    run(&l);
    for (uint32_t g = 0; g < GROUPS; ++g) {
        for (uint32_t r = 0; r < ROWS; ++r) {
            for (uint32_t n = 0; n < LANES; ++n) {
                const int32_t exact = product(g, r, n);
                const uint32_t at = r * LANES + n, word = memory[NARROW + g * 16 + at / 4];

                assert_int_equal((int32_t)memory[OUT + g * TILE + at], exact);
                assert_int_equal((int8_t)(word >> at % 4 * 8),
                                 requantised(exact, (int32_t)memory[SCALES + n],
                                             -(int32_t)memory[SCALES + LANES + n], -3));
            }
        }
        for (uint32_t n = 0; n < LANES; ++n)
            assert_int_equal((int32_t)memory[SHOWN + g * LANES + n], product(g, 1, n));
    }
}

/* --- rows, local memory, pack --- */

/* From lanes to a row, from the row to a line of the warp's own local memory, from there to lanes
 * and to another row. */
static void test_rows(void **unused)
{
    enum { PLACES = 6, WARPS = 2 };
    struct slice_launch l = {.groups = PLACES, .warps = WARPS, .local_lines = 3, .rows = 8};

    (void)unused;
    boot(&defaults);
    l.length =
        program("mul r1, group, 100\n add r1, r1, lid\n mul r2, warp, 1000\n add r1, r1, r2\n"
                "mul u1, warp, 4\n row.put u1, r1\n"
                "mul u2, warp, 64\n add u3, u2, c1\n add u4, u1, c2\n"
                "move.out.32 u3, c3, u4\n wait 0\n"
                "shl r3, lid, 2\n add u2, u2, 64\n ld.local r4, r3, u2\n"
                "add u4, u4, 2\n move.in.32 u3, c3, u4\n wait 0\n"
                "add u5, u1, 2\n row.get r5, u5\n mul r5, r5, 3\n add r5, r5, r4\n"
                "mul u6, group, 2\n add u6, u6, warp\n shl u6, u6, 5\n add r3, r3, u6\n"
                "st r3, c4, r5\n exit\n");
    constant(1, SLICE_LOCAL + 64);
    constant(2, items(0, 1, 1));
    constant(3, 64);
    constant(4, BYTES * OUT);
    run(&l);
    for (uint32_t g = 0; g < PLACES; ++g)
        for (uint32_t w = 0; w < WARPS; ++w)
            for (uint32_t n = 0; n < LANES; ++n)
                assert_int_equal(memory[OUT + (WARPS * g + w) * LANES + n],
                                 4 * (100 * g + n + 1000 * w));
}

static void test_pack(void **unused)
{
    enum { COMPRESSED = 8192, EXPANDED = 8200, MASK = 8208 };
    struct slice_launch l = {.groups = 1, .warps = 1};
    uint32_t compressed[LANES] = {0}, n = 0;

    (void)unused;
    random_begin(&rng, SEED, __func__);
    boot(&defaults);
    l.length = program("shl r1, lid, 2\n ld r2, r1, 0\n pack.mask r3, r2, r2\n"
                       "pack.compress r4, r2, r3\n pack.expand r5, r4, r3\n"
                       "st r1, c1, r4\n add r1, r1, 32\n st r1, c1, r5\n"
                       "add r1, r1, 32\n st r1, c1, r3\n exit\n");
    constant(1, BYTES * COMPRESSED);
    for (uint32_t i = 0; i < LANES; ++i) {
        memory[i] = i % 3 == 1 ? 0 : 1 + assay_rng_below(&rng, UINT32_C(1) << 31);
        if (memory[i])
            compressed[n++] = memory[i];
    }
    run(&l);
    assert_memory_equal(&memory[COMPRESSED], compressed, sizeof compressed);
    assert_memory_equal(&memory[EXPANDED], memory, sizeof compressed);
    for (uint32_t i = 0; i < LANES; ++i)
        assert_int_equal(memory[MASK + i], memory[i] != 0);
}

/* --- errors --- */

/* Runs a kernel of one warp whose message c0, c1, c2 is outside its group or wrong, and checks the
 * trap. */
static void expect_message_trap(const char *text, uint32_t a, uint32_t b, uint32_t c, uint32_t lane)
{
    struct slice_launch l = {.groups = 4, .warps = 1, .local_lines = 4, .rows = 32};
    struct slice_done d;

    boot(&defaults);
    l.length = program(text);
    constant(0, a);
    constant(1, b);
    constant(2, c);
    d = launch(&l);
    assert_int_equal(d.status, SLICE_TRAP);
    assert_int_equal(d.trap, CORE_MESSAGE);
    assert_int_equal(d.lane, lane);
    assert_int_equal(d.pc, 0);
    assert_int_equal(d.group, 0);
    for (uint32_t i = 0; i < WORDS; ++i)
        assert_int_equal(memory[i], 0);
}

static void test_outside(void **unused)
{
    static const char dpas[] = "dpas c0, c1, c2\n wait 0\n exit\n";
    static const char in[] = "move.in.32 c0, c1, c2\n wait 0\n exit\n";
    static const char out[] = "move.out.32 c0, c1, c2\n wait 0\n exit\n";
    static const char half[] = "move.in.16 c0, c1, c2\n wait 0\n exit\n";
    const uint32_t good = items(0, 4, 2), end = UINT32_C(1) << 30;

    (void)unused;
    /* Rows: the last row of dst, src1, src2, src0 and the scales; a number above the last row. */
    expect_message_trap(dpas, how(0, NULL0), sources(0, 0, 8), target(25, 0, 0), CB_BAD_OP);
    expect_message_trap(dpas, how(0, NULL0), sources(0, 25, 8), target(16, 0, 0), CB_BAD_OP);
    expect_message_trap(dpas, how(0, NULL0), sources(0, 0, 25), target(16, 0, 0), CB_BAD_OP);
    expect_message_trap(dpas, how(0, 0), sources(25, 0, 8), target(25, 0, 0), CB_BAD_OP);
    expect_message_trap(dpas, how(4, NULL0), sources(0, 0, 8), target(16, 31, 0), CB_BAD_OP);
    expect_message_trap(dpas, how(0, NULL0), sources(0, 0, 8), target(500, 0, 0), CB_BAD_ROWS);
    /* Bits that belong to no field; an error of the message itself. */
    expect_message_trap(dpas, how(0, NULL0), sources(0, 0, 8), target(16, 0, 0) | 1u << 28,
                        CB_BAD_OP);
    expect_message_trap(dpas, how(0, NULL0) | 15, sources(0, 0, 8), target(16, 0, 0), CB_BAD_TYPES);
    expect_message_trap(dpas, how(0, NULL0 | CHAIN), sources(0, 0, 8), target(16, 0, 0),
                        CB_BAD_CHAIN);
    /* Moves: rows; both ends of local and of global memory; items that the mover does not
     * support. */
    expect_message_trap(in, 0, 64, items(26, 4, 2), CB_BAD_OP);
    expect_message_trap(in, SLICE_LOCAL + 64, 64, good, CB_BAD_OP);
    expect_message_trap(out, SLICE_LOCAL + 128, (uint32_t)-64, good, CB_BAD_OP);
    expect_message_trap(in, end - 192, 64, good, CB_BAD_OP);
    expect_message_trap(in, end, (uint32_t)-64, good, CB_BAD_OP);
    expect_message_trap(out, 128, (uint32_t)-64, good, CB_BAD_OP);
    expect_message_trap(in, 0, 64, good | 1u << 26, CB_BAD_OP);
    expect_message_trap(half, 0, 64, good, CB_BAD_MOVE);
    expect_message_trap(in, 32, 64, good, CB_BAD_MOVE);
}

/* Accesses at the ends of what is inside are legal, in both directions and in each group. */
static void test_inside(void **unused)
{
    struct slice_launch l = {.groups = 6, .warps = 1, .local_lines = 4, .rows = 8};

    (void)unused;
    boot(&defaults);
    l.length = program("move.in.32 c0, c1, c2\n move.out.32 c3, c4, c2\n move.in.32 c5, c1, c2\n"
                       "wait 0\n exit\n");
    constant(0, SLICE_LOCAL);
    constant(1, 64);
    constant(2, items(0, 4, 2));
    constant(3, SLICE_LOCAL + 192);
    constant(4, (uint32_t)-64);
    constant(5, 0);
    run(&l);
}

static void test_launch_errors(void **unused)
{
    static const struct slice_launch wrong[] = {
        {.groups = 1},
        {.groups = 1, .warps = 5},
        {.groups = 1, .warps = 1, .local_lines = 257},
        {.groups = 1, .warps = 1, .rows = 257},
        {.groups = 1, .warps = 1, .bars = 17},
        /* Several: the first counts. */
        {.groups = 1, .warps = 0, .local_lines = 257, .rows = 257, .bars = 17},
        {.groups = 1, .warps = 5, .bars = 17},
        {.groups = 1, .warps = 1, .local_lines = 257, .rows = 257, .bars = 17},
        {.groups = 1, .warps = 1, .local_lines = 257, .bars = 17},
        {.groups = 1, .warps = 1, .rows = 257, .bars = 17},
    };
    static const uint8_t status[] = {
        SLICE_BAD_WARPS, SLICE_BAD_WARPS, SLICE_BAD_LOCAL, SLICE_BAD_ROWS,  SLICE_BAD_BARS,
        SLICE_BAD_WARPS, SLICE_BAD_WARPS, SLICE_BAD_LOCAL, SLICE_BAD_LOCAL, SLICE_BAD_ROWS};
    const struct slice_launch most = {
        .groups = 3, .warps = 1, .local_lines = 256, .rows = 256, .bars = 16, .length = 1};

    (void)unused;
    boot(&defaults);
    program("exit\n");
    for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        const struct slice_done d = launch(&wrong[i]);

        assert_int_equal(d.status, status[i]);
        assert_int_equal(d.cycles, 0);
    }
    run(&most);
    run(&(const struct slice_launch){.groups = 0, .warps = 4});
}

/* If a warp leaves a chain open, the chain is dropped, and the next group's products are right. */
static void test_drop(void **unused)
{
    struct slice_launch l = {.groups = 9, .warps = 1, .rows = 64};
    int32_t sum;

    (void)unused;
    random_begin(&rng, SEED, __func__);
    boot(&defaults);
    draw_operands();
    l.length = program("move.in.32 c0, c1, c2\n move.in.32 c3, c1, c4\n"
                       "dpas c5, c6, c7\n dpas c8, c6, c7\n" /* twice: keep, then the chain's end */
                       "move.out.32 c9, c1, c10\n wait 0\n dpas c5, c6, c7\n exit\n");
    constant(0, BYTES * B);
    constant(1, 64);
    constant(2, items(0, 4, 2));
    constant(3, BYTES * A);
    constant(4, items(8, 4, 2));
    constant(5, how(0, NULL0 | KEEP));
    constant(6, sources(0, 0, 8));
    constant(7, target(16, 0, 0));
    constant(8, how(0, CHAIN));
    constant(9, BYTES * OUT);
    constant(10, items(16, 4, 2));
    for (uint32_t again = 0; again < 3; ++again) {
        memset(&memory[OUT], 0, TILE * BYTES);
        run(&l);
        for (uint32_t i = 0; i < TILE; ++i) {
            sum = product(0, i / LANES, i % LANES);
            assert_int_equal((int32_t)memory[OUT + i], 2 * sum);
        }
    }
}

/* A warp of a group traps while the others wait at a barrier: they are released, and the slice
 * continues. */
static void test_trap_at_barrier(void **unused)
{
    struct slice_launch l = {.groups = 7, .warps = 4, .bars = 2};
    struct slice_done d;

    (void)unused;
    boot(&defaults);
    l.length = program("cmp.eq.s32 up0, warp, 2\n cmp.eq.s32 up1, group, 1\n"
                       "@!up1 bra over\n @up0 ld r1, lid, 1\n over: bar c0\n exit\n");
    d = launch(&l);
    assert_int_equal(d.status, SLICE_TRAP);
    assert_int_equal(d.trap, PREDICATE_MISALIGNED);
    assert_int_equal(d.group, 1);
    assert_int_equal(d.warp, 2);
    assert_int_equal(d.pc, 3);
    l.groups = 1;
    run(&l);
}

/* After a trap, the running groups continue to their ends, and no other group starts. */
static void test_after_trap(void **unused)
{
    enum { RUNNING = 2, ALL = 6 };
    struct slice_launch l = {.groups = ALL, .warps = 2};
    struct slice_done d;

    (void)unused;
    boot(&defaults);
    l.length = program("cmp.ne.s32 up0, group, 0\n @up0 bra on\n ld r1, lid, 1\n"
                       "on: ld r1, c2, 0\n add r1, r1, group\n shl r2, group, 2\n"
                       "st r2, c1, r1\n exit\n");
    constant(1, BYTES * OUT);
    d = launch(&l);
    assert_int_equal(d.status, SLICE_TRAP);
    assert_int_equal(d.group, 0);
    for (uint32_t g = 0; g < ALL; ++g)
        assert_int_equal(memory[OUT + g], g < RUNNING ? g : 0);
}

/* A surface whose lines are all zero: nothing is read, and what is written to a line is in memory
 * after the launch. */
static void test_surface(void **unused)
{
    struct slice_launch l = {.groups = 1, .warps = 1};

    (void)unused;
    boot(&defaults);
    memset(metadata, 0xFF, 4 * LINE_WORDS);
    for (uint32_t i = 0; i < 1024; ++i)
        memory[i] = i + 1;
    pins.surface =
        (struct slice_surface){.surface = 1, .enable = 1, .addr = 0, .lines = 4, .last = 31};
    pins.surface_valid = 1;
    cycle();
    assert_true(seen.surface_ready && !seen.launch_ready);
    pins.surface_valid = 0;
    assert_int_equal(report().status, SLICE_OK);
    l.length = program("shl r1, lid, 2\n ld r2, r1, 0\n ld r3, r1, 1024\n add r2, r2, r3\n"
                       "st r1, c1, r2\n st r1, 512, lid\n exit\n");
    constant(1, BYTES * OUT);
    run(&l);
    assert_int_equal(lines_read, 1); /* the line of the partial store, outside the surface */
    for (uint32_t n = 0; n < LANES; ++n) {
        assert_int_equal(memory[OUT + n], 0);
        assert_int_equal(memory[128 + n], n);
    }
    /* It is already enabled. */
    pins.surface_valid = 1;
    cycle();
    pins.surface_valid = 0;
    assert_int_equal(report().status, SLICE_REFUSED + ZCACHE_BAD_SURFACE);
}

/* Resets in the middle of everything; afterwards it works as before. */
static void test_reset(void **unused)
{
    (void)unused;
    for (uint32_t after = 1; after < 400; after += 13) {
        struct slice_launch l = {.groups = 5, .warps = 2, .rows = 16, .bars = 1, .local_lines = 4};

        boot(&defaults);
        l.length = program("shl r1, lid, 2\n ld r2, r1, 0\n st.local r1, 0, r2\n row.put 0, r2\n"
                           "move.out.32 c0, c1, c2\n bar c3\n st r1, c0, r2\n wait 0\n exit\n");
        constant(0, BYTES * OUT);
        constant(1, 64);
        constant(2, items(0, 4, 2));
        pins.launch = l;
        pins.launch_valid = 1;
        cycle();
        pins.launch_valid = 0;
        for (uint32_t i = 0; i < after; ++i)
            cycle();
        pins.rst = 1;
        cycle();
        pins.rst = 0;
        reply_head = reply_tail;
        cycle();
        assert_int_equal(seen.state, SLICE_IDLE);
        assert_int_equal(seen.in_use, 0);
        assert_true(!seen.mem_valid && !seen.done_valid);
        run(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiles),      cmocka_unit_test(test_rows),
        cmocka_unit_test(test_pack),       cmocka_unit_test(test_outside),
        cmocka_unit_test(test_inside),     cmocka_unit_test(test_launch_errors),
        cmocka_unit_test(test_drop),       cmocka_unit_test(test_trap_at_barrier),
        cmocka_unit_test(test_after_trap), cmocka_unit_test(test_surface),
        cmocka_unit_test(test_reset),
    };

    return cmocka_run_group_tests_name("slice units", tests, NULL, NULL);
}
