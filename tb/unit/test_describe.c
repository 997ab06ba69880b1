/*
 * test_describe.c - block.yaml: what is read of it, what is refused, expressions against the same ones in C,
 * and what is written.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "api/width.h"
#include "base/file.h"
#include "base/home.h"
#include "base/tree.h"
#include "describe/describe.h"
#include "engine/block.h"

#include "random.h"

static char why[4096];

static enum assay_error read_text(const char *text, struct assay_description **d)
{
    why[0] = '\0';
    return assay_describe_text("fifo/block.yaml", text, strlen(text), d, why, sizeof why);
}

static struct assay_description *good(const char *text)
{
    struct assay_description *d;

    if (read_text(text, &d) != ASSAY_OK)
        fail_msg("%s", why);
    return d;
}

#define STREAMS "streams:\n  push: {direction: sink, fields: {data: 8}}\n"

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

static const char all[] = "name: queue\n"
                          "top: my_fifo\n"
                          "summary: a queue\n"
                          "rtl: [a.v, b.v]\n"
                          "streams:\n" /* parameters may stand below what uses them */
                          "  push:\n"
                          "    direction: sink\n"
                          "    valid: wr_en\n"
                          "    ready: \"!full\"\n"
                          "    offer: when_ready\n"
                          "    hold: until_response\n"
                          "    outstanding: 4\n"
                          "    group: bus\n"
                          "    drives: {go: valid & !op}\n"
                          "    fields:\n"
                          "      data: {pin: wr_data, width: 8 * depth, max: 256}\n"
                          "      op: {width: 1, pin: none}\n"
                          "      in:\n"
                          "  pop:\n"
                          "    direction: source\n"
                          "    kind: pull\n"
                          "    delay: 1\n"
                          "    valid: \"!empty\"\n"
                          "    ready: rd_en\n"
                          "    match: id\n"
                          "    timeout: 77\n"
                          "    unused: true\n"
                          "    valid_waits: never\n"
                          "    fields: {id: 4, data: 8 * depth}\n"
                          "  tick: {direction: source, kind: always, after: 3, fields: {x: 1}}\n"
                          "  note: {direction: source, kind: valid_only}\n"
                          "pins:\n"
                          "  mode: {direction: in, width: 2, drive: per_run, range: [0, 2]}\n"
                          "  tie: {direction: in, width: 4, value: 9}\n"
                          "  level: {direction: out, width: clog2(depth + 1), when: ok}\n"
                          "sets:\n"
                          "  smallest: {depth: 2}\n"
                          "  default: {}\n"
                          "  both: {switch: 1, depth: 8}\n"
                          "parameters:\n"
                          "  depth: {verilog: DEPTH_LOG, default: 4, meaning: entries}\n"
                          "  switch: 0\n"
                          "clock: [clk_a, clk_b]\n"
                          "reset: {pin: rst_n, active: low, async: true, cycles: 5}\n"
                          "level: transfers\n"
                          "timeout: 1000\n"
                          "model:\n"
                          "  sources: fifo.c\n"
                          "  include: [inc, other]\n"
                          "  flags: [-DX]\n";

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

    /* A width that is left out is known at the sets, once it was filled in. */
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
    assert_false(assay_describe_widths(d, (const uint32_t[]){5, 0}, width, why, sizeof why));
    assert_non_null(strstr(why, "expected the parameters of a set"));
    assert_int_equal(assay_describe_find_port(d, "none"), -1);
    assert_int_equal(assay_describe_find_set(d, "none"), -1);
    assay_describe_free(d);
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
         ":1: two values are named x: expected a name each"},
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
         ":3: pin a_when is there already"},
        {"streams: {s: {direction: source, match: b, fields: {a: 1}}}\n",
         ":1: stream s: match b is none of its fields"},
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
        {"streams: {s: {direction: sink, fields: {valid: 1}}}\n", "pin s_valid is there already"},
        {"streams: {s: {direction: sink, fields: {int: 1, int_: 1}}}\n", "is there already"},
        {"streams: {s: {direction: sink, fields: [a]}}\n", ":1: fields is a list: expected a map"},
        {"streams: {state: {direction: sink}}\n", ":1: stream state: struct fifo_state is"},
        {STREAMS "pins: {push: {direction: out}}\n", ":3: pin push has the name of a stream"},
        {STREAMS "pins: {clk: {direction: in, width: 1}}\n", ":3: pin clk is the clock's"},
        {STREAMS "pins: {rst: {direction: in, width: 1}}\n", ":3: pin rst is there already"},
        {STREAMS "pins: {push_data: {direction: in, width: 1}}\n", ":3: pin push_data is there"},
        {STREAMS "pins: {a: {width: 1}}\n", ":3: pin a: it has no direction"},
        {STREAMS "pins: {a: {direction: out, drive: per_run}}\n", "it is an output and has"},
        {STREAMS "pins: {a: {direction: in, when: b}}\n", "it is an input and has when"},
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

/* More than there may be. */
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

/* Against the compiler's idea of the same text. */
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
        {"clog2 a", "'a': expected '(' behind clog2"},
        {"8'h3", "''h3' behind a number: expected an operator"},
        {"3x", "'x' behind a number: expected an operator"},
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

/* --- the blocks of the tree --- */

/* A description gives the widths that the compiled block gives, at its sets and at random values. */
static void test_blocks(void **state)
{
    struct assay_rng rng;

    (void)state;
    random_begin(&rng, 1, "describe");
    for (size_t k = 0; assay_blocks[k]; ++k) {
        const struct assay_model_block *b = assay_blocks[k]->model;
        char path[4096], relative[256];
        uint32_t width[ASSAY_MAX_PORTS];
        unsigned compiled[ASSAY_MAX_PORTS];
        struct assay_description *d;

        assert_true(assay_block_sound(assay_blocks[k], why, sizeof why));
        snprintf(relative, sizeof relative, "model/%s/block.yaml", b->name);
        if (assay_describe_read(assay_source_path(path, sizeof path, relative), &d, why,
                                sizeof why) != ASSAY_OK)
            fail_msg("%s", why);
        assert_string_equal(d->name, b->name);
        assert_string_equal(d->top, b->top);
        assert_int_equal(d->n_ports, b->n_ports);
        assert_int_equal(d->n_params, b->n_params);
        assert_int_equal(d->n_sets, b->n_sets);
        assert_int_equal(assay_describe_left_out(d, 0), d->n_ports);
        for (size_t i = 0; i < d->n_ports; ++i)
            assert_string_equal(d->port[i].name, b->ports[i].name);
        for (size_t s = 0; s < d->n_sets + 50; ++s) {
            struct assay_params p = {{0}};

            if (s < d->n_sets)
                p = b->sets[s].params;
            for (size_t i = 0; s >= d->n_sets && i < b->n_params; ++i)
                p.v[i] = assay_rng_below(&rng, 40);
            if (b->check_params(&p))
                continue;
            if (!assay_describe_widths(d, p.v, width, why, sizeof why))
                fail_msg("%s", why);
            b->widths(&p, compiled);
            for (size_t i = 0; i < d->n_ports; ++i)
                assert_int_equal(width[i], compiled[i]);
        }
        assay_describe_free(d);
    }
}

/* --- what is written --- */

static void test_header(void **state)
{
    static const char expected[] =
        "/*\n"
        " * fifo_pins.h - the pins of fifo as structs, written from its block.yaml.\n"
        " *\n"
        " * A member holds its pin at all legal parameters. Bits at and above the width are 0; "
        "word 0 "
        "of an array is\n"
        " * the least significant.\n"
        " */\n"
        "#ifndef FIFO_PINS_H\n"
        "#define FIFO_PINS_H\n"
        "\n"
        "#include <stdint.h>\n"
        "\n"
        "struct fifo_params {\n"
        "    uint32_t n; /* words */\n"
        "};\n"
        "\n"
        "/* A transfer on push, a sink. */\n"
        "struct fifo_push {\n"
        "    uint32_t data[3]; /* 32 * n bits */\n"
        "    uint8_t last; /* 1 bit */\n"
        "};\n"
        "\n"
        "/* A transfer on out, a source. */\n"
        "struct fifo_out {\n"
        "    uint16_t count; /* 9 bits */\n"
        "};\n"
        "\n"
        "/* What drives the block. */\n"
        "struct fifo_inputs {\n"
        "    uint8_t rst;\n"
        "    uint8_t push_valid;\n"
        "    struct fifo_push push;\n"
        "    uint8_t out_ready;\n"
        "    uint8_t mode; /* 2 bits */\n"
        "};\n"
        "\n"
        "/* What the block drives. */\n"
        "struct fifo_outputs {\n"
        "    uint8_t push_ready;\n"
        "    uint8_t out_valid;\n"
        "    struct fifo_out out_;\n"
        "};\n"
        "\n"
        "/* The streams by number, as in masks of transfers. */\n"
        "enum fifo_stream_index {\n"
        "    fifo_stream_push,\n"
        "    fifo_stream_out,\n"
        "    fifo_n_streams\n"
        "};\n"
        "\n"
        "#endif\n";
    struct assay_description *d =
        good("parameters: {n: {default: 1, meaning: words}}\n"
             "streams:\n"
             "  push: {direction: sink, fields: {data: {width: 32 * n, max: 65}, last: 1}}\n"
             "  out: {direction: source, fields: {count: 9}}\n"
             "pins: {mode: {direction: in, width: 2}}\n");
    struct assay_text t = {0};

    (void)state;
    assay_describe_write_pins(d, &t);
    assert_string_equal(t.s, expected);
    assay_text_free(&t);
    assay_describe_free(d);
}

/* A text in strings and comments of C can't end them. */
static void test_hostile_text(void **state)
{
    struct assay_description *d =
        good("summary: 'a \"b\" */ \\ ?"
             "?/'\n"
             "parameters: {n: {default: 1, meaning: 'x */ \"y\"'}}\n" STREAMS);
    struct assay_text t = {0};

    (void)state;
    assay_describe_write_pins(d, &t);
    assert_non_null(strstr(t.s, "/* x * / \"y\" */"));
    assay_text_free(&t);
    assay_describe_write_tables(d, &t);
    assert_non_null(strstr(t.s, "a \\\"b\\\" */ \\\\ \\?\\?/"));
    assert_non_null(strstr(t.s, "x */ \\\"y\\\""));
    assay_text_free(&t);
    assay_describe_free(d);
}

/* The header, a model and the source of a user's block, compiled as people compile them. */
static void compile(const char *folder, const char *level, const char *model)
{
    char text[4096], command[4 * 4096], path[4096], home[3000];
    struct assay_description *d;
    FILE *f;

    snprintf(text, sizeof text, "%.3000s\nlevel: %s\n", strstr(all, "top: "), level);
    *strstr(text, "level: transfers") = '#';
    d = good(text);
    assert_true(assay_describe_fill(d, assay_describe_left_out(d, 0), (const uint32_t[]){3, 3, 5},
                                    why, sizeof why));
    if (!assay_describe_write_files(d, folder, why, sizeof why))
        fail_msg("%s", why);
    assay_describe_free(d);
    snprintf(path, sizeof path, "%.4000s/fifo.c", folder);
    f = fopen(path, "w");
    assert_non_null(f);
    fputs(model, f);
    assert_int_equal(fclose(f), 0);
    assay_source_path(home, sizeof home, "");
    snprintf(
        command, sizeof command,
        "cd '%s' && for c in %s fifo_block.c; do cc -std=c11 -Wall -Wextra -Wconversion -Wshadow "
        "-Werror -fsyntax-only -I'%s/model' -I'%s/model/type' -I'%s/tb' $c || exit 1; done",
        folder, *model ? "fifo.c" : "", home, home, home);
    assert_int_equal(system(command), 0);
}

static void test_users_block(void **state)
{
    char folder[] = "/tmp/test_describe.XXXXXX";

    (void)state;
    assert_non_null(mkdtemp(folder));
    compile(
        folder, "transfers",
        "#include \"fifo_model.h\"\n"
        "struct fifo_state { unsigned n; };\n"
        "ASSAY_MODEL(fifo);\n"
        "void fifo_init(struct fifo_state *s, const struct fifo_params *p) { s->n = p->depth; }\n"
        "void fifo_on_push(struct fifo_state *s, const struct fifo_push *push, struct assay_emit "
        "*emit)\n"
        "{\n"
        "    struct fifo_pop pop = {.id = (uint8_t)(s->n++ & 15), .data = push->data[0]};\n"
        "    fifo_emit_pop(emit, &pop);\n"
        "}\n");
    compile(
        folder, "cycle",
        "#include \"fifo_model.h\"\n"
        "struct fifo_state { unsigned n; };\n"
        "ASSAY_MODEL(fifo);\n"
        "void fifo_init(struct fifo_state *s, const struct fifo_params *p) { s->n = p->depth; }\n"
        "void fifo_step(struct fifo_state *s, const struct fifo_inputs *in, struct fifo_outputs "
        "*out)\n"
        "{\n"
        "    out->push_ready = in->rst == 0 && s->n > 0;\n"
        "}\n");
    compile(folder, "none", "");
    assay_tree_remove(folder);
}

/* The models of the examples, with what is written for them. Widths that are left out are 8. */
static void test_examples(void **state)
{
    static const char *const names[] = {"arbiter", "axil_regs", "axis_fifo",
                                        "cordic",  "fifo",      "fifo_registered",
                                        "sha256",  "tagmem",    "uart"};
    char folder[] = "/tmp/test_describe.XXXXXX";

    (void)state;
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        char relative[256], path[3000], command[16000], home[3000];
        struct assay_description *d;
        uint32_t bits[64];

        for (size_t k = 0; k < 64; ++k)
            bits[k] = 8;
        snprintf(relative, sizeof relative, "tb/examples/attach/%s/block.yaml", names[i]);
        assay_source_path(path, sizeof path, relative);
        if (assay_describe_read(path, &d, why, sizeof why) != ASSAY_OK)
            fail_msg("%s", why);
        assert_string_equal(d->name, names[i]);
        assert_true(d->n_sets <= 64);
        for (size_t k = 0; (k = assay_describe_left_out(d, k)) < d->n_ports;)
            assert_true(assay_describe_fill(d, k, bits, why, sizeof why));
        assert_true(assay_describe_write_files(d, folder, why, sizeof why));
        assay_source_path(home, sizeof home, "");
        snprintf(
            command, sizeof command,
            "cd '%s' && for c in %s_block.c '%s/%s.c'; do cc -std=c11 -Wall -Wextra -Wconversion "
            "-Wshadow -Werror -fsyntax-only -I. -I'%s/reference' -I'%s/model' -I'%s/model/type' "
            "-I'%s/tb' \"$c\" || exit 1; done",
            folder, names[i], d->folder, names[i], d->folder, home, home, home);
        if (system(command) != 0)
            fail_msg("%s", command);
        assay_describe_free(d);
    }
    assay_tree_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),     cmocka_unit_test(test_every_key),
        cmocka_unit_test(test_refusals),     cmocka_unit_test(test_limits),
        cmocka_unit_test(test_expressions),  cmocka_unit_test(test_bad_expressions),
        cmocka_unit_test(test_blocks),       cmocka_unit_test(test_header),
        cmocka_unit_test(test_hostile_text), cmocka_unit_test(test_users_block),
        cmocka_unit_test(test_examples),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
