/* steady.h - how a block runs when it is never left waiting: means over a stretch of one of its scenarios. */
#ifndef ASSAY_STEADY_H
#define ASSAY_STEADY_H

#include <stdint.h>

#include "sim/backend.h"

enum { ASSAY_STEADY_SEED = 1 }; /* of the scenario */

struct assay_steady {
    const struct assay_dut_ops *ops; /* of the variant */
    const struct assay_variant *variant;
    void *user;      /* what the scenario sends all the time */
    unsigned stream; /* its transfers are counted */
    uint64_t skip, count;
    const char *scenario; /* NULL: throughput */
};

/*
 * Cycles for each transfer of the stream, over `count` of them after the first `skip`; model and RTL in
 * lockstep. `transfers`, unless NULL, gets the transfers of each stream for each of those. 0 with a message
 * in `why` if the run did not pass or is longer than 100,000 cycles.
 */
double assay_steady_cycles(const struct assay_steady *s, double *transfers, char *why,
                           size_t why_size);

#endif
