/*
 * commands.h - the random command sequence of dpas, and how many transfers each command takes.
 *
 * The four sink streams are independent, so each walks the same sequence by itself: a walker with
 * the same seed and epoch produces the same commands, whoever asks and when.
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

/* `epoch` counts the resets of the block. */
void dpas_walker_begin(struct dpas_walker *w, const struct assay_stim_env *env, uint64_t epoch,
                       bool rotate);

/* Go to the next command. */
void dpas_walker_next(struct dpas_walker *w);

/* Whether the current command's operands are floats. */
bool dpas_walker_float(const struct dpas_walker *w);

/* Transfers that the current command takes on a stream: 0 for a command with an error. */
uint32_t dpas_walker_src1_rows(const struct dpas_walker *w);
uint32_t dpas_walker_src0_rows(const struct dpas_walker *w);
uint32_t dpas_walker_src2_rows(const struct dpas_walker *w);

#endif
