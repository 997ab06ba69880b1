/* gemm_report.c - prints the results of `assay gemm`. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/called.h"
#include "base/json.h"
#include "cli/gemm.h"
#include "cli/numerics.h"
#include "diagnose/report.h"

/* The command contains the options that affect the run. */
char *gemm_command_line(const struct gemm_choice *c, const struct assay_variant *v)
{
    const char *set = assay_params_set_name(v->block, &v->params);
    struct assay_text t = {0};
    char values[ASSAY_PARAMS_TEXT];

    assay_params_print(v->block, &v->params, values, sizeof values);
    assay_text_add_command(&t, "gemm");
    for (size_t i = 0; i < GEMM_FILES; ++i) {
        assay_text_add(&t, " ");
        assay_text_add_quoted(&t, c->file[i]);
    }
    if (strcmp(c->type, "int8") != 0)
        assay_text_addf(&t, " --type %s", c->type);
    if (c->profile)
        assay_text_addf(&t, " --numerics %s --output %s", c->profile,
                        assay_fdot_output_name(c->numerics.output));
    for (size_t i = 0; i < 2; ++i) {
        if (!c->scales[i])
            continue;
        assay_text_add(&t, i == GEMM_A ? " --a-scales " : " --b-scales ");
        assay_text_add_quoted(&t, c->scales[i]);
    }
    if (!c->profile && strcmp(c->array->name, "dpas") != 0)
        assay_text_addf(&t, " --array %s", c->array->name);
    if (c->sparse)
        assay_text_add(&t, " --sparse");
    if (c->strict)
        assay_text_add(&t, " --strict");
    if (c->prune.text) {
        assay_text_add(&t, " --prune ");
        assay_text_add_quoted(&t, c->prune.text);
    }
    if (c->software)
        assay_text_add(&t, " --software");
    else
        assay_text_addf(&t, " --params %s --backend %s", set ? set : values,
                        assay_backend_name(c->backend));
    if (c->stall)
        assay_text_addf(&t, " --stall %" PRIu64 " --seed %" PRIu64, c->stall, c->seed);
    if (c->rtl) {
        assay_text_add(&t, " --rtl ");
        assay_text_add_quoted(&t, c->rtl);
    }
    if (!t.failed)
        return t.s;
    assay_text_free(&t);
    return NULL;
}

/* Whether the output is f16. */
static bool halves(const struct gemm_job *j)
{
    return j->g.numerics && j->g.numerics->output == ASSAY_FDOT_OUT_F16;
}

static bool floats(const struct gemm_job *j)
{
    return assay_type_is_float(j->g.a_type);
}

const char *gemm_value(const struct gemm_job *j, uint32_t value, char text[GEMM_VALUE_SIZE])
{
    if (halves(j))
        snprintf(text, GEMM_VALUE_SIZE, "%.5g (0x%04" PRIx32 ")",
                 numerics_value(ASSAY_FDOT_OUT_F16, value), value);
    else if (floats(j))
        snprintf(text, GEMM_VALUE_SIZE, "%.9g (0x%08" PRIx32 ")",
                 numerics_value(ASSAY_FDOT_OUT_F32, value), value);
    else
        snprintf(text, GEMM_VALUE_SIZE, "%" PRId32, (int32_t)value);
    return text;
}

/* Integers are printed as numbers. Floats are printed as bit patterns, since JSON has no NaN. */
static void add_value(const struct gemm_job *j, cJSON *o, const char *name, uint32_t value)
{
    char text[24];

    if (floats(j))
        snprintf(text, sizeof text, "\"0x%0*" PRIx32 "\"", halves(j) ? 4 : 8, value);
    else
        snprintf(text, sizeof text, "%" PRId32, (int32_t)value);
    cJSON_AddRawToObject(o, name, text);
}

static cJSON *difference_json(const struct gemm_job *j, const struct assay_gemm_check *c)
{
    cJSON *o = cJSON_CreateObject();

    assay_json_add_u64(o, "elements", c->differing);
    assay_json_add_u64(o, "row", c->row);
    assay_json_add_u64(o, "column", c->col);
    add_value(j, o, "got", c->got);
    add_value(j, o, "expected", c->expected);
    return o;
}

static cJSON *pruned_json(const struct assay_prune_result *p)
{
    cJSON *o = cJSON_CreateObject();

    assay_json_add_u64(o, "blocks", p->blocks);
    assay_json_add_u64(o, "pruned", p->pruned);
    assay_json_add_u64(o, "elements", p->elements);
    assay_json_add_u64(o, "zeros", p->zeros);
    return o;
}

static void add_array(const struct gemm_job *j, cJSON *json)
{
    const struct gemm_choice *c = &j->choice;

    cJSON_AddStringToObject(json, "array", c->array->name);
    cJSON_AddStringToObject(json, "params", j->params);
    cJSON_AddStringToObject(json, "backend", assay_backend_name(c->backend));
    cJSON_AddBoolToObject(json, "sparse", c->sparse);
    cJSON_AddBoolToObject(json, "strict", c->strict);
    assay_json_add_u64(json, "stall", c->stall);
    assay_json_add_u64(json, "seed", c->seed);
}

static void add_cycles(const struct gemm_job *j, const struct assay_result *r,
                       const struct gemm_outcome *o, cJSON *json)
{
    struct assay_gemm_count count[ASSAY_GEMM_COUNTS];
    const size_t n_counts = j->choice.array->counts(&j->g, &j->variant.params, count);

    for (size_t i = 0; i < n_counts; ++i)
        assay_json_add_u64(json, count[i].name, count[i].value);
    assay_json_add_u64(json, "cycles", r->cycles);
    assay_json_add_u64(json, "compared", r->compared);
    if (o->dense_cycles) {
        assay_json_add_u64(json, "dense_cycles", o->dense_cycles);
        cJSON_AddNumberToObject(json, "speedup", (double)o->dense_cycles / (double)r->cycles);
    }
    cJSON_AddNumberToObject(json, "products_per_cycle", o->rate);
    cJSON_AddNumberToObject(json, "peak_per_cycle", o->peak);
}

void gemm_print_json(const struct gemm_job *j, const struct assay_result *r,
                     const struct gemm_outcome *o)
{
    const struct gemm_choice *c = &j->choice;
    const bool exact = o->check.differing == 0;
    cJSON *json = cJSON_CreateObject();

    cJSON_AddStringToObject(json, "verdict", assay_verdict_name(exact ? ASSAY_PASS : ASSAY_FAILED));
    if (c->software)
        cJSON_AddTrueToObject(json, "software");
    else
        add_array(j, json);
    cJSON_AddStringToObject(json, "a_type", j->type_name[GEMM_A]);
    cJSON_AddStringToObject(json, "b_type", j->type_name[GEMM_B]);
    if (c->profile) {
        cJSON_AddStringToObject(json, "numerics", c->profile);
        cJSON_AddStringToObject(json, "output", assay_fdot_output_name(c->numerics.output));
    }
    assay_json_add_u64(json, "m", j->g.m);
    assay_json_add_u64(json, "k", j->g.k);
    assay_json_add_u64(json, "n", j->g.n);
    if (c->prune.text)
        cJSON_AddItemToObject(json, "prune", pruned_json(&j->pruned));
    if (!c->software)
        add_cycles(j, r, o, json);
    cJSON_AddNumberToObject(json, "products", o->work);
    cJSON_AddBoolToObject(json, "exact", exact);
    assay_json_add_u64(json, floats(j) ? "not_numbers" : "wrapped",
                       floats(j) ? o->check.not_numbers : o->check.wrapped);
    if (exact) {
        cJSON_AddStringToObject(json, "out", c->file[GEMM_OUT]);
    } else {
        cJSON_AddItemToObject(json, "first_difference", difference_json(j, &o->check));
        cJSON_AddStringToObject(json, "reproduce", j->again);
    }
    cJSON_AddNumberToObject(json, "seconds", r->seconds);
    assay_json_print(stdout, json, ASSAY_JSON_LINE);
}

static void print_cycles(const struct gemm_job *j, const struct assay_result *r,
                         const struct gemm_outcome *o)
{
    const struct gemm_choice *c = &j->choice;
    const char *set = assay_params_set_name(j->variant.block, &j->variant.params);
    struct assay_gemm_count count[ASSAY_GEMM_COUNTS];
    const size_t n_counts = c->array->counts(&j->g, &j->variant.params, count);

    printf("array:      %s (%s%s%s), %sstall %" PRIu64 "\n", c->array->name, set ? set : "",
           set ? ": " : "", j->params,
           c->strict   ? "sparse and strict, "
           : c->sparse ? "sparse, "
                       : "",
           c->stall);
    if (c->backend == ASSAY_MODEL)
        printf("cycles:     %" PRIu64 " on the golden model alone: nothing was compared with RTL\n",
               r->cycles);
    else
        printf("cycles:     %" PRIu64 " of RTL (%s), %" PRIu64
               " compared with the golden model: all equal\n",
               r->cycles, assay_backend_name(c->backend), r->compared);
    if (o->dense_cycles)
        printf("against:    %" PRIu64 " cycles without skipping: %.2f times as many\n",
               o->dense_cycles, (double)o->dense_cycles / (double)r->cycles);
    for (size_t i = 0; i < n_counts; ++i)
        printf("%s:%*s%" PRIu64 "\n", count[i].name, (int)(11 - strlen(count[i].name)), "",
               count[i].value);
    printf("products:   %.0f, %.1f a cycle, %.1f%% of the array's peak of %.0f\n", o->work, o->rate,
           100 * o->rate / o->peak, o->peak);
}

void gemm_print_summary(const struct gemm_job *j, const struct assay_result *r,
                        const struct gemm_outcome *o)
{
    const struct gemm_choice *c = &j->choice;
    const struct assay_gemm *g = &j->g;

    printf("product:    %zux%zu %s * %zux%zu %s = %zux%zu %s, %s%s\n", g->m, g->k,
           j->type_name[GEMM_A], g->k, g->n, j->type_name[GEMM_B], g->m, g->n,
           assay_npy_type_name(j->d.type),
           c->profile ? "bit for bit that of "
           : floats(j) && c->sparse && !c->strict
               ? "the fma chain over ascending k without zeros, bit for bit"
           : floats(j)        ? "the fma chain over ascending k, bit for bit"
           : o->check.wrapped ? "the exact product modulo 2^32"
                              : "the exact product",
           c->profile ? c->profile : "");
    if (c->prune.text)
        printf("pruned:     %zu of %zu blocks of %" PRIu64 "x%" PRIu64
               " (%s), %.1f%% of B is zero\n",
               j->pruned.pruned, j->pruned.blocks, c->prune.side, c->prune.side, c->prune.text,
               100 * (double)j->pruned.zeros / (double)j->pruned.elements);
    if (c->software)
        printf("computed:   by libassay_model, checked against %s\n"
               "products:   %.0f, %.1f million a second\n",
               c->profile ? "assay_fdot, element by element" : "the definition", o->work,
               r->seconds > 0 ? o->work / r->seconds / 1e6 : 0);
    else
        print_cycles(j, r, o);
    printf("seconds:    %.3f\n", r->seconds);
    printf("written:    %s\n", c->file[GEMM_OUT]);
}
