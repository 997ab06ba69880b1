/*
 * test_gateway_tree.c - in which cycle the trees of gateway are done: the golden model against a list of
 * events. For each cycle the oracle looks at every node from the leaves up, and writes down when those that
 * are taken will be there. It knows neither values nor how the model keeps its trees.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gateway/gateway.h"
#include "gateway/traffic.h"
#include "unit/random.h"

enum { MAX = 256, LEVELS = 9, NEVER = 1 << 30, ROUNDS = 4, DIVISION = 27 };

static struct assay_rng rng;
static struct gateway_state state;

static int seed_all(void **unused)
{
    (void)unused;
    random_begin(&rng, 1, "test_gateway_tree");
    return 0;
}

/* --- the oracle --- */

struct tree {
    int arrived[MAX]; /* the cycle of its message */
    int opened, completed;
    int first, last; /* slots of the group */
    bool placed;
    int squares;            /* the cycle from which the squares are there; NEVER: the first pass */
    int steps;              /* of the squares, to be taken */
    int there[LEVELS][MAX]; /* of inner nodes: the cycle from which they are */
    int root;               /* the cycle from which the root is there, of this pass */
};

enum look { PENDING, ABSENT, THERE };

static void begin(struct tree *t)
{
    memset(t, 0, sizeof *t);
    for (int i = 0; i < MAX; ++i)
        t->arrived[i] = NEVER;
    for (int l = 0; l < LEVELS; ++l)
        for (int i = 0; i < MAX; ++i)
            t->there[l][i] = NEVER;
    t->opened = t->completed = t->root = t->squares = NEVER;
}

static enum look look(const struct tree *t, int level, int i, int cycle)
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

static bool is_ready(const struct tree *t, int level, int i, int cycle)
{
    return t->there[level][i] == NEVER && look(t, level - 1, 2 * i, cycle) == THERE &&
           look(t, level - 1, 2 * i + 1, cycle) == THERE;
}

/* Takes what the adders take of a round; true when that is something. */
static bool take(struct tree *t, const struct gateway_params *p, int cycle)
{
    uint32_t n = 0;

    if (t->steps > 0) {
        if (--t->steps == 0)
            t->squares = cycle + 3;
        return true;
    }
    /* Look at all before one is taken: nothing of this cycle makes another one ready. */
    for (int level = 1, width = (int)p->threads / 2; width; ++level, width /= 2)
        for (int i = 0; i < width && n < p->alus; ++i)
            if (is_ready(t, level, i, cycle)) {
                t->there[level][i] = cycle + 3;
                ++n;
            }
    return n != 0;
}

static int levels(const struct gateway_params *p)
{
    return __builtin_ctz(p->threads);
}

static void second_pass(struct tree *t, const struct gateway_params *p)
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
        uint8_t op, type;
        uint32_t n, first, sent;
        bool placed;
        uint8_t slot[MAX];
        uint32_t beat; /* cycle of the first beat */
    } round[ROUNDS];
    struct tree tree[ROUNDS];
};

static void draw_slots(struct plan *plan, uint32_t r, const bool *used)
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

static void configure(const struct plan *plan, uint32_t r)
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

/* Messages of the rounds in any order, none in some cycles. */
static void run(struct plan *plan, uint32_t gaps)
{
    struct gateway_inputs in;
    struct gateway_outputs out;
    uint32_t ended = 0, total = 0, sent = 0;

    gateway_init(&state, &plan->p);
    for (uint32_t r = 0; r < plan->n_rounds; ++r) {
        configure(plan, r);
        begin(&plan->tree[r]);
        plan->tree[r].placed = plan->round[r].placed;
        plan->tree[r].first = (int)plan->round[r].first;
        plan->tree[r].last = (int)(plan->round[r].first + plan->round[r].n) - 1;
        plan->round[r].sent = 0;
        total += plan->round[r].n;
    }
    for (uint32_t cycle = 0; ended < plan->n_rounds; ++cycle) {
        assert_true(cycle < 20000);
        memset(&in, 0, sizeof in);
        in.wb_ready = 1;
        if (sent < total && assay_rng_below(&rng, 100) >= gaps) {
            uint32_t r = assay_rng_below(&rng, plan->n_rounds);

            while (plan->round[r].sent == plan->round[r].n)
                r = (r + 1) % plan->n_rounds;

            const struct gateway_fields f = {.op = plan->round[r].op,
                                             .type = plan->round[r].type,
                                             .id = r & 15,
                                             .value =
                                                 gateway_draw_value(&rng, 20, GATEWAY_F32_PAIR)};
            const uint8_t slot = plan->round[r].slot[plan->round[r].sent++];
            struct tree *t = &plan->tree[r];

            in.msg_valid = 1;
            in.msg = gateway_pack(slot, &f);
            t->arrived[slot] = (int)cycle;
            if (plan->round[r].sent == 1)
                t->opened = (int)cycle;
            if (plan->round[r].sent == plan->round[r].n)
                t->completed = (int)cycle;
            ++sent;
        }
        gateway_step(&state, &in, &out);
        assert_true(out.msg_ready && !out.reply_valid);
        if (out.wb_valid && out.wb.beat == 0)
            plan->round[out.wb.id].beat = cycle;
        ended += out.wb_valid && out.wb.last;
    }
}

/* The same without the model. The oracle knows all arrivals beforehand; what is to come counts for nothing. */
static void expect(struct plan *plan, uint32_t *beats)
{
    const int beat = plan->p.threads < 32 ? 1 : (int)plan->p.threads / 32;
    int ready[ROUNDS], again[ROUNDS], port = 0, divider = 0, sent = 0;
    bool divided[ROUNDS] = {false};

    for (uint32_t r = 0; r < plan->n_rounds; ++r)
        ready[r] = again[r] = NEVER;
    for (int cycle = 0; sent < (int)plan->n_rounds; ++cycle) {
        uint32_t best = ROUNDS;
        int served = ROUNDS;

        assert_true(cycle < 20000);
        /* roots, and the dividers behind them; rounds in the order of completion */
        for (uint32_t k = 0; k < plan->n_rounds; ++k) {
            struct tree *t = &plan->tree[k];

            if (again[k] == cycle)
                second_pass(t, &plan->p);
            if (t->root == NEVER && t->completed < cycle &&
                look(t, levels(&plan->p), 0, cycle) == THERE) {
                t->root = cycle;
                if (!gateway_divides(plan->round[k].op))
                    ready[k] = cycle;
            }
        }
        for (uint32_t k = 0; k < plan->n_rounds; ++k) {
            const struct tree *t = &plan->tree[k];

            if (gateway_divides(plan->round[k].op) && t->root <= cycle && ready[k] == NEVER &&
                (again[k] == NEVER || again[k] <= cycle) &&
                (best == ROUNDS || t->completed < plan->tree[best].completed))
                best = k;
        }
        if (best < ROUNDS && divider <= cycle) {
            divider = cycle + DIVISION + 1;
            if (plan->round[best].op == GATEWAY_VARIANCE && !divided[best]) {
                divided[best] = true;
                again[best] = divider;
            } else {
                ready[best] = divider;
            }
        }
        /* the port */
        best = ROUNDS;
        for (uint32_t k = 0; k < plan->n_rounds; ++k)
            if (ready[k] <= cycle && beats[k] == NEVER &&
                (best == ROUNDS || plan->tree[k].completed < plan->tree[best].completed))
                best = k;
        if (best < ROUNDS && port <= cycle) {
            beats[best] = (uint32_t)cycle + 1;
            port = cycle + beat;
            ++sent;
        }
        /* the adders: of the rounds by their opening the first that has something */
        for (int before = -1; served == ROUNDS;) {
            int next = -1;

            for (int k = 0; k < (int)plan->n_rounds; ++k)
                if (plan->tree[k].opened > before && plan->tree[k].opened < cycle &&
                    (next < 0 || plan->tree[k].opened < plan->tree[next].opened))
                    next = k;
            if (next < 0)
                break;
            before = plan->tree[next].opened;
            if (take(&plan->tree[next], &plan->p, cycle))
                served = next;
        }
    }
}

static void check(struct plan *plan, uint32_t gaps)
{
    uint32_t beats[ROUNDS];

    run(plan, gaps);
    for (uint32_t r = 0; r < ROUNDS; ++r)
        beats[r] = NEVER;
    expect(plan, beats);
    for (uint32_t r = 0; r < plan->n_rounds; ++r)
        if (beats[r] != plan->round[r].beat)
            fail_msg(
                "%u threads, %u adders, round %u of %u, operation %u, type %u, %u members%s: first "
                "beat in cycle %u instead of %u",
                plan->p.threads, plan->p.alus, r, plan->n_rounds, plan->round[r].op,
                plan->round[r].type, plan->round[r].n, plan->round[r].placed ? ", placed" : "",
                plan->round[r].beat, beats[r]);
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
        check(&plan, assay_rng_below(&rng, 2) * 40);
    }
}

/* Several at once, a backlog of ready nodes, and rounds that wait for divider and port. */
static void test_several(void **unused)
{
    static struct plan plan;

    (void)unused;
    for (int i = 0; i < 600; ++i) {
        const uint32_t threads = UINT32_C(8) << assay_rng_below(&rng, 4);
        bool used[MAX] = {false};

        plan.p = (struct gateway_params){4, threads, 1 + assay_rng_below(&rng, 4)};
        plan.n_rounds = 2 + assay_rng_below(&rng, 3);
        for (uint32_t r = 0; r < plan.n_rounds; ++r) {
            draw_kind(&plan, r);
            plan.round[r].n = 1 + assay_rng_below(&rng, threads / plan.n_rounds);
            plan.round[r].placed = assay_rng_below(&rng, 2);
            plan.round[r].first = r * (threads / plan.n_rounds);
            if (!plan.round[r].placed) /* its own part of the slots in any case */
                for (uint32_t s = 0; s < threads; ++s)
                    used[s] = s < plan.round[r].first ||
                              s >= plan.round[r].first + threads / plan.n_rounds;
            else
                memset(used, 0, sizeof used);
            draw_slots(&plan, r, used);
        }
        check(&plan, assay_rng_below(&rng, 3) * 20);
    }
}

/* 2 + 3 a level of the tree, from the last arrival to the first beat. */
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
            run(&plan, 0);
            assert_int_equal(plan.round[0].beat, n - 1 + 2 + 3 * (uint32_t)__builtin_ctz(n));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_round),
        cmocka_unit_test(test_several),
        cmocka_unit_test(test_ascending),
    };

    return cmocka_run_group_tests(tests, seed_all, NULL);
}
