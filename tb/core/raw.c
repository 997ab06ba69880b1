#include "core/raw.h"

#include "core/maker.h"
#include "predicate/random_word.h"

enum { BURST = 10 };

static uint8_t any_op(struct assay_rng *r)
{
    const uint32_t kind = assay_rng_below(r, 100);

    if (kind < 15)
        return (uint8_t)(PREDICATE_BRA + assay_rng_below(r, 3));
    if (kind < 30)
        return (uint8_t)(PREDICATE_LD + assay_rng_below(r, 2));
    if (kind < 60)
        return (uint8_t)(PREDICATE_LDU + assay_rng_below(r, PREDICATE_OPS - PREDICATE_LDU));
    if (kind < 73)
        return predicate_random_arithmetic(r);
    if (kind < 75)
        return PREDICATE_RED;
    return (uint8_t)(1 + assay_rng_below(r, PREDICATE_OPS - 1));
}

static bool by_lane(const struct predicate_word *w)
{
    return w->gk == PREDICATE_IF_P || w->gk == PREDICATE_IF_NOT_P;
}

/* Provokes sequences that seldom occur by chance: some warps exit and the others reach a
 * barrier; a barrier follows a divergent branch, or the instruction that writes a predicate;
 * several messages are sent before one of them is received. */
static uint8_t next_op(struct assay_rng *r, const struct core_program *p,
                       const struct predicate_word *before)
{
    const bool apt =
        before->dk == PREDICATE_TO_P || (before->op == PREDICATE_BRA && by_lane(before));

    if (before->dk == PREDICATE_TO_UP && p->warps > 1 && assay_rng_percent(r, 15))
        return PREDICATE_EXIT;
    if (before->op == PREDICATE_EXIT && p->warps > 1 && assay_rng_percent(r, 50))
        return PREDICATE_BAR;
    if (apt && assay_rng_percent(r, 20))
        return PREDICATE_BAR;
    if (before->op == PREDICATE_MSG && assay_rng_percent(r, 60))
        return assay_rng_below(r, 2) ? PREDICATE_MSG : PREDICATE_RECV;
    return any_op(r);
}

/* Uses few registers, so that instructions depend on each other. R15 and R14 hold addresses. */
static void narrow(struct assay_rng *r, struct predicate_word *w)
{
    if (w->dk == PREDICATE_TO_R || w->dk == PREDICATE_TO_U)
        w->di &= 7;
    if (w->ak == PREDICATE_R || w->ak == PREDICATE_U)
        w->ai &= 7;
    if (w->bk == PREDICATE_R || w->bk == PREDICATE_U)
        w->bi &= 7;
    w->gi = (uint8_t)assay_rng_below(r, 2);
}

/* Addresses a place in a buffer or in local memory, usually aligned. `begin` sets R15 and R14. */
static void near(struct assay_rng *r, const struct core_program *p, struct predicate_word *w)
{
    const bool load = w->op != PREDICATE_ST;
    const bool local = ((load ? w->ci : w->di) & PREDICATE_LOCAL) != 0;
    uint32_t bytes = predicate_access_bytes(w);

    if (!load && predicate_is_immediate(w->ck))
        w->ck = PREDICATE_R;
    if (assay_rng_percent(r, 8))
        bytes = 1;
    w->ak = PREDICATE_IMM;
    w->imm = assay_rng_below(r, local ? p->local_bytes : 256u) & ~(bytes - 1);
    if (local && assay_rng_percent(r, 3))
        w->imm += p->local_bytes;
    if (w->op == PREDICATE_LDU) {
        w->bk = PREDICATE_C;
        w->bi = local ? CORE_C_ZERO : CORE_C_FIRST;
    } else {
        w->bk = PREDICATE_R;
        w->bi = local ? (uint8_t)PREDICATE_OFFSET : (uint8_t)PREDICATE_BASE;
    }
}

static void shape(struct assay_rng *r, const struct core_program *p, struct predicate_word *w)
{
    switch (w->op) {
    case PREDICATE_LD:
    case PREDICATE_ST:
    case PREDICATE_LDU:
        if (assay_rng_percent(r, 40))
            *(w->op == PREDICATE_ST ? &w->di : &w->ci) |= PREDICATE_LOCAL;
        if (assay_rng_percent(r, 95))
            near(r, p, w);
        break;
    case PREDICATE_ATOM:
        if (assay_rng_percent(r, 15)) { /* the only operation with a third source */
            w->imm = (w->imm & PREDICATE_ATOM_LOCAL) | PREDICATE_ATOM_CAS;
            w->ck = PREDICATE_R;
            w->ci = (uint8_t)assay_rng_below(r, PREDICATE_REGS);
        }
        w->ak = PREDICATE_R;
        w->ai = w->imm & PREDICATE_ATOM_LOCAL ? PREDICATE_OFFSET : PREDICATE_BASE;
        break;
    case PREDICATE_BAR: /* identifier 0, the first one that the group does not have, or any */
        if (assay_rng_percent(r, 85)) {
            w->ak = PREDICATE_C;
            w->ai = assay_rng_percent(r, 20) ? CORE_C_BARS : CORE_C_ZERO;
        }
        break;
    case PREDICATE_MSG:
    case PREDICATE_RECV:
    case PREDICATE_WAIT:
        if (assay_rng_percent(r, 90)) {
            w->ak = PREDICATE_IMM;
            w->imm = assay_rng_below(r, w->op == PREDICATE_WAIT ? 17 : 2);
        }
        break;
    case PREDICATE_ROW: /* includes the last row of the group, and the first one beyond it */
        if (assay_rng_percent(r, 90)) {
            w->ak = PREDICATE_IMM;
            w->imm =
                assay_rng_percent(r, 80) ? assay_rng_below(r, 2) : p->rows - assay_rng_below(r, 2);
        }
        break;
    case PREDICATE_BRA:
    case PREDICATE_SSY:
        w->imm = assay_rng_percent(r, 95) ? assay_rng_below(r, CORE_RAW_WORDS)
                                          : (uint32_t)(assay_rng_u64(r) & 0xFFFFFF);
        break;
    default:
        break;
    }
}

/* A barrier without an operation takes nothing and gives nothing. If it is to be illegal, something
 * stays. */
static void make_plain(struct assay_rng *r, bool bad, struct predicate_word *w)
{
    enum { OP_AND_TYPE = 0xFF };

    w->imm &= ~(uint32_t)OP_AND_TYPE;
    if (!bad || assay_rng_percent(r, 70))
        w->dk = w->di = 0;
    if (!bad || assay_rng_percent(r, 70))
        w->bk = w->bi = 0;
    if (!bad || assay_rng_percent(r, 70))
        w->ck = w->ci = 0;
}

/* A store to local memory that waits for nothing and does not trap. */
static struct predicate_word local_store(struct assay_rng *r, const struct core_program *p)
{
    struct predicate_word w = predicate_random_word(r, PREDICATE_ST, PREDICATE_TO_NONE);

    w.di |= PREDICATE_LOCAL;
    w.ak = PREDICATE_IMM;
    w.imm = assay_rng_below(r, p->local_bytes / 4) * 4;
    w.bk = PREDICATE_C;
    w.bi = CORE_C_ZERO;
    w.ck = PREDICATE_C;
    w.ci = (uint8_t)assay_rng_below(r, PREDICATE_REGS);
    return w;
}

static void guard(struct assay_rng *r, struct predicate_word *w)
{
    struct predicate_instruction n = predicate_takes(w);
    const bool even = n.guards == PREDICATE_EVEN_GUARD ||
                      ((w->dk == PREDICATE_TO_U || w->dk == PREDICATE_TO_UP) && !n.scalar &&
                       w->op != PREDICATE_RED && w->op != PREDICATE_READLANE &&
                       !(w->op >= PREDICATE_VOTE_ALL && w->op <= PREDICATE_VOTE_NONE));

    if (n.guards == PREDICATE_NO_GUARD || assay_rng_percent(r, 55))
        return;
    w->gk = (uint8_t)(even ? PREDICATE_IF_UP + assay_rng_below(r, 2) : 1 + assay_rng_below(r, 4));
    w->gi = (uint8_t)assay_rng_below(r, PREDICATE_PREDS);
}

/* An exit without a guard would make the program too short, so only some lanes or some warps
 * exit. */
static void guard_exit(struct assay_rng *r, const struct core_program *p,
                       const struct predicate_word *before, struct predicate_word *w)
{
    const bool several = p->warps > 1, written = several && before->dk == PREDICATE_TO_UP;

    if (w->gk && !written)
        return;
    w->gk = written || (several && assay_rng_percent(r, 50)) ? PREDICATE_IF_UP : PREDICATE_IF_P;
    if (written)
        w->gi = before->di;
}

/* Makes the instruction depend on the previous one: reads what that one writes as a source or as
 * the predicate that bar counts, or writes the same U with bar. */
static void meet(struct assay_rng *r, const struct predicate_word *before, struct predicate_word *w)
{
    const bool bar = w->op == PREDICATE_BAR && (w->imm & 15) != 0;

    if (bar && before->dk == PREDICATE_TO_P) {
        w->imm &= ~(3u << PREDICATE_BAR_P);
        w->imm |= PREDICATE_BAR_HAS_P | (uint32_t)before->di << PREDICATE_BAR_P;
    } else if (bar && before->dk == PREDICATE_TO_U) {
        w->di = (uint8_t)((before->di - assay_rng_below(r, 2)) & 15);
    } else if (before->dk == PREDICATE_TO_R || before->dk == PREDICATE_TO_U) {
        if (w->ak == before->dk)
            w->ai = before->di;
        if (w->bk == before->dk)
            w->bi = before->di;
    }
}

/* P0 or UP0 = special source < n. */
static struct predicate_word below(uint8_t dk, uint8_t special, uint32_t n)
{
    return (struct predicate_word){.op = PREDICATE_CMP,
                                   .dk = dk,
                                   .ak = PREDICATE_SPECIAL,
                                   .ai = special,
                                   .bk = PREDICATE_IMM,
                                   .ck = PREDICATE_U32,
                                   .ci = PREDICATE_LT,
                                   .imm = n};
}

/* Sets addresses for the accesses to come, which are close together in neighbouring lanes, and a
 * predicate that is true in some lanes. */
static uint32_t begin(struct assay_rng *r, uint32_t lanes, const struct core_program *p,
                      uint64_t *code)
{
    static const uint8_t apart[] = {0, 1, 2, 4, 4, 4, 4, 8, 32, 64, 68};
    const uint8_t near_bytes = apart[assay_rng_below(r, sizeof apart)],
                  local_bytes = apart[assay_rng_below(r, 7)];
    const struct predicate_word words[] = {
        core_word(PREDICATE_MAD, CORE_TO_R(PREDICATE_BASE), CORE_S(PREDICATE_LANE), CORE_IMM,
                  CORE_B(0), near_bytes),
        core_word(PREDICATE_MUL, CORE_TO_R(PREDICATE_OFFSET), CORE_S(PREDICATE_LANE), CORE_IMM,
                  CORE_NONE, local_bytes * lanes < p->local_bytes ? local_bytes : 0),
        below(PREDICATE_TO_P, PREDICATE_LANE, assay_rng_below(r, lanes)),
    };

    for (uint32_t i = 0; i < sizeof words / sizeof words[0]; ++i)
        code[i] = predicate_pack(&words[i]);
    return sizeof words / sizeof words[0];
}

/* Appends a compare that sets a uniform predicate in some warps. */
static void mark_warps(struct assay_rng *r, struct core_program *p, struct predicate_word *last)
{
    *last = below(PREDICATE_TO_UP, PREDICATE_WARP, assay_rng_below(r, p->warps));
    p->code[p->length++] = predicate_pack(last);
}

static struct predicate_word draw(struct assay_rng *r, const struct core_program *p, bool close,
                                  bool bad, const struct predicate_word *before)
{
    const uint8_t op = next_op(r, p, before);
    struct predicate_word w = predicate_random_word(r, op, predicate_random_kind(r, op));

    shape(r, p, &w);
    if (op == PREDICATE_BAR && assay_rng_percent(r, 15))
        make_plain(r, bad, &w);
    guard(r, &w);
    if (close)
        narrow(r, &w);
    if (op == PREDICATE_EXIT)
        guard_exit(r, p, before, &w);
    if (assay_rng_percent(r, 30))
        meet(r, before, &w);
    return w;
}

void core_raw_code(struct assay_rng *r, uint32_t lanes, bool bad, struct core_program *p)
{
    const bool close = assay_rng_percent(r, 50);
    struct predicate_word before = {.op = 0};
    uint32_t stores = 0; /* left of a burst, more than can be under way */

    p->c[CORE_C_BARS] = p->barriers;
    p->entry = 0;
    p->length = assay_rng_percent(r, 60) ? begin(r, lanes, p, p->code) : 0;
    if (p->length && p->warps > 1)
        mark_warps(r, p, &before);
    for (; p->length < CORE_RAW_WORDS; ++p->length) {
        if (!stores && assay_rng_percent(r, 1))
            stores = BURST;
        if (stores && p->local_bytes) {
            before = local_store(r, p);
            --stores;
        } else {
            before = draw(r, p, close, bad, &before);
        }
        p->code[p->length] = predicate_pack(&before);
        if (bad && assay_rng_percent(r, 3)) /* one bit flipped: nearly legal, or illegal */
            p->code[p->length] ^= UINT64_C(1) << assay_rng_below(r, 40);
    }
}
