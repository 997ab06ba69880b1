#include "fdot/fdot.h"

#include <stddef.h>
#include <string.h>

#include "fdot/arithmetic.h"

const char *fdot_check_params(const struct fdot_params *p)
{
    return p->k != 4 && p->k != 8 && p->k != 16 && p->k != 32 ? "k must be 4, 8, 16 or 32" : NULL;
}

/* Element i of a side: 32 bits for tf32, 16 for f16 and bf16, else a byte, of which e2m1 has the low half. */
static uint32_t element(const uint32_t *side, enum assay_fdot_format f, unsigned i)
{
    const unsigned bits = assay_fdot_format_bits(f), width = bits < 8 ? 8 : bits;
    const unsigned at = width * i;

    return side[at / 32] >> at % 32 & (uint32_t)((UINT64_C(1) << bits) - 1);
}

struct fdot_res fdot_operation(uint32_t k, const struct fdot_op *op)
{
    const struct fdot_kind kind = {
        (enum assay_fdot_profile)op->profile, (enum assay_fdot_format)op->a_format,
        (enum assay_fdot_format)op->b_format, (enum assay_fdot_output)op->output};
    struct fdot_res res = {.tag = op->tag};
    uint32_t a[FDOT_MAX_GROUP], b[FDOT_MAX_GROUP];
    const struct fdot_group g = {a, b, op->a_scale, op->b_scale, op->c};
    struct fdot_rule rule;

    if (op->profile > ASSAY_FDOT_BLACKWELL_SCALED || !fdot_rule(&kind, &rule)) {
        res.status = FDOT_UNKNOWN;
    } else if (rule.group > k) {
        res.status = FDOT_TOO_LONG;
    } else {
        for (unsigned i = 0; i < rule.group; ++i) {
            a[i] = element(op->a, kind.a_format, i);
            b[i] = element(op->b, kind.b_format, i);
        }
        res.value = fdot_group(&kind, &rule, &g);
    }
    return res;
}

void fdot_init(struct fdot_state *s, const struct fdot_params *p)
{
    memset(s, 0, sizeof *s);
    s->params = *p;
}

void fdot_reset(struct fdot_state *s)
{
    memset(s->res, 0, sizeof s->res);
    memset(s->valid, 0, sizeof s->valid);
}

void fdot_step(struct fdot_state *s, const struct fdot_inputs *in, struct fdot_outputs *out)
{
    const uint8_t ready = !s->valid[FDOT_STAGES - 1] || in->res_ready;

    out->op_ready = ready;
    out->res_valid = s->valid[FDOT_STAGES - 1];
    out->res = s->res[FDOT_STAGES - 1];

    if (in->rst) {
        fdot_reset(s);
    } else if (ready) {
        for (unsigned i = FDOT_STAGES - 1; i > 0; --i) {
            s->valid[i] = s->valid[i - 1];
            s->res[i] = s->res[i - 1];
        }
        s->valid[0] = in->op_valid;
        if (in->op_valid)
            s->res[0] = fdot_operation(s->params.k, &in->op);
    }
}
