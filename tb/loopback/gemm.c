#include "loopback/gemm.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "loopback/loopback.h"

enum role { CMD, A, B, SRC0, DST, RSP, ROLES };

static const char *const stream_names[ROLES] = {"cmd", "a", "b", "src0", "dst", "rsp"};

/* The codes of the command. */
static const uint8_t codes[ASSAY_GEMM_TYPES] = {
    [ASSAY_GEMM_U8] = 4,  [ASSAY_GEMM_S8] = 5,  [ASSAY_GEMM_BF16] = 6,
    [ASSAY_GEMM_F16] = 7, [ASSAY_GEMM_F32] = 8,
};

/* What one command computes. */
struct piece {
    size_t row, col, k;          /* where it starts in D and along K */
    uint32_t rows, cols, length; /* its extent in M, N and K */
};

/* Each stream walks the commands by itself: `row` is the next transfer of `command`. */
struct cursor {
    uint64_t command;
    uint32_t row;
    struct piece piece;
};

struct ctx {
    struct assay_gemm *g;
    struct loopback_params params;
    uint32_t bits; /* of an element */
    uint64_t tile_cols, tiles;
    enum role role[ASSAY_MAX_STREAMS];
    struct cursor cursor[ROLES];
};

static uint32_t at_most(size_t left, uint32_t most)
{
    return left < most ? (uint32_t)left : most;
}

static struct piece piece_of(const struct assay_gemm *g, const struct loopback_params *params,
                             uint64_t command)
{
    const uint64_t tile_cols = (g->n - 1) / params->cols + 1;
    const uint64_t tiles = tile_cols * ((g->m - 1) / params->rows + 1);
    const uint64_t chunk = command / tiles, tile = command % tiles;
    struct piece p;

    p.row = (size_t)(tile / tile_cols) * params->rows;
    p.col = (size_t)(tile % tile_cols) * params->cols;
    p.k = (size_t)chunk * params->kmax;
    p.rows = at_most(g->m - p.row, params->rows);
    p.cols = at_most(g->n - p.col, params->cols);
    p.length = at_most(g->k - p.k, params->kmax);
    return p;
}

static void go_to(const struct ctx *c, struct cursor *at, uint64_t command)
{
    at->command = command;
    at->row = 0;
    if (command < c->g->total)
        at->piece = piece_of(c->g, &c->params, command);
}

/* One transfer done, of `rows` that the command has. */
static void advance(const struct ctx *c, struct cursor *at, uint32_t rows)
{
    if (++at->row == rows)
        go_to(c, at, at->command + 1);
}

static void begin(void *any, const struct assay_stim_env *env)
{
    const struct assay_block *b = assay_block_find("loopback");
    struct ctx *c = any;
    struct assay_gemm *g = env->user;

    memcpy(&c->params, env->params->v, sizeof c->params);
    c->g = g;
    c->bits = (uint32_t)assay_gemm_type_size(g->a_type) * 8; /* B's are as wide */
    c->tile_cols = (g->n - 1) / c->params.cols + 1;
    c->tiles = c->tile_cols * ((g->m - 1) / c->params.rows + 1);
    g->total = c->tiles * ((g->k - 1) / c->params.kmax + 1);
    g->done = 0;
    g->failed = false;
    g->why[0] = '\0';
    for (unsigned r = 0; r < ROLES; ++r)
        c->role[assay_stream_find(b, stream_names[r])] = (enum role)r;
    for (unsigned r = 0; r < ROLES; ++r)
        go_to(c, &c->cursor[r], 0);
    go_to(c, &c->cursor[SRC0], c->tiles); /* commands of the first chunk take none */
}

static void fill_command(const struct ctx *c, const struct cursor *at, struct loopback_cmd *cmd)
{
    memset(cmd, 0, sizeof *cmd);
    cmd->a_type = codes[c->g->a_type];
    cmd->b_type = codes[c->g->b_type];
    cmd->k_len = (uint8_t)at->piece.length;
    cmd->sparse = c->g->sparse;
    cmd->strict = c->g->strict;
    cmd->a_map_len = cmd->b_map_len = cmd->k_len;
    cmd->src0_null = at->command < c->tiles;
    cmd->tag = (uint8_t)at->command;
}

/* Elements of a row or column, from `first` on, `step` apart; nothing beyond the matrix. */
static void fill_row(const struct ctx *c, const void *matrix, size_t first, size_t step,
                     uint32_t length, uint32_t *data, uint64_t *map)
{
    for (uint32_t k = 0; k < length; ++k) {
        const size_t i = first + k * step;

        data[k * c->bits / 32] |= assay_gemm_element(matrix, c->g->a_type, i) << k * c->bits % 32;
        if (!assay_gemm_is_zero(matrix, c->g->a_type, i))
            *map |= UINT64_C(1) << k;
    }
}

static void fill_a(const struct ctx *c, const struct cursor *at, struct loopback_a *a)
{
    const struct piece *p = &at->piece;

    memset(a, 0, sizeof *a);
    if (at->row < p->rows)
        fill_row(c, c->g->a, (p->row + at->row) * c->g->k + p->k, 1, p->length, a->data, &a->map);
}

static void fill_b(const struct ctx *c, const struct cursor *at, struct loopback_b *b)
{
    const struct piece *p = &at->piece;

    memset(b, 0, sizeof *b);
    if (at->row < p->cols)
        fill_row(c, c->g->b, p->k * c->g->n + p->col + at->row, c->g->n, p->length, b->data,
                 &b->map);
}

/* A row of partial sums, once the command a chunk earlier has given it. */
static bool fill_src0(const struct ctx *c, const struct cursor *at, struct loopback_src0 *src0)
{
    const struct piece *p = &at->piece;
    const struct cursor *back = &c->cursor[DST];
    const uint64_t earlier = at->command - c->tiles;

    if (back->command < earlier || (back->command == earlier && back->row <= at->row))
        return false;
    memset(src0, 0, sizeof *src0);
    if (at->row < p->rows)
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
    case A:
        fill_a(c, at, payload);
        advance(c, at, c->params.rows);
        return true;
    case B:
        fill_b(c, at, payload);
        advance(c, at, c->params.cols);
        return true;
    case SRC0:
        if (!fill_src0(c, at, payload))
            return false;
        advance(c, at, c->params.rows);
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

static void take_dst(struct ctx *c, const struct loopback_dst *dst)
{
    struct cursor *at = &c->cursor[DST];
    const struct piece *p = &at->piece;
    const bool last = at->row + 1 == c->params.rows;

    if (at->command >= c->g->total || dst->tag != (uint8_t)at->command || dst->last != last) {
        fail(c->g, "dst row with tag %u, last %u: expected row %u of command %llu", dst->tag,
             dst->last, at->row, (unsigned long long)at->command);
        return;
    }
    if (at->row < p->rows)
        memcpy(c->g->d + (p->row + at->row) * c->g->n + p->col, dst->data,
               p->cols * sizeof dst->data[0]);
    advance(c, at, c->params.rows);
}

static void take_rsp(struct ctx *c, const struct loopback_rsp *rsp)
{
    struct cursor *at = &c->cursor[RSP];

    if (at->command >= c->g->total || rsp->tag != (uint8_t)at->command || rsp->status != 0)
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
    struct loopback_params p;

    (void)g;
    memcpy(&p, params->v, sizeof p);
    return (double)p.rows * p.cols;
}

/* Of a command: the multiplies that are left, and the cycles of the slowest element. */
static uint64_t survivors(const struct assay_gemm *g, const struct piece *p, uint64_t *cycles)
{
    uint64_t sum = 0, most = 1;

    for (uint32_t i = 0; i < p->rows; ++i) {
        for (uint32_t j = 0; j < p->cols; ++j) {
            uint64_t n = 0;

            for (uint32_t k = 0; k < p->length; ++k)
                n += !assay_gemm_is_zero(g->a, g->a_type, (p->row + i) * g->k + p->k + k) &&
                     !assay_gemm_is_zero(g->b, g->b_type, (p->k + k) * g->n + p->col + j);
            sum += n;
            most = n > most ? n : most;
        }
    }
    *cycles += most;
    return sum;
}

static size_t counts(const struct assay_gemm *g, const struct assay_params *params,
                     struct assay_gemm_count *count)
{
    const uint64_t all = (uint64_t)g->m * g->k * g->n;
    struct loopback_params own;
    uint64_t done_ones = 0, cycles = 0, dense = 0;

    memcpy(&own, params->v, sizeof own);
    for (uint64_t command = 0; command < g->total; ++command) {
        const struct piece p = piece_of(g, &own, command);

        dense += p.length;
        done_ones += survivors(g, &p, &cycles);
    }
    count[0] = (struct assay_gemm_count){"tiles", g->total};
    if (!g->sparse)
        return 1;
    count[1] = (struct assay_gemm_count){"multiplies", done_ones};
    count[2] = (struct assay_gemm_count){"skipped", all - done_ones};
    count[3] = (struct assay_gemm_count){"compute", cycles};
    count[4] = (struct assay_gemm_count){"dense", dense};
    return 5;
}

const struct assay_gemm_array loopback_gemm_array = {
    .name = "loopback",
    .block = "loopback",
    .unit = "tile",
    .sparse = true,
    .scenario = &scenario,
    .takes = takes,
    .peak = peak,
    .counts = counts,
};
