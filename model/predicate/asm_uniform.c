/*
 * asm_uniform.c - the uniformity pass [ES 2777827 ¶53 to ¶61, claims 7 and 8].
 *
 * At first everything is assumed to be uniform. Then the pass takes out every web that contradicts
 * the assumption: one that is written by a load, from the lane index, from a web that is out, under
 * a guard that is out, or where the lanes may have been split, which only a branch whose guard is
 * out can do. When there are no more contradictions, the remaining webs are uniform in every run:
 * the first instruction to violate this would have been one of those above.
 */
#include <stdlib.h>
#include <string.h>

#include "predicate/asm_uniform.h"

void uniform_take_out(struct pass *s, uint32_t web, uint8_t cause, uint32_t at_pc, bool has_pc)
{
    if (s->out[web].cause)
        return;
    s->out[web] = (struct reason){cause, (uint16_t)at_pc, has_pc};
    s->changed = true;
}

/* --- initial values of registers --- */

static bool starts_alike(const struct pass *s, uint32_t reg, uint32_t *number)
{
    const bool p = reg >= PREDICATE_REGS;
    const uint8_t space = p ? PREDICATE_AT_P : PREDICATE_AT_R;
    const uint32_t i = p ? reg - PREDICATE_REGS : reg;
    bool alike = false;

    for (uint32_t k = 0; k < s->a->n_values; ++k) {
        const struct predicate_value *v = &s->a->value[k];

        if (v->space != space || v->addr != i)
            continue;
        *number = s->a->pool[v->first];
        alike = !p || *number == 0 || *number == 0xFFFFFFFF;
        for (uint32_t n = 1; n < v->n; ++n)
            alike = alike && s->a->pool[v->first + n] == *number;
    }
    if (p)
        *number &= 1;
    return alike;
}

/* --- contradictions --- */

/* The register of a source of kind R; FLOW_REGS for any other kind. */
static uint32_t lane_register(uint8_t kind, uint8_t i)
{
    return kind == PREDICATE_R ? i : FLOW_REGS;
}

static bool has_c_source(const struct predicate_decoded *d)
{
    return predicate_is_source(predicate_takes(&d->w).c);
}

static bool guard_of_lane(const struct predicate_decoded *d)
{
    return d->w.gk == PREDICATE_IF_P || d->w.gk == PREDICATE_IF_NOT_P;
}

static void check_source(struct pass *s, uint32_t web, uint32_t pc, uint8_t kind, uint8_t i)
{
    const uint32_t reg = lane_register(kind, i);
    int use;

    if (kind == PREDICATE_SPECIAL && i == PREDICATE_LANE)
        uniform_take_out(s, web, PREDICATE_BY_LANE, pc, true);
    if (reg == FLOW_REGS)
        return;
    use = webs_use(&s->webs, pc, reg);
    if (use >= 0 && s->out[use].cause)
        uniform_take_out(s, web, s->out[use].cause, s->out[use].at_pc, s->out[use].has_pc);
}

static void check_predicate(struct pass *s, uint32_t web, uint32_t pc, uint8_t i, bool guard)
{
    const int use = webs_use(&s->webs, pc, (uint32_t)PREDICATE_REGS + i);

    if (use < 0 || !s->out[use].cause)
        return;
    if (guard)
        uniform_take_out(s, web, PREDICATE_BY_GUARD, pc, true);
    else
        uniform_take_out(s, web, s->out[use].cause, s->out[use].at_pc, s->out[use].has_pc);
}

static void check_definition(struct pass *s, uint32_t pc)
{
    const struct predicate_decoded *d = &s->d[pc];
    const uint32_t web = s->webs.of[pc];

    if (d->w.op == PREDICATE_LD ? !s->a->for_core
                                : d->w.op == PREDICATE_ATOM || d->w.op == PREDICATE_ROW)
        uniform_take_out(s, web, PREDICATE_BY_LOAD, pc, true);
    if (d->w.op == PREDICATE_PACK)
        uniform_take_out(s, web, PREDICATE_BY_KIND, pc, true);
    check_source(s, web, pc, d->w.ak, d->w.ai);
    check_source(s, web, pc, d->w.bk, d->w.bi);
    if (has_c_source(d))
        check_source(s, web, pc, d->w.ck, d->w.ci);
    if (d->w.op == PREDICATE_SEL && d->w.ck == 1)
        check_predicate(s, web, pc, d->w.ci, false);
    if (guard_of_lane(d))
        check_predicate(s, web, pc, d->w.gi, true);
    if (!s->flow.whole[pc])
        uniform_take_out(s, web, PREDICATE_BY_CONTROL, s->flow.blame[pc], true);
}

/* Takes out webs that are never executed, or whose initial values differ between lanes. */
static void check_starts(struct pass *s)
{
    for (uint32_t pc = 0; pc < s->a->length; ++pc)
        if (!s->flow.reached[pc] && webs_written(&s->d[pc]) >= 0)
            uniform_take_out(s, s->webs.of[pc], PREDICATE_BY_REACH, pc, true);
    for (uint32_t r = 0; r < FLOW_REGS; ++r) {
        uint32_t number;

        if (!starts_alike(s, r, &number))
            uniform_take_out(s, webs_of_start(&s->webs, r), PREDICATE_BY_INITIAL, 0, false);
    }
}

/* The per-lane register that a vote, red or readlane reads; FLOW_REGS for any other instruction. */
static uint32_t crossed(const struct predicate_decoded *d)
{
    if (!d->cross)
        return FLOW_REGS;
    return d->w.ak == PREDICATE_R ? d->w.ai : (uint32_t)PREDICATE_REGS + d->w.ci;
}

static void keep(struct pass *s, uint32_t pc, uint32_t reg)
{
    const int use = webs_use(&s->webs, pc, reg);

    if (use >= 0)
        uniform_take_out(s, (uint32_t)use, PREDICATE_BY_VOTE, pc, true);
}

/* Takes out webs with a use that cannot read a uniform register, even if the value is uniform. */
static void check_uses(struct pass *s)
{
    for (uint32_t pc = 0; pc < s->a->length; ++pc) {
        const struct predicate_decoded *d = &s->d[pc];

        if (!s->flow.reached[pc] || d->trap)
            continue;
        if (crossed(d) != FLOW_REGS)
            keep(s, pc, crossed(d));
        if (d->w.op == PREDICATE_BAR && d->w.imm & PREDICATE_BAR_HAS_P)
            keep(s, pc, PREDICATE_REGS + (d->w.imm >> PREDICATE_BAR_P & 3));
        for (uint32_t r = 0; d->w.op == PREDICATE_EXIT && r < FLOW_REGS; ++r)
            if (s->outs >> r & 1)
                uniform_take_out(s, (uint32_t)webs_use(&s->webs, pc, r), PREDICATE_BY_OUT, pc,
                                 true);
    }
}

/* A branch splits the lanes unless its predicate is uniform. */
static bool parts(const void *arg, uint32_t pc)
{
    const struct pass *s = arg;
    const int use = webs_use(&s->webs, pc, (uint32_t)PREDICATE_REGS + s->d[pc].w.gi);

    return use < 0 || s->out[use].cause != 0;
}

static bool always_parts(const void *arg, uint32_t pc)
{
    (void)arg;
    (void)pc;
    return true;
}

static bool settle(struct pass *s)
{
    do {
        s->changed = false;
        if (!flow_follow(s->a, s->d, parts, s, &s->flow))
            return false;
        for (uint32_t pc = 0; pc < s->a->length; ++pc)
            if (s->flow.reached[pc] && webs_written(&s->d[pc]) >= 0)
                check_definition(s, pc);
    } while (s->changed);
    return true;
}

/* --- rewriting the program --- */

static int moved_to(const struct pass *s, uint32_t pc, uint32_t reg)
{
    const int use = webs_use(&s->webs, pc, reg);

    return use < 0 ? -1 : s->to[use];
}

static void move_source(const struct pass *s, uint32_t pc, uint8_t *kind, uint8_t *i)
{
    const uint32_t reg = lane_register(*kind, *i);
    const int to = reg == FLOW_REGS ? -1 : moved_to(s, pc, reg);

    if (to >= 0) {
        *kind = PREDICATE_U;
        *i = (uint8_t)to;
    }
}

static void rewrite(struct pass *s, uint32_t pc, struct predicate_uniform *u)
{
    const struct predicate_decoded *d = &s->d[pc];
    struct predicate_word w = d->w;
    int to;

    move_source(s, pc, &w.ak, &w.ai);
    move_source(s, pc, &w.bk, &w.bi);
    if (has_c_source(d))
        move_source(s, pc, &w.ck, &w.ci);
    if (w.op == PREDICATE_SEL && w.ck == 1 &&
        (to = moved_to(s, pc, (uint32_t)PREDICATE_REGS + w.ci)) >= 0) {
        w.ck = 2;
        w.ci = (uint8_t)to;
    }
    if (guard_of_lane(d) && (to = moved_to(s, pc, (uint32_t)PREDICATE_REGS + w.gi)) >= 0) {
        w.gk = (uint8_t)(w.gk == PREDICATE_IF_P ? PREDICATE_IF_UP : PREDICATE_IF_NOT_UP);
        w.gi = (uint8_t)to;
    }
    if (webs_written(d) >= 0 && (to = s->to[s->webs.of[pc]]) >= 0) {
        u->n_moved += w.dk == PREDICATE_TO_R;
        if (w.op == PREDICATE_LD) /* all lanes use one address: a single load for the warp */
            w.op = PREDICATE_LDU;
        w.dk = w.dk == PREDICATE_TO_R ? PREDICATE_TO_U : PREDICATE_TO_UP;
        w.di = (uint8_t)to;
    }
    s->a->code[pc] = predicate_pack(&w);
}

/* Moves the initial values of the program along with their registers. */
static bool move_starts(struct pass *s)
{
    for (uint32_t r = 0; r < FLOW_REGS; ++r) {
        const uint32_t web = webs_of_start(&s->webs, r);
        uint32_t number;

        if (s->to[web] >= 0 && starts_alike(s, r, &number) &&
            !predicate_add_value(s->a, r < PREDICATE_REGS ? PREDICATE_AT_U : PREDICATE_AT_UP,
                                 (uint32_t)s->to[web], number))
            return false;
    }
    return true;
}

/*
 * Finds the register that prevents a cmp from being promoted: the first such among those that it
 * reads.
 */
static void blame_register(const struct pass *s, struct predicate_promotion *c)
{
    const uint32_t reads = webs_read(&s->d[c->pc]);

    if (c->has_pc && c->at_pc == c->pc) /* the cmp itself is the reason */
        return;
    for (uint32_t r = 0; r < FLOW_REGS; ++r) {
        const int use = reads >> r & 1 ? webs_use(&s->webs, c->pc, r) : -1;

        if (use < 0 || !s->out[use].cause)
            continue;
        c->cause = s->out[use].cause;
        c->at_pc = s->out[use].at_pc;
        c->has_pc = s->out[use].has_pc;
        snprintf(c->what, sizeof c->what, "%s%u", r < PREDICATE_REGS ? "r" : "p",
                 r < PREDICATE_REGS ? r : r - PREDICATE_REGS);
        return;
    }
}

static void report(const struct pass *s, struct predicate_uniform *u)
{
    for (uint32_t pc = 0; pc < s->a->length; ++pc) {
        struct predicate_promotion *c = &u->compare[u->n_compares];
        const struct reason *r = &s->out[s->webs.of[pc]];

        if (s->d[pc].trap || s->d[pc].w.op != PREDICATE_CMP || s->d[pc].w.dk != PREDICATE_TO_P)
            continue;
        ++u->n_compares;
        c->pc = (uint16_t)pc;
        c->from = s->d[pc].w.di;
        c->cause = r->cause;
        c->at_pc = r->at_pc;
        c->has_pc = r->has_pc;
        if (r->cause) {
            blame_register(s, c);
        } else {
            c->to = (uint8_t)s->to[s->webs.of[pc]];
            ++u->n_promoted;
        }
    }
}

static void nothing(struct pass *s, uint8_t cause)
{
    for (uint32_t i = 0; i < s->a->length + FLOW_REGS; ++i) {
        s->webs.of[i] = (uint16_t)i;
        s->out[i] = (struct reason){.cause = cause};
        s->to[i] = -1;
    }
}

static bool analyse(struct pass *s)
{
    if (!flow_follow(s->a, s->d, always_parts, NULL, &s->flow))
        return false;
    webs_find(s->d, s->a->length, &s->flow, s->outs, &s->webs);
    place_begin(s);
    check_starts(s);
    if (!settle(s)) /* before check_uses, whose reasons have lower priority */
        return false;
    check_uses(s);
    do {
        if (!settle(s))
            return false;
    } while (!place_all(s));
    return true;
}

bool predicate_make_uniform(struct predicate_assembly *a, struct predicate_uniform *u)
{
    struct pass *s = calloc(1, sizeof *s);
    const uint32_t n_values = a->n_values, n_pool = a->n_pool;

    memset(u, 0, sizeof *u);
    if (!s)
        return false;
    s->a = a;
    for (uint32_t i = 0; i < a->length; ++i)
        (a->for_core ? predicate_decode_any : predicate_decode)(a->code[i], &s->d[i]);
    for (uint32_t i = 0; i < a->n_outs; ++i) {
        if (a->out[i].space == PREDICATE_AT_R)
            s->outs |= 1u << a->out[i].i;
        else if (a->out[i].space == PREDICATE_AT_P)
            s->outs |= 1u << (PREDICATE_REGS + a->out[i].i);
    }
    if (a->length == 0 || !analyse(s)) {
        nothing(s, PREDICATE_BY_SIZE);
    } else if (!move_starts(s)) {
        a->n_values = n_values;
        a->n_pool = n_pool;
        nothing(s, PREDICATE_BY_REGISTERS);
    } else {
        for (uint32_t pc = 0; pc < a->length; ++pc)
            if (s->flow.reached[pc] && !s->d[pc].trap)
                rewrite(s, pc, u);
    }
    report(s, u);
    free(s);
    return true;
}
