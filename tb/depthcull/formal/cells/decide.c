/*
 * decide.c - depthcull_decide is the decision of the model, of whatever facts the tests find.
 *
 * Nothing is claimed of a mask that is both empty and full, nor of GT without GE or LT without LE: the
 * one brings the other with it.
 *
 *     top:    depthcull_decide
 *     rtl:    rtl/depthcull/depthcull_decide.v
 *     model:  model/depthcull/depthcull_decide.c
 *     cases:  FIXED=0, FIXED=1
 *     in:     bad_tile empty full func:3 write enable:7 gt lt ge:7 le:7
 *     out:    decision:2 test:4 replaces pixels
 *     plant:  tb/depthcull/formal/cells/decide.patch
 */
#include <string.h>

#include "depthcull/depthcull.h"

bool spec(const uint32_t *in, uint32_t *out);

/* The facts are inputs: the tile carries them. Range alone finds GT and LT. */
uint32_t depthcull_facts(const struct depthcull_params *p, uint32_t test,
                         const struct depthcull_plane *source, const struct depthcull_tile *tile)
{
    const uint32_t range =
        (tile->plane.min ? DEPTHCULL_GT : 0u) | (tile->plane.max ? DEPTHCULL_LT : 0u);

    (void)p;
    (void)source;
    return (tile->plane.cx >> (test - 1) & 1 ? DEPTHCULL_GE : 0u) |
           (tile->plane.cy >> (test - 1) & 1 ? DEPTHCULL_LE : 0u) |
           (test == DEPTHCULL_RANGE ? range : 0u);
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const bool bad_tile = in[0], empty = in[1], full = in[2], write = in[4];
    const struct depthcull_params p = {.tw = 4, .th = 4, .fixed = FIXED};
    struct depthcull_job job;
    struct depthcull_tile tile;

    if ((empty && full) || (in[6] && !(in[8] & 1)) || (in[7] && !(in[9] & 1)))
        return false;
    memset(&job, 0, sizeof job);
    memset(&tile, 0, sizeof tile);
    job.prim.func = (uint8_t)in[3];
    job.prim.mask[0] = empty ? 0 : full ? 0xFFFF : 1;
    tile.plane.min = in[6];
    tile.plane.max = in[7];
    tile.plane.cx = in[8];
    tile.plane.cy = in[9];
    if (bad_tile)
        job.decision = DEPTHCULL_ERROR;
    else
        depthcull_decide(&p, in[5], &job, &tile);
    out[0] = job.decision;
    out[1] = job.test;
    out[2] = job.decision == DEPTHCULL_PASS && write && full;
    out[3] =
        job.decision == DEPTHCULL_AMBIGUOUS || (job.decision == DEPTHCULL_PASS && write && !full);
    return true;
}
