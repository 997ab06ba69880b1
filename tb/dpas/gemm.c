#include "dpas/gemm.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dpas/dpas.h"

enum {
    TILE_ROWS = DPAS_MAX_RC,
    OPS = 4, /* elements of 8 bits in a slice */
    CHUNK = DPAS_MAX_SD * OPS
};

enum role { CMD, SRC1, SRC0, SRC2, DST, RSP, ROLES };

static const char *const stream_names[ROLES] = {"cmd", "src1", "src0", "src2", "dst", "rsp"};

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
    struct dpas_gemm *g;
    uint32_t lanes;
    uint64_t tile_cols, tiles, chunks;
    enum role role[ASSAY_MAX_STREAMS];
    struct cursor cursor[ROLES];
};

static struct piece piece_of(const struct ctx *c, uint64_t command)
{
    const struct dpas_gemm *g = c->g;
    const uint64_t chunk = command / c->tiles, tile = command % c->tiles;
    struct piece p;
    size_t left;

    p.row = (size_t)(tile / c->tile_cols) * TILE_ROWS;
    p.col = (size_t)(tile % c->tile_cols) * c->lanes;
    p.k = (size_t)chunk * CHUNK;
    left = g->m - p.row;
    p.rows = left < TILE_ROWS ? (uint32_t)left : TILE_ROWS;
    left = g->n - p.col;
    p.cols = left < c->lanes ? (uint32_t)left : c->lanes;
    left = g->k - p.k;
    p.length = left < CHUNK ? (uint32_t)left : CHUNK;
    p.sd = 1;
    while (p.sd * OPS < p.length)
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
    struct dpas_gemm *g = env->user;
    struct dpas_params params;

    memcpy(&params, env->params->v, sizeof params);
    c->g = g;
    c->lanes = params.lanes;
    c->tile_cols = (g->n - 1) / c->lanes + 1;
    c->tiles = c->tile_cols * ((g->m - 1) / TILE_ROWS + 1);
    c->chunks = (g->k - 1) / CHUNK + 1;
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
    cmd->src1_type = c->g->b_signed ? DPAS_S8 : DPAS_U8;
    cmd->src2_type = c->g->a_signed ? DPAS_S8 : DPAS_U8;
    cmd->acc_type = DPAS_ACC_S32;
    cmd->sd = (uint8_t)at->piece.sd;
    cmd->rc = (uint8_t)at->piece.rows;
    cmd->exec_size = (uint8_t)at->piece.cols;
    cmd->src0_null = at->command < c->tiles;
    cmd->tag = (uint8_t)at->command;
}

/* A slice of B: OPS rows, one column a lane, zeros beyond the matrix. */
static void fill_src1(const struct ctx *c, const struct cursor *at, struct dpas_src1 *src1)
{
    const struct dpas_gemm *g = c->g;
    const struct piece *p = &at->piece;
    const uint32_t first = at->row * OPS;

    memset(src1, 0, sizeof *src1);
    for (uint32_t d = 0; d < OPS && first + d < p->length; ++d) {
        const uint8_t *b = g->b + (p->k + first + d) * g->n + p->col;

        for (uint32_t lane = 0; lane < p->cols; ++lane)
            src1->data[lane] |= (uint32_t)b[lane] << 8 * d;
    }
}

/* Part of a row of A. */
static void fill_src2(const struct ctx *c, const struct cursor *at, struct dpas_src2 *src2)
{
    const struct piece *p = &at->piece;
    const uint8_t *a = c->g->a + (p->row + at->row) * c->g->k + p->k;

    memset(src2, 0, sizeof *src2);
    for (uint32_t i = 0; i < p->length; ++i)
        src2->data[i / 4] |= (uint32_t)a[i] << i % 4 * 8;
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
    case SRC1: /* elements of 8 bits: a row for each slice */
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

__attribute__((format(printf, 2, 3))) static void fail(struct dpas_gemm *g, const char *format, ...)
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
    const struct dpas_gemm *g = ((const struct ctx *)any)->g;

    return g->failed || g->done == g->total;
}

const struct assay_scenario dpas_gemm_scenario = {
    .name = "gemm",
    .summary = "a matrix product in tiles",
    .ctx_size = sizeof(struct ctx),
    .begin = begin,
    .next = next,
    .observe = observe,
    .done = done,
};

double dpas_gemm_work(const struct dpas_gemm *g)
{
    return (double)g->m * (double)g->k * (double)g->n;
}

double dpas_gemm_peak(const struct assay_params *params)
{
    struct dpas_params p;

    memcpy(&p, params->v, sizeof p);
    return (double)p.lanes * p.depth * OPS;
}

static int64_t element(const uint8_t *at, bool is_signed)
{
    return is_signed ? (int8_t)*at : *at;
}

bool dpas_gemm_verify(const struct dpas_gemm *g, struct dpas_gemm_check *c)
{
    int64_t *exact = malloc(g->n * sizeof *exact); /* one row of the product */

    memset(c, 0, sizeof *c);
    if (!exact)
        return false;
    for (size_t i = 0; i < g->m; ++i) {
        memset(exact, 0, g->n * sizeof *exact);
        for (size_t k = 0; k < g->k; ++k) {
            const int64_t a = element(g->a + i * g->k + k, g->a_signed);

            for (size_t j = 0; j < g->n; ++j)
                exact[j] += a * element(g->b + k * g->n + j, g->b_signed);
        }
        for (size_t j = 0; j < g->n; ++j) {
            const uint32_t got = g->d[i * g->n + j];

            c->wrapped += exact[j] < INT32_MIN || exact[j] > INT32_MAX;
            if (got == (uint32_t)exact[j])
                continue;
            if (c->differing++ == 0) {
                c->row = i;
                c->col = j;
                c->got = (int32_t)got;
                c->exact = exact[j];
            }
        }
    }
    free(exact);
    return true;
}
