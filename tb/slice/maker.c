#include "slice/maker.h"

#include "predicate/random_word.h"

/* Rows of a warp: sums to add to and results, operands, each after its map, multipliers and
 * shifts. */
enum { SUMS = 0, REPEATS = 2, WEIGHTS = 3, DEPTH = 4, INPUTS = 8, SCALES = 12 };
/* U registers: the first row of the warp, and those in which a message is built. No other
 * statement relies on the latter. */
enum { FIRST = CORE_SCRATCH, A = 0, B = 1, C = 2 };
enum { IN = 2, OUT = 6, OUT_NARROW = 12 };
enum { U8 = 4, RELU = 1, REQUANTISE = 4 };
enum { LOCAL = 1 << 23 }; /* bit 31 when used as an upper immediate */
enum { MAP = 1 << 25, MAP_OF_INPUTS = 1 << 26, MAP_REPEATS = 27 }; /* of a fill */
enum { SMALLEST = 40, PART = 24 }; /* words of a statement without optional parts; of a part */

static uint32_t row_bytes(const struct core_maker *k)
{
    return 4 * k->lanes;
}

static void put_in_u(struct core_maker *k, uint8_t to, uint32_t high, uint32_t low)
{
    core_emit(k, PREDICATE_MOV, CORE_TO_U(to), CORE_HIGH, CORE_NONE, CORE_NONE, high >> 8);
    core_emit(k, PREDICATE_ADD, CORE_TO_U(to), CORE_U(to), CORE_IMM, CORE_NONE, low);
}

static void wait(struct core_maker *k, uint32_t n)
{
    core_emit(k, PREDICATE_WAIT, CORE_TO_NONE, CORE_IMM, CORE_NONE, CORE_NONE, n);
}

static bool room(const struct core_maker *k, uint32_t words)
{
    return k->m.length + words < k->m.most;
}

static void first_row(struct core_maker *k)
{
    core_emit(k, PREDICATE_MAD, CORE_TO_U(FIRST), CORE_S(PREDICATE_WARP), CORE_IMM,
              CORE_C(CORE_C_ZERO), SLICE_WARP_ROWS);
}

/* Other statements while messages are under way. They use the registers of messages too. */
static void go_on(struct core_maker *k)
{
    k->lent = true;
    for (uint32_t n = 1 + core_draw(k, 3); n && room(k, 2 * PART); --n)
        k->m.statement(&k->m);
    k->lent = false;
    first_row(k);
}

/* --- moves --- */

/* Emits a move from or to the address in U(A), with the step in U(B). `map`: bits of a fill that
 * generates one. */
static void move(struct core_maker *k, uint32_t mode, uint32_t row, uint32_t items, uint32_t map,
                 bool always)
{
    const uint32_t what = row | items << 9 | 1 << 16 | 1 << 22;
    struct predicate_word w =
        core_word(PREDICATE_MOVE, CORE_TO_NONE, CORE_U(A), CORE_U(B), CORE_U(C), mode);

    if (map) {
        put_in_u(k, C, map, what);
        core_emit(k, PREDICATE_ADD, CORE_TO_U(C), CORE_U(C), CORE_U(FIRST), CORE_NONE, 0);
    } else {
        core_emit(k, PREDICATE_ADD, CORE_TO_U(C), CORE_U(FIRST), CORE_IMM, CORE_NONE, what);
    }
    if (!always)
        predicate_random_guard(&k->m, &w, false);
    predicate_emit(&k->m, &w);
}

/* Rounds the address in U(A) up to a whole row, and skips some rows. */
static void align(struct core_maker *k, uint32_t skip)
{
    const uint32_t bytes = row_bytes(k);

    core_emit(k, PREDICATE_ADD, CORE_TO_U(A), CORE_U(A), CORE_IMM, CORE_NONE, bytes - 1);
    core_emit(k, PREDICATE_AND, CORE_TO_U(A), CORE_U(A), CORE_IMM, CORE_NONE, 0 - bytes);
    core_emit(k, PREDICATE_ADD, CORE_TO_U(A), CORE_U(A), CORE_IMM, CORE_NONE, skip * bytes);
}

static void step(struct core_maker *k, uint32_t bytes)
{
    core_emit(k, PREDICATE_MOV, CORE_TO_U(B), CORE_IMM, CORE_NONE, CORE_NONE, bytes);
}

/* Fills rows from the data that is never written. */
static void fill(struct core_maker *k, uint32_t row, uint32_t items, uint32_t map)
{
    const uint32_t there = CORE_IN_BYTES / row_bytes(k) - 1;
    const uint32_t by = assay_rng_percent(k->m.r, 80) ? 1 : 0;

    core_emit(k, PREDICATE_MOV, CORE_TO_U(A), CORE_B(CORE_IN), CORE_NONE, CORE_NONE, 0);
    align(k, core_draw(k, there - by * (items - 1)));
    step(k, by * row_bytes(k));
    move(k, IN, row, items, map, true);
}

/* Fills an operand and generates its map. */
static void fill_operand(struct core_maker *k)
{
    if (assay_rng_percent(k->m.r, 50))
        fill(k, WEIGHTS, DEPTH, MAP);
    else
        fill(k, INPUTS, DEPTH, MAP | MAP_OF_INPUTS | (1u + core_draw(k, REPEATS)) << MAP_REPEATS);
}

/* Moves sums to the lanes' own words. */
static void out(struct core_maker *k)
{
    const bool narrow = assay_rng_percent(k->m.r, 40);
    const uint32_t bytes = row_bytes(k), there = CORE_OWN_BYTES / 4 - 1;
    const uint32_t items = 1u + core_draw(k, REPEATS);

    core_emit(k, PREDICATE_READLANE, CORE_TO_U(A), CORE_R(PREDICATE_BASE), CORE_IMM, CORE_NONE, 0);
    align(k, core_draw(k, there - items + 1));
    step(k, narrow && assay_rng_percent(k->m.r, 50) ? bytes / 4 : bytes);
    move(k, narrow ? OUT_NARROW : OUT, SUMS, items, 0, false);
}

/* Moves to or from the lanes' own words of local memory. */
static void local(struct core_maker *k)
{
    const uint32_t first = core_draw(k, CORE_LOCAL_WORDS);

    core_emit(k, PREDICATE_MUL, CORE_TO_U(A), CORE_S(PREDICATE_WARP), CORE_IMM, CORE_NONE,
              CORE_LOCAL_WORDS * row_bytes(k));
    core_emit(k, PREDICATE_ADD, CORE_TO_U(A), CORE_U(A), CORE_IMM, CORE_NONE, first * row_bytes(k));
    core_emit(k, PREDICATE_ADD, CORE_TO_U(A), CORE_U(A), CORE_HIGH, CORE_NONE, LOCAL);
    step(k, row_bytes(k));
    move(k, assay_rng_percent(k->m.r, 50) ? IN : OUT, SUMS, CORE_LOCAL_WORDS - first, 0, false);
}

/* --- products --- */

/* Sets U(A): types, depth, repeats, lanes, and `rest`, the bits from 23 on, which determine what
 * becomes of the result. */
static void control(struct core_maker *k, uint32_t repeats, uint32_t rest)
{
    const uint32_t some = assay_rng_percent(k->m.r, 20) ? 1u + core_draw(k, k->lanes - 1) : 0;
    const uint32_t src1 = U8 + core_draw(k, 2), src2 = U8 + core_draw(k, 2);
    const uint32_t depth = 1u + core_draw(k, DEPTH);

    put_in_u(k, A, rest << 23, src1 | src2 << 4 | depth << 10 | repeats << 16 | some << 19);
}

/* Sets U(B) and U(C): rows, and the offset and clamps of requantise. */
static void operands(struct core_maker *k)
{
    const uint32_t offset = core_draw(k, 256), clamps = core_draw(k, 4);

    core_emit(k, PREDICATE_MUL, CORE_TO_U(B), CORE_U(FIRST), CORE_IMM, CORE_NONE,
              1 | 1 << 9 | 1 << 18);
    core_emit(k, PREDICATE_ADD, CORE_TO_U(B), CORE_U(B), CORE_IMM, CORE_NONE,
              WEIGHTS << 9 | INPUTS << 18);
    put_in_u(k, C, offset << 18 | clamps << 26, 0);
    core_emit(k, PREDICATE_MAD, CORE_TO_U(C), CORE_U(FIRST), CORE_IMM, CORE_U(C), 1 | 1 << 9);
    core_emit(k, PREDICATE_ADD, CORE_TO_U(C), CORE_U(C), CORE_IMM, CORE_NONE, SCALES << 9);
}

static void send_product(struct core_maker *k, bool always)
{
    struct predicate_word w =
        core_word(PREDICATE_DPAS, CORE_TO_NONE, CORE_U(A), CORE_U(B), CORE_U(C), 0);

    if (!always)
        predicate_random_guard(&k->m, &w, false);
    predicate_emit(&k->m, &w);
}

/* Draws saturate, src0_null, src0_scalar, act, and sparse after the bits keep and chain. */
static uint32_t rest(struct core_maker *k)
{
    static const uint32_t acts[] = {0, 0, RELU, REQUANTISE, REQUANTISE};
    const uint32_t saturate = assay_rng_percent(k->m.r, 20);
    const uint32_t src0_null = assay_rng_percent(k->m.r, 30);
    const uint32_t src0_scalar = assay_rng_percent(k->m.r, 20);
    const uint32_t act = acts[core_draw(k, 5)], sparse = assay_rng_percent(k->m.r, 40);

    return saturate | src0_null << 1 | src0_scalar << 2 | act << 3 | sparse << 8;
}

static void product(struct core_maker *k)
{
    enum { KEEP = 1 << 6, CHAIN = 1 << 7 };
    const uint32_t repeats = 1u + core_draw(k, REPEATS);
    const bool chain = assay_rng_percent(k->m.r, 25);

    operands(k);
    if (chain) {
        control(k, repeats, rest(k) | KEEP);
        send_product(k, true);
        if (assay_rng_percent(k->m.r, 30)) {
            go_on(k);
            operands(k);
        }
    }
    control(k, repeats, rest(k) | (chain ? CHAIN : 0));
    send_product(k, chain);
}

/* --- rows and registers --- */

static void row(struct core_maker *k, uint32_t n)
{
    core_emit(k, PREDICATE_ADD, CORE_TO_U(C), CORE_U(FIRST), CORE_IMM, CORE_NONE, n);
}

static void put(struct core_maker *k, uint32_t n)
{
    row(k, n);
    core_emit(k, PREDICATE_ROW, CORE_TO_NONE, CORE_U(C), CORE_R(core_draw(k, PREDICATE_FREE)),
              PREDICATE_NONE, PREDICATE_ROW_PUT, 0);
}

/* Waits first, because messages under way may access the row. */
static void get(struct core_maker *k)
{
    struct predicate_word w = core_word(PREDICATE_ROW, CORE_TO_R(core_draw(k, PREDICATE_FREE)),
                                        CORE_U(C), CORE_NONE, PREDICATE_NONE, PREDICATE_ROW_GET, 0);

    wait(k, 0);
    row(k, assay_rng_percent(k->m.r, 70) ? SUMS + core_draw(k, REPEATS)
                                         : core_draw(k, SLICE_WARP_ROWS));
    predicate_random_guard(&k->m, &w, true);
    predicate_emit(&k->m, &w);
}

static void pack(struct core_maker *k)
{
    const uint8_t by = core_draw(k, PREDICATE_FREE), how = core_draw(k, 3);
    const uint8_t from = core_draw(k, PREDICATE_FREE), to = core_draw(k, PREDICATE_FREE);
    struct predicate_word w =
        core_word(PREDICATE_PACK, CORE_TO_R(to), CORE_R(from), CORE_R(by), PREDICATE_NONE, how, 0);

    core_emit(k, PREDICATE_AND, CORE_TO_R(by), CORE_R(by), CORE_IMM, CORE_NONE,
              assay_rng_percent(k->m.r, 80) ? 1 : 3);
    predicate_random_guard(&k->m, &w, true);
    predicate_emit(&k->m, &w);
}

/* --- the statement --- */

static void prepare(struct core_maker *k)
{
    core_emit(k, PREDICATE_FENCE, CORE_TO_NONE, CORE_NONE, CORE_NONE, PREDICATE_NONE,
              PREDICATE_FENCE_ALL, 0);
    first_row(k);
    put(k, SCALES);
    put(k, SCALES + 1);
    fill(k, SUMS, SCALES, 0); /* maps too: a product takes them as they are */
}

static void any_message(struct core_maker *k)
{
    switch (core_draw(k, 8)) {
    case 0:
    case 1:
        product(k);
        break;
    case 2:
    case 3:
        out(k);
        break;
    case 4:
        local(k);
        break;
    case 5:
        fill_operand(k);
        break;
    case 6:
        fill(k, SUMS, 1u + core_draw(k, REPEATS), 0);
        break;
    default:
        get(k);
        break;
    }
}

void slice_random_offload(struct core_maker *k)
{
    if (k->lent || assay_rng_percent(k->m.r, 30) || !room(k, SMALLEST)) {
        pack(k);
        return;
    }
    prepare(k);
    if (room(k, 2 * PART) && assay_rng_percent(k->m.r, 40))
        fill_operand(k);
    product(k);
    for (uint32_t n = 1 + core_draw(k, 3); n && room(k, PART); --n) {
        if (assay_rng_percent(k->m.r, 40))
            go_on(k);
        if (assay_rng_percent(k->m.r, 10))
            wait(k, core_draw(k, 3));
        any_message(k);
    }
    if (assay_rng_percent(k->m.r, 70))
        go_on(k);
    wait(k, 0);
}
