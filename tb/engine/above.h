/*
 * above.h - the bits of a pin's struct member that lie above the pin's width; no value of the pin
 * sets them.
 */
#ifndef ASSAY_ABOVE_H
#define ASSAY_ABOVE_H

#include <stddef.h>
#include <stdint.h>

#include "api/model_block.h"
#include "engine/small.h"

struct assay_above {
    uint32_t offset, size; /* of the member or of one word of it; size 1, 2, 4 or 8 bytes */
    uint64_t bits;         /* mask of the bits above the width, in that word */
};

/* Fills `above` for a pin of `width` bits. Offsets count from `base`, an offset in the struct of
 * all pins. Returns the number of entries: at most the member's size in bytes. Words without such
 * bits are left out. */
size_t assay_above_of(const struct assay_port *p, unsigned width, uint32_t base,
                      struct assay_above *above);

/* Whether any of these bits is set. Reads each member with the size with which it was just written:
 * a wider load would defeat store forwarding and stall. */
static inline bool assay_above_any(const struct assay_above *from, const struct assay_above *to,
                                   const uint8_t *bytes)
{
    uint64_t any = 0;

    for (const struct assay_above *a = from; a < to; ++a)
        any |= assay_small_word(bytes + a->offset, a->size) & a->bits;
    return any != 0;
}

#endif
