/* utf8.h - text that is UTF-8, or is made so. */
#ifndef ASSAY_UTF8_H
#define ASSAY_UTF8_H

#include <stddef.h>

/* Bytes of the character at `text`: 1 for ASCII, 0 if it is not UTF-8. */
size_t assay_utf8_length(const char *text);

/* The bytes of `text` that fit into `most` without cutting a character. */
size_t assay_utf8_fit(const char *text, size_t most);

/* Bytes that are not UTF-8 become question marks. */
void assay_utf8_mend(char *text);

#endif
