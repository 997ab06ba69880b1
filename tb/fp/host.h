/*
 * host.h - scenarios of fp whose oracle is the host's own binary32 arithmetic.
 *
 * Every result is compared with what this machine's floating-point unit gives for the same operands,
 * a NaN made canonical first. The host must round to nearest even and keep subnormals, which is how a
 * process starts on x86-64 and AArch64.
 */
#ifndef FP_HOST_H
#define FP_HOST_H

#include "engine/block.h"
#include "fp/fp.h"

/* One operation is under way at a time at most, and one more result may be waiting. */
enum { FP_HOST_PENDING = 4 };

struct fp_host_ctx {
    struct assay_rng operands;
    uint32_t corner;
    uint64_t sent, done;
    struct fp_op pending[FP_HOST_PENDING]; /* by their number, modulo the size */
    bool failed;
    uint32_t host, model; /* of the operation that failed */
    struct fp_op culprit;
};

void fp_host_begin(void *ctx, const struct assay_stim_env *env);
bool fp_host_next_fma(void *ctx, unsigned stream, void *payload);
/* All pairs, the first operand fastest; the end after 2^32. */
bool fp_host_next_f16(void *ctx, unsigned stream, void *payload);
bool fp_host_next_bf16(void *ctx, unsigned stream, void *payload);
void fp_host_observe(void *ctx, unsigned stream, const void *payload);
bool fp_host_done(const void *ctx);
bool fp_host_failed(const void *ctx);
void fp_host_report(const void *ctx, FILE *f);

#endif
