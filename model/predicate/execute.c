/* execute.c - guards, sources, and results of instructions in lanes. */
#include "predicate/warp.h"

uint32_t predicate_guard_lanes(const struct predicate_warp *w, const struct predicate_word *n)
{
    const uint32_t flip =
        (n->gk == PREDICATE_IF_NOT_P || n->gk == PREDICATE_IF_NOT_UP) != w->sense ? w->all : 0;

    switch (n->gk) {
    case PREDICATE_IF_P:
    case PREDICATE_IF_NOT_P:
        return w->p[n->gi] ^ flip;
    case PREDICATE_IF_UP:
    case PREDICATE_IF_NOT_UP:
        return (w->up[n->gi] ? w->all : 0) ^ flip;
    default:
        return w->all;
    }
}

uint32_t predicate_source(const struct predicate_warp *w, const struct predicate_word *n,
                          uint8_t kind, uint8_t i, uint32_t lane)
{
    switch (kind) {
    case PREDICATE_R:
        return w->r[i][lane];
    case PREDICATE_U:
        return w->u[i];
    case PREDICATE_C:
        return w->c[i];
    case PREDICATE_IMM:
        return (n->imm ^ 0x800000) - 0x800000;
    case PREDICATE_IMM_HIGH:
        return n->imm << 8;
    case PREDICATE_SPECIAL:
        return i == PREDICATE_LANE ? lane : w->special[i];
    default:
        return 0;
    }
}

/*
 * The result of the instruction in `lane`, if it depends on that lane only: a value, or 0 or 1 for
 * cmp.
 */
static uint32_t result(const struct predicate_warp *w, const struct predicate_word *n,
                       uint32_t lane)
{
    const bool choice =
        n->op == PREDICATE_SEL && (n->ck == 1 ? w->p[n->ci] >> lane & 1 : w->up[n->ci]);

    return predicate_compute(n, predicate_source(w, n, n->ak, n->ai, lane),
                             predicate_source(w, n, n->bk, n->bi, lane),
                             predicate_source(w, n, n->ck, n->ci, lane), choice);
}

/* --- vote, red, readlane --- */

static uint32_t vote(const struct predicate_warp *w, const struct predicate_word *n, uint32_t exec)
{
    const uint32_t set = w->p[n->ci] & exec;

    switch (n->op) {
    case PREDICATE_VOTE_ALL:
        return set == exec;
    case PREDICATE_VOTE_ANY:
        return set != 0;
    default:
        return set == 0;
    }
}

/*
 * The operation at each node of red's tree, which combines neighbours, then pairs of them, and so
 * on.
 */
static struct predicate_word step_of(const struct predicate_word *n)
{
    static const uint8_t ops[PREDICATE_REDS][3] = {
        [PREDICATE_RED_ADD] = {PREDICATE_ADD, PREDICATE_ADD, PREDICATE_FADD},
        [PREDICATE_RED_MIN] = {PREDICATE_MIN, PREDICATE_MINU, PREDICATE_FMIN},
        [PREDICATE_RED_MAX] = {PREDICATE_MAX, PREDICATE_MAXU, PREDICATE_FMAX},
        [PREDICATE_RED_AND] = {PREDICATE_AND, PREDICATE_AND, 0},
        [PREDICATE_RED_OR] = {PREDICATE_OR, PREDICATE_OR, 0},
        [PREDICATE_RED_XOR] = {PREDICATE_XOR, PREDICATE_XOR, 0}};

    return (struct predicate_word){.op = ops[n->ci][n->ck]};
}

/* The value that a lane contributes if it does not execute. */
static uint32_t neutral(const struct predicate_word *n)
{
    static const uint32_t values[PREDICATE_REDS][3] = {
        [PREDICATE_RED_ADD] = {0, 0, 0x80000000},
        [PREDICATE_RED_MIN] = {0x7FFFFFFF, 0xFFFFFFFF, 0x7FC00000},
        [PREDICATE_RED_MAX] = {0x80000000, 0, 0x7FC00000},
        [PREDICATE_RED_AND] = {0xFFFFFFFF, 0xFFFFFFFF, 0}};

    return values[n->ci][n->ck];
}

static uint32_t reduce(const struct predicate_warp *w, const struct predicate_word *n,
                       uint32_t exec)
{
    const struct predicate_word step = step_of(n);
    uint32_t v[PREDICATE_MAX_LANES] = {0};

    for (uint32_t i = 0; i < w->lanes; ++i)
        v[i] = exec >> i & 1 ? w->r[n->ai][i] : neutral(n);
    for (uint32_t apart = 1; apart < w->lanes; apart *= 2)
        for (uint32_t i = 0; i < w->lanes; i += 2 * apart)
            v[i] = predicate_compute(&step, v[i], v[i + apart], 0, false);
    return v[0];
}

static uint32_t cross(const struct predicate_warp *w, const struct predicate_word *n, uint32_t exec)
{
    switch (n->op) {
    case PREDICATE_RED:
        return reduce(w, n, exec);
    case PREDICATE_READLANE:
        return w->r[n->ai][predicate_source(w, n, n->bk, n->bi, 0) % w->lanes];
    default:
        return vote(w, n, exec);
    }
}

/* --- records --- */

void predicate_vector_result(const struct predicate_warp *w, const struct predicate_decoded *d,
                             uint32_t exec, struct predicate_vector *e)
{
    if (d->cross) {
        e->mask = exec != 0;
        if (e->mask && d->w.dk == PREDICATE_TO_UP)
            e->pred = cross(w, &d->w, exec);
        else if (e->mask)
            e->data[0] = cross(w, &d->w, exec);
        return;
    }
    if (!d->writes || d->outside)
        return;
    e->mask = exec;
    for (uint32_t n = 0; n < w->lanes; ++n) {
        if (!(exec >> n & 1))
            continue;
        if (d->w.dk == PREDICATE_TO_P)
            e->pred |= result(w, &d->w, n) << n;
        else
            e->data[n] = result(w, &d->w, n);
    }
}

void predicate_scalar_result(const struct predicate_warp *w, const struct predicate_decoded *d,
                             struct predicate_scalar *e)
{
    e->mask = d->writes && !d->outside && predicate_guard_lanes(w, &d->w);
    e->data = e->mask ? result(w, &d->w, 0) : 0;
}

uint8_t predicate_destination(const struct predicate_word *n)
{
    return (uint8_t)(n->dk ? n->dk << 4 | n->di : 0);
}

void predicate_retire_vector(struct predicate_warp *w, const struct predicate_vector *e)
{
    const uint32_t i = e->dst & 15;

    if (e->dst >> 4 == PREDICATE_TO_R) {
        for (uint32_t n = 0; n < w->lanes; ++n)
            w->r[i][n] = e->mask >> n & 1 ? e->data[n] : w->r[i][n];
    } else if (e->dst >> 4 == PREDICATE_TO_P) {
        w->p[i] = (w->p[i] & ~e->mask) | e->pred;
    } else if (e->mask && e->dst >> 4 == PREDICATE_TO_U) {
        w->u[i] = e->data[0];
    } else if (e->mask) { /* a vote */
        w->up[i] = (uint8_t)e->pred;
    }
}

void predicate_retire_scalar(struct predicate_warp *w, const struct predicate_scalar *e)
{
    const uint32_t i = e->dst & 15;

    if (e->mask && e->dst >> 4 == PREDICATE_TO_U)
        w->u[i] = e->data;
    else if (e->mask)
        w->up[i] = (uint8_t)e->data;
}

/* --- ld and st --- */

uint32_t predicate_address(const struct predicate_warp *w, const struct predicate_word *n,
                           uint32_t lane)
{
    return predicate_source(w, n, n->ak, n->ai, lane) + predicate_source(w, n, n->bk, n->bi, lane);
}

uint32_t predicate_size_bytes(uint8_t size)
{
    switch (size) {
    case PREDICATE_S8:
    case PREDICATE_U8:
        return 1;
    case PREDICATE_S16:
    case PREDICATE_U16:
        return 2;
    default:
        return 4;
    }
}

uint32_t predicate_bytes(const struct predicate_word *n)
{
    return predicate_size_bytes((n->op == PREDICATE_ST ? n->di : n->ci) & 7);
}

uint32_t predicate_extend(uint32_t x, uint8_t size)
{
    switch (size) {
    case PREDICATE_S8:
        return ((x & 0xFF) ^ 0x80) - 0x80;
    case PREDICATE_U8:
        return x & 0xFF;
    case PREDICATE_S16:
        return ((x & 0xFFFF) ^ 0x8000) - 0x8000;
    case PREDICATE_U16:
        return x & 0xFFFF;
    default:
        return x;
    }
}
