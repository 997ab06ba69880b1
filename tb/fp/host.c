#include "fp/host.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "fp/operands.h"

#define ALL_PAIRS (UINT64_C(1) << 32)

static float as_float(uint32_t pattern)
{
    float f;

    memcpy(&f, &pattern, sizeof f);
    return f;
}

static uint32_t as_pattern(float f)
{
    uint32_t pattern;

    memcpy(&pattern, &f, sizeof pattern);
    return isnan(f) ? UINT32_C(0x7FC00000) : pattern;
}

void fp_host_begin(void *any, const struct assay_stim_env *env)
{
    struct fp_host_ctx *c = any;

    assay_rng_init(&c->operands, env->seed, "fp.operands");
    c->corner = env->knobs.corner;
}

static bool send(struct fp_host_ctx *c, struct fp_op *op)
{
    op->tag = (uint8_t)c->sent;
    c->pending[c->sent++ % FP_HOST_PENDING] = *op;
    return true;
}

bool fp_host_next_fma(void *any, unsigned stream, void *payload)
{
    struct fp_host_ctx *c = any;
    struct fp_op *op = payload;

    (void)stream; /* op is the only sink */
    op->code = FP_FMA;
    fp_draw_operands(&c->operands, c->corner, op);
    return send(c, op);
}

/* The value of an f16 by definition, without using the routines under test. A subnormal has 10
 * fraction bits below 2^-14. */
static uint32_t f16_value(uint32_t h)
{
    const uint32_t exponent = h >> 10 & 31, fraction = h & 0x3FF;
    float magnitude;

    if (exponent == 31)
        magnitude = fraction ? NAN : INFINITY;
    else if (exponent == 0)
        magnitude = ldexpf((float)fraction, -24);
    else
        magnitude = ldexpf((float)(fraction + 0x400), (int)exponent - 25);
    return as_pattern(h >> 15 ? -magnitude : magnitude);
}

static bool next_pair(struct fp_host_ctx *c, struct fp_op *op, uint32_t a, uint32_t b)
{
    if (c->sent == ALL_PAIRS)
        return false;
    op->code = FP_MUL;
    op->a = a;
    op->b = b;
    op->c = 0;
    return send(c, op);
}

bool fp_host_next_f16(void *any, unsigned stream, void *payload)
{
    struct fp_host_ctx *c = any;

    (void)stream;
    return next_pair(c, payload, f16_value(c->sent & 0xFFFF), f16_value(c->sent >> 16 & 0xFFFF));
}

bool fp_host_next_bf16(void *any, unsigned stream, void *payload)
{
    struct fp_host_ctx *c = any;

    (void)stream;
    return next_pair(c, payload, (uint32_t)(c->sent << 16), (uint32_t)(c->sent & 0xFFFF0000));
}

void fp_host_observe(void *any, unsigned stream, const void *payload)
{
    struct fp_host_ctx *c = any;
    const struct fp_res *res = payload;
    const struct fp_op *op = &c->pending[c->done % FP_HOST_PENDING];
    const float a = as_float(op->a), b = as_float(op->b);
    uint32_t host;

    if (stream == 0) /* op: noted when it was sent */
        return;
    host = as_pattern(op->code == FP_FMA ? fmaf(a, b, as_float(op->c)) : a * b);
    ++c->done;
    if (host == res->value || c->failed)
        return;
    c->failed = true;
    c->host = host;
    c->model = res->value;
    c->culprit = *op;
}

bool fp_host_done(const void *any)
{
    const struct fp_host_ctx *c = any;

    return c->done == ALL_PAIRS;
}

bool fp_host_failed(const void *any)
{
    return ((const struct fp_host_ctx *)any)->failed;
}

void fp_host_report(const void *any, FILE *f)
{
    const struct fp_host_ctx *c = any;

    fprintf(f, "host:       %" PRIu64 " results compared with the host's arithmetic\n", c->done);
    if (c->failed)
        fprintf(f,
                "            code %d a=%08" PRIx32 " b=%08" PRIx32 " c=%08" PRIx32
                ": host %08" PRIx32 ", model %08" PRIx32 "\n",
                c->culprit.code, c->culprit.a, c->culprit.b, c->culprit.c, c->host, c->model);
}
