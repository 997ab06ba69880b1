/*
 * script_bench.h - runs of the model, recorded as scripts and played again.
 */
#ifndef SCRIPT_BENCH_H
#define SCRIPT_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "stimulus/replay.h"

static inline struct assay_config config_of(const char *block, const char *params, uint64_t seed,
                                            uint64_t cycles)
{
    struct assay_config c = {.seed = seed, .cycles = cycles, .backend = "model"};
    char why[256] = "";

    c.block = assay_block_find(block);
    assert_true(assay_params_parse(c.block, params, &c.params, why, sizeof why));
    c.scenario = &c.block->scenarios[0];
    c.knobs = c.scenario->knobs;
    return c;
}

static inline uint8_t *inputs_of(const struct assay_config *c, uint64_t n)
{
    uint8_t *inputs = calloc(n, c->block->model->in_size);
    struct assay_config all = *c;
    char why[256] = "";

    assert_non_null(inputs);
    all.hang = UINT64_MAX;
    all.cycles = n;
    if (!assay_lockstep_record(&all, inputs, n, why, sizeof why))
        fail_msg("%s", why);
    return inputs;
}

/* Compares the inputs that a script must reproduce: payload counts only while its valid is high. */
static inline void same_inputs(const struct assay_block *b, const uint8_t *expected,
                               const uint8_t *actual, uint64_t cycle)
{
    for (size_t i = 0; i < b->model->n_ports; ++i) {
        const struct assay_port *p = &b->model->ports[i];

        if (p->dir != ASSAY_IN ||
            (p->role == ASSAY_PAYLOAD && !expected[b->model->streams[p->stream].valid]))
            continue;
        if (memcmp(expected + p->offset, actual + p->offset, p->size) != 0)
            fail_msg("cycle %llu: %s differs", (unsigned long long)cycle, p->name);
    }
}

/* Plays a script and compares it with the original's inputs from the script's start on. */
static inline void played_as(const struct assay_config *c, const struct assay_script *s,
                             const uint8_t *inputs)
{
    struct assay_config play = *c;
    uint8_t *again;

    assay_script_play(&play, s);
    again = inputs_of(&play, s->cycles);
    for (uint64_t i = 0; i < s->cycles; ++i)
        same_inputs(c->block, inputs + i * c->block->model->in_size,
                    again + i * c->block->model->in_size, i);
    free(again);
}

static inline struct assay_script recorded(const struct assay_config *c, uint64_t from, uint64_t to,
                                           uint64_t *start)
{
    struct assay_script s = {0};
    char why[256] = "";

    if (!assay_script_record(c, from, to, &s, start, why, sizeof why))
        fail_msg("%s", why);
    return s;
}

static inline void temporary(char *path)
{
    static const char name[] = "test-script-XXXXXX";
    int fd;

    memcpy(path, name, sizeof name);
    fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
}

/* Returns the script after a round trip through a file. */
static inline struct assay_script reloaded(const struct assay_script *s)
{
    const struct assay_replay_origin origin = {.rtl = "my/own.f", .fault = "sign"};
    char path[32], why[512] = "";
    struct assay_replay r = {0};

    temporary(path);
    if (!assay_replay_save_script(s, &origin, "a note", path, why, sizeof why) ||
        assay_replay_load(&r, path, why, sizeof why) != ASSAY_OK)
        fail_msg("%s", why);
    remove(path);
    assert_true(r.transactions);
    assert_ptr_equal(r.scenario, &assay_script_scenario);
    assert_string_equal(r.rtl, "my/own.f");
    assert_string_equal(r.fault, "sign");
    assert_string_equal(r.note, "a note");
    assert_int_equal(r.cycles, s->cycles);
    return r.script;
}

#endif
