#include "dotmul/dotmul.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

const char *dotmul_check_params(const struct dotmul_params *p)
{
    if (p->n < 2 || p->n > 16)
        return "n must be 2..16";
    if (p->k < 2 || p->k > 8)
        return "k must be 2..8";
    if (p->n * p->k > 32)
        return "n*k must be at most 32";
    if (p->duplex > 1)
        return "duplex must be 0 or 1";
    return NULL;
}

uint64_t dotmul(const struct dotmul_params *p, const struct dotmul_op *op)
{
    /* The wide product is a dot product of operands with a single element; the elements above it
     * are 0 and contribute nothing. */
    const uint32_t bits = p->n * p->k;
    const uint32_t width = op->dot ? p->n : bits;
    const uint32_t low = op->dot ? bits - p->n : 0;
    const uint64_t operand = (UINT64_C(1) << bits) - 1, element = (UINT64_C(1) << width) - 1;
    const uint64_t sign = element - (element >> 1);
    const uint64_t a_sign = op->a_signed ? sign : 0, b_sign = op->b_signed ? sign : 0;
    uint64_t a = op->a & operand, b = op->b & operand, sum = 0;

    assert(bits >= 4 && bits <= 32);
    /* Modulo 2^64; the result is its low 2*bits bits. */
    for (uint32_t i = 0; i < p->k; ++i) {
        sum += (((a & element) ^ a_sign) - a_sign) * (((b & element) ^ b_sign) - b_sign);
        a >>= width;
        b >>= width;
    }
    return sum << low & UINT64_MAX >> (64 - 2 * bits);
}

void dotmul_init(struct dotmul_state *s, const struct dotmul_params *p)
{
    memset(s, 0, sizeof *s);
    s->params = *p;
}

void dotmul_reset(struct dotmul_state *s)
{
    s->res_valid = 0;
    s->res.p = 0;
}

void dotmul_step(struct dotmul_state *s, const struct dotmul_inputs *in, struct dotmul_outputs *out)
{
    const uint8_t ready = !s->res_valid || in->res_ready;

    out->op_ready = ready;
    out->res_valid = s->res_valid;
    out->res = s->res;

    if (in->rst) {
        dotmul_reset(s);
    } else if (ready) {
        s->res_valid = in->op_valid != 0;
        if (in->op_valid)
            s->res.p = dotmul(&s->params, &in->op);
    }
}
