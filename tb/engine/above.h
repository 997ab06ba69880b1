/*
 * above.h - bits that the member of a pin has above the pin's width: no value of the pin has them.
 */
#ifndef ASSAY_ABOVE_H
#define ASSAY_ABOVE_H

#include <stddef.h>
#include <stdint.h>

#include "api/model_block.h"
#include "engine/small.h"

struct assay_above {
    uint32_t offset, size; /* of a member, or a word of it: 1, 2, 4 or 8 bytes */
    uint64_t bits;         /* of its type, above its width */
};

/* Those of a pin of `width` bits, in a struct that begins at `base` of that of all pins; returns how many, at most
 * as many as the member has bytes. Words without such bits are left out. */
size_t assay_above_of(const struct assay_port *p, unsigned width, uint32_t base,
                      struct assay_above *above);

/* Whether any is set. Member by member, as they have just been written: a processor waits when it reads across. */
static inline bool assay_above_any(const struct assay_above *from, const struct assay_above *to,
                                   const uint8_t *bytes)
{
    uint64_t any = 0;

    for (const struct assay_above *a = from; a < to; ++a)
        any |= assay_small_word(bytes + a->offset, a->size) & a->bits;
    return any != 0;
}

#endif
