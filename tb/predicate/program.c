#include "predicate/program.h"

#include <string.h>

#include "predicate/instructions.h"

/* The generator of a structured program leaves these alone but for their purpose. */
enum {
    COUNTER = 10,      /* and up: trip counts of loops, by nesting */
    OFFSET = 14,       /* in the lane's words of data memory */
    MAX_NESTING = 4,   /* each of two entries of the stack */
    MAX_LOOPS = 2,     /* nested */
    MAX_LENGTH = 240,  /* from here on only what closes is emitted */
    MAX_STATEMENTS = 6 /* of a body */
};

/* --- structured --- */

struct maker {
    struct assay_rng *r;
    struct predicate_program *p;
    bool plain;
    bool uniform;     /* U and UP may be written now */
    bool exits;       /* lanes may exit now */
    uint32_t nesting; /* of what takes entries of the stack */
    uint32_t loops;   /* nested */
};

static void emit(struct maker *m, const struct predicate_word *w)
{
    if (m->p->length < PREDICATE_WORDS)
        m->p->code[m->p->length++] = predicate_pack(w);
}

static uint32_t here(const struct maker *m)
{
    return m->p->length;
}

/* Emit a branch or ssy whose target is set later. */
static uint32_t forward(struct maker *m, uint8_t op, uint8_t gk, uint8_t gi)
{
    const struct predicate_word w = {.op = op, .gk = gk, .gi = gi};

    emit(m, &w);
    return here(m) - 1;
}

static void land(struct maker *m, uint32_t at)
{
    m->p->code[at] |= (uint64_t)(here(m) & PREDICATE_TARGET) << 40;
}

static void random_guard(struct maker *m, struct predicate_word *w, bool lanes)
{
    static const uint8_t of_lanes[] = {PREDICATE_IF_P, PREDICATE_IF_NOT_P, PREDICATE_IF_UP,
                                       PREDICATE_IF_NOT_UP};

    if (assay_rng_percent(m->r, 60))
        return;
    w->gk = of_lanes[lanes ? assay_rng_below(m->r, 4) : 2 + assay_rng_below(m->r, 2)];
    w->gi = (uint8_t)assay_rng_below(m->r, PREDICATE_PREDS);
}

/* A vote, red or readlane: of all lanes. */
static void together(struct maker *m)
{
    static const uint8_t ops[] = {PREDICATE_VOTE_ALL, PREDICATE_VOTE_ANY, PREDICATE_VOTE_NONE,
                                  PREDICATE_RED,      PREDICATE_RED,      PREDICATE_READLANE};
    const uint8_t op = ops[assay_rng_below(m->r, sizeof ops)];
    struct predicate_word w = predicate_random_word(
        m->r, op, op <= PREDICATE_VOTE_NONE ? PREDICATE_TO_UP : PREDICATE_TO_U);

    if (op == PREDICATE_RED && assay_rng_percent(m->r, 30)) { /* of -0 in all lanes */
        const struct predicate_word zero = {.op = PREDICATE_MOV,
                                            .dk = PREDICATE_TO_R,
                                            .di = (uint8_t)assay_rng_below(m->r, PREDICATE_FREE),
                                            .ak = PREDICATE_IMM_HIGH,
                                            .imm = 0x800000};

        emit(m, &zero);
        w.ai = zero.di;
    }
    random_guard(m, &w, true);
    emit(m, &w);
}

static void instruction(struct maker *m)
{
    static const uint8_t kinds[] = {PREDICATE_TO_R, PREDICATE_TO_R, PREDICATE_TO_R,
                                    PREDICATE_TO_P, PREDICATE_TO_U, PREDICATE_TO_UP};
    const bool uniform = m->uniform || !m->plain;
    const uint8_t dk = kinds[assay_rng_below(m->r, uniform ? 6 : 4)];
    const bool boolean = dk == PREDICATE_TO_P || dk == PREDICATE_TO_UP;
    struct predicate_word w;

    if (uniform && assay_rng_percent(m->r, 8)) {
        together(m);
        return;
    }
    w = predicate_random_word(m->r, boolean ? PREDICATE_CMP : predicate_random_arithmetic(m->r),
                              dk);
    random_guard(m, &w, dk != PREDICATE_TO_U && dk != PREDICATE_TO_UP);
    emit(m, &w);
}

/* The lane's own bytes, at a fixed or a computed place, or what nobody writes. */
static void memory(struct maker *m)
{
    const bool store = assay_rng_percent(m->r, 50);
    struct predicate_word w = predicate_random_word(m->r, store ? PREDICATE_ST : PREDICATE_LD,
                                                    store ? PREDICATE_TO_NONE : PREDICATE_TO_R);
    const uint32_t bytes = predicate_access_bytes(&w), half = 4 * PREDICATE_SHARE / 2;

    if (predicate_is_immediate(w.ck) && store)
        w.ck = PREDICATE_R;
    w.ak = PREDICATE_R;
    w.ai = PREDICATE_BASE;
    w.imm = assay_rng_below(m->r, half) & ~(bytes - 1);
    w.bk = PREDICATE_IMM;
    if (assay_rng_percent(m->r, 40)) {
        struct predicate_word offset = {.op = PREDICATE_AND,
                                        .dk = PREDICATE_TO_R,
                                        .di = OFFSET,
                                        .ak = PREDICATE_R,
                                        .bk = PREDICATE_IMM,
                                        .imm = (half - 1) & ~(bytes - 1)};

        offset.ai = (uint8_t)assay_rng_below(m->r, PREDICATE_FREE);
        emit(m, &offset);
        w.bk = PREDICATE_R;
        w.bi = OFFSET;
    } else if (!store && assay_rng_percent(m->r, 40)) { /* the same place for all lanes */
        w.ak = PREDICATE_IMM;
        w.bk = PREDICATE_C; /* C15 is zero */
        w.bi = 15;
        w.imm += assay_rng_below(m->r, 4) * 4 * PREDICATE_SHARE + half;
    }
    random_guard(m, &w, true);
    emit(m, &w);
}

static void body(struct maker *m);

static void if_lanes(struct maker *m)
{
    const uint8_t gk = (uint8_t)(PREDICATE_IF_P + assay_rng_below(m->r, 2));
    const bool uniform = m->uniform;
    uint32_t end, other;
    const uint8_t gi = (uint8_t)assay_rng_below(m->r, PREDICATE_PREDS);

    m->uniform = false;
    ++m->nesting;
    end = forward(m, PREDICATE_SSY, 0, 0);
    other = forward(m, PREDICATE_BRA, gk, gi);
    body(m);
    (void)forward(m, PREDICATE_JOIN, 0, 0);
    land(m, other);
    if (assay_rng_percent(m->r, 60))
        body(m);
    (void)forward(m, PREDICATE_JOIN, 0, 0);
    land(m, end);
    --m->nesting;
    m->uniform = uniform;
}

static void if_warp(struct maker *m)
{
    const uint8_t gk = (uint8_t)(PREDICATE_IF_UP + assay_rng_below(m->r, 2));
    const uint8_t gi = (uint8_t)assay_rng_below(m->r, PREDICATE_PREDS);
    const uint32_t other = forward(m, PREDICATE_BRA, gk, gi);
    uint32_t end;

    body(m);
    end = forward(m, PREDICATE_BRA, 0, 0);
    land(m, other);
    if (assay_rng_percent(m->r, 60))
        body(m);
    land(m, end);
}

/* Trips 1 to 3; `lanes`: of each lane, else of the warp. */
static void loop(struct maker *m, bool lanes)
{
    const uint8_t counter = (uint8_t)(COUNTER + m->loops);
    const uint8_t reg = lanes ? PREDICATE_R : PREDICATE_U;
    const uint8_t pred = (uint8_t)assay_rng_below(m->r, PREDICATE_PREDS);
    const bool uniform = m->uniform;
    const uint32_t trips = 1 + assay_rng_below(m->r, 2);
    /* trips + (x & 1), in words of their own */
    struct predicate_word first = {
        .op = PREDICATE_AND, .dk = reg, .di = counter, .ak = reg, .bk = PREDICATE_IMM, .imm = 1};
    const struct predicate_word second = {.op = PREDICATE_ADD,
                                          .dk = reg,
                                          .di = counter,
                                          .ak = reg,
                                          .ai = counter,
                                          .bk = PREDICATE_IMM,
                                          .imm = trips};
    const struct predicate_word less = {.op = PREDICATE_SUB,
                                        .dk = reg,
                                        .di = counter,
                                        .ak = reg,
                                        .ai = counter,
                                        .bk = PREDICATE_IMM,
                                        .imm = 1};
    struct predicate_word test = {
        .op = PREDICATE_CMP, .di = pred, .ak = reg, .ai = counter, .ci = PREDICATE_NZ};
    struct predicate_word back = {.op = PREDICATE_BRA, .gi = pred};
    uint32_t end = 0;

    test.dk = lanes ? PREDICATE_TO_P : PREDICATE_TO_UP;
    back.gk = (uint8_t)((lanes ? PREDICATE_IF_P : PREDICATE_IF_UP) + (m->p->sense ? 1 : 0));
    first.ai = (uint8_t)assay_rng_below(m->r, PREDICATE_FREE);
    emit(m, &first);
    emit(m, &second);
    m->nesting += lanes;
    ++m->loops;
    if (lanes) {
        m->uniform = false;
        end = forward(m, PREDICATE_SSY, 0, 0);
    }
    back.imm = here(m);
    body(m);
    emit(m, &less);
    emit(m, &test);
    emit(m, &back);
    if (lanes) {
        (void)forward(m, PREDICATE_JOIN, 0, 0);
        land(m, end);
    }
    --m->loops;
    m->nesting -= lanes;
    m->uniform = uniform;
}

static void leave(struct maker *m)
{
    struct predicate_word w = {.op = PREDICATE_EXIT};

    w.gk = (uint8_t)(PREDICATE_IF_P + assay_rng_below(m->r, 4));
    w.gi = (uint8_t)assay_rng_below(m->r, PREDICATE_PREDS);
    emit(m, &w);
}

static void statement(struct maker *m)
{
    const uint32_t kind = assay_rng_below(m->r, 100);
    const bool room = here(m) < MAX_LENGTH - 100;
    const bool stack = m->nesting < MAX_NESTING;

    if (kind < 12 && room && stack)
        if_lanes(m);
    else if (kind < 18 && room)
        if_warp(m);
    else if (kind < 24 && room && stack && m->loops < MAX_LOOPS)
        loop(m, true);
    else if (kind < 28 && room && m->loops < MAX_LOOPS && (m->uniform || !m->plain))
        loop(m, false);
    else if (kind < 33 && m->exits)
        leave(m);
    else if (kind < 45)
        memory(m);
    else
        instruction(m);
}

static void body(struct maker *m)
{
    for (uint32_t n = 1 + assay_rng_below(m->r, MAX_STATEMENTS); n && here(m) < MAX_LENGTH - 60;
         --n)
        statement(m);
}

void predicate_structured(struct assay_rng *r, bool plain, struct predicate_program *p)
{
    const struct predicate_word base = {.op = PREDICATE_MUL,
                                        .dk = PREDICATE_TO_R,
                                        .di = PREDICATE_BASE,
                                        .ak = PREDICATE_SPECIAL,
                                        .bk = PREDICATE_IMM,
                                        .imm = 4 * PREDICATE_SHARE};
    const struct predicate_word end = {.op = PREDICATE_EXIT};
    const bool exits = assay_rng_percent(r, 50);
    struct maker m = {.r = r, .p = p, .plain = plain, .uniform = true};

    p->length = 0;
    p->sense = assay_rng_percent(r, 50);
    emit(&m, &base);
    body(&m);
    /* A lane that has left does not see what is written to U after it: no more of that then. */
    m.exits = exits;
    m.uniform = !exits;
    for (uint32_t n = 1 + assay_rng_below(r, 8); n && here(&m) < MAX_LENGTH - 60; --n)
        statement(&m);
    emit(&m, &end);
}
