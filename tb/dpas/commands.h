/*
 * commands.h - the random command sequence of dpas.
 */
#ifndef DPAS_COMMANDS_H
#define DPAS_COMMANDS_H

#include "dpas/dpas.h"
#include "dpas/operands.h"
#include "engine/block.h"

struct dpas_walker {
    struct assay_rng rng;
    struct dpas_params params;
    struct assay_knobs knobs;
    const struct dpas_cmd *fixed; /* every command is this one; NULL: not so */
    bool rotate;                  /* legal commands with RC = 8, a run of each */
    uint64_t count;               /* commands so far */
    struct dpas_cmd cmd;          /* the current one */
    struct dpas_temper temper;    /* of its float operands */
};

/* The walkers of stimulus/walk.h: struct assay_walk_kind. */
void dpas_walker_begin(void *walker, const struct assay_stim_env *env, uint64_t epoch, bool rotate);
void dpas_walker_next(void *walker);

/* Whether the current command's operands are floats. */
bool dpas_walker_float(const struct dpas_walker *w);

#endif
