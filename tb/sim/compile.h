/* compile.h - Verilator's C++ sources to the shared object of a variant. */
#ifndef ASSAY_COMPILE_H
#define ASSAY_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "sim/backend.h"

/* -O2 builds take almost twice as long, minutes at the large parameter sets, and run 3 to 8 percent
 * faster. */
#define ASSAY_COMPILE_FAST "-O1" /* unless the environment has ASSAY_OPTIMISE */
#define ASSAY_COMPILE_SLOW "-O0" /* construction, tracing set-up: run once */

/* Verilator's sources in a compilation unit, unless the environment has ASSAY_UNIT_KIB: more than this
 * saves nothing, as a large variant's units are compiled two at a time; less takes g++ less memory and
 * more time. */
#define ASSAY_COMPILE_UNIT_KIB (8UL << 10)
#define ASSAY_COMPILE_UNIT_MOST (1UL << 30)

/* Changes of how it is done, for the keys of what is built. */
#define ASSAY_COMPILE_RECIPE "compile 1 " ASSAY_COMPILE_FAST " " ASSAY_COMPILE_SLOW

/* The level for what runs in every cycle; NULL if the environment asks for what g++ does not know. */
const char *assay_compile_level(void);

/* The size of units; 0 if the environment asks for what is no number from 1 to the most. */
unsigned long assay_compile_unit_kib(void);

/* Whether variants can write waveforms: 1 or, if the environment has ASSAY_WAVES=0, 0: built in half of
 * the time, for short runs that need none; -1 if the environment asks for anything else. */
int assay_compile_waves(void);

/* Whether this one is to write waveforms. */
bool assay_compile_with_waves(const struct assay_variant *v);

/* Make `dut.so` of what Verilator wrote into the folder, with the prefix Vdut. The sources are gone
 * then. */
enum assay_error assay_compile(const struct assay_variant *v, const char *folder, char *why,
                               size_t why_size);

#endif
