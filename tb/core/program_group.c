/* program_group.c - what the lanes of a warp and the warps of a group do together, for random
 * programs. */
#include "core/core.h"
#include "core/maker.h"
#include "predicate/random_word.h"

/* --- barriers --- */

/* Sets the source of the barrier identifier: U15, or C15, which is 0. */
static void barrier_source(struct core_maker *k, struct predicate_word *w)
{
    const uint32_t id = core_draw(k, k->p->barriers);

    w->ak = PREDICATE_C;
    w->ai = CORE_C_ZERO;
    if (id || assay_rng_percent(k->m.r, 30)) {
        core_emit(k, PREDICATE_MOV, CORE_TO_U(CORE_SCRATCH + 1), CORE_IMM, CORE_NONE, CORE_NONE,
                  id);
        w->ak = PREDICATE_U;
        w->ai = CORE_SCRATCH + 1;
    }
}

static void counted_lanes(struct core_maker *k, struct predicate_word *w)
{
    if (assay_rng_percent(k->m.r, 50))
        w->imm |= PREDICATE_BAR_HAS_P | (uint32_t)core_draw(k, PREDICATE_PREDS) << PREDICATE_BAR_P;
    if (assay_rng_percent(k->m.r, 50))
        w->imm |= PREDICATE_BAR_HAS_SUM | (uint32_t)core_draw(k, PREDICATE_FREE)
                                              << PREDICATE_BAR_SUM;
}

void core_barrier(struct core_maker *k, uint32_t fence)
{
    struct predicate_word w = {.op = PREDICATE_BAR, .imm = fence << PREDICATE_BAR_FENCE};

    barrier_source(k, &w);
    counted_lanes(k, &w);
    predicate_emit(&k->m, &w);
}

/* Whether a gateway operation is legal for the type, and its result is not one that the world draws
 * at random: see is_divided in world_gate.c. */
static bool is_predictable(uint32_t op, uint32_t type)
{
    enum { AND = 3, XOR = 5, MEAN = 9, VARIANCE = 10, F32 = 2, U64 = 3, S64 = 4, F32_PAIR = 7 };
    const bool is_float = type == F32 || type >= F32_PAIR;

    if (op >= AND && op <= XOR)
        return !is_float;
    if (op == MEAN)
        return type != U64 && type != S64;
    return op != VARIANCE || type == F32;
}

static void merge(struct core_maker *k)
{
    struct predicate_word w = {.op = PREDICATE_BAR, .dk = PREDICATE_TO_U};
    uint32_t op, type;

    do {
        op = 1u + core_draw(k, PREDICATE_BAR_OPS - 1);
        type = core_draw(k, PREDICATE_BAR_TYPES);
    } while (!is_predictable(op, type));
    w.imm = op | type << PREDICATE_BAR_TYPE | (uint32_t)core_draw(k, 4) << PREDICATE_BAR_FENCE;
    barrier_source(k, &w);
    counted_lanes(k, &w);
    if (assay_rng_percent(k->m.r, 25)) {
        core_emit(k, PREDICATE_MOV, CORE_TO_U(CORE_SCRATCH), CORE_IMM, CORE_NONE, CORE_NONE, op);
        w.imm = (w.imm | 15u) | (uint32_t)CORE_SCRATCH << PREDICATE_BAR_OP;
    }
    w.di = core_draw(k, PREDICATE_FREE - 1); /* and the next register */
    w.bk = PREDICATE_U;
    w.bi = core_draw(k, PREDICATE_FREE);
    if (type >= 3 && type <= 7) {
        w.ck = PREDICATE_U;
        w.ci = core_draw(k, PREDICATE_FREE);
    }
    predicate_emit(&k->m, &w);
}

/* --- phases: lanes write words that others read after a barrier --- */

/* Completes the previous accesses of the whole group. */
static void settle(struct core_maker *k)
{
    if (assay_rng_percent(k->m.r, 40)) {
        core_emit(k, PREDICATE_FENCE, CORE_TO_NONE, CORE_NONE, CORE_NONE, PREDICATE_NONE,
                  PREDICATE_FENCE_ALL, 0);
        core_barrier(k, 0);
    } else {
        core_barrier(k, PREDICATE_FENCE_ALL);
    }
}

static void phases(struct core_maker *k)
{
    k->phase = CORE_WRITES;
    for (uint32_t n = 1 + core_draw(k, 3); n; --n)
        core_random_access(k);
    predicate_body(&k->m);
    settle(k);
    k->phase = CORE_READS;
    for (uint32_t n = 1 + core_draw(k, 3); n; --n)
        core_random_access(k);
    predicate_body(&k->m);
    settle(k);
    k->phase = CORE_APART;
}

/* --- messages --- */

/* U14 = the next warp of the group, wrapping around to the first. */
static void next_warp(struct core_maker *k)
{
    const uint8_t up = core_draw(k, PREDICATE_PREDS);

    core_emit(k, PREDICATE_ADD, CORE_TO_U(CORE_SCRATCH), CORE_S(PREDICATE_WARP), CORE_IMM,
              CORE_NONE, 1);
    core_emit(k, PREDICATE_CMP, CORE_TO_UP(up), CORE_U(CORE_SCRATCH), CORE_S(PREDICATE_WARPS),
              PREDICATE_U32, PREDICATE_LT, 0);
    core_emit(k, PREDICATE_SEL, CORE_TO_U(CORE_SCRATCH), CORE_U(CORE_SCRATCH), CORE_IMM, 2, up, 0);
}

static void receive(struct core_maker *k, uint32_t n)
{
    core_emit(k, PREDICATE_RECV, CORE_TO_NONE, CORE_IMM, CORE_NONE, CORE_NONE, n);
}

static void messages(struct core_maker *k)
{
    const uint32_t n = 1 + core_draw(k, 2);
    const bool apart = assay_rng_percent(k->m.r, 30);

    next_warp(k);
    for (uint32_t i = 0; i < n; ++i)
        core_emit(k, PREDICATE_MSG, PREDICATE_TO_NONE, (uint8_t)(CORE_INBOX + i),
                  CORE_U(CORE_SCRATCH), CORE_U(core_draw(k, PREDICATE_FREE)), CORE_NONE, 0);
    if (assay_rng_percent(k->m.r, 50))
        core_random_access(k);
    for (uint32_t i = 0; apart && i < n; ++i)
        receive(k, 1);
    if (!apart)
        receive(k, n);
    k->m.shun_u = 0;
    for (uint32_t i = 0; i < n; ++i) {
        const uint8_t add = core_draw(k, 100), to = core_draw(k, PREDICATE_FREE);

        core_emit(k, PREDICATE_ADD, CORE_TO_U(to), CORE_U(CORE_INBOX + i), CORE_IMM, CORE_NONE,
                  add);
    }
    k->m.shun_u = 3u << CORE_INBOX;
    core_barrier(k, 0); /* separates these messages from those of the next such statement */
}

/* --- lanes of a warp --- */

static void meet(struct core_maker *k)
{
    const uint8_t from = core_draw(k, PREDICATE_PREDS), to = core_draw(k, PREDICATE_PREDS);

    core_emit(k, PREDICATE_VOTE_ANY, CORE_TO_UP(to), CORE_NONE, CORE_NONE, 1, from, 0);
}

/* Lanes read what other lanes of their warp have written. The accesses of a warp stay in order. */
static void neighbours(struct core_maker *k)
{
    const uint32_t at = core_draw(k, CORE_OWN_BYTES) & ~3u;

    core_emit(k, PREDICATE_ST, CORE_TO_NONE, CORE_R(PREDICATE_BASE), CORE_IMM,
              CORE_R(core_draw(k, PREDICATE_FREE)), at);
    meet(k);
    core_emit(k, PREDICATE_AND, CORE_TO_R(PREDICATE_OFFSET), CORE_R(core_draw(k, PREDICATE_FREE)),
              CORE_IMM, CORE_NONE, k->lanes - 1);
    core_emit(k, PREDICATE_SUB, CORE_TO_R(PREDICATE_OFFSET), CORE_R(PREDICATE_OFFSET),
              CORE_S(PREDICATE_LANE), CORE_NONE, 0);
    core_emit(k, PREDICATE_MAD, CORE_TO_R(PREDICATE_OFFSET), CORE_R(PREDICATE_OFFSET), CORE_IMM,
              CORE_R(PREDICATE_BASE), CORE_OWN_BYTES);
    core_emit(k, PREDICATE_LD, CORE_TO_R(core_draw(k, PREDICATE_FREE)), CORE_R(PREDICATE_OFFSET),
              CORE_IMM, CORE_NONE, at);
    meet(k);
}

static void fences(struct core_maker *k)
{
    core_emit(k, PREDICATE_FENCE, CORE_TO_NONE, CORE_NONE, CORE_NONE, PREDICATE_NONE,
              (uint8_t)(1 + core_draw(k, 3)), 0);
}

/* --- other units --- */

enum { KEEP = 1 << 21 }; /* becomes bit 29 as an upper immediate */

static void array(struct core_maker *k, uint32_t keeps)
{
    const uint32_t keep = assay_rng_percent(k->m.r, keeps) ? KEEP : 0;
    uint8_t b, c;

    core_emit(k, PREDICATE_MOV, CORE_TO_U(CORE_SCRATCH), CORE_HIGH, CORE_NONE, CORE_NONE,
              (core_draw(k, 64) & ~(uint32_t)KEEP) | keep);
    c = core_draw(k, PREDICATE_FREE);
    b = core_draw(k, PREDICATE_FREE);
    core_emit(k, PREDICATE_DPAS, CORE_TO_NONE, CORE_U(CORE_SCRATCH), CORE_U(b), CORE_U(c), 0);
}

/* A message to the array, or without a wait more of them than can be under way. */
static void arrays(struct core_maker *k)
{
    const bool many = assay_rng_percent(k->m.r, 20);

    for (uint32_t n = many ? CORE_MESSAGES + 1 + core_draw(k, 4) : 1; n; --n)
        array(k, many ? 5 : 40);
    if (assay_rng_percent(k->m.r, 30))
        core_emit(k, PREDICATE_WAIT, CORE_TO_NONE, CORE_IMM, CORE_NONE, CORE_NONE, core_draw(k, 4));
}

/* Moves one of the first lane's own words. The mover writes or reads it between a fence and a
 * wait. */
static void move(struct core_maker *k)
{
    const uint32_t item = core_draw(k, 3), way = core_draw(k, 4);
    const uint8_t c = core_draw(k, PREDICATE_FREE), b = core_draw(k, PREDICATE_FREE);
    struct predicate_word w = core_word(PREDICATE_MOVE, CORE_TO_NONE, CORE_U(CORE_SCRATCH),
                                        CORE_U(b), CORE_U(c), item | way << 2);

    core_emit(k, PREDICATE_READLANE, CORE_TO_U(CORE_SCRATCH), CORE_R(PREDICATE_BASE), CORE_IMM,
              CORE_NONE, 0);
    core_emit(k, PREDICATE_FENCE, CORE_TO_NONE, CORE_NONE, CORE_NONE, PREDICATE_NONE,
              PREDICATE_FENCE_GLOBAL, 0);
    predicate_random_guard(&k->m, &w, false);
    predicate_emit(&k->m, &w);
    if (assay_rng_percent(k->m.r, 50))
        predicate_random_instruction(&k->m);
    core_emit(k, PREDICATE_WAIT, CORE_TO_NONE, CORE_IMM, CORE_NONE, CORE_NONE, 0);
}

static void emit_guarded(struct core_maker *k, struct predicate_word *w)
{
    predicate_random_guard(&k->m, w, true);
    predicate_emit(&k->m, w);
}

/* Each warp has two of its group's rows. Other warps read them after a barrier. */
static void rows(struct core_maker *k)
{
    const uint32_t which = core_draw(k, 2);
    const bool others = k->m.alike && assay_rng_percent(k->m.r, 40);
    struct predicate_word put =
        core_word(PREDICATE_ROW, CORE_TO_NONE, CORE_U(CORE_SCRATCH),
                  CORE_R(core_draw(k, PREDICATE_FREE)), PREDICATE_NONE, PREDICATE_ROW_PUT, 0);
    struct predicate_word get =
        core_word(PREDICATE_ROW, CORE_TO_R(core_draw(k, PREDICATE_FREE)), CORE_U(CORE_SCRATCH),
                  CORE_NONE, PREDICATE_NONE, PREDICATE_ROW_GET, 0);

    core_emit(k, PREDICATE_MAD, CORE_TO_U(CORE_SCRATCH), CORE_S(PREDICATE_WARP), CORE_IMM,
              CORE_C(CORE_C_ZERO), 2);
    core_emit(k, PREDICATE_ADD, CORE_TO_U(CORE_SCRATCH), CORE_U(CORE_SCRATCH), CORE_IMM, CORE_NONE,
              which);
    predicate_emit(&k->m, &put); /* unguarded: a row must be written before it is read */
    emit_guarded(k, &put);
    if (others) {
        core_barrier(k, 0);
        next_warp(k);
        core_emit(k, PREDICATE_MAD, CORE_TO_U(CORE_SCRATCH), CORE_U(CORE_SCRATCH), CORE_IMM,
                  CORE_C(CORE_C_ZERO), 2);
        core_emit(k, PREDICATE_ADD, CORE_TO_U(CORE_SCRATCH), CORE_U(CORE_SCRATCH), CORE_IMM,
                  CORE_NONE, which);
    }
    emit_guarded(k, &get);
    if (others)
        core_barrier(k, 0);
}

static void pack(struct core_maker *k)
{
    struct predicate_word w = predicate_random_word(k->m.r, PREDICATE_PACK, PREDICATE_TO_R);

    emit_guarded(k, &w);
}

static void other_unit(struct core_maker *k)
{
    if (k->units) {
        k->units(k);
        return;
    }
    switch (core_draw(k, 4)) {
    case 0:
        arrays(k);
        break;
    case 1:
        move(k);
        break;
    case 2:
        rows(k);
        break;
    default:
        pack(k);
        break;
    }
}

void core_random_meeting(struct core_maker *k)
{
    const uint32_t kind = core_draw(k, 100);

    if (k->offload && kind < 30)
        other_unit(k);
    else if (kind < 40 && !k->lent)
        neighbours(k);
    else if (kind < 45)
        fences(k);
    else if (!k->m.alike)
        core_random_access(k);
    else if (kind < 62 && k->phase == CORE_APART)
        phases(k);
    else if (kind < 78)
        merge(k);
    else if (kind < 92)
        messages(k);
    else
        core_barrier(k, core_draw(k, 4));
}
