/* bypass.c - the block, cycle by cycle. */
#include "bypass/bypass.h"

#include <stddef.h>
#include <string.h>

const char *bypass_check_params(const struct bypass_params *p)
{
    if (p->kmax != 8 && p->kmax != 32 && p->kmax != 64)
        return "kmax must be 8, 32 or 64";
    return NULL;
}

void bypass_init(struct bypass_state *s, const struct bypass_params *p)
{
    memset(s, 0, sizeof *s);
    s->params = *p;
}

void bypass_reset(struct bypass_state *s)
{
    const struct bypass_params p = s->params;

    bypass_init(s, &p);
}

uint8_t bypass_check(const struct bypass_params *p, const struct bypass_req *req)
{
    if (!sparse_pair_legal(req->a_type, req->b_type))
        return BYPASS_BAD_TYPES;
    if (req->k_len == 0 || req->k_len > p->kmax)
        return BYPASS_BAD_K_LEN;
    if (!req->generate_map && (req->a_map_len < req->k_len || req->b_map_len < req->k_len))
        return BYPASS_SHORT_MAP;
    if (req->strict && req->mode == BYPASS_LOADS)
        return BYPASS_BAD_STRICT;
    return BYPASS_OK;
}

uint32_t bypass_ops(uint32_t type)
{
    return 32 / sparse_bits(type);
}

static uint32_t slices_of(const struct bypass_req *req)
{
    const uint32_t ops = bypass_ops(req->a_type);

    return (req->k_len + ops - 1) / ops;
}

uint64_t bypass_slices(const struct bypass_req *req)
{
    const uint32_t ops = bypass_ops(req->a_type), n = slices_of(req);
    const uint64_t a = sparse_map(req->a_map, req->polarity, req->k_len);
    const uint64_t b = sparse_map(req->b_map, req->polarity, req->k_len);
    uint64_t survive = 0;

    for (uint32_t s = 0; s < n; ++s) {
        const uint64_t mine = low_ones(ops) << s * ops;

        survive |= (uint64_t)((a & mine) && (b & mine)) << s;
    }
    return survive;
}

static uint32_t count(uint64_t x)
{
    return (uint32_t)__builtin_popcountll(x);
}

static uint8_t lowest(uint64_t x)
{
    return (uint8_t)__builtin_ctzll(x);
}

/* x with its lowest set bit cleared. */
static uint64_t rest(uint64_t x)
{
    return x & (x - 1);
}

static void pop(struct bypass_state *s)
{
    s->queue[0] = s->queue[1];
    s->status[0] = s->status[1];
    --s->queued;
}

static void respond(struct bypass_state *s, uint8_t tag, uint8_t status)
{
    s->rsp_valid = 1;
    s->rsp.tag = tag;
    s->rsp.status = status;
}

/* Finds the survivors, and with strict the flags; examines the values only if the result depends
 * on them. */
static void select_pairs(struct bypass_work *w)
{
    const struct bypass_req *q = &w->req;
    struct sparse_row a, b;

    w->poison = w->plus0 = 0;
    if (!q->generate_map && (!q->strict || q->a_type <= SPARSE_S8)) {
        w->left = sparse_map(q->a_map, q->polarity, q->k_len) &
                  sparse_map(q->b_map, q->polarity, q->k_len);
        return;
    }
    a = sparse_look(q->a_type, w->a, q->k_len, q->a_map, q->polarity, q->generate_map);
    b = sparse_look(q->b_type, w->b, q->k_len, q->b_map, q->polarity, q->generate_map);
    w->left = a.marked & b.marked;
    if (q->strict && q->a_type >= SPARSE_BF16) {
        w->poison = sparse_poison(&a, &b);
        w->plus0 = sparse_plus0(&a, &b, q->k_len);
    }
}

static void start_pairs(struct bypass_state *s, const struct bypass_row *row)
{
    struct bypass_work *w = &s->work;
    const struct bypass_req *q = &w->req;
    size_t bytes;

    w->req = s->queue[0];
    bytes = slices_of(q) * sizeof w->a[0];
    memcpy(w->a, row->a, bytes);
    memcpy(w->b, row->b, bytes);
    select_pairs(w);
    s->pairs_seen += q->k_len;
    s->pairs_bypassed += q->k_len - count(w->left);
}

static void start_loads(struct bypass_state *s)
{
    struct bypass_work *w = &s->work;

    w->req = s->queue[0];
    if (w->req.generate_map) {
        w->left = low_ones(slices_of(&w->req));
    } else {
        w->left = bypass_slices(&w->req);
        s->loads_bypassed += slices_of(&w->req) - count(w->left);
    }
    w->to_come = w->left;
    w->asked = 0;
}

/* Ends the request, whose last beat is now on pair. */
static void finish(struct bypass_state *s)
{
    s->busy = 0;
    respond(s, s->work.req.tag, BYPASS_OK);
}

/* Starts a beat without a pair; the caller fills in the rest. */
static struct bypass_pair *beat(struct bypass_state *s)
{
    memset(&s->pair, 0, sizeof s->pair);
    s->pair.tag = s->work.req.tag;
    s->pair_valid = 1;
    return &s->pair;
}

static void pair_step(struct bypass_state *s)
{
    struct bypass_work *w = &s->work;
    struct bypass_pair *p = beat(s);

    if (w->left) {
        p->k = lowest(w->left);
        p->a = sparse_element(w->req.a_type, w->a, p->k);
        p->b = sparse_element(w->req.b_type, w->b, p->k);
        w->left = rest(w->left);
    } else {
        p->none = 1;
    }
    if (w->left == 0) {
        p->last = 1;
        p->poison = w->poison;
        p->plus0 = w->plus0;
        finish(s);
    }
}

static void load_step(struct bypass_state *s)
{
    struct bypass_work *w = &s->work;

    s->load_valid = 1;
    s->load.index = lowest(w->left);
    s->load.tag = w->req.tag;
    w->asked |= w->left & -w->left;
    w->left = rest(w->left);
    s->load.last = w->left == 0;
}

/* True if any of the word's first `elements` elements is not zero. */
static bool has_value(uint32_t type, uint32_t word, uint32_t elements)
{
    for (uint32_t k = 0; k < elements; ++k) {
        if (!sparse_is_zero(type, sparse_element(type, &word, k)))
            return true;
    }
    return false;
}

static void slice_step(struct bypass_state *s, const struct bypass_slice *slice)
{
    struct bypass_work *w = &s->work;
    const struct bypass_req *q = &w->req;
    const uint8_t index = lowest(w->to_come);
    const uint32_t ops = bypass_ops(q->a_type), first = index * ops;
    const uint32_t elements = q->k_len - first < ops ? q->k_len - first : ops;
    bool survives = true;

    if (q->generate_map)
        survives =
            has_value(q->a_type, slice->a, elements) && has_value(q->b_type, slice->b, elements);
    w->to_come = rest(w->to_come);
    if (survives || w->to_come == 0) {
        struct bypass_pair *p = beat(s);

        if (survives) {
            p->k = index;
            p->a = slice->a;
            p->b = slice->b;
        } else {
            p->none = 1;
        }
        p->last = w->to_come == 0;
    }
    if (w->to_come == 0)
        finish(s);
}

static void empty_step(struct bypass_state *s)
{
    struct bypass_pair *p = beat(s);

    p->none = 1;
    p->last = 1;
    finish(s);
}

void bypass_step(struct bypass_state *s, const struct bypass_inputs *in, struct bypass_outputs *out)
{
    const struct bypass_work *w = &s->work;
    const bool go = (!s->pair_valid || in->pair_ready) && (!s->rsp_valid || in->rsp_ready);
    const bool load_free = !s->load_valid || in->load_ready;
    const bool pairs = s->busy && w->req.mode == BYPASS_PAIRS;
    const bool loads = s->busy && w->req.mode == BYPASS_LOADS;
    const bool finishing = pairs && go && rest(w->left) == 0;
    const bool room = !s->busy || finishing;
    const bool good = s->queued && s->status[0] == BYPASS_OK;
    const bool bad = s->queued && s->status[0] != BYPASS_OK;
    const bool head_pairs = good && s->queue[0].mode == BYPASS_PAIRS;
    const bool was_busy = s->busy;
    bool slice;

    out->req_ready = s->queued < BYPASS_QUEUE;
    out->row_ready = head_pairs && room;
    out->slice_ready = loads && go && w->to_come && (w->asked >> lowest(w->to_come) & 1);
    out->load_valid = s->load_valid;
    out->load = s->load;
    out->pair_valid = s->pair_valid;
    out->pair = s->pair;
    out->rsp_valid = s->rsp_valid;
    out->rsp = s->rsp;
    out->pairs_seen = s->pairs_seen;
    out->pairs_bypassed = s->pairs_bypassed;
    out->loads_bypassed = s->loads_bypassed;

    if (in->rst) {
        bypass_reset(s);
        return;
    }
    slice = in->slice_valid && out->slice_ready;

    if (go) {
        s->pair_valid = 0;
        s->rsp_valid = 0;
    } else {
        s->pair_valid = s->pair_valid && !in->pair_ready;
        s->rsp_valid = s->rsp_valid && !in->rsp_ready;
    }
    if (load_free)
        s->load_valid = 0;

    if (loads) {
        const bool empty = w->to_come == 0;

        if (load_free && w->left)
            load_step(s);
        if (slice)
            slice_step(s, &in->slice);
        if (empty && go)
            empty_step(s);
    } else if (pairs && go) {
        pair_step(s);
    }

    if (out->row_ready && in->row_valid) {
        start_pairs(s, &in->row);
        s->busy = 1;
        pop(s);
    } else if (good && !head_pairs && room) {
        start_loads(s);
        s->busy = 1;
        pop(s);
    } else if (bad && !was_busy && go) {
        respond(s, s->queue[0].tag, s->status[0]);
        pop(s);
    }
    if (in->req_valid && out->req_ready) {
        s->queue[s->queued] = in->req;
        s->status[s->queued] = bypass_check(&s->params, &in->req);
        ++s->queued;
    }
}
