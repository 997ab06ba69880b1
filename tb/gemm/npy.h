/*
 * npy.h - matrices in NumPy's .npy files.
 *
 *     struct assay_npy a;
 *     if (assay_npy_read("a.npy", &a, why, sizeof why) == ASSAY_OK) {
 *         ... ((const uint8_t *)a.data)[row * a.cols + col] ...
 *         assay_npy_free(&a);
 *     }
 *
 * Reads versions 1.0 and 2.0 of the format: two-dimensional arrays in C order, of the types below.
 * Writes version 1.0. Messages have the form `FILE: what is wrong: what was expected`.
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
 * Reads a file. On success the caller must release a->data with assay_npy_free; on failure it is
 * NULL. ASSAY_BAD_INPUT: the file is missing or not as described above. ASSAY_ENVIRONMENT: a read
 * failed, or out of memory.
 */
enum assay_error assay_npy_read(const char *path, struct assay_npy *a, char *why, size_t why_size);
void assay_npy_free(struct assay_npy *a);

/*
 * Writes a file, atomically: see base/outfile.h. An existing file is replaced. ASSAY_BAD_INPUT: the
 * path cannot be written. ASSAY_ENVIRONMENT: the disk is full, or a similar failure.
 */
enum assay_error assay_npy_write(const char *path, const struct assay_npy *a, char *why,
                                 size_t why_size);
/*
 * The same, except that the file gets its name only by assay_outfile_close: for several files that
 * must appear together.
 */
enum assay_error assay_npy_write_first(struct assay_outfile *o, const char *path,
                                       const struct assay_npy *a, char *why, size_t why_size);

/* Checks whether assay_npy_write could write to the path, as far as this can be told without
 * writing. For use before long work. */
enum assay_error assay_npy_writable(const char *path, char *why, size_t why_size);

#endif
