/*
 * test_numerics.c - the arithmetic of the numerics against the host and MPFR.
 */
#include "numerics_oracle.h"

#include "numerics/numerics.h"

/* Above this many random triples, only a share of them is checked by MPFR, the slower oracle. */
enum { ALL_EXACT = 2000000, EXACT_SHARE = 16 };

static uint32_t model(enum operation op, uint32_t a, uint32_t b, uint32_t c)
{
    switch (op) {
    case ADD:
        return assay_f32_add(a, b);
    case SUB:
        return assay_f32_sub(a, b);
    case MUL:
        return assay_f32_mul(a, b);
    case FMA:
        return assay_f32_fma(a, b, c);
    default:
        return assay_f32_div(a, b);
    }
}

static void differs(const char *oracle, enum operation op, const uint32_t *operand, uint32_t got,
                    uint32_t want)
{
    fail_msg("%s %08" PRIX32 " %08" PRIX32 " %08" PRIX32 ": %08" PRIX32 ", but %s has %08" PRIX32,
             operation_name[op], operand[0], operand[1], operand[2], got, oracle, want);
}

/* If `o` is NULL, checks against the host alone. */
static void check(struct oracle *o, enum operation op, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t operand[3] = {a, b, c};
    const uint32_t got = model(op, a, b, c);
    uint32_t want = host(op, a, b, c);

    if (got != want)
        differs("the host", op, operand, got, want);
    if (!o)
        return;
    want = exact(o, op, a, b, c);
    if (got != want)
        differs("MPFR", op, operand, got, want);
}

/* Computed by hand from the rules. */
static void test_known(void **unused)
{
    static const struct {
        enum operation op;
        uint32_t a, b, c, want;
    } cases[] = {
        {ADD, 0x3F800000, 0x3F800000, 0, 0x40000000}, /* 1 + 1 */
        {ADD, 0x3F800000, 0x33800000, 0, 0x3F800000}, /* 1 + half an ulp: tie to even */
        {ADD, 0x3F800001, 0x33800000, 0, 0x3F800002}, /* the same with an odd neighbour */
        {ADD, 0x3F800000, 0x33800001, 0, 0x3F800001}, /* slightly more than half an ulp */
        {ADD, 0x00000001, 0x007FFFFF, 0, 0x00800000}, /* subnormals add up to a normal */
        {ADD, 0x7F7FFFFF, 0x73000000, 0, 0x7F800000}, /* largest + half its ulp */
        {ADD, 0x7F7FFFFF, 0x72FFFFFF, 0, 0x7F7FFFFF},
        {ADD, 0x40490FDB, 0xC0490FDB, 0, 0x00000000}, /* x + (-x) */
        {ADD, 0x80000000, 0x80000000, 0, 0x80000000},
        {ADD, 0x80000000, 0x00000000, 0, 0x00000000},
        {ADD, 0x7F800000, 0xFF800000, 0, 0x7FC00000},
        {SUB, 0x80000000, 0x00000000, 0, 0x80000000},
        {SUB, 0x00000000, 0x00000000, 0, 0x00000000},
        {SUB, 0x7F800000, 0x7F800000, 0, 0x7FC00000},
        {SUB, 0x00800000, 0x00000001, 0, 0x007FFFFF},
        {MUL, 0x40000000, 0xC0400000, 0, 0xC0C00000}, /* 2 * -3 */
        {MUL, 0x00000001, 0x3F000000, 0, 0x00000000}, /* tie to zero */
        {MUL, 0x80000003, 0x3F000000, 0, 0x80000002}, /* 1.5 times the smallest: tie to even */
        {MUL, 0x80000001, 0x00000001, 0, 0x80000000}, /* keeps its sign */
        {MUL, 0x00000001, 0x3F000001, 0, 0x00000001},
        {MUL, 0x5F800000, 0xDF800000, 0, 0xFF800000},
        {MUL, 0x80000000, 0x7F800000, 0, 0x7FC00000},
        {FMA, 0x3F800001, 0x3F800001, 0xBF800002, 0x28800000}, /* (1+u)^2 - (1+2u) = u^2 */
        {FMA, 0x3F800000, 0x3F800000, 0x33800000, 0x3F800000},
        {FMA, 0x00000001, 0x00000001, 0x3F800000, 0x3F800000}, /* sticky bit at the far end */
        {FMA, 0x3F7FFFFF, 0x33800001, 0x3F800000, 0x3F800001},
        {FMA, 0x7F7FFFFF, 0x40000000, 0xFF7FFFFF, 0x7F7FFFFF}, /* 2x - x; 2x alone overflows */
        {FMA, 0x3F800000, 0xBF800000, 0x3F800000, 0x00000000},
        {FMA, 0x80000000, 0x3F800000, 0x80000000, 0x80000000},
        {FMA, 0x80000000, 0x3F800000, 0x00000000, 0x00000000},
        {FMA, 0x00000000, 0x7F800000, 0x7F800000, 0x7FC00000},
        {FMA, 0x00000000, 0x7F800000, 0x7FC00001, 0x7FC00000},
        {FMA, 0x3F800000, 0x7F800000, 0xFF800000, 0x7FC00000},
        {FMA, 0x7F7FFFFF, 0x7F7FFFFF, 0xFF800000, 0xFF800000},
        {DIV, 0x3F800000, 0x40400000, 0, 0x3EAAAAAB}, /* 1 / 3 */
        {DIV, 0x00000001, 0x40000000, 0, 0x00000000}, /* tie to zero */
        {DIV, 0x00000003, 0x40000000, 0, 0x00000002},
        {DIV, 0x00800001, 0x40000000, 0, 0x00400000},
        {DIV, 0xBF800000, 0x00000000, 0, 0xFF800000},
        {DIV, 0x7F800000, 0x80000000, 0, 0xFF800000},
        {DIV, 0x00000000, 0x80000000, 0, 0x7FC00000},
        {DIV, 0xFF800000, 0x7F800000, 0, 0x7FC00000},
        {DIV, 0xBF800000, 0x7F800000, 0, 0x80000000},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const uint32_t operand[3] = {cases[i].a, cases[i].b, cases[i].c};
        const uint32_t got = model(cases[i].op, operand[0], operand[1], operand[2]);

        if (got != cases[i].want)
            differs("this table", cases[i].op, operand, got, cases[i].want);
    }
}

static void test_corner_pairs(void **unused)
{
    struct oracle o;

    (void)unused;
    oracle_open(&o, f32);
    for (uint32_t i = 0; i < CORNERS; ++i)
        for (uint32_t j = 0; j < CORNERS; ++j)
            for (enum operation op = ADD; op < OPERATIONS; ++op)
                if (op != FMA)
                    check(&o, op, corner_of(i), corner_of(j), 0);
    oracle_close(&o);
}

static void test_corner_triples(void **unused)
{
    struct oracle o;

    (void)unused;
    oracle_open(&o, f32);
    for (uint32_t i = 0; i < CORNERS; ++i)
        for (uint32_t j = 0; j < CORNERS; ++j)
            for (uint32_t k = 0; k < CORNERS; ++k)
                check(&o, FMA, corner_of(i), corner_of(j), corner_of(k));
    oracle_close(&o);
}

/* The exponent of the product at every distance from that of c, with fractions that tie, cancel or
 * leave only a sticky bit. */
static void test_alignments(void **unused)
{
    static const uint32_t frac[] = {0x000000, 0x000001, 0x400000, 0x7FFFFF, 0x7FF000, 0x3504F3};
    enum { N = sizeof frac / sizeof frac[0] };
    struct oracle o;

    (void)unused;
    oracle_open(&o, f32);
    for (uint32_t exp = 1; exp < 255; ++exp) {
        for (uint32_t i = 0; i < N * N * N * 2; ++i) {
            const uint32_t a = 0x3F800000 | frac[i / 2 % N], b = 0x3F800000 | frac[i / 2 / N % N];
            const uint32_t c = (i & 1) << 31 | exp << 23 | frac[i / 2 / N / N];

            check(&o, FMA, a, b, c);
            check(&o, FMA, a, b - 0x20000000, c); /* 2^-64 times as large */
            check(&o, ADD, a, c, 0);
        }
    }
    oracle_close(&o);
}

static void check_random(enum operation op)
{
    const uint64_t count = fuzz_count();
    struct assay_rng rng = fuzz_begin(operation_name[op]);
    struct oracle o;
    uint32_t a, b, c;

    oracle_open(&o, f32);
    for (uint64_t i = 0; i < count; ++i) {
        draw_operands(&rng, &a, &b, &c);
        check(i < ALL_EXACT || i % EXACT_SHARE == 0 ? &o : NULL, op, a, b, c);
    }
    oracle_close(&o);
}

static void test_random_add(void **unused)
{
    (void)unused;
    check_random(ADD);
}

static void test_random_sub(void **unused)
{
    (void)unused;
    check_random(SUB);
}

static void test_random_mul(void **unused)
{
    (void)unused;
    check_random(MUL);
}

static void test_random_fma(void **unused)
{
    (void)unused;
    check_random(FMA);
}

static void test_random_div(void **unused)
{
    (void)unused;
    check_random(DIV);
}

/* --- many at once, compared with one by one --- */

enum { MANY = 24, GUARD = 0x5A5A5A5A };

/* Checks a row and a column of n. Nothing beyond n may be written. */
static void check_many(uint32_t a, uint32_t b, uint32_t c, const uint32_t *many, uint32_t n)
{
    uint32_t row[MANY + 1], column[MANY + 1];

    for (uint32_t i = 0; i <= n; ++i)
        row[i] = column[i] = GUARD;
    assay_f32_fma_row(a, b, many, n, row);
    assay_f32_fma_column(many, b, c, n, column);
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t one[2][3] = {{a, b, many[i]}, {many[i], b, c}};
        const uint32_t want[] = {assay_f32_fma(a, b, many[i]), assay_f32_fma(many[i], b, c)};

        if (row[i] != want[0])
            differs("in a row, the single one", FMA, one[0], row[i], want[0]);
        if (column[i] != want[1])
            differs("in a column, the single one", FMA, one[1], column[i], want[1]);
    }
    assert_int_equal(row[n], GUARD);
    assert_int_equal(column[n], GUARD);
}

static void test_corners_many(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < CORNERS; ++i) {
        for (uint32_t j = 0; j < CORNERS; ++j) {
            for (uint32_t k = 0; k < CORNERS; k += MANY) {
                uint32_t many[MANY], n = 0;

                for (; n < MANY && k + n < CORNERS; ++n)
                    many[n] = corner_of(k + n);
                check_many(corner_of(i), corner_of(j), corner_of(i), many, n);
            }
        }
    }
}

/* The values of the varied operand were drawn to match the other two, or belong to other
 * operands. */
static void test_random_many(void **unused)
{
    const uint64_t count = (fuzz_count() + MANY - 1) / MANY;
    struct assay_rng rng = fuzz_begin(__func__);

    (void)unused;
    for (uint64_t i = 0; i < count; ++i) {
        const uint32_t n = assay_rng_below(&rng, MANY + 1);
        uint32_t a, b, c, many[MANY];

        draw_operands(&rng, &a, &b, &c);
        for (uint32_t j = 0; j < n; ++j) {
            uint32_t x, y, z;

            draw_operands(&rng, &x, &y, &z);
            many[j] = j % 3 == 0   ? c + assay_rng_below(&rng, 5)
                      : j % 3 == 1 ? a ^ (x & 0x80000007)
                                   : x;
        }
        check_many(a, b, c, many, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),          cmocka_unit_test(test_corner_pairs),
        cmocka_unit_test(test_corner_triples), cmocka_unit_test(test_alignments),
        cmocka_unit_test(test_random_add),     cmocka_unit_test(test_random_sub),
        cmocka_unit_test(test_random_mul),     cmocka_unit_test(test_random_fma),
        cmocka_unit_test(test_random_div),     cmocka_unit_test(test_corners_many),
        cmocka_unit_test(test_random_many),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
