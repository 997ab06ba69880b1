/*
 * gateway_tree.h - the trees of gateway as a list of events: in each cycle every node is examined
 * from the leaves up, and for those taken the cycle is recorded in which they will be available. It
 * knows neither values nor how the model stores its trees. The header also runs the model over
 * planned rounds.
 */
#ifndef UNIT_GATEWAY_TREE_H
#define UNIT_GATEWAY_TREE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gateway/gateway.h"
#include "gateway/traffic.h"
#include "unit/random.h"

enum { MAX = 256, LEVELS = 9, NEVER = 1 << 30, ROUNDS = 4, DIVISION = 27, CYCLES = 20000 };

static struct assay_rng rng;
static struct gateway_state state;

static inline int seed_all(void **unused)
{
    (void)unused;
    random_begin(&rng, 1, "test_gateway_tree");
    return 0;
}

/* --- the oracle --- */

struct tree {
    int arrived[MAX]; /* cycle of the slot's message */
    int opened, completed;
    int first, last; /* slots of the group */
    bool placed;
    int squares;            /* cycle from which the squares are there; NEVER: first pass */
    int steps;              /* of the squares, still to be taken */
    int there[LEVELS][MAX]; /* cycle from which an inner node is there */
    int root;               /* cycle from which this pass's root is there */
};

enum look { PENDING, ABSENT, THERE };

static inline void begin(struct tree *t)
{
    memset(t, 0, sizeof *t);
    for (int i = 0; i < MAX; ++i)
        t->arrived[i] = NEVER;
    for (int l = 0; l < LEVELS; ++l)
        for (int i = 0; i < MAX; ++i)
            t->there[l][i] = NEVER;
    t->opened = t->completed = t->root = t->squares = NEVER;
}

static inline enum look look(const struct tree *t, int level, int i, int cycle)
{
    enum look left, right;

    if (level == 0) {
        if (t->completed < cycle && t->arrived[i] == NEVER)
            return ABSENT;
        if (t->squares < NEVER)
            return t->squares <= cycle ? THERE : PENDING;
        if (t->arrived[i] < cycle)
            return THERE;
        return t->placed && t->opened < cycle && (i < t->first || i > t->last) ? ABSENT : PENDING;
    }
    left = look(t, level - 1, 2 * i, cycle);
    right = look(t, level - 1, 2 * i + 1, cycle);
    if (left == THERE && right == THERE)
        return t->there[level][i] <= cycle ? THERE : PENDING;
    if (left == PENDING || right == PENDING)
        return PENDING;
    return left == THERE ? THERE : right;
}

static inline bool is_ready(const struct tree *t, int level, int i, int cycle)
{
    return t->there[level][i] == NEVER && look(t, level - 1, 2 * i, cycle) == THERE &&
           look(t, level - 1, 2 * i + 1, cycle) == THERE;
}

/* Takes what the adders take of a round in this cycle. Returns true if they take anything. */
static inline bool take(struct tree *t, const struct gateway_params *p, int cycle)
{
    uint32_t n = 0;

    if (t->steps > 0) {
        if (--t->steps == 0)
            t->squares = cycle + 3;
        return true;
    }
    /* All nodes are examined before one is taken: nothing taken in this cycle makes another one
     * ready. */
    for (int level = 1, width = (int)p->threads / 2; width; ++level, width /= 2)
        for (int i = 0; i < width && n < p->alus; ++i)
            if (is_ready(t, level, i, cycle)) {
                t->there[level][i] = cycle + 3;
                ++n;
            }
    return n != 0;
}

static inline int levels(const struct gateway_params *p)
{
    return __builtin_ctz(p->threads);
}

static inline void second_pass(struct tree *t, const struct gateway_params *p)
{
    for (int l = 0; l < LEVELS; ++l)
        for (int i = 0; i < MAX; ++i)
            t->there[l][i] = NEVER;
    t->squares = NEVER - 1;
    t->steps = (int)((p->threads + p->alus - 1) / p->alus);
    t->root = NEVER;
}

/* --- a run of the model --- */

struct plan {
    struct gateway_params p;
    uint32_t n_rounds;
    struct {
        uint8_t op, type, fence;
        uint32_t n, first, sent;
        bool placed;
        uint8_t slot[MAX];
        uint32_t beat;     /* cycle of the first beat */
        uint32_t ack;      /* cycles from the fence's transfer to its acknowledgement */
        uint32_t abort;    /* cycle of the abort, or NEVER */
        bool done, status; /* abort: the broadcast says that it took place */
    } round[ROUNDS];
    struct tree tree[ROUNDS];
    bool wb_ready[CYCLES + 1], fence_ready[CYCLES + 1];
};

/* Plans no fences, no aborts and no back-pressure. */
static inline void plain(struct plan *plan)
{
    for (uint32_t r = 0; r < ROUNDS; ++r) {
        plan->round[r].fence = 0;
        plan->round[r].abort = NEVER;
    }
    memset(plan->wb_ready, true, sizeof plan->wb_ready);
    memset(plan->fence_ready, true, sizeof plan->fence_ready);
}

/* Adds fences, aborts and back-pressure, each to some of the plans. */
static inline void disturb(struct plan *plan)
{
    const uint32_t wb = assay_rng_below(&rng, 4) * 30, fence = assay_rng_below(&rng, 4) * 30;

    plain(plan);
    for (int i = 0; i < CYCLES; ++i) {
        plan->wb_ready[i] = assay_rng_below(&rng, 100) >= wb;
        plan->fence_ready[i] = assay_rng_below(&rng, 100) >= fence;
    }
    for (uint32_t r = 0; r < plan->n_rounds; ++r) {
        if (assay_rng_below(&rng, 2)) {
            plan->round[r].fence = (uint8_t)(1 + assay_rng_below(&rng, 3));
            plan->round[r].ack = 1 + assay_rng_below(&rng, 40);
        }
        if (assay_rng_below(&rng, 2))
            plan->round[r].abort = assay_rng_below(&rng, 8 * plan->p.threads);
    }
}

static inline void draw_slots(struct plan *plan, uint32_t r, const bool *used)
{
    const uint32_t threads = plan->p.threads, all = plan->round[r].n;
    uint32_t n = 0;

    while (n < all) {
        const uint32_t slot = plan->round[r].placed
                                  ? plan->round[r].first + assay_rng_below(&rng, all)
                                  : assay_rng_below(&rng, threads);
        bool twice = used[slot];

        for (uint32_t i = 0; i < n; ++i)
            twice = twice || plan->round[r].slot[i] == slot;
        if (!twice)
            plan->round[r].slot[n++] = (uint8_t)slot;
    }
}

static inline void configure(const struct plan *plan, uint32_t r)
{
    struct gateway_inputs in;
    struct gateway_outputs out;

    memset(&in, 0, sizeof in);
    in.cfg_valid = 1;
    in.cfg.id = r & 15;
    in.cfg.count = (uint16_t)plan->round[r].n;
    in.cfg.placed = plan->round[r].placed;
    in.cfg.first = (uint8_t)plan->round[r].first;
    gateway_step(&state, &in, &out);
}

/* Returns the round whose acknowledgement comes in this cycle, the lowest of those due, or ROUNDS
 * if none is. */
static inline uint32_t acknowledged(const struct plan *plan, int *due, int cycle)
{
    for (uint32_t r = 0; r < plan->n_rounds; ++r)
        if (due[r] <= cycle) {
            due[r] = NEVER;
            return r;
        }
    return ROUNDS;
}

/* Returns a round that has messages left and is not aborted in this cycle, or ROUNDS if there is
 * none. */
static inline uint32_t draw_round(const struct plan *plan, uint32_t cycle)
{
    uint32_t r = assay_rng_below(&rng, plan->n_rounds);

    for (uint32_t i = 0; i < plan->n_rounds; ++i, r = (r + 1) % plan->n_rounds)
        if (plan->round[r].sent < plan->round[r].n && plan->round[r].abort != cycle)
            return r;
    return ROUNDS;
}

static inline void send(struct plan *plan, uint32_t r, int cycle, struct gateway_inputs *in)
{
    const struct gateway_fields f = {.op = plan->round[r].op,
                                     .type = plan->round[r].type,
                                     .fence = plan->round[r].fence,
                                     .id = r & 15,
                                     .value = gateway_draw_value(&rng, 20, GATEWAY_F32_PAIR)};
    const uint8_t slot = plan->round[r].slot[plan->round[r].sent++];
    struct tree *t = &plan->tree[r];

    in->msg_valid = 1;
    in->msg = gateway_pack(slot, &f);
    t->arrived[slot] = cycle;
    if (plan->round[r].sent == 1)
        t->opened = cycle;
    if (plan->round[r].sent == plan->round[r].n)
        t->completed = cycle;
}

static inline void begin_rounds(struct plan *plan)
{
    gateway_init(&state, &plan->p);
    for (uint32_t r = 0; r < plan->n_rounds; ++r) {
        configure(plan, r);
        begin(&plan->tree[r]);
        plan->tree[r].placed = plan->round[r].placed;
        plan->tree[r].first = (int)plan->round[r].first;
        plan->tree[r].last = (int)(plan->round[r].first + plan->round[r].n) - 1;
        plan->round[r].sent = 0;
        plan->round[r].done = plan->round[r].status = false;
    }
}

/* Runs the model on the messages of the rounds in any order, with idle cycles. A round that is
 * aborted while it is open sends no more messages. */
static inline void run(struct plan *plan, uint32_t gaps)
{
    struct gateway_inputs in;
    struct gateway_outputs out;
    uint32_t ended = 0, aborted = ROUNDS;
    int due[ROUNDS] = {NEVER, NEVER, NEVER, NEVER};

    begin_rounds(plan);
    for (uint32_t cycle = 0; ended < plan->n_rounds; ++cycle) {
        uint32_t ack, r = ROUNDS;

        assert_true(cycle < CYCLES);
        memset(&in, 0, sizeof in);
        in.wb_ready = plan->wb_ready[cycle];
        in.fence_ready = plan->fence_ready[cycle];
        ack = acknowledged(plan, due, (int)cycle);
        in.ack_valid = ack < ROUNDS;
        in.ack.id = ack & 15;
        if (assay_rng_below(&rng, 100) >= gaps)
            r = draw_round(plan, cycle);
        if (r < ROUNDS)
            send(plan, r, (int)cycle, &in);
        for (uint32_t k = 0; k < plan->n_rounds; ++k)
            if (plan->round[k].abort == cycle && !in.abort_valid) {
                in.abort_valid = 1;
                in.abort.id = k & 15;
            }
        gateway_step(&state, &in, &out);
        assert_true(out.msg_ready && !out.reply_valid);
        assert_true(!out.abort_done || aborted < ROUNDS);
        if (out.abort_done)
            plan->round[aborted].done = true;
        aborted = ROUNDS;
        if (in.abort_valid) {
            aborted = in.abort.id;
            if (plan->round[aborted].sent && plan->round[aborted].sent < plan->round[aborted].n)
                plan->round[aborted].n = plan->round[aborted].sent;
        }
        if (out.fence_valid && in.fence_ready)
            due[out.fence.id] = (int)(cycle + plan->round[out.fence.id].ack);
        if (out.wb_valid && out.wb.beat == 0 && plan->round[out.wb.id].beat == NEVER) {
            plan->round[out.wb.id].beat = cycle;
            plan->round[out.wb.id].status = out.wb.status == GATEWAY_ABORTED;
        }
        ended += out.wb_valid && in.wb_ready && out.wb.last;
    }
}

#endif
