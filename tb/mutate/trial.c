#include "mutate/trial.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sim/backend.h"

/* Cycles of the first stages; the last one is as long as the run. Half of the mutants that are
 * found show before cycle 500. */
static const uint64_t stages[] = {2000, 20000, UINT64_MAX};
enum { STAGES = sizeof stages / sizeof stages[0], OUTPUT = 4096 };

/* Seconds of processor time for one evaluation, so generous that only a loop that never settles
 * exceeds it. */
static const double settle = 5;

const char *assay_mutant_verdict_name(enum assay_mutant_verdict v)
{
    static const char *const names[] = {
        [ASSAY_MUTANT_NOT_RUN] = "not-run",       [ASSAY_MUTANT_FOUND] = "found",
        [ASSAY_MUTANT_SURVIVED] = "survived",     [ASSAY_MUTANT_INVALID] = "invalid",
        [ASSAY_MUTANT_EQUIVALENT] = "equivalent", [ASSAY_MUTANT_UNOBSERVABLE] = "unobservable",
        [ASSAY_MUTANT_BROKEN] = "broken",
    };

    return names[v];
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Redirect the simulator's output to a file in memory, so that a few hundred mutants do not
 * flood the terminal. Returns its descriptor, or -1. */
static int catch_output(void)
{
    const int fd = memfd_create("trial", MFD_CLOEXEC);

    fflush(stdout);
    fflush(stderr);
    if (fd >= 0) {
        dup2(fd, STDOUT_FILENO);
        dup2(fd, STDERR_FILENO);
    }
    return fd;
}

/* Whether Verilator reported a combinational loop before it stopped. */
static bool says_loop(int fd)
{
    char text[OUTPUT + 1];
    ssize_t n;

    fflush(stdout);
    fflush(stderr);
    n = fd < 0 ? 0 : pread(fd, text, OUTPUT, 0);
    text[n > 0 ? n : 0] = '\0';
    return strstr(text, "converge") != NULL;
}

static void judge(const struct assay_result *end, size_t run, int output,
                  struct assay_mutant_result *r)
{
    switch (end->verdict) {
    case ASSAY_PASS:
    case ASSAY_INCOMPLETE:
        return;
    case ASSAY_NOTHING: /* a short stage may compare nothing */
        return;
    case ASSAY_BAD_MODEL:
        r->verdict = ASSAY_MUTANT_BROKEN;
        return;
    case ASSAY_UNSETTLED:
        r->verdict = ASSAY_MUTANT_INVALID;
        return;
    case ASSAY_STOPPED:
        r->verdict = says_loop(output) ? ASSAY_MUTANT_INVALID : ASSAY_MUTANT_FOUND;
        break;
    default:
        r->verdict = ASSAY_MUTANT_FOUND;
    }
    r->how = end->verdict;
    r->run = run;
    r->cycle = end->fail_cycle;
    if (end->n_differences)
        snprintf(r->port, sizeof r->port, "%s", end->difference[0].port->name);
}

static void try_run(const struct assay_mutant_plan *plan, size_t i, uint64_t cycles, int output,
                    struct assay_mutant_result *r)
{
    const struct assay_mutant_run *const run = &plan->run[i];
    const struct assay_config config = {
        .block = plan->block,
        .params = plan->params,
        .scenario = run->scenario,
        .knobs = run->knobs,
        .seed = run->seed,
        .cycles = cycles,
        .settle = settle,
        .ops = plan->ops,
        .backend = assay_backend_name(ASSAY_VERILATOR),
        .allow_partial = true,
        .trace = ASSAY_TRACE_NEVER,
        .catch_crashes = true,
    };
    char why[512];
    struct assay_lockstep *ls = assay_lockstep_open(&config, why, sizeof why);
    const struct assay_result *end;

    if (!ls) {
        r->verdict = ASSAY_MUTANT_BROKEN;
        return;
    }
    assay_lockstep_run(ls, UINT64_MAX);
    end = assay_lockstep_finish(ls);
    r->cycles += end->cycles;
    r->empty += end->verdict == ASSAY_NOTHING && cycles == run->cycles;
    judge(end, i, output, r);
    assay_lockstep_close(ls);
}

void assay_mutant_try(const struct assay_mutant_plan *plan, unsigned which,
                      struct assay_mutant_result *r)
{
    const int output = catch_output();
    char why[512];

    *r = (struct assay_mutant_result){.verdict = ASSAY_MUTANT_SURVIVED};
    if (!assay_verilator_choose(plan->handle, which, why, sizeof why)) {
        r->verdict = ASSAY_MUTANT_BROKEN;
        return;
    }
    for (size_t s = 0; s < STAGES; ++s)
        for (size_t i = 0; i < plan->n_runs && r->verdict == ASSAY_MUTANT_SURVIVED; ++i)
            if (s == 0 || plan->run[i].cycles > stages[s - 1])
                try_run(plan, i, least(stages[s], plan->run[i].cycles), output, r);
}
