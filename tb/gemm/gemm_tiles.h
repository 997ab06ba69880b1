/*
 * gemm_tiles.h - a product cut into commands of tiles, for arrays that take partial sums in.
 *
 * A command computes one tile of D over one chunk of K; commands go through all tiles of a chunk before the
 * next chunk, so that partial sums are back when they are wanted. Each stream of the block walks the
 * commands by itself, a transfer at a time.
 */
#ifndef ASSAY_GEMM_TILES_H
#define ASSAY_GEMM_TILES_H

#include "engine/block.h"
#include "gemm/gemm.h"

/* What a block's streams are to a product. */
enum {
    ASSAY_GEMM_CMD,
    ASSAY_GEMM_A,
    ASSAY_GEMM_B,
    ASSAY_GEMM_SRC0,
    ASSAY_GEMM_DST,
    ASSAY_GEMM_RSP,
    ASSAY_GEMM_ROLES
};

/* What one command computes. */
struct assay_gemm_piece {
    size_t row, col, k;          /* where it starts in D and along K */
    uint32_t rows, cols, length; /* its extent in M, N and K */
};

/* `row` is the next transfer of `command`. */
struct assay_gemm_cursor {
    uint64_t command;
    uint32_t row;
    struct assay_gemm_piece piece;
};

/* The largest piece that a command takes. */
struct assay_gemm_tile {
    uint32_t rows, cols, length;
};

struct assay_gemm_walk {
    struct assay_gemm *g;
    struct assay_gemm_tile tile;
    uint64_t tile_cols, tiles, commands;
    unsigned role[ASSAY_MAX_STREAMS]; /* of each stream of the block */
    struct assay_gemm_cursor cursor[ASSAY_GEMM_ROLES];
};

/* Where tiles lie, without streams: for numbers about a product. */
void assay_gemm_cut(struct assay_gemm_walk *w, struct assay_gemm *g, struct assay_gemm_tile tile);
struct assay_gemm_piece assay_gemm_piece_of(const struct assay_gemm_walk *w, uint64_t command);

/* All streams at their first transfers; `names` are those of the roles. The commands of the first chunk
 * take no partial sums. */
void assay_gemm_begin(struct assay_gemm_walk *w, struct assay_gemm *g, struct assay_gemm_tile tile,
                      const struct assay_block *b, const char *const names[ASSAY_GEMM_ROLES]);

/* One transfer done, of `rows` that the command has. */
void assay_gemm_advance(const struct assay_gemm_walk *w, struct assay_gemm_cursor *at,
                        uint32_t rows);

/* A row of partial sums, zeros beyond the matrix; false until the command a chunk earlier has given it. */
bool assay_gemm_partial(const struct assay_gemm_walk *w, uint32_t *data, size_t size);

/* A row of results came, of `rows` that the command has; and the response. What was not expected fails
 * the product. */
void assay_gemm_take_row(struct assay_gemm_walk *w, uint32_t rows, unsigned tag, unsigned last,
                         const uint32_t *data);
void assay_gemm_take_response(struct assay_gemm_walk *w, unsigned tag, unsigned status);

/* Of a scenario whose context begins with the walk. */
bool assay_gemm_ended(const void *walk);

#endif
