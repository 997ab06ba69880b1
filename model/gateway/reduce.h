/*
 * reduce.h - the gateway as a software function: reduces the values of a group of threads through
 * the golden model, and gives the result, the predicate sum, and the cycles that the hardware
 * takes.
 *
 *     static struct gateway_state work;
 *     const uint64_t value[3] = {3, 5, 7};
 *     const struct gateway_job job = {.op = GATEWAY_MEAN, .type = GATEWAY_U32, .n = 3,
 *                                     .value = value};
 *     struct gateway_outcome out;
 *     gateway_reduce(&(struct gateway_params){16, 32, 4}, &work, &job, &out);
 */
#ifndef GATEWAY_REDUCE_H
#define GATEWAY_REDUCE_H

#include "gateway/gateway.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gateway_job {
    uint8_t op, type; /* enum gateway_op, enum gateway_type */
    uint8_t fence; /* enum gateway_scope; its acknowledgement comes one cycle after the request */
    uint32_t n;    /* threads, 1 to the parameter `threads` */
    const uint64_t *value; /* n values, laid out as in a message: 32-bit types in the low half */
    const uint32_t *mask;  /* n predicate masks; NULL: all ones */
    const uint8_t *slot;   /* n distinct slots in order of arrival; NULL: 0, 1, 2, ... */
};

struct gateway_outcome {
    uint8_t status; /* enum gateway_status: GATEWAY_OK, or that of the first refused message */
    uint64_t result;
    uint32_t sum;    /* predicate sum */
    uint32_t cycles; /* from the first arrival to the last release, both included */
};

/*
 * Sends one message per cycle and takes write-backs immediately. `work` is memory for the model;
 * its contents do not matter. Returns out->status; after an error the other fields of `out` are 0.
 * The parameters must be legal (gateway_check_params).
 */
uint8_t gateway_reduce(const struct gateway_params *p, struct gateway_state *work,
                       const struct gateway_job *job, struct gateway_outcome *out);

#ifdef __cplusplus
}
#endif

#endif
