/* digest.h - SHA-256 digests and keys as text. */
#ifndef ASSAY_DIGEST_H
#define ASSAY_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    ASSAY_DIGEST = 65,  /* 64 hexadecimal digits and a NUL */
    ASSAY_KEY_SIZE = 33 /* a key: the first 32 of the digits and a NUL */
};

/* False if the library has no SHA-256, or if out of memory. Then `hex` is "". */
bool assay_digest(const void *data, size_t size, char hex[ASSAY_DIGEST]);

/* The digest of everything in `f`, from its start. Also false if `f` can't be read. */
bool assay_digest_stream(FILE *f, char hex[ASSAY_DIGEST]);

/* A key of several things, added one after the other. */
struct assay_hash;

struct assay_hash *assay_hash_begin(void); /* NULL if out of memory */
/* Includes the NUL, so that "ab", "c" differs from "a", "bc". */
void assay_hash_text(struct assay_hash *h, const char *text);
void assay_hash_data(struct assay_hash *h, const void *data, size_t size);
bool assay_hash_file(struct assay_hash *h, const char *path); /* adds the content */
/* Add the identity of a tool: path, size and modification time of the program. `program` is a path,
 * or a name that is searched in PATH. */
void assay_hash_tool(struct assay_hash *h, const char *program);
/* Compute the key and free `h`. False if some of the data could not be added; then there is no
 * key. */
bool assay_hash_end(struct assay_hash *h, char key[ASSAY_KEY_SIZE]);

#endif
