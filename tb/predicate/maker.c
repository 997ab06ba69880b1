#include "predicate/maker.h"

#include "predicate/instructions.h"
#include "predicate/random_word.h"

enum {
    MAX_NESTING = 4,   /* each level takes two entries of the stack */
    MAX_STATEMENTS = 6 /* in a body */
};

static void shun(const struct predicate_maker *m, uint8_t kind, uint8_t *i)
{
    const uint32_t shunned = kind == PREDICATE_R ? m->shun_r : kind == PREDICATE_U ? m->shun_u : 0;

    if (shunned >> *i & 1)
        *i &= 7;
}

void predicate_emit(struct predicate_maker *m, const struct predicate_word *w)
{
    struct predicate_word kept = *w;

    shun(m, w->ak, &kept.ai);
    shun(m, w->bk, &kept.bi);
    if (predicate_is_source(predicate_takes(w).c))
        shun(m, w->ck, &kept.ci);
    if (m->length < m->size)
        m->code[m->length++] = predicate_pack(&kept);
}

static uint32_t here(const struct predicate_maker *m)
{
    return m->length;
}

/* Emits a branch, ssy or join, and returns its index. `land` sets its target later, to the place
 * reached then. */
static uint32_t forward(struct predicate_maker *m, uint8_t op, uint8_t gk, uint8_t gi)
{
    const struct predicate_word w = {.op = op, .gk = gk, .gi = gi};

    predicate_emit(m, &w);
    return here(m) - 1;
}

static void land(struct predicate_maker *m, uint32_t at)
{
    m->code[at] |= (uint64_t)(here(m) & PREDICATE_TARGET) << 40;
}

void predicate_random_guard(struct predicate_maker *m, struct predicate_word *w, bool lanes)
{
    static const uint8_t of_lanes[] = {PREDICATE_IF_P, PREDICATE_IF_NOT_P, PREDICATE_IF_UP,
                                       PREDICATE_IF_NOT_UP};

    if (assay_rng_percent(m->r, 60))
        return;
    w->gk = of_lanes[lanes ? assay_rng_below(m->r, 4) : 2 + assay_rng_below(m->r, 2)];
    w->gi = (uint8_t)assay_rng_below(m->r, PREDICATE_PREDS);
}

/* Emits a vote, red or readlane, which all lanes must reach. */
static void random_cross(struct predicate_maker *m)
{
    static const uint8_t ops[] = {PREDICATE_VOTE_ALL, PREDICATE_VOTE_ANY, PREDICATE_VOTE_NONE,
                                  PREDICATE_RED,      PREDICATE_RED,      PREDICATE_READLANE};
    const uint8_t op = ops[assay_rng_below(m->r, sizeof ops)];
    struct predicate_word w = predicate_random_word(
        m->r, op, op <= PREDICATE_VOTE_NONE ? PREDICATE_TO_UP : PREDICATE_TO_U);

    if (op == PREDICATE_RED && assay_rng_percent(m->r, 30)) { /* -0 in all lanes */
        const struct predicate_word zero = {.op = PREDICATE_MOV,
                                            .dk = PREDICATE_TO_R,
                                            .di = (uint8_t)assay_rng_below(m->r, PREDICATE_FREE),
                                            .ak = PREDICATE_IMM_HIGH,
                                            .imm = 0x800000};

        predicate_emit(m, &zero);
        w.ai = zero.di;
    }
    predicate_random_guard(m, &w, true);
    predicate_emit(m, &w);
}

void predicate_random_instruction(struct predicate_maker *m)
{
    static const uint8_t kinds[] = {PREDICATE_TO_R, PREDICATE_TO_R, PREDICATE_TO_R,
                                    PREDICATE_TO_P, PREDICATE_TO_U, PREDICATE_TO_UP};
    const bool uniform = m->uniform || !m->plain;
    const uint8_t dk = kinds[assay_rng_below(m->r, uniform ? 6 : 4)];
    const bool boolean = dk == PREDICATE_TO_P || dk == PREDICATE_TO_UP;
    struct predicate_word w;

    if (uniform && assay_rng_percent(m->r, 8)) {
        random_cross(m);
        return;
    }
    w = predicate_random_word(m->r, boolean ? PREDICATE_CMP : predicate_random_arithmetic(m->r),
                              dk);
    predicate_random_guard(m, &w, dk != PREDICATE_TO_U && dk != PREDICATE_TO_UP);
    predicate_emit(m, &w);
}

void predicate_random_exit(struct predicate_maker *m)
{
    struct predicate_word w = {.op = PREDICATE_EXIT};

    w.gk = (uint8_t)(PREDICATE_IF_P + assay_rng_below(m->r, 4));
    w.gi = (uint8_t)assay_rng_below(m->r, PREDICATE_PREDS);
    predicate_emit(m, &w);
}

void predicate_body(struct predicate_maker *m)
{
    for (uint32_t n = 1 + assay_rng_below(m->r, MAX_STATEMENTS); n && here(m) < m->most - 60; --n)
        m->statement(m);
}

static void if_lanes(struct predicate_maker *m)
{
    const uint8_t gk = (uint8_t)(PREDICATE_IF_P + assay_rng_below(m->r, 2));
    const bool uniform = m->uniform, alike = m->alike;
    uint32_t end, other;
    const uint8_t gi = (uint8_t)assay_rng_below(m->r, PREDICATE_PREDS);

    m->uniform = m->alike = false;
    ++m->nesting;
    end = forward(m, PREDICATE_SSY, 0, 0);
    other = forward(m, PREDICATE_BRA, gk, gi);
    predicate_body(m);
    (void)forward(m, PREDICATE_JOIN, 0, 0);
    land(m, other);
    if (assay_rng_percent(m->r, 60))
        predicate_body(m);
    (void)forward(m, PREDICATE_JOIN, 0, 0);
    land(m, end);
    --m->nesting;
    m->uniform = uniform;
    m->alike = alike;
}

static void if_warp(struct predicate_maker *m)
{
    const uint8_t gk = (uint8_t)(PREDICATE_IF_UP + assay_rng_below(m->r, 2));
    const uint8_t gi = (uint8_t)assay_rng_below(m->r, PREDICATE_PREDS);
    const uint32_t other = forward(m, PREDICATE_BRA, gk, gi);
    const bool alike = m->alike;
    uint32_t end;

    m->alike = false;
    predicate_body(m);
    end = forward(m, PREDICATE_BRA, 0, 0);
    land(m, other);
    if (assay_rng_percent(m->r, 60))
        predicate_body(m);
    land(m, end);
    m->alike = alike;
}

struct predicate_loop predicate_open_loop(struct predicate_maker *m, bool lanes, uint8_t pred)
{
    struct predicate_loop l = {.counter = (uint8_t)(PREDICATE_COUNTER + m->loops),
                               .pred = pred,
                               .lanes = lanes,
                               .uniform = m->uniform,
                               .alike = m->alike};

    m->nesting += lanes;
    ++m->loops;
    if (lanes) {
        m->uniform = m->alike = false;
        l.end = forward(m, PREDICATE_SSY, 0, 0);
    }
    l.back = here(m);
    return l;
}

void predicate_close_loop(struct predicate_maker *m, const struct predicate_loop *l)
{
    const uint8_t reg = l->lanes ? PREDICATE_R : PREDICATE_U;
    const struct predicate_word less = {.op = PREDICATE_SUB,
                                        .dk = reg,
                                        .di = l->counter,
                                        .ak = reg,
                                        .ai = l->counter,
                                        .bk = PREDICATE_IMM,
                                        .imm = 1};
    const struct predicate_word test = {.op = PREDICATE_CMP,
                                        .dk = l->lanes ? PREDICATE_TO_P : PREDICATE_TO_UP,
                                        .di = l->pred,
                                        .ak = reg,
                                        .ai = l->counter,
                                        .ci = PREDICATE_NZ};
    const struct predicate_word back = {
        .op = PREDICATE_BRA,
        .gk = (uint8_t)((l->lanes ? PREDICATE_IF_P : PREDICATE_IF_UP) + (m->sense ? 1 : 0)),
        .gi = l->pred,
        .imm = l->back};

    predicate_emit(m, &less);
    predicate_emit(m, &test);
    predicate_emit(m, &back);
    if (l->lanes) {
        (void)forward(m, PREDICATE_JOIN, 0, 0);
        land(m, l->end);
    }
    --m->loops;
    m->nesting -= l->lanes;
    m->uniform = l->uniform;
    m->alike = l->alike;
}

/* A loop of 1 to 3 trips. `lanes`: the number is per lane, otherwise per warp. */
static void loop(struct predicate_maker *m, bool lanes)
{
    const uint8_t counter = (uint8_t)(PREDICATE_COUNTER + m->loops);
    const uint8_t reg = lanes ? PREDICATE_R : PREDICATE_U;
    const uint8_t pred = (uint8_t)assay_rng_below(m->r, PREDICATE_PREDS);
    const uint32_t trips = 1 + assay_rng_below(m->r, 2);
    const bool alike = m->alike;
    struct predicate_loop l;
    /* counter = trips + (x & 1) */
    struct predicate_word first = {
        .op = PREDICATE_AND, .dk = reg, .di = counter, .ak = reg, .bk = PREDICATE_IMM, .imm = 1};
    const struct predicate_word second = {.op = PREDICATE_ADD,
                                          .dk = reg,
                                          .di = counter,
                                          .ak = reg,
                                          .ai = counter,
                                          .bk = PREDICATE_IMM,
                                          .imm = trips};

    first.ai = (uint8_t)assay_rng_below(m->r, PREDICATE_FREE);
    predicate_emit(m, &first);
    predicate_emit(m, &second);
    m->alike = false;
    l = predicate_open_loop(m, lanes, pred);
    predicate_body(m);
    predicate_close_loop(m, &l);
    m->alike = alike;
}

bool predicate_random_flow(struct predicate_maker *m, uint32_t kind)
{
    const bool room = here(m) < m->most - 100;
    const bool stack = m->nesting < MAX_NESTING;

    if (kind < 12 && room && stack)
        if_lanes(m);
    else if (kind < 18 && room)
        if_warp(m);
    else if (kind < 24 && room && stack && m->loops < PREDICATE_LOOPS)
        loop(m, true);
    else if (kind < 28 && room && m->loops < PREDICATE_LOOPS && (m->uniform || !m->plain))
        loop(m, false);
    else
        return false;
    return true;
}
