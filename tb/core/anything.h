/*
 * anything.h - stimulus without a world: programs of words at random, groups that start anywhere, and on every port what
 * somebody may have asked for or not. Most answers are of the right warp, slot, generation or number; many of these
 * are early, late or come twice. The contract says what becomes of each, so the model is all the oracle there is.
 */
#ifndef CORE_ANYTHING_H
#define CORE_ANYTHING_H

#include <stdio.h>

#include "core/core.h"
#include "core/program.h"
#include "engine/block.h"

/* What has been asked for on a port; the oldest are forgotten. */
enum { CORE_ANYTHING_ASKED = 64 };
struct core_anything_asked {
    uint32_t n;
    uint32_t what[CORE_ANYTHING_ASKED];
};

struct core_anything {
    struct assay_rng r;
    struct core_params params;
    uint32_t illegal; /* percent of launches */

    struct core_program program;
    uint32_t at;               /* where its words are */
    uint32_t next, operations; /* of the host: to offer, of this launch */
    uint32_t starts;           /* to come */
    uint32_t errors;           /* percent of answers */
    uint32_t identifiers;      /* of barriers */
    struct core_anything_asked mem, local, note, value, write, barrier;

    uint64_t launches;
};

/* The functions of a scenario whose context is a struct core_anything. */
void core_anything_begin(void *ctx, const struct assay_stim_env *env);
bool core_anything_next(void *ctx, unsigned stream, void *payload);
void core_anything_observe(void *ctx, unsigned stream, const void *payload);
void core_anything_restart(void *ctx);
void core_anything_report(const void *ctx, FILE *f);

#endif
