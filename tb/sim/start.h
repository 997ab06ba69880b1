/*
 * start.h - the start values of the registers of a Verilated DUT.
 *
 * Verilator is a two-state simulator, which hides uninitialised registers: each starts from zero. A
 * variant that is built with `starts` (backend.h) takes its start values from here instead. Its
 * shared object exports
 *
 *     void assay_dut_start(const struct assay_start *);    for the DUTs created from here on
 *
 * Each variable without an initial value (`reg r = 0;` has one) is set once, in an order that is
 * the same for all DUTs of the variant. An element of a memory counts as a variable, and so does an
 * X that the RTL assigns. A DUT derives each value from its position in that order, and has its own
 * sequence for $random. So two DUTs differ only in their start values.
 */
#ifndef ASSAY_START_H
#define ASSAY_START_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum assay_start_kind {
    ASSAY_START_ZEROS,
    ASSAY_START_ONES,
    /* From the seed. A variable of one bit may be 0 as well, so that two such variables can
     * differ. */
    ASSAY_START_MIXED,
    /* From the seed, never zero: each variable differs from one that starts from zeros. */
    ASSAY_START_RANDOM
};

struct assay_start {
    enum assay_start_kind kind;
    uint64_t seed;
    /* A byte for each of the first n_only variables. If it is 0, the variable starts from zeros.
     * NULL: all start as `kind` says. */
    const uint8_t *only;
    uint64_t n_only;
    /* Called for each variable in order. `name` is Verilator's name in the module
     * instance `scope`. May be NULL. */
    void (*named)(void *arg, const char *scope, const char *name);
    void *arg;
};

#ifdef __cplusplus
}
#endif

#endif
