/*
 * simulator.h - what the RTL and its simulator wrote to standard error in a run: the lines that
 * tell why it ended.
 */
#ifndef ASSAY_SIMULATOR_H
#define ASSAY_SIMULATOR_H

#include <stdio.h>

enum { ASSAY_SIMULATOR_LINE = 512, ASSAY_SIMULATOR_TEXT = 1024 };

/* Reads some lines, from the first in which a simulator or a sanitizer reports an error; without
 * such a line, the last ones. This program's own lines are skipped. The text is printable UTF-8,
 * with line ends between the lines; "" if there are none. */
void assay_simulator_said(FILE *f, char text[ASSAY_SIMULATOR_TEXT]);

/* The most informative of these lines: the first that reports an error, else the last before
 * "Verilog $stop" and the like. */
void assay_simulator_line(const char *text, char line[ASSAY_SIMULATOR_LINE]);

/* "fifo.v:50": the place named in an error line; "" if it names none, or is not an error line. */
void assay_simulator_place(const char *line, char *place, size_t size);

#endif
