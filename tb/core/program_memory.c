/* program_memory.c - loads, stores and atomics of a random program. */
#include "core/maker.h"
#include "predicate/random_word.h"

/* Returns a ld, ldu or st with a random size. Its modifier also selects local or global memory. */
static struct predicate_word access_word(struct core_maker *k, uint8_t op, bool local)
{
    static const uint8_t stores[] = {PREDICATE_B32, PREDICATE_B32, PREDICATE_U8, PREDICATE_U16};
    struct predicate_word w = {.op = op};
    const uint32_t size = op == PREDICATE_ST              ? stores[core_draw(k, 4)]
                          : assay_rng_percent(k->m.r, 40) ? 0u
                                                          : core_draw(k, PREDICATE_SIZES);
    const uint32_t bits = size | (local ? PREDICATE_LOCAL : 0u);

    if (op == PREDICATE_ST) {
        w.di = (uint8_t)bits;
        w.ck = assay_rng_percent(k->m.r, 80) ? PREDICATE_R : PREDICATE_U;
        w.ci = core_draw(k, PREDICATE_FREE);
        return w;
    }
    w.ci = (uint8_t)bits;
    w.dk = op == PREDICATE_LDU ? PREDICATE_TO_U : PREDICATE_TO_R;
    w.di = core_draw(k, PREDICATE_FREE);
    return w;
}

static void place(struct predicate_word *w, uint8_t ak, uint8_t ai, uint8_t bk, uint8_t bi,
                  uint32_t imm)
{
    w->ak = ak;
    w->ai = ai;
    w->bk = bk;
    w->bi = bi;
    w->imm = imm;
}

static void emit_guarded(struct core_maker *k, struct predicate_word *w)
{
    predicate_random_guard(&k->m, w, w->dk != PREDICATE_TO_U);
    predicate_emit(&k->m, w);
}

/* R14 = a free register AND `mask`: a part of an address that differs between lanes. */
static void random_offset(struct core_maker *k, uint32_t mask)
{
    core_emit(k, PREDICATE_AND, CORE_TO_R(PREDICATE_OFFSET), CORE_R(core_draw(k, PREDICATE_FREE)),
              CORE_IMM, CORE_NONE, mask);
}

/* R14 = number of the lane in its group, times `bytes`. */
static void own_offset(struct core_maker *k, uint32_t bytes)
{
    core_emit(k, PREDICATE_MUL, CORE_TO_R(PREDICATE_OFFSET), CORE_S(PREDICATE_WARP), CORE_IMM,
              CORE_NONE, k->lanes);
    core_emit(k, PREDICATE_ADD, CORE_TO_R(PREDICATE_OFFSET), CORE_R(PREDICATE_OFFSET),
              CORE_S(PREDICATE_LANE), CORE_NONE, 0);
    core_emit(k, PREDICATE_MUL, CORE_TO_R(PREDICATE_OFFSET), CORE_R(PREDICATE_OFFSET), CORE_IMM,
              CORE_NONE, bytes);
}

/* R14 = the number of some lane of the group, times `bytes`. */
static void other_offset(struct core_maker *k, uint32_t bytes)
{
    uint32_t mask = core_group_lanes(k) - 1;

    for (uint32_t n = 1; n < 32; n *= 2)
        mask |= mask >> n;
    random_offset(k, mask);
    if (assay_rng_percent(k->m.r, 50))
        core_emit(k, PREDICATE_XOR, CORE_TO_R(PREDICATE_OFFSET), CORE_R(PREDICATE_OFFSET),
                  CORE_S(PREDICATE_LANE), CORE_NONE, 0);
    core_emit(k, PREDICATE_MINU, CORE_TO_R(PREDICATE_OFFSET), CORE_R(PREDICATE_OFFSET), CORE_IMM,
              CORE_NONE, core_group_lanes(k) - 1);
    core_emit(k, PREDICATE_MUL, CORE_TO_R(PREDICATE_OFFSET), CORE_R(PREDICATE_OFFSET), CORE_IMM,
              CORE_NONE, bytes);
}

/* --- the lane's own words --- */

static void own_bytes(struct core_maker *k, uint8_t op)
{
    struct predicate_word w = access_word(k, op, false);
    const uint32_t bytes = predicate_access_bytes(&w);
    uint32_t at = core_draw(k, CORE_OWN_BYTES) & ~(bytes - 1);

    place(&w, CORE_R(PREDICATE_BASE), CORE_IMM, at);
    if (assay_rng_percent(k->m.r, 40)) {
        random_offset(k, 31 & ~(bytes - 1));
        place(&w, CORE_R(PREDICATE_BASE), CORE_R(PREDICATE_OFFSET), 0);
    }
    emit_guarded(k, &w);
}

/* Draws a part of `bytes` of one of the words, which are interleaved over the lanes. */
static uint32_t interleaved(struct core_maker *k, uint32_t words, uint32_t lanes, uint32_t bytes)
{
    const uint32_t word = core_draw(k, words), byte = core_draw(k, 4);

    return word * 4 * lanes + (byte & ~(bytes - 1));
}

static void wide(struct core_maker *k, uint8_t op)
{
    struct predicate_word w = access_word(k, op, false);
    const uint32_t bytes = predicate_access_bytes(&w);

    place(&w, CORE_R(CORE_WIDE), CORE_IMM,
          interleaved(k, CORE_WIDE_WORDS, core_all_lanes(k), bytes));
    emit_guarded(k, &w);
}

static void own_local(struct core_maker *k, uint8_t op)
{
    struct predicate_word w = access_word(k, op, true);
    const uint32_t bytes = predicate_access_bytes(&w);

    own_offset(k, 4 * CORE_LOCAL_WORDS);
    place(&w, CORE_R(PREDICATE_OFFSET), CORE_IMM,
          core_draw(k, 4 * CORE_LOCAL_WORDS) & ~(bytes - 1));
    emit_guarded(k, &w);
}

/* Any operation is allowed, because no other lane accesses the word. */
static void own_atomic(struct core_maker *k)
{
    const bool local = assay_rng_percent(k->m.r, 50);
    const uint32_t op = PREDICATE_ATOM_EXCH + core_draw(k, PREDICATE_ATOMS - PREDICATE_ATOM_EXCH);
    const uint8_t data = core_draw(k, PREDICATE_FREE), to = core_draw(k, PREDICATE_FREE);
    struct predicate_word w =
        core_word(PREDICATE_ATOM, CORE_TO_R(to), CORE_R(PREDICATE_OFFSET), CORE_R(data), CORE_NONE,
                  op | (local ? PREDICATE_ATOM_LOCAL : 0u));

    if (op == PREDICATE_ATOM_CAS) {
        w.ck = PREDICATE_R;
        w.ci = core_draw(k, PREDICATE_FREE);
    }
    if (local)
        own_offset(k, 4 * CORE_LOCAL_WORDS);
    else if (assay_rng_percent(k->m.r, 50))
        core_emit(k, PREDICATE_ADD, CORE_TO_R(PREDICATE_OFFSET), CORE_R(PREDICATE_BASE), CORE_IMM,
                  CORE_NONE, core_draw(k, CORE_OWN_BYTES) & ~3u);
    else
        w.ai = CORE_WIDE;
    if (op == PREDICATE_ATOM_CAS &&
        assay_rng_percent(k->m.r, 50)) { /* makes the comparison often succeed */
        struct predicate_word old = {.op = PREDICATE_LD, .dk = PREDICATE_TO_R, .di = w.bi};

        old.ci = (uint8_t)(PREDICATE_B32 + (local ? PREDICATE_LOCAL : 0));
        place(&old, CORE_R(w.ai), CORE_C(CORE_C_ZERO), 0);
        predicate_emit(&k->m, &old);
    }
    emit_guarded(k, &w);
}

/* --- data that all lanes read --- */

static void constant_data(struct core_maker *k)
{
    const bool uniform = k->m.uniform && assay_rng_percent(k->m.r, 40);
    struct predicate_word w = access_word(k, uniform ? PREDICATE_LDU : PREDICATE_LD, false);
    const uint32_t bytes = predicate_access_bytes(&w);

    if (assay_rng_percent(k->m.r, 40)) {
        place(&w, CORE_B(CORE_IN), CORE_IMM, assay_rng_below(k->m.r, CORE_IN_BYTES) & ~(bytes - 1));
    } else if (uniform) {
        core_emit(k, PREDICATE_AND, CORE_TO_U(CORE_SCRATCH), CORE_U(core_draw(k, PREDICATE_FREE)),
                  CORE_IMM, CORE_NONE, (CORE_IN_BYTES - 1) & ~(bytes - 1));
        place(&w, CORE_B(CORE_IN), CORE_U(CORE_SCRATCH), 0);
    } else {
        random_offset(k, (CORE_IN_BYTES - 1) & ~(bytes - 1));
        place(&w, CORE_B(CORE_IN), CORE_R(PREDICATE_OFFSET), 0);
    }
    emit_guarded(k, &w);
}

/* --- words that others of the group read later --- */

/* U14 = address of the group's part of the buffer. */
static void group_base(struct core_maker *k)
{
    core_emit(k, PREDICATE_MAD, CORE_TO_U(CORE_SCRATCH), CORE_S(PREDICATE_GROUP), CORE_IMM,
              CORE_B(CORE_GROUPS), 4 * CORE_GROUP_WORDS * core_group_lanes(k));
}

/* Accesses a word of those interleaved over the lanes, in local or global memory. */
static void shared(struct core_maker *k, uint8_t op)
{
    const bool local = assay_rng_percent(k->m.r, 50);
    struct predicate_word w = access_word(k, op, local);
    const uint32_t bytes = predicate_access_bytes(&w);
    const uint32_t at = interleaved(k, CORE_GROUP_WORDS, core_group_lanes(k), bytes);

    if (op == PREDICATE_ST)
        own_offset(k, 4);
    else
        other_offset(k, 4);
    if (local) {
        place(&w, CORE_R(PREDICATE_OFFSET), CORE_IMM, core_local_shared(k) + at);
    } else { /* U may not be written everywhere, so the base is computed in R */
        core_emit(k, PREDICATE_MAD, CORE_TO_R(PREDICATE_OFFSET), CORE_S(PREDICATE_GROUP), CORE_IMM,
                  CORE_R(PREDICATE_OFFSET), 4 * CORE_GROUP_WORDS * core_group_lanes(k));
        core_emit(k, PREDICATE_ADD, CORE_TO_R(PREDICATE_OFFSET), CORE_R(PREDICATE_OFFSET),
                  CORE_B(CORE_GROUPS), CORE_NONE, 0);
        place(&w, CORE_R(PREDICATE_OFFSET), CORE_IMM, at);
    }
    emit_guarded(k, &w);
}

/* Emits a uniform load of the group's words. */
static void shared_uniform(struct core_maker *k)
{
    const bool local = assay_rng_percent(k->m.r, 50);
    struct predicate_word w = access_word(k, PREDICATE_LDU, local);
    const uint32_t bytes = predicate_access_bytes(&w);
    const uint32_t words = CORE_GROUP_WORDS * core_group_lanes(k) + (local ? CORE_ATOM_WORDS : 0);
    const uint32_t at = assay_rng_below(k->m.r, 4 * words) & ~(bytes - 1);

    if (local) {
        place(&w, CORE_IMM, CORE_C(CORE_C_ZERO), core_local_shared(k) + at);
    } else {
        group_base(k);
        place(&w, CORE_U(CORE_SCRATCH), CORE_IMM, at);
    }
    emit_guarded(k, &w);
}

/* Uses operations whose order does not matter, each on its own word. */
static void shared_atomic(struct core_maker *k)
{
    static const uint8_t ops[CORE_ATOM_WORDS] = {
        PREDICATE_ATOM_ADD, PREDICATE_ATOM_AND, PREDICATE_ATOM_OR,   PREDICATE_ATOM_XOR,
        PREDICATE_ATOM_MIN, PREDICATE_ATOM_MAX, PREDICATE_ATOM_MINU, PREDICATE_ATOM_MAXU};
    const bool local = k->phase == CORE_WRITES && assay_rng_percent(k->m.r, 60);
    const uint8_t i = core_draw(k, CORE_ATOM_WORDS);
    struct predicate_word w =
        core_word(PREDICATE_ATOM, CORE_TO_R(CORE_PROGRAM_JUNK), CORE_R(PREDICATE_OFFSET),
                  CORE_R(core_draw(k, PREDICATE_FREE)), CORE_NONE,
                  ops[i] | (local ? PREDICATE_ATOM_LOCAL : 0u));

    if (local)
        core_emit(k, PREDICATE_MOV, CORE_TO_R(PREDICATE_OFFSET), CORE_IMM, CORE_NONE, CORE_NONE,
                  core_local_atoms(k) + 4u * i);
    else
        core_emit(k, PREDICATE_ADD, CORE_TO_R(PREDICATE_OFFSET), CORE_B(CORE_ATOMS), CORE_IMM,
                  CORE_NONE, 4u * i);
    emit_guarded(k, &w);
}

void core_random_access(struct core_maker *k)
{
    const uint8_t op = assay_rng_percent(k->m.r, 50) ? PREDICATE_ST : PREDICATE_LD;
    const uint32_t kind = core_draw(k, 100);

    if (kind < 35 && k->phase == CORE_WRITES)
        assay_rng_percent(k->m.r, 60) ? shared(k, PREDICATE_ST) : shared_atomic(k);
    else if (kind < 25 && k->phase == CORE_READS)
        shared(k, PREDICATE_LD);
    else if (kind < 35 && k->phase == CORE_READS && k->m.uniform)
        shared_uniform(k);
    else if (kind < 55 && !k->lent)
        own_bytes(k, op);
    else if (kind < 72)
        wide(k, op);
    else if (kind < 80 && !k->lent)
        own_local(k, op);
    else if (kind < 86 && !k->lent)
        own_atomic(k);
    else if (kind < 90)
        shared_atomic(k);
    else
        constant_data(k);
}
