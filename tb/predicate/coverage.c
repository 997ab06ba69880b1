#include "predicate/coverage.h"

/* Bit of the transfer mask. */
enum { HOST = 1 };

static const char *const op_bins[] = {
    "mov",      "add",      "sub",       "mul", "and",  "or",   "xor",  "shl",  "shr",
    "sar",      "min",      "max",       "sel", "fadd", "fsub", "fmul", "ffma", "cmp",
    "vote_all", "vote_any", "vote_none", "bra", "ssy",  "join", "ld",   "st",   "exit"};
static const char *const guard_bins[] = {"always", "p", "not_p", "up", "not_up"};
static const char *const class_bins[] = {"scalar", "vector"};
static const char *const hazard_bins[] = {"none", "source", "destination", "guard", "control"};
static const char *const refused_bins[] = {"beyond", "illegal", "not_uniform", "stack", "pending"};
static const char *const yes_bins[] = {"no", "yes"};
static const char *const type_bins[] = {"s32", "u32", "f32"};
static const char *const condition_bins[] = {"eq", "ne", "lt", "ge", "gt", "le", "z", "nz"};
static const char *const where_bins[] = {"p", "up"};
static const char *const way_bins[] = {"not_taken", "taken", "divergent"};
static const char *const side_bins[] = {"backward", "forward"};
static const char *const test_bins[] = {"none", "p", "up"};
static const char *const lanes_bins[] = {"none", "one", "some", "all"};
static const char *const depth_bins[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8"};
static const char *const trap_bins[] = {"illegal", "not_uniform", "overflow", "underflow",
                                        "beyond",  "address",     "limit"};
static const char *const part_bins[] = {"guard", "a_r",   "b_r",   "c_r",
                                        "a_lid", "b_lid", "c_lid", "sel_p"};
static const char *const access_bins[] = {"write", "read"};
static const char *const space_bins[] = {"code", "c", "r", "u", "p", "up", "data", "nothing"};
static const char *const memory_bins[] = {"ld", "st"};
static const char *const exit_bins[] = {"nobody", "some_stay", "pops", "ends"};
static const char *const host_bins[] = {"other", "write", "read", "start", "clear"};
static const char *const state_bins[] = {"fresh", "done", "trap"};
static const char *const kind_bins[] = {"r", "u", "c", "imm", "imm_high", "lid"};
static const char *const place_bins[] = {"a", "b", "c"};

static const struct assay_cover_axis op = {"op", PREDICATE_OPS - 1, op_bins};
static const struct assay_cover_axis guard = {"guard", 5, guard_bins};
static const struct assay_cover_axis first = {"first", 2, class_bins};
static const struct assay_cover_axis second = {"second", 2, class_bins};
static const struct assay_cover_axis hazard = {"hazard", 5, hazard_bins};
static const struct assay_cover_axis refused = {"because", 5, refused_bins};
static const struct assay_cover_axis sense = {"sense", 2, yes_bins};
static const struct assay_cover_axis type = {"type", 3, type_bins};
static const struct assay_cover_axis condition = {"condition", 8, condition_bins};
static const struct assay_cover_axis where = {"to", 2, where_bins};
static const struct assay_cover_axis way = {"way", 3, way_bins};
static const struct assay_cover_axis side = {"side", 2, side_bins};
static const struct assay_cover_axis test = {"test", 3, test_bins};
static const struct assay_cover_axis lanes = {"lanes", 4, lanes_bins};
static const struct assay_cover_axis depth = {"depth", PREDICATE_STACK + 1, depth_bins};
static const struct assay_cover_axis trap = {"trap", 7, trap_bins};
static const struct assay_cover_axis part = {"by", 8, part_bins};
static const struct assay_cover_axis space_access = {"access", 2, access_bins};
static const struct assay_cover_axis space = {"space", 8, space_bins};
static const struct assay_cover_axis memory = {"memory", 2, memory_bins};
static const struct assay_cover_axis leaving = {"exit", 4, exit_bins};
static const struct assay_cover_axis host_op = {"op", 5, host_bins};
static const struct assay_cover_axis host_state = {"state", 3, state_bins};
static const struct assay_cover_axis kind = {"kind", 6, kind_bins};
static const struct assay_cover_axis place = {"source", 3, place_bins};
static const struct assay_cover_axis vector_retires = {"vector", 2, yes_bins};
static const struct assay_cover_axis scalar_retires = {"scalar", 2, yes_bins};
static const struct assay_cover_axis paired = {"pair", 2, yes_bins};

static bool no_guard(const unsigned *bin)
{
    return (bin[0] + 1 == PREDICATE_SSY || bin[0] + 1 == PREDICATE_JOIN) && bin[1];
}

static bool no_pair(const unsigned *bin)
{
    return bin[0] == bin[1] || bin[2] != 0 ? bin[3] == 1 : false;
}

static bool no_branch(const unsigned *bin)
{
    return (bin[0] == 0 && bin[2] != 1) || (bin[0] == 2 && bin[2] == 2);
}

/* With a scalar instruction first it would be a bra that diverges, which the pins do not tell. */
static bool no_refusal(const unsigned *bin)
{
    return bin[1] == 3 && bin[0] == 0;
}

/* Some lane is active. */
static bool no_lanes(const unsigned *bin)
{
    return bin[0] == PREDICATE_ALWAYS && bin[2] == 0;
}

enum {
    ISSUED,
    PAIRS,
    REFUSED,
    GUARDS,
    COMPARES,
    BRANCHES,
    EXITS,
    MEMORY,
    DEPTH,
    TRAPS,
    SPACES,
    HOST_OPS,
    SOURCES,
    RETIRED,
    NOT_UNIFORM
};

const struct assay_cover_group predicate_groups[PREDICATE_COVER_GROUPS] = {
    [ISSUED] = {"issued", "operations issued, by guard", 2, {&op, &guard}, no_guard},
    [PAIRS] = {"pairs",
               "two next instructions that could go: classes, what stands between, co-issued",
               4,
               {&first, &second, &hazard, &paired},
               no_pair},
    [REFUSED] = {"refused",
                 "a second that cannot go, by class of the first",
                 2,
                 {&first, &refused},
                 no_refusal},
    [GUARDS] =
        {"guards", "lanes that execute, by guard and sense", 3, {&guard, &sense, &lanes}, no_lanes},
    [COMPARES] = {"compares", "cmp", 3, {&type, &condition, &where}, NULL},
    [BRANCHES] =
        {"branches", "bra: its test, where to, which way", 3, {&test, &side, &way}, no_branch},
    [EXITS] = {"exits", "what exit leaves", 1, {&leaving}, NULL},
    [MEMORY] = {"memory", "executing lanes of ld and st", 2, {&memory, &lanes}, NULL},
    [DEPTH] = {"depth", "entries of the stack, running", 1, {&depth}, NULL},
    [TRAPS] = {"traps", "traps", 1, {&trap}, NULL},
    [SPACES] = {"spaces", "where the host writes and reads", 2, {&space_access, &space}, NULL},
    [HOST_OPS] = {"host", "what the host asks, by what stands", 2, {&host_op, &host_state}, NULL},
    [SOURCES] = {"sources", "kinds of sources of what issues", 2, {&place, &kind}, NULL},
    [RETIRED] =
        {"retired", "retire records of a cycle", 2, {&vector_retires, &scalar_retires}, NULL},
    [NOT_UNIFORM] =
        {"not_uniform", "the one thing that makes a uniform destination illegal", 1, {&part}, NULL},
};

void predicate_cover_begin(void *any, const struct assay_params *params)
{
    struct predicate_cover_ctx *c = any;

    c->lanes = params->v[0];
}

static unsigned count(uint32_t mask)
{
    unsigned n = 0;

    for (; mask; mask &= mask - 1)
        ++n;
    return n;
}

static unsigned lanes_bin(unsigned n, unsigned all)
{
    return n == 0 ? 0 : n == all ? 3 : n == 1 ? 1 : 2;
}

static void host(struct predicate_cover_ctx *c, struct assay_cover *db,
                 const struct predicate_host *h, const struct predicate_outputs *out)
{
    const unsigned state = out->trap ? 2 : out->done;

    assay_cover_hit(db, HOST_OPS, (h->op <= PREDICATE_CLEAR ? h->op : 0u) * 3 + state);
    if (h->op == PREDICATE_WRITE || h->op == PREDICATE_READ)
        assay_cover_hit(db, SPACES, (h->op == PREDICATE_READ ? 8u : 0u) + h->space);
    if (h->op == PREDICATE_WRITE && h->space == PREDICATE_AT_CODE) {
        c->code[h->addr % PREDICATE_WORDS] = h->data;
        c->known[h->addr % PREDICATE_WORDS] = false;
    }
    if (h->op == PREDICATE_START && !out->trap) {
        const uint32_t length = h->data & 0x1FF;

        c->length = (uint16_t)(length < PREDICATE_WORDS ? length : PREDICATE_WORDS);
        c->sense = h->data >> 9 & 1;
    }
}

static void sources(struct assay_cover *db, const struct predicate_word *w)
{
    if (w->ak)
        assay_cover_hit(db, SOURCES, w->ak - 1u);
    if (w->bk)
        assay_cover_hit(db, SOURCES, 6 + w->bk - 1u);
    if (w->op == PREDICATE_FFMA || w->op == PREDICATE_ST)
        assay_cover_hit(db, SOURCES, 12 + w->ck - 1u);
}

static void branch(const struct predicate_cover_ctx *c, struct assay_cover *db,
                   const struct predicate_decoded *d, uint32_t pc, unsigned executing,
                   const struct predicate_outputs *out)
{
    const uint32_t target = d->w.imm & 0xFF;
    const unsigned test_of = d->unit == PREDICATE_VECTOR ? 1 : d->w.gk ? 2 : 0;
    unsigned how = out->pc == target;

    if (d->unit == PREDICATE_VECTOR)
        how = out->n_bra_divergent != c->diverged ? 2 : executing != 0;
    else if (target == pc + 1)
        return; /* no telling */
    assay_cover_hit(db, BRANCHES, (test_of * 2 + (target > pc)) * 3 + how);
}

/* One instruction that issued in the cycle before. */
static void issued(const struct predicate_cover_ctx *c, struct assay_cover *db,
                   const struct predicate_decoded *d, uint32_t pc,
                   const struct predicate_outputs *out)
{
    /* of a vector instruction, of which there was one at most */
    const unsigned executing = c->lanes - (out->n_disabled - c->disabled);
    const unsigned active = count(c->active);

    assay_cover_hit(db, ISSUED, (d->w.op - 1u) * 5 + d->w.gk);
    sources(db, &d->w);
    if (d->unit == PREDICATE_VECTOR)
        assay_cover_hit(db, GUARDS, (d->w.gk * 2u + c->sense) * 4 + lanes_bin(executing, c->lanes));
    if (d->memory)
        assay_cover_hit(db, MEMORY,
                        (d->w.op == PREDICATE_ST ? 4u : 0u) + lanes_bin(executing, c->lanes));
    if (d->w.op == PREDICATE_CMP)
        assay_cover_hit(db, COMPARES, (d->w.ck * 8u + d->w.ci) * 2 + (d->w.dk == PREDICATE_TO_UP));
    if (d->w.op == PREDICATE_BRA)
        branch(c, db, d, pc, executing, out);
    if (d->w.op == PREDICATE_EXIT)
        assay_cover_hit(db, EXITS, !executing ? 0 : executing < active ? 1 : out->active ? 2 : 3);
}

static unsigned between(const struct predicate_decoded *a, const struct predicate_decoded *b)
{
    const uint64_t of_guard = b->w.gk == 0                    ? 0
                              : b->w.gk <= PREDICATE_IF_NOT_P ? UINT64_C(1) << (32 + b->w.gi)
                                                              : UINT64_C(1) << (36 + b->w.gi);

    if (a->control)
        return 4;
    if (a->writes & of_guard)
        return 3;
    if (a->writes & b->writes)
        return 2;
    return (a->writes & b->reads) != 0;
}

static void next_two(const struct predicate_cover_ctx *c, struct assay_cover *db,
                     const struct predicate_decoded *a, const struct predicate_decoded *b,
                     bool pair)
{
    const unsigned unit = a->unit == PREDICATE_VECTOR;
    unsigned h;

    if (c->pc + 1 >= c->length) {
        assay_cover_hit(db, REFUSED, unit * 5);
        return;
    }
    if (b->trap) {
        assay_cover_hit(db, REFUSED, unit * 5 + (b->trap == PREDICATE_ILLEGAL ? 1 : 2));
        return;
    }
    h = between(a, b);
    assay_cover_hit(db, PAIRS, ((unit * 2 + (b->unit == PREDICATE_VECTOR)) * 5 + h) * 2 + pair);
    if (a->unit == b->unit || h || pair || a->memory)
        return;
    if ((b->w.op == PREDICATE_SSY && c->depth == PREDICATE_STACK) || b->w.op == PREDICATE_JOIN)
        assay_cover_hit(db, REFUSED, unit * 5 + 3);
    else if (b->w.op != PREDICATE_BRA)
        assay_cover_hit(db, REFUSED, unit * 5 + 4);
}

/* Words with more than one of them tell nothing of each. */
static void not_uniform(struct assay_cover *db, const struct predicate_word *w)
{
    const uint8_t of[] = {w->ak, w->bk, w->op == PREDICATE_FFMA ? w->ck : (uint8_t)0};
    uint32_t parts = w->gk == PREDICATE_IF_P || w->gk == PREDICATE_IF_NOT_P;

    for (uint32_t i = 0; i < 3; ++i)
        parts |= (uint32_t)(of[i] == PREDICATE_R) << (1 + i) | (uint32_t)(of[i] == PREDICATE_LID)
                                                                   << (4 + i);
    parts |= (uint32_t)(w->op == PREDICATE_SEL && w->ck == 1) << 7;
    if (count(parts) == 1)
        assay_cover_hit(db, NOT_UNIFORM, (unsigned)__builtin_ctz(parts));
}

static const struct predicate_decoded *fetch(struct predicate_cover_ctx *c, uint32_t pc)
{
    const uint32_t i = pc % PREDICATE_WORDS;

    if (!c->known[i]) {
        predicate_decode(c->code[i], &c->decoded[i]);
        c->known[i] = true;
    }
    return &c->decoded[i];
}

void predicate_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                     uint64_t transfers)
{
    struct predicate_cover_ctx *c = any;
    const struct predicate_inputs *in = any_in;
    const struct predicate_outputs *out = any_out;

    if (out->issue) {
        const struct predicate_decoded *a = fetch(c, c->pc);
        const struct predicate_decoded *b = fetch(c, c->pc + 1u);
        const bool pair = out->issue == (PREDICATE_SCALAR | PREDICATE_VECTOR);

        issued(c, db, a, c->pc, out);
        if (pair)
            issued(c, db, b, c->pc + 1u, out);
        next_two(c, db, a, b, pair);
    }
    if (out->busy) {
        assay_cover_hit(db, DEPTH, out->depth);
        assay_cover_hit(db, RETIRED, out->rv_valid * 2u + out->rs_valid);
    }
    if (out->trap && !c->trap) {
        assay_cover_hit(db, TRAPS, out->trap - 1u);
        if (out->trap == PREDICATE_NOT_UNIFORM)
            not_uniform(db, &fetch(c, out->trap_pc)->w);
    }
    if (transfers & HOST)
        host(c, db, &in->host, out);
    c->pc = out->pc;
    c->active = out->active;
    c->depth = out->depth;
    c->trap = out->trap;
    c->diverged = out->n_bra_divergent;
    c->disabled = out->n_disabled;
}
