/* depthcull.c - the block, cycle by cycle. */
#include "depthcull/depthcull.h"

#include <assert.h>
#include <string.h>

const char *depthcull_check_params(const struct depthcull_params *p)
{
    if (!(p->tw == 4 && p->th == 4) && !(p->tw == 8 && p->th == 4) && !(p->tw == 16 && p->th == 8))
        return "tw and th must be 4 and 4, 8 and 4, or 16 and 8";
    if (p->fixed > 1)
        return "fixed must be 0 or 1";
    if (p->tiles < 1 || p->tiles > DEPTHCULL_MAX_TILES)
        return "tiles must be 1 to 128";
    if (p->pix != 1 && p->pix != 2 && p->pix != 4)
        return "pix must be 1, 2 or 4";
    if (p->queue < 1 || p->queue > DEPTHCULL_MAX_QUEUE)
        return "queue must be 1 to 8";
    return NULL;
}

uint8_t depthcull_reset_enable(const struct depthcull_params *p)
{
    return p->fixed ? 0x3F : 0x1F;
}

static void clear_tiles(struct depthcull_state *s, uint32_t z)
{
    depthcull_make_clear(&s->params, z, &s->tile[0]);
    for (uint32_t i = 1; i < s->params.tiles; ++i)
        s->tile[i] = s->tile[0];
}

void depthcull_reset(struct depthcull_state *s)
{
    memset(s->stage, DEPTHCULL_NO_PRIM, sizeof s->stage);
    s->engine = DEPTHCULL_NO_PRIM;
    s->left = 0;
    s->in_use = 0;
    s->queued = 0;
    s->reading = 0;
    s->result_valid = 0;
    s->pixels_valid = 0;
    s->enable = depthcull_reset_enable(&s->params);
    clear_tiles(s, 0);
}

void depthcull_init(struct depthcull_state *s, const struct depthcull_params *p)
{
    memset(s, 0, sizeof *s);
    s->params = *p;
    depthcull_reset(s);
}

static uint32_t n_pixels(const struct depthcull_state *s)
{
    return s->params.tw * s->params.th;
}

static uint32_t *pixels_of(struct depthcull_state *s, uint8_t tile)
{
    return s->memory + tile * n_pixels(s);
}

static uint32_t groups(const struct depthcull_state *s)
{
    return n_pixels(s) / s->params.pix;
}

static bool full_coverage(const struct depthcull_state *s, const uint32_t *mask)
{
    const uint32_t n = n_pixels(s);

    if (n < 32)
        return mask[0] == (UINT32_C(1) << n) - 1;
    for (uint32_t i = 0; i < n / 32; ++i) {
        if (mask[i] != UINT32_MAX)
            return false;
    }
    return true;
}

static bool tile_is_busy(const struct depthcull_state *s, uint8_t tile)
{
    if (s->engine != DEPTHCULL_NO_PRIM && s->job[s->engine].prim.tile == tile)
        return true;
    for (uint32_t i = 0; i < s->queued; ++i) {
        if (s->job[s->queue[i]].prim.tile == tile)
            return true;
    }
    return false;
}

/* Decide on a primitive against its tile as it is; true if the engine has to go over the pixels. */
static bool needs_engine(struct depthcull_state *s, struct depthcull_job *job)
{
    depthcull_decide(&s->params, s->enable, job, &s->tile[job->prim.tile]);
    if (job->decision == DEPTHCULL_AMBIGUOUS)
        return true;
    return job->decision == DEPTHCULL_PASS && job->prim.write && !full_coverage(s, job->prim.mask);
}

/* Whether the primitive of stage 4 has to queue; if not, it is decided. */
static bool waits(struct depthcull_state *s)
{
    struct depthcull_job *job = &s->job[s->stage[DEPTHCULL_STAGES - 1]];

    if (job->prim.tile >= s->params.tiles) {
        job->decision = DEPTHCULL_ERROR;
        job->test = DEPTHCULL_NONE;
        return false;
    }
    return tile_is_busy(s, job->prim.tile) || needs_engine(s, job);
}

static void put_result(struct depthcull_state *s, uint8_t id, const uint32_t *mask)
{
    const struct depthcull_job *job = &s->job[id];

    s->result_valid = 1;
    s->result.tag = job->prim.tag;
    s->result.tile = job->prim.tile;
    s->result.decision = job->decision;
    s->result.test = job->test;
    memcpy(s->result.mask, mask, sizeof s->result.mask);
    s->in_use &= (uint16_t) ~(1u << id);
}

/* The result and the effect of a primitive that needs no engine. */
static void settle(struct depthcull_state *s, uint8_t id)
{
    static const uint32_t none[4];
    const struct depthcull_job *job = &s->job[id];

    if (job->decision == DEPTHCULL_PASS && job->prim.write) {
        struct depthcull_tile *tile = &s->tile[job->prim.tile];

        tile->kind = DEPTHCULL_PLANE;
        tile->plane = job->plane;
    }
    put_result(s, id, job->decision == DEPTHCULL_PASS ? job->prim.mask : none);
}

static void finish(struct depthcull_state *s)
{
    const struct depthcull_job *job = &s->job[s->engine];
    struct depthcull_tile *tile = &s->tile[job->prim.tile];
    uint32_t source[DEPTHCULL_MAX_PX], expanded[DEPTHCULL_MAX_PX];
    uint32_t *memory = pixels_of(s, job->prim.tile), *stored = memory;
    uint32_t mask[4] = {0, 0, 0, 0}, any = 0;

    depthcull_plane_depths(&s->params, &job->plane, source);
    if (tile->kind != DEPTHCULL_PIXELS) {
        depthcull_plane_depths(&s->params, &tile->plane, expanded);
        stored = expanded;
    }
    for (uint32_t i = 0; 32 * i < n_pixels(s); ++i)
        any |= mask[i] = job->decision == DEPTHCULL_PASS
                             ? job->prim.mask[i]
                             : depthcull_passing(&s->params, job->prim.func, &source[32 * i],
                                                 &stored[32 * i], job->prim.mask[i]);
    if (any && job->prim.write) {
        for (uint32_t i = 0; i < n_pixels(s); ++i)
            memory[i] = mask[i / 32] >> i % 32 & 1 ? source[i] : stored[i];
        tile->kind = DEPTHCULL_PIXELS;
        depthcull_measure(&s->params, memory, &tile->plane);
    }
    put_result(s, s->engine, mask);
    s->engine = DEPTHCULL_NO_PRIM;
}

static void take_head(struct depthcull_state *s)
{
    const uint8_t id = s->queue[0];

    --s->queued;
    for (uint32_t i = 0; i < s->queued; ++i)
        s->queue[i] = s->queue[i + 1];
    if (needs_engine(s, &s->job[id])) {
        s->engine = id;
        s->left = (uint8_t)(groups(s) + DEPTHCULL_DRAIN);
    } else {
        settle(s, id);
    }
}

/* --- read-out --- */

static void pack(const struct depthcull_state *s, const uint32_t *z, uint32_t *data)
{
    const uint32_t width = s->params.fixed ? 24 : 32;

    memset(data, 0, sizeof s->pixels.data);
    for (uint32_t i = 0; i < s->params.pix; ++i) {
        const uint32_t at = i * width;

        data[at / 32] |= z[i] << at % 32;
        if (at % 32 + width > 32)
            data[at / 32 + 1] |= z[i] >> (32 - at % 32);
    }
}

static void put_pixels(struct depthcull_state *s, uint32_t group)
{
    const struct depthcull_tile *tile = &s->tile[s->read_tile];
    const uint32_t *memory = pixels_of(s, s->read_tile);
    const uint32_t first = group * s->params.pix;
    uint32_t z[DEPTHCULL_MAX_PIX];

    for (uint32_t i = 0; i < s->params.pix; ++i)
        z[i] = tile->kind == DEPTHCULL_PIXELS
                   ? memory[first + i]
                   : depthcull_plane_depth(&s->params, &tile->plane, first + i);
    pack(s, z, s->pixels.data);
    s->pixels.min = tile->plane.min;
    s->pixels.max = tile->plane.max;
    s->pixels.kind = tile->kind;
    s->pixels.unknown = tile->plane.unknown;
    s->pixels.last = group + 1 == groups(s);
    s->pixels.error = 0;
}

static void read_out(struct depthcull_state *s)
{
    const bool good = s->read_tile < s->params.tiles;
    const uint32_t transfers = good ? groups(s) : 1;

    s->pixels_valid = s->read_step >= 2;
    if (s->pixels_valid && good) {
        put_pixels(s, s->read_step - 2u);
    } else if (s->pixels_valid) {
        memset(&s->pixels, 0, sizeof s->pixels);
        s->pixels.last = 1;
        s->pixels.error = 1;
    }
    if (s->read_step == transfers + 1)
        s->reading = 0;
    ++s->read_step;
}

/* --- the cycle --- */

static void accept(struct depthcull_state *s, const struct depthcull_prim *prim)
{
    uint8_t id = 0;
    struct depthcull_job *job;

    while (s->in_use >> id & 1)
        ++id;
    assert(id < DEPTHCULL_POOL && s->stage[0] == DEPTHCULL_NO_PRIM);
    s->in_use |= (uint16_t)(1u << id);
    s->stage[0] = id;
    job = &s->job[id];
    job->prim = *prim;
    depthcull_make_plane(&s->params, prim->cx, prim->cy, prim->cref, &job->plane);
}

enum slot { NOBODY, FINISH, HEAD, STAGE, STAGE_QUEUES };

static enum slot slot_owner(struct depthcull_state *s, bool go)
{
    if (!go)
        return NOBODY;
    if (s->engine != DEPTHCULL_NO_PRIM && s->left == 0)
        return FINISH;
    if (s->engine == DEPTHCULL_NO_PRIM && s->queued)
        return HEAD;
    if (s->stage[DEPTHCULL_STAGES - 1] == DEPTHCULL_NO_PRIM)
        return NOBODY;
    if (!waits(s))
        return STAGE;
    return s->queued < s->params.queue ? STAGE_QUEUES : NOBODY;
}

/* Bubbles close from the end; with `leaves` stage 4 is free. The accepting stage is left empty. */
static void move_stages(struct depthcull_state *s, bool leaves)
{
    int hole = DEPTHCULL_STAGES - 1;

    if (leaves)
        s->stage[hole] = DEPTHCULL_NO_PRIM;
    while (hole > 0 && s->stage[hole] != DEPTHCULL_NO_PRIM)
        --hole;
    if (s->stage[hole] != DEPTHCULL_NO_PRIM)
        return;
    for (; hole > 0; --hole)
        s->stage[hole] = s->stage[hole - 1];
    s->stage[0] = DEPTHCULL_NO_PRIM;
}

static bool stages_empty(const struct depthcull_state *s)
{
    bool full = false;

    for (uint32_t i = 0; i < DEPTHCULL_STAGES; ++i)
        full |= s->stage[i] != DEPTHCULL_NO_PRIM;
    return !full;
}

static bool has_bubble(const struct depthcull_state *s)
{
    bool found = false;

    for (uint32_t i = 0; i < DEPTHCULL_STAGES; ++i)
        found |= s->stage[i] == DEPTHCULL_NO_PRIM;
    return found;
}

static void use_slot(struct depthcull_state *s, enum slot owner, bool go)
{
    const uint8_t id = s->stage[DEPTHCULL_STAGES - 1];

    if (go)
        s->result_valid = 0;
    switch (owner) {
    case FINISH:
        finish(s);
        break;
    case HEAD:
        take_head(s);
        break;
    case STAGE:
        settle(s, id);
        break;
    case STAGE_QUEUES:
        s->queue[s->queued++] = id;
        break;
    case NOBODY:
        break;
    }
}

static void advance(struct depthcull_state *s, const struct depthcull_inputs *in,
                    const struct depthcull_outputs *out, enum slot owner, bool go)
{
    const bool counting = s->engine != DEPTHCULL_NO_PRIM && s->left > 0;

    use_slot(s, owner, go);
    if (counting)
        --s->left;
    move_stages(s, owner == STAGE || owner == STAGE_QUEUES);
    if (in->prim_valid && out->prim_ready)
        accept(s, &in->prim);
    if (s->reading) {
        if (!s->pixels_valid || in->pixels_ready)
            read_out(s);
    } else if (in->pixels_ready) {
        s->pixels_valid = 0;
    }
    if (in->read_valid && out->read_ready) {
        s->reading = 1;
        s->read_step = 0;
        s->read_tile = in->read.tile;
    }
    if (in->clear_valid && out->clear_ready)
        clear_tiles(s, in->clear.z);
    if (in->config_valid && out->config_ready)
        s->enable = in->config.enable;
}

void depthcull_step(struct depthcull_state *s, const struct depthcull_inputs *in,
                    struct depthcull_outputs *out)
{
    const bool go = !s->result_valid || in->result_ready;
    const enum slot owner = slot_owner(s, go);
    const bool moves = owner == STAGE || owner == STAGE_QUEUES || has_bubble(s);
    const bool idle =
        stages_empty(s) && s->queued == 0 && s->engine == DEPTHCULL_NO_PRIM && !s->reading;

    out->clear_ready = idle;
    out->config_ready = idle && !in->clear_valid;
    out->read_ready = idle && !in->clear_valid && !in->config_valid;
    out->prim_ready = moves && s->queued != s->params.queue && !in->clear_valid &&
                      !in->config_valid && !in->read_valid && !s->reading;
    out->result_valid = s->result_valid;
    out->result = s->result;
    out->pixels_valid = s->pixels_valid;
    out->pixels = s->pixels;
    if (in->rst)
        depthcull_reset(s);
    else
        advance(s, in, out, owner, go);
}
