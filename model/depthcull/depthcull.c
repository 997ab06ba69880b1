/* depthcull.c - the block, cycle by cycle. */
#include <assert.h>
#include <string.h>

#include "depthcull/internal.h"

/* The registers of the engine. */
enum { J, E1, E2, D };

/* Stages with a special role: the third places a primitive, the fourth decides on it. */
enum { PLACING = 2, DECIDING = 3 };

const char *depthcull_check_params(const struct depthcull_params *p)
{
    if (!(p->tw == 4 && p->th == 4) && !(p->tw == 8 && p->th == 4) && !(p->tw == 16 && p->th == 8))
        return "tw and th must be 4 and 4, 8 and 4, or 16 and 8";
    if (p->fixed > 1)
        return "fixed must be 0 or 1";
    if (p->tiles < 1 || p->tiles > DEPTHCULL_MAX_TILES)
        return "tiles must be 1 to 1048576";
    if (p->pix != 1 && p->pix != 2 && p->pix != 4)
        return "pix must be 1, 2 or 4";
    if (p->queue < 1 || p->queue > DEPTHCULL_MAX_QUEUE)
        return "queue must be 1 to 16";
    if (p->planes != 1 && p->planes != 2 && p->planes != 4 && p->planes != 8)
        return "planes must be 1, 2, 4 or 8";
    if (p->sets < 1 || p->sets > 512 || (p->sets & (p->sets - 1)))
        return "sets must be a power of 2 from 1 to 512";
    if (p->ways != 1 && p->ways != 2 && p->ways != 4)
        return "ways must be 1, 2 or 4";
    if (p->misses < 1 || p->misses > DEPTHCULL_MAX_MISSES)
        return "misses must be 1 to 32";
    if (p->epoch < 1 || p->epoch > 4)
        return "epoch must be 1 to 4";
    if (p->ahead < 1 || p->ahead > DEPTHCULL_MAX_AHEAD)
        return "ahead must be 1 to 128";
    return NULL;
}

uint8_t depthcull_reset_enable(const struct depthcull_params *p)
{
    return p->fixed ? 0x3F : 0x1F;
}

static void clear_tiles(struct depthcull_state *s, uint32_t z)
{
    depthcull_drop_slots(s, z);
    s->present = (uint8_t)((s->present + 1u) % (1u << s->params.epoch));
    if (s->present == 0)
        depthcull_begin_sweep(s);
}

void depthcull_reset(struct depthcull_state *s)
{
    memset(s->stage, DEPTHCULL_NO_PRIM, sizeof s->stage);
    memset(s->engine, DEPTHCULL_NO_PRIM, sizeof s->engine);
    memset(s->last, 0, sizeof s->last);
    s->left = 0;
    memset(s->in_use, 0, sizeof s->in_use);
    s->ahead_first = s->ahead_count = 0;
    s->queued = 0;
    s->reading = DEPTHCULL_IDLE;
    s->results = 0;
    s->pixels_valid = 0;
    s->enable = depthcull_reset_enable(&s->params);
    depthcull_reset_cache(s);
}

void depthcull_init(struct depthcull_state *s, const struct depthcull_params *p)
{
    memset(s, 0, sizeof *s);
    s->params = *p;
    depthcull_reset(s);
}

/* --- decisions and their effects --- */

static bool in_engine(const struct depthcull_state *s, uint32_t tile)
{
    for (uint32_t i = J; i <= D; ++i) {
        if (s->engine[i] != DEPTHCULL_NO_PRIM && s->job[s->engine[i]].prim.tile == tile)
            return true;
    }
    return false;
}

static bool tile_is_busy(const struct depthcull_state *s, uint32_t tile)
{
    for (uint32_t i = 0; i < s->queued; ++i) {
        if (s->job[s->queue[i]].prim.tile == tile)
            return true;
    }
    return in_engine(s, tile);
}

static bool is_ready(const struct depthcull_state *s, uint8_t id)
{
    const uint16_t slot = s->job[id].slot;

    return slot == DEPTHCULL_NO_SLOT || s->slot[slot].ready;
}

/* Decides on a primitive against its tile, which must be ready, with nothing before it in that
 * tile in flight. True if the engine has to process pixels. */
static bool needs_engine(struct depthcull_state *s, struct depthcull_job *job)
{
    const struct depthcull_tile *tile = &s->tile[job->slot];

    if (!job->judged) {
        depthcull_decide(&s->params, s->enable, job, tile, &job->verdict);
        job->groups =
            (uint8_t)depthcull_engine_groups(&s->params, tile, job->prim.write, &job->verdict);
        job->judged = 1;
    }
    return job->groups != 0;
}

/* True if the primitive in stage 4 has to queue; otherwise it has been decided. */
static bool waits(struct depthcull_state *s)
{
    const uint8_t id = s->stage[DECIDING];
    struct depthcull_job *job = &s->job[id];

    if (job->slot == DEPTHCULL_NO_SLOT) {
        memset(&job->verdict, 0, sizeof job->verdict);
        job->verdict.decision = job->gone ? DEPTHCULL_CULL : DEPTHCULL_ERROR;
        job->verdict.test = job->gone ? DEPTHCULL_RANGE : DEPTHCULL_NONE;
        return false;
    }
    return tile_is_busy(s, job->prim.tile) || needs_engine(s, job);
}

/* Produces the result of a primitive whose passing pixels are given, and applies its effect. */
static void conclude(struct depthcull_state *s, uint8_t id, const uint32_t *passing)
{
    const struct depthcull_job *job = &s->job[id];
    struct depthcull_result *result = &s->result[s->results++];

    result->tag = job->prim.tag;
    result->tile = job->prim.tile;
    result->decision = job->verdict.decision;
    result->test = job->verdict.test;
    memcpy(result->mask, passing, sizeof result->mask);
    s->in_use[id] = 0;
    if (job->slot != DEPTHCULL_NO_SLOT)
        --s->slot[job->slot].held;
    if (!job->prim.write || job->slot == DEPTHCULL_NO_SLOT || !depthcull_any_pixel(passing))
        return;
    s->slot[job->slot].dirty = 1;
    depthcull_write_tile(&s->params, &s->tile[job->slot], depthcull_pixels_of(s, job->slot),
                         &job->plane, passing);
}

/* Completes the primitive in D. */
static void finish(struct depthcull_state *s)
{
    const uint8_t id = s->engine[D];
    const struct depthcull_job *job = &s->job[id];
    uint32_t source[DEPTHCULL_MAX_PX], stored[DEPTHCULL_MAX_PX];
    uint32_t mask[DEPTHCULL_MASK_WORDS] = {0};

    depthcull_plane_depths(&s->params, &job->plane, source);
    depthcull_tile_depths(&s->params, &s->tile[job->slot], depthcull_pixels_of(s, job->slot),
                          stored);
    for (uint32_t i = 0; 32 * i < depthcull_n_pixels(&s->params); ++i)
        mask[i] =
            job->verdict.let[i] | depthcull_passing(&s->params, job->prim.func, &source[32 * i],
                                                    &stored[32 * i], job->verdict.open[i]);
    conclude(s, id, mask);
    s->engine[D] = DEPTHCULL_NO_PRIM;
}

/* --- the engine --- */

/* A cycle with `step`; D must be empty. */
static void move_engine(struct depthcull_state *s)
{
    if (s->last[E2])
        s->engine[D] = s->engine[E2];
    s->engine[E2] = s->engine[E1];
    s->last[E2] = s->last[E1];
    s->engine[E1] = s->engine[J];
    s->last[E1] = s->engine[J] != DEPTHCULL_NO_PRIM && s->left == 1;
    if (s->engine[J] != DEPTHCULL_NO_PRIM)
        --s->left;
    if (s->last[E1])
        s->engine[J] = DEPTHCULL_NO_PRIM;
}

/* Queue index of the primitive to process next; the number of queued ones if none can be. */
static uint32_t pick(const struct depthcull_state *s)
{
    uint32_t at = 0;

    while (at < s->queued && in_engine(s, s->job[s->queue[at]].prim.tile))
        ++at;
    return at;
}

static uint8_t leave_queue(struct depthcull_state *s, uint32_t at)
{
    const uint8_t id = s->queue[at];

    --s->queued;
    memmove(&s->queue[at], &s->queue[at + 1], s->queued - at);
    return id;
}

/* --- the cycle --- */

static void accept(struct depthcull_state *s, const struct depthcull_prim *prim)
{
    uint8_t id = 0;

    while (s->in_use[id])
        ++id;
    assert(id < DEPTHCULL_POOL && s->stage[0] == DEPTHCULL_NO_PRIM);
    s->in_use[id] = 1;
    s->stage[0] = id;
    s->job[id].prim = *prim;
    s->job[id].slot = DEPTHCULL_NO_SLOT;
    depthcull_make_job(&s->params, &s->job[id]);
}

/* The plan for a cycle. */
struct plan {
    bool give; /* hands over the oldest result */
    bool finish, step;
    bool settle, load; /* for the primitive at index `pick` of the queue */
    uint32_t pick;
    bool free;               /* J can be loaded */
    bool waits, load4, take; /* for stage 4 */
    bool gow;                /* the oldest of W moves to stage 4 */
    struct depthcull_placing placing;
    bool go3; /* stage 3 moves to W */
    struct depthcull_traffic traffic;
};

static void plan_engine(struct depthcull_state *s, struct plan *plan)
{
    const bool done = s->engine[D] != DEPTHCULL_NO_PRIM;
    plan->finish = done && s->results < DEPTHCULL_RESULTS;
    plan->step = !done || plan->finish;
    plan->free = s->engine[J] == DEPTHCULL_NO_PRIM || (plan->step && s->left == 1);
    plan->pick = pick(s);
    if (plan->pick == s->queued)
        return;
    if (needs_engine(s, &s->job[s->queue[plan->pick]]))
        plan->load = plan->free;
    else
        plan->settle = !done && s->results < DEPTHCULL_RESULTS;
}

static void plan_stage(struct depthcull_state *s, struct plan *plan)
{
    const uint32_t before = s->results + (plan->finish || plan->settle ? 1u : 0u);
    const uint8_t id = s->stage[DECIDING];

    if (id == DEPTHCULL_NO_PRIM)
        return;
    plan->waits = waits(s);
    plan->load4 = plan->waits && plan->free && plan->pick == s->queued &&
                  !tile_is_busy(s, s->job[id].prim.tile);
    plan->take =
        plan->waits ? plan->load4 || s->queued != s->params.queue : before < DEPTHCULL_RESULTS;
}

static void plan_place(const struct depthcull_state *s, struct plan *plan)
{
    const struct depthcull_job *job;

    if (s->stage[PLACING] == DEPTHCULL_NO_PRIM)
        return;
    job = &s->job[s->stage[PLACING]];
    plan->placing = depthcull_plan_place(s, job->prim.tile);
    if (depthcull_is_gone(s, job))
        plan->placing =
            (struct depthcull_placing){.placed = true, .gone = true, .slot = DEPTHCULL_NO_SLOT};
    plan->go3 = plan->placing.placed && (s->ahead_count != s->params.ahead || plan->gow);
}

static uint8_t leave_ahead(struct depthcull_state *s)
{
    const uint8_t id = s->ahead[s->ahead_first];

    s->ahead_first = (uint8_t)((s->ahead_first + 1u) % s->params.ahead);
    --s->ahead_count;
    return id;
}

static void enter_ahead(struct depthcull_state *s, uint8_t id)
{
    s->ahead[(s->ahead_first + s->ahead_count++) % s->params.ahead] = id;
}

/* Bubbles in stages 1 to 3 close from the end. */
static void move_stages(struct depthcull_state *s, const struct plan *plan)
{
    if (plan->take)
        s->stage[DECIDING] = DEPTHCULL_NO_PRIM;
    if (plan->gow)
        s->stage[DECIDING] = leave_ahead(s);
    if (plan->go3) {
        enter_ahead(s, s->stage[PLACING]);
        s->stage[PLACING] = DEPTHCULL_NO_PRIM;
    }
    for (uint32_t i = PLACING; i > 0; --i) {
        if (s->stage[i] != DEPTHCULL_NO_PRIM)
            continue;
        s->stage[i] = s->stage[i - 1];
        s->stage[i - 1] = DEPTHCULL_NO_PRIM;
    }
}

/* True if stage 1 can take a primitive. */
static bool has_room(const struct depthcull_state *s, const struct plan *plan)
{
    bool room = plan->go3;

    for (uint32_t i = 0; i <= PLACING; ++i)
        room |= s->stage[i] == DEPTHCULL_NO_PRIM;
    return room;
}

static bool stages_empty(const struct depthcull_state *s)
{
    bool full = s->ahead_count != 0;

    for (uint32_t i = 0; i < DEPTHCULL_STAGES; ++i)
        full |= s->stage[i] != DEPTHCULL_NO_PRIM;
    return !full;
}

static bool engine_empty(const struct depthcull_state *s)
{
    bool full = false;

    for (uint32_t i = J; i <= D; ++i)
        full |= s->engine[i] != DEPTHCULL_NO_PRIM;
    return !full;
}

/* Carries out a plan, which was made for the state at the start of the cycle. */
static void carry_out(struct depthcull_state *s, const struct plan *plan)
{
    const uint8_t id = s->stage[DECIDING];

    if (plan->give)
        memmove(&s->result[0], &s->result[1], --s->results * sizeof s->result[0]);
    if (plan->finish)
        finish(s);
    if (plan->step)
        move_engine(s);
    if (plan->load || plan->load4) {
        s->engine[J] = plan->load ? leave_queue(s, plan->pick) : id;
        s->left = s->job[s->engine[J]].groups;
    }
    if (plan->settle) {
        const uint8_t settled = leave_queue(s, plan->pick);

        conclude(s, settled, s->job[settled].verdict.let);
    }
    if (plan->take && plan->waits && !plan->load4)
        s->queue[s->queued++] = id;
    else if (plan->take && !plan->waits)
        conclude(s, id, s->job[id].verdict.let);
}

static void take_place(struct depthcull_state *s, const struct plan *plan)
{
    struct depthcull_job *job = &s->job[s->stage[PLACING]];

    job->gone = plan->placing.gone;
    job->slot = plan->placing.slot;
    depthcull_place(s, &plan->placing, job->prim.tile);
    if (job->slot != DEPTHCULL_NO_SLOT)
        ++s->slot[job->slot].held;
}

static void advance(struct depthcull_state *s, const struct depthcull_inputs *in,
                    const struct depthcull_outputs *out, const struct plan *plan)
{
    depthcull_move_clean(s, plan->traffic.cleans, plan->traffic.passes);
    if (plan->go3)
        take_place(s, plan);
    carry_out(s, plan);
    move_stages(s, plan);
    if (in->prim_valid && out->prim_ready)
        accept(s, &in->prim);
    depthcull_step_read(s, in->pixels_ready);
    depthcull_move_traffic(s, in, out, &plan->traffic);
    if (s->sweeping)
        depthcull_sweep(s);
    if (in->read_valid && out->read_ready)
        depthcull_begin_read(s, &in->read);
    if (in->clear_valid && out->clear_ready)
        clear_tiles(s, depthcull_stored_depth(&s->params, in->clear.z));
    if (in->config_valid && out->config_ready)
        s->enable = in->config.enable;
}

void depthcull_step(struct depthcull_state *s, const struct depthcull_inputs *in,
                    struct depthcull_outputs *out)
{
    struct plan plan = {.give = s->results && in->result_ready};
    const bool idle = stages_empty(s) && s->queued == 0 && engine_empty(s) &&
                      s->reading == DEPTHCULL_IDLE && !s->sweeping;

    plan_engine(s, &plan);
    plan_stage(s, &plan);
    plan.gow = s->ahead_count && is_ready(s, s->ahead[s->ahead_first]) &&
               (s->stage[DECIDING] == DEPTHCULL_NO_PRIM || plan.take);
    plan_place(s, &plan);
    depthcull_plan_traffic(s, in, &plan.traffic);
    depthcull_plan_clean(s, in, plan.go3 ? &plan.placing : NULL, &plan.traffic);
    out->clear_ready = idle && depthcull_quiet(s);
    out->config_ready = idle && !in->clear_valid;
    out->read_ready = idle && !in->clear_valid && !in->config_valid;
    out->prim_ready = has_room(s, &plan) && s->queued != s->params.queue && !in->clear_valid &&
                      !in->config_valid && !in->read_valid && s->reading == DEPTHCULL_IDLE &&
                      !s->sweeping;
    out->fill_ready = !s->fill.busy || plan.traffic.line_done;
    out->mem_valid = s->mem_valid;
    out->mem = s->mem;
    out->sweeping = s->sweeping;
    out->result_valid = s->results != 0;
    out->result = s->result[0];
    out->pixels_valid = s->pixels_valid;
    out->pixels = s->pixels;
    if (in->rst)
        depthcull_reset(s);
    else
        advance(s, in, out, &plan);
}
