#include "dpas/commands.h"

#include <string.h>

enum { INTEGER_TYPES = 6, RUN_OF_EACH = 24 };

void dpas_walker_begin(struct dpas_walker *w, const struct assay_stim_env *env, uint64_t epoch,
                       bool rotate)
{
    memset(w, 0, sizeof *w);
    memcpy(&w->params, env->params->v, sizeof w->params);
    w->knobs = env->knobs;
    w->rotate = rotate;
    w->fixed = rotate ? env->user : NULL;
    assay_rng_init(&w->rng, env->seed + epoch * UINT64_C(0x9E3779B97F4A7C15), "dpas.cmd");
}

/* One field of a legal command goes wrong. */
static void spoil(struct assay_rng *r, struct dpas_cmd *c, uint32_t lanes)
{
    switch (assay_rng_below(r, 8)) {
    case 0:
        c->src1_type = (uint8_t)(INTEGER_TYPES + assay_rng_below(r, 10));
        break;
    case 1:
        c->src2_type = (uint8_t)(INTEGER_TYPES + assay_rng_below(r, 10));
        break;
    case 2:
        c->acc_type = (uint8_t)(2 + assay_rng_below(r, 2));
        break;
    case 3:
        c->sd = (uint8_t)assay_rng_below(r, 16);
        break;
    case 4:
        c->rc = assay_rng_below(r, 2) ? 0 : (uint8_t)(9 + assay_rng_below(r, 7));
        break;
    case 5:
        c->exec_size = assay_rng_below(r, 2) ? 0 : (uint8_t)(lanes + 1 + assay_rng_below(r, 8));
        break;
    default: { /* any bits at all: several errors at once, so that their order shows */
        uint64_t bits = assay_rng_u64(r);

        c->src1_type = bits & 15;
        c->src2_type = bits >> 4 & 15;
        c->acc_type = bits >> 8 & 3;
        c->sd = bits >> 10 & 15;
        c->rc = bits >> 14 & 15;
        c->exec_size = bits >> 18 & 31;
    }
    }
}

static void draw(struct dpas_walker *w)
{
    struct assay_rng *r = &w->rng;
    struct dpas_cmd *c = &w->cmd;
    const uint32_t lanes = w->params.lanes;

    c->src1_type = (uint8_t)assay_rng_below(r, INTEGER_TYPES);
    c->src2_type = (uint8_t)assay_rng_below(r, INTEGER_TYPES);
    c->acc_type = (uint8_t)assay_rng_below(r, 2);
    c->sd = (uint8_t)(1u << assay_rng_below(r, 4));
    c->rc = (uint8_t)(assay_rng_below(r, 3) ? 1 + assay_rng_below(r, 8) : 8);
    c->exec_size = (uint8_t)(assay_rng_below(r, 2) ? lanes : 1 + assay_rng_below(r, lanes));
    c->saturate = (uint8_t)assay_rng_below(r, 2);
    c->src0_null = assay_rng_below(r, 4) == 0;
    c->src0_scalar = assay_rng_below(r, 4) == 0;
    c->tag = (uint8_t)assay_rng_below(r, 256);
    if (assay_rng_percent(r, w->knobs.illegal))
        spoil(r, c, lanes);
}

static void rotate(struct dpas_walker *w)
{
    struct dpas_cmd *c = &w->cmd;
    uint64_t shape = w->count / RUN_OF_EACH;

    memset(c, 0, sizeof *c);
    c->src1_type = (uint8_t)(shape % INTEGER_TYPES);
    c->src2_type = (uint8_t)(shape / INTEGER_TYPES % INTEGER_TYPES);
    c->sd = (uint8_t)(1u << shape / (INTEGER_TYPES * INTEGER_TYPES) % 4);
    c->rc = 8;
    c->exec_size = (uint8_t)w->params.lanes;
    c->tag = (uint8_t)w->count;
}

void dpas_walker_next(struct dpas_walker *w)
{
    if (w->fixed)
        w->cmd = *w->fixed;
    else if (w->rotate)
        rotate(w);
    else
        draw(w);
    ++w->count;
}

static bool good(const struct dpas_walker *w)
{
    struct dpas_decoded d;

    return dpas_decode(&w->cmd, &w->params, &d) == DPAS_OK;
}

uint32_t dpas_walker_src1_rows(const struct dpas_walker *w)
{
    struct dpas_decoded d;

    return dpas_decode(&w->cmd, &w->params, &d) == DPAS_OK ? d.src1_rows : 0;
}

uint32_t dpas_walker_src0_rows(const struct dpas_walker *w)
{
    return good(w) && !w->cmd.src0_null ? w->cmd.rc : 0;
}

uint32_t dpas_walker_src2_rows(const struct dpas_walker *w)
{
    return good(w) ? w->cmd.rc : 0;
}
