/* digest.h - SHA-256 as text. */
#ifndef ASSAY_DIGEST_H
#define ASSAY_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { ASSAY_DIGEST = 65 }; /* 64 hexadecimal digits and the end */

void assay_digest(const void *data, size_t size, char hex[ASSAY_DIGEST]);

/* Of all that is in `f`, from its start. False if it can't be read. */
bool assay_digest_stream(FILE *f, char hex[ASSAY_DIGEST]);

#endif
