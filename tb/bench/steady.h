/* steady.h - measures a block at full load: means over a part of a run of one of its scenarios. */
#ifndef ASSAY_STEADY_H
#define ASSAY_STEADY_H

#include <stdint.h>

#include "sim/backend.h"

enum { ASSAY_STEADY_SEED = 1 }; /* seed of the scenario */

struct assay_steady {
    const struct assay_dut_ops *ops; /* for the variant */
    const struct assay_variant *variant;
    void *user;      /* user data of the scenario: what it sends all the time */
    unsigned stream; /* the stream whose transfers are counted */
    uint64_t skip, count;
    const char *scenario; /* NULL: throughput */
};

/*
 * Returns the cycles per transfer of the stream, over `count` transfers after
 * the first `skip`, with model and RTL in lockstep. Unless NULL, `transfers`
 * gets the number of transfers of every stream per such transfer. Returns 0 with
 * a message in `why` if the run did not pass or takes more than 100,000 cycles.
 */
double assay_steady_cycles(const struct assay_steady *s, double *transfers, char *why,
                           size_t why_size);

#endif
