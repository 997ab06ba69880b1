/*
 * arguments.h - arguments of a system function, checked: number, kind, unknown bits, size.
 *
 * Every function here returns 0, or a negative status after noting the error in words; then its
 * outputs are as before.
 */
#ifndef ASSAY_VPI_ARGUMENTS_H
#define ASSAY_VPI_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vpi_user.h>

enum { ASSAY_MAX_ARGUMENTS = 16, ASSAY_MAX_TEXT = 256 };

struct assay_arguments {
    const char *function; /* $assay_set */
    vpiHandle call;
    int n;
    vpiHandle handle[ASSAY_MAX_ARGUMENTS];
};

/* The arguments of the call that is being executed; there are to be `wanted`. */
int assay_arguments_begin(struct assay_arguments *a, const char *function, int wanted);

/* A constant string or a variable of type string, not a number. */
bool assay_argument_is_text(const struct assay_arguments *a, int i);
int assay_argument_text(const struct assay_arguments *a, int i, char text[ASSAY_MAX_TEXT]);

/* A value of any width in n words, word 0 least significant; what does not fit has to be 0. */
int assay_argument_words(const struct assay_arguments *a, int i, uint32_t *word, size_t n);

/* A number that fits 32 bits, signed if the argument is. */
int assay_argument_number(const struct assay_arguments *a, int i, int64_t *number);

/* That argument i can be written, and has `bits` bits or more. */
int assay_argument_can_take(const struct assay_arguments *a, int i, unsigned bits);

/* Write n words to argument i; the rest of it becomes 0. */
int assay_argument_put(const struct assay_arguments *a, int i, const uint32_t *word, size_t n);
int assay_argument_put_text(const struct assay_arguments *a, int i, const char *text);

#endif
