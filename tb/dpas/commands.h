/* commands.h - the random command sequence for dpas. */
#ifndef DPAS_COMMANDS_H
#define DPAS_COMMANDS_H

#include "dpas/dpas.h"
#include "dpas/operands.h"
#include "engine/block.h"

struct dpas_walker {
    struct assay_rng rng;
    struct dpas_params params;
    struct assay_knobs knobs;
    const struct dpas_cmd *fixed; /* the only command to be sent; NULL: no restriction */
    bool rotate;         /* send legal commands with RC = 8, each kind several times in a row */
    uint64_t count;      /* commands drawn so far */
    struct dpas_cmd cmd; /* the current command */
    struct dpas_temper temper; /* the temper of its float operands */
};

/* The callbacks for struct assay_walk_kind in stimulus/walk.h. */
void dpas_walker_begin(void *walker, const struct assay_stim_env *env, uint64_t epoch, bool rotate);
void dpas_walker_next(void *walker);

/* True if the current command's operands are floats. */
bool dpas_walker_float(const struct dpas_walker *w);

#endif
