/*
 * colour.h - verdicts in colour, for people.
 *
 * A stream gets colours if it is a terminal, TERM is set and not "dumb", and NO_COLOR is unset or
 * empty. Otherwise all strings here are "".
 */
#ifndef ASSAY_COLOUR_H
#define ASSAY_COLOUR_H

#include <stdbool.h>
#include <stdio.h>

bool assay_colour(FILE *f);

const char *assay_colour_good(FILE *f); /* bold green, up to assay_colour_off */
const char *assay_colour_bad(FILE *f);  /* bold red */
const char *assay_colour_off(FILE *f);

/* Print `text`, padded as by printf: left-aligned if `width` is negative. */
void assay_print_good(FILE *f, int width, const char *text);
void assay_print_bad(FILE *f, int width, const char *text);

#endif
