/*
 * credit.h - counts the transfers in flight of each group of sinks, for streams with `outstanding`.
 *
 * A transfer is in flight from the moment it is offered until its last response has come, or, if it
 * leads to no response, until it is accepted. Code that offers transfers asks for credit first and
 * then takes it. A reset clears all counters.
 */
#ifndef ASSAY_CREDIT_H
#define ASSAY_CREDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/block.h"

struct assay_credit {
    uint32_t *of;        /* of each stream: the index of its counter in `under_way` */
    uint32_t *most;      /* limit of each stream; UINT32_MAX: none */
    uint32_t *under_way; /* one counter per stream; a group uses that of its first stream */
    uint64_t bounded;    /* mask of the streams in groups with a limit */
    size_t n;
};

/* False if out of memory. */
bool assay_credit_open(struct assay_credit *c, const struct assay_block *b);
void assay_credit_close(struct assay_credit *c);
void assay_credit_reset(struct assay_credit *c);

/* Whether a stream may offer one more. `c` is NULL for a block without limits. */
static inline bool assay_credit_left(const struct assay_credit *c, unsigned stream)
{
    return !c || c->under_way[c->of[stream]] < c->most[stream];
}

static inline void assay_credit_take(struct assay_credit *c, unsigned stream)
{
    if (c)
        ++c->under_way[c->of[stream]];
}

static inline void assay_credit_give(struct assay_credit *c, unsigned stream)
{
    if (c && c->under_way[c->of[stream]])
        --c->under_way[c->of[stream]];
}

#endif
