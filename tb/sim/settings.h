/* settings.h - environment variables that control how variants are compiled. */
#ifndef ASSAY_SETTINGS_H
#define ASSAY_SETTINGS_H

#include <stdbool.h>

#include "sim/backend.h"

/* -O2 builds take almost twice as long, which is minutes at the large parameter sets. They run 3 to
 * 8 percent faster. */
#define ASSAY_SETTINGS_FAST "-O1" /* unless ASSAY_OPTIMISE is set */
#define ASSAY_SETTINGS_SLOW "-O0" /* construction and tracing set-up, which run once */

/* The size of Verilator's sources in one compilation unit, in KiB, unless ASSAY_UNIT_KIB is set. A
 * larger size saves nothing, because the units of a large variant are compiled two at a time. A
 * smaller size takes less memory and more time. */
#define ASSAY_SETTINGS_UNIT_KIB (8UL << 10)
#define ASSAY_SETTINGS_UNIT_MOST (1UL << 30)

/* Part of the keys of build results. Change it when the compilation changes. */
#define ASSAY_SETTINGS_RECIPE "compile 1 " ASSAY_SETTINGS_FAST " " ASSAY_SETTINGS_SLOW

/* The level for code that runs in every cycle; NULL if ASSAY_OPTIMISE has a
 * level that g++ does not know. */
const char *assay_settings_level(void);

/* The size of units in KiB; 0 if ASSAY_UNIT_KIB is not a number from 1 to
 * ASSAY_SETTINGS_UNIT_MOST. */
unsigned long assay_settings_unit_kib(void);

/* Whether variants can write waveforms: 1 by default; 0 with ASSAY_WAVES=0, which halves the build
 * time for short runs that need no waveforms; -1 if ASSAY_WAVES has any other value. */
int assay_settings_waves(void);

/* Whether this variant can write waveforms. */
bool assay_settings_with_waves(const struct assay_variant *v);

#endif
