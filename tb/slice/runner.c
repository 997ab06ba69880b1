#include "slice/runner.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/runner.h"
#include "predicate/show.h"
#include "slice/plan.h"

/* Cycles for other silent work: setup, and requests under way in the cache and the gateway. */
enum { OTHERS = 512 };

struct run {
    struct slice_kernel kernel; /* must be first: the scenario is given its address */
    uint32_t memory[PREDICATE_MOST_DATA], initial[PREDICATE_MOST_DATA];
    struct slice_extent whole;
};

static void free_run(void *any)
{
    struct slice_kernel *k = ((struct run *)any)->kernel.next, *next;

    for (; k; k = next) {
        next = k->next;
        free(k);
    }
    free(any);
}

static bool refuse(char *why, size_t why_size, const char *path, const char *what)
{
    snprintf(why, why_size, "%s: %s", path, what);
    return false;
}

static bool check_directives(const struct slice_kernel *k, bool launched, char *why,
                             size_t why_size)
{
    for (uint32_t i = 0; i < k->assembly.n_values; ++i)
        if (k->assembly.value[i].space == PREDICATE_AT_DATA && launched)
            return refuse(why, why_size, k->path, "has .data: expected arrays, by --in");
    if (!core_check_directives(&k->assembly, k->path, ".const or .arg", why, why_size))
        return false;
    if (k->assembly.n_args && !launched)
        return refuse(why, why_size, k->path,
                      "has .arg: expected `assay launch`, which gives them");
    return true;
}

/* Silence longer than the limit counts as a hang. The limit must therefore allow for what makes
 * no transfer while groups neither start nor end: an answer from memory, and the flush, which
 * takes a cycle for each line of the cache. */
static bool check_hang(const struct slice_kernel *k, const struct slice_params *p, uint64_t hang,
                       char *why, size_t why_size)
{
    const uint64_t rest = (uint64_t)p->sets * p->ways + p->distance + k->latency + OTHERS,
                   least = 10 * rest;

    if (hang >= least)
        return true;
    snprintf(why, why_size,
             "%s: --hang %" PRIu64 ": expected at least %" PRIu64
             " cycles: a tenth of it is for an answer of memory, latency %" PRIu32
             ", and the flush of %" PRIu32 " lines",
             k->path, hang, least, k->latency, p->sets * p->ways);
    return false;
}

static void without_plan(const struct assay_program_choice *c, struct run *r)
{
    struct slice_kernel *k = &r->kernel;

    k->groups = c->groups ? c->groups : 1;
    k->warps = c->warps ? c->warps : 1;
    k->memory = r->memory;
    k->initial = r->initial;
    k->bytes = sizeof r->memory;
    r->whole = (struct slice_extent){.end = sizeof r->memory};
    k->extent = &r->whole;
    k->n_extents = 1;
    k->bounded = true;
    predicate_first_data(&k->assembly, r->initial, PREDICATE_MOST_DATA);
}

/* Loads a kernel and gives it what its launch provides. `launch` is its index if there is a
 * plan. */
static bool prepare(struct run *r, struct slice_kernel *k, const struct assay_program_choice *c,
                    uint32_t launch, char *why, size_t why_size)
{
    const struct slice_plan *plan = c->launch;
    const struct slice_plan_launch *l = plan ? plan->launch[launch] : NULL;
    struct slice_params params;

    memcpy(&params, c->params->v, sizeof params);
    if (!slice_kernel_load(k, l ? l->kernel : c->path, c->as_written, why, why_size) ||
        !check_directives(k, l != NULL, why, why_size))
        return false;
    k->place = l && *l->place ? l->place : NULL;
    if (l && !slice_plan_apply(plan, launch, &params, k, why, why_size))
        return false;
    if (!l)
        without_plan(c, r);
    /* Below the hang limit, so that the core itself reports where the program is. */
    k->limit = (uint32_t)(c->hang < UINT32_MAX ? c->hang - c->hang / 10 : UINT32_MAX);
    return slice_kernel_fits(k, &params, why, why_size) &&
           check_hang(k, &params, c->hang, why, why_size);
}

/* Does the same, but a message names the line of the network with the launch. */
static bool prepare_placed(struct run *r, struct slice_kernel *k,
                           const struct assay_program_choice *c, uint32_t launch, char *why,
                           size_t why_size)
{
    const struct slice_plan *plan = c->launch;
    const char *place = plan ? plan->launch[launch]->place : "";
    char what[PATH_MAX + 512];

    if (prepare(r, k, c, launch, what, sizeof what))
        return true;
    snprintf(why, why_size, "%s%s%s", place, *place ? ": " : "", what);
    return false;
}

/* Prepares all kernels of a plan and links them in order. */
static bool prepare_all(struct run *r, const struct assay_program_choice *c, char *why,
                        size_t why_size)
{
    const struct slice_plan *plan = c->launch;
    const uint32_t n = plan ? plan->n_launches : 1;
    struct slice_kernel *k = &r->kernel;

    for (uint32_t i = 0; i < n; ++i) {
        if (!prepare_placed(r, k, c, i, why, why_size))
            return false;
        if (i + 1 == n)
            break;
        if (!(k->next = calloc(1, sizeof *k))) {
            snprintf(why, why_size, "out of memory");
            return false;
        }
        k = k->next;
    }
    return true;
}

static void *read_program(const struct assay_program_choice *c, char *why, size_t why_size)
{
    struct run *r = calloc(1, sizeof *r);

    if (!r) {
        snprintf(why, why_size, "out of memory");
        return NULL;
    }
    if (prepare_all(r, c, why, why_size))
        return r;
    free_run(r);
    return NULL;
}

static bool failed(const void *program, char *why, size_t why_size)
{
    return slice_kernel_failed(program, why, why_size);
}

const struct assay_program slice_program_runner = {
    .scenario = &slice_kernel_scenario,
    .read = read_program,
    .failed = failed,
    .free = free_run,
};
