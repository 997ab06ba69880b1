/* same_text.h - whether two texts of Verilog are the same for a simulator. */
#ifndef ASSAY_SAME_TEXT_H
#define ASSAY_SAME_TEXT_H

#include <stdbool.h>

/* Whether they differ in nothing but comments and blanks. True is certain; false may be said of texts that differ in other blanks,
 * as within a macro. */
bool assay_same_text(const char *a, const char *b);

#endif
