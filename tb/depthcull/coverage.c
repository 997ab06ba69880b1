#include "depthcull/coverage.h"

#include <string.h>

#include "depthcull/points.h"

/* Bits in the transfer mask. */
enum {
    PRIM = 1 << depthcull_stream_prim,
    CLEAR = 1 << depthcull_stream_clear,
    RESULT = 1 << depthcull_stream_result,
    PIXELS = 1 << depthcull_stream_pixels
};

static bool is_empty(const uint32_t *mask)
{
    return !(mask[0] | mask[1] | mask[2] | mask[3]);
}

/* Returns word `word` of the mask that covers every pixel of the tile. */
static uint32_t word_of_all(const struct depthcull_cover_ctx *ctx, uint32_t word)
{
    const uint32_t n = ctx->p.tw * ctx->p.th;

    return 32 * word >= n ? 0 : n < 32 ? (UINT32_C(1) << n) - 1 : UINT32_MAX;
}

static void set_clear(struct depthcull_cover_ctx *ctx)
{
    for (uint32_t i = 0; i < DEPTHCULL_COVER_TILES; ++i) {
        ctx->tile[i].kind = DEPTHCULL_CLEAR;
        ctx->tile[i].planes = 1;
        for (uint32_t w = 0; w < DEPTHCULL_MASK_WORDS; ++w)
            ctx->tile[i].shown[0][w] = word_of_all(ctx, w);
    }
}

static void start(struct depthcull_cover_ctx *ctx, const struct depthcull_params *p)
{
    memset(ctx, 0, sizeof *ctx);
    ctx->p = *p;
    depthcull_cover_memory_begin(&ctx->memory, p);
    set_clear(ctx);
}

void depthcull_cover_begin(void *ctx, const struct assay_params *params)
{
    struct depthcull_params p;

    memcpy(&p, params, sizeof p);
    start(ctx, &p);
}

void depthcull_cover_restart(void *any)
{
    struct depthcull_cover_ctx *ctx = any;
    const struct depthcull_params p = ctx->p;

    start(ctx, &p);
}

/* Returns 0 if the mask covers no pixel of the tile, 1 if some, 2 if all. */
static uint32_t share_of(const struct depthcull_cover_ctx *ctx, const uint32_t *mask)
{
    uint32_t any = 0, missing = 0;

    for (uint32_t i = 0; i < DEPTHCULL_MASK_WORDS; ++i) {
        any |= mask[i];
        missing |= mask[i] ^ word_of_all(ctx, i);
    }
    return any == 0 ? 0 : missing ? 1 : 2;
}

static void sample_result(const struct depthcull_cover_ctx *ctx, struct assay_cover *db,
                          const struct depthcull_result *r)
{
    const uint16_t at = r->tag;
    const uint32_t passing = share_of(ctx, r->mask);

    if (r->decision <= DEPTHCULL_PASS)
        assay_cover_hit(db, DP_DECIDED, (ctx->func[at] * 10u + r->test) * 2u + r->decision);
    assay_cover_hit(db, DP_EFFECTS,
                    ((r->decision * 2u + ctx->write[at]) * 2u + ctx->full[at]) * 3u + passing);
}

/* Records that the passing pixels show a new plane from now on. */
static void add_plane(const struct depthcull_cover_ctx *ctx, struct depthcull_cover_tile *held,
                      const uint32_t *passing)
{
    uint32_t shown[DEPTHCULL_MAX_PLANES + 1][DEPTHCULL_MASK_WORDS], n = 0;

    if (held->kind == DEPTHCULL_PIXELS && share_of(ctx, passing) < 2)
        return;
    for (uint32_t k = 0; k < held->planes; ++k) {
        for (uint32_t w = 0; w < DEPTHCULL_MASK_WORDS; ++w)
            shown[n][w] = held->shown[k][w] & ~passing[w];
        n += !is_empty(shown[n]);
    }
    memcpy(shown[n++], passing, sizeof shown[0]);
    held->kind = n > ctx->p.planes ? DEPTHCULL_PIXELS : DEPTHCULL_PLANES;
    held->planes = n > ctx->p.planes ? 0 : (uint8_t)n;
    memcpy(held->shown, shown, held->planes * sizeof shown[0]);
}

static uint32_t planes_bin(const struct depthcull_cover_tile *held)
{
    return held->planes < 5 ? held->planes : 5;
}

/* The results of one tile arrive in the order of its primitives, and all of them before any result
 * of a primitive behind the next clear. A clear may overtake results that are still waiting. */
static void sample_state(struct depthcull_cover_ctx *ctx, struct assay_cover *db,
                         const struct depthcull_result *r)
{
    const uint16_t at = r->tag;
    struct depthcull_cover_tile *held;
    uint32_t place, before, shown;

    if (ctx->come != ctx->era[at])
        set_clear(ctx);
    ctx->come = ctx->era[at];
    if (r->decision == DEPTHCULL_ERROR)
        return;
    place = depthcull_cover_place(&ctx->memory, r->tile);
    if (place == DEPTHCULL_COVER_TILES)
        return;
    held = &ctx->tile[place];
    before = held->kind;
    shown = planes_bin(held);
    depthcull_cover_result(&ctx->memory, db, place, before, ctx->func[at], r);
    if (ctx->write[at] && !is_empty(r->mask)) {
        add_plane(ctx, held, r->mask);
        assay_cover_hit(db, DP_PLANES, shown * 6u + planes_bin(held));
    }
    assay_cover_hit(db, DP_STATES, (before * 10u + r->test) * 3u + held->kind);
}

void depthcull_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                     uint64_t transfers)
{
    struct depthcull_cover_ctx *ctx = any;
    const struct depthcull_inputs *in = any_in;
    const struct depthcull_outputs *out = any_out;

    depthcull_cover_memory(&ctx->memory, db, in, out, transfers);
    if (!transfers && !out->result_valid) { /* most cycles have nothing to sample */
        ctx->after_prim = false;
        return;
    }
    if (transfers & CLEAR)
        ++ctx->now;
    if (transfers & RESULT) {
        sample_state(ctx, db, &out->result);
        sample_result(ctx, db, &out->result);
    }
    if (out->result_valid && out->pixels_valid)
        assay_cover_hit(db, DP_FLOW, (in->result_ready ? 0u : 2u) + (in->pixels_ready ? 0u : 1u));
    if ((transfers & PIXELS) && out->pixels.last && !ctx->memory.last_flush)
        assay_cover_hit(db, DP_READS,
                        (out->pixels.kind * 2u + out->pixels.unknown) * 2u + out->pixels.error);
    for (uint32_t i = 0; i < 3; ++i) {
        if (transfers & (uint64_t)CLEAR << i)
            assay_cover_hit(db, DP_COMMANDS, i * 2 + in->prim_valid);
    }
    if (transfers & PRIM) {
        const uint16_t at = in->prim.tag;

        if (ctx->after_prim)
            assay_cover_hit(db, DP_BURSTS,
                            in->prim.func * 2u + (in->prim.tile == ctx->last_tile ? 1u : 0u));
        ctx->func[at] = in->prim.func;
        ctx->write[at] = in->prim.write;
        ctx->full[at] = share_of(ctx, in->prim.mask) == 2;
        ctx->era[at] = ctx->now;
        ctx->last_tile = in->prim.tile;
    }
    ctx->after_prim = (transfers & PRIM) != 0;
}
