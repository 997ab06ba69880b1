/* explain_value.h - the value of an expression of the sources, from a waveform. Inside `explain`. */
#ifndef ASSAY_EXPLAIN_VALUE_H
#define ASSAY_EXPLAIN_VALUE_H

#include "diagnose/vcd.h"
#include "sim/netlist.h"

enum assay_truth { ASSAY_FALSE, ASSAY_TRUE, ASSAY_UNSURE };

/* The signal of a net; NULL: it has none, or more than one. */
struct assay_value_signal {
    const struct assay_vcd_signal *of;
};

struct assay_value_source {
    const struct assay_netlist *n;
    const struct assay_vcd *vcd;
    const struct assay_value_signal *signal; /* of each net */
    size_t scope;                            /* of the names */
    uint64_t time;
};

/* Whether all conditions hold; unsure where one has more than 64 bits, or is of a kind that is not reckoned with. */
enum assay_truth assay_explain_holds(const struct assay_value_source *s,
                                     const struct assay_guard_of *guard);

#endif
