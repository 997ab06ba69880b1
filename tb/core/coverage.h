/* coverage.h - functional coverage of core. */
#ifndef CORE_COVERAGE_H
#define CORE_COVERAGE_H

#include "core/core.h"
#include "engine/block.h"
#include "engine/cover.h"

enum { CORE_COVER_PORTS = 2 };

/* What requests of a warp are under way at mem or local, by slot; 0: not busy, else in which order. */
struct core_cover_slots {
    uint64_t number[CORE_SLOTS];
};

/* What the pins tell over time: the pins of issue name the pc only. */
struct core_cover_ctx {
    struct core_params params;
    uint64_t code[CORE_MAX_WORDS];
    bool known[CORE_MAX_WORDS]; /* decoded since it was written */
    struct predicate_decoded decoded[CORE_MAX_WORDS];

    struct core_cover_slots slots[CORE_COVER_PORTS][CORE_MAX_WARPS];
    uint64_t requests;
    uint8_t access;  /* kind of the global access that makes requests */
    uint32_t served; /* requests that it has made */

    uint8_t gen[CORE_MAX_WARPS];                        /* starts of the slot */
    uint8_t group[CORE_MAX_WARPS];                      /* warps of the group */
    uint16_t out[CORE_MAX_WARPS];                       /* notes to come */
    bool wanted[CORE_MAX_WARPS], waits[CORE_MAX_WARPS]; /* a value to come; a barrier */
    /* Of a fence that is asked for: scope, and 4 for each cycle since then; 0: none. */
    uint8_t scope[CORE_IDS];
    uint8_t last; /* warp that issued last */
    bool off_waited;
    /* of the cycle before */
    uint32_t running;
    uint32_t lost[5];
};

void core_cover_begin(void *ctx, const struct assay_params *params);
void core_cover_restart(void *ctx);
void core_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                uint64_t transfers);

#endif
