#include "depthcull/draw.h"

#include <stdlib.h>
#include <string.h>

#include "depthcull/memory.h"

enum step { CONFIGURE, WIPE, DRAW, FLUSH, READ_OUT, END };

struct draw_ctx {
    struct depthcull_params p;
    struct depthcull_draw *d;
    struct depthcull_memory memory;
    enum step step;
    bool offered;      /* the step's only transfer (config or clear) has been offered */
    size_t pass;       /* the current pass */
    uint64_t before;   /* lines read and written by memory when the pass began */
    uint8_t *wrote;    /* for each primitive of the pass: it wrote pixels */
    size_t sent, came; /* primitives and results of the pass */
    /* Tiles of the pass whose read-out was requested,
     * tiles read, group of pixels within the tile. */
    uint32_t asked, read, group;
};

static struct depthcull_pass *pass_of(const struct draw_ctx *c)
{
    return &c->d->pass[c->pass];
}

static void go_to(struct draw_ctx *c, enum step step)
{
    c->step = step;
    c->offered = false;
}

static void begin_pass(struct draw_ctx *c)
{
    c->before = c->memory.reads + c->memory.writes;
    c->sent = c->came = 0;
    c->asked = c->read = c->group = 0;
    go_to(c, WIPE);
}

static void draw_begin(void *any, const struct assay_stim_env *env)
{
    struct draw_ctx *c = any;

    memcpy(&c->p, env->params, sizeof c->p);
    c->d = env->user;
    depthcull_memory_begin(&c->memory, &c->p, &depthcull_memory_usual, 0, env->seed);
    c->wrote = calloc(c->d->frame->prims + 1, 1);
    if (!c->wrote)
        assay_replies_wrong(&c->memory.wrong, "out of memory");
    go_to(c, c->d->passes && !c->memory.wrong ? CONFIGURE : END);
}

static void draw_end(void *any)
{
    struct draw_ctx *c = any;

    depthcull_memory_free(&c->memory);
    free(c->wrote);
}

static void fill_prim(struct draw_ctx *c, struct depthcull_prim *prim)
{
    const struct scene_prim *from = &c->d->frame->prim[c->sent];

    prim->tile = from->tile;
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
    case depthcull_stream_config:
        if (c->step != CONFIGURE || c->offered)
            return false;
        ((struct depthcull_config *)payload)->enable = pass_of(c)->enable;
        return c->offered = true;
    case depthcull_stream_clear:
        if (c->step != WIPE || c->offered)
            return false;
        ((struct depthcull_clear *)payload)->z = c->d->clear;
        return c->offered = true;
    case depthcull_stream_prim:
        if (c->step != DRAW || c->sent == c->d->frame->prims)
            return false;
        fill_prim(c, payload);
        return true;
    case depthcull_stream_fill:
        return depthcull_memory_reply(&c->memory, payload);
    default:
        if (c->step == FLUSH && !c->offered) {
            *(struct depthcull_read *)payload = (struct depthcull_read){.flush = 1};
            return c->offered = true;
        }
        if (c->step != READ_OUT || c->asked == c->d->frame->tiles)
            return false;
        *(struct depthcull_read *)payload = (struct depthcull_read){.tile = c->asked++};
        return true;
    }
}

/* Results of different tiles may overtake each other; the tag identifies the primitive. */
static void take_result(struct draw_ctx *c, const struct depthcull_result *result)
{
    const size_t back = (uint16_t)((c->sent - 1) - result->tag);
    const size_t at = c->sent - 1 - back;
    struct depthcull_pass *pass = pass_of(c);

    ++pass->decided[result->decision][result->test];
    pass->mask_sum += scene_mask_sum(at, result->mask);
    c->wrote[at] = (result->mask[0] | result->mask[1] | result->mask[2] | result->mask[3]) != 0;
    if (c->pass == 0 && c->d->see)
        c->d->see(c->d->see_arg, &c->d->frame->prim[at], result);
    ++c->d->done;
    if (++c->came < c->d->frame->prims)
        return;
    pass->drawn_lines = c->memory.reads + c->memory.writes - c->before;
    go_to(c, FLUSH);
}

static void take_pixel(struct draw_ctx *c, uint32_t index, uint32_t z)
{
    const struct scene_frame *f = c->d->frame;
    const uint32_t x = c->read % f->across * c->p.tw + index % c->p.tw;
    const uint32_t y = c->read / f->across * c->p.th + index / c->p.tw;
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

    if (c->step == FLUSH) {
        pass_of(c)->lines = c->memory.reads + c->memory.writes - c->before;
        if (!depthcull_plain_lines(c->d->frame, c->wrote, &pass_of(c)->plain_lines))
            assay_replies_wrong(&c->memory.wrong, "out of memory");
        go_to(c, READ_OUT);
        return;
    }
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
    if (++c->read < c->d->frame->tiles)
        return;
    pass_of(c)->finished = true;
    go_to(c, ++c->pass < c->d->passes ? CONFIGURE : END);
}

static void draw_observe(void *any, unsigned stream, const void *payload)
{
    struct draw_ctx *c = any;

    if (stream == depthcull_stream_config)
        begin_pass(c);
    else if (stream == depthcull_stream_clear)
        go_to(c, c->d->frame->prims ? DRAW : FLUSH);
    else if (stream == depthcull_stream_result)
        take_result(c, payload);
    else if (stream == depthcull_stream_pixels)
        take_pixels(c, payload);
    else if (stream == depthcull_stream_fill)
        depthcull_memory_replied(&c->memory);
    else if (stream == depthcull_stream_mem)
        depthcull_memory_take(&c->memory, payload);
}

/* The block has no plain inputs. This hook is called in every cycle. */
static void draw_plain(void *any, void *in)
{
    struct draw_ctx *c = any;

    if (!depthcull_memory_cycle(&c->memory))
        ((struct depthcull_inputs *)in)->mem_ready = 0;
    if (c->step == DRAW)
        ++pass_of(c)->cycles;
}

static bool draw_failed(const void *any)
{
    const struct draw_ctx *c = any;

    c->d->wrong = c->memory.wrong;
    return c->memory.wrong != NULL;
}

static void draw_report(const void *any, FILE *f)
{
    const struct draw_ctx *c = any;

    depthcull_memory_report(&c->memory, f);
}

static bool draw_done(const void *any)
{
    const struct draw_ctx *c = any;

    return c->step == END;
}

const struct assay_scenario depthcull_draw_scenario = {
    .name = "draw",
    .summary = "a frame, again and again",
    .ctx_size = sizeof(struct draw_ctx),
    .begin = draw_begin,
    .next = draw_next,
    .observe = draw_observe,
    .plain = draw_plain,
    .done = draw_done,
    .failed = draw_failed,
    .report = draw_report,
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
