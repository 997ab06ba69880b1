/* random_word.c - random values and single instructions. */
#include "predicate/random_word.h"
#include "predicate/instructions.h"

static const uint32_t corners[] = {
    0,          1,          2,          31,         32,         0xFFFFFFFF, 0x7FFFFFFF, 0x80000000,
    0x80000001, 0x3F800000, 0xBF800000, 0x00800000, 0x007FFFFF, 0x7F7FFFFF, 0x7F800000, 0xFF800000,
    0x7FC00000, 0x7F800001, 0xFFFFFFFE, 0x33800000, 0x3F000000, 0xBF000000, 0x477FF000, 0x33000000};

/* A one followed by zeros, which is a tie for some conversion. Half of them are f32 numbers with
 * few bits. */
static uint32_t tie(struct assay_rng *r)
{
    const uint32_t bits = assay_rng_u32(r), at = assay_rng_below(r, 24);
    const uint32_t x = (bits & ~((UINT32_C(2) << at) - 1)) | UINT32_C(1) << at;

    return assay_rng_percent(r, 50) ? x : 0x3F000000 + (bits & 0x80000000) + (x & 0x07FFFFFF);
}

/* f32 numbers that affect each other in sums and products, and single bits. */
static uint32_t shaped_value(struct assay_rng *r)
{
    const uint32_t bits = assay_rng_u32(r), sign = bits & 0x80000000;

    switch (assay_rng_below(r, 7)) {
    case 0: /* near one */
    case 1:
        return 0x3F000000 + (bits & 0x01FFFFFF);
    case 2: /* the same with few bits and either sign: sums are exact or cancel */
        return sign | (0x3F000000 + (bits & 0x01F00000));
    case 3: /* any exponent, any bit position */
        return sign | (bits & 0x7F800000) | UINT32_C(1) << assay_rng_below(r, 23);
    case 4: /* subnormal */
        return sign | (bits & 0x007FFFFF) >> assay_rng_below(r, 23);
    case 5:
        return tie(r);
    default: /* one bit, or all but one */
        return (sign ? UINT32_MAX : 0) ^ UINT32_C(1) << assay_rng_below(r, 32);
    }
}

uint32_t predicate_random_value(struct assay_rng *r, uint32_t corner)
{
    if (assay_rng_percent(r, corner))
        return corners[assay_rng_below(r, sizeof corners / sizeof corners[0])];
    if (assay_rng_percent(r, 50))
        return assay_rng_below(r, 64);
    if (assay_rng_percent(r, 70))
        return shaped_value(r);
    return (uint32_t)assay_rng_u64(r);
}

/* --- single words --- */

static uint8_t any_kind(struct assay_rng *r)
{
    static const uint8_t any[] = {PREDICATE_R,        PREDICATE_R,      PREDICATE_R,
                                  PREDICATE_U,        PREDICATE_C,      PREDICATE_IMM,
                                  PREDICATE_IMM_HIGH, PREDICATE_SPECIAL};

    return any[assay_rng_below(r, sizeof any)];
}

static uint8_t same_kind(struct assay_rng *r)
{
    static const uint8_t same[] = {PREDICATE_U,   PREDICATE_U,        PREDICATE_C,
                                   PREDICATE_IMM, PREDICATE_IMM_HIGH, PREDICATE_SPECIAL};

    return same[assay_rng_below(r, sizeof same)];
}

static uint8_t held_kind(struct assay_rng *r, bool uniform)
{
    static const uint8_t kinds[] = {PREDICATE_U, PREDICATE_C, PREDICATE_SPECIAL, PREDICATE_R};

    return kinds[assay_rng_below(r, uniform ? 3 : 4)];
}

/* Half of the special sources are the lane index, where it is allowed. */
static uint8_t special_number(struct assay_rng *r, bool uniform)
{
    const uint32_t n = assay_rng_below(r, 2 * PREDICATE_SPECIALS);

    if (uniform)
        return (uint8_t)(1 + n % (PREDICATE_SPECIALS - 1));
    return n < PREDICATE_SPECIALS ? (uint8_t)n : PREDICATE_LANE;
}

static void random_source(struct assay_rng *r, uint8_t shape, bool uniform, uint8_t *kind,
                          uint8_t *i)
{
    switch (shape) {
    case PREDICATE_TAKES_NONE:
    case PREDICATE_TAKES_MODIFIER:
        return;
    case PREDICATE_TAKES_PREDICATE:
    case PREDICATE_TAKES_P:
        *kind = shape == PREDICATE_TAKES_P || (!uniform && assay_rng_percent(r, 50)) ? 1 : 2;
        *i = (uint8_t)assay_rng_below(r, PREDICATE_PREDS);
        return;
    case PREDICATE_TAKES_R:
        *kind = PREDICATE_R;
        break;
    case PREDICATE_TAKES_EVEN:
        *kind = same_kind(r);
        uniform = true;
        break;
    case PREDICATE_TAKES_HELD:
        *kind = held_kind(r, uniform);
        break;
    case PREDICATE_TAKES_EVEN_HELD:
        *kind = held_kind(r, true);
        uniform = true;
        break;
    default:
        *kind = uniform ? same_kind(r) : any_kind(r);
        break;
    }
    *i = *kind == PREDICATE_SPECIAL ? special_number(r, uniform)
                                    : (uint8_t)assay_rng_below(r, PREDICATE_REGS);
}

static bool is_local(uint8_t op, uint32_t modifier)
{
    return (op == PREDICATE_LD && (modifier >> 3 & PREDICATE_LOCAL) != 0) ||
           (op == PREDICATE_ST && (modifier & PREDICATE_LOCAL) != 0);
}

/* Loads and stores access predicate's own memory, not local memory. */
static uint32_t random_modifier(struct assay_rng *r, uint8_t op)
{
    uint32_t m;

    do
        m = assay_rng_below(r, predicate_modifiers(op));
    while (!predicate_good_modifier(op, m) || is_local(op, m));
    return m;
}

static void rest_of_bar(struct assay_rng *r, struct predicate_word *w)
{
    if ((w->imm & 15) == PREDICATE_BAR_BY)
        w->imm |= assay_rng_below(r, PREDICATE_REGS) << PREDICATE_BAR_OP;
    if (assay_rng_percent(r, 50))
        w->imm |= PREDICATE_BAR_HAS_P | assay_rng_below(r, PREDICATE_PREDS) << PREDICATE_BAR_P;
    if (assay_rng_percent(r, 50))
        w->imm |= PREDICATE_BAR_HAS_SUM | assay_rng_below(r, PREDICATE_REGS) << PREDICATE_BAR_SUM;
}

struct predicate_word predicate_random_word(struct assay_rng *r, uint8_t op, uint8_t dk)
{
    const bool boolean = dk == PREDICATE_TO_P || dk == PREDICATE_TO_UP;
    const bool uniform = dk == PREDICATE_TO_U || dk == PREDICATE_TO_UP;
    struct predicate_word w = {.op = op, .dk = dk};
    struct predicate_instruction n;

    if (dk)
        w.di = (uint8_t)assay_rng_below(r, boolean ? PREDICATE_PREDS : PREDICATE_FREE);
    if (predicate_instructions[op].modifier != PREDICATE_IN_IMM)
        w.imm = assay_rng_percent(r, 60) ? assay_rng_below(r, 40)
                                         : (uint32_t)(assay_rng_u64(r) & 0xFFFFFF);
    predicate_set_modifier(&w, random_modifier(r, op));
    if (op == PREDICATE_BAR)
        rest_of_bar(r, &w);
    n = predicate_takes(&w);
    if (op == PREDICATE_BAR)
        w.dk = n.to == 1u << PREDICATE_TO_NONE ? PREDICATE_TO_NONE : PREDICATE_TO_U;
    else if (op == PREDICATE_ROW)
        w.dk = n.to == 1u << PREDICATE_TO_NONE ? PREDICATE_TO_NONE : PREDICATE_TO_R;
    if (!w.dk && n.modifier != PREDICATE_IN_DI)
        w.di = 0;
    random_source(r, n.a, uniform, &w.ak, &w.ai);
    if (op == PREDICATE_CVT && assay_rng_percent(r, 30)) {
        w.ak = PREDICATE_IMM_HIGH;
        w.imm = tie(r) >> 8;
    }
    random_source(r, n.b, uniform, &w.bk, &w.bi);
    random_source(r, n.c, uniform, &w.ck, &w.ci);
    return w;
}

uint8_t predicate_random_kind(struct assay_rng *r, uint8_t op)
{
    const uint8_t to = predicate_instructions[op].to;
    uint8_t kinds[PREDICATE_TO_UP + 1], n = 0;

    for (uint32_t dk = 0; dk <= PREDICATE_TO_UP; ++dk)
        if (to >> dk & 1)
            kinds[n++] = (uint8_t)dk;
    return kinds[assay_rng_below(r, n)];
}

uint8_t predicate_random_arithmetic(struct assay_rng *r)
{
    const uint32_t n = PREDICATE_FFMA + PREDICATE_CVT - PREDICATE_EXIT;
    const uint32_t i = assay_rng_below(r, n);
    const uint8_t op =
        (uint8_t)(i < PREDICATE_FFMA ? 1 + i : PREDICATE_EXIT + 1 + i - PREDICATE_FFMA);

    return op == PREDICATE_FDIV && assay_rng_percent(r, 50) ? PREDICATE_CVT : op;
}

uint32_t predicate_access_bytes(const struct predicate_word *w)
{
    const uint8_t size = (w->op == PREDICATE_ST ? w->di : w->ci) & 7;

    return size == PREDICATE_B32 ? 4 : size <= PREDICATE_U8 ? 1 : 2;
}
