#include "bench/steady.h"

#include <stdio.h>
#include <string.h>

#include "engine/lockstep.h"

enum { LIMIT = 100000 };

double assay_steady_cycles(const struct assay_steady *s, double *transfers, char *why,
                           size_t why_size)
{
    const struct assay_block *const block = s->variant->block;
    const char *const name = s->scenario ? s->scenario : "throughput";
    const struct assay_config config = {
        .block = block,
        .params = s->variant->params,
        .scenario = assay_scenario_find(block, name),
        .seed = ASSAY_STEADY_SEED,
        .cycles = LIMIT,
        .user = s->user,
        .ops = s->ops,
        .backend = "verilator",
    };
    struct assay_lockstep *ls = assay_lockstep_open(&config, why, why_size);
    const struct assay_result *r;
    uint64_t begun = 0, before[ASSAY_MAX_STREAMS] = {0};
    double cycles = 0;

    if (!ls)
        return 0;
    r = assay_lockstep_result(ls);
    while (cycles <= 0 && assay_lockstep_run(ls, 1) == ASSAY_PASS && r->cycles < LIMIT) {
        if (r->transfers[s->stream] == s->skip && !begun) {
            begun = r->cycles;
            memcpy(before, r->transfers, block->model->n_streams * sizeof before[0]);
        }
        if (begun && r->transfers[s->stream] == s->skip + s->count)
            cycles = (double)(r->cycles - begun) / (double)s->count;
    }
    if (cycles <= 0)
        snprintf(why, why_size, "%s: the %s run ended with '%s' after %llu cycles",
                 block->model->name, name, assay_verdict_name(r->verdict),
                 (unsigned long long)r->cycles);
    for (size_t i = 0; transfers && cycles > 0 && i < block->model->n_streams; ++i)
        transfers[i] = (double)(r->transfers[i] - before[i]) / (double)s->count;
    assay_lockstep_close(ls);
    return cycles;
}
