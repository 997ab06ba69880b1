#include "slice/array.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

__attribute__((format(printf, 3, 4))) static enum assay_error refuse(char *why, size_t why_size,
                                                                     const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(why, why_size, format, args);
    va_end(args);
    return ASSAY_BAD_INPUT;
}

static enum assay_error no_memory(char *why, size_t why_size)
{
    refuse(why, why_size, "out of memory");
    return ASSAY_ENVIRONMENT;
}

/* --- shapes --- */

static bool take_size(const char **at, char end, size_t *size)
{
    const size_t n = strcspn(*at, "x,");
    uint64_t v;

    if (n == 0 || assay_number_span(*at, n, SLICE_ARRAY_MOST, &v) || v == 0 ||
        ((*at)[n] != end && end != '\0'))
        return false;
    *size = (size_t)v;
    *at += n;
    return true;
}

bool slice_array_size(const char **at, size_t *rows, size_t *cols)
{
    const char *sizes = *at;

    *rows = 1;
    if (sizes[strcspn(sizes, "x,")] == 'x') {
        if (!take_size(&sizes, 'x', rows))
            return false;
        ++sizes;
    }
    if (!take_size(&sizes, '\0', cols) || *rows > SLICE_ARRAY_MOST / *cols)
        return false;
    *at = sizes;
    return *sizes == '\0' || *sizes == ',';
}

bool slice_array_type(const char **at, enum assay_npy_type *type)
{
    const size_t n = strcspn(*at, ":");

    for (*type = 0; *type < ASSAY_NPY_TYPES; ++*type)
        if (strlen(assay_npy_type_name(*type)) == n &&
            memcmp(assay_npy_type_name(*type), *at, n) == 0)
            break;
    if (*type == ASSAY_NPY_TYPES)
        return false;
    *at += n + ((*at)[n] == ':');
    return true;
}

/* --- files --- */

/* Checks an array that was read against the required type and size. */
static enum assay_error check_shape(const struct slice_array *a, const struct slice_array *wanted,
                                    char *why, size_t why_size)
{
    const struct assay_npy *w = &wanted->data;

    if (a->data.type == w->type && a->data.rows == w->rows && a->data.cols == w->cols)
        return ASSAY_OK;
    return refuse(why, why_size, "%s: %s:%zux%zu for %s: expected %s:%zux%zu", a->in[0],
                  assay_npy_type_name(a->data.type), a->data.rows, a->data.cols, a->name,
                  assay_npy_type_name(w->type), w->rows, w->cols);
}

/* Reads a file and appends its rows below those already there. */
static enum assay_error stack(struct slice_array *a, const char *path, char *why, size_t why_size)
{
    const size_t size = assay_npy_type_size(a->data.type) * a->data.cols;
    struct assay_npy more;
    enum assay_error e = assay_npy_read(path, &more, why, why_size);
    char *all;

    if (e != ASSAY_OK)
        return e;
    if (more.type != a->data.type || more.cols != a->data.cols) {
        e = refuse(why, why_size, "%s: %s with %zu columns, below %s: expected %s with %zu", path,
                   assay_npy_type_name(more.type), more.cols, a->in[0],
                   assay_npy_type_name(a->data.type), a->data.cols);
    } else if (!(all = realloc(a->data.data, (a->data.rows + more.rows) * size))) {
        e = no_memory(why, why_size);
    } else {
        memcpy(all + a->data.rows * size, more.data, more.rows * size);
        a->data.data = all;
        a->data.rows += more.rows;
    }
    assay_npy_free(&more);
    return e;
}

static enum assay_error read_files(struct slice_array *a, char *why, size_t why_size)
{
    const struct slice_array wanted = {.data = a->data};
    enum assay_error e = assay_npy_read(a->in[0], &a->data, why, why_size);

    for (uint32_t i = 1; i < a->n_in && e == ASSAY_OK; ++i)
        e = stack(a, a->in[i], why, why_size);
    return e == ASSAY_OK && a->shaped ? check_shape(a, &wanted, why, why_size) : e;
}

static enum assay_error read_values(struct slice_array *a, char *why, size_t why_size)
{
    a->data = (struct assay_npy){.type = ASSAY_NPY_S32, .rows = 1, .cols = a->n_values};
    a->data.data = malloc(a->n_values * sizeof *a->value);
    if (!a->data.data)
        return no_memory(why, why_size);
    memcpy(a->data.data, a->value, a->n_values * sizeof *a->value);
    return ASSAY_OK;
}

/* Sums of products with (input + offset) equal those with the plain inputs, plus offset times
 * the sums of the weights. */
static enum assay_error fold(struct slice_array *a, char *why, size_t why_size)
{
    uint32_t *sums = a->data.data;
    const struct assay_npy *w = &a->weights->data;

    if (w->type != ASSAY_NPY_S8 || a->data.type != ASSAY_NPY_S32 || w->cols != a->data.cols)
        return refuse(
            why, why_size,
            "%s: %s with %zu columns, for %s of %s with %zu: expected int8 for int32, with as "
            "many columns",
            a->weights->name, assay_npy_type_name(w->type), w->cols, a->name,
            assay_npy_type_name(a->data.type), a->data.cols);
    for (size_t i = 0; i < w->rows * w->cols; ++i)
        sums[i % w->cols] += (uint32_t)a->offset * (uint32_t)((const int8_t *)w->data)[i];
    return ASSAY_OK;
}

static enum assay_error check_memory(const struct slice_array *a, char *why, size_t why_size)
{
    if (a->quads && assay_npy_type_size(a->data.type) != 1)
        return refuse(why, why_size, "%s: quads of %s: expected elements of 8 bits", a->name,
                      assay_npy_type_name(a->data.type));
    if (a->room_rows && (a->room_rows < a->data.rows || a->room_cols < a->data.cols))
        return refuse(why, why_size, "%s: room for %zux%zu: expected at least %zux%zu", a->name,
                      a->room_rows, a->room_cols, a->data.rows, a->data.cols);
    return ASSAY_OK;
}

enum assay_error slice_array_read(struct slice_array *a, char *why, size_t why_size)
{
    enum assay_error e = ASSAY_OK;

    if (a->n_in)
        e = read_files(a, why, why_size);
    else if (a->n_values)
        e = read_values(a, why, why_size);
    else if (slice_array_bytes(a) > SLICE_ARRAY_MOST)
        e = refuse(why, why_size, "%s: %zu bytes: expected at most %d", a->name,
                   slice_array_bytes(a), SLICE_ARRAY_MOST);
    else if (!(a->data.data =
                   calloc(a->data.rows * a->data.cols, assay_npy_type_size(a->data.type))))
        e = no_memory(why, why_size);
    if (e == ASSAY_OK && a->weights)
        e = fold(a, why, why_size);
    return e == ASSAY_OK ? check_memory(a, why, why_size) : e;
}

void slice_array_free(struct slice_array *a)
{
    assay_npy_free(&a->data);
}

/* --- memory --- */

static size_t columns(const struct slice_array *a)
{
    return a->room_cols ? a->room_cols : a->data.cols;
}

static size_t place(const struct slice_array *a, size_t row, size_t col)
{
    if (a->quads)
        return (row / 4 * columns(a) + col) * 4 + row % 4;
    return (row * columns(a) + col) * assay_npy_type_size(a->data.type);
}

size_t slice_array_bytes(const struct slice_array *a)
{
    const size_t rows = a->room_rows ? a->room_rows : a->data.rows;

    return place(a, a->quads ? (rows + 3) / 4 * 4 : rows, 0);
}

void slice_array_put(const struct slice_array *a, char *memory)
{
    const size_t size = assay_npy_type_size(a->data.type);

    memset(memory, 0, slice_array_bytes(a));
    for (size_t r = 0; r < a->data.rows; ++r)
        for (size_t c = 0; c < a->data.cols; ++c)
            memcpy(memory + place(a, r, c),
                   (const char *)a->data.data + (r * a->data.cols + c) * size, size);
}

void slice_array_get(struct slice_array *a, const char *memory)
{
    const size_t size = assay_npy_type_size(a->data.type);

    for (size_t r = 0; r < a->data.rows; ++r)
        for (size_t c = 0; c < a->data.cols; ++c)
            memcpy((char *)a->data.data + (r * a->data.cols + c) * size, memory + place(a, r, c),
                   size);
}
