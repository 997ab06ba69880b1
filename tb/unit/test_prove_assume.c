/* test_prove_assume.c - tb/prove/cell_assume.c on random graphs, for all values of their inputs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove/bits.h"
#include "prove/cell.h"
#include "random.h"

/* NARROW: inputs of the narrow terms; the others make terms that are too wide to be looked at. */
enum { INPUTS = 18, NARROW = 6, GATES = 40, LITERALS = 12, ROUNDS = 30 };

/* Values of the inputs: 64 at a time. */
static void set_inputs(const struct aig *g, uint32_t from, uint64_t *value)
{
    assert_int_equal(g->n_inputs, INPUTS);
    for (uint32_t i = 0; i < INPUTS; ++i) {
        uint64_t bits = 0;

        for (uint32_t p = 0; p < 64; ++p)
            bits |= (uint64_t)((from + p) >> i & 1) << p;
        value[g->input[i].node] = bits;
    }
    aig_simulate(g, value);
}

static uint64_t *new_values(const struct aig *g)
{
    uint64_t *const value = calloc(g->n, sizeof *value);

    assert_non_null(value);
    return value;
}

/* One of the literals so far, plain or inverted. */
static aig_lit any_of(struct assay_rng *r, const aig_lit *net, uint32_t n)
{
    const aig_lit plain = net[assay_rng_below(r, n)];

    return plain ^ assay_rng_below(r, 2);
}

/* Adds gates to net[], which begins with the inputs that they may use. */
static void add_gates(struct aig *g, struct assay_rng *r, aig_lit *net, uint32_t inputs)
{
    for (uint32_t i = inputs; i < inputs + GATES; ++i) {
        const aig_lit a = any_of(r, net, i), b = any_of(r, net, i);

        net[i] = assay_rng_below(r, 3) ? aig_and(g, a, b) : aig_xor(g, a, b);
    }
}

static void copy(const struct aig *g, struct aig *to, aig_lit *lit, size_t n)
{
    signed char fixed[INPUTS];
    aig_lit *map;

    memset(fixed, -1, sizeof fixed);
    aig_open(to);
    map = aig_fix(g, fixed, to);
    aig_substitute(g, map, to, lit, n);
    free(map);
}

/* Asserts that the query keeps its value everywhere, and every other literal wherever the query is
 * true. Returns how many literals have become constant. */
static uint32_t compare(const struct aig *g, const aig_lit *lit, uint64_t *claims)
{
    aig_lit made[LITERALS];
    uint32_t constant = 0;
    uint64_t *before, *after;
    struct aig to;

    memcpy(made, lit, sizeof made);
    copy(g, &to, made, LITERALS);
    cell_assume(&to, made, LITERALS);
    before = new_values(g);
    after = new_values(&to);
    for (uint32_t from = 0; from < UINT32_C(1) << INPUTS; from += 64) {
        uint64_t query;

        set_inputs(g, from, before);
        set_inputs(&to, from, after);
        query = aig_value(before, lit[0]);
        *claims |= query;
        assert_int_equal(aig_value(after, made[0]), query);
        for (uint32_t i = 1; i < LITERALS; ++i)
            assert_int_equal((aig_value(after, made[i]) ^ aig_value(before, lit[i])) & query, 0);
    }
    for (uint32_t i = 1; i < LITERALS; ++i)
        constant += aig_is_constant(made[i]) && !aig_is_constant(lit[i]);
    free(before);
    free(after);
    aig_close(&to);
    return constant;
}

static void test_assume(void **state)
{
    uint32_t constant = 0, claiming = 0;
    struct assay_rng r;

    (void)state;
    random_begin(&r, 17, "prove_assume");
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        aig_lit narrow[NARROW + GATES], wide[INPUTS + GATES], lit[LITERALS];
        uint64_t claims = 0;
        struct aig g;
        aig_lit b;

        aig_open(&g);
        for (uint32_t i = 0; i < INPUTS; ++i)
            wide[i] = aig_add_input(&g, AIG_PORT, "x");
        memcpy(narrow, wide, NARROW * sizeof *narrow);
        add_gates(&g, &r, narrow, NARROW);
        add_gates(&g, &r, wide, INPUTS);
        b = any_of(&r, wide, INPUTS + GATES);
        lit[0] = aig_and(&g, any_of(&r, narrow, NARROW + GATES), b);
        lit[0] = aig_and(&g, lit[0], any_of(&r, narrow, NARROW + GATES));
        for (uint32_t i = 1; i < LITERALS; ++i)
            lit[i] = i % 2 ? any_of(&r, narrow, NARROW + GATES) : any_of(&r, wide, INPUTS + GATES);
        constant += compare(&g, lit, &claims);
        claiming += claims != 0;
        aig_close(&g);
    }
    print_message("%u of %d queries can be true, %u literals became constant\n", (unsigned)claiming,
                  ROUNDS, (unsigned)constant);
    assert_true(claiming > ROUNDS / 3);
    assert_true(constant > ROUNDS);
}

/* The distance of two exponents that are made to lie a fixed distance apart. */
static void test_distance(void **state)
{
    enum { WIDTH = 8, DISTANCE = 5 };
    aig_lit lit[1 + WIDTH], low[WIDTH], high[WIDTH], five[WIDTH], none[WIDTH];
    struct aig g;
    uint64_t value;

    (void)state;
    aig_open(&g);
    for (uint32_t i = 0; i < WIDTH; ++i)
        low[i] = aig_add_input(&g, AIG_PORT, "x");
    bits_constant(WIDTH, DISTANCE, five);
    bits_constant(WIDTH, 0, none);
    lit[0] = aig_not(bits_add(&g, WIDTH, low, five, AIG_FALSE, high)); /* no carry */
    lit[0] = aig_and(&g, lit[0], aig_not(bits_equal(&g, WIDTH, low, none)));
    bits_subtract(&g, WIDTH, high, low, lit + 1);
    assert_false(bits_are_constant(WIDTH, lit + 1, &value));
    cell_assume(&g, lit, 1 + WIDTH);
    assert_true(bits_are_constant(WIDTH, lit + 1, &value));
    assert_int_equal(value, DISTANCE);
    assert_false(aig_is_constant(lit[0]));
    aig_close(&g);
}

/* Terms that contradict each other. */
static void test_contradiction(void **state)
{
    aig_lit lit[2];
    struct aig g;
    aig_lit a, b;

    (void)state;
    aig_open(&g);
    a = aig_add_input(&g, AIG_PORT, "a");
    b = aig_add_input(&g, AIG_PORT, "b");
    lit[0] = aig_and(&g, aig_xor(&g, a, b), aig_not(aig_xor(&g, aig_not(a), aig_not(b))));
    lit[1] = a;
    cell_assume(&g, lit, 2);
    assert_int_equal(lit[0], AIG_FALSE);
    aig_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_assume),
        cmocka_unit_test(test_distance),
        cmocka_unit_test(test_contradiction),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
