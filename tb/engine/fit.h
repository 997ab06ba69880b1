/*
 * fit.h - whether what a scenario drives fits its pins.
 *
 * A bit above a pin's width reaches the golden model, and not RTL: the two would run on different inputs.
 */
#ifndef ASSAY_FIT_H
#define ASSAY_FIT_H

#include "engine/above.h"
#include "engine/block.h"

struct assay_fit {
    struct assay_above *above;
    /* Where those of each stream begin; then those of the pins outside streams, and the end. */
    uint32_t first[ASSAY_MAX_STREAMS + 2];
};

/* False when memory is out. */
bool assay_fit_open(struct assay_fit *f, const struct assay_block *b, const struct assay_params *p);
void assay_fit_close(struct assay_fit *f);

/* Of a stream's payload, or of the pins outside streams: `part` is the number of the stream, or that of streams. */
static inline bool assay_fit_holds(const struct assay_fit *f, size_t part, const uint8_t *in)
{
    return !assay_above_any(f->above + f->first[part], f->above + f->first[part + 1], in);
}

/* What does not fit, with the scenario's name. */
void assay_fit_tell(const struct assay_block *b, const struct assay_params *p, const char *scenario,
                    size_t part, const void *in, char *why, size_t why_size);

#endif
