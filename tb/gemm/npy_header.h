/* npy_header.h - parses the header of an .npy file, a Python dict, for npy.c. */
#ifndef ASSAY_NPY_HEADER_H
#define ASSAY_NPY_HEADER_H

#include <stdbool.h>
#include <stddef.h>

enum assay_npy_key { ASSAY_NPY_DESCR, ASSAY_NPY_FORTRAN_ORDER, ASSAY_NPY_SHAPE, ASSAY_NPY_KEYS };

/* A substring of the dict's text. */
struct assay_npy_span {
    const char *text;
    size_t length;
};

struct assay_npy_header {
    bool seen[ASSAY_NPY_KEYS];
    struct assay_npy_span descr; /* including brackets if the type is structured */
    bool structured;             /* the rest of the dict was not read */
    bool fortran;
    struct assay_npy_span shape; /* the tuple as written */
    size_t n_dims;
    size_t dim[2];
    bool huge; /* some dimension exceeds size_t */
};

/* The position at which the dict is malformed, and what was expected there. */
struct assay_npy_damage {
    size_t at; /* bytes from its start */
    const char *expected;
};

/* Parses a dict of `size` bytes. Spans point into it. False if it is malformed. */
bool assay_npy_parse_header(const char *dict, size_t size, struct assay_npy_header *h,
                            struct assay_npy_damage *d);

bool assay_npy_span_is(const struct assay_npy_span *s, const char *text);

#endif
