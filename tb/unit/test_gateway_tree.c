/*
 * test_gateway_tree.c - the cycle in which the trees of gateway are done: the golden model against
 * the events of gateway_tree.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "unit/gateway_tree.h"

/* --- a run without the model, which knows all arrivals in advance but ignores those to come --- */

struct clock {
    struct plan *plan;
    int past[ROUNDS];  /* cycle from which its fence, if any, is done */
    int ready[ROUNDS]; /* cycle from which it can be sent */
    int again[ROUNDS]; /* cycle in which its second pass begins */
    int due[ROUNDS];   /* cycle of the acknowledgement */
    int beat[ROUNDS];
    bool offered[ROUNDS], divided[ROUNDS], aborted[ROUNDS], by_abort[ROUNDS];
    uint32_t fence;             /* round on the fence port; ROUNDS: none */
    uint32_t divides;           /* round on the divider */
    int divider, beats_to_send; /* cycle from which it is idle; of the round on the port */
};

/* Returns true if busy round a comes before b. An abort comes before a message of the same
 * cycle. */
static bool before(const struct clock *c, uint32_t a, uint32_t b)
{
    int x, y;

    if (b == ROUNDS)
        return true;
    x = c->plan->tree[a].completed;
    y = c->plan->tree[b].completed;
    return x < y || (x == y && c->by_abort[a]);
}

/* Of two aborts in a cycle, only the first takes place. */
static void abort_one(struct clock *c, int cycle)
{
    uint32_t r = 0;
    struct tree *t;

    while (r < c->plan->n_rounds && c->plan->round[r].abort != (uint32_t)cycle)
        ++r;
    if (r == c->plan->n_rounds)
        return;
    t = &c->plan->tree[r];
    if (t->opened >= cycle || c->beat[r] <= cycle)
        return;
    c->aborted[r] = true;
    if (t->completed >= cycle) {
        t->completed = cycle;
        c->by_abort[r] = true;
    }
    if (!c->offered[r] || c->past[r] <= cycle)
        c->ready[r] = cycle + 1;
    if (c->divides == r && c->divider > cycle)
        c->divider = cycle + 1;
}

static void fences(struct clock *c, int cycle)
{
    const uint32_t ack = acknowledged(c->plan, c->due, cycle);
    uint32_t first = ROUNDS;

    if (ack < ROUNDS) {
        c->past[ack] = cycle + 1;
        if (c->aborted[ack])
            c->ready[ack] = cycle + 1;
    }
    if (c->fence < ROUNDS && !c->plan->fence_ready[cycle])
        return;
    if (c->fence < ROUNDS)
        c->due[c->fence] = cycle + (int)c->plan->round[c->fence].ack;
    for (uint32_t k = 0; k < c->plan->n_rounds; ++k)
        if (c->plan->round[k].fence && !c->offered[k] && !c->aborted[k] &&
            c->plan->tree[k].completed < cycle && before(c, k, first))
            first = k;
    c->fence = first;
    if (first < ROUNDS)
        c->offered[first] = true;
}

static void roots(struct clock *c, int cycle)
{
    for (uint32_t k = 0; k < c->plan->n_rounds; ++k) {
        struct tree *t = &c->plan->tree[k];

        if (c->aborted[k])
            continue;
        if (!c->plan->round[k].fence && t->completed < cycle && c->past[k] == NEVER)
            c->past[k] = cycle;
        if (c->again[k] == cycle)
            second_pass(t, &c->plan->p);
        if (t->root == NEVER && c->past[k] <= cycle &&
            look(t, levels(&c->plan->p), 0, cycle) == THERE) {
            t->root = cycle;
            if (!gateway_divides(c->plan->round[k].op))
                c->ready[k] = cycle;
        }
    }
}

static void divide(struct clock *c, int cycle)
{
    uint32_t best = ROUNDS;

    for (uint32_t k = 0; k < c->plan->n_rounds; ++k)
        if (!c->aborted[k] && gateway_divides(c->plan->round[k].op) &&
            c->plan->tree[k].root <= cycle && c->ready[k] == NEVER &&
            (c->again[k] == NEVER || c->again[k] <= cycle) && before(c, k, best))
            best = k;
    if (best == ROUNDS || c->divider > cycle)
        return;
    c->divider = cycle + DIVISION + 1;
    c->divides = best;
    if (c->plan->round[best].op == GATEWAY_VARIANCE && !c->divided[best]) {
        c->divided[best] = true;
        c->again[best] = c->divider;
    } else {
        c->ready[best] = c->divider;
    }
}

/* Returns true if a round was taken. */
static bool take_port(struct clock *c, int cycle)
{
    const int beats = c->plan->p.threads < 32 ? 1 : (int)c->plan->p.threads / 32;
    uint32_t best = ROUNDS;

    if (c->beats_to_send && c->plan->wb_ready[cycle])
        --c->beats_to_send;
    for (uint32_t k = 0; k < c->plan->n_rounds; ++k)
        if (c->ready[k] <= cycle && c->beat[k] == NEVER && before(c, k, best))
            best = k;
    if (best == ROUNDS || c->beats_to_send)
        return false;
    c->beat[best] = cycle + 1;
    c->beats_to_send = beats;
    return true;
}

/* Takes additions of the round, in order of opening, that has any. */
static void add(struct clock *c, int cycle)
{
    for (int opened = -1;;) {
        int next = -1;

        for (int k = 0; k < (int)c->plan->n_rounds; ++k)
            if (!c->aborted[k] && c->plan->tree[k].opened > opened &&
                c->plan->tree[k].opened < cycle &&
                (next < 0 || c->plan->tree[k].opened < c->plan->tree[next].opened))
                next = k;
        if (next < 0)
            return;
        opened = c->plan->tree[next].opened;
        if (take(&c->plan->tree[next], &c->plan->p, cycle))
            return;
    }
}

static void expect(struct plan *plan, struct clock *c)
{
    uint32_t taken = 0;

    memset(c, 0, sizeof *c);
    c->plan = plan;
    c->fence = c->divides = ROUNDS;
    for (uint32_t r = 0; r < ROUNDS; ++r)
        c->past[r] = c->ready[r] = c->again[r] = c->due[r] = c->beat[r] = NEVER;
    for (int cycle = 0; taken < plan->n_rounds; ++cycle) {
        assert_true(cycle < CYCLES);
        abort_one(c, cycle);
        fences(c, cycle);
        roots(c, cycle);
        divide(c, cycle);
        taken += take_port(c, cycle);
        add(c, cycle);
    }
}

/* What the plans have covered; without a case of each kind the test would be vacuous. */
static struct {
    unsigned fences, aborts, late_aborts, held;
} seen;

static void check(struct plan *plan, uint32_t gaps)
{
    static struct clock c;

    for (uint32_t r = 0; r < ROUNDS; ++r)
        plan->round[r].beat = NEVER;
    run(plan, gaps);
    expect(plan, &c);
    for (uint32_t r = 0; r < plan->n_rounds; ++r) {
        const uint32_t beat = (uint32_t)c.beat[r];

        if (beat != plan->round[r].beat || c.aborted[r] != plan->round[r].status ||
            c.aborted[r] != plan->round[r].done)
            fail_msg("%u threads, %u adders, round %u of %u, operation %u, type %u, %u members%s, "
                     "fence %u, abort in %u: first beat in cycle %u instead of %u, aborted %d "
                     "instead of %d",
                     plan->p.threads, plan->p.alus, r, plan->n_rounds, plan->round[r].op,
                     plan->round[r].type, plan->round[r].n, plan->round[r].placed ? ", placed" : "",
                     plan->round[r].fence, plan->round[r].abort, plan->round[r].beat, beat,
                     plan->round[r].status, c.aborted[r]);
        seen.fences += c.offered[r];
        seen.aborts += c.aborted[r];
        seen.late_aborts += c.aborted[r] && !c.by_abort[r];
        seen.held += c.ready[r] < c.beat[r] - 1;
    }
}

static const uint8_t types[] = {GATEWAY_F32, GATEWAY_F32_PAIR, GATEWAY_F16_PAIR, GATEWAY_BF16_PAIR};

static void draw_kind(struct plan *plan, uint32_t r)
{
    do {
        plan->round[r].op = (uint8_t)(1 + assay_rng_below(&rng, GATEWAY_RANGE));
        plan->round[r].type = types[assay_rng_below(&rng, 4)];
    } while (!gateway_legal(plan->round[r].op, plan->round[r].type));
}

static void test_one_round(void **unused)
{
    static struct plan plan;
    const bool used[MAX] = {false};

    (void)unused;
    for (int i = 0; i < 600; ++i) {
        const uint32_t threads = UINT32_C(4) << assay_rng_below(&rng, i % 8 ? 4 : 7);

        plan.p = (struct gateway_params){1, threads, 1 + assay_rng_below(&rng, 16)};
        plan.n_rounds = 1;
        draw_kind(&plan, 0);
        plan.round[0].n = 1 + assay_rng_below(&rng, threads);
        plan.round[0].placed = assay_rng_below(&rng, 2);
        plan.round[0].first = assay_rng_below(&rng, threads - plan.round[0].n + 1);
        draw_slots(&plan, 0, used);
        plain(&plan);
        check(&plan, assay_rng_below(&rng, 2) * 40);
    }
}

/* Draws rounds that share the slots. */
static void draw_rounds(struct plan *plan)
{
    const uint32_t threads = plan->p.threads, share = threads / plan->n_rounds;
    bool used[MAX] = {false};

    for (uint32_t r = 0; r < plan->n_rounds; ++r) {
        draw_kind(plan, r);
        plan->round[r].n = 1 + assay_rng_below(&rng, share);
        plan->round[r].placed = assay_rng_below(&rng, 2);
        plan->round[r].first = r * share;
        for (uint32_t s = 0; s < threads; ++s) /* each round has its own part */
            used[s] = s < plan->round[r].first || s >= plan->round[r].first + share;
        draw_slots(plan, r, used);
    }
}

/* Several rounds at once, a backlog of ready nodes, and rounds that wait for divider and port. */
static void test_several(void **unused)
{
    static struct plan plan;

    (void)unused;
    for (int i = 0; i < 600; ++i) {
        const uint32_t threads = UINT32_C(8) << assay_rng_below(&rng, 4);

        plan.p = (struct gateway_params){4, threads, 1 + assay_rng_below(&rng, 4)};
        plan.n_rounds = 2 + assay_rng_below(&rng, 3);
        draw_rounds(&plan);
        plain(&plan);
        check(&plan, assay_rng_below(&rng, 3) * 20);
    }
}

/* The same with the greatest number of adders; in half of the plans a tree keeps them busy. */
static void test_many_adders(void **unused)
{
    static struct plan plan;

    (void)unused;
    for (int i = 0; i < 300; ++i) {
        plan.p = (struct gateway_params){4, i & 1 ? 256 : UINT32_C(4) << i / 2 % 6, 16};
        plan.n_rounds = 2 + assay_rng_below(&rng, 3);
        draw_rounds(&plan);
        plain(&plan);
        check(&plan, assay_rng_below(&rng, 3) * 20);
    }
}

/* With fences, aborts in every stage, and stalls of the fence and write-back ports. */
static void test_disturbed(void **unused)
{
    static struct plan plan;

    (void)unused;
    memset(&seen, 0, sizeof seen);
    for (int i = 0; i < 1000; ++i) {
        const uint32_t threads = UINT32_C(4) << assay_rng_below(&rng, i % 8 ? 4 : 7);
        const uint32_t alus = assay_rng_below(&rng, 4) ? 1 + assay_rng_below(&rng, 4) : 16;

        plan.p = (struct gateway_params){4, threads, alus};
        plan.n_rounds = 1 + assay_rng_below(&rng, 4);
        draw_rounds(&plan);
        disturb(&plan);
        check(&plan, assay_rng_below(&rng, 3) * 20);
    }
    assert_true(seen.fences > 100 && seen.aborts > 100 && seen.late_aborts > 100 &&
                seen.held > 100);
}

/* From the last arrival to the first beat: 2 cycles plus 3 for each level of the tree. */
static void test_ascending(void **unused)
{
    static struct plan plan;

    (void)unused;
    for (uint32_t n = 1; n <= 256; n *= 2) {
        for (uint32_t alus = 4; alus <= 16; alus += 4) {
            plan.p = (struct gateway_params){1, 256, alus};
            plan.n_rounds = 1;
            plan.round[0].op = GATEWAY_ADD;
            plan.round[0].type = GATEWAY_F32;
            plan.round[0].n = n;
            plan.round[0].placed = true;
            plan.round[0].first = n < 256 ? n : 0;
            for (uint32_t i = 0; i < n; ++i)
                plan.round[0].slot[i] = (uint8_t)(plan.round[0].first + i);
            plain(&plan);
            plan.round[0].beat = NEVER;
            run(&plan, 0);
            assert_int_equal(plan.round[0].beat, n - 1 + 2 + 3 * (uint32_t)__builtin_ctz(n));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_round),   cmocka_unit_test(test_several),
        cmocka_unit_test(test_many_adders), cmocka_unit_test(test_disturbed),
        cmocka_unit_test(test_ascending),
    };

    return cmocka_run_group_tests(tests, seed_all, NULL);
}
