#include "loopback/coverage.h"

#include <string.h>

/* Bits in the transfer mask: the streams in the order of block.yaml. */
enum { CMD = 1, A = 2, B = 4, SRC0 = 8, DST = 16, RSP = 32 };

static const char *const pair_bins[] = {"u8_u8", "u8_s8", "s8_u8", "s8_s8", "bf16", "f16", "f32"};
static const char *const how_bins[] = {"dense", "maps", "generate"};
static const char *const strict_bins[] = {"loose", "strict"};
static const char *const k_bins[] = {"one", "some", "all"};
static const char *const polarity_bins[] = {"non_zero", "zero"};
static const char *const null_bins[] = {"rows", "null"};
static const char *const status_bins[] = {"good", "types", "k_len", "map"};
static const char *const side_bins[] = {"a", "b"};
static const char *const marks_bins[] = {"none", "some", "all"};
static const char *const truth_bins[] = {"exact", "extra", "pruned", "both"};
static const char *const value_bins[] = {"other", "plus_zero", "minus_zero", "infinity", "nan"};
static const char *const yes_bins[] = {"no", "yes"};

static const struct assay_cover_axis pair = {"types", 7, pair_bins};
static const struct assay_cover_axis how = {"skipping", 3, how_bins};
static const struct assay_cover_axis strict = {"strict", 2, strict_bins};
static const struct assay_cover_axis k_len = {"k_len", 3, k_bins};
static const struct assay_cover_axis polarity = {"polarity", 2, polarity_bins};
static const struct assay_cover_axis null = {"src0", 2, null_bins};
static const struct assay_cover_axis status = {"status", 4, status_bins};
static const struct assay_cover_axis side = {"operand", 2, side_bins};
static const struct assay_cover_axis marks = {"marked", 3, marks_bins};
static const struct assay_cover_axis truth = {"map", 4, truth_bins};
static const struct assay_cover_axis value = {"column0", 5, value_bins};
static const struct assay_cover_axis dst_blocked = {"dst_blocked", 2, yes_bins};
static const struct assay_cover_axis rsp_blocked = {"rsp_blocked", 2, yes_bins};

enum { TYPES, LENGTH, OPTIONS, STATUS, MAPS, BLOCKED };

/* A map that marks nothing marks no zero as non-zero; one that marks everything prunes nothing. */
static bool no_such_map(const unsigned *bin)
{
    return (bin[1] == 0 && (bin[2] & 1)) || (bin[1] == 2 && (bin[2] & 2));
}

const struct assay_cover_group loopback_groups[LOOPBACK_GROUPS] = {
    [TYPES] =
        {"types", "legal commands: types, how zeros are found", 3, {&pair, &how, &strict}, NULL},
    [LENGTH] =
        {"length", "legal commands: types by length of a row", 3, {&pair, &how, &k_len}, NULL},
    [OPTIONS] = {"options",
                 "legal commands: skipping, polarity, source of C",
                 3,
                 {&how, &polarity, &null},
                 NULL},
    [STATUS] = {"status", "responses", 1, {&status}, NULL},
    [MAPS] = {"maps",
              "rows and columns with a map: how much is marked, how true it is",
              3,
              {&side, &marks, &truth},
              no_such_map},
    [BLOCKED] = {"blocked",
                 "a dst row waits: which output is blocked, and what column 0 shows",
                 3,
                 {&dst_blocked, &rsp_blocked, &value},
                 NULL},
};

void loopback_cover_begin(void *any, const struct assay_params *params)
{
    struct loopback_cover_ctx *c = any;

    memcpy(&c->params, params->v, sizeof c->params);
}

void loopback_cover_restart(void *any)
{
    struct loopback_cover_ctx *c = any;

    c->n = 0;
    memset(c->rows, 0, sizeof c->rows);
}

static uint32_t pair_bin(const struct loopback_cmd *c)
{
    return c->a_type >= SPARSE_BF16
               ? c->a_type - 2u
               : (c->a_type - (uint32_t)SPARSE_U8) * 2 + c->b_type - (uint32_t)SPARSE_U8;
}

static void command(struct loopback_cover_ctx *ctx, struct assay_cover *db,
                    const struct loopback_cmd *c)
{
    const uint32_t h = !c->sparse ? 0 : c->generate_map ? 2 : 1;
    const uint32_t length = c->k_len == 1 ? 0 : c->k_len == ctx->params.kmax ? 2 : 1;

    if (loopback_check(&ctx->params, c) != LOOPBACK_OK)
        return;
    assay_cover_hit(db, TYPES, (pair_bin(c) * 3 + h) * 2 + c->strict);
    assay_cover_hit(db, LENGTH, (pair_bin(c) * 3 + h) * 3 + length);
    assay_cover_hit(db, OPTIONS, (h * 2 + c->polarity) * 2 + c->src0_null);
    if (ctx->n < LOOPBACK_QUEUE + 1)
        ctx->good[ctx->n++] = *c;
}

static void map(struct loopback_cover_ctx *ctx, struct assay_cover *db, uint32_t which,
                const uint32_t *data, uint64_t bits)
{
    const struct loopback_cmd *c = &ctx->good[0];
    const uint32_t type = which ? c->b_type : c->a_type;
    uint64_t marked, nonzero;

    if (!c->sparse || c->generate_map || ctx->n == 0)
        return;
    marked = sparse_map(bits, c->polarity, c->k_len);
    nonzero = sparse_look(type, data, c->k_len, 0, false, true).nonzero;
    assay_cover_hit(db, MAPS,
                    (which * 3 + (marked == 0                    ? 0u
                                  : marked == low_ones(c->k_len) ? 2u
                                                                 : 1u)) *
                            4 +
                        ((nonzero & ~marked) != 0) * 2u + ((marked & ~nonzero) != 0));
}

/* Tracks which tile the operands belong to. */
static void operands(struct loopback_cover_ctx *ctx, struct assay_cover *db,
                     const struct loopback_inputs *in, uint64_t transfers)
{
    const struct loopback_params *p = &ctx->params;

    if (transfers & A)
        map(ctx, db, 0, in->a.data, in->a.map);
    if (transfers & B)
        map(ctx, db, 1, in->b.data, in->b.map);
    for (uint32_t i = 0; i < 3; ++i)
        ctx->rows[i] += (uint32_t)(transfers >> (i + 1) & 1);
    if (ctx->n && ctx->rows[0] == p->rows && ctx->rows[1] == p->cols &&
        (ctx->good[0].src0_null || ctx->rows[2] == p->rows)) {
        --ctx->n;
        memmove(&ctx->good[0], &ctx->good[1], ctx->n * sizeof ctx->good[0]);
        memset(ctx->rows, 0, sizeof ctx->rows);
    }
}

static uint32_t value_bin(uint32_t x)
{
    switch (x) {
    case 0:
        return 1;
    case 0x80000000:
        return 2;
    case 0x7F800000:
    case 0xFF800000:
        return 3;
    case 0x7FC00000:
        return 4;
    default:
        return 0;
    }
}

void loopback_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                    uint64_t transfers)
{
    struct loopback_cover_ctx *ctx = any;
    const struct loopback_inputs *in = any_in;
    const struct loopback_outputs *out = any_out;

    if (transfers & (A | B | SRC0))
        operands(ctx, db, in, transfers);
    if (transfers & CMD)
        command(ctx, db, &in->cmd);
    if (transfers & RSP)
        assay_cover_hit(db, STATUS, out->rsp.status);
    if (out->dst_valid) {
        const uint32_t dst_waits = !in->dst_ready;
        const uint32_t rsp_waits = out->rsp_valid && !in->rsp_ready;

        assay_cover_hit(db, BLOCKED, (dst_waits * 2 + rsp_waits) * 5 + value_bin(out->dst.data[0]));
    }
}
