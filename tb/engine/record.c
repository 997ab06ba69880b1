/* record.c - records the inputs of a run. */
#include <stdio.h>
#include <string.h>

#include "engine/lockstep.h"

bool assay_lockstep_record(const struct assay_config *config, uint8_t *inputs, uint64_t n,
                           char *why, size_t why_size)
{
    struct assay_config alone = *config;
    struct assay_lockstep *ls;
    const size_t size = config->block->model->in_size;

    if (config->block->level == ASSAY_COMPARE_CYCLE)
        alone.ops = NULL;
    alone.cover = false;
    alone.cycles = n;
    ls = assay_lockstep_open(&alone, why, why_size);
    if (!ls)
        return false;
    for (uint64_t i = 0; i < n; ++i) {
        struct assay_moment m;

        assay_lockstep_run(ls, 1);
        if (*assay_lockstep_result(ls)->why) {
            snprintf(why, why_size, "%s", assay_lockstep_result(ls)->why);
            assay_lockstep_close(ls);
            return false;
        }
        if (!assay_lockstep_moment(ls, i, &m)) {
            snprintf(why, why_size, "scenario %s ended after %llu cycles: expected %llu",
                     config->scenario->name, (unsigned long long)i, (unsigned long long)n);
            assay_lockstep_close(ls);
            return false;
        }
        memcpy(inputs + i * size, m.in, size);
    }
    assay_lockstep_close(ls);
    return true;
}
