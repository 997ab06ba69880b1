#include "loopback/tiles.h"

#include <string.h>

enum { CMD, A, B, SRC0, RUN_OF_EACH = 8 };

void loopback_walker_begin(void *walker, const struct assay_stim_env *env, uint64_t epoch,
                           bool rotate)
{
    struct loopback_walker *w = walker;

    memset(w, 0, sizeof *w);
    memcpy(&w->params, env->params->v, sizeof w->params);
    w->knobs = env->knobs;
    w->rotate = rotate;
    w->fixed = rotate ? env->user : NULL;
    assay_rng_init(&w->rng, env->seed + epoch * UINT64_C(0x9E3779B97F4A7C15), "loopback.cmd");
}

/* Makes one field of a legal command invalid, or several. */
static void spoil(struct assay_rng *r, struct loopback_cmd *c, uint32_t kmax)
{
    const uint32_t what = assay_rng_below(r, 5);

    if (what == 0 || what == 4)
        bypass_types_draw(r, true, &c->a_type, &c->b_type);
    if (what == 1 || what == 4)
        c->k_len = bypass_bad_k_len_draw(r, kmax);
    if (what >= 2) {
        c->sparse = 1;
        c->generate_map = 0;
        if (what != 3)
            c->a_map_len = (uint8_t)(c->k_len ? c->k_len - 1 : 0);
        if (what != 2)
            c->b_map_len = (uint8_t)assay_rng_below(r, c->k_len ? c->k_len : 1);
    }
}

static void draw(struct loopback_walker *w)
{
    struct assay_rng *r = &w->rng;
    struct loopback_cmd *c = &w->cmd;
    const uint32_t kmax = w->params.kmax;
    const uint32_t length = assay_rng_below(r, 6);
    bool no_maps;

    bypass_types_draw(r, false, &c->a_type, &c->b_type);
    c->k_len = bypass_k_len_draw(r, length, kmax);
    c->sparse = assay_rng_below(r, 4) != 0;
    c->strict = (uint8_t)assay_rng_below(r, 2);
    c->polarity = (uint8_t)assay_rng_below(r, 2);
    c->generate_map = assay_rng_below(r, 4) == 0;
    no_maps = c->generate_map || !c->sparse;
    c->a_map_len = bypass_map_len_draw(r, no_maps, c->k_len);
    c->b_map_len = bypass_map_len_draw(r, no_maps, c->k_len);
    c->src0_null = assay_rng_below(r, 4) == 0;
    c->tag = (uint8_t)assay_rng_below(r, 256);
    w->rows = bypass_rows_draw(r, w->knobs.corner);
    if (assay_rng_percent(r, w->knobs.illegal))
        spoil(r, c, kmax);
}

static void rotate(struct loopback_walker *w)
{
    struct loopback_cmd *c = &w->cmd;
    const uint64_t shape = w->count / RUN_OF_EACH;

    memset(c, 0, sizeof *c);
    c->a_type = (uint8_t)(SPARSE_U8 + shape % 5);
    c->b_type = c->a_type;
    c->sparse = shape / 5 % 2;
    c->generate_map = 1;
    c->k_len = (uint8_t)(w->params.kmax >> shape / 10 % 4);
    c->tag = (uint8_t)w->count;
    w->rows = (struct bypass_rows){.zeros = (uint8_t)(shape / 40 % 5 * 25)};
}

void loopback_walker_next(void *walker)
{
    struct loopback_walker *w = walker;

    if (w->fixed) {
        w->cmd = w->fixed->cmd;
        w->rows = (struct bypass_rows){.zeros = w->fixed->zeros};
    } else if (w->rotate) {
        rotate(w);
    } else {
        draw(w);
    }
    ++w->count;
}

void loopback_needs(const struct assay_params *params, const void *payload, uint32_t *count)
{
    struct loopback_params p;
    struct loopback_cmd cmd;
    bool good;

    memcpy(&p, params->v, sizeof p);
    memcpy(&cmd, payload, sizeof cmd);
    good = loopback_check(&p, &cmd) == LOOPBACK_OK;
    count[CMD] = 1;
    count[A] = good ? p.rows : 0;
    count[B] = good ? p.cols : 0;
    count[SRC0] = good && !cmd.src0_null ? p.rows : 0;
}
