/*
 * starts.h - a DUT that shows what depends on uninitialised registers, at Verilator's speed.
 *
 * The same RTL several times: one starts from zeros, one from ones, two from random values. All get the same
 * inputs. An output bit in which they differ is unknown, as an X of a four-state simulator is, and the
 * engine judges it as one: payload counts while its valid is high, and nothing in reset.
 *
 * The one that starts from zeros gives the outputs and the waveform. The one from ones and the first from random values, in which registers
 * of one bit may be zeros, are left alone after some cycles, since two are faster than four. The random values of the last are never zeros.
 */
#ifndef ASSAY_STARTS_H
#define ASSAY_STARTS_H

#include "sim/backend.h"
#include "sim/start.h"

enum { ASSAY_STARTS_ONES = 4096 }; /* cycles for which there are more than two */

/* As assay_verilator_open. There is one such DUT at a time. */
enum assay_error assay_starts_open(const struct assay_variant *v, bool quiet,
                                   const struct assay_dut_ops **ops, void **handle, char *why,
                                   size_t why_size);

/* The one from zeros alone, of the variant that is open. */
const struct assay_dut_ops *assay_starts_alone(void);

/* The seed of the random values, for the DUTs made from here on. */
void assay_starts_seed(uint64_t seed);

/* The DUTs made from here on are two: one from zeros, and one that `start` describes, but for its seed. NULL: as
 * said above. */
void assay_starts_pair(const struct assay_start *start);

#endif
