/* digest.h - SHA-256 as text. */
#ifndef ASSAY_DIGEST_H
#define ASSAY_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    ASSAY_DIGEST = 65,  /* 64 hexadecimal digits and the end */
    ASSAY_KEY_SIZE = 33 /* a key: the first 32 of them, and the end */
};

/* Each that returns false leaves "" and is of use to no one: the library has no SHA-256, or no memory. */
bool assay_digest(const void *data, size_t size, char hex[ASSAY_DIGEST]);

/* Of all that is in `f`, from its start. False also if it can't be read. */
bool assay_digest_stream(FILE *f, char hex[ASSAY_DIGEST]);

/* A key of many things, one after the other. */
struct assay_hash;

struct assay_hash *assay_hash_begin(void); /* NULL when memory is out */
void assay_hash_text(struct assay_hash *h,
                     const char *text); /* with its end: "ab","c" != "a","bc" */
void assay_hash_data(struct assay_hash *h, const void *data, size_t size);
bool assay_hash_file(struct assay_hash *h, const char *path); /* its content */
/* Identity of a tool: path, size and time of change of the program. */
void assay_hash_tool(struct assay_hash *h, const char *program);
/* Releases it. False if any of it could not be taken in: there is no key then. */
bool assay_hash_end(struct assay_hash *h, char key[ASSAY_KEY_SIZE]);

#endif
