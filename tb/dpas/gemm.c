#include "dpas/gemm.h"

#include <string.h>

#include "dpas/dpas.h"
#include "gemm/gemm_tiles.h"

/* The roles of the streams in a product: src2 carries A, src1 carries B. */
static const char *const stream_names[ASSAY_GEMM_ROLES] = {"cmd",  "src2", "src1",
                                                           "src0", "dst",  "rsp"};

struct ctx {
    struct assay_gemm_walk walk; /* must be first, for assay_gemm_ended */
    uint32_t bits, ops;          /* bits of an element; elements of a slice */
    uint32_t a_padding;          /* pattern of an element of A beyond K */
    uint32_t max_sd;
};

/* The depth of a command for `length` elements along K; up to 8 it is a power of two. */
static uint32_t depth_for(const struct ctx *c, uint32_t length)
{
    uint32_t sd = 1;

    if (c->max_sd > DPAS_SHALLOW)
        return (length + c->ops - 1) / c->ops;
    while (sd * c->ops < length)
        sd *= 2;
    return sd;
}

static uint32_t octets_for(const struct ctx *c, uint32_t length)
{
    return (depth_for(c, length) + DPAS_OCTET - 1) / DPAS_OCTET;
}

static void begin(void *any, const struct assay_stim_env *env)
{
    struct ctx *c = any;
    struct assay_gemm *g = env->user;
    struct assay_gemm_tile tile;
    struct dpas_params params;

    memcpy(&params, env->params->v, sizeof params);
    c->bits = (uint32_t)assay_type_size(g->a_type) * 8; /* elements of B have the same width */
    c->ops = 32 / c->bits;
    c->a_padding = assay_type_is_float(g->a_type) ? UINT32_C(1) << (c->bits - 1) : 0;
    tile.rows = DPAS_MAX_RC;
    tile.cols = params.lanes;
    c->max_sd = params.max_sd;
    /*
     * Commands with several passes leave the array partly idle if it has more slots than the
     * command has repeats.
     */
    tile.length = (2 * params.depth > DPAS_MAX_RC ? params.depth : c->max_sd) * c->ops;
    assay_gemm_begin(&c->walk, g, tile, assay_block_find("dpas"), stream_names);
}

static void fill_command(const struct ctx *c, const struct assay_gemm_cursor *at,
                         struct dpas_cmd *cmd)
{
    memset(cmd, 0, sizeof *cmd);
    cmd->src1_type = dpas_type_code(c->walk.g->b_type);
    cmd->src2_type = dpas_type_code(c->walk.g->a_type);
    cmd->acc_type = assay_type_is_float(c->walk.g->a_type) ? DPAS_ACC_F32 : DPAS_ACC_S32;
    cmd->sd = (uint8_t)depth_for(c, at->piece.length);
    cmd->rc = (uint8_t)at->piece.rows;
    cmd->exec_size = (uint8_t)at->piece.cols;
    cmd->src0_null = at->command < c->walk.tiles;
    cmd->tag = (uint8_t)at->command;
}

/* Fills a slice of B: `ops` rows, one column per lane, zeros beyond the matrix. */
static void fill_src1(const struct ctx *c, const struct assay_gemm_cursor *at,
                      struct dpas_src1 *src1)
{
    const struct assay_gemm *g = c->walk.g;
    const struct assay_gemm_piece *p = &at->piece;
    const uint32_t first = at->row * c->ops;

    memset(src1, 0, sizeof *src1);
    for (uint32_t d = 0; d < c->ops && first + d < p->length; ++d) {
        const size_t b = (p->k + first + d) * g->n + p->col;

        for (uint32_t lane = 0; lane < p->cols; ++lane)
            src1->data[lane] |= assay_gemm_element(g->b, g->b_type, b + lane) << c->bits * d;
    }
}

/* Fills one octet of a row of A, in the order: first octet of all rows, then the next octet. */
static void fill_src2(const struct ctx *c, const struct assay_gemm_cursor *at,
                      struct dpas_src2 *src2)
{
    const struct assay_gemm_piece *p = &at->piece;
    const uint32_t full = DPAS_OCTET * c->ops, before = at->row / p->rows * full;
    const uint32_t rest = depth_for(c, p->length) * c->ops - before;
    const size_t a = (p->row + at->row % p->rows) * c->walk.g->k + p->k + before;

    memset(src2, 0, sizeof *src2);
    for (uint32_t i = 0; i < rest && i < full; ++i) {
        const uint32_t x = before + i < p->length
                               ? assay_gemm_element(c->walk.g->a, c->walk.g->a_type, a + i)
                               : c->a_padding;

        src2->data[i * c->bits / 32] |= x << i * c->bits % 32;
    }
}

static bool next(void *any, unsigned stream, void *payload)
{
    struct ctx *c = any;
    struct assay_gemm_cursor *at = &c->walk.cursor[c->walk.role[stream]];
    struct dpas_src0 *src0 = payload;

    if (at->command >= c->walk.commands)
        return false;
    switch (c->walk.role[stream]) {
    case ASSAY_GEMM_CMD:
        fill_command(c, at, payload);
        assay_gemm_advance(&c->walk, at, 1);
        return true;
    case ASSAY_GEMM_B: /* a slice fills one row, whatever the type */
        fill_src1(c, at, payload);
        assay_gemm_advance(&c->walk, at, depth_for(c, at->piece.length));
        return true;
    case ASSAY_GEMM_SRC0:
        if (!assay_gemm_partial(&c->walk, src0->data, sizeof src0->data))
            return false;
        assay_gemm_advance(&c->walk, at, at->piece.rows);
        return true;
    case ASSAY_GEMM_A:
        fill_src2(c, at, payload);
        assay_gemm_advance(&c->walk, at, at->piece.rows * octets_for(c, at->piece.length));
        return true;
    default:
        return false;
    }
}

static void observe(void *any, unsigned stream, const void *payload)
{
    struct ctx *c = any;
    const struct dpas_dst *dst = payload;
    const struct dpas_rsp *rsp = payload;

    if (c->walk.role[stream] == ASSAY_GEMM_DST)
        assay_gemm_take_row(&c->walk, c->walk.cursor[ASSAY_GEMM_DST].piece.rows, dst->tag,
                            dst->last, dst->data);
    else if (c->walk.role[stream] == ASSAY_GEMM_RSP)
        assay_gemm_take_response(&c->walk, rsp->tag, rsp->status);
}

static const struct assay_scenario scenario = {
    .name = "gemm",
    .summary = "a matrix product in tiles",
    .ctx_size = sizeof(struct ctx),
    .begin = begin,
    .next = next,
    .observe = observe,
    .done = assay_gemm_ended,
};

static double peak(const struct assay_gemm *g, const struct assay_params *params)
{
    struct dpas_params p;

    memcpy(&p, params->v, sizeof p);
    return (double)p.lanes * p.depth * 4 / (double)assay_type_size(g->a_type);
}

static size_t counts(const struct assay_gemm *g, const struct assay_params *params,
                     struct assay_gemm_count *count)
{
    (void)params;
    count[0] = (struct assay_gemm_count){"commands", g->total};
    return 1;
}

const struct assay_gemm_array dpas_gemm_array = {
    .name = "dpas",
    .block = "dpas",
    .unit = "command",
    .scenario = &scenario,
    .takes = assay_gemm_usual_types,
    .peak = peak,
    .counts = counts,
};
