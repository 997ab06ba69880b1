/* load.h - turns an assembled program into transfers on the host port of predicate. */
#ifndef PREDICATE_LOAD_H
#define PREDICATE_LOAD_H

#include "predicate/asm.h"

/* Most transfers of predicate_load: values of 32 lanes and data memory, instruction words,
 * start. */
enum { PREDICATE_LOAD_MOST = PREDICATE_POOL + PREDICATE_VALUES * 32 + PREDICATE_WORDS + 1 };

typedef void predicate_host_fn(void *arg, const struct predicate_host *op);

/* Emits the values in the order of the text, then the instruction words, then the start, with
 * `limit` as its cycle limit. */
void predicate_load(const struct predicate_assembly *a, uint32_t lanes, uint32_t limit,
                    predicate_host_fn *emit, void *arg);

/* Emits reads of the .out registers; an R is read in each lane. Returns the number of reads. */
uint32_t predicate_read_outs(const struct predicate_assembly *a, uint32_t lanes,
                             predicate_host_fn *emit, void *arg);

/* Emits reads of the whole data memory, word by word. */
void predicate_read_data(predicate_host_fn *emit, void *arg);

#endif
