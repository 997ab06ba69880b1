/* pair.c - RTL against RTL at level `transfers`: two locksteps that share their stimulus,
 * and their comparison. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/against.h"
#include "engine/transfers.h"

enum { LOOK = 16 }; /* cycles between two checks for missing transfers */

/* The index in struct assay_result.made, where the expected RTL comes first. */
static int result_index(unsigned side)
{
    return side == ASSAY_LEADS;
}

/* --- opening --- */

static bool open_flow(struct assay_pair *p, const struct assay_block *b, size_t i, size_t *largest)
{
    const struct assay_stream *s = &b->model->streams[i];
    const struct assay_stream_rules *r = b->rules ? &b->rules[i] : NULL;

    if (s->payload_size > *largest)
        *largest = s->payload_size;
    for (unsigned side = 0; !s->sink && side < ASSAY_SIDES; ++side)
        if (!assay_expect_open(&p->flow[i].ahead[side], s->payload_size + sizeof(uint64_t),
                               r ? r->match : 0, r ? r->match_size : 0))
            return false;
    return true;
}

bool assay_pair_open(struct assay_lockstep *ls)
{
    const struct assay_block *b = ls->config.block;
    struct assay_pair *p = calloc(1, sizeof *p);
    size_t largest = 1;
    bool ok;

    ls->pair = p;
    if (!p)
        return false;
    p->side[ASSAY_LEADS] = ls;
    p->paused_in = UINT64_MAX;
    p->flow = calloc(b->model->n_streams + 1, sizeof *p->flow);
    ok = p->flow && assay_share_open(&p->share, b, ls->config.scenario);
    p->untiring = ok ? assay_pair_untiring(&p->share) : 0;
    for (size_t i = 0; ok && i < b->model->n_streams; ++i)
        ok = open_flow(p, b, i, &largest);
    p->scratch = calloc(1, largest + 2 * sizeof(uint64_t)); /* assay_judge_equal reads past the
                                                             * end */
    return ok && p->scratch;
}

bool assay_pair_follow(struct assay_lockstep *ls, char *why, size_t why_size)
{
    struct assay_config c = ls->config;

    c.ops = ls->config.against;
    c.against = ls->config.ops;
    c.trace = ASSAY_TRACE_NEVER;
    c.cover = false;
    c.progress = NULL;
    ls->pair->side[ASSAY_FOLLOWS] = assay_lockstep_open_side(&c, ls->pair, why, why_size);
    if (!ls->pair->side[ASSAY_FOLLOWS])
        return false;
    if (!assay_pair_plain_open(ls->pair)) {
        snprintf(why, why_size, "out of memory for outputs of %s", c.block->model->name);
        return false;
    }
    return true;
}

void assay_pair_close(struct assay_lockstep *ls)
{
    struct assay_pair *p = ls->pair;
    const struct assay_block *b = ls->config.block;

    if (!p || ls != p->side[ASSAY_LEADS])
        return;
    assay_pair_plain_close(p);
    if (p->side[ASSAY_FOLLOWS])
        assay_lockstep_close(p->side[ASSAY_FOLLOWS]);
    for (size_t i = 0; p->flow && i < b->model->n_streams; ++i)
        for (unsigned side = 0; side < ASSAY_SIDES; ++side)
            assay_expect_close(&p->flow[i].ahead[side]);
    if (p->share.block)
        assay_share_close(&p->share);
    free(p->flow);
    free(p->scratch);
    free(p);
}

void assay_pair_reset(struct assay_pair *p)
{
    const struct assay_block *b = p->share.block;

    assay_pair_plain_rest(p);
    for (size_t i = 0; i < b->model->n_streams; ++i)
        for (unsigned side = 0; side < ASSAY_SIDES; ++side) {
            if (!b->model->streams[i].sink)
                assay_expect_clear(&p->flow[i].ahead[side]);
            p->flow[i].made[side] = 0;
        }
}

/* --- comparing --- */

uint64_t assay_pair_cycle_of(const struct assay_expect *q, uint64_t number)
{
    const uint8_t *payload = assay_expect_payload(q, number);
    uint64_t cycle;

    memcpy(&cycle, payload + q->payload_size - sizeof cycle, sizeof cycle);
    return cycle;
}

/* Lists the outputs of a transfer that differ. */
static void tell_payloads(struct assay_lockstep *leader, unsigned stream, const uint8_t *expected,
                          const uint8_t *actual)
{
    const struct assay_block *b = leader->config.block;
    struct assay_result *r = &leader->result;

    r->n_differences = 0;
    for (size_t i = 0; i < b->model->n_ports; ++i) {
        struct assay_difference *d = &r->difference[r->n_differences];
        struct assay_port p = b->model->ports[i];

        if (p.stream != (int)stream || p.role != ASSAY_PAYLOAD)
            continue;
        p.offset -= b->model->streams[stream].payload;
        assay_port_get(&p, expected, d->expected);
        assay_port_get(&p, actual, d->actual);
        if (memcmp(d->expected, d->actual, sizeof d->expected) == 0)
            continue;
        memset(d->unknown, 0, sizeof d->unknown);
        memset(d->expected_unknown, 0, sizeof d->expected_unknown);
        d->port = &b->model->ports[i];
        d->width = leader->width[i];
        ++r->n_differences;
    }
}

bool assay_pair_found_first(struct assay_pair *p, enum assay_mismatch kind, int stream)
{
    struct assay_lockstep *leader = p->side[ASSAY_LEADS];
    const bool first = leader->transfers_of->found.verdict == ASSAY_PASS && !leader->woken;

    assay_transfers_found(leader->transfers_of, ASSAY_MISMATCH, kind, stream);
    return first;
}

static bool equal(const struct assay_pair *p, unsigned stream, const uint8_t *expected,
                  const uint8_t *actual)
{
    struct assay_lockstep *leader = p->side[ASSAY_LEADS];
    struct assay_lockstep *judges = p->side[p->following ? ASSAY_FOLLOWS : ASSAY_LEADS];
    const struct assay_transfer_hooks *h = leader->config.block->hooks;
    bool good;

    if (assay_judge_equal(&leader->transfers_of->flow[stream], expected, actual))
        return true;
    if (!h || !h->accept)
        return false;
    judges->in_model = true;
    good = h->accept(leader->state, stream, expected, actual);
    judges->in_model = false;
    return good;
}

/* For reports and the waveform: shows the other side's payload in the leading side's cycle. */
static void show(struct assay_pair *p, unsigned stream, uint64_t cycle, const uint8_t *expected)
{
    struct assay_lockstep *leader = p->side[ASSAY_LEADS];
    const struct assay_stream *s = &leader->config.block->model->streams[stream];

    if (leader->cycle - cycle < ASSAY_HISTORY)
        memcpy(assay_judge_expected(leader, cycle & (ASSAY_RING - 1)) + s->payload, expected,
               s->payload_size);
}

/* Compares a transfer that both sides have made; `number` is its entry in the queue of `other`,
 * which made it first. */
static void compare(struct assay_lockstep *ls, size_t slot, unsigned stream, unsigned other,
                    uint64_t number)
{
    struct assay_pair *p = ls->pair;
    struct assay_lockstep *leader = p->side[ASSAY_LEADS];
    const size_t size = ls->config.block->model->out_size;
    const struct assay_stream *s = &ls->config.block->model->streams[stream];
    struct assay_expect *q = &p->flow[stream].ahead[other];
    const uint8_t *before = assay_expect_payload(q, number);
    const uint8_t *now = ls->actual + slot * size + s->payload;
    const uint8_t *expected = other == ASSAY_FOLLOWS ? before : now;
    const uint8_t *actual = other == ASSAY_FOLLOWS ? now : before;
    struct assay_result *r = &leader->result;

    ++p->flow[stream].compared;
    if (!equal(p, stream, expected, actual)) {
        show(p, stream, other == ASSAY_FOLLOWS ? leader->cycle : assay_pair_cycle_of(q, number),
             expected);
        if (assay_pair_found_first(p, ASSAY_DIFFERS, (int)stream)) {
            tell_payloads(leader, stream, expected, actual);
            r->transfer = p->flow[stream].made[!other];
            r->made[0] = r->made[1] = true;
            r->made_in[result_index(other)] = assay_pair_cycle_of(q, number);
            r->made_in[result_index(!other)] = leader->cycle;
        }
    }
    assay_expect_take(q, number);
}

/* Keeps a transfer that the other side has not made yet. */
static bool keep(struct assay_lockstep *ls, const uint8_t *payload, unsigned stream, unsigned other)
{
    struct assay_pair *p = ls->pair;
    const size_t size = ls->config.block->model->streams[stream].payload_size;
    const uint64_t cycle = p->side[ASSAY_LEADS]->cycle;
    const struct assay_transfers *t = p->side[other]->transfers_of;

    memcpy(p->scratch, payload, size);
    memcpy(p->scratch + size, &cycle, sizeof cycle);
    return assay_expect_add(&p->flow[stream].ahead[!other], p->scratch,
                            t->clock + t->flow[stream].timeout + 1, 0);
}

void assay_pair_judge(struct assay_lockstep *ls, size_t slot, unsigned stream)
{
    struct assay_pair *p = ls->pair;
    const struct assay_block *b = ls->config.block;
    const unsigned side = ls->driver.side, other = !side;
    struct assay_pair_flow *f = &p->flow[stream];
    const uint8_t *payload =
        ls->actual + slot * b->model->out_size + b->model->streams[stream].payload;
    const uint64_t number = assay_expect_find(&f->ahead[other], payload);

    ++f->made[side];
    f->last[side] = ls->transfers_of->clock;
    if (ls->transfers_of->owed)
        --ls->transfers_of->owed;
    if (number != ASSAY_EXPECT_NONE)
        compare(ls, slot, stream, other, number);
    else if (!keep(ls, payload, stream, other))
        assay_transfers_bad_model(ls, "out of memory for transfers that wait for the other RTL");
}

/* Whether a transfer that `other` has not made is late. Time counts while that side makes no
 * progress, neither on this stream nor with sink transfers that the other side has already made. */
static bool is_late(const struct assay_pair *p, unsigned stream, unsigned other)
{
    const struct assay_pair_flow *f = &p->flow[stream];
    const struct assay_transfers *t = p->side[other]->transfers_of;
    const struct assay_expect *q = &f->ahead[!other];
    const uint64_t since = assay_latest(f->last[other], p->behind[other]);

    return q->left && !assay_pair_excused(p, q) &&
           t->clock >=
               assay_latest(assay_expect_at(q, q->first)->due, since + t->flow[stream].timeout + 1);
}

static void look_for_missing(struct assay_pair *p)
{
    struct assay_lockstep *leader = p->side[ASSAY_LEADS];
    struct assay_result *r = &leader->result;

    for (uint64_t m = leader->transfers_of->sources; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(m);

        for (unsigned other = 0; other < ASSAY_SIDES; ++other) {
            const struct assay_expect *q = &p->flow[i].ahead[!other];

            if (!is_late(p, i, other) || !assay_pair_found_first(p, ASSAY_MISSING, (int)i))
                continue;
            r->transfer = p->flow[i].made[other] + 1;
            r->made[result_index(!other)] = true;
            r->made_in[result_index(!other)] = assay_pair_cycle_of(q, q->first);
            leader->result.in_model = other == ASSAY_FOLLOWS;
        }
    }
}

bool assay_pair_compared(const struct assay_pair *p, unsigned stream)
{
    if (!p->share.block->model->streams[stream].sink)
        return p->flow[stream].compared != 0;
    return p->side[ASSAY_LEADS]->transfers_of->flow[stream].timing.compared &&
           p->side[ASSAY_FOLLOWS]->transfers_of->flow[stream].timing.compared;
}

/* --- the two together --- */

void assay_pair_drain(struct assay_pair *p)
{
    struct assay_lockstep *follower = p->side[ASSAY_FOLLOWS];

    p->share.draining = true;
    p->paused_in = UINT64_MAX; /* the drain is a pause of its own */
    follower->transfers_of->draining = follower->driver.draining = true;
}

void assay_pair_pass_on(struct assay_lockstep *ls, bool stopped)
{
    struct assay_transfers *t = ls->transfers_of;
    struct assay_lockstep *leader = ls->pair->side[ASSAY_LEADS];

    if (stopped)
        assay_transfers_found(t, ASSAY_STOPPED, ASSAY_DIFFERS, ASSAY_NO_STREAM);
    if (t->found.verdict != ASSAY_PASS && leader->transfers_of->found.verdict == ASSAY_PASS) {
        leader->transfers_of->found = t->found;
        leader->result.in_model = true;
        memcpy(leader->result.why, ls->result.why, sizeof leader->result.why);
    }
    t->found.verdict = ASSAY_PASS;
}

void assay_pair_cycle(struct assay_lockstep *ls)
{
    struct assay_pair *p = ls->pair;

    ls->in_dut = ls->in_model = p->following = true; /* a loss from here on is the other side's */
    assay_transfers_cycle(p->side[ASSAY_FOLLOWS]);
    ls->in_dut = ls->in_model = p->following = false;
    assay_pair_note(p);
    if (ls->cycle % LOOK == 0)
        look_for_missing(p);
    assay_share_tick(&p->share, ls->cycle);
    assay_pair_rest(p);
}

/* --- the waveform of the following side --- */

void assay_pair_trace(struct assay_lockstep *ls, const char *path)
{
    struct assay_lockstep *follower = ls->pair ? ls->pair->side[ASSAY_FOLLOWS] : NULL;
    char other[PATH_MAX];

    if (!follower || !follower->config.ops->trace_open ||
        !assay_against_wave(path, other, sizeof other))
        return;
    follower->traced = follower->config.ops->trace_open(follower->dut, other) == 0;
}

void assay_pair_trace_close(struct assay_lockstep *ls)
{
    struct assay_lockstep *follower = ls->pair ? ls->pair->side[ASSAY_FOLLOWS] : NULL;

    if (!follower || !follower->traced)
        return;
    if (!follower->dut_lost)
        follower->config.ops->trace_close(follower->dut);
    follower->traced = false;
}
