#include "bypass/coverage.h"

#include <string.h>

/* Bits in the transfer mask: the streams in the order of block.yaml. */
enum { REQ = 1, ROW = 2, SLICE = 4, LOAD = 8, PAIR = 16, RSP = 32 };

static const char *const pair_bins[] = {"u8_u8", "u8_s8", "s8_u8", "s8_s8", "bf16", "f16", "f32"};
static const char *const kind_bins[] = {"pairs", "pairs_strict", "loads"};
static const char *const map_bins[] = {"given", "generate"};
static const char *const k_bins[] = {"one", "some", "all"};
static const char *const polarity_bins[] = {"non_zero", "zero"};
static const char *const marks_bins[] = {"none", "some", "all"};
static const char *const status_bins[] = {"good", "types", "k_len", "map", "strict"};
static const char *const beat_bins[] = {"middle", "last", "none"};
static const char *const yes_bins[] = {"no", "yes"};

static const struct assay_cover_axis types = {"types", 7, pair_bins};
static const struct assay_cover_axis kind = {"kind", 3, kind_bins};
static const struct assay_cover_axis maps = {"maps", 2, map_bins};
static const struct assay_cover_axis k_len = {"k_len", 3, k_bins};
static const struct assay_cover_axis polarity = {"polarity", 2, polarity_bins};
static const struct assay_cover_axis a_marks = {"a_marked", 3, marks_bins};
static const struct assay_cover_axis b_marks = {"b_marked", 3, marks_bins};
static const struct assay_cover_axis status = {"status", 5, status_bins};
static const struct assay_cover_axis beat = {"beat", 3, beat_bins};
static const struct assay_cover_axis poison = {"poison", 2, yes_bins};
static const struct assay_cover_axis plus0 = {"plus0", 2, yes_bins};
static const struct assay_cover_axis pair_blocked = {"pair_blocked", 2, yes_bins};
static const struct assay_cover_axis rsp_blocked = {"rsp_blocked", 2, yes_bins};
static const struct assay_cover_axis load_blocked = {"load_blocked", 2, yes_bins};

enum { TYPES, LENGTH, MAPS, STATUS, BEATS, BLOCKED };

/* Flags are only set in the last beat. */
static bool no_such_beat(const unsigned *bin)
{
    return bin[0] == 0 && (bin[1] || bin[2]);
}

const struct assay_cover_group bypass_groups[BYPASS_GROUPS] = {
    [TYPES] = {"types", "legal requests: types, filter, maps", 3, {&types, &kind, &maps}, NULL},
    [LENGTH] =
        {"length", "legal requests: types, filter, length", 3, {&types, &kind, &k_len}, NULL},
    [MAPS] = {"maps",
              "legal requests with maps: filter, polarity, how much is marked as non-zero",
              4,
              {&kind, &polarity, &a_marks, &b_marks},
              NULL},
    [STATUS] = {"status", "responses", 1, {&status}, NULL},
    [BEATS] =
        {"beats", "beats on pair: place, and the flags", 3, {&beat, &poison, &plus0}, no_such_beat},
    [BLOCKED] = {"blocked",
                 "which outputs wait in vain",
                 3,
                 {&pair_blocked, &rsp_blocked, &load_blocked},
                 NULL},
};

void bypass_cover_begin(void *any, const struct assay_params *params)
{
    struct bypass_cover_ctx *c = any;

    memcpy(&c->params, params->v, sizeof c->params);
}

static uint32_t pair_bin(const struct bypass_req *q)
{
    return q->a_type >= SPARSE_BF16
               ? q->a_type - 2u
               : (q->a_type - (uint32_t)SPARSE_U8) * 2 + q->b_type - (uint32_t)SPARSE_U8;
}

static uint32_t marks_bin(uint64_t map, const struct bypass_req *q)
{
    const uint64_t marked = sparse_map(map, q->polarity, q->k_len);

    return marked == 0 ? 0 : marked == low_ones(q->k_len) ? 2 : 1;
}

static void request(const struct bypass_cover_ctx *ctx, struct assay_cover *db,
                    const struct bypass_req *q)
{
    const uint32_t what = q->mode ? 2 : q->strict;
    const uint32_t length = q->k_len == 1 ? 0 : q->k_len == ctx->params.kmax ? 2 : 1;

    if (bypass_check(&ctx->params, q) != BYPASS_OK)
        return;
    assay_cover_hit(db, TYPES, (pair_bin(q) * 3 + what) * 2 + q->generate_map);
    assay_cover_hit(db, LENGTH, (pair_bin(q) * 3 + what) * 3 + length);
    if (!q->generate_map)
        assay_cover_hit(db, MAPS,
                        ((what * 2 + q->polarity) * 3 + marks_bin(q->a_map, q)) * 3 +
                            marks_bin(q->b_map, q));
}

void bypass_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                  uint64_t transfers)
{
    const struct bypass_cover_ctx *ctx = any;
    const struct bypass_inputs *in = any_in;
    const struct bypass_outputs *out = any_out;

    if (transfers & REQ)
        request(ctx, db, &in->req);
    if (transfers & RSP)
        assay_cover_hit(db, STATUS, out->rsp.status);
    if (transfers & PAIR)
        assay_cover_hit(db, BEATS,
                        ((out->pair.none   ? 2u
                          : out->pair.last ? 1u
                                           : 0u) *
                             2 +
                         out->pair.poison) *
                                2 +
                            out->pair.plus0);
    assay_cover_hit(db, BLOCKED,
                    (out->pair_valid && !in->pair_ready) * 4u +
                        (out->rsp_valid && !in->rsp_ready) * 2u +
                        (out->load_valid && !in->load_ready));
}
