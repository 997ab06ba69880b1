#include "depthcull/coverage.h"

#include <string.h>

/* Bits of the transfer mask: the streams in the order of block.yaml. */
enum { PRIM = 1, CLEAR = 2, CONFIG = 4, READ = 8, RESULT = 16, PIXELS = 32 };

static const char *const func_bins[] = {"never",   "less",     "equal",  "lequal",
                                        "greater", "notequal", "gequal", "always"};
static const char *const decision_bins[] = {"cull", "pass", "ambiguous", "error"};
static const char *const test_bins[] = {"none", "range", "slope",  "xend",     "yend",
                                        "end3", "end",   "claim5", "function", "empty"};
static const char *const yes_bins[] = {"no", "yes"};
static const char *const kind_bins[] = {"clear", "planes", "pixels"};
static const char *const planes_bins[] = {"pixels", "1", "2", "3", "4", "more"};
static const char *const share_bins[] = {"none", "some", "all"};
static const char *const prim_bins[] = {"other", "same"};
static const char *const command_bins[] = {"clear", "config", "read"};
static const char *const flow_bins[] = {"flowing", "stalled"};

static const struct assay_cover_axis func = {"func", 8, func_bins};
static const struct assay_cover_axis decision = {"decision", 4, decision_bins};
static const struct assay_cover_axis two_decisions = {"decision", 2, decision_bins};
static const struct assay_cover_axis test = {"test", 10, test_bins};
static const struct assay_cover_axis write = {"write", 2, yes_bins};
static const struct assay_cover_axis full = {"full", 2, yes_bins};
static const struct assay_cover_axis share = {"passing", 3, share_bins};
static const struct assay_cover_axis kind = {"kind", 3, kind_bins};
static const struct assay_cover_axis after = {"after", 3, kind_bins};
static const struct assay_cover_axis planes = {"planes", 6, planes_bins};
static const struct assay_cover_axis then_planes = {"then", 6, planes_bins};
static const struct assay_cover_axis unknown = {"unknown", 2, yes_bins};
static const struct assay_cover_axis error = {"error", 2, yes_bins};
static const struct assay_cover_axis tile = {"tile", 2, prim_bins};
static const struct assay_cover_axis command = {"command", 3, command_bins};
static const struct assay_cover_axis waits = {"waits", 2, yes_bins};
static const struct assay_cover_axis result_flow = {"result", 2, flow_bins};
static const struct assay_cover_axis pixels_flow = {"pixels", 2, flow_bins};

/* Which function a test can decide, and how. */
static bool test_impossible(const unsigned *bin)
{
    const unsigned f = bin[0], t = bin[1], d = bin[2];
    const bool united = f == DEPTHCULL_EQUAL || f == DEPTHCULL_NOTEQUAL;

    if (t == DEPTHCULL_NONE)
        return true; /* ambiguous or error: the group effects */
    if (t == DEPTHCULL_EMPTY)
        return d != DEPTHCULL_CULL;
    if (f == DEPTHCULL_NEVER || f == DEPTHCULL_ALWAYS)
        return t != DEPTHCULL_BY_FUNC || (d == DEPTHCULL_PASS) != (f == DEPTHCULL_ALWAYS);
    if (t == DEPTHCULL_BY_FUNC)
        return true;
    if (t == DEPTHCULL_RANGE)
        return false;
    /* GE and LE both: one of them may be from a test before. GT and LT are from range only. */
    if (united)
        return t > DEPTHCULL_END || (d == DEPTHCULL_PASS) != (f == DEPTHCULL_EQUAL);
    if (t == DEPTHCULL_CLAIM5) /* GE only */
        return !((f == DEPTHCULL_LESS && d == DEPTHCULL_CULL) ||
                 (f == DEPTHCULL_GEQUAL && d == DEPTHCULL_PASS));
    /* GE and LE only. */
    return (d == DEPTHCULL_PASS) != (f == DEPTHCULL_LEQUAL || f == DEPTHCULL_GEQUAL);
}

static bool effect_impossible(const unsigned *bin)
{
    switch (bin[0]) {
    case DEPTHCULL_CULL:
    case DEPTHCULL_ERROR:
        return bin[3] != 0;
    case DEPTHCULL_PASS:
        return bin[3] != (bin[2] ? 2u : 1u);
    default:
        return bin[3] == 2 && !bin[2]; /* all covered pixels pass, but not all pixels: some */
    }
}

static bool read_impossible(const unsigned *bin)
{
    return bin[2] && (bin[0] || bin[1]);
}

/* What a test can make of a tile. */
static bool state_impossible(const unsigned *bin)
{
    const unsigned before = bin[0], t = bin[1], then = bin[2];

    if (t == DEPTHCULL_EMPTY)
        return then != before;
    if (t >= DEPTHCULL_SLOPE && t <= DEPTHCULL_CLAIM5 && before == DEPTHCULL_PIXELS)
        return true;
    return then == DEPTHCULL_CLEAR && before != DEPTHCULL_CLEAR;
}

/* A primitive adds one plane at most, and PLANES is 1, 2, 4 or 8. */
static bool planes_impossible(const unsigned *bin)
{
    if (bin[0] == 0)
        return bin[1] > 1;
    if (bin[1] == 0)
        return bin[0] == 3;
    return bin[1] > bin[0] + 1;
}

enum { DECIDED, STATES, PLANES, EFFECTS, READS, BURSTS, COMMANDS, FLOW };

const struct assay_cover_group depthcull_groups[DEPTHCULL_GROUPS] = {
    [DECIDED] = {"decided",
                 "function by deciding test by decision",
                 3,
                 {&func, &test, &two_decisions},
                 test_impossible},
    [STATES] = {"states",
                "kind of tile by deciding test by kind after",
                3,
                {&kind, &test, &after},
                state_impossible},
    [PLANES] = {"planes",
                "planes that a written tile shows before and after, 0: PIXELS",
                2,
                {&planes, &then_planes},
                planes_impossible},
    [EFFECTS] = {"effects",
                 "decision by write, full coverage and pixels that pass",
                 4,
                 {&decision, &write, &full, &share},
                 effect_impossible},
    [READS] = {"reads", "tiles that were read", 3, {&kind, &unknown, &error}, read_impossible},
    [BURSTS] = {"bursts",
                "primitives in consecutive cycles: function by tile of the one before",
                2,
                {&func, &tile},
                NULL},
    [COMMANDS] = {"commands",
                  "clear, config, read: while a primitive is offered",
                  2,
                  {&command, &waits},
                  NULL},
    [FLOW] = {"backpressure",
              "result and pixels while they wait",
              2,
              {&result_flow, &pixels_flow},
              NULL},
};

static bool is_empty(const uint32_t *mask)
{
    return !(mask[0] | mask[1] | mask[2] | mask[3]);
}

static void set_clear(struct depthcull_cover_ctx *ctx)
{
    for (uint32_t i = 0; i < DEPTHCULL_COVER_TILES; ++i) {
        ctx->tile[i].kind = DEPTHCULL_CLEAR;
        ctx->tile[i].planes = 1;
        for (uint32_t w = 0; w < DEPTHCULL_MASK_WORDS; ++w) {
            const uint32_t n = ctx->p.tw * ctx->p.th;

            ctx->tile[i].shown[0][w] = 32 * w >= n ? 0 : n < 32 ? (1u << n) - 1 : UINT32_MAX;
        }
    }
}

void depthcull_cover_begin(void *any, const struct assay_params *params)
{
    struct depthcull_cover_ctx *ctx = any;

    memset(ctx, 0, sizeof *ctx);
    memcpy(&ctx->p, params, sizeof ctx->p);
    set_clear(ctx);
}

/* 0: no pixel of the tile, 1: some, 2: all. */
static uint32_t share_of(const struct depthcull_cover_ctx *ctx, const uint32_t *mask)
{
    const uint32_t n = ctx->p.tw * ctx->p.th;
    uint32_t any = 0, missing = 0;

    for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t all = 32 * i >= n ? 0 : n < 32 ? (UINT32_C(1) << n) - 1 : UINT32_MAX;

        any |= mask[i];
        missing |= mask[i] ^ all;
    }
    return any == 0 ? 0 : missing ? 1 : 2;
}

static void sample_result(const struct depthcull_cover_ctx *ctx, struct assay_cover *db,
                          const struct depthcull_result *r)
{
    const uint8_t at = (uint8_t)r->tag;
    const uint32_t passing = share_of(ctx, r->mask);

    if (r->decision <= DEPTHCULL_PASS)
        assay_cover_hit(db, DECIDED, (ctx->func[at] * 10u + r->test) * 2u + r->decision);
    assay_cover_hit(db, EFFECTS,
                    ((r->decision * 2u + ctx->write[at]) * 2u + ctx->full[at]) * 3u + passing);
}

/* These pixels show another plane from now on. */
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

/* Results of a tile come in the order of its primitives, and all of them before those behind a clear. A clear can be ahead of
 * results that wait. */
static void sample_state(struct depthcull_cover_ctx *ctx, struct assay_cover *db,
                         const struct depthcull_result *r)
{
    const uint8_t at = (uint8_t)r->tag;
    struct depthcull_cover_tile *held = &ctx->tile[r->tile % DEPTHCULL_COVER_TILES];
    uint32_t before, shown;

    if (ctx->come != ctx->era[at])
        set_clear(ctx);
    ctx->come = ctx->era[at];
    if (r->decision == DEPTHCULL_ERROR)
        return;
    before = held->kind;
    shown = planes_bin(held);
    if (ctx->write[at] && !is_empty(r->mask)) {
        add_plane(ctx, held, r->mask);
        assay_cover_hit(db, PLANES, shown * 6u + planes_bin(held));
    }
    assay_cover_hit(db, STATES, (before * 10u + r->test) * 3u + held->kind);
}

void depthcull_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                     uint64_t transfers)
{
    struct depthcull_cover_ctx *ctx = any;
    const struct depthcull_inputs *in = any_in;
    const struct depthcull_outputs *out = any_out;

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
        assay_cover_hit(db, FLOW, (in->result_ready ? 0u : 2u) + (in->pixels_ready ? 0u : 1u));
    if ((transfers & PIXELS) && out->pixels.last)
        assay_cover_hit(db, READS,
                        (out->pixels.kind * 2u + out->pixels.unknown) * 2u + out->pixels.error);
    for (uint32_t i = 0; i < 3; ++i) {
        if (transfers & (CLEAR << i))
            assay_cover_hit(db, COMMANDS, i * 2 + in->prim_valid);
    }
    if (transfers & PRIM) {
        const uint8_t at = (uint8_t)in->prim.tag;

        if (ctx->epoch != in->prim.tag >> 12)
            ++ctx->now;
        ctx->epoch = (uint8_t)(in->prim.tag >> 12);
        if (ctx->after_prim)
            assay_cover_hit(db, BURSTS,
                            in->prim.func * 2u + (in->prim.tile == ctx->last_tile ? 1u : 0u));
        ctx->func[at] = in->prim.func;
        ctx->write[at] = in->prim.write;
        ctx->full[at] = share_of(ctx, in->prim.mask) == 2;
        ctx->era[at] = ctx->now;
        ctx->last_tile = in->prim.tile;
    }
    ctx->after_prim = (transfers & PRIM) != 0;
}
