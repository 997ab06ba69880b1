#include "predicate/coverage.h"

#include "predicate/instructions.h"

/* Bit in the transfer mask. */
enum { HOST = 1 };

void predicate_cover_begin(void *any, const struct assay_params *params)
{
    struct predicate_cover_ctx *c = any;

    c->lanes = params->v[0];
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

static unsigned kind_bin(uint8_t of, uint8_t i)
{
    return of == PREDICATE_SPECIAL ? PREDICATE_SPECIAL - 1u + i : of - 1u;
}

static void sources(struct assay_cover *db, const struct predicate_word *w)
{
    if (w->ak)
        assay_cover_hit(db, SOURCES, kind_bin(w->ak, w->ai));
    if (w->bk)
        assay_cover_hit(db, SOURCES, KINDS + kind_bin(w->bk, w->bi));
    if (predicate_is_source(predicate_takes(w).c))
        assay_cover_hit(db, SOURCES, 2 * KINDS + kind_bin(w->ck, w->ci));
}

static bool is_long(const struct predicate_decoded *d)
{
    return d->memory || d->w.op == PREDICATE_RED || d->w.op == PREDICATE_FDIV;
}

/* Counts an instruction that holds issue, together with the other one of its pair. */
static void takes_long(struct assay_cover *db, const struct predicate_decoded *d,
                       const struct predicate_decoded *other)
{
    const bool scalar = d->unit == PREDICATE_SCALAR;
    const unsigned what = d->w.op == PREDICATE_LD    ? 0
                          : d->w.op == PREDICATE_ST  ? 1
                          : d->w.op == PREDICATE_RED ? 2
                          : scalar                   ? 4
                                                     : 3;
    unsigned with = 0;

    if (other && scalar)
        with = 2;
    else if (other)
        with = other->w.op == PREDICATE_FDIV ? 3 : 1;
    assay_cover_hit(db, LONG, what * 4 + with);
}

static void converts(struct assay_cover *db, const struct predicate_decoded *d)
{
    const unsigned cut = (d->w.ci & PREDICATE_TOWARD_ZERO) != 0;

    assay_cover_hit(db, CONVERSIONS,
                    ((d->w.ck * (unsigned)PREDICATE_TYPES + (d->w.ci & 7u)) * 2 + cut) * 2 +
                        (d->unit == PREDICATE_VECTOR));
}

static void branch(const struct predicate_cover_ctx *c, struct assay_cover *db,
                   const struct predicate_decoded *d, uint32_t pc, unsigned executing,
                   const struct predicate_outputs *out)
{
    const uint32_t target = d->w.imm & PREDICATE_TARGET;
    const unsigned test_of = d->unit == PREDICATE_VECTOR ? 1 : d->w.gk ? 2 : 0;
    unsigned how = out->pc == target;

    if (d->unit == PREDICATE_VECTOR)
        how = out->n_bra_divergent != c->diverged ? 2 : executing != 0;
    else if (target == pc + 1)
        return; /* taken or not, it goes to the same place */
    assay_cover_hit(db, BRANCHES, (test_of * 2 + (target > pc)) * 3 + how);
}

/* Counts one instruction that issued in the previous cycle. */
static void issued(const struct predicate_cover_ctx *c, struct assay_cover *db,
                   const struct predicate_decoded *d, uint32_t pc,
                   const struct predicate_outputs *out)
{
    /* for a vector instruction, of which there was at most one */
    const unsigned executing = c->lanes - (out->n_disabled - c->disabled);
    const unsigned active = (unsigned)__builtin_popcount(c->active);

    assay_cover_hit(db, ISSUED, (d->w.op - 1u) * 5 + d->w.gk);
    sources(db, &d->w);
    if (d->unit == PREDICATE_VECTOR)
        assay_cover_hit(db, GUARDS, (d->w.gk * 2u + c->sense) * 4 + lanes_bin(executing, c->lanes));
    if (d->memory)
        assay_cover_hit(db, MEMORY,
                        (d->w.op == PREDICATE_ST ? 4u : 0u) + lanes_bin(executing, c->lanes));
    if (d->w.op == PREDICATE_CMP)
        assay_cover_hit(db, COMPARES, (d->w.ck * 8u + d->w.ci) * 2 + (d->w.dk == PREDICATE_TO_UP));
    if (d->w.op == PREDICATE_CVT)
        converts(db, d);
    if (d->w.op == PREDICATE_RED)
        assay_cover_hit(db, REDUCTIONS,
                        (d->w.ci * 3u + d->w.ck) * 4 + lanes_bin(executing, c->lanes));
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

/* Words with more than one cause are not counted, since they test none of them separately. */
static void not_uniform(struct assay_cover *db, const struct predicate_word *w)
{
    const bool has_c = predicate_is_source(predicate_takes(w).c);
    const uint8_t of[] = {w->ak, w->bk, has_c ? w->ck : (uint8_t)0};
    const uint8_t number[] = {w->ai, w->bi, w->ci};
    uint32_t parts = w->gk == PREDICATE_IF_P || w->gk == PREDICATE_IF_NOT_P;

    for (uint32_t i = 0; i < 3; ++i)
        parts |= (uint32_t)(of[i] == PREDICATE_R) << (1 + i) |
                 (uint32_t)(of[i] == PREDICATE_SPECIAL && number[i] == PREDICATE_LANE) << (4 + i);
    parts |= (uint32_t)(w->op == PREDICATE_SEL && w->ck == 1) << 7;
    if ((unsigned)__builtin_popcount(parts) == 1)
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

static uint8_t size_of(const struct predicate_word *w)
{
    return (w->op == PREDICATE_ST ? w->di : w->ci) & 7;
}

/* Counts traps of ld and st, whose pc is on the pins, and requests, which belong to the last ld
 * or st that issued. */
static void access_memory(struct predicate_cover_ctx *c, struct assay_cover *db,
                          const struct predicate_outputs *out)
{
    const bool fault = out->trap == PREDICATE_ADDRESS || out->trap == PREDICATE_MISALIGNED;

    if (fault && !c->trap) {
        const struct predicate_word *w = &fetch(c, out->trap_pc)->w;

        assay_cover_hit(db, ACCESS_TRAPS,
                        ((w->op == PREDICATE_ST) * 5u + size_of(w)) * 2 +
                            (out->trap == PREDICATE_MISALIGNED));
    }
    if (out->mem_valid) {
        const struct predicate_word *w = &fetch(c, c->memory)->w;

        assay_cover_hit(db, ACCESSES,
                        ((w->op == PREDICATE_ST) * 5u + size_of(w)) * 4 + out->mem_addr % 4);
    }
}

static void retired(struct predicate_cover_ctx *c, struct assay_cover *db,
                    const struct predicate_outputs *out)
{
    const struct predicate_decoded *d = fetch(c, out->rv_pc);

    if (out->rv_valid && d->cross)
        assay_cover_hit(db, CROSSED,
                        (d->w.op == PREDICATE_RED        ? 3u
                         : d->w.op == PREDICATE_READLANE ? 4u
                                                         : d->w.op - PREDICATE_VOTE_ALL + 0u) *
                                2 +
                            (out->rv_mask != 0));
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
        if (a->memory)
            c->memory = c->pc;
        else if (pair && b->memory)
            c->memory = (uint16_t)(c->pc + 1);
        if (is_long(a))
            takes_long(db, a, pair ? b : NULL);
        if (pair && is_long(b))
            takes_long(db, b, a);
    }
    access_memory(c, db, out);
    retired(c, db, out);
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
