/*
 * numerics.h - what `assay gemm --numerics` and `assay numerics` share: words for the arithmetic of matrix units,
 * and matrices in its formats. Functions return an exit status, after printing why it is not 0.
 */
#ifndef ASSAY_CLI_NUMERICS_H
#define ASSAY_CLI_NUMERICS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/assay_fdot.h"

/* Arguments of options: "hopper"; "e4m3", or "e4m3,e5m2" for A and B; "f16". Bad usage if they are none. `kind`: what
 * a message calls the argument. */
enum assay_fdot_profile numerics_profile(struct argp_state *state, const char *kind,
                                         const char *arg);
void numerics_formats(struct argp_state *state, const char *arg, enum assay_fdot_format *a,
                      enum assay_fdot_format *b);
enum assay_fdot_output numerics_output(struct argp_state *state, const char *arg);

/* Sets the output to f32, or to e8m13 where that is what a profile has in its place. False: the profile does not
 * multiply these formats. */
bool numerics_default_output(struct assay_fdot *op);

struct numerics_matrix {
    size_t rows, cols;
    void *elements; /* to be freed; as assay_gemm takes them */
};

/*
 * Read a .npy file of floats, which are rounded to the format, or, for formats of 8 bits or fewer, of uint8, which
 * are patterns. Says with a warning what the format does not hold.
 */
int numerics_read(const char *path, enum assay_fdot_format f, struct numerics_matrix *m);

/* The scales of a matrix, uint8. */
int numerics_read_scales(const char *path, size_t rows, size_t cols, uint8_t **scales);

/* Whether B has as many rows as A columns. */
int numerics_shapes(const char *a_path, const struct numerics_matrix *a, const char *b_path,
                    const struct numerics_matrix *b);

/* The number that an element of D is. */
double numerics_value(enum assay_fdot_output output, uint32_t pattern);

#endif
