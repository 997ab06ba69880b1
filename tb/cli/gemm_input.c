/* gemm_input.c - the matrices of `assay gemm`: from files to elements of the product's type. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/message.h"
#include "base/number.h"
#include "cli/gemm.h"

/* Parse a type of the command line: "int8", ... For int8 the files decide between uint8 and int8.
 * False if there is no such type. */
static bool find_type(const char *name, enum assay_type *type)
{
    *type = ASSAY_TYPE_S8;
    if (strcmp(name, "int8") == 0)
        return true;
    for (unsigned t = ASSAY_TYPE_BF16; t < ASSAY_TYPES; ++t) {
        if (strcmp(name, assay_gemm_type_name((enum assay_type)t)) == 0) {
            *type = (enum assay_type)t;
            return true;
        }
    }
    return false;
}

bool gemm_prune_parse(const char *text, struct gemm_prune *p)
{
    char side[24], *end;
    const char *comma = strchr(text, ',');
    const size_t length = comma ? (size_t)(comma - text) : 0;
    double threshold;

    if (length == 0 || length >= sizeof side)
        return false;
    memcpy(side, text, length);
    side[length] = '\0';
    if (!assay_parse_number(side, &p->side) || p->side == 0 || p->side > SIZE_MAX / 2)
        return false;
    errno = 0;
    threshold = strtod(comma + 1, &end);
    p->flags = 0;
    if (strcmp(end, ",abs") == 0) {
        p->flags = ASSAY_PRUNE_ABSOLUTE;
        end += 4;
    }
    if (end == comma + 1 || *end || isnan(threshold) || threshold < 0 || errno == ERANGE)
        return false;
    p->threshold = assay_gemm_round(threshold, ASSAY_TYPE_F32, &(size_t){0});
    p->text = text;
    return true;
}

static bool is_float(enum assay_npy_type t)
{
    return t == ASSAY_NPY_F16 || t == ASSAY_NPY_F32 || t == ASSAY_NPY_F64;
}

static int read_matrix(const char *path, bool floats, const char *type, struct assay_npy *m)
{
    char why[4352];
    const enum assay_error e = assay_npy_read(path, m, why, sizeof why);

    if (e != ASSAY_OK) {
        assay_print_error("%s", why);
        return (int)e;
    }
    if (floats && !is_float(m->type)) {
        assay_print_error("%s: dtype %s: expected float16, float32 or float64 for --type %s", path,
                          assay_npy_type_name(m->type), type);
        return EXIT_USAGE;
    }
    if (!floats && m->type != ASSAY_NPY_U8 && m->type != ASSAY_NPY_S8) {
        assay_print_error("%s: dtype %s: expected uint8 or int8%s", path,
                          assay_npy_type_name(m->type),
                          is_float(m->type) ? ", or --type bf16, f16 or f32" : "");
        return EXIT_USAGE;
    }
    return EXIT_EQUAL;
}

/* Round floats to the type, in new memory. Integers stay as they are. */
static int convert(const char *path, struct assay_npy *m, enum assay_type to, void **elements)
{
    const size_t count = m->rows * m->cols;
    size_t infinite = 0;

    if (!is_float(m->type)) {
        *elements = m->data;
        m->data = NULL;
        return EXIT_EQUAL;
    }
    *elements = count <= SIZE_MAX / sizeof(uint32_t) ? calloc(count, assay_type_size(to)) : NULL;
    if (!*elements) {
        assay_print_error("%s: out of memory: expected room for %zu by %zu elements", path, m->rows,
                          m->cols);
        return EXIT_FAULT;
    }
    for (size_t i = 0; i < count; ++i) {
        const uint32_t x = assay_gemm_round(assay_npy_number(m, i), to, &infinite);

        if (to == ASSAY_TYPE_F32)
            ((uint32_t *)*elements)[i] = x;
        else
            ((uint16_t *)*elements)[i] = (uint16_t)x;
    }
    assay_npy_free(m);
    if (infinite)
        assay_print_error("%s: warning: %zu elements are beyond %s and became infinite: expected "
                          "numbers that the type holds",
                          path, infinite, assay_gemm_type_name(to));
    return EXIT_EQUAL;
}

/* This can't overflow: the matrix was read, and the pruned one has the same size. */
static int prune(struct gemm_job *j)
{
    const struct gemm_prune *p = &j->choice.prune;
    const enum assay_prune_status status =
        assay_prune_blocks(j->g.b_type, j->elements[GEMM_B], j->g.k, j->g.n, p->side, p->side,
                           p->threshold, p->flags, j->elements[GEMM_B], NULL, &j->pruned);

    if (status == ASSAY_PRUNE_OK)
        return EXIT_EQUAL;
    assay_print_error("%s: cannot be pruned, status %d: expected a matrix", j->choice.file[GEMM_B],
                      (int)status);
    return EXIT_FAULT;
}

static enum assay_type type_of(const struct assay_npy *m, enum assay_type chosen)
{
    if (assay_type_is_float(chosen))
        return chosen;
    return m->type == ASSAY_NPY_S8 ? ASSAY_TYPE_S8 : ASSAY_TYPE_U8;
}

int gemm_input(struct gemm_job *j)
{
    const struct gemm_choice *c = &j->choice;
    enum assay_type chosen;
    bool floats;
    int status;

    if (c->profile)
        return gemm_numerics_input(j);
    if (!find_type(c->type, &chosen))
        return EXIT_FAULT;
    floats = assay_type_is_float(chosen);
    status = read_matrix(c->file[GEMM_A], floats, c->type, &j->a);
    if (!status)
        status = read_matrix(c->file[GEMM_B], floats, c->type, &j->b);
    if (status)
        return status;
    if (j->a.cols != j->b.rows) {
        assay_print_error(
            "%s: shape (%zu, %zu) does not go with (%zu, %zu) of %s: expected %zu rows",
            c->file[GEMM_B], j->b.rows, j->b.cols, j->a.rows, j->a.cols, c->file[GEMM_A],
            j->a.cols);
        return EXIT_USAGE;
    }
    j->g.a_type = type_of(&j->a, chosen);
    j->g.b_type = type_of(&j->b, chosen);
    if (!c->array->takes(j->g.a_type, j->g.b_type)) {
        assay_print_error("%s with %s: expected types that array %s multiplies",
                          assay_gemm_type_name(j->g.a_type), assay_gemm_type_name(j->g.b_type),
                          c->array->name);
        return EXIT_USAGE;
    }
    j->type_name[GEMM_A] = assay_gemm_type_name(j->g.a_type);
    j->type_name[GEMM_B] = assay_gemm_type_name(j->g.b_type);
    j->g.m = j->a.rows;
    j->g.k = j->a.cols;
    j->g.n = j->b.cols;
    status = convert(c->file[GEMM_A], &j->a, chosen, &j->elements[GEMM_A]);
    if (!status)
        status = convert(c->file[GEMM_B], &j->b, chosen, &j->elements[GEMM_B]);
    if (!status && c->prune.text)
        status = prune(j);
    j->g.a = j->elements[GEMM_A];
    j->g.b = j->elements[GEMM_B];
    return status;
}
