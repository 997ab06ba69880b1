/*
 * arguments.h - access to the arguments of a system function, with checks of their number, kind,
 * unknown bits and size.
 *
 * Every function here that returns int returns 0, or a negative status after recording a message;
 * its outputs are then unchanged.
 */
#ifndef ASSAY_VPI_ARGUMENTS_H
#define ASSAY_VPI_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vpi_user.h>

enum { ASSAY_MAX_ARGUMENTS = 16, ASSAY_MAX_TEXT = 256 };

struct assay_arguments {
    const char *function; /* e.g. $assay_set */
    vpiHandle call;
    int n;
    vpiHandle handle[ASSAY_MAX_ARGUMENTS];
};

/* Gets the arguments of the call being executed. It is an error if there are not `wanted` of
 * them. */
int assay_arguments_begin(struct assay_arguments *a, const char *function, int wanted);

/* Whether the argument is a constant string or a variable of type string, not a number. */
bool assay_argument_is_text(const struct assay_arguments *a, int i);
int assay_argument_text(const struct assay_arguments *a, int i, char text[ASSAY_MAX_TEXT]);

/* Reads a value of any width into n words, the least significant first. Bits that do not fit must
 * be 0. */
int assay_argument_words(const struct assay_arguments *a, int i, uint32_t *word, size_t n);

/* Reads a number that fits in 32 bits; it is signed if the argument is. */
int assay_argument_number(const struct assay_arguments *a, int i, int64_t *number);

/* Checks that argument i can be written and has at least `bits` bits. */
int assay_argument_can_take(const struct assay_arguments *a, int i, unsigned bits);

/* Writes n words to argument i and zeros to the rest of it. */
int assay_argument_put(const struct assay_arguments *a, int i, const uint32_t *word, size_t n);
int assay_argument_put_text(const struct assay_arguments *a, int i, const char *text);

#endif
