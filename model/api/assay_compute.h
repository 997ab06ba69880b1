/*
 * assay_compute.h - whole operations of the golden models in one call, with checked arguments.
 *
 * Every function returns an enum assay_model_status, and writes its results only if that is
 * ASSAY_MODEL_OK. Results are bit-identical to the block's and do not depend on the host's floating
 * point.
 */
#ifndef ASSAY_COMPUTE_H
#define ASSAY_COMPUTE_H

#include <stddef.h>
#include <stdint.h>

#include "assay_export.h"
#include "assay_model.h"
#include "assay_type.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Types of C and D. */
enum assay_acc_type { ASSAY_ACC_S32, ASSAY_ACC_U32, ASSAY_ACC_F32 };

/* --- dot product --- */

/*
 * *d = c + sum over i < k of a[i] * b[i]. Each element is a pattern in the low bits of a word; a
 * non-zero bit above the element is an error. Integer types go with ASSAY_ACC_S32 and
 * ASSAY_ACC_U32, in any mix; a float type goes only with itself and with ASSAY_ACC_F32.
 *
 * Integers: modulo 2^32, or, with saturate, exact and clamped once to acc_type. Floats: the chain
 * acc = fma(b[i], a[i], acc) over ascending i; saturate must be 0. k is 0 to ASSAY_DOT_MAX; if it
 * is 0, a and b may be NULL.
 */
enum { ASSAY_DOT_MAX = 1 << 24 };
ASSAY_API int assay_dot(enum assay_type a_type, enum assay_type b_type,
                        enum assay_acc_type acc_type, int saturate, size_t k, const uint32_t *a,
                        const uint32_t *b, uint32_t c, uint32_t *d);

/*
 * The block dotmul: an operand holds k elements of n bits, element i in bits [n(i+1)-1 : n*i]. n is
 * 2 to 16, k 2 to 8, n*k at most 32. dot = 0: *p = a * b. dot = 1: the sum of a_i * b_i, in bits
 * [2nk-1 : (k-1)n] of *p.
 */
ASSAY_API int assay_dotmul(unsigned n, unsigned k, int dot, uint32_t a, int a_signed, uint32_t b,
                           int b_signed, uint64_t *p);

/* --- dpas --- */

/* A command D = C + A*B for a dpas without fused sums and with depths up to 8 (profile 0, max_sd
 * 8). The fields are described in model/dpas/README.md. The sums of matrix units are in
 * assay_fdot.h. */
struct assay_dpas {
    unsigned lanes;         /* columns of D: 4, 8 or 16 */
    enum assay_type b_type; /* type of src1 */
    enum assay_type a_type; /* type of src2 */
    enum assay_acc_type acc_type;
    unsigned systolic_depth; /* slices: 1, 2, 4 or 8 */
    unsigned repeat_count;   /* rows of A, C and D: 1 to 8 */
    unsigned exec_size;      /* lanes that take part: 1 to lanes */
    int saturate;            /* integers only */
    int c_null;              /* C is all zeros */
    int c_scalar;            /* lane 0 of each row of C is used for all lanes */
};

/* The shape of a command. */
struct assay_dpas_shape {
    unsigned k;      /* length of the dot products: systolic_depth times the elements of a slice */
    unsigned b_rows; /* rows of src1 */
    size_t b_words;  /* b_rows * lanes */
    size_t a_words;  /* repeat_count * 8: a row of A is 256 bits, element 0 in the lowest */
    size_t c_words;  /* repeat_count * lanes; 0 with c_null */
    size_t d_words;  /* repeat_count * lanes */
};

/*
 * Unless it is NULL, `refusal` receives the status that the block responds with, as listed in
 * model/dpas/README.md: 0, or, with ASSAY_MODEL_UNSUPPORTED, the reason (1 types, 2 systolic_depth,
 * 3 repeat_count, 4 exec_size, 5 saturate). Values that the command's fields cannot hold, and an
 * illegal number of lanes, are ASSAY_MODEL_RANGE.
 */
ASSAY_API int assay_dpas_measure(const struct assay_dpas *cmd, struct assay_dpas_shape *shape,
                                 unsigned *refusal);

/* The sizes must be those of the shape, else ASSAY_MODEL_SIZE. With c_null, c may be NULL and
 * c_words must be 0. d may equal c. */
ASSAY_API int assay_dpas_compute(const struct assay_dpas *cmd, const uint32_t *a, size_t a_words,
                                 const uint32_t *b, size_t b_words, const uint32_t *c,
                                 size_t c_words, uint32_t *d, size_t d_words, unsigned *refusal);

/* --- reduction of the values of a group of threads, by the block gateway --- */

enum assay_reduce_op {
    ASSAY_REDUCE_ADD = 1,
    ASSAY_REDUCE_SUB,
    ASSAY_REDUCE_AND,
    ASSAY_REDUCE_OR,
    ASSAY_REDUCE_XOR,
    ASSAY_REDUCE_MIN,
    ASSAY_REDUCE_MAX,
    ASSAY_REDUCE_PRODUCT,
    ASSAY_REDUCE_MEAN,
    ASSAY_REDUCE_VARIANCE,
    ASSAY_REDUCE_RANGE,
    ASSAY_REDUCE_PREDICATE
};

enum assay_reduce_type {
    ASSAY_REDUCE_U32,
    ASSAY_REDUCE_S32,
    ASSAY_REDUCE_F32,
    ASSAY_REDUCE_U64,
    ASSAY_REDUCE_S64,
    ASSAY_REDUCE_U32_PAIR,
    ASSAY_REDUCE_S32_PAIR,
    ASSAY_REDUCE_F32_PAIR,
    ASSAY_REDUCE_F16_PAIR,
    ASSAY_REDUCE_BF16_PAIR
};

enum { ASSAY_REDUCE_MAX_THREADS = 256 };

struct assay_reduction {
    uint64_t result;
    uint32_t predicate_sum; /* set bits of all masks */
    uint32_t cycles;        /* from the first arrival to the last release, both included */
};

/*
 * value[i] is the value of thread i: a 32-bit type is in the low half, and the second value of a
 * pair is in the high half; pairs of 16-bit values are both in the low half. `mask` points to n
 * predicate masks; NULL means all ones. n is 1 to ASSAY_REDUCE_MAX_THREADS. An operation that does
 * not go with the type is ASSAY_MODEL_UNSUPPORTED.
 */
ASSAY_API int assay_reduce(enum assay_reduce_op op, enum assay_reduce_type type, size_t n,
                           const uint64_t *value, const uint32_t *mask,
                           struct assay_reduction *reduction);

/* --- floating point --- */

/* Operations of the block fp. numerics.h declares each of them as a separate function. */
enum assay_fp_op {
    ASSAY_FP_ADD,
    ASSAY_FP_SUB,
    ASSAY_FP_MUL,
    ASSAY_FP_FMA, /* a * b + c */
    ASSAY_FP_DIV,
    ASSAY_FP_MIN,
    ASSAY_FP_MAX,
    ASSAY_FP_CMP, /* value: an enum assay_f32_order */
    ASSAY_FP_F32_TO_F16,
    ASSAY_FP_F32_TO_BF16,
    ASSAY_FP_F16_TO_F32,
    ASSAY_FP_BF16_TO_F32,
    ASSAY_FP_U32_TO_F32,
    ASSAY_FP_S32_TO_F32
};

/* Operands that the operation does not use are ignored. */
ASSAY_API int assay_fp_compute(enum assay_fp_op op, uint32_t a, uint32_t b, uint32_t c,
                               uint32_t *value);

#ifdef __cplusplus
}
#endif

#endif
