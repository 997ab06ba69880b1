/*
 * test_prove_programs_rtl.c - the translator of tb/prove against the compiler: random programs in
 * the subset of C that the models use, as graphs and compiled, on random inputs. They have no
 * undefined behaviour, and no obligation may be violated.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/tree.h"
#include "prove/cell.h"
#include "random.h"

enum { PROGRAMS = 5, FUNCTIONS = 16, INPUTS = 3, LOCALS = 4, DEPTH = 3 };

struct generator {
    struct assay_rng r;
    struct assay_text t;
    unsigned loop; /* numbers the loop variables */
};

static unsigned below(struct generator *g, unsigned n)
{
    return assay_rng_below(&g->r, n);
}

static void say(struct generator *g, const char *text)
{
    assay_text_add(&g->t, text);
}

/* Adds a constant at an edge. */
static void constant(struct generator *g)
{
    static const char *const some[] = {
        "0u", "1u", "7u", "31u", "0x80u", "0xFFFFu", "0x7FFFFFFFu", "0x80000000u", "0xFFFFFFFFu"};

    if (below(g, 2))
        say(g, some[below(g, sizeof some / sizeof some[0])]);
    else
        assay_text_addf(&g->t, "0x%xu", (unsigned)assay_rng_u64(&g->r));
}

static void expression(struct generator *g, unsigned depth);

static void leaf(struct generator *g)
{
    switch (below(g, 4)) {
    case 0:
        constant(g);
        break;
    case 1:
        assay_text_addf(&g->t, "in[%u]", below(g, INPUTS));
        break;
    default:
        assay_text_addf(&g->t, "v%u", below(g, LOCALS));
    }
}

static void binary(struct generator *g, unsigned depth)
{
    static const char *const operators[] = {"+", "-", "*", "&", "|", "^", "<", "==", ">=", "!="};

    say(g, "(uint32_t)(");
    expression(g, depth - 1);
    assay_text_addf(&g->t, " %s ", operators[below(g, sizeof operators / sizeof operators[0])]);
    expression(g, depth - 1);
    say(g, ")");
}

/* Adds a call of one of the helpers below, which take one or two arguments. */
static void helper(struct generator *g, unsigned depth)
{
    static const char *const two[] = {"divide", "modulo", "left", "right", "arithmetic", "quotient",
                                      "less",   "wide",   "pair", "look",  "middle"};
    static const char *const one[] = {"zeros", "low_zeros", "ones",     "swap",
                                      "byte",  "halfword",  "negative", "slots"};

    if (below(g, 2)) {
        assay_text_addf(&g->t, "%s(", two[below(g, sizeof two / sizeof two[0])]);
        expression(g, depth - 1);
        say(g, ", ");
    } else {
        assay_text_addf(&g->t, "%s(", one[below(g, sizeof one / sizeof one[0])]);
    }
    expression(g, depth - 1);
    say(g, ")");
}

static void expression(struct generator *g, unsigned depth)
{
    if (depth == 0) {
        leaf(g);
        return;
    }
    switch (below(g, 6)) {
    case 0:
        leaf(g);
        break;
    case 1:
        say(g, "(");
        expression(g, depth - 1);
        say(g, " ? ");
        expression(g, depth - 1);
        say(g, " : ");
        expression(g, depth - 1);
        say(g, ")");
        break;
    case 2:
    case 3:
        helper(g, depth);
        break;
    default:
        binary(g, depth);
    }
}

static void assignment(struct generator *g)
{
    assay_text_addf(&g->t, "    v%u = ", below(g, LOCALS));
    expression(g, DEPTH);
    say(g, ";\n");
}

/* Adds a loop with a break, or with a number of iterations that depends on the inputs. */
static void loop(struct generator *g)
{
    const unsigned i = g->loop++;

    assay_text_addf(&g->t, "    for (uint32_t i%u = 0; i%u < (", i, i);
    if (below(g, 2))
        leaf(g);
    else
        say(g, "5u");
    assay_text_addf(&g->t, " & 7u); ++i%u) {\n    v%u += i%u;\n", i, below(g, LOCALS), i);
    assignment(g);
    if (below(g, 2)) {
        say(g, "    if (");
        expression(g, 1);
        say(g, ")\n        break;\n");
    }
    assay_text_addf(&g->t, "    t[(v%u + i%u) %% 6] ^= ", below(g, LOCALS), i);
    leaf(g);
    say(g, ";\n    }\n");
}

static void statement(struct generator *g)
{
    switch (below(g, 6)) {
    case 0:
        loop(g);
        break;
    case 1:
        say(g, "    if (");
        expression(g, 2);
        say(g, ") {\n");
        assignment(g);
        say(g, "    } else {\n");
        assignment(g);
        say(g, "    }\n");
        break;
    case 2:
        say(g, "    switch (");
        expression(g, 1);
        say(g, " & 3u) {\n    case 0:\n");
        assignment(g);
        say(g, "    /* fall through */\n    case 1:\n");
        assignment(g);
        say(g, "    break;\n    default:\n");
        assignment(g);
        say(g, "    }\n");
        break;
    case 3:
        say(g, "    t[(");
        expression(g, 1);
        say(g, ") % 6] = ");
        expression(g, 2);
        say(g, ";\n");
        break;
    default:
        assignment(g);
    }
}

static const char *const prelude =
    "#include <stdbool.h>\n#include <stdint.h>\n#include <string.h>\n"
    "struct both { uint8_t small; uint32_t large; int16_t middle; };\n"
    "static const uint16_t table[5] = {1, 0xFFFF, 77, 0x8000, 3};\n"
    "static uint32_t divide(uint32_t a, uint32_t b) { return (a & 0xFFF) / (b & 0xFF ? b & 0xFF : "
    "1); }\n"
    "static uint32_t modulo(uint32_t a, uint32_t b) { return (a & 0xFFF) % ((b & 63) + 1); }\n"
    "static uint32_t quotient(uint32_t a, uint32_t b)\n"
    "{ return (uint32_t)((int16_t)(a & 0x7FF) / ((int8_t)b ? (int8_t)b : 3)); }\n"
    "static uint32_t left(uint32_t a, uint32_t b) { return a << (b & 31); }\n"
    "static uint32_t right(uint32_t a, uint32_t b) { return (uint32_t)((uint64_t)a << 9 >> (b & "
    "63)); }\n"
    "static uint32_t arithmetic(uint32_t a, uint32_t b) { return (uint32_t)((int32_t)a >> (b & "
    "31)); }\n"
    "static uint32_t less(uint32_t a, uint32_t b) { return (int32_t)a < (int32_t)b; }\n"
    "static uint32_t wide(uint32_t a, uint32_t b)\n"
    "{ return (uint32_t)((int64_t)(int32_t)a * (int16_t)b >> 13); }\n"
    "static uint32_t middle(uint32_t a, uint32_t b)\n"
    "{ const int32_t x = (int16_t)a + (int16_t)b; return (uint32_t)(x / 2); }\n"
    "static __attribute__((noinline)) struct both make(uint32_t a, uint32_t b)\n"
    "{ return (struct both){(uint8_t)a, b, (int16_t)(a >> 8)}; }\n"
    "static uint32_t pair(uint32_t a, uint32_t b)\n"
    "{ const struct both p = make(a, b); return p.small + p.large + (uint32_t)p.middle; }\n"
    "static __attribute__((noinline)) uint32_t look(uint32_t a, uint32_t b)\n"
    "{ const uint16_t *const p = &table[a % 5]; return *p + b; }\n"
    "static uint32_t zeros(uint32_t a) { return a ? (uint32_t)__builtin_clz(a) : 32; }\n"
    "static uint32_t low_zeros(uint32_t a) { return a ? (uint32_t)__builtin_ctz(a) : 32; }\n"
    "static uint32_t ones(uint32_t a) { return (uint32_t)__builtin_popcount(a); }\n"
    "static uint32_t swap(uint32_t a) { return __builtin_bswap32(a); }\n"
    "static uint32_t byte(uint32_t a) { return (uint32_t)(int8_t)a; }\n"
    "static uint32_t halfword(uint32_t a) { return (uint16_t)a; }\n"
    "static uint32_t negative(uint32_t a) { return 0u - a; }\n"
    "static __attribute__((noinline)) uint32_t slots(uint32_t a)\n"
    "{ uint32_t from[4] = {a, a + 1, a * 3, ~a}, to[4]; memset(to, 0x5A, sizeof to);\n"
    "  memcpy(&to[1], &from[a & 1], 3 * sizeof *to); return to[a >> 4 & 3] ^ to[a >> 9 & 3]; }\n";

static void function(struct generator *g, unsigned number)
{
    assay_text_addf(&g->t, "static uint32_t f%u(const uint32_t *in)\n{\n    uint32_t t[6] = {0}",
                    number);
    for (unsigned i = 0; i < LOCALS; ++i)
        assay_text_addf(&g->t, ", v%u = in[%u]", i, i % INPUTS);
    say(g, ";\n");
    for (unsigned i = 2 + below(g, 4); i; --i)
        statement(g);
    say(g, "    return v0 ^ v1 ^ v2 ^ v3 ^ t[0] ^ t[1] ^ t[2] ^ t[3] ^ t[4] ^ t[5];\n}\n");
}

static void program(struct generator *g)
{
    say(g, prelude);
    for (unsigned i = 0; i < FUNCTIONS; ++i)
        function(g, i);
    say(g, "bool spec(const uint32_t *in, uint32_t *out);\n"
           "bool spec(const uint32_t *in, uint32_t *out)\n{\n");
    for (unsigned i = 0; i < FUNCTIONS; ++i)
        assay_text_addf(&g->t, "    out[%u] = f%u(in);\n", i, i);
    say(g, "    return in[0] != 5;\n}\n");
}

static void name_ports(struct execute_ports *ports, const char *name, uint32_t n)
{
    char text[16];

    *ports = (struct execute_ports){calloc(n, sizeof *ports->port), n};
    assert_non_null(ports->port);
    for (uint32_t i = 0; i < n; ++i) {
        snprintf(text, sizeof text, "%s%u", name, (unsigned)i);
        ports->port[i] = (struct execute_port){strdup(text), 32};
    }
}

/* None of the obligations may be violated in 64 random patterns. */
static void check_obligations(struct cell *c, const struct execute_result *r,
                              struct assay_rng *random)
{
    uint64_t *const value = calloc(c->graph.n, sizeof *value);

    assert_non_null(value);
    for (uint32_t i = 0; i < c->graph.n_inputs; ++i) {
        const uint64_t half = assay_rng_u64(random);

        value[c->graph.input[i].node] = half & assay_rng_u64(random);
    }
    aig_simulate(&c->graph, value);
    for (uint32_t i = 0; i < r->n_obligations; ++i)
        if (aig_value(value, r->obligation[i].broken))
            fail_msg("%s:%u: %s", r->obligation[i].file, (unsigned)r->obligation[i].line,
                     r->obligation[i].what);
    free(value);
}

static void check_program(struct generator *g, unsigned number)
{
    char path[64] = "/tmp/assay-prove-XXXXXX", why[4096] = "";
    struct lemma l = {.name = (char *)"program", .bound = 20};
    struct cell c = {.lemma = &l, .parameters = ""};
    enum cell_answer claim = CELL_OPEN;
    char harness[128];

    assert_non_null(mkdtemp(path));
    snprintf(c.folder, sizeof c.folder, "%s", path);
    snprintf(harness, sizeof harness, "%s/spec.c", path);
    l.path = harness;
    program(g);
    assert_true(cell_write(&c, "spec.c", assay_text_get(&g->t), why, sizeof why));
    aig_open(&c.graph);
    name_ports(&c.in, "in", INPUTS);
    name_ports(&c.out, "out", FUNCTIONS);
    if (cell_compile(&c, why, sizeof why) || cell_next(&c, why, sizeof why) ||
        cell_build_native(&c, false, why, sizeof why) || cell_check(&c, &claim, why, sizeof why))
        fail_msg("program %u, kept in %s: %s", number, path, why);
    assert_int_equal(claim, CELL_DIFFERS); /* something is claimed about some inputs */
    check_obligations(&c, &c.model, &g->r);
    check_obligations(&c, &c.checked, &g->r);
    print_message("program %u: %u nodes, %u obligations\n", number, (unsigned)c.graph.n,
                  (unsigned)(c.model.n_obligations + c.checked.n_obligations));
    assert_true(c.graph.n > 1000);
    cell_close(&c);
    assay_text_free(&g->t);
    assay_tree_remove(path);
}

static void test_programs(void **state)
{
    struct generator g = {.loop = 0};

    (void)state;
    random_begin(&g.r, 20, "prove_programs");
    for (unsigned i = 0; i < PROGRAMS; ++i)
        check_program(&g, i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_programs)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
