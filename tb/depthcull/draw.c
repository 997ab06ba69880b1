#include "depthcull/draw.h"

#include <string.h>

#include "depthcull/memory.h"

/* The order of the streams in block.yaml. */
enum { PRIM, CLEAR, CONFIG, READ, FILL, RESULT, PIXELS, MEM };

enum { LATENCY = 64 }; /* cycles, of memory */

enum step { CONFIGURE, WIPE, DRAW, READ_OUT, END };

struct draw_ctx {
    struct depthcull_params p;
    struct depthcull_draw *d;
    struct depthcull_memory memory;
    enum step step;
    bool offered;                /* the step's one transfer, config or clear, is on its way */
    size_t pass;                 /* under way */
    uint32_t band;               /* of the frame */
    size_t sent, came;           /* primitives and results of the band */
    uint32_t asked, read, group; /* tiles of the band; group of pixels of the tile */
};

static struct depthcull_pass *pass_of(const struct draw_ctx *c)
{
    return &c->d->pass[c->pass];
}

static size_t band_prims(const struct draw_ctx *c)
{
    return c->d->frame->first[c->band + 1] - c->d->frame->first[c->band];
}

static uint32_t band_tiles(const struct draw_ctx *c)
{
    const uint32_t before = c->band * c->p.tiles, left = c->d->frame->tiles - before;

    return left < c->p.tiles ? left : c->p.tiles;
}

static void go_to(struct draw_ctx *c, enum step step)
{
    c->step = step;
    c->offered = false;
}

static void begin_band(struct draw_ctx *c)
{
    c->sent = c->came = 0;
    c->asked = c->read = c->group = 0;
    go_to(c, WIPE);
}

static void draw_begin(void *any, const struct assay_stim_env *env)
{
    struct draw_ctx *c = any;

    memcpy(&c->p, env->params, sizeof c->p);
    c->d = env->user;
    depthcull_memory_begin(&c->memory, &c->p, LATENCY, 0, env->seed);
    go_to(c, c->d->passes ? CONFIGURE : END);
}

static void draw_end(void *any)
{
    struct draw_ctx *c = any;

    depthcull_memory_free(&c->memory);
}

static void fill_prim(struct draw_ctx *c, struct depthcull_prim *prim)
{
    const struct scene_prim *from = &c->d->frame->prim[c->d->frame->first[c->band] + c->sent];

    prim->tile = from->tile % c->p.tiles;
    prim->func = c->d->func;
    prim->write = 1;
    prim->cx = from->c[0];
    prim->cy = from->c[1];
    prim->cref = from->c[2];
    memcpy(prim->mask, from->mask, sizeof prim->mask);
    prim->tag = (uint16_t)c->sent++;
}

static bool draw_next(void *any, unsigned stream, void *payload)
{
    struct draw_ctx *c = any;

    switch (stream) {
    case CONFIG:
        if (c->step != CONFIGURE || c->offered)
            return false;
        ((struct depthcull_config *)payload)->enable = pass_of(c)->enable;
        return c->offered = true;
    case CLEAR:
        if (c->step != WIPE || c->offered)
            return false;
        ((struct depthcull_clear *)payload)->z = c->d->clear;
        return c->offered = true;
    case PRIM:
        if (c->step != DRAW || c->sent == band_prims(c))
            return false;
        fill_prim(c, payload);
        return true;
    case FILL:
        return depthcull_memory_reply(&c->memory, payload);
    default:
        if (c->step != READ_OUT || c->asked == band_tiles(c))
            return false;
        ((struct depthcull_read *)payload)->tile = c->asked++;
        return true;
    }
}

/* Results of different tiles pass each other: the tag says which primitive it is. */
static void take_result(struct draw_ctx *c, const struct depthcull_result *result)
{
    const size_t back = (uint16_t)((c->sent - 1) - result->tag);
    const size_t at = c->d->frame->first[c->band] + c->sent - 1 - back;
    struct depthcull_pass *pass = pass_of(c);

    ++pass->decided[result->decision][result->test];
    pass->mask_sum += scene_mask_sum(at, result->mask);
    if (c->pass == 0 && c->d->see)
        c->d->see(c->d->see_arg, &c->d->frame->prim[at], result);
    ++c->d->done;
    if (++c->came == band_prims(c))
        go_to(c, READ_OUT);
}

static void take_pixel(struct draw_ctx *c, uint32_t index, uint32_t z)
{
    const struct scene_frame *f = c->d->frame;
    const uint32_t tile = c->band * c->p.tiles + c->read;
    const uint32_t x = tile % f->across * c->p.tw + index % c->p.tw;
    const uint32_t y = tile / f->across * c->p.th + index / c->p.tw;
    const size_t at = (size_t)y * f->pitch + x;
    struct depthcull_pass *pass = pass_of(c);

    if (c->pass == 0 && c->d->image)
        c->d->image[at] = z;
    if (z == c->d->expected[at])
        return;
    if (!pass->differing++) {
        pass->x = x;
        pass->y = y;
        pass->got = z;
        pass->wanted = c->d->expected[at];
    }
}

static void take_pixels(struct draw_ctx *c, const struct depthcull_pixels *pixels)
{
    const uint32_t bits = c->p.fixed ? 24 : 32;

    for (uint32_t i = 0; i < c->p.pix; ++i) {
        const uint32_t low = i * bits, word = low / 32;
        uint64_t both = pixels->data[word];

        if (word + 1 < 4)
            both |= (uint64_t)pixels->data[word + 1] << 32;
        take_pixel(c, c->group * c->p.pix + i,
                   (uint32_t)(both >> low % 32 & ((UINT64_C(1) << bits) - 1)));
    }
    ++c->group;
    if (!pixels->last)
        return;
    c->group = 0;
    if (++c->read < band_tiles(c))
        return;
    if (++c->band < c->d->frame->bands) {
        begin_band(c);
        return;
    }
    pass_of(c)->finished = true;
    c->band = 0;
    go_to(c, ++c->pass < c->d->passes ? CONFIGURE : END);
}

static void draw_observe(void *any, unsigned stream, const void *payload)
{
    struct draw_ctx *c = any;

    if (stream == CONFIG)
        begin_band(c);
    else if (stream == CLEAR)
        go_to(c, band_prims(c) ? DRAW : READ_OUT);
    else if (stream == RESULT)
        take_result(c, payload);
    else if (stream == PIXELS)
        take_pixels(c, payload);
    else if (stream == FILL)
        depthcull_memory_replied(&c->memory);
    else if (stream == MEM)
        depthcull_memory_take(&c->memory, payload);
}

/* There are no plain pins: this is called in every cycle. */
static void draw_plain(void *any, void *in)
{
    struct draw_ctx *c = any;

    (void)in;
    if (c->step == DRAW)
        ++pass_of(c)->cycles;
}

static bool draw_failed(const void *any)
{
    const struct draw_ctx *c = any;

    return c->memory.wrong != NULL;
}

static bool draw_done(const void *any)
{
    const struct draw_ctx *c = any;

    return c->step == END;
}

const struct assay_scenario depthcull_draw_scenario = {
    .name = "draw",
    .summary = "a frame, band by band",
    .ctx_size = sizeof(struct draw_ctx),
    .begin = draw_begin,
    .next = draw_next,
    .observe = draw_observe,
    .plain = draw_plain,
    .done = draw_done,
    .failed = draw_failed,
    .end = draw_end,
};

const char *depthcull_test_name(uint32_t test)
{
    static const char *const names[DEPTHCULL_TESTS] = {
        "none", "range", "slope", "xend", "yend", "end3", "end", "claim5", "function", "empty"};

    return test < DEPTHCULL_TESTS ? names[test] : "?";
}

uint8_t depthcull_sound(const struct depthcull_params *p)
{
    return p->fixed ? 0x3F : 0x1F;
}
