/*
 * start.h - what the registers of a Verilated DUT start from.
 *
 * Verilator's two states hide uninitialised registers: each starts from zeros. A variant that is built with
 * `starts` (backend.h) takes its start values from here instead. Its shared object exports
 *
 *     void assay_dut_start(const struct assay_start *);    for the DUTs made from here on
 *
 * Each variable without a value of its own (`reg r = 0;` has one) is set once, in an order that is the same for
 * all DUTs of the variant; an element of a memory counts as one, and so does an X that the RTL assigns. A DUT
 * draws its values by their places in that order, and $random from a sequence of its own, so that two DUTs
 * differ in what they start from and in nothing else.
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
    ASSAY_START_MIXED, /* by the seed; a variable of one bit is 0 as well, so that two of them differ */
    ASSAY_START_RANDOM /* by the seed; never zeros, so that each variable differs from one that is */
};

struct assay_start {
    enum assay_start_kind kind;
    uint64_t seed;
    /* A byte for each of the first n_only variables: where it is 0, the variable starts from zeros. NULL: all
     * start as `kind` says. */
    const uint8_t *only;
    uint64_t n_only;
    /* Called for each variable in order. `name` is Verilator's in the module instance `scope`. May be NULL. */
    void (*named)(void *arg, const char *scope, const char *name);
    void *arg;
};

#ifdef __cplusplus
}
#endif

#endif
