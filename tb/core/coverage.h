/* coverage.h - functional coverage of core. */
#ifndef CORE_COVERAGE_H
#define CORE_COVERAGE_H

#include "core/core.h"
#include "engine/block.h"
#include "engine/cover.h"

enum { CORE_COVER_PORTS = 2 };

/* Requests of a warp under way at mem or local, by slot: 0 if free, else a running number that
 * gives their order. */
struct core_cover_slots {
    uint64_t number[CORE_SLOTS];
};

/* State reconstructed from the pins over time. The issue pins carry only the pc, so the code is
 * tracked here. */
struct core_cover_ctx {
    struct core_params params;
    uint64_t code[CORE_MAX_WORDS];
    bool known[CORE_MAX_WORDS]; /* decoded since it was written */
    struct predicate_decoded decoded[CORE_MAX_WORDS];

    struct core_cover_slots slots[CORE_COVER_PORTS][CORE_MAX_WARPS];
    uint64_t requests;
    uint8_t access;  /* kind of the global access that makes the requests */
    uint32_t served; /* requests that it has made so far */

    uint8_t gen[CORE_MAX_WARPS];                        /* number of starts of the slot */
    uint8_t group[CORE_MAX_WARPS];                      /* warps in the group of the slot */
    uint16_t out[CORE_MAX_WARPS];                       /* notes still to come, one bit per tag */
    bool wanted[CORE_MAX_WARPS], waits[CORE_MAX_WARPS]; /* value to come; at a barrier */
    /* Pending fences: the scope, plus 4 for each cycle since; 0: none. */
    uint8_t scope[CORE_IDS];
    uint8_t last; /* the warp that issued last */
    bool off_waited;
    /* values of the previous cycle */
    uint32_t running;
    uint32_t lost[5];
};

void core_cover_begin(void *ctx, const struct assay_params *params);
void core_cover_restart(void *ctx);
void core_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                uint64_t transfers);

#endif
