/* same_text.h - whether two texts of Verilog are the same for a simulator. */
#ifndef ASSAY_SAME_TEXT_H
#define ASSAY_SAME_TEXT_H

#include <stdbool.h>

/* Whether they differ in nothing but blanks and comments that no tool reads. A comment that begins with verilator, synopsys, synthesis
 * or pragma is text, as is one that ends with a backslash, and one of several lines within a directive. True is certain for texts
 * without errors; false may be said of texts that differ in other blanks, as within a macro. */
bool assay_same_text(const char *a, const char *b);

#endif
