/*
 * building.h - progress on standard error while a variant is built, which takes seconds to minutes.
 *
 * On a terminal, one line is rewritten with the current tool and the seconds so far.
 * Otherwise a line is printed when the build begins. In both cases a line with the seconds
 * follows when it is done.
 */
#ifndef ASSAY_BUILDING_H
#define ASSAY_BUILDING_H

#include <stdbool.h>

/* One variant at a time. `what` is such as "dotmul (n=2,k=2)". `quiet`: print nothing at all. */
void assay_building_begin(const char *what, bool quiet);
/* The current step: "verilator", "compiling 2 of 4 units". Does nothing outside a build. */
void assay_building_stage(const char *format, ...) __attribute__((format(printf, 1, 2)));
void assay_building_end(bool built);

#endif
