/*
 * vectors.h - stimulus and expected responses of a block as files, for use without this engine.
 *
 * A vector is one clock cycle: every input, and every output as the golden model has it just before
 * the rising edge. A set is a folder with a manifest and the files of one format:
 *
 *     memh    stimulus.memh, response.memh: one image for $readmemh each, one line per cycle, with
 *             the block's pins packed from the least significant bit up; tb.v: a plain Verilog
 *             testbench that replays them on the block and checks itself
 *     csv     vectors.csv: one line per cycle, one column per pin; a payload is empty while it is
 *             not compared
 *     jsonl   vectors.jsonl: one line per transfer, with its cycle, stream and fields; values are
 *             hexadecimal strings, since they may be wider than any number
 *
 * At level `transfers` a vector is a call: a transfer on a sink, one on each sink of a join, or a
 * reset (vectors_calls.h). The lines of stimulus.memh and response.memh are then calls and
 * responses; tb.v offers the calls in order and compares the responses. vectors.jsonl has one line
 * per transfer, in the order of calls.
 *
 * manifest.json records everything needed to make the set again. The files of a set appear together
 * or not at all. Then the files that a set of another format left in the folder are removed, unless
 * somebody has changed them. The same manifest gives the same bytes on every machine.
 */
#ifndef ASSAY_VECTORS_H
#define ASSAY_VECTORS_H

#include "base/error.h"
#include "engine/lockstep.h"
#include "sim/backend.h"

enum { ASSAY_VECTORS_VERSION = 1, ASSAY_VECTORS_MAX = 10000000 /* cycles */ };

enum assay_vector_format { ASSAY_VECTORS_MEMH, ASSAY_VECTORS_CSV, ASSAY_VECTORS_JSONL };

/* Looks up a format by name. Returns false if there is no such format. */
bool assay_vectors_format(const char *name, enum assay_vector_format *format);
/* Writes the message for an unknown format name to `why` (base/unknown.h). Returns false. */
bool assay_vectors_format_unknown(const char *name, char *why, size_t why_size);

struct assay_vectors;

/* Whether such a set of the block is possible at all.
 * Returns false with a message in `why` if not. */
bool assay_vectors_possible(const struct assay_vectors *v, char *why, size_t why_size);

/* The recipe of a set. */
struct assay_vectors {
    enum assay_vector_format format;
    struct assay_config config; /* block, params, scenario, knobs, seed; cycles: the maximum */
    char generator[64];         /* program and version; "" for this program */
};

/* The contents of a set. */
struct assay_vectors_counts {
    uint64_t cycles;
    uint64_t calls, responses; /* at level `transfers` */
    uint64_t transfers[ASSAY_MAX_STREAMS];
};

/* Makes the set in `folder`, which is created if it does not exist. Returns ASSAY_BAD_INPUT with a
 * message in `why` if the set would compare nothing on a stream, if the model fails in the run, if
 * the folder cannot be written to, or if it has other files of these names. */
enum assay_error assay_vectors_write(const struct assay_vectors *v, const char *folder,
                                     struct assay_vectors_counts *counts, char *why,
                                     size_t why_size);

/* Reads a manifest, and attaches the block that it names. On an error `why` gets `FILE: what is
 * wrong: what was expected`. */
enum assay_error assay_vectors_manifest(const char *folder, struct assay_vectors *v, char *why,
                                        size_t why_size);

/* Makes the set again and compares it with the files in `folder`. If they differ, returns
 * ASSAY_BAD_INPUT with FILE:LINE of the first difference in `why`. */
enum assay_error assay_vectors_check(const struct assay_vectors *v, const char *folder, char *why,
                                     size_t why_size);

#endif
