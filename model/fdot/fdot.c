#include "fdot/fdot.h"

#include <stddef.h>
#include <string.h>

#include "fdot/arithmetic.h"

const char *fdot_check_params(const struct fdot_params *p)
{
    return p->k != 4 && p->k != 8 && p->k != 16 && p->k != 32 ? "k must be 4, 8, 16 or 32" : NULL;
}

void fdot_elements(const uint32_t *side, enum assay_fdot_format f, unsigned n, uint32_t *to)
{
    const unsigned bits = assay_fdot_format_bits(f);
    const uint32_t low = bits < 8 ? 0xF : 0xFF;

    if (bits == 32)
        memcpy(to, side, n * sizeof *to);
    else if (bits == 16)
        for (unsigned i = 0; i < n; i += 2) {
            to[i] = side[i / 2] & 0xFFFF;
            to[i + 1] = side[i / 2] >> 16;
        }
    else
        for (unsigned i = 0; i < n; i += 4)
            for (unsigned j = 0; j < 4; ++j)
                to[i + j] = side[i / 4] >> 8 * j & low;
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
        fdot_elements(op->a, kind.a_format, rule.group, a);
        fdot_elements(op->b, kind.b_format, rule.group, b);
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
