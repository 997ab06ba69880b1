/* vectors_calls_bench.h - the layout of the lines of calls and responses, shared by the writers of
 * the lines and of the testbench that reads them. */
#ifndef ASSAY_VECTORS_CALLS_BENCH_H
#define ASSAY_VECTORS_CALLS_BENCH_H

#include "vectors/vectors_calls.h"
#include "vectors/vectors_image.h"

enum { ASSAY_VECTORS_COUNT_BITS = 32 };

/*
 * A call has, from bit 0 up: the inputs of the block, including rst; a mask of the sinks, with one
 * bit per stream; for each source, the number of its responses that are expected once the call is
 * complete. A response has the fields of its source.
 */
struct assay_vectors_layout {
    struct assay_vectors_image in;
    unsigned mask, expected;             /* offsets in bits */
    unsigned call, response;             /* widths of a line in bits */
    unsigned payload[ASSAY_MAX_STREAMS]; /* width of a stream's fields in bits */
};

void assay_vectors_layout(struct assay_vectors_layout *l, const struct assay_vectors *v);

/* Writes the task judge_<source> of the testbench.
 * The source's first response is at index `base`. */
void assay_vectors_judge(const struct assay_vectors_layout *l, size_t stream, uint64_t base,
                         FILE *f);

#endif
