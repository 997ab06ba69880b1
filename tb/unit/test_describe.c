/*
 * test_describe.c - block.yaml: what is read from it, what is refused, and its expressions against
 * the same ones in C.
 */
#include "unit/describe_text.h"

#include <inttypes.h>

#include "api/width.h"

/* --- what is read --- */

static void test_defaults(void **state)
{
    struct assay_description *d = good(STREAMS "  pop: {direction: source, fields: {data: 8}}\n");
    static const char *const ports[] = {"rst",       "push_valid", "push_ready", "push_data",
                                        "pop_valid", "pop_ready",  "pop_data"};

    (void)state;
    assert_string_equal(d->name, "fifo");
    assert_string_equal(d->folder, "fifo");
    assert_string_equal(d->top, "fifo");
    assert_string_equal(d->summary, "");
    assert_int_equal(d->n_params, 0);
    assert_int_equal(d->n_sets, 1);
    assert_string_equal(d->set[0].name, "default");
    assert_int_equal(d->clocks.n, 1);
    assert_string_equal(d->clocks.at[0], "clk");
    assert_string_equal(d->reset.pin, "rst");
    assert_false(d->reset.low || d->reset.async);
    assert_int_equal(d->level, ASSAY_DESCRIBE_CYCLE);
    assert_int_equal(d->n_ports, sizeof ports / sizeof ports[0]);
    for (size_t i = 0; i < d->n_ports; ++i)
        assert_string_equal(d->port[i].name, ports[i]);
    assert_true(d->stream[0].sink);
    assert_false(d->stream[1].sink);
    assert_string_equal(d->stream[0].valid, "push_valid");
    assert_string_equal(d->stream[0].field[0].pin, "push_data");
    assert_int_equal(d->stream[0].match, -1);
    assert_int_equal(d->port[3].width->max, 8);
    assert_string_equal(d->port[3].place, "push.data");
    assert_int_equal(d->model_line, 0);
    assay_describe_free(d);
}

static void test_every_key(void **state)
{
    struct assay_description *d = good(all);
    const uint32_t bits[] = {3, 3, 5}, value[] = {8, 1};
    uint32_t width[32];
    size_t at;

    (void)state;
    assert_string_equal(d->name, "queue");
    assert_string_equal(d->top, "my_fifo");
    assert_string_equal(d->summary, "a queue");
    assert_int_equal(d->rtl.n, 2);
    assert_string_equal(d->rtl.at[1], "b.v");
    assert_int_equal(d->n_params, 2);
    assert_string_equal(d->param[0].verilog, "DEPTH_LOG");
    assert_string_equal(d->param[1].verilog, "SWITCH");
    assert_string_equal(d->param[1].c_name, "switch_");
    assert_int_equal(d->n_sets, 3);
    assert_string_equal(d->set[1].name, "default");
    assert_int_equal(d->set[2].value[0], 8);
    assert_int_equal(d->set[2].value[1], 1);
    assert_int_equal(d->set[0].value[0], 2);
    assert_int_equal(d->set[0].value[1], 0);
    assert_int_equal(d->clocks.n, 2);
    assert_string_equal(d->reset.pin, "rst_n");
    assert_true(d->reset.low && d->reset.async && d->reset.cycles == 5);
    assert_int_equal(d->level, ASSAY_DESCRIBE_TRANSFERS);
    assert_int_equal(d->timeout, 1000);
    assert_string_equal(d->stream[0].ready, "!full");
    assert_int_equal(d->stream[0].offer, ASSAY_DESCRIBE_WHEN_READY);
    assert_true(d->stream[0].hold_until_response);
    assert_int_equal(d->stream[0].outstanding, 4);
    assert_int_equal(d->stream[0].group_index, 1);
    assert_string_equal(d->stream[0].driven[0].pin, "go");
    assert_string_equal(d->stream[0].driven[0].expression, "valid & !op");
    assert_int_equal(d->stream[0].field[0].width.max, 256);
    assert_null(d->stream[0].field[1].pin);
    assert_string_equal(d->stream[0].field[2].c_name, "in_");
    assert_string_equal(d->stream[0].field[2].pin, "push_in");
    assert_int_equal(d->stream[1].kind, ASSAY_DESCRIBE_PULL);
    assert_int_equal(d->stream[1].delay, 1);
    assert_int_equal(d->stream[1].match, 0);
    assert_int_equal(d->stream[1].timeout, 77);
    assert_true(d->stream[1].unused && d->stream[1].valid_waits_never);
    assert_int_equal(d->stream[2].after, 3);
    assert_null(d->stream[2].valid);
    assert_null(d->stream[3].ready);
    assert_int_equal(d->pin[0].drive, ASSAY_DESCRIBE_PER_RUN);
    assert_int_equal(d->pin[0].high, 2);
    assert_int_equal(d->pin[1].drive, ASSAY_DESCRIBE_CONSTANT);
    assert_int_equal(d->pin[1].low, 9);
    assert_string_equal(d->pin[2].when, "ok");
    assert_string_equal(d->sources.at[0], "fifo.c");
    assert_int_equal(d->include.n, 2);
    assert_string_equal(d->flags.at[0], "-DX");

    /* A width that was left out is known for the parameter sets once it has been filled in. */
    at = assay_describe_left_out(d, 0);
    assert_string_equal(d->port[at].name, "push_in");
    assert_int_equal(assay_describe_left_out(d, at + 1), d->n_ports);
    assert_false(assay_describe_widths(d, d->set[0].value, width, why, sizeof why));
    assert_true(assay_describe_fill(d, at, bits, why, sizeof why));
    assert_int_equal(assay_describe_left_out(d, 0), d->n_ports);
    assert_true(assay_describe_widths(d, value, width, why, sizeof why));
    assert_int_equal(width[at], 5);
    assert_int_equal(d->port[at].width->max, 5);
    assert_int_equal(width[assay_describe_find_port(d, "push_data")], 64);
    assert_int_equal(width[assay_describe_find_port(d, "level")], 4);
    assert_string_equal(d->port[assay_describe_find_port(d, "level")].part, "counter");
    assert_null(d->port[assay_describe_find_port(d, "mode")].part);
    assert_false(assay_describe_widths(d, (const uint32_t[]){5, 0}, width, why, sizeof why));
    assert_non_null(strstr(why, "expected the parameters of a set"));
    assert_int_equal(assay_describe_find_port(d, "none"), -1);
    assert_int_equal(assay_describe_find_set(d, "none"), -1);
    assay_describe_free(d);
}

/* A width that is read from the RTL must hold what the description says of the port. */
static void test_fill_refuses(void **state)
{
    static const struct {
        const char *text, *message;
        uint32_t bits;
    } cases[] = {
        {STREAMS "pins: {a: {direction: in, range: [0, 40]}}\n",
         "fifo/block.yaml:3: pin a: 40 does not fit into the 5 bits", 5},
        {STREAMS "pins: {a: {direction: in, range: [0, 40]}}\n", "", 6},
        {STREAMS "pins: {a: {direction: in, value: 9}}\n", "9 does not fit into the 3 bits", 3},
        {STREAMS "pins: {a: {direction: out, values: [x, y, z]}}\n",
         "fifo/block.yaml:3: a has names for 3 values, and with the set default the values of 1",
         1},
        {STREAMS "pins: {a: {direction: out, values: [x, y, z]}}\n", "", 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct assay_description *d;
        bool good;

        assert_int_equal(read_text(cases[i].text, &d), ASSAY_OK);
        why[0] = '\0';
        good =
            assay_describe_fill(d, assay_describe_left_out(d, 0), &cases[i].bits, why, sizeof why);
        if (good != !*cases[i].message || !strstr(why, cases[i].message))
            fail_msg("%s\nsays     %s\nexpected %s", cases[i].text, why, cases[i].message);
        assay_describe_free(d);
    }
}

/* --- what is refused --- */

static void test_refusals(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "fifo/block.yaml:1: the file is empty: expected"},
        {"- a\n", "fifo/block.yaml:1: the block is a list: expected a map"},
        {"a: [\n", "expected YAML"},
        {STREAMS "---\nx: 1\n", ":3: a second document"},
        {"top: a\n", "no streams and no pins"},
        {"tops: a\n" STREAMS, ":1: unknown key of the block 'tops': expected"},
        {"tops: a\n" STREAMS, "did you mean 'top'?"},
        {"top: a\ntop: b\n" STREAMS, ":2: key 'top' of the block again: expected it once"},
        {"top: [a]\n" STREAMS, ":1: top is a list: expected a word"},
        {"top: 1a\n" STREAMS, ":1: top '1a': expected letters"},
        {"name: a-b\n" STREAMS, ":1: name 'a-b': expected letters"},
        {"rtl: []\n" STREAMS, ":1: rtl is an empty list"},
        {"rtl: [a, {b: c}]\n" STREAMS, ":1: an item of rtl is a map: expected a word"},
        {"summary: \"a\\nb\"\n" STREAMS, ":1: summary: expected one line"},
        {"level: cycles\n" STREAMS,
         ":1: unknown level 'cycles': expected cycle, transfers or none"},
        {"timeout: 0\n" STREAMS, ":1: timeout '0': expected a number from 1"},
        {"timeout: '5'\n" STREAMS, ":1: timeout '5': expected a number from 1"},
        {"clock: \"a b\"\n" STREAMS, ":1: clock 'a b': expected the name of a pin"},
        {"reset: {active: low}\n" STREAMS, ":1: reset has no pin: expected it"},
        {"reset: {pin: r, active: no}\n" STREAMS, ":1: unknown active 'no': expected high or low"},
        {"reset: {pin: r, async: 1}\n" STREAMS, ":1: unknown async '1': expected false or true"},
        {"reset: {pin: r, cycles: 0}\n" STREAMS, ":1: cycles '0': expected a number from 1"},
        {"parameters: {a: -1}\n" STREAMS, ":1: parameter a '-1': expected a number from 0"},
        {"parameters: {a: 4294967296}\n" STREAMS, "expected a number from 0 to 4294967295"},
        {"parameters: {a: {meaning: x}}\n" STREAMS, ":1: parameter a has no default: expected it"},
        {"parameters: {a b: 1}\n" STREAMS, ":1: a name of parameters 'a b': expected letters"},
        {"parameters: {a: 1, A: 2}\n" STREAMS, ":1: parameters a and A are both A"},
        {"parameters: {clog2: 1}\n" STREAMS, ":1: parameter clog2: expected a name that is no"},
        {"parameters: {a: 1}\nsets: {s: {b: 1}}\n" STREAMS, ":2: unknown key of set s 'b'"},
        {"parameters: {a: 1}\nsets: {default: {a: 2}}\n" STREAMS, ":2: set default has values"},
        {"parameters: {a: 1}\nsets: {s: {}, s: {}}\n" STREAMS, ":2: 's' of sets again"},
        {"sets: {s: 1}\n" STREAMS, ":1: set s is a word: expected a map"},
        {"streams: {s: {fields: {a: 1}}}\n", ":1: stream s: it has no direction"},
        {"streams: {s: {direction: up}}\n", ":1: unknown direction 'up'"},
        {"streams: {s: {direction: sink, fields: {a: {width: 1, values: []}}}}\n",
         ":1: values is an empty list"},
        {"streams: {s: {direction: sink, fields: {a: {width: 1, values: [x, y, x]}}}}\n",
         ":1: two values are named x: expected different names"},
        {"streams: {s: {direction: sink, fields: {a: {width: 1, values: ['x y']}}}}\n",
         ":1: a value is named 'x y': expected letters"},
        {"streams: {s: {direction: sink, fields: {a: {width: 1, values: [x, y, z]}}}}\n",
         ":1: s_a has names for 3 values, and with the set default the values of 1 bits"},
        {STREAMS "pins: {p: {direction: out, width: 1, values: [x, y, z]}}\n",
         ":3: p has names for 3 values, and with the set default the values of 1 bits"},
        {"streams: {s: {direction: sink, kind: push}}\n", ":1: unknown kind 'push'"},
        {"streams: {s: {direction: sink, feilds: {}}}\n", "did you mean 'fields'?"},
        {"streams: {s: {direction: sink, kind: valid_only, ready: r}}\n", "it has ready"},
        {"streams: {s: {direction: sink, kind: pull, delay: 0}}\n", "a sink of kind pull"},
        {"streams: {s: {direction: source, kind: pull}}\n", "expected delay, 0 or 1"},
        {"streams: {s: {direction: source, delay: 0}}\n", "it has delay"},
        {"streams: {s: {direction: source, kind: pull, delay: 2}}\n", "delay '2': expected"},
        {"streams: {s: {direction: source, after: 1}}\n", "it has after"},
        {"streams: {s: {direction: sink, match: a, fields: {a: 1}}}\n", "it is a sink and has"},
        {"streams: {s: {direction: source, group: a}}\n", "it is a source and has"},
        {"streams: {s: {direction: sink, join: [t]}}\n", ":1: join is a list: expected a word"},
        {"streams: {s: {direction: sink, join: j}, t: {direction: sink}}\n",
         ":1: stream s is alone in join j: expected two sinks"},
        {"streams: {s: {direction: sink, join: t}, t: {direction: sink, join: t}}\n",
         ":1: stream s: join t has the name of a stream"},
        {"streams: {s: {direction: source, join: j}}\n", "it is a source and has"},
        {STREAMS "pins: {a: {direction: out, when: b}, a_when: {direction: out}}\n",
         ":3: pin a_when is defined twice"},
        {"streams: {s: {direction: source, match: b, fields: {a: 1}}}\n",
         ":1: stream s: match b is not one of its fields"},
        {"streams: {s: {direction: sink, valid: \"a;b\"}}\n", ":1: valid 'a;b': expected a pin"},
        {"streams: {s: {direction: sink, valid: \"(a\"}}\n", ":1: valid '(a': expected a pin"},
        {"streams: {s: {direction: sink, valid: \"a // b\"}}\n", ":1: valid 'a // b'"},
        {"streams: {s: {direction: sink, fields: {a: n}}}\n",
         ":1: width 'n': unknown name 'n': expected clog2"},
        {"streams: {s: {direction: sink, fields: {a: 0}}}\n",
         ":1: width of s_a with the set default: '0' is 0: expected 1 to 8192"},
        {"parameters: {n: 4}\nsets:\n  x: {n: 1}\nstreams:\n  s:\n    direction: sink\n    "
         "fields:\n"
         "      a: n - 2\n",
         ":8: width of s_a with the set x: 'n - 2' is -1: expected 1 to 8192"},
        {"streams: {s: {direction: sink, fields: {a: {width: 9, max: 8}}}}\n",
         "'9' is 9: expected 1 to 8"},
        {"streams: {s: {direction: sink, fields: {a: 1 / 0}}}\n", "a division by 0"},
        {"streams: {s: {direction: sink, fields: {valid: 1}}}\n", "pin s_valid is defined twice"},
        {"streams: {s: {direction: sink, fields: {int: 1, int_: 1}}}\n", "is defined twice"},
        {"streams: {s: {direction: sink, fields: [a]}}\n", ":1: fields is a list: expected a map"},
        {"streams: {state: {direction: sink}}\n", ":1: stream state: struct fifo_state is"},
        {STREAMS "pins: {push: {direction: out}}\n", ":3: pin push has the name of a stream"},
        {"streams:\n  x: {direction: sink}\n  x_valid: {direction: sink}\n",
         ":3: stream x_valid has the name of pin x_valid: expected another name"},
        {STREAMS "pins: {clk: {direction: in, width: 1}}\n", ":3: pin clk is the clock's"},
        {STREAMS "pins: {rst: {direction: in, width: 1}}\n", ":3: pin rst is defined twice"},
        {STREAMS "pins: {push_data: {direction: in, width: 1}}\n",
         ":3: pin push_data is defined twice"},
        {STREAMS "pins: {a: {width: 1}}\n", ":3: pin a: it has no direction"},
        {STREAMS "pins: {a: {direction: out, drive: per_run}}\n", "it is an output and has"},
        {STREAMS "pins: {a: {direction: in, when: b}}\n", "it is an input and has when"},
        {STREAMS "pins: {a: {direction: in, part: b}}\n", "it is an input and has part"},
        {STREAMS "pins: {a: {direction: out, part: b c}}\n", "part 'b c'"},
        {STREAMS "pins: {a: {direction: in, drive: constant, range: [0, 1]}}\n", "it is constant"},
        {STREAMS "pins: {a: {direction: in, value: 1, range: [0, 1]}}\n", "it has a value, and"},
        {STREAMS "pins: {a: {direction: in, width: 2, range: [2, 1]}}\n", "range '1': expected"},
        {STREAMS "pins: {a: {direction: in, width: 2, range: [1]}}\n", "expected a list of two"},
        {STREAMS "pins: {a: {direction: in, width: 2, value: 4}}\n", "4 does not fit into the 2"},
        {"model: {source: a.c}\n" STREAMS, "did you mean 'sources'?"},
    };
    struct assay_description *d;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        assert_int_equal(read_text(cases[i].text, &d), ASSAY_BAD_INPUT);
        assert_null(d);
        if (strncmp(why, "fifo/block.yaml:", 16) != 0 || !strstr(why, cases[i].message))
            fail_msg("%s\nsays     %s\nexpected %s", cases[i].text, why, cases[i].message);
    }
    assert_int_equal(assay_describe_read("/nowhere/block.yaml", &d, why, sizeof why),
                     ASSAY_BAD_INPUT);
    assert_non_null(strstr(why, "/nowhere/block.yaml: "));
}

/* One more than the limit. */
static void test_limits(void **state)
{
    static const struct {
        const char *head, *format, *message;
        unsigned most;
    } cases[] = {
        {STREAMS "parameters:\n", "  p%u: 1\n", "parameters are 65: expected 64 at most", 64},
        {"streams:\n", "  s%u: {direction: sink}\n", "streams are 65: expected 64 at most", 64},
        {"pins:\n", "  p%u: {direction: out, width: 1}\n", "1025 pins: expected 1024 at most",
         1023},
    };
    struct assay_description *d;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
        for (unsigned more = 0; more < 2; ++more) {
            struct assay_text t = {0};

            assay_text_add(&t, cases[i].head);
            for (unsigned k = 0; k < cases[i].most + more; ++k)
                assay_text_addf(&t, cases[i].format, k);
            assert_int_equal(read_text(t.s, &d), more ? ASSAY_BAD_INPUT : ASSAY_OK);
            if (more && !strstr(why, cases[i].message))
                fail_msg("%s", why);
            assay_describe_free(d);
            assay_text_free(&t);
        }
    assert_int_equal(read_text("pins: {a: {direction: out, width: 8193}}\n", &d), ASSAY_BAD_INPUT);
    d = good("pins: {a: {direction: out, width: 8192}}\n");
    assay_describe_free(d);
}

/* --- expressions --- */

static const char *name_at(const void *arg, size_t i)
{
    static const char *const names[] = {"a", "b", "c"};

    (void)arg;
    return i < 3 ? names[i] : NULL;
}

/* Compares with the compiler's reading of the same text. */
static void test_expressions(void **state)
{
    (void)state;
    for (uint32_t a = 0; a < 7; ++a)
        for (uint32_t b = 0; b < 7; ++b)
            for (uint32_t c = 0; c < 5; ++c) {
                const int64_t x = a, y = b, z = c;
                const struct {
                    const char *text;
                    int64_t value;
                } cases[] = {
                    {"a + b * c", x + y * z},
                    {"(a + b) * c", (x + y) * z},
                    {"a - b - c", x - y - z},
                    {"a - (b - c)", x - (y - z)},
                    {"a * b % (c + 1)", x * y % (z + 1)},
                    {"a / (b + 1) / (c + 1)", x / (y + 1) / (z + 1)},
                    {"a << b >> c", x << y >> z},
                    {"1 << a + b", INT64_C(1) << (x + y)},
                    {"a < b == c > 1", (x < y) == (z > 1)},
                    {"a <= b && b >= c || !a", (x <= y && y >= z) || !x},
                    {"a != b ? c ? 1 : 2 : 3", x != y ? z ? 1 : 2 : 3},
                    {"a ? b : c ? a : b", x   ? y
                                          : z ? x
                                              : y},
                    {"-a + -(-b)", -x + y},
                    {"!(a - b) + !!c", !(x - y) + !!z},
                    {"b ? a / b : 7", y ? x / y : 7},
                    {"clog2(a * b + c)", assay_width_clog2(x * y + z)},
                    {"32*a+8 *b", 32 * x + 8 * y},
                };
                const uint32_t value[] = {a, b, c};

                for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
                    struct assay_expression *e =
                        assay_expression_read(cases[i].text, name_at, NULL, why, sizeof why);
                    int64_t got = 0;

                    if (!e || !assay_expression_value(e, value, &got, why, sizeof why))
                        fail_msg("%s: %s", cases[i].text, why);
                    if (got != cases[i].value)
                        fail_msg("%s with %u, %u, %u is %" PRId64 ": expected %" PRId64,
                                 cases[i].text, a, b, c, got, cases[i].value);
                    assay_expression_free(e);
                }
            }
}

static void test_bad_expressions(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "it ends: expected a number, a name or '('"},
        {"a +", "it ends: expected a number, a name or '('"},
        {"a b", "'b': expected an operator"},
        {"a & b", "'& b': expected an operator"},
        {"(a", "it ends: expected ')'"},
        {"a)", "')': expected an operator"},
        {"a ? b", "it ends: expected ':' of '?'"},
        {"d", "unknown name 'd': expected a, b, c or clog2"},
        {"clog2 a", "'a': expected '(' after clog2"},
        {"8'h3", "''h3' after a number: expected an operator"},
        {"3x", "'x' after a number: expected an operator"},
        {"2147483648", "expected 2147483647 at most"},
    };
    static const struct {
        const char *text, *message;
    } valueless[] = {
        {"a / b", "a division by 0"},
        {"a % b", "a division by 0"},
        {"a / -1", "a division by less than 0"},
        {"1 << 32", "a shift of other than"},
        {"-1 >> 1", "a shift of less than 0"},
        {"2147483647 * 2147483647 * 4", "the value does not fit into 64 bits"},
    };
    char deep[300] = "", long_one[1100];
    const uint32_t zeros[3] = {0};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        assert_null(assay_expression_read(cases[i].text, name_at, NULL, why, sizeof why));
        if (!strstr(why, cases[i].message))
            fail_msg("%s: %s", cases[i].text, why);
    }
    for (size_t i = 0; i < sizeof valueless / sizeof valueless[0]; ++i) {
        struct assay_expression *e =
            assay_expression_read(valueless[i].text, name_at, NULL, why, sizeof why);
        int64_t value;

        assert_non_null(e);
        assert_false(assay_expression_value(e, zeros, &value, why, sizeof why));
        if (!strstr(why, valueless[i].message))
            fail_msg("%s: %s", valueless[i].text, why);
        assay_expression_free(e);
    }
    memset(deep, '(', 200);
    assert_null(assay_expression_read(deep, name_at, NULL, why, sizeof why));
    assert_non_null(strstr(why, "nested too deeply"));
    memset(deep, '!', 200);
    assert_null(assay_expression_read(deep, name_at, NULL, why, sizeof why));
    assert_non_null(strstr(why, "nested too deeply"));
    memset(long_one, '1', sizeof long_one - 1);
    long_one[sizeof long_one - 1] = '\0';
    assert_null(assay_expression_read(long_one, name_at, NULL, why, sizeof why));
    assert_non_null(strstr(why, "expected 1000 at most"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),        cmocka_unit_test(test_every_key),
        cmocka_unit_test(test_fill_refuses),    cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_limits),          cmocka_unit_test(test_expressions),
        cmocka_unit_test(test_bad_expressions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
