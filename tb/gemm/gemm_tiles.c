#include "gemm/gemm_tiles.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static uint32_t at_most(size_t left, uint32_t most)
{
    return left < most ? (uint32_t)left : most;
}

void assay_gemm_cut(struct assay_gemm_walk *w, struct assay_gemm *g, struct assay_gemm_tile tile)
{
    w->g = g;
    w->tile = tile;
    w->tile_cols = (g->n - 1) / tile.cols + 1;
    w->tiles = w->tile_cols * ((g->m - 1) / tile.rows + 1);
    w->commands = w->tiles * ((g->k - 1) / tile.length + 1);
}

struct assay_gemm_piece assay_gemm_piece_of(const struct assay_gemm_walk *w, uint64_t command)
{
    const uint64_t chunk = command / w->tiles, tile = command % w->tiles;
    struct assay_gemm_piece p;

    p.row = (size_t)(tile / w->tile_cols) * w->tile.rows;
    p.col = (size_t)(tile % w->tile_cols) * w->tile.cols;
    p.k = (size_t)chunk * w->tile.length;
    p.rows = at_most(w->g->m - p.row, w->tile.rows);
    p.cols = at_most(w->g->n - p.col, w->tile.cols);
    p.length = at_most(w->g->k - p.k, w->tile.length);
    return p;
}

static void go_to(const struct assay_gemm_walk *w, struct assay_gemm_cursor *at, uint64_t command)
{
    at->command = command;
    at->row = 0;
    if (command < w->commands)
        at->piece = assay_gemm_piece_of(w, command);
}

void assay_gemm_advance(const struct assay_gemm_walk *w, struct assay_gemm_cursor *at,
                        uint32_t rows)
{
    if (++at->row == rows)
        go_to(w, at, at->command + 1);
}

void assay_gemm_begin(struct assay_gemm_walk *w, struct assay_gemm *g, struct assay_gemm_tile tile,
                      const struct assay_block *b, const char *const names[ASSAY_GEMM_ROLES])
{
    assay_gemm_cut(w, g, tile);
    g->total = w->commands;
    g->done = 0;
    g->failed = false;
    g->why[0] = '\0';
    for (unsigned r = 0; r < ASSAY_GEMM_ROLES; ++r) {
        w->role[assay_stream_find(b, names[r])] = r;
        go_to(w, &w->cursor[r], 0);
    }
    go_to(w, &w->cursor[ASSAY_GEMM_SRC0], w->tiles);
}

bool assay_gemm_partial(const struct assay_gemm_walk *w, uint32_t *data, size_t size)
{
    const struct assay_gemm_cursor *at = &w->cursor[ASSAY_GEMM_SRC0];
    const struct assay_gemm_cursor *back = &w->cursor[ASSAY_GEMM_DST];
    const struct assay_gemm_piece *p = &at->piece;
    const uint64_t earlier = at->command - w->tiles;

    if (back->command < earlier || (back->command == earlier && back->row <= at->row))
        return false;
    memset(data, 0, size);
    if (at->row < p->rows)
        memcpy(data, w->g->d + (p->row + at->row) * w->g->n + p->col, p->cols * sizeof data[0]);
    return true;
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

/* A command is done once both its rows and its response have come back. */
static void count_done(struct assay_gemm_walk *w)
{
    const uint64_t rows = w->cursor[ASSAY_GEMM_DST].command;
    const uint64_t responses = w->cursor[ASSAY_GEMM_RSP].command;

    w->g->done = rows < responses ? rows : responses;
}

void assay_gemm_take_row(struct assay_gemm_walk *w, uint32_t rows, unsigned tag, unsigned last,
                         const uint32_t *data)
{
    struct assay_gemm_cursor *at = &w->cursor[ASSAY_GEMM_DST];
    const struct assay_gemm_piece *p = &at->piece;

    if (at->command >= w->commands || tag != (uint8_t)at->command ||
        last != (at->row + 1 == rows)) {
        fail(w->g, "dst row with tag %u, last %u: expected row %u of command %llu", tag, last,
             at->row, (unsigned long long)at->command);
        return;
    }
    if (at->row < p->rows)
        memcpy(w->g->d + (p->row + at->row) * w->g->n + p->col, data, p->cols * sizeof data[0]);
    assay_gemm_advance(w, at, rows);
    count_done(w);
}

void assay_gemm_take_response(struct assay_gemm_walk *w, unsigned tag, unsigned status)
{
    struct assay_gemm_cursor *at = &w->cursor[ASSAY_GEMM_RSP];

    if (at->command >= w->commands || tag != (uint8_t)at->command || status != 0) {
        fail(w->g, "response with tag %u, status %u: expected that of command %llu, status 0", tag,
             status, (unsigned long long)at->command);
        return;
    }
    assay_gemm_advance(w, at, 1);
    count_done(w);
}

bool assay_gemm_ended(const void *walk)
{
    const struct assay_gemm *g = ((const struct assay_gemm_walk *)walk)->g;

    return g->failed || g->done == g->total;
}
