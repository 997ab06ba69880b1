/*
 * explain_pairs.h - the signals of two waveforms by the nets of a design. Inside `explain`.
 *
 * The scope that stands for the top module is found: Verilator has its own around it, and in Icarus it is an instance with
 * another name.
 */
#ifndef ASSAY_EXPLAIN_PAIRS_H
#define ASSAY_EXPLAIN_PAIRS_H

#include "diagnose/explain_value.h"
#include "diagnose/vcd.h"
#include "sim/netlist.h"

#define ASSAY_EXPLAIN_NEVER UINT64_MAX

/* A signal of both versions: of an array each element is one. */
struct assay_explain_pair {
    const struct assay_vcd_signal *bad, *good;
};

struct assay_explain_net {
    struct assay_explain_pair *pair;
    size_t n_pairs;
    bool hidden;    /* the waveform of the failing version has not got it */
    uint64_t first; /* time of the first difference; ASSAY_EXPLAIN_NEVER */
};

struct assay_explain_pairs {
    const struct assay_netlist *n;
    const struct assay_vcd *bad, *good;
    char bad_top[256], good_top[256]; /* "TOP.packer", what stands for the top module */
    struct assay_value_signal *only;  /* of each net with one signal */
    struct assay_explain_net *net;    /* of each net; no difference yet */
};

/* False when memory is out. It is the caller's to free either way. */
bool assay_explain_pair(const struct assay_netlist *n, const struct assay_vcd *bad,
                        const struct assay_vcd *good, struct assay_explain_pairs *p);
void assay_explain_pairs_free(struct assay_explain_pairs *p);

/* "packer.status" of a signal of the failing version: as paths of nets begin. */
void assay_explain_path(const struct assay_explain_pairs *p, const struct assay_vcd_signal *bad,
                        char *path, size_t size);

#endif
