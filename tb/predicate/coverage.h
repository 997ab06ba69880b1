/* coverage.h - functional coverage of predicate. */
#ifndef PREDICATE_COVERAGE_H
#define PREDICATE_COVERAGE_H

#include "engine/block.h"
#include "engine/cover.h"
#include "predicate/coverage_groups.h"
#include "predicate/predicate.h"

/* The program as written by the host. Since the pins carry only the pc, it is needed to decode
 * what issues. */
struct predicate_cover_ctx {
    uint32_t lanes;
    uint64_t code[PREDICATE_WORDS];
    bool known[PREDICATE_WORDS]; /* decoded since it was written */
    struct predicate_decoded decoded[PREDICATE_WORDS];
    uint16_t length;
    bool sense;
    /* values of the previous cycle */
    uint16_t pc, memory; /* memory: the last ld or st that issued */
    uint32_t active;
    uint8_t depth, trap;
    uint32_t diverged, disabled;
};

void predicate_cover_begin(void *ctx, const struct assay_params *params);
void predicate_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                     uint64_t transfers);

#endif
