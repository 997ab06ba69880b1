/* settings.h - what the environment says of how variants are compiled. */
#ifndef ASSAY_SETTINGS_H
#define ASSAY_SETTINGS_H

#include <stdbool.h>

#include "sim/backend.h"

/* -O2 builds take almost twice as long, minutes at the large parameter sets, and run 3 to 8 percent
 * faster. */
#define ASSAY_SETTINGS_FAST "-O1" /* unless the environment has ASSAY_OPTIMISE */
#define ASSAY_SETTINGS_SLOW "-O0" /* construction, tracing set-up: run once */

/* Verilator's sources in a compilation unit, unless the environment has ASSAY_UNIT_KIB: more than this
 * saves nothing, as a large variant's units are compiled two at a time; less takes g++ less memory and
 * more time. */
#define ASSAY_SETTINGS_UNIT_KIB (8UL << 10)
#define ASSAY_SETTINGS_UNIT_MOST (1UL << 30)

/* Changes of how it is done, for the keys of what is built. */
#define ASSAY_SETTINGS_RECIPE "compile 1 " ASSAY_SETTINGS_FAST " " ASSAY_SETTINGS_SLOW

/* The level for what runs in every cycle; NULL if the environment asks for what g++ does not know. */
const char *assay_settings_level(void);

/* The size of units; 0 if the environment asks for what is no number from 1 to the most. */
unsigned long assay_settings_unit_kib(void);

/* Whether variants can write waveforms: 1 or, if the environment has ASSAY_WAVES=0, 0: built in half of
 * the time, for short runs that need none; -1 if the environment asks for anything else. */
int assay_settings_waves(void);

/* Whether this one is to write waveforms. */
bool assay_settings_with_waves(const struct assay_variant *v);

#endif
