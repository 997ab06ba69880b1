/* load.h - an assembled program as transfers on the host port of predicate. */
#ifndef PREDICATE_LOAD_H
#define PREDICATE_LOAD_H

#include "predicate/asm.h"

/* Most transfers of predicate_load: values of 32 lanes and data memory, words, start. */
enum { PREDICATE_LOAD_MOST = PREDICATE_POOL + PREDICATE_VALUES * 32 + PREDICATE_WORDS + 1 };

typedef void predicate_host_fn(void *arg, const struct predicate_host *op);

/* Values in the order of the text, then the words, then the start; `limit` as for the start. */
void predicate_load(const struct predicate_assembly *a, uint32_t lanes, uint32_t limit,
                    predicate_host_fn *emit, void *arg);

/* Read the .out registers: R in each lane. Returns how many reads that are. */
uint32_t predicate_read_outs(const struct predicate_assembly *a, uint32_t lanes,
                             predicate_host_fn *emit, void *arg);

/* Read the data memory, a word after the other. */
void predicate_read_data(predicate_host_fn *emit, void *arg);

#endif
