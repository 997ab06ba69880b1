#include "depthcull/clears.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "depthcull/depthcull.h"
#include "depthcull/scene.h"

enum {
    WIDTH = 1920,
    HEIGHT = 1088,
    ROUNDS = 2,
    MOST = ROUNDS << 4,
    LIMIT = 10000,
    ONE = 0x3F800000
};

/* The block and the acknowledgement that memory owes it. */
struct bench {
    struct depthcull_state s;
    bool owes; /* memory owes an acknowledgement for `tag` */
    uint16_t tag;
};

/* Runs one cycle with results accepted. All written tiles are in the cache, so memory reads
 * nothing. It acknowledges each cleaned record in the next cycle. */
static struct depthcull_outputs cycle(struct bench *b, const struct depthcull_inputs *given)
{
    struct depthcull_inputs in = *given;
    struct depthcull_outputs out;

    in.result_ready = 1;
    in.mem_ready = 1;
    in.fill_valid = b->owes;
    in.fill.tag = b->tag;
    depthcull_step(&b->s, &in, &out);
    b->owes = out.mem_valid;
    b->tag = out.mem.tag;
    return out;
}

/* Returns the number of cycles until the block accepts primitives, or LIMIT if it hangs. */
static uint32_t wait_for_prim(struct bench *b)
{
    const struct depthcull_inputs in = {0};
    uint32_t n = 1;

    while (n < LIMIT && !cycle(b, &in).prim_ready)
        ++n;
    return n;
}

static bool write_tiles(struct bench *b, uint32_t tiles)
{
    struct depthcull_inputs in = {.prim_valid = 1};
    uint32_t n = 0;

    in.prim.func = DEPTHCULL_ALWAYS;
    in.prim.write = 1;
    in.prim.mask[0] = UINT32_MAX; /* 8x4 pixels */
    for (uint32_t t = 0; t < LIMIT && n < tiles; ++t) {
        in.prim.tile = n;
        n += cycle(b, &in).prim_ready;
    }
    return n == tiles;
}

/* Sends a clear, which the block accepts once all primitives are decided. False if it hangs. */
static bool clear(struct bench *b)
{
    const struct depthcull_inputs in = {.clear_valid = 1, .clear = {.z = ONE}};
    uint32_t n = 0;

    while (n < LIMIT && !cycle(b, &in).clear_ready)
        ++n;
    return n < LIMIT;
}

/* Summarizes the cycle counts of all clears. */
static void sum_up(struct depthcull_clears *c, const uint32_t *took)
{
    c->usual = c->longest = took[0];
    for (uint32_t i = 1; i < c->clears; ++i) {
        c->usual = took[i] < c->usual ? took[i] : c->usual;
        c->longest = took[i] > c->longest ? took[i] : c->longest;
    }
    for (uint32_t i = 0; i < c->clears; ++i)
        c->sweeps += took[i] > c->usual;
}

bool depthcull_time_clears(struct depthcull_clears *c, char *why, size_t why_size)
{
    const struct assay_params params = depthcull_scene_params(false);
    struct bench *b = calloc(1, sizeof *b);
    struct depthcull_params p;
    uint32_t took[MOST] = {0};
    bool good;

    if (!b) {
        snprintf(why, why_size, "depthcull: clears of a frame: out of memory");
        return false;
    }
    memcpy(&p, &params, sizeof p);
    p.tiles = WIDTH / p.tw * (HEIGHT / p.th);
    *c = (struct depthcull_clears){.clears = (uint32_t)ROUNDS << p.epoch,
                                   .written = p.sets * p.ways};
    depthcull_init(&b->s, &p);
    good = wait_for_prim(b) < LIMIT;
    for (uint32_t i = 0; good && i < c->clears; ++i) {
        good = write_tiles(b, c->written) && clear(b);
        took[i] = wait_for_prim(b);
        good = good && took[i] < LIMIT;
    }
    if (good)
        sum_up(c, took);
    else
        snprintf(why, why_size,
                 "depthcull: clears of a frame: the block hangs: expected it to go on within %d "
                 "cycles",
                 LIMIT);
    free(b);
    return good;
}
