/* vectors_calls_bench.h - how a line of calls and a line of responses are laid out, for those who write and read them. */
#ifndef ASSAY_VECTORS_CALLS_BENCH_H
#define ASSAY_VECTORS_CALLS_BENCH_H

#include "vectors/vectors_calls.h"
#include "vectors/vectors_image.h"

enum { ASSAY_VECTORS_COUNT_BITS = 32 };

/*
 * A call, from bit 0 up: the inputs of the block, with rst; a mask of the sinks, with a bit for each stream; for each source
 * how many of its responses are expected once the call is through. A response is the fields of its source.
 */
struct assay_vectors_layout {
    struct assay_vectors_image in;
    unsigned mask, expected;             /* bits at which they begin */
    unsigned call, response;             /* bits of a line */
    unsigned payload[ASSAY_MAX_STREAMS]; /* bits of a stream's fields */
};

void assay_vectors_layout(struct assay_vectors_layout *l, const struct assay_vectors *v);

/* The task judge_<source> of the testbench; its first response is at `base`. */
void assay_vectors_judge(const struct assay_vectors_layout *l, size_t stream, uint64_t base,
                         FILE *f);

#endif
