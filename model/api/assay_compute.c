#include "api/assay_compute.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "dotmul/dotmul.h"
#include "dpas/dpas.h"
#include "fp/fp.h"
#include "gateway/reduce.h"
#include "numerics/numerics.h"

/* The public header and the blocks use the same numbers. */
_Static_assert((int)ASSAY_ACC_S32 == (int)DPAS_ACC_S32 && (int)ASSAY_ACC_F32 == (int)DPAS_ACC_F32,
               "accumulator types");
_Static_assert((int)ASSAY_REDUCE_ADD == (int)GATEWAY_ADD &&
                   (int)ASSAY_REDUCE_PREDICATE == (int)GATEWAY_PREDICATE,
               "operations");
_Static_assert((int)ASSAY_REDUCE_U32 == (int)GATEWAY_U32 &&
                   (int)ASSAY_REDUCE_F32_PAIR == (int)GATEWAY_F32_PAIR,
               "types");
_Static_assert((int)ASSAY_FP_FMA == (int)FP_FMA && (int)ASSAY_FP_S32_TO_F32 == (int)FP_S32_TO_F32,
               "codes");

/* --- dot product --- */

static bool fit(enum assay_type t, const uint32_t *v, size_t k)
{
    const unsigned bits = assay_type_bits(t);
    uint32_t all = 0;

    for (size_t i = 0; i < k; ++i)
        all |= v[i];
    return bits == 32 || all >> bits == 0;
}

static uint32_t to_f32(enum assay_type t, uint32_t v)
{
    return t == ASSAY_TYPE_BF16  ? assay_bf16_to_f32((uint16_t)v)
           : t == ASSAY_TYPE_F16 ? assay_f16_to_f32((uint16_t)v)
                                 : v;
}

/* The value of an integer element. */
static int64_t to_int(enum assay_type t, uint32_t v)
{
    const unsigned bits = assay_type_bits(t);
    const bool negative = assay_type_is_signed(t) && (v >> (bits - 1) & 1) != 0;

    return (int64_t)v - (negative ? INT64_C(1) << bits : 0);
}

static uint32_t clamp(int64_t sum, enum assay_acc_type t)
{
    const int64_t low = t == ASSAY_ACC_S32 ? INT32_MIN : 0;
    const int64_t high = t == ASSAY_ACC_S32 ? INT32_MAX : UINT32_MAX;

    return (uint32_t)(sum < low ? low : sum > high ? high : sum);
}

int assay_dot(enum assay_type a_type, enum assay_type b_type, enum assay_acc_type acc_type,
              int saturate, size_t k, const uint32_t *a, const uint32_t *b, uint32_t c, uint32_t *d)
{
    int64_t sum = acc_type == ASSAY_ACC_S32 && c >> 31 ? (int64_t)c - (INT64_C(1) << 32) : c;

    if (!d || (k && (!a || !b)))
        return ASSAY_MODEL_NULL;
    if ((unsigned)a_type >= ASSAY_TYPES || (unsigned)b_type >= ASSAY_TYPES ||
        (unsigned)acc_type > ASSAY_ACC_F32 || (unsigned)saturate > 1 || k > ASSAY_DOT_MAX)
        return ASSAY_MODEL_RANGE;
    if ((assay_type_is_float(a_type) || assay_type_is_float(b_type)) &&
        (a_type != b_type || acc_type != ASSAY_ACC_F32 || saturate))
        return ASSAY_MODEL_UNSUPPORTED;
    if (!assay_type_is_float(a_type) && acc_type == ASSAY_ACC_F32)
        return ASSAY_MODEL_UNSUPPORTED;
    if (!fit(a_type, a, k) || !fit(b_type, b, k))
        return ASSAY_MODEL_RANGE;
    if (assay_type_is_float(a_type)) {
        for (size_t i = 0; i < k; ++i)
            c = assay_f32_fma(to_f32(b_type, b[i]), to_f32(a_type, a[i]), c);
        *d = c;
        return ASSAY_MODEL_OK;
    }
    for (size_t i = 0; i < k; ++i)
        sum += to_int(a_type, a[i]) * to_int(b_type, b[i]);
    *d = saturate ? clamp(sum, acc_type) : (uint32_t)sum;
    return ASSAY_MODEL_OK;
}

int assay_dotmul(unsigned n, unsigned k, int dot, uint32_t a, int a_signed, uint32_t b,
                 int b_signed, uint64_t *p)
{
    const struct dotmul_params params = {.n = n, .k = k, .duplex = 0};
    struct dotmul_op op = {.a = a, .b = b};

    if (!p)
        return ASSAY_MODEL_NULL;
    if (dotmul_check_params(&params))
        return ASSAY_MODEL_BAD_PARAMS;
    if ((unsigned)dot > 1 || (unsigned)a_signed > 1 || (unsigned)b_signed > 1 ||
        (n * k < 32 && (a | b) >> (n * k)))
        return ASSAY_MODEL_RANGE;
    op.dot = (uint8_t)dot;
    op.a_signed = (uint8_t)a_signed;
    op.b_signed = (uint8_t)b_signed;
    *p = dotmul(&params, &op);
    return ASSAY_MODEL_OK;
}

/* --- dpas --- */

static int decode(const struct assay_dpas *cmd, struct dpas_params *p, struct dpas_decoded *d,
                  unsigned *refusal)
{
    struct dpas_cmd c = {0};

    if (!cmd)
        return ASSAY_MODEL_NULL;
    *p = (struct dpas_params){.lanes = cmd->lanes, .depth = 4, .max_sd = DPAS_SHALLOW};
    if (dpas_check_params(p))
        return ASSAY_MODEL_RANGE;
    if ((unsigned)cmd->b_type > 15 || (unsigned)cmd->a_type > 15 || (unsigned)cmd->acc_type > 3 ||
        cmd->systolic_depth > 15 || cmd->repeat_count > 15 || cmd->exec_size > 31 ||
        (unsigned)cmd->saturate > 1 || (unsigned)cmd->c_null > 1 || (unsigned)cmd->c_scalar > 1)
        return ASSAY_MODEL_RANGE;
    c.src1_type = dpas_type_code(cmd->b_type);
    c.src2_type = dpas_type_code(cmd->a_type);
    c.acc_type = (uint8_t)cmd->acc_type;
    c.sd = (uint8_t)cmd->systolic_depth;
    c.rc = (uint8_t)cmd->repeat_count;
    c.exec_size = (uint8_t)cmd->exec_size;
    c.saturate = (uint8_t)cmd->saturate;
    c.src0_null = (uint8_t)cmd->c_null;
    c.src0_scalar = (uint8_t)cmd->c_scalar;
    dpas_decode(&c, p, d);
    if (refusal)
        *refusal = d->status;
    return d->status == DPAS_OK ? ASSAY_MODEL_OK : ASSAY_MODEL_UNSUPPORTED;
}

static void measure(const struct assay_dpas *cmd, const struct dpas_decoded *d,
                    struct assay_dpas_shape *s)
{
    s->k = (unsigned)d->cmd.sd * d->ops;
    s->b_rows = d->src1_rows;
    s->b_words = (size_t)d->src1_rows * cmd->lanes;
    s->a_words = (size_t)cmd->repeat_count * 8;
    s->d_words = (size_t)cmd->repeat_count * cmd->lanes;
    s->c_words = cmd->c_null ? 0 : s->d_words;
}

int assay_dpas_measure(const struct assay_dpas *cmd, struct assay_dpas_shape *shape,
                       unsigned *refusal)
{
    struct dpas_params p;
    struct dpas_decoded d;
    int status;

    if (!shape)
        return ASSAY_MODEL_NULL;
    status = decode(cmd, &p, &d, refusal);
    if (status == ASSAY_MODEL_OK)
        measure(cmd, &d, shape);
    return status;
}

int assay_dpas_compute(const struct assay_dpas *cmd, const uint32_t *a, size_t a_words,
                       const uint32_t *b, size_t b_words, const uint32_t *c, size_t c_words,
                       uint32_t *d, size_t d_words, unsigned *refusal)
{
    struct dpas_src1 src1[DPAS_MAX_ROWS] = {0};
    struct assay_dpas_shape s;
    struct dpas_params p;
    struct dpas_decoded decoded;
    int status = decode(cmd, &p, &decoded, refusal);

    if (status == ASSAY_MODEL_NULL || !a || !b || !d)
        return ASSAY_MODEL_NULL;
    if (status != ASSAY_MODEL_OK)
        return status;
    measure(cmd, &decoded, &s);
    if (!c && s.c_words)
        return ASSAY_MODEL_NULL;
    if (a_words != s.a_words || b_words != s.b_words || c_words != s.c_words ||
        d_words != s.d_words)
        return ASSAY_MODEL_SIZE;
    for (uint32_t row = 0; row < s.b_rows; ++row)
        memcpy(src1[row].data, b + (size_t)row * p.lanes, p.lanes * sizeof *b);
    for (uint32_t row = 0; row < cmd->repeat_count; ++row) {
        struct dpas_src0 src0 = {0};
        struct dpas_src2 src2;

        memcpy(src2.data, a + (size_t)row * 8, sizeof src2.data);
        if (s.c_words)
            memcpy(src0.data, c + (size_t)row * p.lanes, p.lanes * sizeof *c);
        dpas_compute(&p, &decoded, src1, &src2, &src0, d + (size_t)row * p.lanes);
    }
    return ASSAY_MODEL_OK;
}

/* --- reduction --- */

int assay_reduce(enum assay_reduce_op op, enum assay_reduce_type type, size_t n,
                 const uint64_t *value, const uint32_t *mask, struct assay_reduction *reduction)
{
    struct gateway_params p = {.barriers = 1, .threads = 4, .alus = 4};
    struct gateway_job job = {.value = value, .mask = mask};
    struct gateway_outcome out;
    struct gateway_state *work;
    uint8_t status;

    if (!value || !reduction)
        return ASSAY_MODEL_NULL;
    if (op < ASSAY_REDUCE_ADD || op > ASSAY_REDUCE_PREDICATE ||
        (unsigned)type > ASSAY_REDUCE_BF16_PAIR || n < 1 || n > ASSAY_REDUCE_MAX_THREADS)
        return ASSAY_MODEL_RANGE;
    while (p.threads < n)
        p.threads *= 2;
    job.op = (uint8_t)op;
    job.type = (uint8_t)type;
    job.n = (uint32_t)n;
    work = malloc(sizeof *work);
    if (!work)
        return ASSAY_MODEL_MEMORY;
    status = gateway_reduce(&p, work, &job, &out);
    free(work);
    if (status != GATEWAY_OK)
        return ASSAY_MODEL_UNSUPPORTED;
    *reduction = (struct assay_reduction){
        .result = out.result, .predicate_sum = out.sum, .cycles = out.cycles};
    return ASSAY_MODEL_OK;
}

/* --- floating point --- */

int assay_fp_compute(enum assay_fp_op op, uint32_t a, uint32_t b, uint32_t c, uint32_t *value)
{
    uint8_t status;

    if (!value)
        return ASSAY_MODEL_NULL;
    if ((unsigned)op > ASSAY_FP_S32_TO_F32)
        return ASSAY_MODEL_RANGE;
    *value = fp_operation((uint32_t)op, a, b, c, &status);
    return ASSAY_MODEL_OK;
}
