/* numerics_input.c - parses names of the arithmetic of matrix units, and reads
 * matrices in its formats. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/message.h"
#include "cli/numerics.h"
#include "command/arguments.h"
#include "gemm/formats.h"
#include "gemm/npy.h"

/* --- names --- */

/* Declares an array with the names of the values below `n`, followed by NULL. */
#define NAMES(names, n, name_of, type)    \
    const char *names[(n) + 1] = {NULL};  \
    for (unsigned i_ = 0; i_ < (n); ++i_) \
    names[i_] = name_of((enum type)i_)

enum assay_fdot_profile numerics_profile(struct argp_state *state, const char *kind,
                                         const char *arg)
{
    NAMES(names, ASSAY_FDOT_PROFILES, assay_fdot_profile_name, assay_fdot_profile);

    return (enum assay_fdot_profile)assay_word_argument(state, kind, arg, names);
}

void numerics_formats(struct argp_state *state, const char *arg, enum assay_fdot_format *a,
                      enum assay_fdot_format *b)
{
    const char *comma = strchr(arg, ',');
    const size_t length = comma ? (size_t)(comma - arg) : strlen(arg);
    char first[16];
    NAMES(names, ASSAY_FDOT_FORMATS, assay_fdot_format_name, assay_fdot_format);

    snprintf(first, sizeof first, "%.*s", (int)(length < sizeof first ? length : sizeof first),
             arg);
    *a = (enum assay_fdot_format)assay_word_argument(state, "type", comma ? first : arg, names);
    *b = comma ? (enum assay_fdot_format)assay_word_argument(state, "type", comma + 1, names) : *a;
}

enum assay_fdot_output numerics_output(struct argp_state *state, const char *arg)
{
    /* f32_c16 is left out: c is 0 here, so it is the same as f32. */
    static const char *const names[] = {"f32", "f16", "e8m13", NULL};

    return (enum assay_fdot_output)assay_word_argument(state, "output", arg, names);
}

bool numerics_default_output(struct assay_fdot *op)
{
    struct assay_fdot_shape shape;

    op->output = ASSAY_FDOT_OUT_F32;
    if (assay_fdot_measure(op, &shape) == ASSAY_MODEL_OK)
        return true;
    op->output = ASSAY_FDOT_OUT_E8M13;
    return assay_fdot_measure(op, &shape) == ASSAY_MODEL_OK;
}

/* --- matrices --- */

static int take_patterns(const char *path, const struct assay_npy *file, enum assay_fdot_format f,
                         struct numerics_matrix *m)
{
    const uint8_t *x = file->data;

    for (size_t i = 0; i < m->rows * m->cols; ++i) {
        if (x[i] >> assay_fdot_format_bits(f)) {
            assay_print_error("%s: the element in row %zu, column %zu is 0x%02x: expected "
                              "patterns of %s, which has %u bits",
                              path, i / m->cols, i % m->cols, (unsigned)x[i],
                              assay_fdot_format_name(f), assay_fdot_format_bits(f));
            return EXIT_USAGE;
        }
        assay_format_put(m->elements, f, i, x[i]);
    }
    return EXIT_EQUAL;
}

static int round_numbers(const char *path, const struct assay_npy *file, enum assay_fdot_format f,
                         struct numerics_matrix *m)
{
    static const char *const became[ASSAY_FDOT_FORMATS] = {
        [ASSAY_FDOT_E4M3] = "NaN", [ASSAY_FDOT_E2M1] = "the greatest that it has"};
    size_t beyond = 0;

    for (size_t i = 0; i < m->rows * m->cols; ++i) {
        const double x = assay_npy_number(file, i);

        if (f == ASSAY_FDOT_E2M1 && isnan(x)) {
            assay_print_error("%s: the element in row %zu, column %zu is NaN: expected numbers, "
                              "as e2m1 has no NaN",
                              path, i / m->cols, i % m->cols);
            return EXIT_USAGE;
        }
        assay_format_put(m->elements, f, i, assay_format_round(x, f, &beyond));
    }
    if (beyond)
        assay_print_error("%s: warning: %zu elements are beyond %s and became %s: expected "
                          "numbers that the type holds",
                          path, beyond, assay_fdot_format_name(f),
                          became[f] ? became[f] : "infinite");
    return EXIT_EQUAL;
}

int numerics_read(const char *path, enum assay_fdot_format f, struct numerics_matrix *m)
{
    const bool small = assay_fdot_format_bits(f) <= 8;
    struct assay_npy file;
    char why[4352];
    int status = (int)assay_npy_read(path, &file, why, sizeof why);

    if (status) {
        assay_print_error("%s", why);
        return status;
    }
    m->rows = file.rows;
    m->cols = file.cols;
    m->elements = calloc(file.rows * file.cols,
                         assay_format_size(f)); /* can't overflow, since the file was read */
    if (!m->elements) {
        assay_print_error("%s: out of memory: expected room for %zu by %zu elements", path, m->rows,
                          m->cols);
        status = EXIT_FAULT;
    } else if (file.type == ASSAY_NPY_U8 && small) {
        status = take_patterns(path, &file, f, m);
    } else if (file.type == ASSAY_NPY_F16 || file.type == ASSAY_NPY_F32 ||
               file.type == ASSAY_NPY_F64) {
        status = round_numbers(path, &file, f, m);
    } else {
        assay_print_error("%s: dtype %s: expected float16, float32 or float64%s for type %s", path,
                          assay_npy_type_name(file.type), small ? ", or uint8 patterns," : "",
                          assay_fdot_format_name(f));
        status = EXIT_USAGE;
    }
    assay_npy_free(&file);
    return status;
}

int numerics_read_scales(const char *path, size_t rows, size_t cols, uint8_t **scales)
{
    struct assay_npy file;
    char why[4352];
    const int status = (int)assay_npy_read(path, &file, why, sizeof why);

    if (status) {
        assay_print_error("%s", why);
        return status;
    }
    if (file.type != ASSAY_NPY_U8 || file.rows != rows || file.cols != cols) {
        assay_print_error("%s: (%zu, %zu) of %s: expected scales, (%zu, %zu) of uint8", path,
                          file.rows, file.cols, assay_npy_type_name(file.type), rows, cols);
        assay_npy_free(&file);
        return EXIT_USAGE;
    }
    *scales = file.data;
    return EXIT_EQUAL;
}

int numerics_shapes(const char *a_path, const struct numerics_matrix *a, const char *b_path,
                    const struct numerics_matrix *b)
{
    if (a->cols == b->rows)
        return EXIT_EQUAL;
    assay_print_error("%s: shape (%zu, %zu) does not go with (%zu, %zu) of %s: expected %zu rows",
                      b_path, b->rows, b->cols, a->rows, a->cols, a_path, a->cols);
    return EXIT_USAGE;
}

double numerics_value(enum assay_fdot_output output, uint32_t pattern)
{
    float x;

    if (output == ASSAY_FDOT_OUT_F16)
        return assay_format_value(ASSAY_FDOT_F16, pattern);
    memcpy(&x, &pattern, sizeof x);
    return (double)x;
}
