/*
 * array.h - an array in the memory of launches: a matrix that begins with what .npy files have, with numbers or with
 * zeros, and may be written to one. In memory it has room for more rows and columns, if asked, and may be rearranged.
 */
#ifndef SLICE_ARRAY_H
#define SLICE_ARRAY_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "gemm/npy.h"
#include "predicate/asm.h"

enum { SLICE_ARRAY_FILES = 4, SLICE_ARRAY_VALUES = 64, SLICE_ARRAY_MOST = 1 << 28 /* bytes */ };

struct slice_array {
    char name[PREDICATE_NAME];
    unsigned long line; /* of the network's file, that names it */
    /* What it begins with: matrices, one below the other; or these numbers; else zeros. */
    char in[SLICE_ARRAY_FILES][PATH_MAX];
    uint32_t n_in;
    bool replaced; /* its file is one of the command line */
    int32_t value[SLICE_ARRAY_VALUES];
    uint32_t n_values;
    bool typed, shaped;          /* both: `data` says what type and size it has, or must have */
    size_t room_rows, room_cols; /* in memory; 0: as many as it has */
    bool quads; /* in memory: bytes of four rows make one of words, as in kernels/gemm_s8.s */
    /* What it begins with: offset times the sum of each column of this array is added to the first row; NULL: nothing. */
    const struct slice_array *weights;
    int32_t offset;
    bool offset_given;
    bool out;              /* it is written */
    char file[PATH_MAX];   /* to this file */
    struct assay_npy data; /* what is read, then what is written */
    uint32_t at;           /* its address, from whoever places it */
};

/* TYPE:ROWSxCOLS, TYPE:COLS or, without a type, ROWSxCOLS or COLS, up to a comma or the end; *at moves there. At most
 * SLICE_ARRAY_MOST elements. */
bool slice_array_type(const char **at, enum assay_npy_type *type);
bool slice_array_size(const char **at, size_t *rows, size_t *cols);

/* Reads its files. Weights that are folded have been read before. */
enum assay_error slice_array_read(struct slice_array *a, char *why, size_t why_size);
void slice_array_free(struct slice_array *a);

/* After slice_array_read: the bytes that it has in memory, and what these are; from memory again. */
size_t slice_array_bytes(const struct slice_array *a);
void slice_array_put(const struct slice_array *a, char *memory);
void slice_array_get(struct slice_array *a, const char *memory);

#endif
