#include "dpas/gemm.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "dpas/dpas.h"

enum { TILE_ROWS = DPAS_MAX_RC };

enum role { CMD, SRC1, SRC0, SRC2, DST, RSP, ROLES };

static const char *const stream_names[ROLES] = {"cmd", "src1", "src0", "src2", "dst", "rsp"};

static const uint8_t dpas_types[ASSAY_GEMM_TYPES] = {
    [ASSAY_GEMM_U8] = DPAS_U8,   [ASSAY_GEMM_S8] = DPAS_S8,   [ASSAY_GEMM_BF16] = DPAS_BF16,
    [ASSAY_GEMM_F16] = DPAS_F16, [ASSAY_GEMM_F32] = DPAS_F32,
};

/* What one command computes. */
struct piece {
    size_t row, col, k;          /* where it starts in D and along K */
    uint32_t rows, cols, length; /* its extent in M, N and K */
    uint32_t sd;
};

/* Each stream walks the commands by itself: `row` is the next transfer of `command`. */
struct cursor {
    uint64_t command;
    uint32_t row;
    struct piece piece;
};

struct ctx {
    struct assay_gemm *g;
    uint32_t lanes;
    uint32_t bits, ops; /* of an element; elements of a slice */
    uint32_t a_padding; /* an element of A beyond K */
    uint64_t tile_cols, tiles, chunks;
    enum role role[ASSAY_MAX_STREAMS];
    struct cursor cursor[ROLES];
};

static uint32_t chunk_length(const struct ctx *c)
{
    return DPAS_MAX_SD * c->ops;
}

static struct piece piece_of(const struct ctx *c, uint64_t command)
{
    const struct assay_gemm *g = c->g;
    const uint64_t chunk = command / c->tiles, tile = command % c->tiles;
    struct piece p;
    size_t left;

    p.row = (size_t)(tile / c->tile_cols) * TILE_ROWS;
    p.col = (size_t)(tile % c->tile_cols) * c->lanes;
    p.k = (size_t)chunk * chunk_length(c);
    left = g->m - p.row;
    p.rows = left < TILE_ROWS ? (uint32_t)left : TILE_ROWS;
    left = g->n - p.col;
    p.cols = left < c->lanes ? (uint32_t)left : c->lanes;
    left = g->k - p.k;
    p.length = left < chunk_length(c) ? (uint32_t)left : chunk_length(c);
    p.sd = 1;
    while (p.sd * c->ops < p.length)
        p.sd *= 2;
    return p;
}

static void go_to(const struct ctx *c, struct cursor *at, uint64_t command)
{
    at->command = command;
    at->row = 0;
    if (command < c->g->total)
        at->piece = piece_of(c, command);
}

/* One transfer done, of `rows` that the command has. */
static void advance(const struct ctx *c, struct cursor *at, uint32_t rows)
{
    if (++at->row == rows)
        go_to(c, at, at->command + 1);
}

static void begin(void *any, const struct assay_stim_env *env)
{
    const struct assay_block *b = assay_block_find("dpas");
    struct ctx *c = any;
    struct assay_gemm *g = env->user;
    struct dpas_params params;

    memcpy(&params, env->params->v, sizeof params);
    c->g = g;
    c->lanes = params.lanes;
    c->bits = (uint32_t)assay_gemm_type_size(g->a_type) * 8; /* B's are as wide */
    c->ops = 32 / c->bits;
    c->a_padding = assay_gemm_is_float(g->a_type) ? UINT32_C(1) << (c->bits - 1) : 0;
    c->tile_cols = (g->n - 1) / c->lanes + 1;
    c->tiles = c->tile_cols * ((g->m - 1) / TILE_ROWS + 1);
    c->chunks = (g->k - 1) / chunk_length(c) + 1;
    g->total = c->tiles * c->chunks;
    g->done = 0;
    g->failed = false;
    g->why[0] = '\0';
    for (unsigned r = 0; r < ROLES; ++r)
        c->role[assay_stream_find(b, stream_names[r])] = (enum role)r;
    for (unsigned r = 0; r < ROLES; ++r)
        go_to(c, &c->cursor[r], 0);
    go_to(c, &c->cursor[SRC0], c->tiles); /* commands of the first chunk take none */
}

static void fill_command(const struct ctx *c, const struct cursor *at, struct dpas_cmd *cmd)
{
    memset(cmd, 0, sizeof *cmd);
    cmd->src1_type = dpas_types[c->g->b_type];
    cmd->src2_type = dpas_types[c->g->a_type];
    cmd->acc_type = assay_gemm_is_float(c->g->a_type) ? DPAS_ACC_F32 : DPAS_ACC_S32;
    cmd->sd = (uint8_t)at->piece.sd;
    cmd->rc = (uint8_t)at->piece.rows;
    cmd->exec_size = (uint8_t)at->piece.cols;
    cmd->src0_null = at->command < c->tiles;
    cmd->tag = (uint8_t)at->command;
}

/* A slice of B: `ops` rows, one column a lane, zeros beyond the matrix. */
static void fill_src1(const struct ctx *c, const struct cursor *at, struct dpas_src1 *src1)
{
    const struct assay_gemm *g = c->g;
    const struct piece *p = &at->piece;
    const uint32_t first = at->row * c->ops;

    memset(src1, 0, sizeof *src1);
    for (uint32_t d = 0; d < c->ops && first + d < p->length; ++d) {
        const size_t b = (p->k + first + d) * g->n + p->col;

        for (uint32_t lane = 0; lane < p->cols; ++lane)
            src1->data[lane] |= assay_gemm_element(g->b, g->b_type, b + lane) << c->bits * d;
    }
}

/* Part of a row of A. */
static void fill_src2(const struct ctx *c, const struct cursor *at, struct dpas_src2 *src2)
{
    const struct piece *p = &at->piece;
    const size_t a = (p->row + at->row) * c->g->k + p->k;

    memset(src2, 0, sizeof *src2);
    for (uint32_t i = 0; i < p->sd * c->ops; ++i) {
        const uint32_t x =
            i < p->length ? assay_gemm_element(c->g->a, c->g->a_type, a + i) : c->a_padding;

        src2->data[i / c->ops] |= x << i % c->ops * c->bits;
    }
}

/* A row of partial sums, once the command a chunk earlier has given it. */
static bool fill_src0(const struct ctx *c, const struct cursor *at, struct dpas_src0 *src0)
{
    const struct piece *p = &at->piece;
    const struct cursor *back = &c->cursor[DST];
    const uint64_t earlier = at->command - c->tiles;

    if (back->command < earlier || (back->command == earlier && back->row <= at->row))
        return false;
    memset(src0, 0, sizeof *src0);
    memcpy(src0->data, c->g->d + (p->row + at->row) * c->g->n + p->col,
           p->cols * sizeof src0->data[0]);
    return true;
}

static bool next(void *any, unsigned stream, void *payload)
{
    struct ctx *c = any;
    struct cursor *at = &c->cursor[c->role[stream]];

    if (at->command >= c->g->total)
        return false;
    switch (c->role[stream]) {
    case CMD:
        fill_command(c, at, payload);
        advance(c, at, 1);
        return true;
    case SRC1: /* a slice fills a row, whatever the type */
        fill_src1(c, at, payload);
        advance(c, at, at->piece.sd);
        return true;
    case SRC0:
        if (!fill_src0(c, at, payload))
            return false;
        advance(c, at, at->piece.rows);
        return true;
    case SRC2:
        fill_src2(c, at, payload);
        advance(c, at, at->piece.rows);
        return true;
    default:
        return false;
    }
}

__attribute__((format(printf, 2, 3))) static void fail(struct assay_gemm *g, const char *format,
                                                       ...)
{
    va_list args;

    if (g->failed)
        return;
    g->failed = true;
    va_start(args, format);
    vsnprintf(g->why, sizeof g->why, format, args);
    va_end(args);
}

static void take_dst(struct ctx *c, const struct dpas_dst *dst)
{
    struct cursor *at = &c->cursor[DST];
    const struct piece *p = &at->piece;
    const bool last = at->row + 1 == p->rows;

    if (at->command >= c->g->total || dst->tag != (uint8_t)at->command || dst->last != last) {
        fail(c->g, "dst row with tag %u, last %u: expected row %u of command %llu", dst->tag,
             dst->last, at->row, (unsigned long long)at->command);
        return;
    }
    memcpy(c->g->d + (p->row + at->row) * c->g->n + p->col, dst->data,
           p->cols * sizeof dst->data[0]);
    advance(c, at, p->rows);
}

static void take_rsp(struct ctx *c, const struct dpas_rsp *rsp)
{
    struct cursor *at = &c->cursor[RSP];

    if (at->command >= c->g->total || rsp->tag != (uint8_t)at->command || rsp->status != DPAS_OK)
        fail(c->g, "response with tag %u, status %u: expected that of command %llu, status 0",
             rsp->tag, rsp->status, (unsigned long long)at->command);
    else
        advance(c, at, 1);
}

static void observe(void *any, unsigned stream, const void *payload)
{
    struct ctx *c = any;
    const struct cursor *dst = &c->cursor[DST], *rsp = &c->cursor[RSP];

    if (c->role[stream] == DST)
        take_dst(c, payload);
    else if (c->role[stream] == RSP)
        take_rsp(c, payload);
    c->g->done = dst->command < rsp->command ? dst->command : rsp->command;
}

static bool done(const void *any)
{
    const struct assay_gemm *g = ((const struct ctx *)any)->g;

    return g->failed || g->done == g->total;
}

static const struct assay_scenario scenario = {
    .name = "gemm",
    .summary = "a matrix product in tiles",
    .ctx_size = sizeof(struct ctx),
    .begin = begin,
    .next = next,
    .observe = observe,
    .done = done,
};

static bool takes(enum assay_gemm_type a, enum assay_gemm_type b)
{
    return assay_gemm_is_float(a) ? a == b : !assay_gemm_is_float(b);
}

static double peak(const struct assay_gemm *g, const struct assay_params *params)
{
    struct dpas_params p;

    memcpy(&p, params->v, sizeof p);
    return (double)p.lanes * p.depth * 4 / (double)assay_gemm_type_size(g->a_type);
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
    .takes = takes,
    .peak = peak,
    .counts = counts,
};
