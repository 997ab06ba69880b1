/* same_text.h - whether two Verilog texts are the same to a simulator. */
#ifndef ASSAY_SAME_TEXT_H
#define ASSAY_SAME_TEXT_H

#include <stdbool.h>

/* Whether the texts differ only in whitespace and in comments that no tool reads. These comments
 * count as text: one that begins with verilator, synopsys, synthesis or pragma, one that ends with
 * a backslash, and one of several lines within a directive. For texts without errors, true is
 * certain. False is possible for texts that differ only in whitespace, as within a macro. */
bool assay_same_text(const char *a, const char *b);

#endif
