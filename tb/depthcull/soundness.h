/*
 * soundness.h - a scenario that searches for planes at which a coarse test is wrong, in both
 * arithmetics whatever the block's own is. Pairs of the block's arithmetic also go through the
 * block. Each pair is tried with the model first; search.h then tries many more in f32.
 */
#ifndef DEPTHCULL_SOUNDNESS_H
#define DEPTHCULL_SOUNDNESS_H

#include "depthcull/depthcull.h"
#include "depthcull/memory.h"
#include "depthcull/planes.h"
#include "depthcull/search.h"
#include "engine/block.h"

enum { DEPTHCULL_TARGETS = 2 * DEPTHCULL_CLAIM5 }; /* arithmetics times tests */

/* One test in one arithmetic. */
struct depthcull_target {
    uint64_t pairs;   /* tried */
    uint64_t applied; /* of these, pairs for which the test found a fact */
    uint64_t wrong;   /* of these, pairs that a pixel contradicts */
    struct depthcull_coefs source, destination; /* a counterexample if `wrong` is not 0 */
    uint32_t pixel;                             /* the pixel that contradicts it */
};

struct depthcull_search {
    struct depthcull_params p;
    struct assay_rng rng;
    struct depthcull_target target[DEPTHCULL_TARGETS];
    struct depthcull_found found[DEPTHCULL_RULES];
    uint64_t samples; /* applicable f32 pairs that search.h has to reach for each sound test */
    uint32_t rounds;
    uint32_t sent, done;
    struct depthcull_memory memory;
    uint8_t second; /* the source of the pair is to be sent next */
    struct depthcull_coefs pair[2];
};

/*
 * Whether `test` finds a fact for these planes that a pixel contradicts; sets *pixel to that pixel.
 * Sets *applied to whether it found a fact at all. p->fixed selects the arithmetic.
 */
bool depthcull_is_wrong(const struct depthcull_params *p, uint32_t test,
                        const struct depthcull_coefs *source,
                        const struct depthcull_coefs *destination, uint32_t *pixel, bool *applied);

/* Draws a pair that just meets or just misses the condition of the test. */
void depthcull_draw_pair(struct assay_rng *r, const struct depthcull_params *p, uint32_t test,
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
