#include "api/assay_fdot.h"

#include <string.h>

#include "fdot/arithmetic.h"
#include "numerics/numerics.h"

static struct fdot_kind kind_of(const struct assay_fdot *op)
{
    return (struct fdot_kind){op->profile, op->a_format, op->b_format, op->output};
}

int assay_fdot_measure(const struct assay_fdot *op, struct assay_fdot_shape *shape)
{
    struct fdot_kind kind;
    struct fdot_rule rule;

    if (!op || !shape)
        return ASSAY_MODEL_NULL;
    kind = kind_of(op);
    if ((unsigned)op->profile >= ASSAY_FDOT_PROFILES ||
        (unsigned)op->a_format >= ASSAY_FDOT_FORMATS ||
        (unsigned)op->b_format >= ASSAY_FDOT_FORMATS || (unsigned)op->output >= ASSAY_FDOT_OUTPUTS)
        return ASSAY_MODEL_RANGE;
    if (!fdot_rule(&kind, &rule))
        return ASSAY_MODEL_UNSUPPORTED;
    *shape = (struct assay_fdot_shape){.group = rule.group,
                                       .fraction = rule.fraction,
                                       .scaled = op->profile == ASSAY_FDOT_BLACKWELL_SCALED};
    return ASSAY_MODEL_OK;
}

/* True if none of n patterns has bits above its format. */
static int in_range(enum assay_fdot_format f, size_t n, const uint32_t *x)
{
    const uint32_t above = ~(uint32_t)((UINT64_C(1) << assay_fdot_format_bits(f)) - 1);
    uint32_t any = 0;

    for (size_t i = 0; i < n; ++i)
        any |= x[i] & above;
    return any == 0;
}

static int check(const struct assay_fdot *op, const struct assay_fdot_shape *shape, size_t n,
                 const uint32_t *a, const uint32_t *b, const uint8_t *a_scales,
                 const uint8_t *b_scales, uint32_t c)
{
    if (!shape->scaled && (a_scales || b_scales))
        return ASSAY_MODEL_RANGE;
    if (n && (!a || !b || (shape->scaled && (!a_scales || !b_scales))))
        return ASSAY_MODEL_NULL;
    if (n > ASSAY_FDOT_MAX || (fdot_c_is_f16(op->output) && c > 0xFFFF) ||
        !in_range(op->a_format, n, a) || !in_range(op->b_format, n, b))
        return ASSAY_MODEL_RANGE;
    return ASSAY_MODEL_OK;
}

int assay_fdot(const struct assay_fdot *op, size_t n, const uint32_t *a, const uint32_t *b,
               const uint8_t *a_scales, const uint8_t *b_scales, uint32_t c, uint32_t *d)
{
    struct assay_fdot_shape shape;
    struct fdot_kind kind;
    struct fdot_rule rule;
    uint32_t last[2][FDOT_MAX_GROUP];
    struct fdot_group g = {.c = c};
    int status = d ? assay_fdot_measure(op, &shape) : ASSAY_MODEL_NULL;

    if (status == ASSAY_MODEL_OK)
        status = check(op, &shape, n, a, b, a_scales, b_scales, c);
    if (status != ASSAY_MODEL_OK)
        return status;
    kind = kind_of(op);
    if (!fdot_rule(&kind, &rule))
        return ASSAY_MODEL_UNSUPPORTED;
    if (n == 0 && op->output == ASSAY_FDOT_OUT_F32_C16)
        g.c = assay_f16_to_f32((uint16_t)c);

    for (size_t i = 0; i < n; i += rule.group) {
        g.a = a + i;
        g.b = b + i;
        if (n - i < rule.group) {
            memset(last, 0, sizeof last);
            memcpy(last[0], a + i, (n - i) * sizeof *a);
            memcpy(last[1], b + i, (n - i) * sizeof *b);
            g.a = last[0];
            g.b = last[1];
        }
        if (shape.scaled) {
            g.a_scale = a_scales[i / rule.group];
            g.b_scale = b_scales[i / rule.group];
        }
        g.c = fdot_group(&kind, &rule, &g);
        if (kind.output == ASSAY_FDOT_OUT_F32_C16)
            kind.output = ASSAY_FDOT_OUT_F32; /* only the first c is an f16 */
    }
    *d = g.c;
    return ASSAY_MODEL_OK;
}
