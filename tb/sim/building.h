/*
 * building.h - what is said on standard error while a variant is built, which takes seconds to minutes.
 *
 * On a terminal one line that is written again and again, with the tool at work and the seconds so far.
 * Elsewhere a line when it begins. In both cases a line with the seconds once it is built.
 */
#ifndef ASSAY_BUILDING_H
#define ASSAY_BUILDING_H

#include <stdbool.h>

/* One variant at a time. `what` is "dotmul (n=2,k=2)"; `quiet`: say nothing until the end. */
void assay_building_begin(const char *what, bool quiet);
/* What is under way: "verilator", "compiling 2 of 4 units". Does nothing outside. */
void assay_building_stage(const char *format, ...) __attribute__((format(printf, 1, 2)));
void assay_building_end(bool built);

#endif
