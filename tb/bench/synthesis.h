/* synthesis.h - how large a design is in two-input gates, after Yosys has synthesized it. */
#ifndef ASSAY_SYNTHESIS_H
#define ASSAY_SYNTHESIS_H

#include <stdbool.h>
#include <stddef.h>

struct assay_synthesis {
    const char *top;
    const char *const *file; /* of the source tree; NULL after the last */
    const char *set;         /* parameters of top, as in "-set N 4 -set K 2" */
    /* Each module by itself, flattened at the end. Larger by some percent, but much faster where one module
     * is there many times. Else the design is flattened before it is optimized. */
    bool by_module;
};

struct assay_gates {
    double cells;   /* gates and registers */
    double depth;   /* gates on the longest path between registers */
    double through; /* cells on the longest path from inputs to outputs, through registers */
};

/* An enum assay_error, with a message in `why`. */
int assay_synthesize(const struct assay_synthesis *s, struct assay_gates *g, char *why,
                     size_t why_size);

#endif
