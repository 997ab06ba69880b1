/*
 * host.h - scenarios of fp whose oracle is the host's own binary32 arithmetic.
 *
 * Every result is compared with that of this machine's floating-point unit for the same operands;
 * NaNs are made canonical first. The host must round to nearest even and keep subnormals, which is
 * the initial state of a process on x86-64 and AArch64.
 */
#ifndef FP_HOST_H
#define FP_HOST_H

#include "engine/block.h"
#include "fp/fp.h"

/* At most one operation is in progress, and one more result may be waiting. */
enum { FP_HOST_PENDING = 4 };

struct fp_host_ctx {
    struct assay_rng operands;
    uint32_t corner;
    uint64_t sent, done;
    struct fp_op pending[FP_HOST_PENDING]; /* indexed by operation number modulo FP_HOST_PENDING */
    bool failed;
    uint32_t host, model; /* results of the operation that failed */
    struct fp_op culprit;
};

void fp_host_begin(void *ctx, const struct assay_stim_env *env);
bool fp_host_next_fma(void *ctx, unsigned stream, void *payload);
/* Send all pairs, the first operand varying fastest, and end after 2^32 of them. */
bool fp_host_next_f16(void *ctx, unsigned stream, void *payload);
bool fp_host_next_bf16(void *ctx, unsigned stream, void *payload);
void fp_host_observe(void *ctx, unsigned stream, const void *payload);
bool fp_host_done(const void *ctx);
bool fp_host_failed(const void *ctx);
void fp_host_report(const void *ctx, FILE *f);

#endif
