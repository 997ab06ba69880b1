/*
 * npy.h - matrices in NumPy's .npy files.
 *
 *     struct assay_npy a;
 *     if (assay_npy_read("a.npy", &a, why, sizeof why) == ASSAY_OK) {
 *         ... ((const uint8_t *)a.data)[row * a.cols + col] ...
 *         assay_npy_free(&a);
 *     }
 *
 * Read are versions 1.0 and 2.0 of the format, arrays of two dimensions in C order, of the types
 * below. Written is version 1.0. Messages have the form `FILE: what is wrong: what was expected`.
 */
#ifndef ASSAY_NPY_H
#define ASSAY_NPY_H

#include <stddef.h>

#include "base/error.h"
#include "base/outfile.h"

enum assay_npy_type {
    ASSAY_NPY_U8,  /* |u1, uint8_t */
    ASSAY_NPY_S8,  /* |i1, int8_t */
    ASSAY_NPY_S32, /* <i4, int32_t */
    ASSAY_NPY_F16, /* <f2, uint16_t: a pattern, since C has no such type */
    ASSAY_NPY_F32, /* <f4, float */
    ASSAY_NPY_F64, /* <f8, double */
    ASSAY_NPY_TYPES
};

struct assay_npy {
    enum assay_npy_type type;
    size_t rows, cols; /* both at least 1 */
    void *data;        /* rows * cols elements, row by row */
};

/* NumPy's name: "uint8". */
const char *assay_npy_type_name(enum assay_npy_type t);
size_t assay_npy_type_size(enum assay_npy_type t); /* bytes of an element */

/* Element i of a matrix of floats. */
double assay_npy_number(const struct assay_npy *a, size_t i);

/*
 * Read a file. a->data is then the caller's, to be released with assay_npy_free; on failure it is
 * NULL. ASSAY_BAD_INPUT for a file that is missing or not as above, ASSAY_ENVIRONMENT for failing
 * reads and for want of memory.
 */
enum assay_error assay_npy_read(const char *path, struct assay_npy *a, char *why, size_t why_size);
void assay_npy_free(struct assay_npy *a);

/*
 * Write a file. It appears whole or not at all: see base/outfile.h. A file that was there before is
 * replaced. ASSAY_BAD_INPUT for a path that cannot be written, ASSAY_ENVIRONMENT for a
 * full disk and the like.
 */
enum assay_error assay_npy_write(const char *path, const struct assay_npy *a, char *why,
                                 size_t why_size);
/* The same but for the name, which assay_outfile_close gives it: for files that are to be there together. */
enum assay_error assay_npy_write_first(struct assay_outfile *o, const char *path,
                                       const struct assay_npy *a, char *why, size_t why_size);

/* Whether assay_npy_write could write there, as far as can be told without doing it. For finding out
 * before long work. */
enum assay_error assay_npy_writable(const char *path, char *why, size_t why_size);

#endif
