/* names.h - words in the names of pins. Names are in lower case. */
#ifndef ASSAY_NEW_NAMES_H
#define ASSAY_NEW_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a text is one of a list that ends with NULL. */
bool assay_new_is_one_of(const char *text, const char *const *words);

bool assay_new_ends_with(const char *text, const char *tail);
bool assay_new_begins_with(const char *text, const char *head);

/* The name of an input or an output without what says its direction. */
void assay_new_base(const char *name, bool input, char *base, size_t size);

void assay_new_lower(char *text);

/* Whether a name stands for data, and is no control: data, din, addr, last, ... */
bool assay_new_is_data(const char *lower);

/* Where `word` stands in a name as a word of its own: "s_" and "_0" around it in s_valid_0. `camel` is
 * the name as it is written, in which a capital begins a word. False if it does not. */
bool assay_new_split(const char *lower, const char *camel, const char *word, char *before,
                     char *after, size_t size);

#endif
