/*
 * fit.h - whether the values that a scenario drives fit their pins.
 *
 * A bit above a pin's width would reach the golden model but not the RTL: the two would run on
 * different inputs.
 */
#ifndef ASSAY_FIT_H
#define ASSAY_FIT_H

#include "engine/above.h"
#include "engine/block.h"

struct assay_fit {
    struct assay_above *above;
    /* Index of each stream's first entry in `above`, then that of the pins outside
     * streams, and the end. */
    uint32_t first[ASSAY_MAX_STREAMS + 2];
};

/* False if out of memory. */
bool assay_fit_open(struct assay_fit *f, const struct assay_block *b, const struct assay_params *p);
void assay_fit_close(struct assay_fit *f);

/* Whether a part of the inputs fits. `part` is a stream's number, or the number of streams for the
 * pins outside streams. */
static inline bool assay_fit_holds(const struct assay_fit *f, size_t part, const uint8_t *in)
{
    return !assay_above_any(f->above + f->first[part], f->above + f->first[part + 1], in);
}

/* Writes to `why` which pin does not fit, with the scenario's name. */
void assay_fit_tell(const struct assay_block *b, const struct assay_params *p, const char *scenario,
                    size_t part, const void *in, char *why, size_t why_size);

#endif
