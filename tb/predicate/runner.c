#include "predicate/runner.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "predicate/show.h"
#include "predicate/source.h"

enum {
    MOST_OPS = PREDICATE_LOAD_MOST + PREDICATE_OUTS * PREDICATE_MAX_LANES + PREDICATE_DATA,
    ROW = 8
};

struct runner {
    struct predicate_run *run;
    struct predicate_host op[MOST_OPS];
    uint32_t n, next, expected, seen;
};

uint32_t predicate_run_cycles(const struct predicate_run *r)
{
    return r->last.n_scalar + r->last.n_vector - r->last.n_pairs + r->last.n_stalls;
}

/* --- the scenario --- */

static void add(void *any, const struct predicate_host *op)
{
    struct runner *c = any;

    c->op[c->n++] = *op;
}

static void begin(void *any, const struct assay_stim_env *env)
{
    struct runner *c = any;
    const struct predicate_assembly *a;

    c->run = env->user;
    c->run->lanes = env->params->v[0];
    c->run->n_values = c->run->n_data = 0;
    a = &c->run->assembly;
    predicate_load(a, c->run->lanes, 0, add, c);
    c->expected = PREDICATE_DATA + predicate_read_outs(a, c->run->lanes, add, c);
    predicate_read_data(add, c);
}

static bool next(void *any, unsigned stream, void *payload)
{
    struct runner *c = any;

    (void)stream;
    if (c->next == c->n)
        return false;
    memcpy(payload, &c->op[c->next++], sizeof c->op[0]);
    return true;
}

static void observe(void *any, unsigned stream, const void *payload)
{
    struct runner *c = any;
    struct predicate_rdata rdata;

    if (stream != 1)
        return;
    memcpy(&rdata, payload, sizeof rdata);
    if (++c->seen <= c->expected - PREDICATE_DATA)
        c->run->values[c->run->n_values++] = (uint32_t)rdata.data;
    else
        c->run->data[c->run->n_data++] = (uint32_t)rdata.data;
}

static bool done(const void *any)
{
    const struct runner *c = any;

    return c->seen == c->expected;
}

static void last(void *any, const void *out)
{
    memcpy(&((struct runner *)any)->run->last, out, sizeof(struct predicate_outputs));
}

/* --- the report --- */

static void print_value(FILE *f, uint8_t type, uint32_t v)
{
    float x;

    memcpy(&x, &v, sizeof x);
    if (type == PREDICATE_SHOW_F32)
        fprintf(f, " %12.9g", (double)x);
    else if (type == PREDICATE_SHOW_S32)
        fprintf(f, " %11" PRId32, (int32_t)v);
    else if (type == PREDICATE_SHOW_U32)
        fprintf(f, " %10" PRIu32, v);
    else
        fprintf(f, " %08" PRIx32, v);
}

static void print_outs(FILE *f, const struct predicate_run *r)
{
    static const char *const files[] = {[PREDICATE_AT_R] = "r",
                                        [PREDICATE_AT_U] = "u",
                                        [PREDICATE_AT_P] = "p",
                                        [PREDICATE_AT_UP] = "up"};
    uint32_t at = 0;

    for (uint32_t i = 0; i < r->assembly.n_outs; ++i) {
        const struct predicate_result_name *o = &r->assembly.out[i];
        const uint32_t n = o->space == PREDICATE_AT_R ? r->lanes : 1;

        fprintf(f, "out:        %s (%s%u)", o->name, files[o->space], o->i);
        for (uint32_t k = 0; k < n && at < r->n_values; ++k) {
            if (k && k % ROW == 0)
                fprintf(f, "\n%*s",
                        (int)(14 + strlen(o->name) + strlen(files[o->space])) + (o->i > 9 ? 2 : 1),
                        "");
            print_value(f, o->type, r->values[at++]);
        }
        fputc('\n', f);
    }
}

static void report(const void *any, FILE *f)
{
    const struct predicate_run *r = ((const struct runner *)any)->run;
    const struct predicate_outputs *o = &r->last;

    predicate_show_program(f, r->path, &r->assembly, r->passed ? &r->uniform : NULL);
    fprintf(f, "ended:      ");
    if (o->trap)
        fprintf(f, "trap %u, %s, at pc %u", o->trap, predicate_trap_name(o->trap), o->trap_pc);
    else if (o->done)
        fprintf(f, "exit");
    else
        fprintf(f, "not yet");
    fprintf(f, ", %" PRIu32 " cycles, %" PRIu32 " of them stalls\n", predicate_run_cycles(r),
            o->n_stalls);
    fprintf(f,
            "issued:     %" PRIu32 " instructions: %" PRIu32 " scalar, %" PRIu32
            " vector, in %" PRIu32 " pairs\n",
            o->n_scalar + o->n_vector, o->n_scalar, o->n_vector, o->n_pairs);
    fprintf(f, "predicates: %" PRIu32 " bits of lanes tested, %" PRIu32 " uniform tests\n",
            o->n_pred, o->n_uniform);
    fprintf(f,
            "branches:   %" PRIu32 " uniform, %" PRIu32 " divergent; %" PRIu32
            " lanes disabled in all\n",
            o->n_bra_uniform, o->n_bra_divergent, o->n_disabled);
    print_outs(f, r);
    predicate_show_changes(f, r->first, r->data, r->n_data);
}

static void add_u32s(cJSON *o, const char *name, const uint32_t *v, uint32_t n)
{
    cJSON *list = cJSON_AddArrayToObject(o, name);

    for (uint32_t i = 0; i < n; ++i)
        cJSON_AddItemToArray(list, cJSON_CreateNumber(v[i]));
}

static void json(const void *any, struct cJSON *whole)
{
    const struct predicate_run *r = ((const struct runner *)any)->run;
    const struct predicate_outputs *o = &r->last;
    cJSON *p = cJSON_AddObjectToObject(whole, "program"), *outs, *data;
    uint32_t at = 0;

    cJSON_AddStringToObject(p, "file", r->path);
    cJSON_AddNumberToObject(p, "words", r->assembly.length);
    cJSON_AddNumberToObject(p, "compares", r->uniform.n_compares);
    cJSON_AddNumberToObject(p, "promoted", r->uniform.n_promoted);
    cJSON_AddNumberToObject(p, "moved", r->uniform.n_moved);
    cJSON_AddBoolToObject(p, "done", o->done);
    cJSON_AddNumberToObject(p, "trap", o->trap);
    cJSON_AddNumberToObject(p, "trap_pc", o->trap_pc);
    cJSON_AddNumberToObject(p, "program_cycles", predicate_run_cycles(r));
    cJSON_AddNumberToObject(p, "stalls", o->n_stalls);
    cJSON_AddNumberToObject(p, "scalar", o->n_scalar);
    cJSON_AddNumberToObject(p, "vector", o->n_vector);
    cJSON_AddNumberToObject(p, "pairs", o->n_pairs);
    cJSON_AddNumberToObject(p, "predicate_bits_tested", o->n_pred);
    cJSON_AddNumberToObject(p, "uniform_tests", o->n_uniform);
    cJSON_AddNumberToObject(p, "uniform_branches", o->n_bra_uniform);
    cJSON_AddNumberToObject(p, "divergent_branches", o->n_bra_divergent);
    cJSON_AddNumberToObject(p, "lanes_disabled", o->n_disabled);
    outs = cJSON_AddObjectToObject(p, "out");
    for (uint32_t i = 0; i < r->assembly.n_outs; ++i) {
        const uint32_t n = r->assembly.out[i].space == PREDICATE_AT_R ? r->lanes : 1;

        if (at + n <= r->n_values)
            add_u32s(outs, r->assembly.out[i].name, &r->values[at], n);
        at += n;
    }
    data = cJSON_AddObjectToObject(p, "data");
    predicate_json_changes(data, r->first, r->data, r->n_data);
}

static const struct assay_scenario scenario = {
    .name = "program",
    .summary = "one program from a file",
    .knobs = {.stall = 0, .illegal = 0, .corner = 0, .resets = 0},
    .ctx_size = sizeof(struct runner),
    .begin = begin,
    .next = next,
    .observe = observe,
    .done = done,
    .last = last,
    .report = report,
    .json = json,
};

/* --- for the command line --- */

static void *read_program(const struct assay_program_choice *c, char *why, size_t why_size)
{
    struct predicate_run *r;

    if (c->groups || c->warps) {
        snprintf(why, why_size,
                 "--groups or --warps with predicate, which has one warp: expected a program for "
                 "core");
        return NULL;
    }
    r = calloc(1, sizeof *r);
    if (!r) {
        snprintf(why, why_size, "out of memory");
        return NULL;
    }
    snprintf(r->path, sizeof r->path, "%s", c->path);
    r->passed = !c->as_written && !predicate_source_is_image(c->path);
    if (!predicate_source_load(c->path, false, c->as_written, &r->assembly, &r->uniform, why,
                               why_size)) {
        free(r);
        return NULL;
    }
    predicate_first_data(&r->assembly, r->first, PREDICATE_DATA);
    return r;
}

static bool failed(const void *any, char *why, size_t why_size)
{
    const struct predicate_run *r = any;
    const struct predicate_outputs *o = &r->last;
    const uint32_t line = o->trap_pc < r->assembly.length ? r->assembly.line[o->trap_pc] : 0;
    size_t used;

    if (o->done)
        return false;
    used = (size_t)snprintf(why, why_size, "%s", r->path);
    if (line && o->trap && used < why_size)
        used += (size_t)snprintf(why + used, why_size - used, ":%u", line);
    if (used >= why_size)
        return true;
    if (o->trap)
        snprintf(why + used, why_size - used, ": trap %u, %s, at pc %u: expected exit", o->trap,
                 predicate_trap_name(o->trap), o->trap_pc);
    else
        snprintf(why + used, why_size - used,
                 ": still running after %" PRIu32 " cycles, at pc %u: expected exit",
                 predicate_run_cycles(r), o->pc);
    return true;
}

const struct assay_program predicate_program_runner = {
    .scenario = &scenario,
    .read = read_program,
    .failed = failed,
    .free = free,
};
