/* vectors_files.h - the writers of the files of a vector set, for vectors.c. */
#ifndef ASSAY_VECTORS_FILES_H
#define ASSAY_VECTORS_FILES_H

#include <stdio.h>

#include "vectors/vectors.h"

/* One cycle of a set. */
struct assay_vector {
    uint64_t cycle;
    const void *in, *out;
    uint64_t transfers; /* bit i: stream i */
};

/* The model alone, for the cycles of a set; NULL with a message. Closing tells whether it came through them. */
struct assay_lockstep *assay_vectors_open(const struct assay_vectors *v, char *why,
                                          size_t why_size);
bool assay_vectors_close(struct assay_lockstep *ls, char *why, size_t why_size);

/* Run the golden model through the set, with `each` for each of its cycles. */
typedef void assay_vector_fn(void *arg, const struct assay_vector *x);
bool assay_vectors_each(const struct assay_vectors *v, assay_vector_fn *each, void *arg, char *why,
                        size_t why_size);

/* A file of a set, written to `f`. */
typedef bool assay_vectors_writer(const struct assay_vectors *v,
                                  const struct assay_vectors_counts *counts, FILE *f, char *why,
                                  size_t why_size);

assay_vectors_writer assay_vectors_stimulus, assay_vectors_response, assay_vectors_testbench;
assay_vectors_writer assay_vectors_csv, assay_vectors_jsonl;
/* Those of level `transfers`. */
assay_vectors_writer assay_vectors_calls_stimulus, assay_vectors_calls_response;
assay_vectors_writer assay_vectors_calls_testbench, assay_vectors_calls_jsonl;

/* Whether a port's value counts in this cycle: everything outside reset, a payload only while its
 * valid is high. */
bool assay_vectors_counts_port(const struct assay_block *b, const struct assay_port *p,
                               const struct assay_vector *x);

#endif
