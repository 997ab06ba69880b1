/* gemm_numerics.c - `assay gemm --numerics`: the arithmetic of a matrix unit
 * instead of the array's own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/assay_gemm.h"
#include "base/error.h"
#include "base/message.h"
#include "cli/gemm.h"
#include "cli/numerics.h"
#include "command/arguments.h"
#include "fdot/gemm.h"
#include "gemm/formats.h"

/* --- the options --- */

static bool is_scaled(const struct assay_fdot *op)
{
    return op->profile == ASSAY_FDOT_BLACKWELL_SCALED;
}

static void find_operation(struct argp_state *state, struct gemm_choice *c)
{
    struct assay_fdot *op = &c->numerics;
    struct assay_fdot_shape shape;
    bool found;

    op->profile = numerics_profile(state, "numerics", c->profile);
    numerics_formats(state, c->type, &op->a_format, &op->b_format);
    if (c->output) {
        op->output = numerics_output(state, c->output);
        found = assay_fdot_measure(op, &shape) == ASSAY_MODEL_OK;
    } else {
        found = numerics_default_output(op);
    }
    if (!found)
        argp_error(state,
                   "--numerics %s has no product of %s with %s%s%s: expected a type%s that "
                   "model/fdot/README.md lists beside it",
                   c->profile, assay_fdot_format_name(op->a_format),
                   assay_fdot_format_name(op->b_format), c->output ? " into " : "",
                   c->output ? c->output : "", c->output ? " and an output" : "");
}

void gemm_numerics_choose(struct argp_state *state, struct gemm_choice *c)
{
    if (!c->profile) {
        if (c->output || c->scales[GEMM_A] || c->scales[GEMM_B])
            argp_error(state, "%s without --numerics: expected both",
                       c->output ? "--output" : "--a-scales or --b-scales");
        return;
    }
    if (c->array_named || c->sparse || c->prune.text)
        argp_error(state, "--numerics with --array, --sparse or --prune: expected neither, "
                          "as it runs on fdot");
    if (!c->type)
        argp_error(state, "--numerics without --type: expected both");
    find_operation(state, c);
    if (is_scaled(&c->numerics) != (c->scales[GEMM_A] != NULL) ||
        is_scaled(&c->numerics) != (c->scales[GEMM_B] != NULL))
        argp_error(state, "--numerics %s: expected %s --a-scales and --b-scales", c->profile,
                   is_scaled(&c->numerics) ? "both" : "neither");
    if (c->numerics.profile > ASSAY_FDOT_BLACKWELL_SCALED && !c->software)
        argp_error(state, "--numerics %s without --software: expected it, as fdot has no such RTL",
                   c->profile);
    c->array = &fdot_gemm_array;
}

/* --- the operands --- */

/* Check that the block has enough products for a group. */
static int check_block(const struct gemm_job *j, unsigned group)
{
    const struct gemm_choice *c = &j->choice;

    if (c->software || j->variant.params.v[0] >= group)
        return EXIT_EQUAL;
    assay_print_error("fdot with %s: a group of %s has %u products of %s: expected k=%u or more",
                      j->params, c->profile, group, c->type, group);
    return EXIT_USAGE;
}

int gemm_numerics_input(struct gemm_job *j)
{
    const struct gemm_choice *c = &j->choice;
    const struct assay_fdot *op = &c->numerics;
    const enum assay_fdot_format format[2] = {op->a_format, op->b_format};
    struct numerics_matrix m[2] = {{0, 0, NULL}, {0, 0, NULL}};
    struct assay_fdot_shape shape;
    size_t groups;
    int status = assay_fdot_measure(op, &shape) == ASSAY_MODEL_OK ? EXIT_EQUAL : EXIT_FAULT;

    if (!status)
        status = check_block(j, shape.group);
    for (int i = GEMM_A; i <= GEMM_B && !status; ++i) {
        status = numerics_read(c->file[i], format[i], &m[i]);
        j->elements[i] = m[i].elements;
        j->type_name[i] = assay_fdot_format_name(format[i]);
    }
    if (!status)
        status = numerics_shapes(c->file[GEMM_A], &m[GEMM_A], c->file[GEMM_B], &m[GEMM_B]);
    if (status)
        return status;
    groups = (m[GEMM_A].cols - 1) / shape.group + 1;
    if (shape.scaled) {
        status =
            numerics_read_scales(c->scales[GEMM_A], m[GEMM_A].rows, groups, &j->scales[GEMM_A]);
        if (!status)
            status =
                numerics_read_scales(c->scales[GEMM_B], groups, m[GEMM_B].cols, &j->scales[GEMM_B]);
    }
    j->g = (struct assay_gemm){.a_type = ASSAY_TYPE_F32,
                               .b_type = ASSAY_TYPE_F32,
                               .a = m[GEMM_A].elements,
                               .b = m[GEMM_B].elements,
                               .m = m[GEMM_A].rows,
                               .k = m[GEMM_A].cols,
                               .n = m[GEMM_B].cols,
                               .numerics = op,
                               .a_scales = j->scales[GEMM_A],
                               .b_scales = j->scales[GEMM_B]};
    return status;
}

/* --- the result --- */

struct assay_product gemm_numerics_product(const struct assay_gemm *g)
{
    return (struct assay_product){.m = g->m,
                                  .k = g->k,
                                  .n = g->n,
                                  .a = g->a,
                                  .b = g->b,
                                  .d = g->d,
                                  .numerics = g->numerics,
                                  .a_scales = g->a_scales,
                                  .b_scales = g->b_scales};
}

/* Compute row `row` of the product with assay_fdot, one element at a time. `side` has room for two
 * vectors of k words. */
static bool row_by_elements(const struct assay_gemm *g, size_t row, size_t groups, uint32_t *side,
                            uint8_t *b_scale, uint32_t *d)
{
    uint32_t *a = side, *b = side + g->k;

    for (size_t k = 0; k < g->k; ++k)
        a[k] = assay_format_get(g->a, g->numerics->a_format, row * g->k + k);
    for (size_t j = 0; j < g->n; ++j) {
        for (size_t k = 0; k < g->k; ++k)
            b[k] = assay_format_get(g->b, g->numerics->b_format, k * g->n + j);
        for (size_t i = 0; g->b_scales && i < groups; ++i)
            b_scale[i] = g->b_scales[i * g->n + j];
        if (assay_fdot(g->numerics, g->k, a, b, g->a_scales ? g->a_scales + row * groups : NULL,
                       g->b_scales ? b_scale : NULL, 0, &d[j]) != ASSAY_MODEL_OK)
            return false;
    }
    return true;
}

/* Compute the expected product: with assay_gemm for a product of an array, with assay_fdot for a
 * product of assay_gemm. */
static bool expect(const struct gemm_job *j, uint32_t *d)
{
    struct assay_product product = gemm_numerics_product(&j->g);
    struct assay_fdot_shape shape;
    uint32_t *side;
    uint8_t *b_scale;
    bool good;

    if (!j->choice.software) {
        product.d = d;
        return assay_gemm(&product) == ASSAY_MODEL_OK;
    }
    side = calloc(2 * j->g.k, sizeof *side);
    b_scale = calloc(j->g.k, 1);
    good = side && b_scale && assay_fdot_measure(j->g.numerics, &shape) == ASSAY_MODEL_OK;
    for (size_t i = 0; i < j->g.m && good; ++i)
        good = row_by_elements(&j->g, i, (j->g.k - 1) / shape.group + 1, side, b_scale,
                               d + i * j->g.n);
    free(side);
    free(b_scale);
    return good;
}

bool gemm_numerics_verify(const struct gemm_job *j, struct assay_gemm_check *c)
{
    const size_t elements = j->g.m * j->g.n; /* can't overflow, since D was allocated */
    uint32_t *d = calloc(elements, sizeof *d);
    const bool good = d && expect(j, d);

    memset(c, 0, sizeof *c);
    for (size_t i = 0; i < elements && good; ++i) {
        c->not_numbers += isfinite(numerics_value(j->g.numerics->output, j->g.d[i])) ? 0 : 1;
        if (j->g.d[i] == d[i] || c->differing++)
            continue;
        c->row = i / j->g.n;
        c->col = i % j->g.n;
        c->got = j->g.d[i];
        c->expected = d[i];
    }
    free(d);
    return good;
}

void gemm_numerics_narrow(struct gemm_job *j)
{
    if (!j->g.numerics || j->g.numerics->output != ASSAY_FDOT_OUT_F16)
        return;
    /* In ascending order, each word is read before it is overwritten. */
    for (size_t i = 0; i < j->g.m * j->g.n; ++i) {
        const uint16_t half = (uint16_t)j->g.d[i];

        memcpy((char *)j->d.data + i * sizeof half, &half, sizeof half);
    }
}
