/*
 * unknown.h - messages for a name that is not one of those expected:
 *
 *     unknown block 'dpaz': expected dotmul, dpas or fp; did you mean 'dpas'?
 */
#ifndef ASSAY_UNKNOWN_H
#define ASSAY_UNKNOWN_H

#include <stdbool.h>
#include <stddef.h>

/* The name at index i of the list behind `arg`; NULL after the last. */
typedef const char *assay_name_at(const void *arg, size_t i);

/* Write the message to `why`. Returns false, for the caller to return. A list that does not fit is
 * cut and ends in "...". */
bool assay_unknown(char *why, size_t why_size, const char *kind, const char *name,
                   assay_name_at *at, const void *arg);

/* The same for an array of words that ends with NULL. */
bool assay_unknown_word(char *why, size_t why_size, const char *kind, const char *name,
                        const char *const *words);

/* The index of `name` in such an array; -1 if it is not there. */
int assay_word_find(const char *const *words, const char *name);

#endif
