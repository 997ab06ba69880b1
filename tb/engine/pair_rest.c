/*
 * pair_rest.c - RTL against RTL at level `transfers`: detects that both sides are at rest, and does
 * what waits for that.
 *
 * Streams that move by themselves are ignored. Those are streams with a transfer in every cycle,
 * and all sources of a design that takes a payload in every cycle. A design with enables is moved
 * during a pause, with the same payloads on both sides, until everything in flight has come out;
 * after that it must be silent without enables.
 */
#include "engine/transfers.h"

/* Least number of cycles without a transfer after which a side is taken to owe no more responses.
 * Silence takes only ASSAY_QUIET cycles. */
enum { CREDIT = 256 };

static uint64_t now(const struct assay_pair *p)
{
    return p->side[ASSAY_LEADS]->cycle;
}

/* Cycles of silence that are long enough to be conclusive. */
static uint64_t enough(const struct assay_pair *p)
{
    return ASSAY_QUIET + 2 * p->longest;
}

uint64_t assay_pair_untiring(const struct assay_share *share)
{
    const struct assay_block *b = share->block;
    uint64_t mask = 0;

    for (unsigned i = 0; b->rules && i < b->model->n_streams; ++i)
        if (b->rules[i].every_cycle || (share->every_cycle && !b->model->streams[i].sink))
            mask |= UINT64_C(1) << i;
    return mask;
}

/* --- a cycle's transfers --- */

static uint64_t transfers_of(const struct assay_pair *p, unsigned side)
{
    return p->side[side]->mask[now(p) & (ASSAY_RING - 1)];
}

/* A side that takes what the other has already taken still has work to do. `made` does
 * not include this cycle. */
static void note_behind(struct assay_pair *p, unsigned side)
{
    const struct assay_transfers *t = p->side[side]->transfers_of;

    for (uint64_t m = transfers_of(p, side) & t->sinks; m; m &= m - 1) {
        const struct assay_pair_flow *f = &p->flow[__builtin_ctzll(m)];

        if (f->made[side] < f->made[!side])
            p->behind[side] = t->clock;
    }
}

static void note_side(struct assay_pair *p, unsigned side)
{
    struct assay_lockstep *ls = p->side[side];
    struct assay_transfers *t = ls->transfers_of;
    const uint64_t cycle = now(p), mask = transfers_of(p, side), says = mask & ~p->untiring;

    if (t->in_reset)
        p->moved[side] = cycle;
    for (uint64_t m = mask & t->sinks; m; m &= m - 1)
        ++p->flow[__builtin_ctzll(m)].made[side];
    if (!says)
        return;
    if ((says & t->sources) && cycle - p->moved[side] < ls->config.hang)
        p->longest = assay_latest(p->longest, cycle - p->moved[side]);
    p->moved[side] = cycle;
    assay_share_moved(&p->share, side, says);
}

/* Without a model that predicts the responses, a silent side is taken to owe none. */
static void give_credit(struct assay_pair *p, unsigned side)
{
    struct assay_lockstep *ls = p->side[side];
    struct assay_transfers *t = ls->transfers_of;
    const uint64_t cycle = now(p);
    const bool answered = ls->config.block->hooks && (ls->transfers & t->sources) && !t->owed;

    if (t->bounded && (answered || cycle - p->moved[side] >= CREDIT + 2 * p->longest) &&
        !(assay_transfers_offers(ls, ls->in_of[cycle & (ASSAY_RING - 1)]) & t->credit.bounded))
        assay_credit_reset(&t->credit);
}

void assay_pair_note(struct assay_pair *p)
{
    for (unsigned side = 0; side < ASSAY_SIDES; ++side)
        note_behind(p, side);
    for (unsigned side = 0; side < ASSAY_SIDES; ++side)
        note_side(p, side);
    for (unsigned side = 0; side < ASSAY_SIDES; ++side)
        give_credit(p, side);
    if (p->shown)
        assay_pair_plain_note(p);
}

/* --- rest --- */

/* Whether everything that only one side has put out came in `cycle` or later. */
static bool none_older(const struct assay_pair *p, size_t stream, uint64_t cycle)
{
    for (unsigned side = 0; side < ASSAY_SIDES; ++side) {
        const struct assay_expect *q = &p->flow[stream].ahead[side];

        if (q->left && assay_pair_cycle_of(q, q->first) < cycle)
            return false;
    }
    return true;
}

/* Both sides have been offered the same, and what came out of one before `cycle` has come out of
 * the other. If nothing moves by itself, this covers all outputs. */
static bool settled(const struct assay_pair *p, uint64_t cycle)
{
    const struct assay_block *b = p->share.block;
    const uint64_t untiring = p->share.enables ? UINT64_MAX : p->untiring;

    for (size_t i = 0; i < b->model->n_streams; ++i) {
        const struct assay_share_sequence *q = &p->share.sequence[i];

        if (b->model->streams[i].sink ? q->drawn != q->given[ASSAY_FOLLOWS]
                                      : !none_older(p, i, untiring >> i & 1 ? cycle : UINT64_MAX))
            return false;
    }
    return true;
}

/* Whether nothing has moved for longer than anything took so far, and nothing is due. */
static bool is_silent(const struct assay_pair *p)
{
    uint64_t since = p->paused_in == UINT64_MAX ? 0 : p->paused_in;

    for (unsigned side = 0; side < ASSAY_SIDES; ++side) {
        if (now(p) - p->moved[side] < enough(p) ||
            (p->side[side]->transfers_of->stalled & ~p->untiring))
            return false;
        if (p->share.every_cycle)
            since = assay_latest(since, p->moved[side]);
    }
    if (p->share.enables && (p->paused_in == UINT64_MAX || p->share.fill))
        return false;
    return settled(p, since);
}

/* Whether nothing has happened since the last reset. */
static bool is_untouched(const struct assay_pair *p)
{
    uint64_t made = 0;

    for (size_t i = 0; i < p->share.block->model->n_streams; ++i)
        if (!(p->untiring >> i & 1))
            made |= p->flow[i].made[ASSAY_LEADS] | p->flow[i].made[ASSAY_FOLLOWS];
    return !made;
}

bool assay_pair_excused(const struct assay_pair *p, const struct assay_expect *q)
{
    return p->share.enables && p->paused_in != UINT64_MAX && !p->share.fill &&
           assay_pair_cycle_of(q, q->first) >= p->paused_in;
}

/* Whether each side that lacks transfers is still making progress with them. */
static bool still_moves(const struct assay_pair *p)
{
    for (size_t i = 0; i < p->share.block->model->n_streams; ++i) {
        if (p->share.sequence[i].drawn != p->share.sequence[i].given[ASSAY_FOLLOWS])
            return false;
        for (unsigned side = 0; side < ASSAY_SIDES; ++side)
            if (p->flow[i].ahead[!side].left &&
                p->side[side]->transfers_of->clock - p->flow[i].last[side] > enough(p))
                return false;
    }
    return true;
}

/* The sides do not come to rest. In the drain, a side that lacks a transfer is found late first,
 * unless it is still making progress. */
static void give_up(struct assay_pair *p)
{
    struct assay_lockstep *leader = p->side[ASSAY_LEADS];

    if (p->share.draining) {
        leader->result.restless = still_moves(p);
        leader->over |= leader->result.restless;
        return;
    }
    assay_share_give_up(&p->share);
    p->paused_in = UINT64_MAX;
}

static void pause(struct assay_pair *p, bool pauses)
{
    if (!pauses) {
        p->paused_in = UINT64_MAX;
        p->share.fill = false;
    } else if (p->paused_in == UINT64_MAX) {
        p->paused_in = now(p);
        p->share.fill = p->share.enables;
    } else if (p->share.fill && now(p) - p->paused_in >= enough(p)) {
        p->share.fill = !settled(p, p->paused_in);
    }
}

void assay_pair_rest(struct assay_pair *p)
{
    struct assay_lockstep *leader = p->side[ASSAY_LEADS];
    const bool pauses = assay_share_pauses(&p->share);

    pause(p, pauses);
    p->silent = (pauses || leader->player) && is_silent(p);
    p->share.at_rest = leader->player && (p->silent || is_untouched(p));
    if (!pauses)
        return;
    if (p->silent) {
        assay_pair_plain_rest(p);
        leader->over |= p->share.draining;
        assay_share_silent(&p->share, now(p));
    } else if (now(p) - p->paused_in >= ASSAY_RESTLESS + enough(p)) {
        give_up(p);
    }
}
