/* names.h - recognizes words in the names of pins. Names are in lower case. */
#ifndef ASSAY_NEW_NAMES_H
#define ASSAY_NEW_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the text is in a list that ends with NULL. */
bool assay_new_is_one_of(const char *text, const char *const *words);

bool assay_new_ends_with(const char *text, const char *tail);
bool assay_new_begins_with(const char *text, const char *head);

/* Copies the name of an input or output without the part that tells its direction. */
void assay_new_base(const char *name, bool input, char *base, size_t size);

void assay_new_lower(char *text);

/* Whether a name stands for data and not for control: data, din, addr, last, ... */
bool assay_new_is_data(const char *lower);

/* Splits a name around `word` where that is a separate word: s_valid_0
 * into "s_" and "_0". `camel` is the name in its original case, in which
 * a capital starts a word. Returns false if there is no such word. */
bool assay_new_split(const char *lower, const char *camel, const char *word, char *before,
                     char *after, size_t size);

#endif
