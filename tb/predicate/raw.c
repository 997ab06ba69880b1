/* raw.c - programs of random words. */
#include "predicate/instructions.h"
#include "predicate/program.h"
#include "predicate/random_word.h"

static uint8_t random_kind(struct assay_rng *r, uint8_t op)
{
    switch (op) {
    case PREDICATE_CMP:
        return assay_rng_percent(r, 50) ? PREDICATE_TO_P : PREDICATE_TO_UP;
    case PREDICATE_VOTE_ALL:
    case PREDICATE_VOTE_ANY:
    case PREDICATE_VOTE_NONE:
        return PREDICATE_TO_UP;
    case PREDICATE_BRA:
    case PREDICATE_SSY:
    case PREDICATE_JOIN:
    case PREDICATE_ST:
    case PREDICATE_EXIT:
        return PREDICATE_TO_NONE;
    case PREDICATE_LD:
        return PREDICATE_TO_R;
    case PREDICATE_RED:
    case PREDICATE_READLANE:
        return PREDICATE_TO_U;
    default:
        return assay_rng_percent(r, 50) ? PREDICATE_TO_R : PREDICATE_TO_U;
    }
}

/* Changes one or two fields. Nearly legal words are those that a decoder gets wrong. */
static void damage(struct assay_rng *r, struct predicate_word *w)
{
    switch (assay_rng_below(r, 11)) {
    case 0:
        w->op = (uint8_t)assay_rng_below(r, 64);
        break;
    case 1:
        w->gk = (uint8_t)assay_rng_below(r, 8);
        break;
    case 2:
        w->zero = 1;
        break;
    case 3:
        w->dk = (uint8_t)assay_rng_below(r, 8);
        break;
    case 4:
        w->di = (uint8_t)assay_rng_below(r, 16);
        break;
    case 5:
        w->ak = (uint8_t)assay_rng_below(r, 8);
        break;
    case 6:
        w->bk = (uint8_t)assay_rng_below(r, 8);
        break;
    case 7:
        w->ck = (uint8_t)assay_rng_below(r, 8);
        break;
    case 8: /* often a special source that does not exist */
        w->ak = PREDICATE_SPECIAL;
        w->ai = (uint8_t)assay_rng_below(r, 16);
        break;
    case 9:
        w->bk = PREDICATE_SPECIAL;
        w->bi = (uint8_t)assay_rng_below(r, 16);
        break;
    default:
        w->ci = (uint8_t)assay_rng_below(r, 16);
        break;
    }
}

/* Gives a uniform destination something that differs between lanes. The decoder checks each such
 * part separately. */
static void part(struct assay_rng *r, struct predicate_word *w)
{
    uint8_t *const kinds[] = {&w->ak, &w->bk, &w->ck};
    uint8_t *kind = kinds[assay_rng_below(r, 3)];

    if (kind == &w->ck && w->op >= PREDICATE_ADD && w->op <= PREDICATE_FMUL) {
        /* make sure there is a third source */
        static const uint8_t triples[] = {PREDICATE_FFMA,    PREDICATE_MAD,     PREDICATE_DP4A_SS,
                                          PREDICATE_DP4A_SU, PREDICATE_DP4A_US, PREDICATE_DP4A_UU,
                                          PREDICATE_PRMT};

        w->op = triples[assay_rng_below(r, sizeof triples)];
    }
    switch (assay_rng_below(r, 4)) {
    case 0:
        w->gk = (uint8_t)(PREDICATE_IF_P + assay_rng_below(r, 2));
        return;
    case 3:
        if (w->op >= PREDICATE_ADD && w->op <= PREDICATE_FMUL)
            w->op = PREDICATE_SEL;
        if (w->op == PREDICATE_SEL) {
            w->ck = 1;
            w->ci &= 3;
        }
        return;
    case 1:
        *kind = PREDICATE_SPECIAL;
        *(kind == &w->ak ? &w->ai : kind == &w->bk ? &w->bi : &w->ci) = PREDICATE_LANE;
        break;
    default:
        *kind = PREDICATE_R;
        break;
    }
}

/* Uses few registers, so that instructions depend on each other. */
static void narrow(struct assay_rng *r, struct predicate_word *w)
{
    if (w->dk)
        w->di &= 3;
    if (w->ak == PREDICATE_R || w->ak == PREDICATE_U)
        w->ai &= 3;
    if (w->bk == PREDICATE_R || w->bk == PREDICATE_U)
        w->bi &= 3;
    w->gi = (uint8_t)assay_rng_below(r, 2);
}

static uint8_t raw_op(struct assay_rng *r, bool brief)
{
    if (brief) {
        const uint8_t op = (uint8_t)(1 + assay_rng_below(r, PREDICATE_CMP));

        return assay_rng_percent(r, 70) ? op : predicate_random_arithmetic(r);
    }
    if (assay_rng_percent(r, 15))
        return (uint8_t)(PREDICATE_BRA + assay_rng_below(r, 3));
    if (assay_rng_percent(r, 10)) /* loads, stores and votes are few among all operations */
        return (uint8_t)(PREDICATE_VOTE_ALL + assay_rng_below(r, 7));
    if (assay_rng_percent(r, 4))
        return PREDICATE_RED;
    return (uint8_t)(1 + assay_rng_below(r, PREDICATE_OWN_OPS));
}

/* Most accesses are in memory and aligned. R15 is 4 times the lane number, or what a structured
 * program left there. */
static void near(struct assay_rng *r, struct predicate_word *w)
{
    w->ak = PREDICATE_IMM;
    w->imm = assay_rng_below(r, PREDICATE_BYTES + PREDICATE_BYTES / 16);
    if (assay_rng_percent(r, 75))
        w->imm &= ~(predicate_access_bytes(w) - 1);
    w->bk = assay_rng_percent(r, 90) ? PREDICATE_R : PREDICATE_SPECIAL;
    w->bi = w->bk == PREDICATE_R && assay_rng_percent(r, 90) ? PREDICATE_BASE : PREDICATE_LANE;
}

void predicate_raw(struct assay_rng *r, uint32_t illegal, struct predicate_program *p)
{
    const bool close = assay_rng_percent(r, 50);
    bool after_memory = false;
    /* A trap ends the program, so some programs are short in order to see many traps. */
    const bool brief = illegal && assay_rng_percent(r, 25);

    p->length = brief ? 1 + assay_rng_below(r, 4) : 8 + assay_rng_below(r, 56);
    p->sense = assay_rng_percent(r, 50);
    for (uint32_t i = 0; i < p->length; ++i) {
        /* A load or store is often followed by something that could issue with it. */
        const bool beside = after_memory && assay_rng_percent(r, 50);
        const uint8_t op = beside ? PREDICATE_ADD : raw_op(r, brief);
        const uint8_t dk =
            beside || (brief && op != PREDICATE_CMP) ? PREDICATE_TO_U : random_kind(r, op);
        struct predicate_word w = predicate_random_word(r, op, dk);
        const bool unguarded = op == PREDICATE_SSY || op == PREDICATE_JOIN;
        const bool uniform = (w.dk == PREDICATE_TO_U && op < PREDICATE_RED) ||
                             (w.dk == PREDICATE_TO_UP && op == PREDICATE_CMP);

        if (close)
            narrow(r, &w);
        if (!unguarded && assay_rng_percent(r, 50))
            w.gk = (uint8_t)(uniform ? PREDICATE_IF_UP + assay_rng_below(r, 2)
                                     : 1 + assay_rng_below(r, 4));
        if (op == PREDICATE_EXIT && !w.gk) /* otherwise the program would be too short */
            w.gk = PREDICATE_IF_P;
        if (op == PREDICATE_BRA || op == PREDICATE_SSY)
            w.imm = assay_rng_percent(r, 95) ? assay_rng_below(r, p->length)
                                             : (uint32_t)(assay_rng_u64(r) & 0xFFFFFF);
        if ((op == PREDICATE_LD || op == PREDICATE_ST) && assay_rng_percent(r, 80)) {
            if (predicate_is_immediate(w.ck) && op == PREDICATE_ST)
                w.ck = PREDICATE_R;
            near(r, &w);
        }
        if (brief && uniform && assay_rng_percent(r, 50))
            part(r, &w);
        else if (assay_rng_percent(r, illegal) && assay_rng_percent(r, 40))
            (uniform && assay_rng_percent(r, 50) ? part : damage)(r, &w);
        p->code[i] = predicate_pack(&w);
        after_memory = op == PREDICATE_LD || op == PREDICATE_ST;
    }
}
