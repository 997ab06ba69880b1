/* coverage.h - functional coverage of predicate. */
#ifndef PREDICATE_COVERAGE_H
#define PREDICATE_COVERAGE_H

#include "engine/block.h"
#include "engine/cover.h"
#include "predicate/coverage_groups.h"
#include "predicate/predicate.h"

/* What the host wrote, so that an issue can be seen for what it is: the pins tell the pc only. */
struct predicate_cover_ctx {
    uint32_t lanes;
    uint64_t code[PREDICATE_WORDS];
    bool known[PREDICATE_WORDS]; /* decoded since it was written */
    struct predicate_decoded decoded[PREDICATE_WORDS];
    uint16_t length;
    bool sense;
    /* of the cycle before */
    uint16_t pc, memory; /* memory: the last ld or st that issued */
    uint32_t active;
    uint8_t depth, trap;
    uint32_t diverged, disabled;
};

void predicate_cover_begin(void *ctx, const struct assay_params *params);
void predicate_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                     uint64_t transfers);

#endif
