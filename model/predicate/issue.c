/* issue.c - the instructions that issue in a cycle, and their effects. */
#include <string.h>

#include "predicate/internal.h"

uint8_t predicate_address_trap(uint32_t address, uint32_t bytes)
{
    if (address >= PREDICATE_BYTES)
        return PREDICATE_ADDRESS;
    return address % bytes ? PREDICATE_MISALIGNED : PREDICATE_NO_TRAP;
}

static bool bad_address(const struct predicate_state *s, const struct predicate_decoded *d)
{
    const uint32_t exec = predicate_executing(&s->w, d), bytes = predicate_bytes(&d->w);

    for (uint32_t n = 0; n < s->w.lanes; ++n)
        if ((exec >> n & 1) && predicate_address_trap(predicate_address(&s->w, &d->w, n), bytes))
            return true;
    return false;
}

/* Registers that instructions in the pipes have yet to write. An instruction that holds issue is
 * not included: nothing issues at the same time. */
static uint64_t writes_in_flight(const struct predicate_state *s)
{
    uint64_t writes = 0;

    for (int i = 0; i < 4; ++i)
        writes |= s->vector_writes[i] | s->scalar_writes[i];
    return writes;
}

static void to_scalar(struct predicate_state *s, const struct predicate_decoded *d, uint32_t pc)
{
    const uint32_t slot = (s->now + PREDICATE_SCALAR_LATENCY) & 3;
    struct predicate_scalar e = {
        .valid = 1, .pc = (uint16_t)pc, .dst = predicate_destination(&d->w)};

    predicate_scalar_result(&s->w, d, &e);
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
    for (uint32_t n = 0; n < s->w.lanes; ++n) {
        if (!(exec >> n & 1))
            continue;
        m->addr[n] = predicate_address(&s->w, &d->w, n);
        m->data[n] = m->store ? predicate_source(&s->w, &d->w, d->w.ck, d->w.ci, n) : 0;
    }
}

static void to_vector(struct predicate_state *s, const struct predicate_decoded *d, uint32_t pc)
{
    const uint32_t slot = (s->now + PREDICATE_VECTOR_LATENCY) & 3,
                   exec = predicate_executing(&s->w, d);
    const uint8_t cycles = d->w.op == PREDICATE_FDIV  ? PREDICATE_DIVIDE_HOLD
                           : d->w.op == PREDICATE_RED ? (uint8_t)predicate_levels(s->w.lanes)
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
    e->pc = (uint16_t)pc;
    e->dst = predicate_destination(&d->w);
    e->valid = 1;
    predicate_vector_result(&s->w, d, exec, e);
    if (d->memory)
        to_memory(s, d, exec);
}

static void issue_one(struct predicate_state *s, const struct predicate_decoded *d, uint32_t pc)
{
    predicate_count_issue(&s->w, d, &s->n);
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
    s->trap_pc = s->w.pc;
    s->running = 0;
}

static bool pairs(const struct predicate_state *s, const struct predicate_decoded *first,
                  const struct predicate_decoded *second, uint64_t busy)
{
    return s->w.pc + 1 < s->length && predicate_pairs(&s->w, first, second, busy) &&
           !(first->memory && bad_address(s, first));
}

/* A word is decoded when it is first fetched. */
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
    const uint32_t pc = s->w.pc;
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
    if (predicate_stack_trap(&s->w, first)) {
        trap(s, predicate_stack_trap(&s->w, first));
        return;
    }
    second = fetch(s, pc + 1);
    both = pairs(s, first, second, busy);
    issue_one(s, first, pc);
    s->w.pc = (uint16_t)(pc + 1);
    if (both) {
        issue_one(s, second, pc + 1);
        s->w.pc = (uint16_t)(pc + 2);
        ++s->n.pairs;
        first = second;
    }
    if (first->control && !predicate_flow_control(&s->w, first, both ? pc + 1 : pc, &s->n)) {
        s->running = 0;
        s->finished = 1;
    }
}
