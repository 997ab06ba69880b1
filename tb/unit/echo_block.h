/*
 * echo_block.h - an untimed block, and a design of it with one fault, for the tests of level
 * `transfers`.
 *
 * Each request comes back with its tag and with data one higher; odd data come back twice if
 * `twice` is set. The design is a queue with a latency. `wrong` selects how it breaks the rules,
 * and `seen` counts what it observed.
 */
#ifndef TEST_ECHO_BLOCK_H
#define TEST_ECHO_BLOCK_H

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/lockstep.h"
#include "unit/echo_model.h"
#include "unit/opened.h"
/* --- the design --- */

static struct {
    uint32_t latency;      /* cycles from request to valid, at least 1 */
    bool by_tag;           /* when several responses are ready, they leave in the order of tags */
    bool lost_under_stall; /* a request taken in the third cycle of a stall is lost */
    bool duplicates;       /* every 50th response comes twice */
    bool invents;          /* from cycle 300 on, unrequested responses */
    bool unstable;         /* the payload changes during a stall */
    bool retracts;         /* valid falls during a stall */
    bool wrong_data;       /* bit 3 of data is wrong, from response 40 on */
    bool off_by_one;       /* data one too high, from response 40 on */
    bool x_payload;        /* bit 2 of data is X in every 30th response */
    bool x_valid, x_ready; /* X at cycle 250; X from cycle 250 on */
    bool x_ready_idle;     /* ready is X while valid is low */
    bool when;             /* busy_when is 1 while nothing is in flight, so busy is compared as 0 */
    bool when_busy;        /* busy_when is 1 while something is in flight */
    bool x_busy, x_when;   /* busy X from cycle 250 on and while busy_when is 0; at 250 */
    bool x_idle;           /* X in payload while valid is low, in all in reset */
    bool keeps_over_reset; /* requests in flight survive a reset */
    bool waits;            /* valid is high only while ready is high */
    bool deaf;             /* no ready from cycle 100 on */
    bool mute;             /* loses all requests after cycle 500 */
    bool stops;            /* $finish at cycle 123 */
    uint32_t answers;      /* 2: two responses to a request with odd data */
} wrong;

static struct {
    uint32_t most_under_way, resets, requests;
    uint32_t held_in_mode[8];
} seen;

struct echo_dut {
    struct echo_item item[ECHO_ROOM];
    uint64_t when[ECHO_ROOM]; /* first cycle in which it may be shown */
    uint32_t n, out_count, in_count, stalled;
    uint64_t cycle;
    struct echo_in in;
    struct echo_out out, unknown;
    bool in_reset;
};

static void *echo_create(void)
{
    return calloc(1, sizeof(struct echo_dut));
}

static uint32_t echo_choose(const struct echo_dut *d)
{
    uint32_t best = 0;

    for (uint32_t i = 1; wrong.by_tag && i < d->n; ++i)
        if (d->when[i] <= d->cycle &&
            (d->item[i].tag < d->item[best].tag || d->when[best] > d->cycle) && d->stalled == 0)
            best = i;
    return best;
}

/* Moves the response to show to the front, where it stays until it is taken. */
static void echo_front(struct echo_dut *d)
{
    const uint32_t best = d->n ? echo_choose(d) : 0;
    const struct echo_item item = d->item[best];
    const uint64_t when = d->when[best];

    if (best == 0)
        return;
    memmove(d->item + 1, d->item, best * sizeof d->item[0]);
    memmove(d->when + 1, d->when, best * sizeof d->when[0]);
    d->item[0] = item;
    d->when[0] = when;
}

static void echo_eval(void *any, const void *in, void *any_out)
{
    struct echo_dut *d = any;
    struct echo_out *out = &d->out;

    memcpy(&d->in, in, sizeof d->in);
    memset(out, 0, sizeof *out);
    memset(&d->unknown, 0, sizeof d->unknown);
    echo_front(d);
    out->req_ready = d->n + 2 <= ECHO_ROOM && !(wrong.deaf && d->cycle >= 100);
    if (d->n && d->when[0] <= d->cycle && !(wrong.retracts && d->stalled == 2)) {
        out->rsp_valid = !wrong.waits || d->in.rsp_ready;
        out->rsp = d->item[0];
        out->rsp.data = (uint16_t)(out->rsp.data + 1);
        if (wrong.unstable && d->stalled >= 2)
            out->rsp.data ^= 1;
        if (wrong.wrong_data && d->out_count >= 40)
            out->rsp.data ^= 8;
        if (wrong.off_by_one && d->out_count >= 40)
            ++out->rsp.data;
        if (wrong.x_payload && d->out_count % 30 == 29)
            d->unknown.rsp.data = 4;
    } else if (wrong.x_idle) {
        d->unknown.rsp.data = 0xFFFF;
    }
    out->busy = d->n != 0;
    out->busy_when = (wrong.when && !out->busy) || (wrong.when_busy && out->busy);
    d->unknown.busy = wrong.x_busy && (d->cycle >= 250 || !out->busy_when);
    d->unknown.busy_when = wrong.x_when && d->cycle == 250;
    d->unknown.req_ready |= wrong.x_ready_idle && !d->in.req_valid;
    if (wrong.invents && d->cycle >= 300 && d->n == 0 && !d->in.req_valid)
        out->rsp_valid = 1;
    d->unknown.rsp_valid |= wrong.x_valid && d->cycle == 250;
    d->unknown.req_ready |= wrong.x_ready && d->cycle >= 250;
    if (wrong.x_idle && d->in.rst)
        memset(&d->unknown, 1, offsetof(struct echo_out, rsp));
    memcpy(any_out, out, sizeof *out);
}

static void echo_take(struct echo_dut *d)
{
    --d->n;
    ++d->out_count;
    memmove(d->item, d->item + 1, d->n * sizeof d->item[0]);
    memmove(d->when, d->when + 1, d->n * sizeof d->when[0]);
}

static void echo_give(struct echo_dut *d, const struct echo_item *item)
{
    if (d->n == ECHO_ROOM)
        return;
    d->item[d->n] = *item;
    d->when[d->n++] = d->cycle + (wrong.latency ? wrong.latency : 1);
}

static void echo_clock(struct echo_dut *d)
{
    const bool took = d->out.rsp_valid && d->in.rsp_ready;
    const bool gave = d->in.req_valid && d->out.req_ready;

    if (took && d->n && !(wrong.duplicates && d->out_count % 50 == 48))
        echo_take(d);
    else if (took)
        ++d->out_count;
    d->stalled = d->out.rsp_valid && !took ? d->stalled + 1 : 0;
    if (!gave)
        return;
    ++seen.requests;
    ++d->in_count;
    if ((wrong.lost_under_stall && d->stalled == 3) || (wrong.mute && d->cycle > 500))
        return;
    echo_give(d, &d->in.req);
    if (wrong.answers == 2 && (d->in.req.data & 1))
        echo_give(d, &d->in.req);
    if (d->n > seen.most_under_way)
        seen.most_under_way = d->n;
}

static unsigned echo_edge(void *any)
{
    struct echo_dut *d = any;

    ++seen.held_in_mode[d->in.mode & 7];
    if (d->in.rst) {
        seen.resets += !d->in_reset;
        if (!wrong.keeps_over_reset)
            d->n = 0;
        d->stalled = 0;
    } else {
        echo_clock(d);
    }
    d->in_reset = d->in.rst;
    return d->cycle++ == 123 && wrong.stops ? ASSAY_DUT_FINISHED : 0;
}

static int echo_unknown(void *any, void *mask)
{
    const struct echo_dut *d = any;
    const uint8_t *at = (const uint8_t *)&d->unknown;
    int some = 0;

    memcpy(mask, &d->unknown, sizeof d->unknown);
    for (size_t i = 0; i < sizeof d->unknown; ++i)
        some |= at[i];
    return some;
}

static const struct assay_dut_ops echo_dut = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct echo_in),
    .out_size = sizeof(struct echo_out),
    .block = "echo",
    .create = echo_create,
    .destroy = free,
    .eval = echo_eval,
    .edge = echo_edge,
    .unknown = echo_unknown,
};

/* The same design with two-state nets. */
static const struct assay_dut_ops echo_dut_2 = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct echo_in),
    .out_size = sizeof(struct echo_out),
    .block = "echo",
    .create = echo_create,
    .destroy = free,
    .eval = echo_eval,
    .edge = echo_edge,
};

/* --- runs --- */

static inline void echo_right(void)
{
    memset(&wrong, 0, sizeof wrong);
    memset(&seen, 0, sizeof seen);
    memset(&echo_model, 0, sizeof echo_model);
    memset(echo_rules, 0, sizeof echo_rules);
    memset(echo_plain, 0, sizeof echo_plain);
    echo_block.level = ASSAY_COMPARE_TRANSFERS;
    echo_block.hooks = &echo_hooks;
    echo_block.timeout = 200;
    echo_pins.n_ports = echo_n_ports = ECHO_PORTS;
    assay_random_complete(&echo_block);
}

/* From now on `busy` is compared while `busy_when` is 1. */
static inline void echo_watch_busy(void)
{
    echo_pins.n_ports = echo_n_ports = ECHO_PORTS + 1;
    for (size_t i = 0; i < ECHO_PORTS; ++i)
        if (strcmp(echo_ports[i].name, "busy") == 0)
            echo_plain[i].when = ECHO_PORTS;
    echo_block.hooks = &echo_hooks_expect;
}

static inline void echo_match_tags(void)
{
    echo_rules[ECHO_RSP].match = offsetof(struct echo_item, tag);
    echo_rules[ECHO_RSP].match_size = 1;
}

static inline struct assay_config echo_config(uint64_t seed, uint64_t cycles)
{
    struct assay_config c = {
        .block = &echo_block, .seed = seed, .cycles = cycles, .ops = &echo_dut, .backend = "test"};

    assay_random_complete(&echo_block);
    c.scenario = &echo_block.scenarios[0];
    c.knobs = c.scenario->knobs;
    c.cover = true;
    c.hang = 1000;
    return c;
}

static inline const struct assay_result *echo_finish(struct assay_lockstep *ls)
{
    assay_lockstep_run(ls, UINT64_MAX);
    return assay_lockstep_finish(ls);
}

#endif
