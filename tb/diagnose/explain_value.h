/* explain_value.h - evaluates expressions of the sources with values from a waveform.
 * Internal to `explain`. */
#ifndef ASSAY_EXPLAIN_VALUE_H
#define ASSAY_EXPLAIN_VALUE_H

#include "diagnose/vcd.h"
#include "sim/netlist.h"

enum assay_truth { ASSAY_FALSE, ASSAY_TRUE, ASSAY_UNSURE };

/* The signal of a net; NULL if it has none or several. */
struct assay_value_signal {
    const struct assay_vcd_signal *of;
};

struct assay_value_source {
    const struct assay_netlist *n;
    const struct assay_vcd *vcd;
    const struct assay_value_signal *signal; /* one for each net */
    size_t scope;                            /* in which names are looked up */
    uint64_t time;
};

/* Whether all conditions hold; unsure if one has more than 64 bits or an unsupported operator. */
enum assay_truth assay_explain_holds(const struct assay_value_source *s,
                                     const struct assay_guard_of *guard);

#endif
