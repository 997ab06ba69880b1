/* focused.c - short programs without control flow that place interesting values where they
 * matter. */
#include "predicate/instructions.h"
#include "predicate/program.h"
#include "predicate/random_word.h"

enum { REGS = 4, STEPS = 12 };

static void emit(struct predicate_program *p, const struct predicate_word *w)
{
    p->code[p->length++] = predicate_pack(w);
}

static void random_guard(struct assay_rng *r, struct predicate_word *w)
{
    w->gk = (uint8_t)(assay_rng_percent(r, 50) ? PREDICATE_IF_P + assay_rng_below(r, 2) : 0);
    w->gi = (uint8_t)assay_rng_below(r, PREDICATE_PREDS);
}

/* Moves a constant or an immediate to a register, in all lanes or in some. */
static void place(struct assay_rng *r, struct predicate_program *p, uint8_t reg, bool again)
{
    struct predicate_word w = {.op = PREDICATE_MOV, .dk = PREDICATE_TO_R, .di = reg};

    w.ak = assay_rng_percent(r, 60) ? PREDICATE_C : PREDICATE_IMM_HIGH;
    w.ai = (uint8_t)assay_rng_below(r, PREDICATE_FOCUS_CONSTANTS);
    w.imm = predicate_random_value(r, 40) >> 8;
    if (assay_rng_percent(r, 15)) { /* -0, the sum of no numbers */
        w.ak = PREDICATE_IMM_HIGH;
        w.imm = 0x800000;
    }
    if (again)
        random_guard(r, &w);
    emit(p, &w);
}

static uint8_t operation(struct assay_rng *r)
{
    static const uint8_t exact[] = {
        PREDICATE_MULHI, PREDICATE_MULHU, PREDICATE_BFE,  PREDICATE_PRMT, PREDICATE_MINU,
        PREDICATE_MAXU,  PREDICATE_FMIN,  PREDICATE_FMAX, PREDICATE_CLZ,  PREDICATE_MIN,
        PREDICATE_FADD,  PREDICATE_MAX,   PREDICATE_FDIV};

    if (assay_rng_percent(r, 45))
        return PREDICATE_CVT;
    if (assay_rng_percent(r, 55))
        return PREDICATE_RED;
    return exact[assay_rng_below(r, sizeof exact)];
}

static void compute(struct assay_rng *r, struct predicate_program *p, uint8_t reg)
{
    const uint8_t op = operation(r);
    struct predicate_word w =
        predicate_random_word(r, op, op == PREDICATE_RED ? PREDICATE_TO_U : PREDICATE_TO_R);

    w.ak = PREDICATE_R;
    w.ai = reg;
    if (op == PREDICATE_CVT && assay_rng_percent(r, 50)) {
        w.ak = PREDICATE_C;
        w.ai = (uint8_t)assay_rng_below(r, PREDICATE_FOCUS_CONSTANTS);
    } else if (w.bk == PREDICATE_R || w.bk == PREDICATE_U) {
        w.bi %= REGS;
    }
    if (w.dk == PREDICATE_TO_R)
        w.di = (uint8_t)(REGS + assay_rng_below(r, REGS));
    if (op == PREDICATE_RED || assay_rng_percent(r, 20))
        random_guard(r, &w);
    emit(p, &w);
}

void predicate_focused(struct assay_rng *r, struct predicate_program *p)
{
    const struct predicate_word end = {.op = PREDICATE_EXIT};

    p->length = 0;
    p->sense = assay_rng_percent(r, 50);
    for (int i = 0; i < REGS; ++i)
        place(r, p, (uint8_t)i, false);
    for (uint32_t i = 0; i < STEPS; ++i) {
        compute(r, p, (uint8_t)assay_rng_below(r, REGS));
        compute(r, p, (uint8_t)assay_rng_below(r, REGS));
        place(r, p, (uint8_t)assay_rng_below(r, REGS), true);
    }
    emit(p, &end);
}
