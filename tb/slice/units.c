#include "slice/units.h"

#include "predicate/random_word.h"

enum { S8 = 5, BF16 = 6, F16 = 7, F32 = 8, S32 = 0, FLOATS = 2 };
enum { IN = 2, OUT = 6, OUT_NARROW = 12 };
enum { TRIES = 100, PRODUCTS = 2, MOVES = 2 };
enum {
    PREPARES = 4,
    EARLY = 12
}; /* words: the first compute addresses; the next ones are always reached */
#define TYPES_AND_REPEATS (UINT32_C(7) << 16 | UINT32_C(0x3FF))
enum { GOOD = 85 }; /* percent of messages that are redrawn until they are valid */

/* Indices of the constants that hold the operands a, b and c of each message. C8, C14 and C15
 * are used by the program. */
static const uint8_t product_at[PRODUCTS] = {0, 3}, move_at[MOVES][3] = {{6, 7, 9}, {10, 11, 12}};

struct units {
    struct assay_rng *r;
    const struct slice_params *params;
    const struct compute_block_params *arrays;
    struct core_program *p;
    bool good;    /* no errors */
    bool chained; /* the first product is kept, and only used in front of the second */
    bool product[PRODUCTS], move[MOVES]; /* may be used */
    uint8_t mode[MOVES];
};

static uint32_t draw(const struct units *u, uint32_t n)
{
    return assay_rng_below(u->r, n);
}

static bool likely(const struct units *u, uint32_t percent)
{
    return assay_rng_percent(u->r, percent);
}

/* Whether the arrays would execute a message of the group. */
static bool is_good(const struct units *u, const struct core_off *off)
{
    const struct slice_place place = {0};
    struct compute_block_msg msg;
    struct cb_entry e;

    slice_message(u->arrays, off, &place, u->p->rows, u->p->local_bytes / SLICE_LINE, &msg);
    return cb_decode(u->arrays, &msg, &e) == CB_OK;
}

/* --- products --- */

static uint32_t types(const struct units *u)
{
    if (likely(u, 60))
        return S8 | S8 << 4 | S32 << 8;
    if (likely(u, 50)) {
        const uint32_t src1 = draw(u, 6), src2 = draw(u, 6), acc = draw(u, 2);

        return src1 | src2 << 4 | acc << 8;
    }
    switch (draw(u, 3)) {
    case 0:
        return BF16 | BF16 << 4 | FLOATS << 8;
    case 1:
        return F16 | F16 << 4 | FLOATS << 8;
    default:
        return F32 | F32 << 4 | FLOATS << 8;
    }
}

static void draw_product(const struct units *u, bool chain, struct core_off *off)
{
    const uint32_t rows = u->p->rows;
    const uint32_t act = likely(u, 40) ? draw(u, 5) : 0, size = likely(u, 15) ? draw(u, 16) : 0;

    *off = (struct core_off){.kind = CORE_DPAS};
    off->a = size << 19 | act << 26;
    off->a |= types(u);
    off->a |= (1 + draw(u, 8)) << 10;
    off->a |= draw(u, 8) << 16;
    off->a |= (uint32_t)likely(u, 10) << 23;
    off->a |= (uint32_t)likely(u, 50) << 24;
    off->a |= (uint32_t)likely(u, 20) << 25;
    off->a |= (uint32_t)likely(u, chain ? 10 : 40) << CORE_KEEP;
    off->a |= (uint32_t)(chain && likely(u, 60)) << 30;
    off->a |= (uint32_t)likely(u, 35) << 31;
    off->b = draw(u, rows);
    off->b |= draw(u, rows) << 9;
    off->b |= draw(u, rows) << 18;
    off->c = draw(u, rows);
    off->c |= draw(u, rows) << 9;
    off->c |= draw(u, 256) << 18;
    off->c |= draw(u, 4) << 26;
}

/* --- moves --- */

/* Turns a move into a fill that generates a map, mostly for an operand of a product. */
static void draw_map(const struct units *u, struct core_off *off)
{
    const uint8_t product = product_at[draw(u, PRODUCTS)];
    const uint32_t operand = draw(u, 2), rc = u->p->c[product] >> 16 & 7;
    const uint32_t row = u->p->c[product + 1] >> (operand ? 18 : 9) & 511;

    off->mode = IN;
    off->c = likely(u, 70) ? row : draw(u, u->p->rows);
    off->c |= 1u << 25 | operand << 26;
    off->c |= (likely(u, 70) ? rc : draw(u, 8)) << 27;
    off->c |= (likely(u, 60) ? 0 : draw(u, 4)) << 30;
}

static void draw_move(const struct units *u, bool local, struct core_off *off)
{
    static const uint8_t modes[] = {IN, IN, IN, OUT, OUT, OUT_NARROW};
    const uint32_t per = 1u << draw(u, 3);
    uint32_t items = 1 + draw(u, likely(u, 80) ? 6 : 64), size;

    *off = (struct core_off){.kind = CORE_MOVE, .mode = modes[draw(u, sizeof modes)]};
    off->c = draw(u, u->p->rows);
    if (likely(u, 40))
        draw_map(u, off);
    size = u->params->lanes * per * (off->mode == OUT_NARROW ? 1 : 4);
    off->b = (draw(u, 9) - 4) * size;
    if (local) { /* there is little local memory */
        items = 1 + items % 4;
        off->a = SLICE_LOCAL + draw(u, u->p->local_bytes / size + 1) * size;
        off->b = (draw(u, 3) - 1) * size;
    } else {
        off->a = CORE_PROGRAM_BASE + draw(u, core_program_bytes(u->p) / size) * size;
    }
    off->c |= items << 9 | (per + draw(u, 2)) << 16 | per << 22;
}

/* Sets a bit that belongs to no field, or puts the first item in local memory but not the last. */
static void spoil_move(const struct units *u, struct core_off *off)
{
    const uint32_t size = u->params->lanes * 4 * (off->c >> 22 & 7);

    if (likely(u, 50)) {
        off->c |= UINT32_C(1) << (25 + draw(u, 7));
        return;
    }
    off->a = SLICE_LOCAL + u->p->local_bytes - size;
    off->b = size;
    off->c |= 2u << 9;
}

/* Flips a bit of one operand. */
static void spoil(const struct units *u, struct core_off *off)
{
    uint32_t *const field[] = {&off->a, &off->b, &off->c};
    const uint32_t bit = UINT32_C(1) << draw(u, 32);

    *field[draw(u, 3)] ^= bit;
}

/* A good program has keep and chain only in two products that follow each other. */
static void link_products(struct units *u, uint32_t i, struct core_off *off)
{
    off->a &= ~(1u << CORE_KEEP | 1u << 30);
    if (u->chained)
        off->a |= i ? 1u << 30 : 1u << CORE_KEEP;
    if (u->chained && i) /* accumulators and repeats of a chain are the same */
        off->a = (off->a & ~TYPES_AND_REPEATS) | (u->p->c[product_at[0]] & TYPES_AND_REPEATS);
}

/* Links two products that may be wrong, in which the repeats of the second are often others. */
static void link_badly(const struct units *u, struct core_off *off)
{
    u->p->c[product_at[0]] |= 1u << CORE_KEEP;
    off->a = (off->a & ~TYPES_AND_REPEATS) | (u->p->c[product_at[0]] & TYPES_AND_REPEATS);
    off->a |= 1u << 30;
    if (likely(u, 50))
        off->a ^= UINT32_C(1) << (16 + draw(u, 3));
}

static void draw_operands(struct units *u)
{
    struct core_off off;

    for (uint32_t i = 0; i < PRODUCTS; ++i) {
        const uint32_t tries = u->good || likely(u, GOOD) ? TRIES : 1;

        for (uint32_t n = 0; n < tries && (n == 0 || !is_good(u, &off)); ++n) {
            draw_product(u, i != 0, &off);
            if (u->good)
                link_products(u, i, &off);
        }
        if (!u->good && i && likely(u, 20))
            link_badly(u, &off);
        if (!u->good && likely(u, 10))
            spoil(u, &off);
        u->product[i] = !u->good || is_good(u, &off);
        u->p->c[product_at[i]] = off.a;
        u->p->c[product_at[i] + 1] = off.b;
        u->p->c[product_at[i] + 2] = off.c;
    }
    for (uint32_t i = 0; i < MOVES; ++i) {
        const bool local = likely(u, 40);
        const uint32_t tries = u->good || likely(u, GOOD) ? TRIES : 1;

        for (uint32_t n = 0; n < tries && (n == 0 || !is_good(u, &off)); ++n)
            draw_move(u, local, &off);
        if (!u->good && likely(u, 10))
            spoil(u, &off);
        if (!u->good && likely(u, 10))
            spoil_move(u, &off);
        u->move[i] = !u->good || is_good(u, &off);
        u->mode[i] = off.mode;
        u->p->c[move_at[i][0]] = off.a;
        u->p->c[move_at[i][1]] = off.b;
        u->p->c[move_at[i][2]] = off.c;
    }
}

/* --- words --- */

static struct predicate_word with_constants(uint8_t op, uint8_t a, uint8_t b, uint8_t c)
{
    return (struct predicate_word){.op = op,
                                   .ak = PREDICATE_C,
                                   .ai = a,
                                   .bk = PREDICATE_C,
                                   .bi = b,
                                   .ck = PREDICATE_C,
                                   .ci = c};
}

static struct predicate_word product(uint32_t i)
{
    const uint8_t at = product_at[i];

    return with_constants(PREDICATE_DPAS, at, (uint8_t)(at + 1), (uint8_t)(at + 2));
}

static struct predicate_word move(const struct units *u, uint32_t i)
{
    struct predicate_word w =
        with_constants(PREDICATE_MOVE, move_at[i][0], move_at[i][1], move_at[i][2]);

    w.imm = u->mode[i];
    return w;
}

static struct predicate_word row(const struct units *u)
{
    const bool put = likely(u, 50);
    const uint8_t reg = (uint8_t)draw(u, 8);

    return (struct predicate_word){.op = PREDICATE_ROW,
                                   .dk = put ? PREDICATE_TO_NONE : PREDICATE_TO_R,
                                   .di = put ? 0 : reg,
                                   .ak = PREDICATE_IMM,
                                   .bk = put ? PREDICATE_R : PREDICATE_NONE,
                                   .bi = put ? reg : 0,
                                   .ck = PREDICATE_NONE,
                                   .ci = put ? PREDICATE_ROW_PUT : PREDICATE_ROW_GET,
                                   .imm = draw(u, u->p->rows)};
}

static struct predicate_word wait(const struct units *u)
{
    return (struct predicate_word){.op = PREDICATE_WAIT, .ak = PREDICATE_IMM, .imm = draw(u, 3)};
}

static struct predicate_word any(const struct units *u)
{
    const uint32_t kind = draw(u, 6), i = kind < 2 ? draw(u, PRODUCTS) : draw(u, MOVES);

    switch (kind) {
    case 0:
    case 1:
        return u->product[i] ? product(i) : wait(u);
    case 2:
        return u->move[i] ? move(u, i) : wait(u);
    case 3:
        return row(u);
    case 4:
        return predicate_random_word(u->r, PREDICATE_PACK, PREDICATE_TO_R);
    default:
        return wait(u);
    }
}

/* Keeps the first words, which compute addresses, and most later ones, including every exit. */
static bool may_replace(const struct units *u, uint32_t i)
{
    struct predicate_word w;

    predicate_unpack(u->p->code[i], &w);
    if (w.op == PREDICATE_DPAS || w.op == PREDICATE_MOVE || w.op == PREDICATE_ROW)
        return u->good || likely(u, 90);
    if (i >= PREPARES && i < EARLY)
        return likely(u, 70);
    return i >= EARLY && w.op != PREDICATE_EXIT && likely(u, 35);
}

/* Replaces a word. Returns how many words it has replaced. */
static uint32_t replace(const struct units *u, uint32_t i)
{
    struct predicate_word w = any(u), next;

    if (w.op == PREDICATE_DPAS && u->chained) {
        w = product(0);
        next = product(1);
        if (i + 2 > u->p->length - 1 || !u->product[0] || !u->product[1])
            w = wait(u);
        else
            u->p->code[i + 1] = predicate_pack(&next);
    }
    u->p->code[i] = predicate_pack(&w);
    return w.op == PREDICATE_DPAS && u->chained ? 2 : 1;
}

void slice_units_amend(struct assay_rng *r, const struct slice_params *params, bool good,
                       struct core_program *p)
{
    const struct compute_block_params arrays = {.lanes = params->lanes,
                                                .depth = params->depth,
                                                .prs = params->warps,
                                                .arrays = params->arrays,
                                                .rows = params->rows,
                                                .queue = params->queue};
    struct units u = {.r = r, .params = params, .arrays = &arrays, .p = p, .good = good};

    u.chained = good && assay_rng_percent(r, 40);
    draw_operands(&u);
    for (uint32_t i = 0; i < p->length;)
        i += may_replace(&u, i) ? replace(&u, i) : 1;
}
