#include "slice/tame.h"

#include "core/core.h"
#include "core/maker.h"
#include "predicate/random_word.h"

enum { ALIGNED = 4, NEAR = 256, STEPS = 8, FIRST = 2 /* words that set R15 and R14 */ };

struct tame {
    struct assay_rng *r;
    uint32_t lanes;
    bool units;
    struct core_program *p;
};

static uint32_t draw(const struct tame *t, uint32_t n)
{
    return assay_rng_below(t->r, n);
}

static void put(const struct tame *t, uint32_t at, struct predicate_word w)
{
    t->p->code[at] = predicate_pack(&w);
}

static void operand(struct predicate_word *w, uint32_t imm)
{
    w->ak = PREDICATE_IMM;
    w->ai = 0;
    w->imm = imm;
}

/* Neighbouring lanes access neighbouring words. */
static void addresses(const struct tame *t)
{
    static const uint8_t apart[] = {0, 4, 4, 4, 8, 32, 64, 68};
    const uint8_t bytes = apart[draw(t, sizeof apart)];

    put(t, 0,
        core_word(PREDICATE_MAD, CORE_TO_R(PREDICATE_BASE), CORE_S(PREDICATE_LANE), CORE_IMM,
                  CORE_B(0), bytes));
    put(t, 1,
        core_word(PREDICATE_MUL, CORE_TO_R(PREDICATE_OFFSET), CORE_S(PREDICATE_LANE), CORE_IMM,
                  CORE_NONE, bytes < 2 * ALIGNED ? bytes : ALIGNED));
}

static void access(const struct tame *t, struct predicate_word *w)
{
    const bool store = w->op == PREDICATE_ST, warp = w->op == PREDICATE_LDU;
    const bool local = ((store ? w->di : w->ci) & PREDICATE_LOCAL) != 0;
    const uint32_t bytes = predicate_access_bytes(w);
    const uint32_t room = local ? t->p->local_bytes - ALIGNED * t->lanes : NEAR;

    if (store && predicate_is_immediate(w->ck))
        w->ck = PREDICATE_R;
    operand(w, draw(t, room) & ~(bytes - 1));
    w->bk = warp ? PREDICATE_C : PREDICATE_R;
    if (warp)
        w->bi = local ? CORE_C_ZERO : CORE_C_FIRST;
    else
        w->bi = local ? PREDICATE_OFFSET : PREDICATE_BASE;
}

/* Most branches go forward. */
static void branch(const struct tame *t, uint32_t at, struct predicate_word *w)
{
    const uint32_t last = t->p->length - 1;

    if (w->imm > last || (w->imm <= at && (w->op == PREDICATE_SSY || !w->gk || draw(t, 10)))) {
        w->imm = at + 1 + draw(t, STEPS);
        w->imm = w->imm < last ? w->imm : last;
    }
}

/* A join has an entry of the stack if the word before it has just made it. */
static void join(const struct tame *t, uint32_t at, struct predicate_word *w)
{
    const struct predicate_word ssy = {.op = PREDICATE_SSY, .imm = at + 1};
    struct predicate_word before;

    predicate_unpack(t->p->code[at - 1], &before);
    if (at > FIRST && before.op != PREDICATE_DPAS)
        put(t, at - 1, ssy);
    else
        *w = core_word(PREDICATE_WAIT, CORE_TO_NONE, CORE_IMM, CORE_NONE, CORE_NONE, 1);
}

/* The operation is not taken from a U, whose value would hardly ever be one. */
static void barrier(const struct tame *t, struct predicate_word *w)
{
    enum { BY = 15 | 15 << PREDICATE_BAR_OP };

    w->ak = PREDICATE_C;
    w->ai = CORE_C_ZERO;
    if ((w->imm & 15) == PREDICATE_BAR_BY)
        w->imm = (w->imm & ~(uint32_t)BY) | (1 + draw(t, PREDICATE_BAR_OPS - 1));
}

static void amend(const struct tame *t, uint32_t at)
{
    struct predicate_word w;

    predicate_unpack(t->p->code[at], &w);
    if (w.dk == PREDICATE_TO_R && w.di >= PREDICATE_OFFSET)
        w.di &= 7;
    switch (w.op) {
    case PREDICATE_LD:
    case PREDICATE_ST:
    case PREDICATE_LDU:
        access(t, &w);
        break;
    case PREDICATE_BRA:
    case PREDICATE_SSY:
        branch(t, at, &w);
        break;
    case PREDICATE_JOIN:
        join(t, at, &w);
        break;
    case PREDICATE_ATOM:
        w.ai = w.imm & PREDICATE_ATOM_LOCAL ? PREDICATE_OFFSET : PREDICATE_BASE;
        break;
    case PREDICATE_BAR:
        barrier(t, &w);
        break;
    case PREDICATE_MSG:
        operand(&w, 0);
        break;
    case PREDICATE_RECV: /* a message may never come */
        operand(&w, draw(t, 20) == 0);
        break;
    case PREDICATE_ROW:
        operand(&w, draw(t, t->p->rows));
        break;
    case PREDICATE_DPAS:
    case PREDICATE_MOVE:
        if (!t->units)
            w = core_word(PREDICATE_WAIT, CORE_TO_NONE, CORE_IMM, CORE_NONE, CORE_NONE, 0);
        break;
    default:
        break;
    }
    put(t, at, w);
}

void slice_tame(struct assay_rng *r, uint32_t lanes, bool units, struct core_program *p)
{
    const struct tame t = {.r = r, .lanes = lanes, .units = units, .p = p};

    addresses(&t);
    for (uint32_t i = FIRST; i < p->length; ++i)
        amend(&t, i);
    put(&t, p->length - 1, (struct predicate_word){.op = PREDICATE_EXIT});
}
