#include "predicate/program.h"

#include <string.h>

/* The generator of a structured program leaves these alone but for their purpose. */
enum {
    FREE_REGS = 10,    /* R0 to R9 and U0 to U9 are for anything */
    COUNTER = 10,      /* and up: trip counts of loops, by nesting */
    OFFSET = 14,       /* in the lane's words of data memory */
    BASE = 15,         /* the lane's first word */
    MAX_NESTING = 4,   /* each of two entries of the stack */
    MAX_LOOPS = 2,     /* nested */
    MAX_LENGTH = 240,  /* from here on only what closes is emitted */
    MAX_STATEMENTS = 6 /* of a body */
};

static const uint32_t corners[] = {0,          1,          2,          31,         32,
                                   0xFFFFFFFF, 0x7FFFFFFF, 0x80000000, 0x80000001, 0x3F800000,
                                   0xBF800000, 0x00800000, 0x007FFFFF, 0x7F7FFFFF, 0x7F800000,
                                   0xFF800000, 0x7FC00000, 0x7F800001, 0xFFFFFFFE, 0x33800000};

/* Numbers of f32 that meet in sums and products, and single bits. */
static uint32_t shaped_value(struct assay_rng *r)
{
    const uint32_t bits = (uint32_t)(assay_rng_u64(r) >> 32), sign = bits & 0x80000000;

    switch (assay_rng_below(r, 6)) {
    case 0: /* near one */
    case 1:
        return 0x3F000000 + (bits & 0x01FFFFFF);
    case 2: /* the same with few bits and of both signs: sums are exact, or cancel */
        return sign | (0x3F000000 + (bits & 0x01F00000));
    case 3: /* every exponent, every place of a bit */
        return sign | (bits & 0x7F800000) | UINT32_C(1) << assay_rng_below(r, 23);
    case 4: /* subnormal */
        return sign | (bits & 0x007FFFFF) >> assay_rng_below(r, 23);
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

static void random_source(struct assay_rng *r, bool uniform, uint8_t *kind, uint8_t *i)
{
    static const uint8_t any[] = {PREDICATE_R, PREDICATE_R,   PREDICATE_R,        PREDICATE_U,
                                  PREDICATE_C, PREDICATE_IMM, PREDICATE_IMM_HIGH, PREDICATE_LID};
    static const uint8_t same[] = {PREDICATE_U, PREDICATE_U, PREDICATE_C, PREDICATE_IMM,
                                   PREDICATE_IMM_HIGH};

    *kind = uniform ? same[assay_rng_below(r, sizeof same)] : any[assay_rng_below(r, sizeof any)];
    *i = (uint8_t)assay_rng_below(r, PREDICATE_REGS);
}

struct predicate_word predicate_random_word(struct assay_rng *r, uint8_t op, uint8_t dk)
{
    const bool uniform = dk == PREDICATE_TO_U || dk == PREDICATE_TO_UP;
    const bool boolean = dk == PREDICATE_TO_P || dk == PREDICATE_TO_UP;
    const bool vote = op >= PREDICATE_VOTE_ALL && op <= PREDICATE_VOTE_NONE;
    struct predicate_word w = {.op = op, .dk = dk};

    w.di = (uint8_t)assay_rng_below(r, boolean ? PREDICATE_PREDS : FREE_REGS);
    w.imm =
        assay_rng_percent(r, 60) ? assay_rng_below(r, 40) : (uint32_t)(assay_rng_u64(r) & 0xFFFFFF);
    if (vote || op == PREDICATE_SEL) {
        w.ck = vote || (!uniform && assay_rng_percent(r, 50)) ? 1 : 2;
        w.ci = (uint8_t)assay_rng_below(r, PREDICATE_PREDS);
    }
    if (vote || (op >= PREDICATE_BRA && op <= PREDICATE_JOIN) || op == PREDICATE_EXIT)
        return w;
    random_source(r, uniform, &w.ak, &w.ai);
    if (op == PREDICATE_CMP) {
        w.ck = (uint8_t)assay_rng_below(r, 3);
        w.ci = (uint8_t)assay_rng_below(r, 8);
        if (w.ci >= PREDICATE_Z)
            return w;
    }
    if (op != PREDICATE_MOV)
        random_source(r, uniform, &w.bk, &w.bi);
    if (op == PREDICATE_FFMA || op == PREDICATE_ST)
        random_source(r, uniform, &w.ck, &w.ci);
    return w;
}

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
    m->p->code[at] |= (uint64_t)(here(m) & 0xFF) << 40;
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

static void instruction(struct maker *m)
{
    static const uint8_t kinds[] = {PREDICATE_TO_R, PREDICATE_TO_R, PREDICATE_TO_R,
                                    PREDICATE_TO_P, PREDICATE_TO_U, PREDICATE_TO_UP};
    const bool uniform = m->uniform || !m->plain;
    const uint8_t dk = kinds[assay_rng_below(m->r, uniform ? 6 : 4)];
    uint8_t op = (uint8_t)(1 + assay_rng_below(m->r, PREDICATE_FFMA));
    struct predicate_word w;

    if (dk == PREDICATE_TO_P || dk == PREDICATE_TO_UP)
        op = PREDICATE_CMP;
    if (dk == PREDICATE_TO_UP && !m->plain && assay_rng_percent(m->r, 50))
        op = (uint8_t)(PREDICATE_VOTE_ALL + assay_rng_below(m->r, 3));
    w = predicate_random_word(m->r, op, dk);
    random_guard(m, &w, (dk != PREDICATE_TO_U && dk != PREDICATE_TO_UP) || op != PREDICATE_CMP);
    if (dk == PREDICATE_TO_U && (w.gk == PREDICATE_IF_P || w.gk == PREDICATE_IF_NOT_P))
        w.gk = PREDICATE_ALWAYS;
    emit(m, &w);
}

/* The lane's own words, at a fixed or a computed place, or what nobody writes. */
static void memory(struct maker *m)
{
    const bool store = assay_rng_percent(m->r, 50);
    struct predicate_word w = predicate_random_word(m->r, store ? PREDICATE_ST : PREDICATE_LD,
                                                    store ? PREDICATE_TO_NONE : PREDICATE_TO_R);
    const uint32_t half = PREDICATE_SHARE / 2;
    uint8_t data = w.ck;

    if (data == PREDICATE_IMM || data == PREDICATE_IMM_HIGH)
        w.ck = PREDICATE_R;
    w.ak = PREDICATE_R;
    w.ai = BASE;
    w.imm = assay_rng_below(m->r, half);
    w.bk = PREDICATE_IMM;
    if (assay_rng_percent(m->r, 40)) {
        struct predicate_word offset = {.op = PREDICATE_AND,
                                        .dk = PREDICATE_TO_R,
                                        .di = OFFSET,
                                        .ak = PREDICATE_R,
                                        .bk = PREDICATE_IMM,
                                        .imm = half - 1};

        offset.ai = (uint8_t)assay_rng_below(m->r, FREE_REGS);
        emit(m, &offset);
        w.bk = PREDICATE_R;
        w.bi = OFFSET;
    } else if (!store && assay_rng_percent(m->r, 40)) { /* the same word for all lanes */
        w.ak = PREDICATE_IMM;
        w.bk = PREDICATE_C; /* C15 is zero */
        w.bi = 15;
        w.imm = assay_rng_below(m->r, 4) * PREDICATE_SHARE + half + assay_rng_below(m->r, half);
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
    first.ai = (uint8_t)assay_rng_below(m->r, FREE_REGS);
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
                                        .di = BASE,
                                        .ak = PREDICATE_LID,
                                        .bk = PREDICATE_IMM,
                                        .imm = PREDICATE_SHARE};
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

/* --- raw --- */

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
    default:
        return assay_rng_percent(r, 50) ? PREDICATE_TO_R : PREDICATE_TO_U;
    }
}

/* One or two fields changed: nearly legal words are the ones that a decoder gets wrong. */
static void damage(struct assay_rng *r, struct predicate_word *w)
{
    switch (assay_rng_below(r, 9)) {
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
    default:
        w->ci = (uint8_t)assay_rng_below(r, 16);
        break;
    }
}

/* A uniform destination with something of the lanes: each kind of it is a check of its own. */
static void part(struct assay_rng *r, struct predicate_word *w)
{
    uint8_t *const kinds[] = {&w->ak, &w->bk, &w->ck};
    uint8_t *kind = kinds[assay_rng_below(r, 3)];

    if (kind == &w->ck && w->op >= PREDICATE_ADD && w->op <= PREDICATE_FMUL)
        w->op = PREDICATE_FFMA; /* so that there is one */
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
        *kind = PREDICATE_LID;
        break;
    default:
        *kind = PREDICATE_R;
        break;
    }
}

/* Few registers, so that instructions meet. */
static void narrow(struct assay_rng *r, struct predicate_word *w)
{
    w->di &= 3;
    if (w->ak == PREDICATE_R || w->ak == PREDICATE_U)
        w->ai &= 3;
    if (w->bk == PREDICATE_R || w->bk == PREDICATE_U)
        w->bi &= 3;
    w->gi = (uint8_t)assay_rng_below(r, 2);
}

void predicate_raw(struct assay_rng *r, uint32_t illegal, struct predicate_program *p)
{
    const bool close = assay_rng_percent(r, 50);

    /* A trap ends the program: some are short, to see many of them. */
    const bool brief = illegal && assay_rng_percent(r, 25);

    p->length = brief ? 1 + assay_rng_below(r, 4) : 8 + assay_rng_below(r, 56);
    p->sense = assay_rng_percent(r, 50);
    for (uint32_t i = 0; i < p->length; ++i) {
        const bool control = !brief && assay_rng_percent(r, 15);
        const uint8_t op =
            (uint8_t)(control ? PREDICATE_BRA + assay_rng_below(r, 3)
                              : 1 + assay_rng_below(r, brief ? PREDICATE_CMP : PREDICATE_EXIT));
        const uint8_t dk = brief && op != PREDICATE_CMP ? PREDICATE_TO_U : random_kind(r, op);
        struct predicate_word w = predicate_random_word(r, op, dk);
        const bool unguarded = op == PREDICATE_SSY || op == PREDICATE_JOIN;
        const bool uniform =
            w.dk == PREDICATE_TO_U || (w.dk == PREDICATE_TO_UP && op == PREDICATE_CMP);

        if (close)
            narrow(r, &w);
        if (!unguarded && assay_rng_percent(r, 50))
            w.gk = (uint8_t)(uniform ? PREDICATE_IF_UP + assay_rng_below(r, 2)
                                     : 1 + assay_rng_below(r, 4));
        if (op == PREDICATE_EXIT && !w.gk) /* too short otherwise */
            w.gk = PREDICATE_IF_P;
        if (op == PREDICATE_BRA || op == PREDICATE_SSY)
            w.imm = assay_rng_percent(r, 97) ? assay_rng_below(r, p->length)
                                             : (uint32_t)(assay_rng_u64(r) & 0xFFFFFF);
        if ((op == PREDICATE_LD || op == PREDICATE_ST) && assay_rng_percent(r, 80)) {
            w.ak = PREDICATE_IMM;
            w.imm = assay_rng_below(r, PREDICATE_DATA);
            w.bk = assay_rng_percent(r, 80) ? PREDICATE_LID : PREDICATE_R;
        }
        if (brief && uniform && assay_rng_percent(r, 50))
            part(r, &w);
        else if (assay_rng_percent(r, illegal) && assay_rng_percent(r, 25))
            (uniform && assay_rng_percent(r, 50) ? part : damage)(r, &w);
        p->code[i] = predicate_pack(&w);
    }
}
