#include "fp/fp.h"

#include <stddef.h>
#include <string.h>

#include "numerics/numerics.h"

const char *fp_check_params(const struct fp_params *p)
{
    return p->div > 1 ? "div must be 0 or 1" : NULL;
}

uint32_t fp_operation(uint32_t code, uint32_t a, uint32_t b, uint32_t c, uint8_t *status)
{
    *status = 0;
    switch (code) {
    case FP_ADD:
        return assay_f32_add(a, b);
    case FP_SUB:
        return assay_f32_sub(a, b);
    case FP_MUL:
        return assay_f32_mul(a, b);
    case FP_FMA:
        return assay_f32_fma(a, b, c);
    case FP_DIV:
        return assay_f32_div(a, b);
    case FP_MIN:
        return assay_f32_min(a, b);
    case FP_MAX:
        return assay_f32_max(a, b);
    case FP_CMP:
        return (uint32_t)assay_f32_compare(a, b);
    case FP_F32_TO_F16:
        return assay_f32_to_f16(a);
    case FP_F32_TO_BF16:
        return assay_f32_to_bf16(a);
    case FP_F16_TO_F32:
        return assay_f16_to_f32((uint16_t)a);
    case FP_BF16_TO_F32:
        return assay_bf16_to_f32((uint16_t)a);
    case FP_U32_TO_F32:
        return assay_u32_to_f32(a);
    case FP_S32_TO_F32:
        /* Sign-extended to 64 bits. */
        return assay_s64_to_f32((int64_t)a - ((int64_t)(a >> 31) << 32));
    default:
        *status = 1;
        return 0;
    }
}

void fp_init(struct fp_state *s, const struct fp_params *p)
{
    memset(s, 0, sizeof *s);
    s->params = *p;
}

void fp_reset(struct fp_state *s)
{
    memset(&s->res, 0, sizeof s->res);
    s->res_valid = 0;
    s->busy = 0;
}

static void accept(struct fp_state *s, const struct fp_op *op)
{
    const int divider = s->params.div != 0;

    s->res.tag = op->tag;
    if (op->code == FP_DIV && !divider) {
        s->res.value = 0;
        s->res.status = 1;
    } else {
        s->res.value = fp_operation(op->code, op->a, op->b, op->c, &s->res.status);
    }
    if (op->code == FP_DIV && divider)
        s->busy = FP_DIV_BUSY;
    else
        s->res_valid = 1;
}

void fp_step(struct fp_state *s, const struct fp_inputs *in, struct fp_outputs *out)
{
    const uint8_t ready = !s->busy && (!s->res_valid || in->res_ready);

    out->op_ready = ready;
    out->res_valid = s->res_valid;
    out->res = s->res;

    if (in->rst) {
        fp_reset(s);
    } else if (s->busy) {
        s->res_valid = --s->busy == 0;
    } else if (ready) {
        s->res_valid = 0;
        if (in->op_valid)
            accept(s, &in->op);
    }
}
