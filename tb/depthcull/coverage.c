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
static const char *const kind_bins[] = {"clear", "plane", "pixels"};
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
    /* GE and LE both: from slope for equal planes, and in fixed point, without margins, also from yend
     * and end3. GT and LT are from range only. */
    if (united)
        return t == DEPTHCULL_XEND || t > DEPTHCULL_END3 ||
               (d == DEPTHCULL_PASS) != (f == DEPTHCULL_EQUAL);
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
    if (t == DEPTHCULL_NONE)
        return then != before && then != DEPTHCULL_PIXELS;
    if (t >= DEPTHCULL_SLOPE && t <= DEPTHCULL_CLAIM5 && before == DEPTHCULL_PIXELS)
        return true;
    return then == DEPTHCULL_CLEAR && before != DEPTHCULL_CLEAR;
}

enum { DECIDED, STATES, EFFECTS, READS, BURSTS, COMMANDS, FLOW };

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

void depthcull_cover_begin(void *any, const struct assay_params *params)
{
    struct depthcull_cover_ctx *ctx = any;

    memset(ctx, 0, sizeof *ctx);
    memcpy(&ctx->p, params, sizeof ctx->p);
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

/* Results of a tile come in the order of its primitives. */
static void sample_state(struct depthcull_cover_ctx *ctx, struct assay_cover *db,
                         const struct depthcull_result *r)
{
    const uint8_t at = (uint8_t)r->tag;
    uint8_t *tile_kind = &ctx->kind[r->tile % DEPTHCULL_MAX_TILES];
    const uint8_t before = *tile_kind;

    if (r->decision == DEPTHCULL_ERROR)
        return;
    if (ctx->write[at] && (r->mask[0] | r->mask[1] | r->mask[2] | r->mask[3]))
        *tile_kind =
            r->decision == DEPTHCULL_PASS && ctx->full[at] ? DEPTHCULL_PLANE : DEPTHCULL_PIXELS;
    assay_cover_hit(db, STATES, (before * 10u + r->test) * 3u + *tile_kind);
}

void depthcull_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                     uint64_t transfers)
{
    struct depthcull_cover_ctx *ctx = any;
    const struct depthcull_inputs *in = any_in;
    const struct depthcull_outputs *out = any_out;

    if (!transfers && !out->result_valid) { /* most cycles have nothing to sample */
        ctx->held = ctx->after_prim = false;
        return;
    }
    /* A clear can come while the last result still waits: the effect was before it. */
    if (out->result_valid && !ctx->held)
        sample_state(ctx, db, &out->result);
    ctx->held = out->result_valid && !in->result_ready;
    if (transfers & CLEAR)
        memset(ctx->kind, DEPTHCULL_CLEAR, sizeof ctx->kind);
    if (transfers & RESULT)
        sample_result(ctx, db, &out->result);
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
            memset(ctx->kind, DEPTHCULL_CLEAR, sizeof ctx->kind);
        ctx->epoch = (uint8_t)(in->prim.tag >> 12);
        if (ctx->after_prim)
            assay_cover_hit(db, BURSTS,
                            in->prim.func * 2u + (in->prim.tile == ctx->last_tile ? 1u : 0u));
        ctx->func[at] = in->prim.func;
        ctx->write[at] = in->prim.write;
        ctx->full[at] = share_of(ctx, in->prim.mask) == 2;
        ctx->last_tile = in->prim.tile;
    }
    ctx->after_prim = (transfers & PRIM) != 0;
}
