/*
 * numerics.h - shared by `assay gemm --numerics` and `assay numerics`: names of the arithmetic of
 * matrix units, and matrices in its formats. Functions that return int return an exit status, after
 * printing the error if it is not 0.
 */
#ifndef ASSAY_CLI_NUMERICS_H
#define ASSAY_CLI_NUMERICS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/assay_fdot.h"

/* Parse the arguments of options: "hopper"; "e4m3", or "e4m3,e5m2" for A and B; "f16". Anything
 * else is bad usage. `kind` is the name of the argument in messages. */
enum assay_fdot_profile numerics_profile(struct argp_state *state, const char *kind,
                                         const char *arg);
void numerics_formats(struct argp_state *state, const char *arg, enum assay_fdot_format *a,
                      enum assay_fdot_format *b);
enum assay_fdot_output numerics_output(struct argp_state *state, const char *arg);

/* Set the output to f32, or to e8m13 if the profile has that instead. False if the profile does not
 * multiply these formats. */
bool numerics_default_output(struct assay_fdot *op);

struct numerics_matrix {
    size_t rows, cols;
    void *elements; /* as assay_gemm takes them; to be freed */
};

/*
 * Read a .npy file. Floats are rounded to the format. For formats of up to 8 bits the file may also
 * be uint8, with bit patterns. Prints a warning if values are out of range.
 */
int numerics_read(const char *path, enum assay_fdot_format f, struct numerics_matrix *m);

/* Read the scales of a matrix, which are uint8. Free *scales. */
int numerics_read_scales(const char *path, size_t rows, size_t cols, uint8_t **scales);

/* Check that B has as many rows as A has columns. */
int numerics_shapes(const char *a_path, const struct numerics_matrix *a, const char *b_path,
                    const struct numerics_matrix *b);

/* The number that an element of D represents. */
double numerics_value(enum assay_fdot_output output, uint32_t pattern);

#endif
