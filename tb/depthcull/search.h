/*
 * search.h - searches for f32 planes at which a coarse test is wrong, many pairs
 * at a time. It is written for the host's vector units, with the host's fmaf and
 * without the model. soundness.h searches with the model and is slower.
 *
 * A pair lies at the edge of its test's condition. The slopes differ by
 * a few units in the last place in the direction that the test requires,
 * and the depths at the corner it compares differ by a few units.
 */
#ifndef DEPTHCULL_SEARCH_H
#define DEPTHCULL_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"

/* The tests as implemented, then wrong variants, which any good search refutes. */
enum depthcull_rule {
    DEPTHCULL_R_RANGE,
    DEPTHCULL_R_SLOPE,
    DEPTHCULL_R_XEND,
    DEPTHCULL_R_YEND,
    DEPTHCULL_R_END3,
    DEPTHCULL_R_SOUND, /* the rules before this one are sound */
    DEPTHCULL_R_END = DEPTHCULL_R_SOUND,
    DEPTHCULL_R_CLAIM5,
    DEPTHCULL_R_SLOPE_GT,   /* slope, start strictly deeper, concludes GT */
    DEPTHCULL_R_XEND_EQUAL, /* xend with >= */
    DEPTHCULL_R_YEND_1,     /* yend with margin 1 */
    DEPTHCULL_R_END3_1,     /* end3 with margin 1 */
    DEPTHCULL_R_END3_2,     /* end3 with margin 2 */
    DEPTHCULL_R_YEND_ANY,   /* yend without the exponent condition */
    DEPTHCULL_R_END3_ANY,   /* end3 without the exponent condition */
    DEPTHCULL_RULES
};

struct depthcull_found {
    uint64_t pairs;   /* drawn */
    uint64_t applied; /* of these, pairs that meet the condition, directly or mirrored */
    uint64_t wrong;   /* of these, pairs that a pixel contradicts */
    /* The first wrong pair: cx, cy, cref of source and destination, arranged for GE or GT. */
    float example[6];
    uint32_t x, y; /* its contradicting pixel */
};

extern const char *const depthcull_rule_names[DEPTHCULL_RULES];

/* Draws `batches` of DEPTHCULL_LANES pairs for tiles of tw x th and adds the outcome to *found. */
enum { DEPTHCULL_LANES = 64 };
void depthcull_search_pairs(struct assay_rng *rng, uint32_t tw, uint32_t th,
                            enum depthcull_rule rule, uint32_t batches,
                            struct depthcull_found *found);

#endif
