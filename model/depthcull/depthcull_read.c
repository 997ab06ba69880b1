/* depthcull_read.c - read-outs of tiles and flushes. */
#include <string.h>

#include "depthcull/internal.h"

static uint32_t groups(const struct depthcull_state *s)
{
    return depthcull_n_pixels(&s->params) / s->params.pix;
}

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
    const struct depthcull_tile *tile = &s->tile[s->read_slot];
    uint32_t z[DEPTHCULL_MAX_PX];
    bool unknown;

    depthcull_tile_depths(&s->params, tile, depthcull_pixels_of(s, s->read_slot), z);
    pack(s, &z[group * s->params.pix], s->pixels.data);
    depthcull_tile_range(&s->params, tile, &s->pixels.min, &s->pixels.max, &unknown);
    s->pixels.kind = tile->kind;
    s->pixels.planes = tile->planes;
    s->pixels.unknown = unknown;
    s->pixels.last = group + 1 == groups(s);
    s->pixels.error = 0;
}

static void read_out(struct depthcull_state *s)
{
    const uint32_t transfers = s->read_none ? 1 : groups(s);

    s->pixels_valid = s->read_step >= 2;
    if (s->pixels_valid && !s->read_none) {
        put_pixels(s, s->read_step - 2u);
    } else if (s->pixels_valid) {
        memset(&s->pixels, 0, sizeof s->pixels);
        s->pixels.last = 1;
        s->pixels.error = s->read_error;
    }
    if (s->read_step == transfers + 1)
        s->reading = DEPTHCULL_IDLE;
    ++s->read_step;
}

void depthcull_begin_read(struct depthcull_state *s, const struct depthcull_read *read)
{
    s->reading = read->flush ? DEPTHCULL_FLUSH : DEPTHCULL_SEEK;
    s->read_tile = read->tile;
    s->read_slot = 0;
}

static void begin_out(struct depthcull_state *s, bool none, bool error)
{
    s->reading = DEPTHCULL_OUT;
    s->read_step = 0;
    s->read_none = none;
    s->read_error = error;
}

static void seek(struct depthcull_state *s)
{
    const struct depthcull_placing plan = depthcull_plan_place(s, s->read_tile);
    const bool bad = s->read_tile >= s->params.tiles;

    if (bad || (plan.hit && s->slot[plan.slot].ready))
        begin_out(s, bad, bad);
    if (plan.placed)
        depthcull_place(s, &plan, s->read_tile);
    s->read_slot = plan.slot;
}

static void flush(struct depthcull_state *s)
{
    if (s->read_slot == s->params.sets * s->params.ways) {
        if (depthcull_quiet(s))
            begin_out(s, true, false);
        return;
    }
    if (s->slot[s->read_slot].dirty) {
        if (!depthcull_can_evict(s, s->read_slot))
            return;
        depthcull_evict(s, s->read_slot);
    }
    ++s->read_slot;
}

void depthcull_step_read(struct depthcull_state *s, bool pixels_ready)
{
    if (s->reading == DEPTHCULL_OUT) {
        if (!s->pixels_valid || pixels_ready)
            read_out(s);
        return;
    }
    if (pixels_ready)
        s->pixels_valid = 0;
    if (s->reading == DEPTHCULL_SEEK)
        seek(s);
    else if (s->reading == DEPTHCULL_FLUSH)
        flush(s);
}
