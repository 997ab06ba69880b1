#include "loopback/gemm.h"

#include <string.h>

#include "gemm/gemm_tiles.h"
#include "loopback/loopback.h"

static const char *const stream_names[ASSAY_GEMM_ROLES] = {"cmd", "a", "b", "src0", "dst", "rsp"};

struct ctx {
    struct assay_gemm_walk walk; /* must be first, for assay_gemm_ended */
    struct loopback_params params;
    uint32_t bits; /* width of an element */
};

static struct assay_gemm_tile tile_of(const struct assay_params *params)
{
    struct loopback_params p;

    memcpy(&p, params->v, sizeof p);
    return (struct assay_gemm_tile){.rows = p.rows, .cols = p.cols, .length = p.kmax};
}

static void begin(void *any, const struct assay_stim_env *env)
{
    struct ctx *c = any;
    struct assay_gemm *g = env->user;

    memcpy(&c->params, env->params->v, sizeof c->params);
    c->bits = (uint32_t)assay_type_size(g->a_type) * 8; /* B's elements are as wide */
    assay_gemm_begin(&c->walk, g, tile_of(env->params), assay_block_find("loopback"), stream_names);
}

static void fill_command(const struct ctx *c, const struct assay_gemm_cursor *at,
                         struct loopback_cmd *cmd)
{
    memset(cmd, 0, sizeof *cmd);
    cmd->a_type = sparse_type_code(c->walk.g->a_type);
    cmd->b_type = sparse_type_code(c->walk.g->b_type);
    cmd->k_len = (uint8_t)at->piece.length;
    cmd->sparse = c->walk.g->sparse;
    cmd->strict = c->walk.g->strict;
    cmd->a_map_len = cmd->b_map_len = cmd->k_len;
    cmd->src0_null = at->command < c->walk.tiles;
    cmd->tag = (uint8_t)at->command;
}

/* Packs the elements of a row or column, `step` apart
 * from `first` on. The rest of it stays zero. */
static void fill_row(const struct ctx *c, const void *matrix, size_t first, size_t step,
                     uint32_t length, uint32_t *data, uint64_t *map)
{
    for (uint32_t k = 0; k < length; ++k) {
        const size_t i = first + k * step;

        data[k * c->bits / 32] |= assay_gemm_element(matrix, c->walk.g->a_type, i)
                                  << k * c->bits % 32;
        if (!assay_gemm_is_zero(matrix, c->walk.g->a_type, i))
            *map |= UINT64_C(1) << k;
    }
}

static void fill_a(const struct ctx *c, const struct assay_gemm_cursor *at, struct loopback_a *a)
{
    const struct assay_gemm_piece *p = &at->piece;

    memset(a, 0, sizeof *a);
    if (at->row < p->rows)
        fill_row(c, c->walk.g->a, (p->row + at->row) * c->walk.g->k + p->k, 1, p->length, a->data,
                 &a->map);
}

static void fill_b(const struct ctx *c, const struct assay_gemm_cursor *at, struct loopback_b *b)
{
    const struct assay_gemm_piece *p = &at->piece;

    memset(b, 0, sizeof *b);
    if (at->row < p->cols)
        fill_row(c, c->walk.g->b, p->k * c->walk.g->n + p->col + at->row, c->walk.g->n, p->length,
                 b->data, &b->map);
}

static bool next(void *any, unsigned stream, void *payload)
{
    struct ctx *c = any;
    struct assay_gemm_cursor *at = &c->walk.cursor[c->walk.role[stream]];
    struct loopback_src0 *src0 = payload;

    if (at->command >= c->walk.commands)
        return false;
    switch (c->walk.role[stream]) {
    case ASSAY_GEMM_CMD:
        fill_command(c, at, payload);
        assay_gemm_advance(&c->walk, at, 1);
        return true;
    case ASSAY_GEMM_A:
        fill_a(c, at, payload);
        assay_gemm_advance(&c->walk, at, c->params.rows);
        return true;
    case ASSAY_GEMM_B:
        fill_b(c, at, payload);
        assay_gemm_advance(&c->walk, at, c->params.cols);
        return true;
    case ASSAY_GEMM_SRC0:
        if (!assay_gemm_partial(&c->walk, src0->data, sizeof src0->data))
            return false;
        assay_gemm_advance(&c->walk, at, c->params.rows);
        return true;
    default:
        return false;
    }
}

static void observe(void *any, unsigned stream, const void *payload)
{
    struct ctx *c = any;
    const struct loopback_dst *dst = payload;
    const struct loopback_rsp *rsp = payload;

    if (c->walk.role[stream] == ASSAY_GEMM_DST)
        assay_gemm_take_row(&c->walk, c->params.rows, dst->tag, dst->last, dst->data);
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
    struct loopback_params p;

    (void)g;
    memcpy(&p, params->v, sizeof p);
    return (double)p.rows * p.cols;
}

/* Returns the multiplications that remain of a command,
 * and in *cycles those of its slowest element. */
static uint64_t survivors(const struct assay_gemm *g, const struct assay_gemm_piece *p,
                          uint64_t *cycles)
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
    struct assay_gemm product = *g;
    struct assay_gemm_walk walk;
    uint64_t done_ones = 0, cycles = 0, dense = 0;

    assay_gemm_cut(&walk, &product, tile_of(params));
    for (uint64_t command = 0; command < g->total; ++command) {
        const struct assay_gemm_piece p = assay_gemm_piece_of(&walk, command);

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
    .takes = assay_gemm_usual_types,
    .peak = peak,
    .counts = counts,
};
