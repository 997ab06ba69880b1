#include "prove/execute_call.h"

#include "base/process.h"
#include "prove/flow.h"

enum { MOST_CALLS = 64, KEY = 2 * FLOW_MOST_LOOPS + 1 };

/* --- waiting paths --- */

/* A block in a given iteration, with all paths that lead there. */
struct pending {
    uint32_t key[KEY], n_key, block;
    uint32_t iteration[FLOW_MOST_LOOPS];
    struct edge *edge;
    uint32_t n_edges;
};

struct edge {
    struct path path;
    const struct value **phi;
};

struct running {
    struct frame frame;
    struct pending *pending;
    uint32_t n_pending;
    struct path *end; /* the merge of all paths that returned */
    const struct value *result;
};

static void make_key(const struct flow *flow, struct pending *p)
{
    const struct flow_block *const b = &flow->block[p->block];

    p->n_key = 0;
    for (uint32_t i = 0; i < b->n_loops; ++i) {
        p->key[p->n_key++] = flow->block[b->loop[i]].place;
        p->key[p->n_key++] = p->iteration[i];
    }
    p->key[p->n_key++] = b->place;
}

static int compare_keys(const struct pending *a, const struct pending *b)
{
    for (uint32_t i = 0; i < a->n_key && i < b->n_key; ++i)
        if (a->key[i] != b->key[i])
            return a->key[i] < b->key[i] ? -1 : 1;
    return a->n_key == b->n_key ? 0 : a->n_key < b->n_key ? -1 : 1;
}

static void add_edge(struct execution *x, struct pending *p, struct edge e)
{
    p->edge = arena_grow(&x->arena, p->edge, p->n_edges, sizeof *p->edge);
    p->edge[p->n_edges++] = e;
}

static void enter(struct execution *x, struct running *r, struct pending to, struct edge e)
{
    make_key(r->frame.f->flow, &to);
    for (uint32_t i = 0; i < r->n_pending; ++i)
        if (compare_keys(&r->pending[i], &to) == 0) {
            add_edge(x, &r->pending[i], e);
            return;
        }
    to.edge = NULL;
    to.n_edges = 0;
    add_edge(x, &to, e);
    r->pending = arena_grow(&x->arena, r->pending, r->n_pending, sizeof *r->pending);
    r->pending[r->n_pending++] = to;
}

static struct pending take_first(struct running *r)
{
    uint32_t first = 0;
    struct pending p;

    for (uint32_t i = 1; i < r->n_pending; ++i)
        if (compare_keys(&r->pending[i], &r->pending[first]) < 0)
            first = i;
    p = r->pending[first];
    r->pending[first] = r->pending[--r->n_pending];
    return p;
}

/* Compute the iterations at block `to`, reached from block `from`. Returns false if that exceeds
 * the bound. */
static bool iterate(struct execution *x, const struct flow *flow, const struct pending *from,
                    struct pending *to)
{
    const struct flow_block *const a = &flow->block[from->block], *const b =
                                                                      &flow->block[to->block];

    for (uint32_t i = 0; i < b->n_loops; ++i) {
        const bool inside = i < a->n_loops && a->loop[i] == b->loop[i];

        to->iteration[i] = inside ? from->iteration[i] : 0;
        if (inside && i == b->n_loops - 1 && b->loop[i] == to->block &&
            ++to->iteration[i] >= x->bound)
            return false;
    }
    return true;
}

/* --- values passed along an edge --- */

static const struct value **phis(struct execution *x, const struct frame *f, uint32_t from,
                                 uint32_t to)
{
    const struct ir_block *const b = &f->f->block[to];
    const struct value **const v = arena_get(&x->arena, b->n + 1, sizeof(void *));

    for (uint32_t i = 0; i < b->n && b->instruction[i].op == IR_PHI; ++i) {
        const struct ir_instruction *const phi = &b->instruction[i];

        x->place = phi->place;
        for (uint32_t k = 0; k < phi->n_labels; ++k)
            if (phi->label[k] == from)
                v[i] = operate_value(x, f, &phi->operand[k]);
        if (!v[i])
            execute_refuse(x, "a phi without a value of %s", f->f->labels.name[from]);
    }
    return v;
}

static void go(struct execution *x, struct running *r, const struct pending *from, uint32_t block,
               struct path *p, aig_lit condition)
{
    struct pending to = {.block = block};
    struct edge e;

    e.path.pc = aig_and(x->g, p->pc, condition);
    if (e.path.pc == AIG_FALSE)
        return;
    if (!iterate(x, r->frame.f->flow, from, &to)) {
        execute_oblige_silently(x, e.path.pc, EXECUTE_BOUND);
        return;
    }
    e.path.memory = memory_share(x, &p->memory);
    e.phi = phis(x, &r->frame, from->block, block);
    enter(x, r, to, e);
}

/* For the conditions p & x and p & !x, x alone decides. */
static aig_lit choice(const struct aig *g, aig_lit taken, aig_lit other)
{
    const struct aig_node *a, *b;

    if (taken < 2 || other < 2 || (taken | other) & 1 || aig_is_input(g, taken >> 1) ||
        aig_is_input(g, other >> 1))
        return taken;
    a = &g->node[taken >> 1];
    b = &g->node[other >> 1];
    if ((a->a == b->a && a->b == aig_not(b->b)) || (a->a == b->b && a->b == aig_not(b->a)))
        return a->b;
    if ((a->b == b->b && a->a == aig_not(b->a)) || (a->b == b->a && a->a == aig_not(b->b)))
        return a->a;
    return taken;
}

/* Merge all paths that lead to a block into one. */
static struct path merge(struct execution *x, struct running *r, struct pending *p)
{
    const struct ir_block *const b = &r->frame.f->block[p->block];
    struct edge now = p->edge[p->n_edges - 1];

    for (uint32_t i = p->n_edges - 1; i-- > 0;) {
        const aig_lit c = choice(x->g, p->edge[i].path.pc, now.path.pc);

        for (uint32_t k = 0; k < b->n && b->instruction[k].op == IR_PHI; ++k) {
            x->place = b->instruction[k].place;
            now.phi[k] = value_merge(x, c, p->edge[i].phi[k], now.phi[k]);
        }
        memory_merge(x, c, &now.path.memory, &p->edge[i].path.memory);
        now.path.pc = aig_or(x->g, now.path.pc, p->edge[i].path.pc);
    }
    for (uint32_t k = 0; k < b->n && b->instruction[k].op == IR_PHI; ++k)
        r->frame.local[b->instruction[k].result] = now.phi[k];
    return now.path;
}

/* --- the ends of blocks --- */

static aig_lit condition(struct execution *x, struct running *r, const struct ir_instruction *i,
                         const struct path *p, const struct value **v)
{
    *v = operate_word(x, &r->frame, &i->operand[0]);
    execute_oblige_silently(x, aig_and(x->g, p->pc, (*v)->poison),
                            "a branch that depends on an undefined value");
    return (*v)->bit[0];
}

static void branch(struct execution *x, struct running *r, const struct pending *at,
                   const struct ir_instruction *i, struct path *p)
{
    const struct value *v;
    aig_lit c;

    if (i->n_labels == 1 || i->label[0] == i->label[1]) {
        go(x, r, at, i->label[0], p, AIG_TRUE);
        return;
    }
    c = condition(x, r, i, p, &v);
    go(x, r, at, i->label[0], p, c);
    go(x, r, at, i->label[1], p, aig_not(c));
}

/* Go to each target once, even if several cases lead there: a phi has only one value for them. */
static void switch_to(struct execution *x, struct running *r, const struct pending *at,
                      const struct ir_instruction *i, struct path *p)
{
    aig_lit *const taken = arena_get(&x->arena, i->n_labels, sizeof *taken);
    const struct value *v;

    condition(x, r, i, p, &v);
    taken[0] = AIG_TRUE;
    for (uint32_t k = 1; k < i->n_labels; ++k) {
        const struct value *const of = operate_word(x, &r->frame, &i->operand[k]);

        taken[k] = bits_equal(x->g, v->n, v->bit, of->bit);
        taken[0] = aig_and(x->g, taken[0], aig_not(taken[k]));
    }
    for (uint32_t k = 0; k < i->n_labels; ++k) {
        bool done = false;

        for (uint32_t l = 0; l < k; ++l)
            done |= i->label[l] == i->label[k];
        for (uint32_t l = k + 1; l < i->n_labels; ++l)
            if (!done && i->label[l] == i->label[k])
                taken[k] = aig_or(x->g, taken[k], taken[l]);
        if (!done)
            go(x, r, at, i->label[k], p, taken[k]);
    }
}

static void give_back(struct execution *x, struct running *r, const struct ir_instruction *i,
                      const struct path *p)
{
    const struct value *const v =
        i->n_operands ? operate_value(x, &r->frame, &i->operand[0]) : NULL;
    struct path copy = *p;

    if (!r->end) {
        r->end = arena_get(&x->arena, 1, sizeof *r->end);
        r->end->pc = p->pc;
        r->end->memory = memory_share(x, &copy.memory);
        r->result = v;
        return;
    }
    const aig_lit c = choice(x->g, p->pc, r->end->pc);
    memory_merge(x, c, &r->end->memory, &p->memory);
    if (v)
        r->result = value_merge(x, c, v, r->result);
    r->end->pc = aig_or(x->g, r->end->pc, p->pc);
}

/* --- functions --- */

static const struct value *copy_argument(struct execution *x, struct path *p, const struct value *v,
                                         const struct ir_type *t)
{
    const uint32_t n = (uint32_t)ir_size(t);
    const uint32_t object = memory_add(x, &p->memory, n, 16, "an argument");
    struct byte *const bytes = arena_get(&x->arena, n, sizeof *bytes);

    memory_load(x, &p->memory, p->pc, v, n, 1, bytes);
    memory_store(x, &p->memory, p->pc, memory_pointer(x, object), n, 1, bytes);
    return memory_pointer(x, object);
}

static bool is_of(const struct value *v, const struct ir_type *t)
{
    if (v->kind == VALUE_WORD)
        return t->kind == IR_INT && t->bits == v->n;
    return (v->kind == VALUE_POINTER) == (t->kind == IR_PTR);
}

static bool call_function(struct execution *x, const struct frame *f,
                          const struct ir_instruction *i, struct path *p,
                          const struct value **result)
{
    const struct ir_function *const to = x->m->global[i->callee].function;
    const struct value **argument;

    if (!to)
        return operate_intrinsic(x, f, i, p, result);
    if (to->n_parameters != i->n_operands)
        execute_refuse(x, "%s: called with another number of arguments",
                       x->m->global[i->callee].name);
    argument = arena_get(&x->arena, i->n_operands, sizeof(void *));
    for (uint32_t k = 0; k < i->n_operands; ++k) {
        argument[k] = operate_value(x, f, &i->operand[k]);
        if (!is_of(argument[k], to->parameter[k].type))
            execute_refuse(x, "%s: called with an argument of another type",
                           x->m->global[i->callee].name);
        if (to->parameter[k].by_value)
            argument[k] = copy_argument(x, p, argument[k], to->parameter[k].by_value);
    }
    if (!execute_call(x, to, argument, i->n_operands, p, result))
        return false;
    if (*result && !is_of(*result, i->type))
        execute_refuse(x, "%s: called as a function of another type", x->m->global[i->callee].name);
    return true;
}

static void run_block(struct execution *x, struct running *r, struct pending *at)
{
    const struct ir_block *const b = &r->frame.f->block[at->block];
    struct path p = merge(x, r, at);

    for (uint32_t k = 0; k < b->n; ++k) {
        const struct ir_instruction *const i = &b->instruction[k];
        const struct value *v = NULL;

        x->place = i->place;
        if (assay_process_interrupted())
            execute_refuse(x, "interrupted");
        switch (i->op) {
        case IR_PHI:
            continue;
        case IR_BR:
            branch(x, r, at, i, &p);
            return;
        case IR_SWITCH:
            switch_to(x, r, at, i, &p);
            return;
        case IR_RET:
            give_back(x, r, i, &p);
            return;
        case IR_UNREACHABLE:
            operate_oblige(x, &p, AIG_TRUE, "code that cannot be reached");
            return;
        case IR_CALL:
            if (!call_function(x, &r->frame, i, &p, &v))
                return;
            break;
        default:
            v = operate(x, &r->frame, i, &p);
        }
        if (i->result != IR_NO_RESULT)
            r->frame.local[i->result] = v;
    }
}

bool execute_call(struct execution *x, const struct ir_function *f, const struct value **argument,
                  uint32_t n, struct path *p, const struct value **result)
{
    struct running r = {.frame = {f, arena_get(&x->arena, f->n_locals, sizeof(void *))}};
    const struct ir_place place = x->place;
    const uint32_t before = x->n_objects;
    struct path copy = *p;

    if (++x->depth > MOST_CALLS)
        execute_refuse(x, "calls nested more than %d deep", MOST_CALLS);
    for (uint32_t i = 0; i < n; ++i)
        r.frame.local[f->parameter[i].local] = argument[i];
    enter(x, &r, (struct pending){.block = 0},
          (struct edge){{p->pc, memory_share(x, &copy.memory)},
                        arena_get(&x->arena, f->block[0].n + 1, sizeof(void *))});
    while (r.n_pending) {
        struct pending next = take_first(&r);

        run_block(x, &r, &next);
    }
    --x->depth;
    x->place = place;
    if (!r.end)
        return false;
    p->memory = r.end->memory;
    memory_end_since(x, &p->memory, before);
    *result = r.result;
    return true;
}
