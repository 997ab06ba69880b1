/*
 * explain.h - finds where two versions of a design diverge, from waveforms of the same run. Signals
 * are matched by name.
 *
 * Signals with the same path in both waveforms are compared. A signal is a root if it differs
 * although nothing in its fan-in does: the versions diverge in what drives it. The lines of a root
 * are, in this order: assignments to it whose conditions hold in that cycle, the conditions around
 * them, the conditions of the other assignments, and then the same for the signals in its fan-in
 * that have no counterpart in the good version. Roots are in the order of their cycles. Input pins
 * are never roots, because they follow the design's outputs. Lines of the wrapper module that Assay
 * puts around a user's RTL are left out. A register or memory that the waveforms do not contain may
 * have differed earlier; a root that depends on one says so.
 */
#ifndef ASSAY_EXPLAIN_H
#define ASSAY_EXPLAIN_H

#include "diagnose/vcd.h"
#include "sim/netlist.h"

enum { ASSAY_EXPLAIN_LINES = 10, ASSAY_EXPLAIN_ROOTS = 5 };

struct assay_explained {
    size_t compared, alone, differ; /* numbers of signals of the failing design */
    size_t hidden;                  /* registers and memories that the waveforms do not contain */
    struct assay_explained_root {
        long net;
        uint64_t cycle;
        bool is_register;
        long hidden;            /* one of those in its fan-in; ASSAY_NO_NET: none */
        char path[256];         /* of an array element, with its index */
        char good[96], bad[96]; /* values in hexadecimal; only the last digits of wide ones */
    } root[ASSAY_EXPLAIN_ROOTS];
    size_t n_roots;
    struct assay_explained_line {
        unsigned file, line; /* as in the user's sources: assay_netlist_line */
        bool changed;
        long net;       /* the net that the line sets */
        bool condition; /* the line is a condition of that net */
    } line[ASSAY_EXPLAIN_LINES];
    size_t n_lines;
};

/* False if out of memory. */
bool assay_explain(const struct assay_netlist *n, const struct assay_vcd *bad,
                   const struct assay_vcd *good, struct assay_explained *e);

#endif
