#include "engine/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PHASE_MAX = 256,       /* cycles of a stall phase */
    FIRST_RESET_MAX = 400, /* early, so that short runs include one */
    RESET_GAP_MAX = 60000, /* with the knob at 1; a fifth of that at 5 */
    RESET_MORE_MAX = 4     /* cycles that a later reset lasts beyond the shortest; exclusive */
};

static void check_fit(struct assay_driver *d, size_t part)
{
    if (d->unfit || assay_fit_holds(&d->fit, part, d->in))
        return;
    d->unfit = true;
    d->unfit_part = part;
}

static void drive_plain(struct assay_driver *d)
{
    if (d->share)
        assay_share_plain(d->share, d->side, d->in);
    else if (d->scenario->plain)
        d->scenario->plain(d->ctx, d->in);
    check_fit(d, d->block->model->n_streams);
}

bool assay_driver_open(struct assay_driver *d, const struct assay_block *b,
                       const struct assay_scenario *s, const struct assay_stim_env *env,
                       struct assay_share *share, unsigned side)
{
    const bool follows = share && side == ASSAY_FOLLOWS;
    char site[64];

    memset(d, 0, sizeof *d);
    d->block = b;
    d->scenario = s;
    d->env = *env;
    d->env.shared = share != NULL;
    d->share = share;
    d->side = side;
    d->in = calloc(1, b->model->in_size);
    d->ctx = calloc(1, s->ctx_size ? s->ctx_size : 1);
    if (!d->in || !d->ctx || !assay_fit_open(&d->fit, b, env->params)) {
        free(d->in);
        free(d->ctx);
        memset(d, 0, sizeof *d); /* so that closing is safe */
        return false;
    }
    for (size_t i = 0; i < b->model->n_streams; ++i) {
        snprintf(site, sizeof site, "stall.%s", b->model->streams[i].name);
        assay_rng_init(&d->stream[i].rng, env->seed, site);
        d->stream[i].no_ready = b->rules && b->rules[i].no_ready && !b->model->streams[i].sink;
    }
    assay_rng_init(&d->resets, env->seed, "resets");
    assay_rng_init(&d->reset_lengths, env->seed, "reset lengths");
    d->reset_left = b->reset_cycles ? b->reset_cycles : ASSAY_RESET_CYCLES;
    d->next_reset = env->knobs.resets && s->restart && !follows
                        ? 20 + assay_rng_below(&d->resets, FIRST_RESET_MAX)
                        : UINT64_MAX;
    if (share && !follows)
        share->ctx = d->ctx;
    if (s->begin && !follows)
        s->begin(d->ctx, &d->env);
    if (s->plain_at_start)
        drive_plain(d);
    return true;
}

void assay_driver_close(struct assay_driver *d)
{
    if (d->scenario && d->scenario->end && !(d->share && d->side == ASSAY_FOLLOWS))
        d->scenario->end(d->ctx);
    free(d->ctx);
    free(d->in);
    assay_fit_close(&d->fit);
    memset(d, 0, sizeof *d);
}

/* Draws once per cycle; false during a phase without stalls. */
static bool stalls(struct assay_driver_stream *s, uint32_t stall_knob)
{
    static const uint32_t densities[] = {16, 64, 128, 224, 250};

    if (s->left == 0) {
        s->left = 1 + assay_rng_below(&s->rng, PHASE_MAX);
        s->density = assay_rng_percent(&s->rng, stall_knob)
                         ? densities[assay_rng_below(&s->rng, sizeof densities / sizeof *densities)]
                         : 0;
    }
    --s->left;
    return s->density && (assay_rng_u64(&s->rng) >> 56) < s->density;
}

static bool may_offer(const struct assay_driver *d, unsigned stream)
{
    return (!d->draining || d->share || d->companions >> stream & 1) &&
           assay_credit_left(d->credit, stream);
}

/* Without stalls the first sink of a group with a limit would always take all the credit, so the
 * sinks take turns. */
static bool takes_turns(const struct assay_driver *d, size_t stream)
{
    return d->env.knobs.stall == 0 && d->credit && (d->credit->bounded >> stream & 1);
}

static void plan_reset(struct assay_driver *d, uint64_t cycle)
{
    d->next_reset = cycle + 100 + assay_rng_below(&d->resets, RESET_GAP_MAX / d->env.knobs.resets);
}

/* Half of them are as short as the block allows: what one cycle of reset leaves behind, a second
 * one often clears. Both sides of a pair draw the same. */
static uint32_t reset_length(struct assay_driver *d)
{
    const uint32_t shortest = d->block->reset_cycles ? d->block->reset_cycles : 1;
    const bool longer = assay_rng_percent(&d->reset_lengths, 50);

    return shortest + (longer ? assay_rng_below(&d->reset_lengths, RESET_MORE_MAX) : 0);
}

static const void *drive_reset(struct assay_driver *d, uint64_t cycle)
{
    uint8_t *in = d->in;

    --d->reset_left;
    in[0] = 1; /* rst is the first member of every struct <block>_inputs */
    for (size_t i = 0; i < d->block->model->n_streams; ++i) {
        const struct assay_stream *s = &d->block->model->streams[i];
        in[s->sink ? s->valid : s->ready] = d->stream[i].no_ready;
        d->stream[i].held = false;
    }
    if (cycle >= d->next_reset)
        plan_reset(d, cycle);
    return in;
}

/* Two sides are reset together once both are silent, or later if they do not become silent. */
static bool reset_begins(struct assay_driver *d, uint64_t cycle)
{
    bool now;

    if (!d->share)
        return cycle == d->next_reset && !d->draining;
    now = d->share->reset[d->side];
    d->share->reset[d->side] = false;
    if (d->share->reset_given_up && d->side == ASSAY_LEADS) {
        d->share->reset_given_up = false;
        plan_reset(d, cycle);
    }
    if (!now && cycle >= d->next_reset && !d->draining)
        d->share->reset_wanted = true;
    return now;
}

static void restart(struct assay_driver *d)
{
    if (d->share)
        assay_share_restart(d->share, d->side);
    else
        d->scenario->restart(d->ctx);
}

static bool next(struct assay_driver *d, unsigned stream, void *payload)
{
    const bool one = d->share ? assay_share_next(d->share, d->side, stream, payload)
                              : d->scenario->next(d->ctx, stream, payload);

    if (one)
        check_fit(d, stream);
    return one;
}

const void *assay_driver_cycle(struct assay_driver *d, uint64_t cycle, uint64_t transfers)
{
    const struct assay_block *b = d->block;
    uint8_t *in = d->in;

    if (d->reset_left)
        return drive_reset(d, cycle);
    if (reset_begins(d, cycle)) {
        d->reset_left = reset_length(d);
        restart(d);
        return drive_reset(d, cycle);
    }
    in[0] = 0;
    for (size_t k = 0, first = d->turn; k < b->model->n_streams; ++k) {
        const size_t i = (first + k) % b->model->n_streams;
        const struct assay_stream *s = &b->model->streams[i];
        struct assay_driver_stream *state = &d->stream[i];

        if (!s->sink) {
            in[s->ready] = !stalls(state, d->env.knobs.stall) || state->no_ready || d->draining;
            continue;
        }
        if (transfers >> i & 1)
            state->held = false;
        if (!state->held && !stalls(state, d->env.knobs.stall) && may_offer(d, (unsigned)i)) {
            state->held = next(d, (unsigned)i, in + s->payload);
            if (state->held) {
                assay_credit_take(d->credit, (unsigned)i);
                if (takes_turns(d, i))
                    d->turn = i + 1 == b->model->n_streams ? 0 : i + 1;
                d->companions &= ~(UINT64_C(1) << i);
            }
        }
        in[s->valid] = state->held;
    }
    drive_plain(d);
    return in;
}
