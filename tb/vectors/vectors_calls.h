/*
 * vectors_calls.h - vector sets at level `transfers`: the calls of the model, in order, and the
 * responses that it expects for each.
 *
 * A call is a transfer on a sink, one on each sink of a join, or a reset. The set comes from the
 * model alone, with a design without latency. Any other design has the same responses, provided
 * that it accepts the transfers of the sinks in this order.
 */
#ifndef ASSAY_VECTORS_CALLS_H
#define ASSAY_VECTORS_CALLS_H

#include "vectors/vectors_files.h"

struct assay_vector_call {
    uint64_t number;
    uint64_t cycle; /* cycle of the run that it comes from */
    uint64_t sinks; /* mask of the sinks with a transfer in this call; 0: a reset */
    /* Inputs of the block, with the payloads of these sinks and the pins outside streams. */
    const uint8_t *in;
    /* The responses: source and payload of each, in the order in which they were expected. */
    const struct assay_vector_response {
        unsigned source;
        const uint8_t *payload;
    } * response;
    size_t n_responses;
    const uint64_t *expected; /* for each stream: the number expected so far */
};

typedef void assay_vector_call_fn(void *arg, const struct assay_vector_call *call);
bool assay_vectors_calls(const struct assay_vectors *v, assay_vector_call_fn *each, void *arg,
                         char *why, size_t why_size);

#endif
