#include "gemm/npy.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/destination.h"
#include "base/outfile.h"
#include "gemm/formats.h"
#include "gemm/npy_header.h"

enum {
    MAGIC_SIZE = 6,
    HEADER_MAX = 1 << 20, /* bytes; the header of a plain array is never as large */
    ALIGNMENT = 64,       /* of the data in the file */
    TEXT_MAX = 80,        /* longest excerpt of a file in a message */
    FIRST_READ = 1 << 20, /* bytes; more is not allocated just because a header says so */
};

static const unsigned char magic[MAGIC_SIZE] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

/* The first character of `descr` is the byte order, which one-byte types do not have. */
static const struct {
    const char *descr;
    const char *name;
    size_t size;
} types[ASSAY_NPY_TYPES] = {
    [ASSAY_NPY_U8] = {"|u1", "uint8", 1},    [ASSAY_NPY_S8] = {"|i1", "int8", 1},
    [ASSAY_NPY_S32] = {"<i4", "int32", 4},   [ASSAY_NPY_F16] = {"<f2", "float16", 2},
    [ASSAY_NPY_F32] = {"<f4", "float32", 4}, [ASSAY_NPY_F64] = {"<f8", "float64", 8},
};

const char *assay_npy_type_name(enum assay_npy_type t)
{
    return types[t].name;
}

size_t assay_npy_type_size(enum assay_npy_type t)
{
    return types[t].size;
}

double assay_npy_number(const struct assay_npy *a, size_t i)
{
    switch (a->type) {
    case ASSAY_NPY_F16:
        return assay_format_value(ASSAY_FDOT_F16, ((const uint16_t *)a->data)[i]);
    case ASSAY_NPY_F32:
        return (double)((const float *)a->data)[i];
    default:
        return ((const double *)a->data)[i];
    }
}

void assay_npy_free(struct assay_npy *a)
{
    free(a->data);
    a->data = NULL;
}

/* A file being read or written, and where its error messages go. */
struct work {
    const char *path;
    FILE *f;
    char *why;
    size_t why_size;
};

__attribute__((format(printf, 3, 4))) static enum assay_error
complain(const struct work *w, enum assay_error e, const char *format, ...)
{
    va_list args;
    int used = snprintf(w->why, w->why_size, "%s: ", w->path);

    if (used >= 0 && (size_t)used < w->why_size) {
        va_start(args, format);
        vsnprintf(w->why + used, w->why_size - (size_t)used, format, args);
        va_end(args);
    }
    return e;
}

/* "|u1, |i1, <i4, ..." */
static const char *known_types(char *text, size_t size)
{
    size_t used = 0;

    for (size_t i = 0; i < ASSAY_NPY_TYPES && used < size; ++i)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", types[i].descr);
    return text;
}

/* An excerpt of the file, made fit for a one-line message. */
static const char *printable(char text[TEXT_MAX], struct assay_npy_span s)
{
    size_t n = s.length < TEXT_MAX - 4 ? s.length : TEXT_MAX - 4;

    for (size_t i = 0; i < n; ++i)
        text[i] = s.text[i] >= ' ' && s.text[i] <= '~' ? s.text[i] : '?';
    snprintf(text + n, TEXT_MAX - n, "%s", n < s.length ? "..." : "");
    return text;
}

static bool is_order(char c)
{
    return c == '|' || c == '<' || c == '>' || c == '=';
}

static enum assay_error find_type(const struct work *w, const struct assay_npy_header *h,
                                  enum assay_npy_type *type)
{
    char name[TEXT_MAX], known[TEXT_MAX];
    const struct assay_npy_span *d = &h->descr;
    const bool order = d->length > 0 && is_order(d->text[0]);
    const struct assay_npy_span base = {d->text + order, d->length - order};

    for (unsigned i = 0; !h->structured && i < ASSAY_NPY_TYPES; ++i) {
        if (!assay_npy_span_is(&base, types[i].descr + 1))
            continue;
        if (types[i].size == 1 || d->text[0] == types[i].descr[0]) {
            *type = (enum assay_npy_type)i;
            return ASSAY_OK;
        }
    }
    return complain(w, ASSAY_BAD_INPUT, "%s dtype %s: expected one of %s",
                    h->structured                        ? "structured"
                    : d->length > 0 && d->text[0] == '>' ? "big-endian"
                                                         : "unsupported",
                    printable(name, *d), known_types(known, sizeof known));
}

static enum assay_error check_header(const struct work *w, const struct assay_npy_header *h,
                                     struct assay_npy *a)
{
    char shape[TEXT_MAX];
    enum assay_error e = find_type(w, h, &a->type);

    if (e != ASSAY_OK)
        return e;
    printable(shape, h->shape);
    if (h->n_dims != 2)
        return complain(w, ASSAY_BAD_INPUT,
                        "shape %s is not that of a matrix: expected two dimensions", shape);
    if (h->fortran)
        return complain(w, ASSAY_BAD_INPUT,
                        "Fortran order: expected C order, as of numpy.ascontiguousarray");
    a->rows = h->dim[0];
    a->cols = h->dim[1];
    if (!h->huge && (a->rows == 0 || a->cols == 0))
        return complain(w, ASSAY_BAD_INPUT, "shape %s has no elements: expected at least 1 by 1",
                        shape);
    if (h->huge || a->rows > PTRDIFF_MAX / types[a->type].size / a->cols)
        return complain(w, ASSAY_BAD_INPUT, "shape %s is too large: expected fewer than 2^%d bytes",
                        shape, (int)sizeof(ptrdiff_t) * CHAR_BIT - 1);
    return ASSAY_OK;
}

/* --- reading --- */

/* Reports a short read: the end of the file, or a failure. */
static enum assay_error short_read(const struct work *w, const char *part, size_t found,
                                   size_t expected)
{
    if (ferror(w->f))
        return complain(w, assay_blame_path(errno), "%s: expected an npy file", strerror(errno));
    return complain(w, ASSAY_BAD_INPUT, "truncated, %zu bytes of %s: expected %zu", found, part,
                    expected);
}

/* The text of the header's dict, to be freed by the caller; NULL on failure. */
static char *read_dict(const struct work *w, size_t *size, enum assay_error *e)
{
    unsigned char start[MAGIC_SIZE + 2 + 4];
    size_t found = fread(start, 1, MAGIC_SIZE + 2, w->f);
    size_t field; /* bytes that hold the dict's size */
    char *dict;

    if (ferror(w->f)) {
        *e = short_read(w, "header", found, 0);
        return NULL;
    }
    if (found < MAGIC_SIZE + 2 || memcmp(start, magic, MAGIC_SIZE) != 0) {
        *e = complain(w, ASSAY_BAD_INPUT,
                      "not an npy file: expected it to start with \\x93NUMPY and a version");
        return NULL;
    }
    if (start[7] != 0 || (start[6] != 1 && start[6] != 2)) {
        *e = complain(w, ASSAY_BAD_INPUT, "npy version %u.%u: expected 1.0 or 2.0", start[6],
                      start[7]);
        return NULL;
    }
    field = start[6] == 1 ? 2 : 4;
    found = fread(start + MAGIC_SIZE + 2, 1, field, w->f);
    if (found < field) {
        *e = short_read(w, "header", MAGIC_SIZE + 2 + found, MAGIC_SIZE + 2 + field);
        return NULL;
    }
    *size = 0;
    for (size_t i = 0; i < field; ++i)
        *size |= (size_t)start[MAGIC_SIZE + 2 + i] << 8 * i;
    if (*size > HEADER_MAX) {
        *e = complain(w, ASSAY_BAD_INPUT, "header of %zu bytes: expected at most %d", *size,
                      HEADER_MAX);
        return NULL;
    }
    dict = malloc(*size + 1);
    if (!dict) {
        *e = complain(w, ASSAY_ENVIRONMENT, "out of memory: expected %zu bytes", *size + 1);
        return NULL;
    }
    found = fread(dict, 1, *size, w->f);
    if (found < *size) {
        *e =
            short_read(w, "header", MAGIC_SIZE + 2 + field + found, MAGIC_SIZE + 2 + field + *size);
        free(dict);
        return NULL;
    }
    return dict;
}

static enum assay_error read_header(const struct work *w, struct assay_npy *a)
{
    struct assay_npy_header h;
    struct assay_npy_damage damage;
    enum assay_error e = ASSAY_OK;
    size_t size;
    char *dict = read_dict(w, &size, &e);

    if (!dict)
        return e;
    if (assay_npy_parse_header(dict, size, &h, &damage))
        e = check_header(w, &h, a);
    else
        e = complain(w, ASSAY_BAD_INPUT, "header damaged at byte %zu of its dict: expected %s",
                     damage.at, damage.expected);
    free(dict);
    return e;
}

static enum assay_error read_data(const struct work *w, struct assay_npy *a)
{
    const size_t size = a->rows * a->cols * types[a->type].size;
    size_t room = 0, found = 0;

    while (found < size) {
        void *more;

        room = room == 0 ? FIRST_READ : room > size / 2 ? size : 2 * room;
        room = room < size ? room : size;
        more = realloc(a->data, room);
        if (!more)
            return complain(w, ASSAY_ENVIRONMENT, "out of memory: expected %zu bytes", size);
        a->data = more;
        found += fread((char *)a->data + found, 1, room - found, w->f);
        if (found < room)
            return short_read(w, "data", found, size);
    }
    if (fgetc(w->f) != EOF)
        return complain(w, ASSAY_BAD_INPUT,
                        "trailing bytes: expected the end after %zu bytes of data", size);
    return ferror(w->f) ? short_read(w, "data", found, size) : ASSAY_OK;
}

enum assay_error assay_npy_read(const char *path, struct assay_npy *a, char *why, size_t why_size)
{
    struct work w = {path, fopen(path, "rb"), why, why_size};
    enum assay_error e;

    memset(a, 0, sizeof *a);
    if (!w.f)
        return complain(&w, assay_blame_path(errno), "%s: expected an npy file", strerror(errno));
    e = read_header(&w, a);
    if (e == ASSAY_OK)
        e = read_data(&w, a);
    if (e != ASSAY_OK)
        assay_npy_free(a);
    fclose(w.f);
    return e;
}

/* --- writing --- */

enum assay_error assay_npy_writable(const char *path, char *why, size_t why_size)
{
    struct stat st;

    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)) {
        snprintf(why, why_size, "%s: is not a regular file: expected a file to write", path);
        return ASSAY_BAD_INPUT;
    }
    return assay_destination_file(path, why, why_size);
}

static void write_all(FILE *f, const struct assay_npy *a)
{
    unsigned char start[MAGIC_SIZE + 4];
    char dict[256];
    const size_t count = a->rows * a->cols;
    int used = snprintf(dict, sizeof dict - ALIGNMENT,
                        "{'descr': '%s', 'fortran_order': False, 'shape': (%zu, %zu), }",
                        types[a->type].descr, a->rows, a->cols);
    size_t length = (size_t)used;

    /* Spaces and a newline align the data. */
    while ((sizeof start + length + 1) % ALIGNMENT)
        dict[length++] = ' ';
    dict[length++] = '\n';
    memcpy(start, magic, MAGIC_SIZE);
    start[MAGIC_SIZE] = 1;
    start[MAGIC_SIZE + 1] = 0;
    start[MAGIC_SIZE + 2] = (unsigned char)(length & 255);
    start[MAGIC_SIZE + 3] = (unsigned char)(length >> 8);
    if (fwrite(start, sizeof start, 1, f) == 1 && fwrite(dict, length, 1, f) == 1)
        fwrite(a->data, types[a->type].size, count, f);
}

enum assay_error assay_npy_write_first(struct assay_outfile *o, const char *path,
                                       const struct assay_npy *a, char *why, size_t why_size)
{
    struct work w = {path, NULL, why, why_size};
    enum assay_error e = assay_npy_writable(path, why, why_size);

    if (e != ASSAY_OK)
        return e;
    if (!assay_outfile_open(o, path, why, why_size))
        return complain(&w, assay_blame_path(errno), "%s: expected a folder to write to",
                        strerror(errno));
    errno = 0;
    write_all(o->f, a);
    if (assay_outfile_finish(o, why, why_size))
        return ASSAY_OK;
    return complain(&w, assay_blame_path(errno), "%s: expected room for %zu bytes and a header",
                    strerror(errno), a->rows * a->cols * types[a->type].size);
}

enum assay_error assay_npy_write(const char *path, const struct assay_npy *a, char *why,
                                 size_t why_size)
{
    struct assay_outfile o;
    const enum assay_error e = assay_npy_write_first(&o, path, a, why, why_size);

    if (e != ASSAY_OK || assay_outfile_close(&o, why, why_size))
        return e;
    return assay_blame_path(errno);
}
