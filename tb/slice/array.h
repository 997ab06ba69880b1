/*
 * array.h - an array in the memory of launches. It is a matrix initialised from .npy files, from
 * numbers or with zeros, and may be written to a file. In memory it may have room for more rows and
 * columns, and its elements may be rearranged.
 */
#ifndef SLICE_ARRAY_H
#define SLICE_ARRAY_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "gemm/npy.h"
#include "predicate/asm.h"

enum { SLICE_ARRAY_FILES = 4, SLICE_ARRAY_VALUES = 64, SLICE_ARRAY_MOST = 1 << 28 /* in bytes */ };

struct slice_array {
    char name[PREDICATE_NAME];
    unsigned long line; /* of the network's file, where it is named */
    /* Initial contents: matrices stacked below each other, or these numbers, otherwise zeros. */
    char in[SLICE_ARRAY_FILES][PATH_MAX];
    uint32_t n_in;
    bool replaced; /* its file was given on the command line */
    int32_t value[SLICE_ARRAY_VALUES];
    uint32_t n_values;
    bool typed, shaped;          /* both: `data` has its actual or required type and size */
    size_t room_rows, room_cols; /* in memory; 0: no more than it has */
    bool quads; /* in memory: bytes of four rows form one of words, as in kernels/gemm_s8.s */
    /* If not NULL: offset times the sum of each column of this array is added to the first row
     * initially. */
    const struct slice_array *weights;
    int32_t offset;
    bool offset_given;
    bool zero;             /* its zero lines are not moved (zero.h) */
    bool out;              /* it is to be written, */
    char file[PATH_MAX];   /* to this file */
    struct assay_npy data; /* as read, and later as to be written */
    uint32_t at;           /* its address, set by whoever places it in memory */
};

/* Parse TYPE:ROWSxCOLS, TYPE:COLS or, without a type, ROWSxCOLS or COLS, up to a comma or the
 * end; move *at there. At most SLICE_ARRAY_MOST elements. */
bool slice_array_type(const char **at, enum assay_npy_type *type);
bool slice_array_size(const char **at, size_t *rows, size_t *cols);

/* Reads its files. An array whose weights are folded in must be read after them. */
enum assay_error slice_array_read(struct slice_array *a, char *why, size_t why_size);
void slice_array_free(struct slice_array *a);

/* After slice_array_read: the number of bytes in memory; copy the array to memory, and back. */
size_t slice_array_bytes(const struct slice_array *a);
void slice_array_put(const struct slice_array *a, char *memory);
void slice_array_get(struct slice_array *a, const char *memory);

#endif
