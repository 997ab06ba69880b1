/*
 * gemm_tiles.h - divides a product into commands for tiles, for arrays that take partial sums as
 * inputs.
 *
 * A command computes one tile of D over one chunk of K. The commands go through all tiles of a
 * chunk before the next chunk, which gives partial sums time to return before they are needed. Each
 * stream of the block walks through the commands independently, one transfer at a time.
 */
#ifndef ASSAY_GEMM_TILES_H
#define ASSAY_GEMM_TILES_H

#include "engine/block.h"
#include "gemm/gemm.h"

/* The roles of a block's streams in a product. */
enum {
    ASSAY_GEMM_CMD,
    ASSAY_GEMM_A,
    ASSAY_GEMM_B,
    ASSAY_GEMM_SRC0,
    ASSAY_GEMM_DST,
    ASSAY_GEMM_RSP,
    ASSAY_GEMM_ROLES
};

/* The part of the product that one command computes. */
struct assay_gemm_piece {
    size_t row, col, k;          /* its start in D and along K */
    uint32_t rows, cols, length; /* its extent in M, N and K */
};

/* `row` is the next transfer within `command`. */
struct assay_gemm_cursor {
    uint64_t command;
    uint32_t row;
    struct assay_gemm_piece piece;
};

/* The largest piece that a command can take. */
struct assay_gemm_tile {
    uint32_t rows, cols, length;
};

struct assay_gemm_walk {
    struct assay_gemm *g;
    struct assay_gemm_tile tile;
    uint64_t tile_cols, tiles, commands;
    unsigned role[ASSAY_MAX_STREAMS]; /* by stream of the block */
    struct assay_gemm_cursor cursor[ASSAY_GEMM_ROLES];
};

/*
 * Only divides the product into tiles, without streams; sufficient for statistics about a product.
 */
void assay_gemm_cut(struct assay_gemm_walk *w, struct assay_gemm *g, struct assay_gemm_tile tile);
struct assay_gemm_piece assay_gemm_piece_of(const struct assay_gemm_walk *w, uint64_t command);

/* Sets all streams to their first transfers; `names` are the streams for the roles. The commands
 * of the first chunk take no partial sums. */
void assay_gemm_begin(struct assay_gemm_walk *w, struct assay_gemm *g, struct assay_gemm_tile tile,
                      const struct assay_block *b, const char *const names[ASSAY_GEMM_ROLES]);

/* Advances by one transfer; the command has `rows` of them. */
void assay_gemm_advance(const struct assay_gemm_walk *w, struct assay_gemm_cursor *at,
                        uint32_t rows);

/*
 * A row of partial sums, zero beyond the matrix; false until the command for the previous chunk has
 * produced it.
 */
bool assay_gemm_partial(const struct assay_gemm_walk *w, uint32_t *data, size_t size);

/* Take a row of results, of which the command has `rows`, and a response. Anything unexpected
 * makes the product fail. */
void assay_gemm_take_row(struct assay_gemm_walk *w, uint32_t rows, unsigned tag, unsigned last,
                         const uint32_t *data);
void assay_gemm_take_response(struct assay_gemm_walk *w, unsigned tag, unsigned status);

/* `done` of a scenario whose context begins with the walk. */
bool assay_gemm_ended(const void *walk);

#endif
