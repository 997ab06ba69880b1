/*
 * explain_pairs.h - maps the nets of a design to the signals of two waveforms. Internal to
 * `explain`.
 *
 * The scope of the top module has to be found: Verilator puts its own scope around it, and in
 * Icarus it is an instance with another name.
 */
#ifndef ASSAY_EXPLAIN_PAIRS_H
#define ASSAY_EXPLAIN_PAIRS_H

#include "diagnose/explain_value.h"
#include "diagnose/vcd.h"
#include "sim/netlist.h"

#define ASSAY_EXPLAIN_NEVER UINT64_MAX

/* A signal that both versions have; each element of an array is a signal. */
struct assay_explain_pair {
    const struct assay_vcd_signal *bad, *good;
};

struct assay_explain_net {
    struct assay_explain_pair *pair;
    size_t n_pairs;
    bool hidden;    /* the failing version's waveform does not contain it */
    uint64_t first; /* time of the first difference, or ASSAY_EXPLAIN_NEVER */
};

struct assay_explain_pairs {
    const struct assay_netlist *n;
    const struct assay_vcd *bad, *good;
    char bad_top[256], good_top[256]; /* scope of the top module, such as "TOP.packer" */
    struct assay_value_signal *only;  /* for each net: its signal, if it has just one */
    struct assay_explain_net *net;    /* for each net; `first` is not computed yet */
};

/* False if out of memory. The caller frees it in either case. */
bool assay_explain_pair(const struct assay_netlist *n, const struct assay_vcd *bad,
                        const struct assay_vcd *good, struct assay_explain_pairs *p);
void assay_explain_pairs_free(struct assay_explain_pairs *p);

/* Writes the path of a signal of the failing version as net paths are written: "packer.status". */
void assay_explain_path(const struct assay_explain_pairs *p, const struct assay_vcd_signal *bad,
                        char *path, size_t size);

#endif
