/*
 * test_value_names.c - codes have names in block.yaml: each value that the blocks' own stimulus
 * sends, and each that a model outputs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/block.h"
#include "engine/lockstep.h"
#include "engine/value.h"
#include "random.h"

enum { CYCLES = 20000, RESET = 3 };

/* Codes of the core that belong to whatever block is attached: they have no names of their own. */
static bool is_of_others(const char *block, const char *pin)
{
    static const char *const pins[] = {"off_mode", "mem_rsp_status", "note_status", "value_status"};
    bool found = false;

    for (size_t i = 0; i < sizeof pins / sizeof pins[0]; ++i)
        found |= strcmp(pin, pins[i]) == 0;
    return found && strcmp(block, "core") == 0;
}

/* Returns true for pins whose values are codes, judged by the end of their names. */
static bool is_code(const char *pin)
{
    static const char *const ends[] = {"_type", "_format", "_status",   "_kind",  "_op",
                                       "_code", "_act",    "_func",     "_test",  "_scope",
                                       "_mode", "_space",  "_decision", "_width", "_profile",
                                       "_size", "_output", "trap",      "issue"};
    const size_t length = strlen(pin);

    if (strstr(pin, "exec_size")) /* a number of lanes */
        return false;
    if (strcmp(pin, "off_mode") == 0) /* bits for one kind of message, an operation for another */
        return false;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; ++i)
        if (length >= strlen(ends[i]) && strcmp(pin + length - strlen(ends[i]), ends[i]) == 0)
            return true;
    return false;
}

static void test_codes_have_names(void **state)
{
    size_t codes = 0;

    (void)state;
    for (size_t b = 0; assay_blocks[b]; ++b) {
        const struct assay_model_block *m = assay_blocks[b]->model;

        for (size_t i = 0; i < m->n_ports; ++i) {
            if (!is_code(m->ports[i].name) || is_of_others(m->name, m->ports[i].name))
                continue;
            ++codes;
            if (!m->values || !m->values[i])
                fail_msg("%s: %s has no values in block.yaml", m->name, m->ports[i].name);
        }
    }
    assert_true(codes >= 38);
}

/* Returns true if a pin counts in this cycle: the valid of its stream is high. */
static bool counts(const struct assay_model_block *m, const struct assay_port *p,
                   const struct assay_moment *now)
{
    const void *side = p->dir == ASSAY_IN ? now->in : now->out;

    return p->role == ASSAY_PLAIN ||
           (p->role == ASSAY_PAYLOAD && *((const uint8_t *)side + m->streams[p->stream].valid));
}

/* Returns true for values without a meaning in the contracts that the stimulus sends all the same:
 * "others do nothing"; and any status sent to the core, which only distinguishes 0 and that of a
 * write. */
static bool is_none(const struct assay_model_block *m, const struct assay_port *p, uint32_t value)
{
    const char *status = strstr(p->name, "_status");

    if (strcmp(m->name, "core") == 0 && p->dir == ASSAY_IN && status && !status[7])
        return value != 0;
    return (strcmp(p->name, "host_op") == 0 && value > 4) ||
           (strcmp(p->name, "host_space") == 0 && value > 5);
}

static void check(const struct assay_model_block *m, const struct assay_moment *now, bool inputs)
{
    uint32_t value[ASSAY_VALUE_WORDS];

    for (size_t i = 0; i < m->n_ports; ++i) {
        const struct assay_port *p = &m->ports[i];

        if (!m->values || !m->values[i] || (p->dir == ASSAY_IN && !inputs) || !counts(m, p, now))
            continue;
        assay_port_get(p, p->dir == ASSAY_IN ? now->in : now->out, value);
        if (!assay_value_name(m, p, value) && !is_none(m, p, value[0]))
            fail_msg("%s: %s is %u, which has no name in block.yaml", m->name, p->name, value[0]);
    }
}

/* With `illegal`, the stimulus also sends undefined codes, so only outputs are checked. */
static void run(const struct assay_block *b, unsigned illegal)
{
    struct assay_config c = {.block = b,
                             .scenario = b->scenarios,
                             .knobs = b->scenarios->knobs,
                             .seed = random_seed(1),
                             .cycles = CYCLES};
    char why[512];
    struct assay_lockstep *ls;
    struct assay_moment now;
    uint64_t checked = 0;

    c.knobs.illegal = illegal;
    assert_true(assay_params_parse(b, assay_params_first(b), &c.params, why, sizeof why));
    ls = assay_lockstep_open(&c, why, sizeof why);
    assert_non_null(ls);
    for (uint64_t i = 0; i < CYCLES; ++i) {
        assay_lockstep_run(ls, 1);
        if (!assay_lockstep_moment(ls, i, &now) || i < RESET)
            continue;
        check(b->model, &now, illegal == 0);
        ++checked;
    }
    if (assay_lockstep_result(ls)->verdict != ASSAY_PASS)
        fail_msg("%s: %s: expected %s", b->model->name,
                 assay_verdict_name(assay_lockstep_result(ls)->verdict),
                 assay_verdict_name(ASSAY_PASS));
    assert_int_equal(checked, CYCLES - RESET);
    assay_lockstep_close(ls);
}

static void test_values_that_come_have_names(void **state)
{
    (void)state;
    for (size_t b = 0; assay_blocks[b]; ++b) {
        run(assay_blocks[b], 0);
        run(assay_blocks[b], 60);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_codes_have_names),
        cmocka_unit_test(test_values_that_come_have_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
