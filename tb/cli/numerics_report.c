/* numerics_report.c - prints the results of `assay numerics`. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/json.h"
#include "cli/numerics_compare.h"

static int width(const struct numerics_comparison *c)
{
    return c->half ? 4 : 8;
}

/* The format in which the exact product is shown. */
static enum assay_fdot_output exact_output(const struct numerics_comparison *c)
{
    return c->half ? ASSAY_FDOT_OUT_F16 : ASSAY_FDOT_OUT_F32;
}

static void print_table(const struct numerics_comparison *c)
{
    printf("%-12s %3s %3s %-6s %12s %12s %14s %10s  %s\n", "", "K", "F", "output", "not nearest",
           "bits", "largest error", "in ulps", "at");
    for (size_t i = 0; i < c->n; ++i) {
        const struct numerics_side *s = &c->side[i];
        char fraction[12] = "-";

        if (s->shape.fraction)
            snprintf(fraction, sizeof fraction, "%u", s->shape.fraction);
        printf("%-12s %3u %3s %-6s %12" PRIu64 " %12" PRIu64 " %14.6g %10.4g  %zu,%zu\n", s->name,
               s->shape.group, fraction, assay_fdot_output_name(s->op.output), s->not_nearest,
               s->bits, s->error, s->ulps, s->row, s->col);
    }
    for (size_t i = 0; i < c->n; ++i)
        if (c->side[i].not_numbers)
            printf("%s: %" PRIu64 " elements are infinite or NaN, and in no error\n",
                   c->side[i].name, c->side[i].not_numbers);
    if (c->undefined)
        printf("%" PRIu64 " elements have an infinity or a NaN among their factors: they have no "
               "exact product, and are in no column\n",
               c->undefined);
}

static void print_pairs(const struct numerics_comparison *c)
{
    printf("\nelements that differ between two:\n%-12s", "");
    for (size_t i = 1; i < c->n; ++i)
        printf(" %11s", c->side[i].name);
    printf("\n");
    for (size_t i = 0; i + 1 < c->n; ++i) {
        printf("%-12s", c->side[i].name);
        for (size_t j = 1; j < c->n; ++j)
            if (j > i)
                printf(" %11" PRIu64, numerics_differing(c, i, j));
            else
                printf(" %11s", "");
        printf("\n");
    }
}

static void print_element(const struct numerics_comparison *c, size_t groups)
{
    const size_t at = c->row * c->b.cols + c->col;

    printf("\nfirst element that %s: row %zu, column %zu\n",
           c->shown == NUMERICS_DIFFERENCE ? "differs between matrix units" : "is not the nearest",
           c->row, c->col);
    if (!isnan(c->exact[at]))
        printf("  %-12s %0*" PRIx32 " %.17g\n", "exact", width(c),
               numerics_nearest(c, exact_output(c), at), c->exact[at]);
    for (size_t i = 0; i < c->n; ++i)
        printf("  %-12s %0*" PRIx32 " %.9g\n", c->side[i].name, width(c), c->side[i].d[at],
               numerics_value(c->side[i].op.output, c->side[i].d[at]));
    printf("\n");
    numerics_apart(c, &c->side[c->first], c->row, c->col, groups);
    if (c->second == c->first)
        return;
    printf("\n");
    numerics_apart(c, &c->side[c->second], c->row, c->col, groups);
}

void numerics_print(const struct numerics_comparison *c, size_t groups)
{
    printf(
        "product:    %zux%zu %s * %zux%zu %s; exact: in fixed point, rounded once to nearest\n\n",
        c->a.rows, c->a.cols, assay_fdot_format_name(c->a_format), c->b.rows, c->b.cols,
        assay_fdot_format_name(c->b_format));
    print_table(c);
    if (c->n > 1)
        print_pairs(c);
    if (c->shown != NUMERICS_DIFFERENCE && c->n > numerics_first_unit(c) + 1)
        printf("\nall matrix units give the same\n");
    if (c->shown != NUMERICS_NO_ELEMENT)
        print_element(c, groups);
    else
        printf("\nno element is taken apart: all results with an exact product are the nearest to "
               "it\n");
}

/* --- JSON --- */

static cJSON *pattern(const struct numerics_comparison *c, uint32_t x)
{
    char text[16];

    snprintf(text, sizeof text, "0x%0*" PRIx32, width(c), x);
    return cJSON_CreateString(text);
}

static cJSON *side_json(const struct numerics_comparison *c, size_t i)
{
    const struct numerics_side *s = &c->side[i];
    cJSON *o = cJSON_CreateObject(), *differing = cJSON_CreateObject();

    cJSON_AddStringToObject(o, "name", s->name);
    assay_json_add_u64(o, "group", s->shape.group);
    assay_json_add_u64(o, "fraction", s->shape.fraction);
    cJSON_AddStringToObject(o, "output", assay_fdot_output_name(s->op.output));
    assay_json_add_u64(o, "not_nearest", s->not_nearest);
    assay_json_add_u64(o, "bits", s->bits);
    assay_json_add_u64(o, "not_numbers", s->not_numbers);
    cJSON_AddNumberToObject(o, "error", s->error);
    cJSON_AddNumberToObject(o, "ulps", s->ulps);
    assay_json_add_u64(o, "row", s->row);
    assay_json_add_u64(o, "column", s->col);
    for (size_t j = 0; j < c->n; ++j)
        if (j != i)
            assay_json_add_u64(differing, c->side[j].name, numerics_differing(c, i, j));
    cJSON_AddItemToObject(o, "differing", differing);
    return o;
}

static cJSON *first_json(const struct numerics_comparison *c)
{
    const size_t at = c->row * c->b.cols + c->col;
    cJSON *o = cJSON_CreateObject(), *values = cJSON_CreateObject();

    assay_json_add_u64(o, "row", c->row);
    assay_json_add_u64(o, "column", c->col);
    cJSON_AddItemToObject(o, "exact",
                          isnan(c->exact[at])
                              ? cJSON_CreateNull()
                              : pattern(c, numerics_nearest(c, exact_output(c), at)));
    for (size_t i = 0; i < c->n; ++i)
        cJSON_AddItemToObject(values, c->side[i].name, pattern(c, c->side[i].d[at]));
    cJSON_AddItemToObject(o, "values", values);
    return o;
}

void numerics_print_json(const struct numerics_comparison *c)
{
    cJSON *json = cJSON_CreateObject(), *sides = cJSON_CreateArray();

    cJSON_AddStringToObject(json, "a_type", assay_fdot_format_name(c->a_format));
    cJSON_AddStringToObject(json, "b_type", assay_fdot_format_name(c->b_format));
    assay_json_add_u64(json, "m", c->a.rows);
    assay_json_add_u64(json, "k", c->a.cols);
    assay_json_add_u64(json, "n", c->b.cols);
    assay_json_add_u64(json, "undefined", c->undefined);
    for (size_t i = 0; i < c->n; ++i)
        cJSON_AddItemToArray(sides, side_json(c, i));
    cJSON_AddItemToObject(json, "sides", sides);
    cJSON_AddItemToObject(json, "first_difference",
                          c->shown == NUMERICS_DIFFERENCE ? first_json(c) : cJSON_CreateNull());
    assay_json_print(stdout, json, ASSAY_JSON_LINE);
}
