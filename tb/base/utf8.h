/* utf8.h - checks and repairs UTF-8. */
#ifndef ASSAY_UTF8_H
#define ASSAY_UTF8_H

#include <stddef.h>

/* The length in bytes of the character at `text`: 1 for ASCII, 0 if it is not UTF-8. */
size_t assay_utf8_length(const char *text);

/* The length in bytes of the start of `text` that fits into `most` bytes
 * without splitting a character. */
size_t assay_utf8_fit(const char *text, size_t most);

/* Replace bytes that are not UTF-8 by question marks. */
void assay_utf8_mend(char *text);

#endif
