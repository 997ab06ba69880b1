/*
 * anything.h - stimulus without a world: programs of random words, groups that start anywhere, and
 * traffic on every port whether or not it was asked for. Most answers have the right warp, slot,
 * generation or number, but many of them come early, late or twice. The contract defines the effect
 * of each, so the model is the only oracle.
 */
#ifndef CORE_ANYTHING_H
#define CORE_ANYTHING_H

#include <stdio.h>

#include "core/core.h"
#include "core/program.h"
#include "engine/block.h"

/* Requests seen on a port. When full, the oldest is forgotten. */
enum { CORE_ANYTHING_ASKED = 64 };
struct core_anything_asked {
    uint32_t n;
    uint32_t what[CORE_ANYTHING_ASKED];
};

struct core_anything {
    struct assay_rng r;
    struct core_params params;
    uint32_t illegal; /* percent of launches with illegal words */

    struct core_program program;
    uint32_t at;               /* instruction address of its first word */
    uint32_t next, operations; /* of the host: next to offer, total of the launch */
    uint32_t starts;           /* still to come */
    uint32_t errors;           /* percent of answers with an error */
    uint32_t identifiers;      /* barrier identifiers in use */
    struct core_anything_asked mem, local, note, value, write, barrier;
    bool refuse;      /* a barrier message that is answered is to be refused as well */
    uint32_t refused; /* identifier and warp, as in `barrier` */

    uint64_t launches;
};

/* Functions of a scenario whose context is a struct core_anything. */
void core_anything_begin(void *ctx, const struct assay_stim_env *env);
bool core_anything_next(void *ctx, unsigned stream, void *payload);
void core_anything_observe(void *ctx, unsigned stream, const void *payload);
void core_anything_restart(void *ctx);
void core_anything_report(const void *ctx, FILE *f);

#endif
