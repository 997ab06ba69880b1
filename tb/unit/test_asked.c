/* test_asked.c - what a block.yaml asks of the engine: refused, or handed on (attach/asked.h, describe/write.h). */
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
        const char *text, *message; /* NULL: given */
    } cases[] = {
        {TRANSFERS "streams: {s: {direction: sink}}\npins: {p: {direction: out, when: q}}\n",
         "b/block.yaml:4: pin p: when: a model of transfers says no values"},
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
        {TRANSFERS "streams: {s: {direction: sink, hold: until_response, outstanding: 3}}\n", NULL},
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
        "= {ASSAY_PLAIN_PER_CYCLE, 0u, 0u}, /* any */",
        "= {ASSAY_PLAIN_PER_CYCLE, 2u, 5u}, /* some */",
        "= {ASSAY_PLAIN_PER_RUN, 1u, 3u}, /* mode */",
        "= {ASSAY_PLAIN_CONSTANT, 6u, 6u}, /* tie */",
        "= {ASSAY_PLAIN_CONSTANT, 0u, 0u}, /* zero */",
        ".plain = plain_rules",
    };
    struct assay_description *d =
        describe(TRANSFERS "streams:\n"
                           "  a: {direction: sink, kind: always, valid: ce}\n"
                           "  e: {direction: sink, kind: always}\n"
                           "  h: {direction: sink, hold: until_response, outstanding: 4}\n"
                           "  in: {direction: sink, kind: adapter, outstanding: 5}\n"
                           "  out: {direction: source, kind: adapter}\n"
                           "pins:\n"
                           "  any: {direction: in, width: 8}\n"
                           "  some: {direction: in, width: 8, range: [2, 5]}\n"
                           "  mode: {direction: in, width: 2, drive: per_run, range: [1, 3]}\n"
                           "  tie: {direction: in, width: 3, value: 6}\n"
                           "  zero: {direction: in, width: 3, range: [0, 0]}\n"
                           "  led: {direction: out, width: 1}\n");
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
