/* test_slice_messages.c - the fields of dpas and move, one by one, against the tables of
 * model/slice/README.md. */
#include "unit/random.h"
#include "unit/slice_bench.h"

enum { SEED = 3121, ROUNDS = 20000, LOCAL_LINES = 5 };

static struct assay_rng rng;
static struct compute_block_params params = {8, 4, 4, 1, 512, 4};

/* Random words: any combination of bits, for a group anywhere. */
static struct core_off off;
static struct slice_place place;
static struct compute_block_msg msg;

static uint32_t part(uint32_t word, unsigned high, unsigned low)
{
    return (uint32_t)((uint64_t)word << (31 - high) & UINT32_MAX) >> (31 - high + low);
}

static void draw_message(uint8_t kind)
{
    memset(&off, 0, sizeof off);
    off.kind = kind;
    off.warp = (uint8_t)assay_rng_below(&rng, 4);
    off.mode = (uint8_t)assay_rng_below(&rng, 16);
    off.tag = (uint8_t)assay_rng_below(&rng, 16);
    off.a = (uint32_t)assay_rng_u64(&rng);
    off.b = (uint32_t)assay_rng_u64(&rng);
    off.c = (uint32_t)assay_rng_u64(&rng);
    place.row = assay_rng_below(&rng, 512);
    place.local = assay_rng_below(&rng, 200);
    slice_message(&params, &off, &place, 512 - place.row, LOCAL_LINES, &msg);
    assert_int_equal(msg.pr, off.warp);
}

/* Checks a field with a row, relative to the group or absolute. */
static void expect_row(uint32_t got, uint32_t field)
{
    assert_int_equal(got, (field + place.row) & 511);
}

static void expect_scales(void)
{
    const uint32_t c = off.c;
    const int32_t byte = (int32_t)part(c, 25, 18);
    int32_t offset = byte;

    if (!part(c, 26, 26) && byte > 127)
        offset -= 256;
    expect_row(msg.mul, part(c, 17, 9));
    assert_int_equal(msg.shift, (msg.mul + 1) & 511);
    assert_int_equal((int16_t)msg.offset, offset);
    assert_int_equal((int16_t)msg.low, part(c, 27, 27) ? offset : part(c, 26, 26) ? 0 : -128);
    assert_int_equal((int16_t)msg.high, part(c, 26, 26) ? 255 : 127);
}

/* Checks the row before that of a field, if there are maps. */
static void expect_map(uint32_t got, uint32_t field)
{
    assert_int_equal(got, msg.sparse ? (field + place.row + 511) & 511 : 0);
}

static void test_dpas(void **unused)
{
    uint32_t scaled = 0, kept = 0, good = 0, sparse = 0;

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (uint32_t i = 0; i < ROUNDS; ++i) {
        draw_message(CORE_DPAS);
        assert_int_equal(msg.tag, off.tag);
        assert_int_equal(msg.src1_type, part(off.a, 3, 0));
        assert_int_equal(msg.src2_type, part(off.a, 7, 4));
        assert_int_equal(msg.acc_type, part(off.a, 9, 8));
        assert_int_equal(msg.sd, part(off.a, 15, 10) ? part(off.a, 15, 10) : 64);
        assert_int_equal(msg.rc, part(off.a, 18, 16) ? part(off.a, 18, 16) : 8);
        assert_int_equal(msg.exec_size, part(off.a, 22, 19) ? part(off.a, 22, 19) : params.lanes);
        assert_int_equal(msg.saturate, part(off.a, 23, 23));
        assert_int_equal(msg.src0_null, part(off.a, 24, 24));
        assert_int_equal(msg.src0_scalar, part(off.a, 25, 25));
        assert_int_equal(msg.act, part(off.a, 28, 26));
        assert_int_equal(msg.keep, part(off.a, 29, 29));
        assert_int_equal(msg.chain, part(off.a, 30, 30));
        expect_row(msg.src0, part(off.b, 8, 0));
        expect_row(msg.src1, part(off.b, 17, 9));
        expect_row(msg.src2, part(off.b, 26, 18));
        expect_row(msg.dst, part(off.c, 8, 0));
        if (msg.act == CB_ACT_REQUANTISE)
            expect_scales();
        else
            assert_true(!msg.mul && !msg.shift && !msg.offset && !msg.low && !msg.high);
        assert_int_equal(msg.sparse, part(off.a, 31, 31));
        expect_map(msg.map1, part(off.b, 17, 9));
        expect_map(msg.map2, part(off.b, 26, 18));
        assert_true(!msg.strict && !msg.operand);
        if (off.b >> 27 || off.c >> 28)
            assert_int_equal(msg.op, 3);
        sparse += msg.sparse && msg.op == CB_OP_DPAS;
        assert_true(!msg.items && !msg.per && !msg.row_step && !msg.addr && !msg.narrow);
        scaled += msg.act == CB_ACT_REQUANTISE;
        kept += msg.keep;
        good += msg.op == CB_OP_DPAS;
    }
    assert_true(scaled > ROUNDS / 20 && kept > ROUNDS / 4 && good > sparse && sparse > 0);
}

/* Only a fill that generates a map has these fields. */
static void expect_maps(void)
{
    static const uint8_t type[] = {5, 6, 8, 1};
    const uint32_t c = off.c, rc = part(c, 29, 27);

    assert_int_equal(msg.sparse, !(off.mode & 4) && part(c, 25, 25));
    assert_int_equal(msg.operand, msg.sparse && part(c, 26, 26));
    assert_int_equal(msg.rc, !msg.sparse ? 0 : rc ? rc : 8);
    assert_int_equal(msg.src1_type, msg.sparse ? type[part(c, 31, 30)] : 0);
    assert_int_equal(msg.src2_type, msg.src1_type);
    expect_map(msg.map1, part(c, 8, 0));
    expect_map(msg.map2, part(c, 8, 0));
    assert_false(msg.strict);
}

static void test_move(void **unused)
{
    uint32_t local = 0, good = 0, maps = 0;

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (uint32_t i = 0; i < ROUNDS; ++i) {
        const struct core_off *o = &off;
        bool narrow, out, known;

        draw_message(CORE_MOVE);
        narrow = o->mode & 8;
        out = o->mode & 4;
        known = (o->mode & 3) == (narrow ? 0 : 2);
        assert_int_equal(msg.tag, o->tag);
        assert_int_equal(msg.narrow, narrow);
        expect_row(out ? msg.src0 : msg.dst, part(o->c, 8, 0));
        assert_int_equal(out ? msg.dst : msg.src0, 0);
        assert_int_equal(msg.items, part(o->c, 15, 9));
        assert_int_equal(msg.row_step, part(o->c, 21, 16));
        assert_int_equal(msg.per, known ? part(o->c, 24, 22) : 0);
        assert_int_equal(msg.addr, o->a >> 31 ? (o->a + 64 * place.local) | SLICE_LOCAL : o->a);
        assert_int_equal(msg.addr_step, o->b);
        expect_maps();
        if (o->c >> 25 && !msg.sparse)
            assert_int_equal(msg.op, 3);
        else if (msg.op != 3)
            assert_int_equal(msg.op, out ? CB_OP_DRAIN : CB_OP_FILL);
        assert_true(!msg.keep && !msg.chain);
        local += o->a >> 31;
        good += msg.op != 3;
        maps += msg.op != 3 && msg.sparse;
    }
    assert_true(local > ROUNDS / 4 && good > maps && maps > 0);
}

/* Determines whether a move leaves memory by checking each byte of each item. */
static void test_bounds(void **unused)
{
    enum { GLOBAL = 1 << 30 };
    uint32_t outside = 0, inside = 0;

    (void)unused;
    random_begin(&rng, SEED, __func__);
    memset(&off, 0, sizeof off);
    off.kind = CORE_MOVE;
    off.mode = 2;
    place = (struct slice_place){.local = 7};
    for (uint32_t i = 0; i < ROUNDS; ++i) {
        const bool local = assay_rng_percent(&rng, 50);
        const uint32_t per = 1 + assay_rng_below(&rng, 2), n = 1 + assay_rng_below(&rng, 8);
        const int64_t size = 32 * per, end = local ? 64 * LOCAL_LINES : GLOBAL;
        const int64_t step = size * ((int64_t)assay_rng_below(&rng, 9) - 4);
        int64_t first = size * ((int64_t)assay_rng_below(&rng, 16) - 2);
        bool beyond = false;

        if (assay_rng_percent(&rng, 50))
            first = end - size * assay_rng_below(&rng, 12);
        first = first < 0 ? 0 : first;
        off.a = (uint32_t)first | (local ? SLICE_LOCAL : 0);
        off.b = (uint32_t)step;
        off.c = n << 9 | per << 16 | per << 22;
        slice_message(&params, &off, &place, 512, LOCAL_LINES, &msg);
        for (uint32_t k = 0; k < n; ++k)
            for (int64_t byte = 0; byte < size; ++byte)
                beyond = beyond || first + k * step + byte < 0 || first + k * step + byte >= end;
        assert_int_equal(msg.op, beyond ? 3 : CB_OP_FILL);
        outside += beyond;
        inside += !beyond;
    }
    assert_true(outside > ROUNDS / 10 && inside > ROUNDS / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dpas),
        cmocka_unit_test(test_move),
        cmocka_unit_test(test_bounds),
    };

    return cmocka_run_group_tests_name("slice messages", tests, NULL, NULL);
}
