/*
 * colour.h - verdicts in colour, for people.
 *
 * A stream takes colours if it is a terminal, TERM is set and not "dumb", and NO_COLOR is not set or
 * empty. Otherwise these are all "".
 */
#ifndef ASSAY_COLOUR_H
#define ASSAY_COLOUR_H

#include <stdbool.h>
#include <stdio.h>

bool assay_colour(FILE *f);

const char *assay_colour_good(FILE *f); /* bold green, from here on */
const char *assay_colour_bad(FILE *f);  /* bold red */
const char *assay_colour_off(FILE *f);

/* `text`, padded as for printf: to the left in a column of -width if `width` is negative. */
void assay_print_good(FILE *f, int width, const char *text);
void assay_print_bad(FILE *f, int width, const char *text);

#endif
