/*
 * asm_flow.c - follows all paths that a warp can take through a program.
 *
 * The state of a path (struct way) is the pc, whether all lanes still running are active, and the
 * divergence stack, with the same information for each entry. Lanes are not counted: a branch that
 * may split them is followed both ways, and split as well. Two facts about the stack are used.
 * First, all active lanes belong to every ssy entry below them, because each entry above it was
 * made from lanes of that entry; hence a lane that joins continues at the target of the topmost
 * ssy. Second, an ssy entry that was made with all lanes active has a live lane as long as any lane
 * is live.
 */
#include <stdlib.h>
#include <string.h>

#include "predicate/asm_uniform.h"

enum { MOST_WAYS = 1 << 16, TABLE = 1 << 18 };

enum entry_kind { SSY_WHOLE, SSY_PART, BRANCH };

struct way {
    uint8_t depth, whole;
    uint16_t pc; /* up to 4095, like the pc of an entry */
    uint16_t to[PREDICATE_STACK];
    uint8_t kind[PREDICATE_STACK];
};

struct follower {
    const struct predicate_assembly *a;
    const struct predicate_decoded *d;
    flow_parts_fn *parts;
    const void *arg;
    struct flow *f;
    bool exits; /* lanes may exit early: an entry may have no live lanes */
    struct way *way;
    uint16_t *blame;
    uint32_t *table; /* hash table: index + 1 of a way */
    uint32_t n, done;
    bool full;
};

static uint32_t hash(const struct way *w)
{
    const uint8_t *bytes = (const uint8_t *)w;
    uint32_t h = 2166136261u;

    for (size_t i = 0; i < sizeof *w; ++i)
        h = (h ^ bytes[i]) * 16777619u;
    return h;
}

/* Adds a path unless it is known. Unused entries are zero: equal paths have equal bytes. */
static void go(struct follower *s, const struct way *w, uint16_t blame)
{
    uint32_t at = hash(w) % TABLE;

    if (w->pc >= s->a->length || s->full)
        return;
    for (; s->table[at]; at = (at + 1) % TABLE)
        if (memcmp(&s->way[s->table[at] - 1], w, sizeof *w) == 0)
            return;
    if (s->n == MOST_WAYS) {
        s->full = true;
        return;
    }
    s->way[s->n] = *w;
    s->blame[s->n] = blame;
    s->table[at] = ++s->n;
}

static void lane_goes(struct follower *s, uint32_t pc, uint32_t to)
{
    if (to < s->a->length)
        s->f->next[pc][to / 64] |= UINT64_C(1) << (to % 64);
}

static void jump(struct follower *s, const struct way *w, uint32_t to, uint16_t blame)
{
    struct way n = *w;

    n.pc = (uint16_t)to;
    go(s, &n, blame);
}

static void push(struct way *w, uint32_t to, enum entry_kind kind)
{
    w->to[w->depth] = (uint16_t)to;
    w->kind[w->depth++] = (uint8_t)kind;
}

/* Continues at the topmost entry with live lanes, or at each entry that might be it. */
static void pop(struct follower *s, const struct way *w, uint16_t blame, bool skip)
{
    struct way n = *w;

    while (n.depth) {
        const uint8_t k = n.kind[--n.depth];

        n.pc = n.to[n.depth];
        n.whole = k == SSY_WHOLE;
        n.to[n.depth] = 0;
        n.kind[n.depth] = 0;
        go(s, &n, blame);
        if (n.whole || !skip)
            return;
    }
}

static void step_branch(struct follower *s, const struct way *w, uint16_t blame)
{
    const struct predicate_decoded *d = &s->d[w->pc];
    const uint32_t to = d->w.imm & PREDICATE_TARGET, pc = w->pc;
    struct way n = *w;

    jump(s, w, to, blame);
    lane_goes(s, pc, to);
    if (!d->w.gk)
        return;
    jump(s, w, pc + 1, blame);
    lane_goes(s, pc, pc + 1);
    if (d->unit == PREDICATE_SCALAR || !s->parts(s->arg, pc) || n.depth == PREDICATE_STACK)
        return;
    n.whole = 0;
    push(&n, to > pc ? pc + 1 : to, BRANCH);
    jump(s, &n, to > pc ? to : pc + 1, w->whole ? (uint16_t)pc : blame);
}

static void step_ssy(struct follower *s, const struct way *w, uint16_t blame)
{
    struct way n = *w;

    lane_goes(s, w->pc, w->pc + 1u);
    if (n.depth == PREDICATE_STACK)
        return;
    push(&n, s->d[w->pc].w.imm & PREDICATE_TARGET, w->whole ? SSY_WHOLE : SSY_PART);
    jump(s, &n, w->pc + 1u, blame);
}

static void step_join(struct follower *s, const struct way *w, uint16_t blame)
{
    for (uint32_t i = w->depth; i-- > 0;) {
        if (w->kind[i] != BRANCH) {
            lane_goes(s, w->pc, w->to[i]);
            break;
        }
    }
    pop(s, w, blame, s->exits);
}

static void step_exit(struct follower *s, const struct way *w, uint16_t blame)
{
    if (s->d[w->pc].w.gk) {
        jump(s, w, w->pc + 1u, blame);
        lane_goes(s, w->pc, w->pc + 1u);
    }
    if (!w->whole) /* if all lanes were active, none is left */
        pop(s, w, blame, true);
}

static void step(struct follower *s, const struct way *w, uint16_t blame)
{
    const struct predicate_decoded *d = &s->d[w->pc];
    const uint32_t pc = w->pc;

    if (!s->f->reached[pc])
        s->f->whole[pc] = true;
    s->f->reached[pc] = true;
    if (!w->whole && s->f->whole[pc]) {
        s->f->whole[pc] = false;
        s->f->blame[pc] = blame;
    }
    if (d->trap)
        return;
    switch (d->w.op) {
    case PREDICATE_BRA:
        step_branch(s, w, blame);
        break;
    case PREDICATE_SSY:
        step_ssy(s, w, blame);
        break;
    case PREDICATE_JOIN:
        step_join(s, w, blame);
        break;
    case PREDICATE_EXIT:
        step_exit(s, w, blame);
        break;
    default:
        jump(s, w, pc + 1, blame);
        lane_goes(s, pc, pc + 1);
        break;
    }
}

static bool lanes_may_leave(const struct predicate_assembly *a, const struct predicate_decoded *d)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < a->length; ++i)
        if (d[i].w.op == PREDICATE_EXIT)
            n += d[i].w.gk ? 2 : 1;
    return n > 1;
}

bool flow_follow(const struct predicate_assembly *a, const struct predicate_decoded *d,
                 flow_parts_fn *parts, const void *arg, struct flow *f)
{
    struct follower s = {.a = a, .d = d, .parts = parts, .arg = arg, .f = f};
    struct way start;

    memset(f->reached, 0, a->length * sizeof f->reached[0]);
    memset(f->whole, 0, a->length * sizeof f->whole[0]);
    memset(f->blame, 0, a->length * sizeof f->blame[0]);
    memset(f->next, 0, a->length * sizeof f->next[0]);
    memset(&start, 0, sizeof start);
    start.whole = 1;
    s.exits = lanes_may_leave(a, d);
    s.way = malloc(MOST_WAYS * sizeof *s.way);
    s.blame = malloc(MOST_WAYS * sizeof *s.blame);
    s.table = calloc(TABLE, sizeof *s.table);
    s.full = !s.way || !s.blame || !s.table;
    go(&s, &start, 0);
    while (s.done < s.n && !s.full) {
        const struct way w = s.way[s.done];

        step(&s, &w, s.blame[s.done++]);
    }
    free(s.way);
    free(s.blame);
    free(s.table);
    return !s.full;
}
