/*
 * credit.h - how many transfers of a group of sinks are under way, for streams with `outstanding`.
 *
 * A transfer is under way from when it is offered until its last response has come; one that leads to no
 * response, until it is accepted. What offers transfers asks first and says what it has offered. A reset
 * ends all.
 */
#ifndef ASSAY_CREDIT_H
#define ASSAY_CREDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/block.h"

struct assay_credit {
    uint32_t *of;        /* the counter of each stream, by index in `under_way` */
    uint32_t *most;      /* of each stream; UINT32_MAX: any */
    uint32_t *under_way; /* a counter for each stream; those of a group share that of its first */
    uint64_t bounded;    /* the streams of groups with a bound */
    size_t n;
};

/* False when memory is out. */
bool assay_credit_open(struct assay_credit *c, const struct assay_block *b);
void assay_credit_close(struct assay_credit *c);
void assay_credit_reset(struct assay_credit *c);

/* Whether a stream may offer one more. `c` is NULL for a block without such streams. */
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
