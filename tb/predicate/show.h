/* show.h - shows the results of a program of predicate or core, for human readers and for
 * scripts. */
#ifndef PREDICATE_SHOW_H
#define PREDICATE_SHOW_H

#include <stdio.h>

#include "predicate/asm.h"

struct cJSON;

/* Describes a trap code of either block. */
const char *predicate_trap_name(uint32_t trap);

/* Prints "program:    FILE, N words; what the uniformity pass did". `u` is NULL if there was no
 * pass. */
void predicate_show_program(FILE *f, const char *path, const struct predicate_assembly *a,
                            const struct predicate_uniform *u);

/* Fills `words` with the `n` words that data memory starts with. */
void predicate_first_data(const struct predicate_assembly *a, uint32_t *words, uint32_t n);

/* Show which of `n` words have changed, by byte address. */
void predicate_show_changes(FILE *f, const uint32_t *before, const uint32_t *after, uint32_t n);
void predicate_json_changes(struct cJSON *o, const uint32_t *before, const uint32_t *after,
                            uint32_t n);

#endif
