/* synthesis.h - the size of a design in two-input gates, as synthesized by Yosys. */
#ifndef ASSAY_SYNTHESIS_H
#define ASSAY_SYNTHESIS_H

#include <stdbool.h>
#include <stddef.h>

struct assay_synthesis {
    const char *top;
    const char *const *file; /* paths in the source tree; NULL after the last */
    const char *set;         /* parameters of top, as in "-set N 4 -set K 2" */
    /* Synthesize each module separately and flatten at the end. The result
     * is a few percent larger, but this is much faster if a module has
     * many instances. Otherwise flatten the design before optimizing. */
    bool by_module;
};

struct assay_gates {
    double cells;   /* gates and registers */
    double depth;   /* gates on the longest path between registers */
    double through; /* cells on the longest path from inputs to outputs, through registers */
};

/* Returns an enum assay_error, with a message in `why` on failure. */
int assay_synthesize(const struct assay_synthesis *s, struct assay_gates *g, char *why,
                     size_t why_size);

#endif
