/*
 * simulator.h - what the RTL and its simulator said in a run, from its standard error: the lines that tell why it ended.
 */
#ifndef ASSAY_SIMULATOR_H
#define ASSAY_SIMULATOR_H

#include <stdio.h>

enum { ASSAY_SIMULATOR_LINE = 512, ASSAY_SIMULATOR_TEXT = 1024 };

/* Some lines from the first in which a simulator or a sanitizer tells of an error; else the last ones. None are of this program.
 * They are printable UTF-8, with line ends between; "" if there is none. */
void assay_simulator_said(FILE *f, char text[ASSAY_SIMULATOR_TEXT]);

/* The line of these that says most: one that tells of an error, else the last before "Verilog $stop" and the like. */
void assay_simulator_line(const char *text, char line[ASSAY_SIMULATOR_LINE]);

/* "fifo.v:50", where the line of an error says that it is from; "" if it does not, or is none. */
void assay_simulator_place(const char *line, char *place, size_t size);

#endif
