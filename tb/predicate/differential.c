#include "predicate/differential.h"

#include <inttypes.h>
#include <string.h>

#include "predicate/instructions.h"
#include "predicate/program.h"
#include "predicate/random_word.h"

/* How many of the U below PREDICATE_FREE, and of UP0 to UP3, a program keeps using. */
enum { KEPT_U = 3, KEPT_UP = 1 };

static void add(void *any, const struct predicate_host *op)
{
    struct predicate_differential *c = any;

    if (c->n < PREDICATE_TWO_RUNS)
        c->op[c->n++] = *op;
}

static void put(struct predicate_differential *c, uint8_t space, uint32_t i, uint32_t lane,
                uint64_t data)
{
    const struct predicate_host op = {PREDICATE_WRITE, space, (uint16_t)i, (uint8_t)lane, data};

    add(c, &op);
}

/* --- programs --- */

static void add_number(struct predicate_assembly *a, uint32_t number)
{
    a->pool[a->n_pool++] = number;
    ++a->value[a->n_values].n;
}

/* Most registers start with the same value in all lanes. Otherwise nothing would be uniform. */
static void start_values(struct predicate_differential *c)
{
    struct predicate_assembly *a = &c->before;
    const uint32_t alike = assay_rng_percent(&c->r, 50) ? 100 : assay_rng_below(&c->r, 101);

    for (uint32_t i = 0; i < PREDICATE_REGS; ++i) {
        struct predicate_value *v = &a->value[a->n_values];

        *v = (struct predicate_value){PREDICATE_AT_R, (uint16_t)i, (uint16_t)a->n_pool, 0, 0};
        add_number(a, predicate_random_value(&c->r, 20));
        if (!assay_rng_percent(&c->r, alike))
            for (uint32_t n = 1; n < c->lanes; ++n)
                add_number(a, predicate_random_value(&c->r, 20));
        ++a->n_values;
    }
    for (uint32_t i = 0; i < PREDICATE_PREDS; ++i) {
        const uint32_t bits = (uint32_t)assay_rng_u64(&c->r);

        (void)predicate_add_value(a, PREDICATE_AT_P, i,
                                  assay_rng_percent(&c->r, alike) ? 0u - (bits & 1) : bits);
    }
    for (uint32_t n = assay_rng_below(&c->r, 4); n; --n) {
        static const uint8_t spaces[] = {PREDICATE_AT_R, PREDICATE_AT_R, PREDICATE_AT_U,
                                         PREDICATE_AT_P, PREDICATE_AT_UP};
        struct predicate_result_name *o = &a->out[a->n_outs++];
        const bool wide = (o->space = spaces[assay_rng_below(&c->r, 5)]) <= PREDICATE_AT_U;

        o->i = (uint8_t)assay_rng_below(&c->r, wide ? PREDICATE_REGS : PREDICATE_PREDS);
        snprintf(o->name, sizeof o->name, "o%u", n);
    }
}

static void even_source(struct predicate_differential *c, uint8_t *kind, uint8_t *i, uint32_t share)
{
    if (*kind == PREDICATE_SPECIAL && *i == PREDICATE_LANE && assay_rng_percent(&c->r, share))
        *kind = PREDICATE_C;
    if (*kind == PREDICATE_U && *i < PREDICATE_FREE)
        *i %= KEPT_U;
}

/*
 * Reduces the sources that differ between lanes and the U and UP in use, so that some are free for
 * what the pass finds. The first word is left alone, since it gives each lane its part of the
 * memory. Renaming registers keeps a plain program plain: U and UP are written where they were
 * before.
 */
static void even_out(struct predicate_differential *c)
{
    const uint32_t share = assay_rng_percent(&c->r, 50) ? 100 : assay_rng_below(&c->r, 101);

    for (uint32_t i = 1; i < c->before.length; ++i) {
        struct predicate_word w;

        predicate_unpack(c->before.code[i], &w);
        even_source(c, &w.ak, &w.ai, share);
        even_source(c, &w.bk, &w.bi, share);
        if (predicate_is_source(predicate_takes(&w).c))
            even_source(c, &w.ck, &w.ci, share);
        if (w.op == PREDICATE_SEL && w.ck == 2)
            w.ci %= KEPT_UP;
        if (w.dk == PREDICATE_TO_U && w.di < PREDICATE_FREE)
            w.di %= KEPT_U;
        if (w.dk == PREDICATE_TO_UP)
            w.di %= KEPT_UP;
        if (w.gk == PREDICATE_IF_UP || w.gk == PREDICATE_IF_NOT_UP)
            w.gi %= KEPT_UP;
        c->before.code[i] = predicate_pack(&w);
    }
}

static void run(struct predicate_differential *c, const struct predicate_assembly *a)
{
    for (uint32_t i = 0; i < PREDICATE_REGS; ++i) {
        put(c, PREDICATE_AT_U, i, 0, c->u[i]);
        put(c, PREDICATE_AT_C, i, 0, c->oracle.c[i]);
    }
    for (uint32_t i = 0; i < PREDICATE_PREDS; ++i)
        put(c, PREDICATE_AT_UP, i, 0, c->u[i] >> 7 & 1);
    predicate_load(a, c->lanes, 0, add, c);
    predicate_read_data(add, c);
    c->reads = PREDICATE_DATA + predicate_read_outs(a, c->lanes, add, c);
}

/* Runs the interpreter on what the host wrote, memory included. */
static void ask_oracle(struct predicate_differential *c)
{
    const struct predicate_assembly *a = &c->before;
    const char *why;

    for (uint32_t n = 0; n < c->lanes; ++n) {
        struct interp_lane *l = &c->oracle.lane[n];

        memset(l, 0, sizeof *l);
        for (uint32_t i = 0; i < PREDICATE_REGS; ++i)
            l->u[i] = c->u[i];
        for (uint32_t i = 0; i < PREDICATE_PREDS; ++i)
            l->up[i] = c->u[i] >> 7 & 1;
        for (uint32_t i = 0; i < a->n_values; ++i) {
            const struct predicate_value *v = &a->value[i];

            if (v->space == PREDICATE_AT_R)
                l->r[v->addr] = predicate_value_in(a, v, n);
            else if (v->space == PREDICATE_AT_P)
                l->p[v->addr] = a->pool[v->first] >> n & 1;
        }
    }
    c->oracle.lanes = c->lanes;
    if (!interp_run(&c->oracle, a->code, a->length, a->sense, &why)) {
        c->failed = true;
        snprintf(c->why, sizeof c->why, "the interpreter: %s", why);
    }
}

static void job(struct predicate_differential *c)
{
    struct predicate_program p;

    c->n = c->next = c->at = 0;
    c->second = c->over = false;
    memset(&c->before, 0, sizeof c->before);
    c->plain = assay_rng_percent(&c->r, 50);
    predicate_structured(&c->r, c->plain, &p);
    memcpy(c->before.code, p.code, sizeof p.code);
    c->before.length = p.length;
    c->before.sense = p.sense;
    start_values(c);
    even_out(c);
    for (uint32_t i = 0; i < PREDICATE_REGS; ++i) {
        c->u[i] = predicate_random_value(&c->r, 20);
        c->oracle.c[i] = i == 15 ? 0 : predicate_random_value(&c->r, 20);
    }
    for (uint32_t i = 0; i < PREDICATE_DATA; ++i)
        c->oracle.memory[i] = i * 2654435761u >> assay_rng_below(&c->r, 32);
    c->after = c->before;
    if (!predicate_make_uniform(&c->after, &c->uniform)) {
        c->failed = true;
        snprintf(c->why, sizeof c->why, "out of memory");
    }
    c->compares += c->uniform.n_compares;
    c->promoted += c->uniform.n_promoted;
    c->moved += c->uniform.n_moved;
    for (int i = 0; i < 2; ++i) {
        for (uint32_t k = 0; k < PREDICATE_DATA; ++k)
            put(c, PREDICATE_AT_DATA, k, 0, c->oracle.memory[k]);
        run(c, i ? &c->after : &c->before);
    }
    if (c->plain)
        ask_oracle(c);
}

/* --- results --- */

static void differs(struct predicate_differential *c, const char *how, uint32_t expected,
                    uint32_t actual)
{
    const uint32_t i = c->at;

    c->failed = true;
    snprintf(c->why, sizeof c->why,
             "program %" PRIu64 ": %s %" PRIu32 ": expected %08" PRIx32 " as %s, got %08" PRIx32,
             c->programs + 1, i < PREDICATE_DATA ? "data memory word" : "read of .out",
             i < PREDICATE_DATA ? i : i - PREDICATE_DATA, expected, how, actual);
}

/* Gets the interpreter's value for read number c->at. Returns false if there is none. */
static bool from_oracle(const struct predicate_differential *c, uint32_t *value)
{
    uint32_t read = PREDICATE_DATA;

    if (c->at < PREDICATE_DATA) {
        *value = c->oracle.memory[c->at];
        return true;
    }
    for (uint32_t i = 0; i < c->before.n_outs; ++i) {
        const struct predicate_result_name *o = &c->before.out[i];
        const uint32_t n = o->space == PREDICATE_AT_R ? c->lanes : 1;

        if (c->at >= read + n) {
            read += n;
            continue;
        }
        switch (o->space) {
        case PREDICATE_AT_R:
            *value = c->oracle.lane[c->at - read].r[o->i];
            return true;
        case PREDICATE_AT_U:
            *value = c->oracle.lane[0].u[o->i];
            return true;
        case PREDICATE_AT_UP:
            *value = c->oracle.lane[0].up[o->i];
            return true;
        default: /* P of all lanes, one bit each */
            *value = 0;
            for (uint32_t k = 0; k < c->lanes; ++k)
                *value |= (uint32_t)c->oracle.lane[k].p[o->i] << k;
            return true;
        }
    }
    return false;
}

void predicate_differential_observe(void *any, unsigned stream, const void *payload)
{
    struct predicate_differential *c = any;
    struct predicate_rdata rdata;
    uint32_t value, expected;

    if (stream != 1 || c->failed)
        return;
    memcpy(&rdata, payload, sizeof rdata);
    value = (uint32_t)rdata.data;
    if (!c->second) {
        c->seen[c->at] = value;
        if (c->plain && from_oracle(c, &expected) && expected != value)
            differs(c, "of the interpreter", expected, value);
    } else if (c->seen[c->at] != value) {
        differs(c, "without the uniformity pass", c->seen[c->at], value);
    }
    if (++c->at < c->reads || c->failed)
        return;
    c->at = 0;
    if (c->second) {
        c->over = true;
        ++c->programs;
        c->plain_programs += c->plain;
    }
    c->second = !c->second;
}

void predicate_differential_begin(void *any, const struct assay_stim_env *env)
{
    struct predicate_differential *c = any;

    assay_rng_init(&c->r, env->seed, "predicate.differential");
    c->lanes = env->params->v[0];
    job(c);
}

bool predicate_differential_next(void *any, unsigned stream, void *payload)
{
    struct predicate_differential *c = any;

    (void)stream;
    if (c->next == c->n) {
        if (!c->over) /* reads are still outstanding */
            return false;
        job(c);
    }
    memcpy(payload, &c->op[c->next++], sizeof c->op[0]);
    return true;
}

bool predicate_differential_failed(const void *any)
{
    return ((const struct predicate_differential *)any)->failed;
}

void predicate_differential_report(const void *any, FILE *f)
{
    const struct predicate_differential *c = any;

    fprintf(f,
            "programs:   %" PRIu64 " with and without the uniformity pass, %" PRIu64
            " of them against the interpreter\n",
            c->programs, c->plain_programs);
    fprintf(f, "promoted:   %" PRIu64 " of %" PRIu64 " compares, %" PRIu64 " other instructions\n",
            c->promoted, c->compares, c->moved);
    if (c->failed)
        fprintf(f, "differs:    %s\n", c->why);
}
