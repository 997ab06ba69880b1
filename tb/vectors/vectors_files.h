/* vectors_files.h - the writers for the files of a vector set, and its manifest. */
#ifndef ASSAY_VECTORS_FILES_H
#define ASSAY_VECTORS_FILES_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "base/digest.h"
#include "vectors/vectors.h"

/* One cycle of a set. */
struct assay_vector {
    uint64_t cycle;
    const void *in, *out;
    uint64_t transfers; /* bit i: transfer on stream i */
};

/* Opens the model alone for the cycles of a set. Returns NULL with a message on failure. Closing
 * returns whether the model completed them. */
struct assay_lockstep *assay_vectors_open(const struct assay_vectors *v, char *why,
                                          size_t why_size);
bool assay_vectors_close(struct assay_lockstep *ls, char *why, size_t why_size);

/* Runs the golden model through the set and calls `each` for every cycle. */
typedef void assay_vector_fn(void *arg, const struct assay_vector *x);
bool assay_vectors_each(const struct assay_vectors *v, assay_vector_fn *each, void *arg, char *why,
                        size_t why_size);

/* Writes a file of a set to `f`. */
typedef bool assay_vectors_writer(const struct assay_vectors *v,
                                  const struct assay_vectors_counts *counts, FILE *f, char *why,
                                  size_t why_size);

assay_vectors_writer assay_vectors_stimulus, assay_vectors_response, assay_vectors_testbench;
assay_vectors_writer assay_vectors_csv, assay_vectors_jsonl;
/* The writers at level `transfers`. */
assay_vectors_writer assay_vectors_calls_stimulus, assay_vectors_calls_response;
assay_vectors_writer assay_vectors_calls_testbench, assay_vectors_calls_jsonl;

#define ASSAY_VECTORS_MANIFEST "manifest.json"

const char *assay_vectors_format_name(enum assay_vector_format format);

/* The manifest of a set without its files, and one of them. */
cJSON *assay_vectors_describe(const struct assay_vectors *v,
                              const struct assay_vectors_counts *counts);
void assay_vectors_add_file(cJSON *files, const char *name, const char *digest);

/* A file that a manifest names. */
struct assay_vectors_file {
    char name[32], digest[ASSAY_DIGEST];
};

/* The files that the manifest in `folder` names, at most `most`; none if there is no manifest. The
 * rest of it is not read. ASSAY_BAD_INPUT with a message in `why` if it is not the manifest of a
 * set. */
enum assay_error assay_vectors_files(const char *folder, struct assay_vectors_file *file,
                                     size_t most, size_t *n, char *why, size_t why_size);

/* Compares what was made with the file at `path`, line by line. ASSAY_BAD_INPUT: they differ; `why`
 * says where. */
enum assay_error assay_vectors_compare(FILE *made, const char *path, char *why, size_t why_size);

/* Prints the manifest to a temporary file. Returns NULL with a message in `why` on failure. */
FILE *assay_vectors_print_manifest(const cJSON *o, char *why, size_t why_size);

/* Whether a port's value counts in this cycle. Outside reset all values count, except payloads
 * whose valid is low. In reset only inputs other than payloads count. */
bool assay_vectors_counts_port(const struct assay_block *b, const struct assay_port *p,
                               const struct assay_vector *x);

#endif
