#include "core/runner.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/kernel.h"
#include "predicate/show.h"

/* Global memory as in the slice: cycles to an answer, and from one line to the next. Local memory,
 * barriers and rows answer after as many cycles. */
enum { LATENCY = 64, APART = 4, ROWS = 512, LEAST_HANG = 100 };

struct run {
    struct core_kernel kernel; /* must be first: the scenario is given its address */
    uint32_t global[PREDICATE_MOST_DATA], initial[PREDICATE_MOST_DATA];
};

bool core_check_directives(const struct predicate_assembly *a, const char *path,
                           const char *expected, char *why, size_t why_size)
{
    for (uint32_t i = 0; i < a->n_values; ++i) {
        if (a->value[i].space == PREDICATE_AT_C || a->value[i].space == PREDICATE_AT_DATA)
            continue;
        snprintf(why, why_size,
                 "%s: has .reg, but groups start with registers as others left them: expected %s",
                 path, expected);
        return false;
    }
    if (a->n_outs)
        snprintf(why, why_size,
                 "%s: has .out, but registers are another group's when a group has ended: expected "
                 "results in memory",
                 path);
    return a->n_outs == 0;
}

static bool check_directives(const struct core_kernel *k, char *why, size_t why_size)
{
    bool of_launch = false;

    for (uint32_t i = 0; i < PREDICATE_GROUP_N; ++i)
        of_launch = of_launch || k->assembly.group.has[i];
    if (of_launch) {
        snprintf(why, why_size,
                 "%s: has .group, which is for `assay launch`: expected a program for what groups "
                 "share",
                 k->path);
        return false;
    }
    return core_check_directives(&k->assembly, k->path, ".const or .data", why, why_size);
}

/* Sets the constants whose .arg has a rule 'is'. Any other .arg is an error, as is a number that
 * breaks another rule. */
static bool give_constants(struct core_kernel *k, const struct core_params *p, char *why,
                           size_t why_size)
{
    for (uint32_t i = 0; i < k->assembly.n_args; ++i) {
        const struct predicate_arg *arg = &k->assembly.arg[i];
        uint32_t r = 0;

        while (r < arg->n_rules && arg->rule[r].kind != PREDICATE_RULE_IS)
            ++r;
        if (r == arg->n_rules) {
            snprintf(why, why_size,
                     "%s:%" PRIu32
                     ": .arg %s is for `assay launch`: expected .const c%u, or a rule "
                     "'is'",
                     k->path, arg->line, arg->name, arg->c);
            return false;
        }
        k->c[arg->c] = (uint32_t)predicate_rule_bound(&arg->rule[r], p->lanes, k->warps, k->groups);
    }
    return predicate_keeps_rules(&k->assembly, k->path, k->c, p->lanes, k->warps, k->groups, why,
                                 why_size);
}

/* Rejects instructions of other units. Those are replaced by stand-ins for random programs,
 * whose answers are no results. */
static bool check_units(const struct core_kernel *k, char *why, size_t why_size)
{
    struct predicate_decoded d;

    for (uint32_t pc = 0; pc < k->assembly.length; ++pc) {
        predicate_decode_any(k->assembly.code[pc], &d);
        if (d.w.op != PREDICATE_DPAS && d.w.op != PREDICATE_MOVE && d.w.op != PREDICATE_PACK)
            continue;
        snprintf(why, why_size,
                 "%s:%" PRIu32 ": %s, and a core by itself has no %s: expected none of dpas, move "
                 "and pack",
                 k->path, k->assembly.line[pc],
                 d.w.op == PREDICATE_DPAS   ? "dpas"
                 : d.w.op == PREDICATE_MOVE ? "move"
                                            : "pack",
                 d.w.op == PREDICATE_PACK ? "packer" : "compute block");
        return false;
    }
    return true;
}

static bool check_room(const struct core_kernel *k, const struct core_params *p, char *why,
                       size_t why_size)
{
    if (k->assembly.length > p->imem) {
        snprintf(why, why_size,
                 "%s: %" PRIu32 " words: expected at most %" PRIu32
                 ", or a larger instruction memory (--params imem=...)",
                 k->path, k->assembly.length, p->imem);
        return false;
    }
    if (k->warps > p->warps) {
        snprintf(why, why_size,
                 "--warps %" PRIu32 ": expected at most %" PRIu32
                 ", or a core with more of them (--params warps=...)",
                 k->warps, p->warps);
        return false;
    }
    return true;
}

/* Divides every resource among the groups that can run at once. */
static void share(struct core_kernel *k, const struct core_params *p)
{
    const uint32_t places = core_world_places(p, k->warps);

    k->local_bytes = CORE_WORLD_LOCAL / places;
    k->rows = ROWS / places;
    k->bars = CORE_WORLD_IDS / places;
    k->latency = LATENCY;
    k->apart = APART;
}

/* While a request is under way, everything else may stand still for some of these cycles. */
static bool check_hang(uint64_t hang, char *why, size_t why_size)
{
    if (hang >= LEAST_HANG)
        return true;
    snprintf(why, why_size,
             "--hang %" PRIu64 " with --program: expected at least %d cycles, which an answer of "
             "memory may take",
             hang, LEAST_HANG);
    return false;
}

static void *read_program(const struct assay_program_choice *c, char *why, size_t why_size)
{
    struct run *r = calloc(1, sizeof *r);
    struct core_params params;

    if (!r) {
        snprintf(why, why_size, "out of memory");
        return NULL;
    }
    memcpy(&params, c->params->v, sizeof params);
    if (!core_kernel_load(&r->kernel, c->path, c->as_written, why, why_size) ||
        !check_directives(&r->kernel, why, why_size) || !check_units(&r->kernel, why, why_size)) {
        free(r);
        return NULL;
    }
    r->kernel.groups = c->groups ? c->groups : 1;
    r->kernel.warps = c->warps ? c->warps : 1;
    if (!check_room(&r->kernel, &params, why, why_size) || !check_hang(c->hang, why, why_size) ||
        !give_constants(&r->kernel, &params, why, why_size)) {
        free(r);
        return NULL;
    }
    share(&r->kernel, &params);
    /* Below the hang limit, so that the core itself reports where the program is. */
    r->kernel.limit = (uint32_t)(c->hang < UINT32_MAX ? c->hang - c->hang / 10 : UINT32_MAX);
    r->kernel.global = r->global;
    r->kernel.initial = r->initial;
    r->kernel.bytes = sizeof r->global;
    predicate_first_data(&r->kernel.assembly, r->initial, PREDICATE_MOST_DATA);
    return r;
}

static bool failed(const void *program, char *why, size_t why_size)
{
    return core_kernel_failed(program, why, why_size);
}

const struct assay_program core_program_runner = {
    .scenario = &core_kernel_scenario,
    .read = read_program,
    .failed = failed,
    .free = free,
};
