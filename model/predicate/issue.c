/* issue.c - which instructions issue in a cycle, and what that does. */
#include <string.h>

#include "predicate/internal.h"

/* The topmost entry that has a live lane, -1 if there is none. */
static int live_entry(const struct predicate_state *s, uint32_t exited)
{
    int i = s->depth - 1;

    while (i >= 0 && !(s->stack[i].mask & ~exited))
        --i;
    return i;
}

static uint32_t executing(const struct predicate_state *s, const struct predicate_decoded *d)
{
    return s->active & predicate_guard_lanes(s, &d->w);
}

static bool divergent(const struct predicate_state *s, const struct predicate_decoded *d)
{
    const uint32_t taken = executing(s, d);

    return d->w.op == PREDICATE_BRA && d->unit == PREDICATE_VECTOR && taken && taken != s->active;
}

/* Trap of the stack that issuing it now would give. */
static uint8_t stack_trap(const struct predicate_state *s, const struct predicate_decoded *d)
{
    if (d->w.op == PREDICATE_JOIN)
        return live_entry(s, s->exited) < 0 ? PREDICATE_UNDERFLOW : PREDICATE_NO_TRAP;
    return s->depth == PREDICATE_STACK && (d->w.op == PREDICATE_SSY || divergent(s, d))
               ? PREDICATE_OVERFLOW
               : PREDICATE_NO_TRAP;
}

static bool bad_address(const struct predicate_state *s, const struct predicate_decoded *d)
{
    const uint32_t exec = executing(s, d), bytes = predicate_bytes(&d->w);

    for (uint32_t n = 0; n < s->params.lanes; ++n)
        if ((exec >> n & 1) && predicate_address_trap(predicate_address(s, &d->w, n), bytes))
            return true;
    return false;
}

/* Registers that are still to be written by what is in the pipes. What holds issue is not among it: nothing issues
 * beside it. */
static uint64_t writes_in_flight(const struct predicate_state *s)
{
    uint64_t writes = 0;

    for (int i = 0; i < 4; ++i)
        writes |= s->vector_writes[i] | s->scalar_writes[i];
    return writes;
}

static void push(struct predicate_state *s, uint32_t pc, uint32_t mask)
{
    s->stack[s->depth].pc = (uint16_t)pc;
    s->stack[s->depth].mask = mask;
    ++s->depth;
}

/* To the topmost live entry; false without one. */
static bool pop(struct predicate_state *s)
{
    const int i = live_entry(s, s->exited);

    if (i < 0)
        return false;
    s->pc = s->stack[i].pc;
    s->active = s->stack[i].mask & ~s->exited;
    s->depth = (uint8_t)i;
    return true;
}

static void branch(struct predicate_state *s, const struct predicate_decoded *d, uint32_t pc)
{
    const uint16_t target = d->w.imm & PREDICATE_TARGET;
    const uint32_t lanes = d->unit == PREDICATE_SCALAR ? predicate_guard_lanes(s, &d->w) : 0;
    const uint32_t taken = executing(s, d), rest = s->active & ~taken;

    s->pc = (uint16_t)(pc + 1);
    if (!divergent(s, d)) {
        ++s->n_bra_uniform;
        if (d->unit == PREDICATE_SCALAR ? lanes != 0 : taken != 0)
            s->pc = target;
        return;
    }
    ++s->n_bra_divergent;
    if (target > pc) {
        push(s, pc + 1, rest);
        s->active = taken;
        s->pc = target;
    } else {
        push(s, target, taken);
        s->active = rest;
    }
}

static void control(struct predicate_state *s, const struct predicate_decoded *d, uint32_t pc)
{
    switch (d->w.op) {
    case PREDICATE_BRA:
        branch(s, d, pc);
        break;
    case PREDICATE_SSY:
        push(s, d->w.imm & PREDICATE_TARGET, s->active);
        s->pc = (uint16_t)(pc + 1);
        break;
    case PREDICATE_JOIN:
        (void)pop(s); /* there is an entry: it would have been a trap */
        break;
    default: {
        const uint32_t leaving = executing(s, d);

        s->exited |= leaving;
        s->active &= ~leaving;
        if (s->active) {
            s->pc = (uint16_t)(pc + 1);
        } else if (!pop(s)) {
            s->pc = (uint16_t)pc;
            s->depth = 0;
            s->running = 0;
            s->finished = 1;
        }
        break;
    }
    }
}

static void count(struct predicate_state *s, const struct predicate_decoded *d)
{
    if (d->w.gk == PREDICATE_IF_P || d->w.gk == PREDICATE_IF_NOT_P)
        s->n_pred += predicate_count(s->active);
    else if (d->w.gk)
        ++s->n_uniform;
    if (d->unit == PREDICATE_SCALAR) {
        ++s->n_scalar;
    } else {
        ++s->n_vector;
        s->n_disabled += s->params.lanes - predicate_count(executing(s, d));
    }
}

static uint8_t destination(const struct predicate_word *w)
{
    return (uint8_t)(w->dk ? w->dk << 4 | w->di : 0);
}

static void to_scalar(struct predicate_state *s, const struct predicate_decoded *d, uint32_t pc)
{
    const uint32_t slot = (s->now + PREDICATE_SCALAR_LATENCY) & 3;
    struct predicate_scalar e = {.valid = 1, .pc = (uint8_t)pc, .dst = destination(&d->w)};

    e.mask = d->writes && predicate_guard_lanes(s, &d->w);
    e.data = e.mask ? predicate_result(s, &d->w, 0) : 0;
    if (d->w.op == PREDICATE_FDIV) {
        s->held_scalar.cycles = PREDICATE_DIVIDE_HOLD;
        s->held_scalar.writes = d->writes;
        s->held_scalar.e = e;
        return;
    }
    s->scalar[slot] = e;
    s->scalar_writes[slot] = d->writes;
}

static void to_memory(struct predicate_state *s, const struct predicate_decoded *d, uint32_t exec)
{
    struct predicate_held *m = &s->held;

    m->memory = 1;
    m->store = d->w.op == PREDICATE_ST;
    m->size = (m->store ? d->w.di : d->w.ci) & 7;
    m->todo = exec;
    for (uint32_t n = 0; n < s->params.lanes; ++n) {
        if (!(exec >> n & 1))
            continue;
        m->addr[n] = predicate_address(s, &d->w, n);
        m->data[n] = m->store ? predicate_source(s, &d->w, d->w.ck, d->w.ci, n) : 0;
    }
}

static uint8_t levels(uint32_t lanes)
{
    uint8_t n = 0;

    while (lanes >> n > 1)
        ++n;
    return n;
}

static uint32_t cross(const struct predicate_state *s, const struct predicate_decoded *d,
                      uint32_t exec)
{
    switch (d->w.op) {
    case PREDICATE_RED:
        return predicate_reduce(s, &d->w, exec);
    case PREDICATE_READLANE:
        return predicate_lane_read(s, &d->w);
    default:
        return predicate_vote(s, &d->w, exec);
    }
}

static void work_out(const struct predicate_state *s, const struct predicate_decoded *d,
                     uint32_t exec, struct predicate_vector *e)
{
    if (d->cross) {
        e->mask = exec != 0;
        if (e->mask && d->w.dk == PREDICATE_TO_UP)
            e->pred = cross(s, d, exec);
        else if (e->mask)
            e->data[0] = cross(s, d, exec);
        return;
    }
    if (!d->writes || d->memory)
        return;
    e->mask = exec;
    for (uint32_t n = 0; n < s->params.lanes; ++n) {
        if (!(exec >> n & 1))
            continue;
        if (d->w.dk == PREDICATE_TO_P)
            e->pred |= predicate_result(s, &d->w, n) << n;
        else
            e->data[n] = predicate_result(s, &d->w, n);
    }
}

static void to_vector(struct predicate_state *s, const struct predicate_decoded *d, uint32_t pc)
{
    const uint32_t slot = (s->now + PREDICATE_VECTOR_LATENCY) & 3, exec = executing(s, d);
    const uint8_t cycles = d->w.op == PREDICATE_FDIV  ? PREDICATE_DIVIDE_HOLD
                           : d->w.op == PREDICATE_RED ? levels(s->params.lanes)
                                                      : 0;
    struct predicate_vector *e = &s->vector[slot];

    if (d->memory || cycles) {
        e = &s->held.v;
        s->held.holds = 1;
        s->held.memory = 0;
        s->held.cycles = cycles;
        s->held.writes = d->writes;
    } else {
        s->vector_writes[slot] = d->writes;
    }
    memset(e, 0, sizeof *e);
    e->pc = (uint8_t)pc;
    e->dst = destination(&d->w);
    e->valid = 1;
    work_out(s, d, exec, e);
    if (d->memory)
        to_memory(s, d, exec);
}

static void issue_one(struct predicate_state *s, const struct predicate_decoded *d, uint32_t pc)
{
    count(s, d);
    if (d->unit == PREDICATE_SCALAR)
        to_scalar(s, d, pc);
    else
        to_vector(s, d, pc);
    ++s->in_flight;
    s->issue |= d->unit;
}

static void trap(struct predicate_state *s, uint8_t code)
{
    s->trap = code;
    s->trap_pc = s->pc;
    s->running = 0;
}

static bool pairs(const struct predicate_state *s, const struct predicate_decoded *first,
                  const struct predicate_decoded *second, uint64_t busy)
{
    return !first->control && s->pc + 1 < s->length && !second->trap &&
           first->unit != second->unit && !((second->reads | second->writes) & busy) &&
           !((second->reads | second->writes) & first->writes) && !stack_trap(s, second) &&
           !(first->memory && bad_address(s, first));
}

/* Words are decoded when they are first looked at. */
static const struct predicate_decoded *fetch(struct predicate_state *s, uint32_t pc)
{
    const uint32_t i = pc % PREDICATE_WORDS;

    if (!s->known[i]) {
        predicate_decode(s->code[i], &s->decoded[i]);
        s->known[i] = 1;
    }
    return &s->decoded[i];
}

void predicate_issue(struct predicate_state *s)
{
    const uint32_t pc = s->pc;
    const struct predicate_decoded *first, *second;
    uint64_t busy;
    bool both;

    if (s->limited && s->left == 0) {
        trap(s, PREDICATE_LIMIT);
        return;
    }
    if (pc >= s->length) {
        trap(s, PREDICATE_BEYOND);
        return;
    }
    first = fetch(s, pc);
    if (first->trap) {
        trap(s, first->trap);
        return;
    }
    busy = writes_in_flight(s);
    if ((first->reads | first->writes) & busy)
        return;
    if (stack_trap(s, first)) {
        trap(s, stack_trap(s, first));
        return;
    }
    second = fetch(s, pc + 1);
    both = pairs(s, first, second, busy);
    issue_one(s, first, pc);
    s->pc = (uint16_t)(pc + 1);
    if (both) {
        issue_one(s, second, pc + 1);
        s->pc = (uint16_t)(pc + 2);
        ++s->n_pairs;
        first = second;
    }
    if (first->control)
        control(s, first, both ? pc + 1 : pc);
}
