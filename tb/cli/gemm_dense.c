/* gemm_dense.c - how long a sparse product takes without skipping zeros. */
#include <stdio.h>
#include <stdlib.h>

#include "base/signals.h"
#include "cli/gemm.h"
#include "engine/lockstep.h"

static bool not_interrupted(void *arg, uint64_t cycle)
{
    (void)arg;
    (void)cycle;
    return !assay_interrupted();
}

uint64_t gemm_dense_cycles(const struct gemm_job *j, char *why, size_t why_size)
{
    struct assay_gemm full = j->g;
    const struct assay_config config = {
        .block = j->variant.block,
        .params = j->variant.params,
        .scenario = j->choice.array->scenario,
        .knobs = {.stall = (uint32_t)j->choice.stall},
        .seed = j->choice.seed,
        .cycles = UINT64_MAX,
        .user = &full,
        .backend = assay_backend_name(ASSAY_MODEL),
        .progress = not_interrupted,
        .progress_every = 16384,
    };
    const struct assay_result *r;
    struct assay_lockstep *ls;
    uint64_t cycles = 0;

    full.sparse = full.strict = false;
    full.d = calloc(full.m * full.n, sizeof *full.d); /* can't overflow, since D was allocated */
    snprintf(why, why_size, "out of memory");
    ls = full.d ? assay_lockstep_open(&config, why, why_size) : NULL;
    if (ls) {
        assay_lockstep_run(ls, UINT64_MAX);
        if (full.failed)
            assay_lockstep_fail(ls);
        r = assay_lockstep_finish(ls);
        if (r->verdict == ASSAY_PASS && !r->interrupted)
            cycles = r->cycles;
        else
            snprintf(why, why_size, "the golden model's run ended with '%s'%s%s: expected 'pass'",
                     assay_verdict_name(r->verdict), full.failed ? ": " : "",
                     full.failed ? full.why : "");
        assay_lockstep_close(ls);
    }
    free(full.d);
    return cycles;
}
