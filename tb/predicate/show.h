/* show.h - what a program left, for people and for scripts: of predicate and of core. */
#ifndef PREDICATE_SHOW_H
#define PREDICATE_SHOW_H

#include <stdio.h>

#include "predicate/asm.h"

struct cJSON;

/* Of the codes of both blocks. */
const char *predicate_trap_name(uint32_t trap);

/* "program:    FILE, N words; what the uniformity pass did". `u` may be NULL: it was left out. */
void predicate_show_program(FILE *f, const char *path, const struct predicate_assembly *a,
                            const struct predicate_uniform *u);

/* The `n` words that data memory starts with. */
void predicate_first_data(const struct predicate_assembly *a, uint32_t *words, uint32_t n);

/* Those of `n` words that changed, by their byte address. */
void predicate_show_changes(FILE *f, const uint32_t *before, const uint32_t *after, uint32_t n);
void predicate_json_changes(struct cJSON *o, const uint32_t *before, const uint32_t *after,
                            uint32_t n);

#endif
