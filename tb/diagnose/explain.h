/*
 * explain.h - where two versions of a design part: from waveforms of the same run, by names of signals.
 *
 * Signals with the same path are compared in both. One is a root if it differs although nothing that it is made of does: what sets
 * it is where the versions part. The lines of a root are, in this order: assignments to it whose conditions hold in that cycle, the
 * conditions around them, the conditions of the others, and then the same of the signals that it is made of that the good version
 * has under no such name. Roots are in the order of their cycles. Input pins are none: they follow what the design answered. Lines of
 * the module that Assay puts around a user's RTL are left out. A register or memory that the waveforms have not got may have differed
 * before: a root that is made of one says so.
 */
#ifndef ASSAY_EXPLAIN_H
#define ASSAY_EXPLAIN_H

#include "diagnose/vcd.h"
#include "sim/netlist.h"

enum { ASSAY_EXPLAIN_LINES = 10, ASSAY_EXPLAIN_ROOTS = 5 };

struct assay_explained {
    size_t compared, alone, differ; /* signals of the failing design */
    size_t hidden;                  /* of its registers and memories: waveforms have not got them */
    struct assay_explained_root {
        long net;
        uint64_t cycle;
        bool is_register;
        long hidden;            /* one of those that it is made of; ASSAY_NO_NET */
        char path[256];         /* with its index, of an element of an array */
        char good[96], bad[96]; /* values in hexadecimal; of wide ones the last digits */
    } root[ASSAY_EXPLAIN_ROOTS];
    size_t n_roots;
    struct assay_explained_line {
        unsigned file, line; /* as people know it: assay_netlist_line */
        bool changed;
        long net;       /* that it sets */
        bool condition; /* it is a condition of that */
    } line[ASSAY_EXPLAIN_LINES];
    size_t n_lines;
};

/* False when memory is out. */
bool assay_explain(const struct assay_netlist *n, const struct assay_vcd *bad,
                   const struct assay_vcd *good, struct assay_explained *e);

#endif
