#include "dpas/commands.h"

#include <string.h>

enum {
    INTEGER_TYPES = 6,
    INTEGER_PAIRS = INTEGER_TYPES * INTEGER_TYPES,
    PAIRS =
        INTEGER_PAIRS + 3, /* legal pairs; the last three are bf16, f16 and f32, each with itself */
    FUSED_PAIRS = PAIRS + 3, /* plus those with fused sums, if the block has them */
    RUN_OF_EACH = 24
};

void dpas_walker_begin(void *walker, const struct assay_stim_env *env, uint64_t epoch, bool rotate)
{
    struct dpas_walker *w = walker;

    memset(w, 0, sizeof *w);
    memcpy(&w->params, env->params->v, sizeof w->params);
    w->knobs = env->knobs;
    w->rotate = rotate;
    w->fixed = rotate ? env->user : NULL;
    assay_rng_init(&w->rng, env->seed + epoch * UINT64_C(0x9E3779B97F4A7C15), "dpas.cmd");
}

/* Any code; half of the time a float type. */
static uint8_t any_type(struct assay_rng *r)
{
    return (uint8_t)(assay_rng_below(r, 2) ? DPAS_BF16 + assay_rng_below(r, 3)
                                           : assay_rng_below(r, 16));
}

/* A depth that the block refuses; with max_sd 8, any 4 bits. */
static uint8_t bad_depth(struct assay_rng *r, const struct dpas_params *p)
{
    if (p->max_sd == DPAS_SHALLOW)
        return (uint8_t)assay_rng_below(r, 16);
    return assay_rng_below(r, 2) ? 0 : (uint8_t)(DPAS_MAX_SD + 1 + assay_rng_below(r, 63));
}

/* Corrupts one field of a legal command. */
static void spoil(struct assay_rng *r, struct dpas_cmd *c, const struct dpas_params *p)
{
    const uint32_t lanes = p->lanes;

    switch (assay_rng_below(r, 9)) {
    case 0:
        c->src1_type = any_type(r);
        break;
    case 1:
        c->src2_type = any_type(r);
        break;
    case 2:
        c->acc_type = (uint8_t)assay_rng_below(r, 4);
        break;
    case 3:
        c->sd = bad_depth(r, p);
        break;
    case 4:
        c->rc = assay_rng_below(r, 2) ? 0 : (uint8_t)(9 + assay_rng_below(r, 7));
        break;
    case 5:
        c->exec_size = assay_rng_below(r, 2) ? 0 : (uint8_t)(lanes + 1 + assay_rng_below(r, 8));
        break;
    case 6:
        c->saturate = 1; /* wrong only with floats */
        break;
    default: { /* any bits: several errors at once, which tests their priority */
        uint64_t bits = assay_rng_u64(r);

        c->sd = p->max_sd == DPAS_SHALLOW ? bits & 15 : bits >> 24 & 127;
        c->rc = bits >> 4 & 15;
        c->exec_size = bits >> 8 & 31;
        c->saturate = bits >> 13 & 1;
        if (bits >> 14 & 1) {
            c->acc_type = bits >> 15 & 3;
        } else if (bits >> 15 & 1) {
            c->src1_type = bits >> 16 & 15;
            c->src2_type = bits >> 20 & 15;
        }
    }
    }
}

static void set_types(struct dpas_cmd *c, uint32_t pair)
{
    if (pair < INTEGER_PAIRS) {
        c->src1_type = (uint8_t)(pair % INTEGER_TYPES);
        c->src2_type = (uint8_t)(pair / INTEGER_TYPES);
    } else {
        c->src1_type = c->src2_type = (uint8_t)(DPAS_BF16 + (pair - INTEGER_PAIRS) % 3);
        c->acc_type = pair < PAIRS ? DPAS_ACC_F32 : DPAS_ACC_FUSED;
    }
}

/* True if the block also takes the command's float pair with a fused sum. */
static bool has_fused(const struct dpas_params *p, const struct dpas_cmd *c)
{
    struct dpas_cmd fused = *c;
    struct dpas_decoded d;

    fused.acc_type = DPAS_ACC_FUSED;
    return dpas_decode(&fused, p, &d) != DPAS_BAD_TYPES;
}

/*
 * Makes half of the float commands fused if the block has fused sums, but only few if it lacks the
 * pair.
 */
static void choose_sum(struct dpas_walker *w)
{
    if (w->params.profile != DPAS_PROFILE_NONE && assay_rng_below(&w->rng, 2) &&
        (has_fused(&w->params, &w->cmd) || assay_rng_percent(&w->rng, w->knobs.illegal)))
        w->cmd.acc_type = DPAS_ACC_FUSED;
}

/* For a block of all depths: half of the depths fit in one octet, a quarter are near the ends of
 * octets or passes, and the rest are arbitrary. */
static uint8_t any_depth(struct assay_rng *r, const struct dpas_params *p)
{
    const uint32_t x = assay_rng_below(r, 8);
    const uint32_t unit = x == 4 ? p->depth : DPAS_OCTET;
    uint32_t sd;

    if (x < 4)
        return (uint8_t)(1 + assay_rng_below(r, DPAS_OCTET));
    if (x >= 6)
        return (uint8_t)(1 + assay_rng_below(r, DPAS_MAX_SD));
    sd = unit * (1 + assay_rng_below(r, DPAS_MAX_SD / unit));
    sd += assay_rng_below(r, 3) - 1;
    return (uint8_t)(sd < DPAS_MAX_SD ? sd : DPAS_MAX_SD);
}

static void draw(struct dpas_walker *w)
{
    struct assay_rng *r = &w->rng;
    struct dpas_cmd *c = &w->cmd;
    const uint32_t lanes = w->params.lanes;
    const bool floats = assay_rng_below(r, 3) == 0;

    c->acc_type = (uint8_t)assay_rng_below(r, 2);
    c->saturate = !floats && assay_rng_below(r, 2);
    set_types(c, floats ? INTEGER_PAIRS + assay_rng_below(r, PAIRS - INTEGER_PAIRS)
                        : assay_rng_below(r, INTEGER_PAIRS));
    if (floats)
        choose_sum(w);
    c->sd = (uint8_t)(w->params.max_sd == DPAS_SHALLOW ? 1u << assay_rng_below(r, 4)
                                                       : any_depth(r, &w->params));
    c->rc = (uint8_t)(assay_rng_below(r, 3) ? 1 + assay_rng_below(r, 8) : 8);
    c->exec_size = (uint8_t)(assay_rng_below(r, 2) ? lanes : 1 + assay_rng_below(r, lanes));
    c->src0_null = assay_rng_below(r, 4) == 0;
    c->src0_scalar = assay_rng_below(r, 4) == 0;
    c->tag = (uint8_t)assay_rng_below(r, 256);
    if (assay_rng_percent(r, w->knobs.illegal))
        spoil(r, c, &w->params);
    /* Twice the percentage, because floats have more kinds of corners than integers. */
    w->temper.mood = DPAS_MODERATE;
    if (assay_rng_percent(r, 2 * w->knobs.corner))
        w->temper.mood = (enum dpas_mood)assay_rng_below(
            r, c->acc_type == DPAS_ACC_FUSED && w->params.profile != DPAS_PROFILE_NONE
                   ? DPAS_FUSED_MOODS
                   : DPAS_MOODS);
    w->temper.magnitudes = assay_rng_u32(r);
}

static void rotate(struct dpas_walker *w)
{
    struct dpas_cmd *c = &w->cmd;
    const uint32_t pairs = w->params.profile == DPAS_PROFILE_NONE ? PAIRS : FUSED_PAIRS;
    uint64_t shape = w->count / RUN_OF_EACH;

    memset(c, 0, sizeof *c);
    set_types(c, (uint32_t)(shape % pairs));
    if (c->acc_type == DPAS_ACC_FUSED && !has_fused(&w->params, c))
        c->acc_type = DPAS_ACC_F32;
    /* Pairs every depth with every type pair: 37 and 64 are coprime. */
    c->sd = (uint8_t)(w->params.max_sd == DPAS_SHALLOW
                          ? 1u << shape / pairs % 4
                          : 1 + (shape / pairs * 37 + shape % pairs) % DPAS_MAX_SD);
    c->rc = 8;
    c->exec_size = (uint8_t)w->params.lanes;
    c->tag = (uint8_t)w->count;
}

void dpas_walker_next(void *walker)
{
    struct dpas_walker *w = walker;

    if (w->fixed)
        w->cmd = *w->fixed;
    else if (w->rotate)
        rotate(w);
    else
        draw(w);
    ++w->count;
}

bool dpas_walker_float(const struct dpas_walker *w)
{
    return w->cmd.acc_type >= DPAS_ACC_F32;
}
