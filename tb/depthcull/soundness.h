/*
 * soundness.h - the scenario that looks for planes at which a coarse test is wrong, in both
 * arithmetics whatever the block's own is. The pairs of the block's arithmetic also go through the
 * block. First each is tried with the model; besides, many more in f32 with search.h.
 */
#ifndef DEPTHCULL_SOUNDNESS_H
#define DEPTHCULL_SOUNDNESS_H

#include "depthcull/depthcull.h"
#include "depthcull/memory.h"
#include "depthcull/planes.h"
#include "depthcull/search.h"
#include "engine/block.h"

enum { DEPTHCULL_TARGETS = 2 * DEPTHCULL_CLAIM5 }; /* arithmetics by tests */

/* One test in one arithmetic. */
struct depthcull_target {
    uint64_t pairs;                             /* tried */
    uint64_t applied;                           /* of these, the test found a fact */
    uint64_t wrong;                             /* of these, a pixel says otherwise */
    struct depthcull_coefs source, destination; /* a counterexample, if wrong is not 0 */
    uint32_t pixel;                             /* where */
};

struct depthcull_search {
    struct depthcull_params p;
    struct assay_rng rng;
    struct depthcull_target target[DEPTHCULL_TARGETS];
    struct depthcull_found found[DEPTHCULL_RULES];
    uint64_t samples; /* f32 pairs to which each sound test applies that search.h has to reach */
    uint32_t rounds;
    uint32_t sent, done;
    struct depthcull_memory memory;
    uint8_t second; /* the pair's source is to be sent */
    struct depthcull_coefs pair[2];
};

/*
 * Whether `test` finds a fact for these planes that a pixel contradicts; which pixel, in *pixel.
 * *applied says whether it found one at all. p->fixed is the arithmetic.
 */
bool depthcull_is_wrong(const struct depthcull_params *p, uint32_t test,
                        const struct depthcull_coefs *source,
                        const struct depthcull_coefs *destination, uint32_t *pixel, bool *applied);

/* A pair that is just within the condition of the test, or just outside. */
void depthcull_draw_pair(struct assay_rng *r, const struct depthcull_params *p, uint32_t test,
                         struct depthcull_coefs *source, struct depthcull_coefs *destination);

/* Make a counterexample as simple as it gets; returns false if it is none. */
bool depthcull_shrink_pair(const struct depthcull_params *p, uint32_t test,
                           struct depthcull_coefs *source, struct depthcull_coefs *destination);

void depthcull_search_begin(void *ctx, const struct assay_stim_env *env);      /* 10^6 samples */
void depthcull_search_begin_long(void *ctx, const struct assay_stim_env *env); /* 10^9 */
bool depthcull_search_next(void *ctx, unsigned stream, void *payload);
void depthcull_search_end(void *ctx);
void depthcull_search_observe(void *ctx, unsigned stream, const void *payload);
bool depthcull_search_done(const void *ctx);
bool depthcull_search_failed(const void *ctx);
void depthcull_search_report(const void *ctx, FILE *f);

#endif
