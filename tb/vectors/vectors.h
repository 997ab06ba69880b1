/*
 * vectors.h - stimulus and expected response of a block as files, for use without this engine.
 *
 * A vector is one clock cycle: every input, and every output as the golden model has it just before
 * the rising edge. A set is a folder with a manifest and the files of one format:
 *
 *     memh    stimulus.memh, response.memh: an image for $readmemh each, a line a cycle, the pins of
 *             the block's pins packed from the least significant bit up; tb.v: a plain Verilog
 *             testbench that replays them on the block and checks itself
 *     csv     vectors.csv: a line a cycle, a column a pin; a payload is empty while it is not
 *             compared
 *     jsonl   vectors.jsonl: a line a transfer, with its cycle, stream and fields; values are
 *             hexadecimal texts, since they may be wider than any number
 *
 * At level `transfers` a vector is a call: a transfer on a sink, one on each sink of a join, or a reset
 * (vectors_calls.h). The lines of stimulus.memh and response.memh are calls and responses, tb.v offers the former in their
 * order and compares the latter; vectors.jsonl has a line for each transfer, in the order of calls.
 *
 * manifest.json says what made the set: everything needed to make it again. Files appear whole or not
 * at all, the manifest last. The same recipe gives the same bytes on every machine.
 */
#ifndef ASSAY_VECTORS_H
#define ASSAY_VECTORS_H

#include "base/error.h"
#include "engine/lockstep.h"
#include "sim/backend.h"

enum { ASSAY_VECTORS_VERSION = 1, ASSAY_VECTORS_MAX = 10000000 /* cycles */ };

enum assay_vector_format { ASSAY_VECTORS_MEMH, ASSAY_VECTORS_CSV, ASSAY_VECTORS_JSONL };

/* False if there is no such format. */
bool assay_vectors_format(const char *name, enum assay_vector_format *format);
/* What is said of such a name (base/unknown.h). Returns false. */
bool assay_vectors_format_unknown(const char *name, char *why, size_t why_size);

struct assay_vectors;

/* Whether there can be such a set of the block at all. False with a message. */
bool assay_vectors_possible(const struct assay_vectors *v, char *why, size_t why_size);

/* What made a set. */
struct assay_vectors {
    enum assay_vector_format format;
    struct assay_config config; /* block, params, scenario, knobs, seed; cycles: at most so many */
    char generator[64];         /* program and version; "" for this one */
};

/* What is in it. */
struct assay_vectors_counts {
    uint64_t cycles;
    uint64_t calls, responses; /* at level `transfers` */
    uint64_t transfers[ASSAY_MAX_STREAMS];
};

/* Make the set in `folder`, which is there. ASSAY_BAD_INPUT with a message in `why` for a set that would compare nothing on a
 * stream, and for a model that does not come through it. */
enum assay_error assay_vectors_write(const struct assay_vectors *v, const char *folder,
                                     struct assay_vectors_counts *counts, char *why,
                                     size_t why_size);

/* Read a manifest. False with `FILE: what is wrong: what was expected` in `why`. */
bool assay_vectors_manifest(const char *folder, struct assay_vectors *v, char *why,
                            size_t why_size);

/* Make the set again and hold the files in `folder` against it. ASSAY_BAD_INPUT with FILE:LINE of the
 * first difference in `why` if there is one. */
enum assay_error assay_vectors_check(const struct assay_vectors *v, const char *folder, char *why,
                                     size_t why_size);

#endif
