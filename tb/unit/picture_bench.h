/*
 * picture_bench.h - runs that fail, for the tests of the pictures of a failure: DUTs made of the
 * golden model with one bit of one output wrong in one cycle.
 */
#ifndef PICTURE_BENCH_H
#define PICTURE_BENCH_H

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "diagnose/picture.h"
#include "diagnose/window.h"
#include "engine/lockstep.h"

enum { NEVER = -1 };

/* --- the DUT --- */

static struct {
    const struct assay_block *block;
    const struct assay_params *params;
    const char *port;
    unsigned bit, bit2;
    long at;
    bool unknown; /* the bit is X instead of inverted */
    bool powered; /* bit 0 of every output is X in reset, and of payload while valid is low */
    long crash;   /* cycle in which it crashes; 0: never */
} fake;

struct dut {
    void *state;
    uint8_t *unknown;
    long cycle;
};

static struct dut *newest; /* for the test of a crash, in which the engine drops the DUT */

static inline void *dut_create(void)
{
    struct dut *d = calloc(1, sizeof *d);

    assert_non_null(d);
    newest = d;
    d->state = calloc(1, fake.block->model->state_size);
    d->unknown = calloc(1, fake.block->model->out_size);
    assert_non_null(d->state);
    assert_non_null(d->unknown);
    fake.block->model->init(d->state, fake.params);
    return d;
}

static inline void dut_destroy(void *any)
{
    struct dut *d = any;

    free(d->state);
    free(d->unknown);
    free(d);
}

static inline const struct assay_port *port_named(const char *name)
{
    for (size_t i = 0; i < fake.block->model->n_ports; ++i)
        if (strcmp(fake.block->model->ports[i].name, name) == 0)
            return &fake.block->model->ports[i];
    fail_msg("no port %s", name);
    return NULL;
}

static inline void flip(uint8_t *side, const struct assay_port *p, unsigned bit)
{
    uint8_t *at = side + p->offset + bit / 8; /* words are little-endian */

    *at = (uint8_t)(*at ^ 1 << bit % 8);
}

/* Makes the outputs look like registers that have not been written. */
static inline void power_up(struct dut *d, bool in_reset, const uint8_t *out)
{
    for (size_t i = 0; i < fake.block->model->n_ports; ++i) {
        const struct assay_port *p = &fake.block->model->ports[i];

        if (p->dir == ASSAY_OUT &&
            (in_reset ||
             (p->role == ASSAY_PAYLOAD && !out[fake.block->model->streams[p->stream].valid])))
            flip(d->unknown, p, 0);
    }
}

static inline void dut_eval(void *any, const void *in, void *out)
{
    struct dut *d = any;

    if (fake.crash && d->cycle == fake.crash)
        raise(SIGSEGV);
    fake.block->model->step(d->state, in, out);
    memset(d->unknown, 0, fake.block->model->out_size);
    if (fake.powered)
        power_up(d, *(const uint8_t *)in != 0, out);
    if (d->cycle != fake.at)
        return;
    if (fake.unknown) {
        flip(d->unknown, port_named(fake.port), fake.bit);
        return;
    }
    flip(out, port_named(fake.port), fake.bit);
    if (fake.bit2)
        flip(out, port_named(fake.port), fake.bit2);
}

static inline unsigned dut_edge(void *any)
{
    ++((struct dut *)any)->cycle;
    return 0;
}

static inline int dut_unknown(void *any, void *mask)
{
    const struct dut *d = any;

    memcpy(mask, d->unknown, fake.block->model->out_size);
    return (d->cycle == fake.at && fake.unknown) || fake.powered;
}

/* --- runs --- */

static struct assay_dut_ops ops;
static struct assay_config config;

static inline void choose(const char *block, const char *set)
{
    char why[256];

    memset(&config, 0, sizeof config);
    memset(&fake, 0, sizeof fake);
    config.block = assay_block_find(block);
    assert_non_null(config.block);
    assert_true(assay_params_parse(config.block, set, &config.params, why, sizeof why));
    config.scenario = &config.block->scenarios[0];
    config.knobs = config.scenario->knobs;
    config.seed = 5;
    config.cycles = 100000;
    config.backend = "verilator";
    config.ops = &ops;
    fake.block = config.block;
    fake.params = &config.params;
    fake.at = NEVER;
    ops = (struct assay_dut_ops){
        .abi = ASSAY_DUT_ABI,
        .in_size = (uint32_t)config.block->model->in_size,
        .out_size = (uint32_t)config.block->model->out_size,
        .block = config.block->model->name,
        .create = dut_create,
        .destroy = dut_destroy,
        .eval = dut_eval,
        .edge = dut_edge,
        .unknown = dut_unknown,
    };
}

static inline struct assay_lockstep *opened(void)
{
    char why[256] = "";
    struct assay_lockstep *ls = assay_lockstep_open(&config, why, sizeof why);

    assert_string_equal(why, "");
    assert_non_null(ls);
    return ls;
}

/* Returns the first cycle from `from` on, outside reset, in which the valid of the port's stream
 * equals `valid`. Finds it with the model alone. */
static inline long cycle_with(const char *port, uint64_t from, bool valid)
{
    const struct assay_port *p = port_named(port);
    struct assay_config alone = config;
    struct assay_lockstep *ls;
    struct assay_moment m;
    char why[256];
    uint64_t cycle = from;

    alone.ops = NULL;
    ls = assay_lockstep_open(&alone, why, sizeof why);
    assert_non_null(ls);
    assay_lockstep_run(ls, from);
    for (;; ++cycle) {
        assay_lockstep_run(ls, 1);
        assert_true(assay_lockstep_moment(ls, cycle, &m));
        if (!((const uint8_t *)m.in)[0] &&
            ((const uint8_t *)m.expected)[config.block->model->streams[p->stream].valid] == valid)
            break;
    }
    assay_lockstep_close(ls);
    return (long)cycle;
}

/* Returns a run that fails because `bit` of `port` is wrong, in the first cycle from `from` on in
 * which the stream's valid equals `valid`. */
static inline struct assay_lockstep *failed_run(const char *port, unsigned bit, uint64_t from,
                                                bool valid)
{
    struct assay_lockstep *ls;

    fake.port = port;
    fake.bit = bit;
    fake.at = cycle_with(port, from, valid);
    ls = opened();
    assay_lockstep_run(ls, UINT64_MAX);
    assert_int_equal(assay_lockstep_result(ls)->fail_cycle, fake.at);
    assert_int_equal(assay_lockstep_result(ls)->n_differences, 1);
    return ls;
}

static inline char *picture_of(const struct assay_lockstep *ls, const struct assay_picture *opt)
{
    static char *text;
    static size_t size;
    FILE *f = open_memstream(&text, &size);

    assert_non_null(f);
    assay_picture_text(f, ls, opt);
    fclose(f);
    return text;
}

static inline void has(const char *text, const char *wanted)
{
    if (!strstr(text, wanted))
        fail_msg("no '%s' in:\n%s", wanted, text);
}

static inline void has_not(const char *text, const char *unwanted)
{
    if (strstr(text, unwanted))
        fail_msg("'%s' in:\n%s", unwanted, text);
}

/* Returns the start of the line that contains `what`. */
static inline const char *line_of(const char *text, const char *what)
{
    const char *at = strstr(text, what);

    if (!at)
        fail_msg("no '%s' in:\n%s", what, text);
    while (at > text && at[-1] != '\n')
        --at;
    return at;
}

static inline const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');

    assert_non_null(end);
    return end + 1;
}

/* Returns the line with a port's expected values. */
static inline const char *expected_line(const char *text, const char *port)
{
    char start[80];
    const char *line, *kind;

    snprintf(start, sizeof start, "\n  %s ", port);
    line = strstr(text, start);
    kind = line ? strstr(line, " expect ") : NULL;
    if (!kind) {
        fail_msg("no values expected of %s in:\n%s", port, text);
        return text;
    }
    assert_true(kind < next_line(line + 1));
    return line + 1;
}

/* Returns the column of the first `c` of a line, or -1 if there is none. */
static inline int column_of(const char *line, char c)
{
    const char *end = strchr(line, '\n'), *at = strchr(line, c);

    return at && (!end || at < end) ? (int)(at - line) : -1;
}

#endif
