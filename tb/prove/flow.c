#include "prove/flow.h"

#include <string.h>

/* State of the depth-first search: the blocks in postorder, and which were visited. */
struct search {
    const struct ir_function *f;
    uint32_t *order, n, *parent; /* parent: immediate dominator */
    bool *seen;
};

static const struct ir_instruction *end_of(const struct ir_function *f, uint32_t b)
{
    return &f->block[b].instruction[f->block[b].n - 1];
}

static void find_postorder(struct ir_module *m, struct search *s)
{
    uint32_t *const stack = arena_get(&m->arena, s->f->n_blocks + 1, sizeof *stack);
    uint32_t *const next = arena_get(&m->arena, s->f->n_blocks + 1, sizeof *next);
    uint32_t depth = 1;

    s->seen[0] = true;
    while (depth) {
        const uint32_t b = stack[depth - 1];
        const struct ir_instruction *const end = end_of(s->f, b);

        if (next[depth - 1] == end->n_labels) {
            s->order[s->n++] = b;
            --depth;
            continue;
        }
        const uint32_t to = end->label[next[depth - 1]++];
        if (!s->seen[to]) {
            s->seen[to] = true;
            stack[depth] = to;
            next[depth++] = 0;
        }
    }
}

static uint32_t common(const struct search *s, const struct flow *flow, uint32_t a, uint32_t b)
{
    while (a != b) {
        if (flow->block[a].place > flow->block[b].place)
            a = s->parent[a];
        else
            b = s->parent[b];
    }
    return a;
}

/* Find the dominators by iteration, starting from the entry's own. */
static void find_dominators(struct search *s, const struct flow *flow)
{
    bool changed = true;

    for (uint32_t b = 0; b < s->f->n_blocks; ++b)
        s->parent[b] = UINT32_MAX;
    s->parent[0] = 0;
    while (changed) {
        changed = false;
        for (uint32_t i = s->n; i-- > 0;) {
            const uint32_t b = s->order[i];
            const struct ir_instruction *const end = end_of(s->f, b);

            if (s->parent[b] == UINT32_MAX)
                continue;
            for (uint32_t k = 0; k < end->n_labels; ++k) {
                const uint32_t to = end->label[k];
                const uint32_t now =
                    s->parent[to] == UINT32_MAX ? b : common(s, flow, b, s->parent[to]);

                if (to && now != s->parent[to]) {
                    s->parent[to] = now;
                    changed = true;
                }
            }
        }
    }
}

static bool dominates(const struct search *s, uint32_t a, uint32_t b)
{
    while (b != a && b)
        b = s->parent[b];
    return b == a;
}

/* Mark all blocks from which `from` can be reached without passing through the head. */
static void mark_loop(struct ir_module *m, const struct search *s, uint32_t head, uint32_t from,
                      bool *in)
{
    uint32_t *const stack = arena_get(&m->arena, s->f->n_blocks + 1, sizeof *stack);
    uint32_t depth = 0;

    in[head] = true;
    if (!in[from]) {
        in[from] = true;
        stack[depth++] = from;
    }
    while (depth) {
        const uint32_t at = stack[--depth];

        for (uint32_t b = 0; b < s->f->n_blocks; ++b) {
            const struct ir_instruction *const end = end_of(s->f, b);

            for (uint32_t k = 0; k < end->n_labels; ++k)
                if (end->label[k] == at && s->seen[b] && !in[b]) {
                    in[b] = true;
                    stack[depth++] = b;
                }
        }
    }
}

static void add_loop(struct ir_module *m, const struct ir_function *f, struct flow *flow,
                     uint32_t head, const bool *in)
{
    for (uint32_t b = 0; b < f->n_blocks; ++b) {
        struct flow_block *const at = &flow->block[b];

        if (!in[b])
            continue;
        if (at->n_loops == FLOW_MOST_LOOPS)
            ir_refuse(m, end_of(f, b)->place, "loops nested more than %d deep", FLOW_MOST_LOOPS);
        at->loop[at->n_loops++] = head;
    }
}

/* Take the heads in order, so that outer loops come before inner ones. */
static void find_loops(struct ir_module *m, const struct search *s, struct flow *flow)
{
    bool *const in = arena_get(&m->arena, s->f->n_blocks, sizeof *in);

    for (uint32_t i = s->n; i-- > 0;) {
        const uint32_t head = s->order[i];
        bool is_head = false;

        memset(in, 0, s->f->n_blocks * sizeof *in);
        for (uint32_t k = 0; k < s->n; ++k) {
            const uint32_t b = s->order[k];
            const struct ir_instruction *const end = end_of(s->f, b);

            for (uint32_t l = 0; l < end->n_labels; ++l) {
                if (end->label[l] != head || flow->block[b].place < flow->block[head].place)
                    continue;
                if (!dominates(s, head, b))
                    ir_refuse(m, end->place, "a loop with several entries");
                mark_loop(m, s, head, b, in);
                is_head = true;
            }
        }
        if (is_head)
            add_loop(m, s->f, flow, head, in);
    }
}

void flow_find(struct ir_module *m, struct ir_function *f)
{
    struct search s = {.f = f};
    struct flow *const flow = arena_get(&m->arena, 1, sizeof *flow);

    s.order = arena_get(&m->arena, f->n_blocks, sizeof *s.order);
    s.parent = arena_get(&m->arena, f->n_blocks, sizeof *s.parent);
    s.seen = arena_get(&m->arena, f->n_blocks, sizeof *s.seen);
    flow->block = arena_get(&m->arena, f->n_blocks, sizeof *flow->block);
    find_postorder(m, &s);
    for (uint32_t b = 0; b < f->n_blocks; ++b)
        flow->block[b].place = UINT32_MAX;
    for (uint32_t i = 0; i < s.n; ++i)
        flow->block[s.order[i]].place = s.n - 1 - i;
    find_dominators(&s, flow);
    find_loops(m, &s, flow);
    f->flow = flow;
}
