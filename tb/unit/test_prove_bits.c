/* test_prove_bits.c - tb/prove: gates and arithmetic on literals against the compiler's, graphs as
 * files, and IR read from text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove/aiger.h"
#include "prove/bits.h"
#include "prove/execute.h"
#include "random.h"

enum { ROUNDS = 40, WIDTH = 32 };

/* --- words in 64 patterns --- */

static void make_word(struct aig *g, const char *name, aig_lit *word)
{
    for (int i = 0; i < WIDTH; ++i)
        word[i] = aig_add_input(g, AIG_PORT, name);
}

static uint32_t word_of(const uint64_t *value, const aig_lit *word, int pattern)
{
    uint32_t w = 0;

    for (int i = 0; i < WIDTH; ++i)
        w |= (uint32_t)(aig_value(value, word[i]) >> pattern & 1) << i;
    return w;
}

struct results {
    aig_lit a[WIDTH], b[WIDTH], sum[WIDTH], difference[WIDTH], product[WIDTH], quotient[WIDTH],
        rest[WIDTH], left[WIDTH], right[WIDTH], arithmetic[WIDTH], zeros[WIDTH], ones[WIDTH],
        negative[WIDTH], carry, borrow, less, less_signed, equal;
};

static void check_pattern(const struct results *r, const uint64_t *v, int p)
{
    const uint32_t a = word_of(v, r->a, p), b = word_of(v, r->b, p);
    const bool gone = b >= WIDTH;

    assert_int_equal(word_of(v, r->sum, p), a + b);
    assert_int_equal(aig_value(v, r->carry) >> p & 1, a + b < a);
    assert_int_equal(word_of(v, r->difference, p), a - b);
    assert_int_equal(aig_value(v, r->borrow) >> p & 1, a < b);
    assert_int_equal(word_of(v, r->product, p), a * b);
    assert_int_equal(word_of(v, r->quotient, p), b ? a / b : UINT32_MAX);
    assert_int_equal(word_of(v, r->rest, p), b ? a % b : a);
    assert_int_equal(word_of(v, r->left, p), gone ? 0 : a << b);
    assert_int_equal(word_of(v, r->right, p), gone ? 0 : a >> b);
    assert_int_equal(word_of(v, r->arithmetic, p), (uint32_t)((int32_t)a >> (gone ? 31 : b)));
    assert_int_equal(word_of(v, r->zeros, p), a ? (uint32_t)__builtin_clz(a) : WIDTH);
    assert_int_equal(word_of(v, r->ones, p), (uint32_t)__builtin_popcount(a));
    assert_int_equal(word_of(v, r->negative, p), b & 1 ? 0 - a : a);
    assert_int_equal(aig_value(v, r->less) >> p & 1, a < b);
    assert_int_equal(aig_value(v, r->less_signed) >> p & 1, (int32_t)a < (int32_t)b);
    assert_int_equal(aig_value(v, r->equal) >> p & 1, a == b);
}

static void make_results(struct aig *g, struct results *r)
{
    make_word(g, "a", r->a);
    make_word(g, "b", r->b);
    r->carry = bits_add(g, WIDTH, r->a, r->b, AIG_FALSE, r->sum);
    r->borrow = bits_subtract(g, WIDTH, r->a, r->b, r->difference);
    bits_multiply(g, WIDTH, r->a, r->b, r->product);
    bits_divide(g, WIDTH, r->a, r->b, r->quotient, r->rest);
    bits_shift(g, BITS_LEFT, WIDTH, r->a, r->b, r->left);
    bits_shift(g, BITS_RIGHT, WIDTH, r->a, r->b, r->right);
    bits_shift(g, BITS_RIGHT_SIGNED, WIDTH, r->a, r->b, r->arithmetic);
    bits_leading_zeros(g, WIDTH, r->a, r->zeros);
    bits_count_ones(g, WIDTH, r->a, r->ones);
    bits_negate_if(g, r->b[0], WIDTH, r->a, r->negative);
    r->less = bits_less(g, WIDTH, r->a, r->b, false);
    r->less_signed = bits_less(g, WIDTH, r->a, r->b, true);
    r->equal = bits_equal(g, WIDTH, r->a, r->b);
}

/* Includes small second operands, equal operands and all ones. */
static void test_arithmetic(void **state)
{
    struct results r;
    struct assay_rng rng;
    struct aig g;
    uint64_t *value;

    (void)state;
    random_begin(&rng, 11, "prove_bits");
    aig_open(&g);
    make_results(&g, &r);
    value = calloc(g.n, sizeof *value);
    assert_non_null(value);
    for (int round = 0; round < ROUNDS; ++round) {
        for (int i = 0; i < WIDTH; ++i) {
            const uint64_t x = assay_rng_u64(&rng);

            value[r.a[i] >> 1] = x | UINT64_C(0xF);
            value[r.b[i] >> 1] =
                (assay_rng_u64(&rng) & (i < 6 ? UINT64_MAX : UINT64_C(0xFFFFFFFF))) |
                (x & UINT64_C(0xFF0));
        }
        aig_simulate(&g, value);
        for (int p = 0; p < 64; ++p)
            check_pattern(&r, value, p);
    }
    free(value);
    aig_close(&g);
}

/* Equal gates are shared, and trivial results need no gate. */
static void test_gates(void **state)
{
    struct aig g;
    aig_lit a, b, c;

    (void)state;
    aig_open(&g);
    a = aig_add_input(&g, AIG_PORT, "a[0]");
    b = aig_add_input(&g, AIG_PORT, "b[0]");
    c = aig_and(&g, a, b);
    assert_int_equal(c, aig_and(&g, b, a));
    assert_int_equal(aig_and(&g, a, aig_not(a)), AIG_FALSE);
    assert_int_equal(aig_and(&g, c, a), c);
    assert_int_equal(aig_and(&g, c, aig_not(b)), AIG_FALSE);
    assert_int_equal(aig_mux(&g, a, b, b), b);
    assert_int_equal(aig_xor(&g, a, aig_not(b)), aig_not(aig_xor(&g, b, a)));
    assert_int_equal(aig_or(&g, aig_and(&g, a, b), aig_and(&g, a, aig_not(b))), a);
    assert_int_equal(aig_find_port(&g, "b[0]"), b);
    assert_int_equal(aig_find_port(&g, "c[0]"), AIG_FALSE);
    aig_close(&g);
}

/* --- random gates: simplified gates keep their value --- */

enum { INPUTS = 6, GATES = 400, NETS = 300 }; /* 64 patterns are all values of the inputs */

struct net {
    aig_lit lit;
    uint64_t table; /* its value in each pattern */
};

/* Returns an earlier net or its inverse, most often a recent one. */
static struct net pick(struct assay_rng *r, const struct net *net, uint32_t n)
{
    const uint32_t from = assay_rng_below(r, 3) && n > 12 ? n - 12 : 0;
    const struct net one = net[from + assay_rng_below(r, n - from)];

    return assay_rng_below(r, 2) ? (struct net){aig_not(one.lit), ~one.table} : one;
}

static struct net any_gate(struct aig *g, struct assay_rng *r, const struct net *net, uint32_t n)
{
    const struct net x = pick(r, net, n), y = pick(r, net, n), c = pick(r, net, n);

    switch (assay_rng_below(r, 5)) {
    case 0:
        return (struct net){aig_or(g, x.lit, y.lit), x.table | y.table};
    case 1:
        return (struct net){aig_xor(g, x.lit, y.lit), x.table ^ y.table};
    case 2:
        return (struct net){aig_mux(g, c.lit, x.lit, y.lit),
                            (c.table & x.table) | (~c.table & y.table)};
    default:
        return (struct net){aig_and(g, x.lit, y.lit), x.table & y.table};
    }
}

/* Sets the values of the inputs in all patterns and simulates. */
static void all_values(const struct aig *g, const struct net *net, uint64_t *value)
{
    for (uint32_t i = 0; i < INPUTS; ++i)
        value[g->input[i].node] = net[i].table;
    aig_simulate(g, value);
}

/* Checks the net in a separate graph in which some of the inputs are fixed. */
static void check_restricted(const struct aig *g, struct assay_rng *r, const struct net *net,
                             struct net of)
{
    signed char fixed[INPUTS];
    uint64_t there = UINT64_MAX, *value;
    struct aig to;
    aig_lit lit = of.lit, *map;

    for (uint32_t i = 0; i < INPUTS; ++i) {
        fixed[i] = (signed char)((int)assay_rng_below(r, 3) - 1);
        there &= fixed[i] < 0 ? UINT64_MAX : fixed[i] ? net[i].table : ~net[i].table;
    }
    aig_open(&to);
    map = aig_fix(g, fixed, &to);
    aig_substitute(g, map, &to, &lit, 1);
    free(map);
    assert_int_equal(to.n_inputs, INPUTS);
    value = calloc(to.n, sizeof *value);
    assert_non_null(value);
    all_values(&to, net, value);
    assert_int_equal((aig_value(value, lit) ^ of.table) & there, 0);
    free(value);
    aig_close(&to);
}

static void test_any_gates(void **state)
{
    struct assay_rng r;

    (void)state;
    random_begin(&r, 13, "prove_gates");
    for (uint32_t round = 0; round < NETS; ++round) {
        struct net net[INPUTS + GATES];
        struct aig g;
        uint64_t *value;

        aig_open(&g);
        for (uint32_t i = 0; i < INPUTS; ++i) {
            net[i] = (struct net){aig_add_input(&g, AIG_PORT, "x"), 0};
            for (uint32_t p = 0; p < 64; ++p)
                net[i].table |= (uint64_t)(p >> i & 1) << p;
        }
        for (uint32_t i = INPUTS; i < INPUTS + GATES; ++i)
            net[i] = any_gate(&g, &r, net, i);
        value = calloc(g.n, sizeof *value);
        assert_non_null(value);
        all_values(&g, net, value);
        for (uint32_t i = 0; i < INPUTS + GATES; ++i)
            assert_int_equal(aig_value(value, net[i].lit), net[i].table);
        for (uint32_t i = 0; i < 8; ++i)
            check_restricted(&g, &r, net, net[INPUTS + assay_rng_below(&r, GATES)]);
        free(value);
        aig_close(&g);
    }
}

static void test_aiger(void **state)
{
    static const char *const good = "aag 4 2 0 2 2\n2\n4\n6\n9\n6 2 4\n8 3 5\n"
                                    "i0 a\ni1 b[0]\no0 both\no1 any\nc\n";
    static const char *const bad[] = {"",
                                      "aig 1 1 0 0 0\n",
                                      "aag 4 2 0 2 2\n2\n4\n6\n9\n6 2 8\n8 3 5\n",
                                      "aag 1 1 0 1 0\n2\n2\n",
                                      "aag 2 1 1 1 0\n2\n4 2\n4\no0 y\nl0 s\n",
                                      "aag 2 1 1 1 0\n2\n4 2\n4\no0 y\n",
                                      "aag 2 1 1 1 0\n2\n4 6\n4\no0 y\nl0 r\n",
                                      "aag 2 1 1 1 0\n2\n2 4\n2\no0 y\nl0 r\n",
                                      "aag 1 9 0 0 0\n"};
    /* r is a register of two bits, which the wire y[1] shows as well. */
    static const char *const sequential = "aag 4 1 2 1 1\n2\n4 8\n6 5\n6\n8 2 6\n"
                                          "i0 a\nl0 r[0]\nl1 y[1] r[1]\no0 y\nc\n";
    char *const listed[] = {(char *)"r"};
    struct aiger_registers registers = {listed, 1, NULL};
    struct aiger_outputs out;
    struct aig g;
    char why[256];
    aig_lit any, before[2], after[2];

    (void)state;
    aig_open(&g);
    assert_true(aiger_read(&g, good, &registers, &out, why, sizeof why));
    assert_int_equal(out.n, 2);
    assert_true(aiger_find(&out, "any[0]", &any));
    assert_int_equal(any, aig_or(&g, aig_find_port(&g, "a[0]"), aig_find_port(&g, "b[0]")));
    aiger_free(&out);
    assert_true(aiger_read(&g, sequential, &registers, &out, why, sizeof why));
    assert_int_equal(out.n, 3);
    before[0] = aig_find_port(&g, "r.q[0]");
    before[1] = aig_find_port(&g, "r.q[1]");
    assert_true(aiger_find(&out, "r.d[0]", &after[0]) && aiger_find(&out, "r.d[1]", &after[1]));
    assert_int_equal(after[0], aig_and(&g, aig_find_port(&g, "a[0]"), before[1]));
    assert_int_equal(after[1], aig_not(before[0]));
    aiger_free(&out);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        *why = '\0';
        assert_false(aiger_read(&g, bad[i], &registers, &out, why, sizeof why));
        assert_non_null(strstr(why, "AIGER, line "));
        assert_true((registers.other != NULL) == (strstr(bad[i], "l0 s") != NULL));
        free(registers.other);
    }
    aig_close(&g);
}

/* --- IR --- */

/* Returns true if the harness with this body is translated; otherwise `why` has the reason. */
static bool translate(const char *body, char *why, size_t why_size)
{
    char text[4096];
    struct execute_port in = {(char *)"x", 32}, out = {(char *)"y", 32};
    const struct execute_ports ins = {&in, 1}, outs = {&out, 1};
    struct execute_result r;
    struct ir_module m;
    struct aig g;
    bool ok;

    snprintf(text, sizeof text,
             "@t = constant [2 x i32] [i32 5, i32 9], align 4\n"
             "@v = global i32 0, align 4\n"
             "declare i32 @llvm.ctpop.i32(i32)\n"
             "define zeroext i1 @spec(ptr noundef %%0, ptr noundef %%1) {\n"
             "  %%3 = load i32, ptr %%0, align 4\n%s  ret i1 true\n}\n",
             body);
    aig_open(&g);
    ok = ir_read(&m, "test.ll", text, why, why_size);
    if (ok) {
        ok = execute(&g, &m, "@spec", &ins, &outs, 9, EXECUTE_REFUSE_UNDEF, &r, why, why_size);
        ir_close(&m);
        if (ok) {
            assert_int_equal(r.n_out, 32);
            execute_free(&r);
        }
    }
    aig_close(&g);
    return ok;
}

static void test_ir(void **state)
{
    static const char *const good[] = {
        "  store i32 %3, ptr %1, align 4\n",
        "  %4 = call i32 @llvm.ctpop.i32(i32 %3)\n  store i32 %4, ptr %1, align 4\n",
        "  %4 = and i32 %3, 1\n  %5 = zext i32 %4 to i64\n"
        "  %6 = getelementptr inbounds [2 x i32], ptr @t, i64 0, i64 %5\n"
        "  %7 = load i32, ptr %6, align 4\n  store i32 %7, ptr %1, align 4\n",
        "  br label %4\n\n4:\n  %5 = phi i32 [ 0, %2 ], [ %6, %4 ]\n  %6 = add nuw nsw i32 %5, 1\n"
        "  %7 = icmp eq i32 %6, 5\n  br i1 %7, label %8, label %4\n\n8:\n"
        "  store i32 %6, ptr %1, align 4\n",
        "  %4 = freeze i32 %3\n  store i32 %4, ptr %1, align 4\n",
        "  %4 = bitcast ptr %1 to ptr\n  store i32 %3, ptr %4, align 4\n",
        "  %4 = load { i32, i32 }, ptr @t, align 4\n  %5 = extractvalue { i32, i32 } %4, 1\n"
        "  store i32 %5, ptr %1, align 4\n",
        "  %4 = insertvalue { i32 } undef, i32 %3, 0\n  store { i32 } %4, ptr %1, align 4\n",
        "  store i32 %3, ptr @v, align 4\n  %4 = load i32, ptr @v, align 4\n"
        "  store i32 %4, ptr %1, align 4\n",
        /* an undef that no output depends on */
        "  %4 = select i1 true, i32 %3, i32 undef\n  store i32 %4, ptr %1, align 4\n",
    };
    static const struct {
        const char *body, *why;
    } bad[] = {
        {"  store i32 undef, ptr %1, align 4\n", "test.ll:6: undef, on which an output depends"},
        {"  %4 = add i32 %3, poison\n  store i32 %4, ptr %1, align 4\n", ": poison, on which"},
        {"  %4 = add nsw i32 %3, 1\n  %5 = freeze i32 %4\n  store i32 %5, ptr %1, align 4\n",
         "test.ll:7: freeze, on which"},
        {"  %4 = alloca i32, align 4\n  %5 = load i32, ptr %4, align 4\n"
         "  store i32 %5, ptr %1, align 4\n",
         "test.ll:6: a variable that is not set"},
        {"  %4 = load i32, ptr @v, align 4\n  store i32 %4, ptr %1, align 4\n",
         "@v before it is set, on which"},
        {"  %4 = sitofp i32 %3 to float\n", "test.ll:6: sitofp: expected an instruction"},
        {"  %4 = load volatile i32, ptr %0, align 4\n", "volatile: expected"},
        {"  %4 = call i32 @elsewhere(i32 %3)\n", "a call of @elsewhere: expected a function"},
        {"  %4 = call i32 %1(i32 %3)\n", "call through a pointer: expected"},
        {"  store ptr %0, ptr %1, align 8\n", "a pointer, an array or a vector that is stored"},
        {"  %4 = call i1 @spec(ptr %0, ptr %1)\n", "nested more than 64 deep"},
        {"  br label %9\n", ": a block without instructions"},
        {"  %4 = add i32 %3, %9\n", "a value that is not there"},
        {"  %4 = add i32 %3,\n", "expected"},
        {"  %4 = load <2 x i32>, ptr %0, align 8\n", "a read of a pointer, an array or a vector"},
        {"  %4 = bitcast i32 %3 to float\n", "test.ll:6: bitcast of a value that is not a pointer"},
    };
    char why[512];

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; ++i)
        if (!translate(good[i], why, sizeof why))
            fail_msg("%s: %s", good[i], why);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        if (translate(bad[i].body, why, sizeof why))
            fail_msg("%s: expected a refusal", bad[i].body);
        if (!strstr(why, bad[i].why))
            fail_msg("%s: '%s': expected '%s'", bad[i].body, why, bad[i].why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic), cmocka_unit_test(test_gates),
        cmocka_unit_test(test_any_gates), cmocka_unit_test(test_aiger), cmocka_unit_test(test_ir)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
