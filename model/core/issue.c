/* issue.c - selects the warp that issues in a cycle, and its instructions, and executes them. */
#include <string.h>

#include "core/internal.h"

/* What prevents a warp from issuing. */
enum cause { READY, MEMORY, BARRIER, ARRAY, HAZARD };

/* What a warp could do in this cycle. */
struct look {
    const struct predicate_decoded *d;
    enum cause cause;
    struct core_fault fault; /* if the cause is READY */
};

/*
 * True if the instruction has an effect: some lane executes, or the guard of a scalar one is true.
 */
static bool has_effect(const struct core_warp *w, const struct predicate_decoded *d)
{
    return (d->unit == PREDICATE_SCALAR ? predicate_guard_lanes(&w->w, &d->w)
                                        : predicate_executing(&w->w, d)) != 0;
}

/* Cycles from issue to the record. */
static uint32_t delay_of(const struct core_state *s, const struct predicate_decoded *d)
{
    if (d->unit == PREDICATE_SCALAR)
        return d->w.op == PREDICATE_FDIV ? PREDICATE_DIVIDE_HOLD + 1 : PREDICATE_SCALAR_LATENCY;
    switch (d->w.op) {
    case PREDICATE_FDIV:
        return PREDICATE_DIVIDE_HOLD + 2;
    case PREDICATE_RED:
        return predicate_levels(s->params.lanes) + 2;
    default:
        return PREDICATE_VECTOR_LATENCY;
    }
}

/* True if a place in the pipe and the required unit are free. */
static bool has_place(const struct core_state *s, const struct predicate_decoded *d)
{
    const uint32_t delay = delay_of(s, d);

    if (d->unit == PREDICATE_SCALAR)
        return !(s->scalar_places >> delay & 1) &&
               !(d->w.op == PREDICATE_FDIV && s->scalar_divider);
    return !(s->vector_places >> delay & 1) && !(d->w.op == PREDICATE_FDIV && s->vector_divider) &&
           !(d->w.op == PREDICATE_RED && s->reduction);
}

static uint32_t operand_a(const struct core_warp *w, const struct predicate_decoded *d)
{
    return core_operand(w, &d->w, d->w.ak, d->w.ai);
}

/* The cause for which an instruction with an effect outside must wait, else READY. */
static enum cause waits_outside(const struct core_state *s, uint32_t warp,
                                const struct predicate_decoded *d)
{
    const struct core_warp *w = &s->warp[warp];

    if (core_is_access(d))
        return (core_is_local(&d->w) ? s->local.valid : s->global.valid) ? MEMORY : READY;
    switch (d->w.op) {
    case PREDICATE_FENCE:
        return core_accesses(s, warp, d->w.ci) ? MEMORY : READY;
    case PREDICATE_BAR:
    case PREDICATE_MSG:
        return s->gate_valid ? BARRIER : READY;
    case PREDICATE_RECV:
        return w->arrived < (uint16_t)operand_a(w, d) ? BARRIER : READY;
    default:
        return core_message_waits(s, warp, d) ? ARRAY : READY;
    }
}

static uint8_t traps_outside(const struct core_state *s, uint32_t warp,
                             const struct predicate_decoded *d, uint8_t *lane)
{
    const struct core_warp *w = &s->warp[warp];
    const struct core_group *g = core_group_at(s, warp);

    if (core_is_access(d))
        return core_access_trap(s, warp, d, lane);
    switch (d->w.op) {
    case PREDICATE_BAR:
        if (w->w.active != (w->w.all & ~w->w.exited))
            return CORE_DIVERGENT;
        return operand_a(w, d) >= g->bars ? CORE_OUTSIDE : PREDICATE_NO_TRAP;
    case PREDICATE_MSG:
        return operand_a(w, d) >= g->size ? CORE_OUTSIDE : PREDICATE_NO_TRAP;
    case PREDICATE_ROW:
        return operand_a(w, d) >= g->rows ? CORE_OUTSIDE : PREDICATE_NO_TRAP;
    default:
        return PREDICATE_NO_TRAP;
    }
}

static enum cause waits(const struct core_state *s, uint32_t warp,
                        const struct predicate_decoded *d)
{
    if (d->outside && has_effect(&s->warp[warp], d)) {
        const enum cause outside = waits_outside(s, warp, d);

        if (outside)
            return outside;
    }
    return has_place(s, d) ? READY : HAZARD;
}

static uint8_t traps(const struct core_state *s, uint32_t warp, const struct predicate_decoded *d,
                     uint8_t *lane)
{
    if (d->control)
        return predicate_stack_trap(&s->warp[warp].w, d);
    return d->outside && has_effect(&s->warp[warp], d) ? traps_outside(s, warp, d, lane)
                                                       : PREDICATE_NO_TRAP;
}

static void look_at(const struct core_state *s, uint32_t warp, struct look *l)
{
    const struct core_warp *w = &s->warp[warp];
    const uint32_t pc = w->w.pc;
    uint64_t touches;

    l->cause = READY;
    l->fault = (struct core_fault){0, (uint8_t)warp, 0, (uint16_t)pc};
    if (pc >= core_group_at(s, warp)->length) {
        l->fault.code = PREDICATE_BEYOND;
        return;
    }
    l->d = &s->decoded[pc];
    l->fault.code = l->d->trap;
    if (l->d->trap)
        return;
    touches = l->d->reads | l->d->writes;
    if (touches & w->in_memory)
        l->cause = MEMORY;
    else if (touches & w->in_array)
        l->cause = ARRAY;
    else if (touches & w->in_pipe)
        l->cause = HAZARD;
    else
        l->cause = waits(s, warp, l->d);
    if (l->cause == READY)
        l->fault.code = traps(s, warp, l->d, &l->fault.lane);
}

/* fence, bar and the instructions that send or await messages issue alone. */
static bool alone(const struct predicate_decoded *d)
{
    return d->w.op >= PREDICATE_FENCE;
}

static bool pairs(const struct core_state *s, uint32_t warp, const struct predicate_decoded *first,
                  const struct predicate_decoded *second)
{
    const struct core_warp *w = &s->warp[warp];
    uint8_t lane;

    return w->w.pc + 1 < core_group_at(s, warp)->length &&
           predicate_pairs(&w->w, first, second, w->in_pipe | w->in_memory | w->in_array) &&
           !alone(first) && !alone(second) && !(core_is_access(first) && core_is_access(second)) &&
           waits(s, warp, second) == READY && !traps(s, warp, second, &lane);
}

/* --- effects --- */

/* The registers that its record makes pending: none if it has no effect. */
static uint64_t pending_of(const struct core_warp *w, const struct predicate_decoded *d)
{
    return d->outside && !has_effect(w, d) ? 0 : d->writes;
}

static void to_scalar(struct core_state *s, uint32_t warp, const struct predicate_decoded *d,
                      uint32_t pc)
{
    const uint32_t delay = delay_of(s, d);
    struct core_scalar *e = &s->scalar[(s->now + delay) % CORE_PIPE];

    e->warp = (uint8_t)warp;
    e->writes = pending_of(&s->warp[warp], d);
    e->e.valid = 1;
    e->e.pc = (uint16_t)pc;
    e->e.dst = predicate_destination(&d->w);
    predicate_scalar_result(&s->warp[warp].w, d, &e->e);
    s->scalar_places |= UINT32_C(1) << delay;
    s->warp[warp].in_pipe |= e->writes;
    if (d->w.op == PREDICATE_FDIV)
        s->scalar_divider = s->warp[warp].hold = PREDICATE_DIVIDE_HOLD;
}

static void to_vector(struct core_state *s, uint32_t warp, const struct predicate_decoded *d,
                      uint32_t pc)
{
    const uint32_t delay = delay_of(s, d);
    struct core_vector *e = &s->vector[(s->now + delay) % CORE_PIPE];
    struct core_warp *w = &s->warp[warp];

    e->warp = (uint8_t)warp;
    e->writes = pending_of(w, d);
    memset(&e->v, 0, sizeof e->v);
    e->v.valid = 1;
    e->v.pc = (uint16_t)pc;
    e->v.dst = predicate_destination(&d->w);
    predicate_vector_result(&w->w, d, predicate_executing(&w->w, d), &e->v);
    s->vector_places |= UINT32_C(1) << delay;
    w->in_pipe |= e->writes;
    if (d->w.op == PREDICATE_FDIV) {
        s->vector_divider = w->hold = PREDICATE_DIVIDE_HOLD;
    } else if (d->w.op == PREDICATE_RED) {
        s->reduction = (uint8_t)predicate_levels(s->params.lanes);
        if (w->hold < s->reduction)
            w->hold = s->reduction;
    }
}

static void to_outside(struct core_state *s, uint32_t warp, const struct predicate_decoded *d,
                       uint32_t pc)
{
    struct core_warp *w = &s->warp[warp];

    if (core_is_access(d)) {
        core_to_memory(s, warp, d, pc);
        return;
    }
    switch (d->w.op) {
    case PREDICATE_BAR:
    case PREDICATE_MSG:
        core_to_gate(s, warp, d);
        break;
    case PREDICATE_RECV:
        w->arrived = (uint16_t)(w->arrived - operand_a(w, d));
        break;
    case PREDICATE_FENCE:
    case PREDICATE_WAIT:
        break;
    default:
        core_to_off(s, warp, d, pc);
        break;
    }
}

static void issue_one(struct core_state *s, uint32_t warp, const struct predicate_decoded *d,
                      uint32_t pc)
{
    predicate_count_issue(&s->warp[warp].w, d, &s->n);
    if (d->unit == PREDICATE_SCALAR)
        to_scalar(s, warp, d, pc);
    else
        to_vector(s, warp, d, pc);
    ++s->warp[warp].records;
    if (d->outside && has_effect(&s->warp[warp], d))
        to_outside(s, warp, d, pc);
    s->issue |= d->unit;
}

static void issue(struct core_state *s, uint32_t warp, const struct predicate_decoded *first)
{
    struct core_warp *w = &s->warp[warp];
    const uint32_t pc = w->w.pc;
    const struct predicate_decoded *second = &s->decoded[(pc + 1) % CORE_MAX_WORDS];
    const bool both = pairs(s, warp, first, second);

    issue_one(s, warp, first, pc);
    w->w.pc = (uint16_t)(pc + 1);
    if (both) {
        issue_one(s, warp, second, pc + 1);
        w->w.pc = (uint16_t)(pc + 2);
        ++s->n.pairs;
        first = second;
    }
    if (first->control && !predicate_flow_control(&w->w, first, both ? pc + 1 : pc, &s->n)) {
        s->running &= ~(UINT32_C(1) << warp);
        s->finished |= UINT32_C(1) << warp;
    }
    s->issue_warp = (uint8_t)warp;
    s->issue_pc = (uint16_t)pc;
    s->issue_next = w->w.pc;
    s->issue_active = w->w.active;
    s->issue_depth = w->w.depth;
}

static void count_lost(struct core_state *s, enum cause cause, bool any)
{
    if (!any)
        ++s->n_none;
    else if (cause == MEMORY)
        ++s->n_memory;
    else if (cause == BARRIER)
        ++s->n_barrier;
    else if (cause == ARRAY)
        ++s->n_array;
    else
        ++s->n_hazard;
}

void core_issue(struct core_state *s, uint32_t held)
{
    const uint32_t upper = UINT32_MAX << s->last << 1; /* those after the last that issued */
    const uint32_t part[2] = {s->running & upper, s->running & ~upper};
    enum cause lost = READY;

    s->issue = 0;
    s->issue_warp = s->issue_depth = 0;
    s->issue_pc = s->issue_next = 0;
    s->issue_active = 0;
    for (int i = 0; i < 2; ++i) {
        for (uint32_t todo = part[i]; todo; todo &= todo - 1) {
            const uint32_t warp = (uint32_t)__builtin_ctz(todo);
            struct look l = {.cause = READY};

            if (s->at_bar >> warp & 1)
                l.cause = BARRIER;
            else if (held >> warp & 1)
                l.cause = HAZARD;
            else
                look_at(s, warp, &l);
            if (l.cause == READY) {
                s->last = (uint8_t)warp;
                if (l.fault.code)
                    core_trap(s, &l.fault);
                else
                    issue(s, warp, l.d);
                return;
            }
            lost = lost ? lost : l.cause;
        }
    }
    count_lost(s, lost, s->running != 0);
}
