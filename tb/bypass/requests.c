#include "bypass/requests.h"

#include <string.h>

enum { REQ, ROW, SLICE, RUN_OF_EACH = 32 };

void bypass_walker_begin(void *walker, const struct assay_stim_env *env, uint64_t epoch,
                         bool rotate)
{
    struct bypass_walker *w = walker;

    memset(w, 0, sizeof *w);
    memcpy(&w->params, env->params->v, sizeof w->params);
    w->knobs = env->knobs;
    w->rotate = rotate;
    w->fixed = rotate ? env->user : NULL;
    assay_rng_init(&w->rng, env->seed + epoch * UINT64_C(0x9E3779B97F4A7C15), "bypass.req");
}

/* Makes one field of a legal request invalid, or all of them. */
static void spoil(struct assay_rng *r, struct bypass_req *q, uint32_t kmax)
{
    const uint32_t what = assay_rng_below(r, 6);

    if (what == 0 || what == 5)
        bypass_types_draw(r, true, &q->a_type, &q->b_type);
    if (what == 1 || what == 5)
        q->k_len = bypass_bad_k_len_draw(r, kmax);
    if (what == 2 || what == 3 || what == 5)
        q->generate_map = 0;
    if (what == 2 || what == 5)
        q->a_map_len = (uint8_t)(q->k_len ? q->k_len - 1 : 0);
    if (what == 3 || what == 5)
        q->b_map_len = (uint8_t)assay_rng_below(r, q->k_len ? q->k_len : 1);
    if (what >= 4) {
        q->mode = BYPASS_LOADS;
        q->strict = 1;
    }
}

static void draw(struct bypass_walker *w, struct bypass_rows rows[2])
{
    struct assay_rng *r = &w->rng;
    struct bypass_req *q = &w->req;
    const uint32_t kmax = w->params.kmax, length = assay_rng_below(r, 6);

    q->mode = assay_rng_below(r, 3) == 0;
    bypass_types_draw(r, false, &q->a_type, &q->b_type);
    q->k_len = bypass_k_len_draw(r, length, kmax);
    q->strict = q->mode == BYPASS_PAIRS && assay_rng_below(r, 3);
    q->polarity = (uint8_t)assay_rng_below(r, 2);
    q->generate_map = assay_rng_below(r, 3) == 0;
    q->a_map_len = bypass_map_len_draw(r, q->generate_map, q->k_len);
    q->b_map_len = bypass_map_len_draw(r, q->generate_map, q->k_len);
    q->tag = (uint8_t)assay_rng_below(r, 256);
    rows[0] = bypass_rows_draw(r, w->knobs.corner);
    rows[1] = bypass_rows_draw(r, w->knobs.corner);
}

static void rotate(struct bypass_walker *w, struct bypass_rows rows[2])
{
    struct bypass_req *q = &w->req;
    const uint64_t shape = w->count / RUN_OF_EACH;

    memset(q, 0, sizeof *q);
    q->a_type = q->b_type = (uint8_t)(SPARSE_U8 + shape % 5);
    q->k_len = (uint8_t)(w->params.kmax >> shape / 5 % 4);
    q->generate_map = 1;
    q->strict = 1;
    q->tag = (uint8_t)w->count;
    rows[0] = rows[1] = (struct bypass_rows){.zeros = (uint8_t)(shape / 20 % 5 * 25)};
}

void bypass_walker_next(void *walker)
{
    struct bypass_walker *w = walker;
    struct bypass_req *q = &w->req;
    const uint32_t kmax = w->params.kmax;
    struct bypass_rows rows[2];
    bool good;

    if (w->fixed) {
        *q = w->fixed->req;
        rows[0] = rows[1] = (struct bypass_rows){.zeros = w->fixed->zeros};
    } else if (w->rotate) {
        rotate(w, rows);
    } else {
        draw(w, rows);
    }
    ++w->count;
    bypass_row_draw(&w->rng, &rows[0], q->a_type, q->k_len, q->polarity, kmax, w->row.a, &q->a_map);
    bypass_row_draw(&w->rng, &rows[1], q->b_type, q->k_len, q->polarity, kmax, w->row.b, &q->b_map);
    q->a_map &= low_ones(kmax);
    q->b_map &= low_ones(kmax);
    if (!w->rotate && assay_rng_percent(&w->rng, w->knobs.illegal))
        spoil(&w->rng, q, kmax);

    good = bypass_check(&w->params, q) == BYPASS_OK;
    w->takes_row = good && q->mode == BYPASS_PAIRS;
    w->slices = 0;
    if (good && q->mode == BYPASS_LOADS) {
        const uint32_t ops = bypass_ops(q->a_type);

        w->slices = q->generate_map ? low_ones((q->k_len + ops - 1) / ops) : bypass_slices(q);
    }
}

void bypass_needs(const struct assay_params *params, const void *payload, uint32_t *count)
{
    struct bypass_params p;
    struct bypass_req q;

    memcpy(&p, params->v, sizeof p);
    memcpy(&q, payload, sizeof q);
    count[REQ] = 1;
    count[ROW] = count[SLICE] = 0;
    if (bypass_check(&p, &q) != BYPASS_OK)
        return;
    if (q.mode == BYPASS_PAIRS) {
        count[ROW] = 1;
    } else {
        const uint32_t ops = bypass_ops(q.a_type);

        count[SLICE] = q.generate_map ? (q.k_len + ops - 1) / ops
                                      : (uint32_t)__builtin_popcountll(bypass_slices(&q));
    }
}
