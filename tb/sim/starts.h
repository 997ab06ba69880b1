/*
 * starts.h - a DUT that shows what depends on uninitialised registers, at Verilator's speed.
 *
 * It runs the same RTL several times with the same inputs: one instance starts from zeros, one from
 * ones, two from random values. An output bit in which they differ is unknown, like an X in a
 * four-state simulator. The engine treats it as one: payload counts while its valid is high, and
 * nothing counts in reset.
 *
 * The instance from zeros gives the outputs and the waveform. The instance from ones and the first
 * one from random values, in which registers of one bit may be zero, stop after some cycles,
 * because two are faster than four. The random values of the last instance are never zero.
 */
#ifndef ASSAY_STARTS_H
#define ASSAY_STARTS_H

#include "sim/backend.h"
#include "sim/start.h"

enum { ASSAY_STARTS_ONES = 4096 }; /* cycles with more than two instances */

/* As assay_verilator_open. Only one such DUT can be open at a time. */
enum assay_error assay_starts_open(const struct assay_variant *v, bool quiet,
                                   const struct assay_dut_ops **ops, void **handle, char *why,
                                   size_t why_size);

/* The operations of the instance from zeros alone, for the open variant. */
const struct assay_dut_ops *assay_starts_alone(void);

/* The seed of the random values, for the DUTs created from here on. */
void assay_starts_seed(uint64_t seed);

/* The DUTs created from here on have two instances: one from zeros and one that `start` describes,
 * except for its seed. NULL: back to the default above. */
void assay_starts_pair(const struct assay_start *start);

#endif
