/* test_asked.c - the engine options of a block.yaml: refused or passed on (attach/asked.h,
 * describe/write.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "attach/asked.h"
#include "describe/write.h"

static char why[4096];

static struct assay_description *describe(const char *text)
{
    struct assay_description *d;

    if (assay_describe_text("b/block.yaml", text, strlen(text), &d, why, sizeof why) != ASSAY_OK)
        fail_msg("%s\n%s", text, why);
    return d;
}

#define TRANSFERS "name: b\nlevel: transfers\n"

static void test_refused(void **state)
{
    static const struct {
        const char *text, *message; /* NULL: accepted */
    } cases[] = {
        {TRANSFERS "streams: {s: {direction: sink}}\npins: {p: {direction: out, when: q}}\n", NULL},
        {"name: b\nstreams: {s: {direction: sink}}\npins:\n  p: {direction: out, when: q}\n",
         "b/block.yaml:4: pin p: when at level cycle"},
        {"name: b\nlevel: none\npins: {p: {direction: out, when: q}}\n", "when at level none"},
        {"name: b\nstreams:\n  s: {direction: source, match: a, fields: {a: 1}}\n",
         "b/block.yaml:3: stream s: match: expected level transfers"},
        {"name: b\nlevel: none\nstreams: {s: {direction: source, match: a, fields: {a: 1}}}\n",
         NULL},
        {"name: b\nstreams: {s: {direction: source, timeout: 5}}\n", "timeout: expected level"},
        {"name: b\nlevel: none\nstreams: {s: {direction: source, timeout: 5}}\n", NULL},
        {"name: b\nstreams: {s: {direction: source, valid_waits: never}}\n",
         "valid_waits: never: expected level transfers"},
        {"name: b\nstreams: {s: {direction: sink, unused: true}}\n", "unused at level cycle"},
        {"name: b\nlevel: none\nstreams: {s: {direction: sink, unused: true}}\n", NULL},
        {"name: b\nstreams: {s: {direction: sink, join: j}, t: {direction: sink, join: j}}\n",
         "join: expected level transfers"},
        {TRANSFERS "streams: {s: {direction: sink, join: j}, t: {direction: sink, join: j}}\n",
         NULL},
        {TRANSFERS "streams: {s: {direction: sink, join: j, group: g, outstanding: 2},\n"
                   "          t: {direction: sink, join: j, group: g}}\n",
         "two sinks of its join are in its group"},
        {TRANSFERS "streams: {s: {direction: sink, join: j, kind: always},\n"
                   "          t: {direction: sink, join: j}}\n",
         "a sink of kind always has join"},
        {TRANSFERS "streams: {s: {direction: sink, group: g}, t: {direction: sink, group: g}}\n",
         "group without outstanding"},
        {TRANSFERS "streams: {s: {direction: sink, group: g, outstanding: 1},\n"
                   "          t: {direction: sink, group: g}}\n",
         NULL},
        {"name: b\nstreams: {s: {direction: sink, group: g}}\n", "group without outstanding"},
        {TRANSFERS "streams: {s: {direction: sink, kind: adapter, valid: v}}\n",
         "kind adapter has valid or ready"},
        {TRANSFERS "streams: {s: {direction: source, kind: adapter, fields: {a: {pin: p}}}}\n",
         "kind adapter has a field with a pin"},
        {TRANSFERS "streams: {s: {direction: sink, kind: adapter, drives: {p: valid}}}\n",
         "kind adapter has drives or offer"},
        {TRANSFERS "streams: {s: {direction: sink, kind: adapter, offer: when_ready}}\n",
         "kind adapter has drives or offer"},
        {TRANSFERS "streams: {s: {direction: sink, kind: valid_only, offer: when_ready}}\n",
         "offer: when_ready of a kind without ready"},
        {TRANSFERS "streams: {s: {direction: source, fields: {a: {pin: none}}}}\n",
         "b/block.yaml:3: field a: pin: none of a source"},
        {TRANSFERS "streams: {s: {direction: sink, fields: {a: {pin: none, width: 1}}}}\n",
         "field a: pin: none, and drives does not name the field"},
        {TRANSFERS "streams: {s: {direction: sink, fields: {a: {pin: none, width: 1}},\n"
                   "              drives: {p: \"valid & a\"}}}\n",
         NULL},
        {"name: b\nlevel: none\nstreams: {s: {direction: sink}}\nmodel: {flags: [-lm]}\n",
         "b/block.yaml:4: model: level none has no model"},
        {"name: b\ntimeout: 5\npins: {p: {direction: out}}\n",
         "b/block.yaml:2: timeout: the block has no streams"},
        {"name: b\ntimeout: 5\nstreams: {s: {direction: sink}}\n", NULL},
        {"name: b\nlevel: none\nstreams: {s: {direction: sink, kind: adapter}}\n",
         "b/block.yaml:3: stream s: kind adapter: expected level transfers"},
        {"name: b\nstreams: {s: {direction: sink, kind: adapter}}\n", "expected level transfers"},
        {"name: b\nlevel: none\nstreams: {s: {direction: sink, hold: until_response}}\n",
         "hold: until_response: expected level transfers"},
        {"name: b\nstreams: {s: {direction: sink, outstanding: 2}}\n", "outstanding at level"},
        {TRANSFERS "streams: {s: {direction: sink, kind: always, outstanding: 2}}\n",
         "a sink of kind always has outstanding"},
        {TRANSFERS "streams: {s: {direction: sink, kind: always, hold: until_response}}\n",
         "a sink of kind always has outstanding or hold"},
        {TRANSFERS "streams: {s: {direction: source, kind: valid_only, valid_waits: never}}\n",
         "valid_waits: never: expected kind ready_valid"},
        {TRANSFERS "streams: {s: {direction: source, kind: pull, delay: 1, valid_waits: never}}\n",
         "valid_waits: never: expected kind"},
        {TRANSFERS "streams: {s: {direction: source, kind: pull, delay: 0, valid_waits: never}}\n",
         NULL},
        {TRANSFERS "streams: {s: {direction: sink, hold: until_response, outstanding: 1}}\n", NULL},
        {TRANSFERS "streams: {s: {direction: sink, hold: until_response, outstanding: 3}}\n",
         "hold: until_response with outstanding above 1"},
        {TRANSFERS "streams: {s: {direction: sink, kind: adapter}}\n", NULL},
        {"name: b\nlevel: none\nstreams: {s: {direction: sink, outstanding: 2}}\n", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct assay_description *d = describe(cases[i].text);

        strcpy(why, "given");
        assert_int_equal(assay_asked_is_given(d, why, sizeof why), cases[i].message == NULL);
        if (!strstr(why, cases[i].message ? cases[i].message : "given"))
            fail_msg("%s\nsays     %s\nexpected %s", cases[i].text, why, cases[i].message);
        assay_describe_free(d);
    }
}

static void test_handed_on(void **state)
{
    static const char *const parts[] = {
        "[b_stream_a] = {.no_ready = true, .always = true}",
        "[b_stream_e] = {.no_ready = true, .every_cycle = true}",
        "[b_stream_h] = {.outstanding = 1}",
        "[b_stream_in] = {.no_ready = true, .adapter = true, .outstanding = 5}",
        "[b_stream_out] = {.no_ready = true, .adapter = true}",
        "= {ASSAY_PLAIN_PER_CYCLE, 0u, 0u, 0}, /* any */",
        "= {ASSAY_PLAIN_PER_CYCLE, 2u, 5u, 0}, /* some */",
        "= {ASSAY_PLAIN_PER_RUN, 1u, 3u, 0}, /* mode */",
        "= {ASSAY_PLAIN_CONSTANT, 6u, 6u, 0}, /* tie */",
        "= {ASSAY_PLAIN_CONSTANT, 0u, 0u, 0}, /* zero */",
        ".plain = plain_rules",
        "[b_stream_j1] = {.join = 1}",
        "[b_stream_j2] = {.outstanding = 2, .join = 1}",
        "case 1:\n        b_on_both(state, payload[0], payload[1], emit);",
        ".on_join = on_join",
        "= {.when = 22}, /* done */",
        ".expect = expect",
        ".reset_cycles = 7",
    };
    struct assay_description *d =
        describe(TRANSFERS "reset: {pin: r, cycles: 7}\n"
                           "streams:\n"
                           "  a: {direction: sink, kind: always, valid: ce}\n"
                           "  e: {direction: sink, kind: always}\n"
                           "  h: {direction: sink, hold: until_response, outstanding: 4}\n"
                           "  in: {direction: sink, kind: adapter, outstanding: 5}\n"
                           "  out: {direction: source, kind: adapter}\n"
                           "  j1: {direction: sink, join: both}\n"
                           "  j2: {direction: sink, join: both, outstanding: 2}\n"
                           "pins:\n"
                           "  any: {direction: in, width: 8}\n"
                           "  some: {direction: in, width: 8, range: [2, 5]}\n"
                           "  mode: {direction: in, width: 2, drive: per_run, range: [1, 3]}\n"
                           "  tie: {direction: in, width: 3, value: 6}\n"
                           "  zero: {direction: in, width: 3, range: [0, 0]}\n"
                           "  led: {direction: out, width: 1}\n"
                           "  done: {direction: out, width: 1, when: \"!busy & idle\"}\n");
    struct assay_text t = {0};

    (void)state;
    assay_describe_write_source(d, &t);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i)
        if (!strstr(assay_text_get(&t), parts[i]))
            fail_msg("no '%s' in:\n%s", parts[i], assay_text_get(&t));
    assay_text_free(&t);
    assay_describe_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_handed_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
