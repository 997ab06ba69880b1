/* warp.c - host access to registers, the divergence stack, counting. */
#include "predicate/warp.h"

#include <string.h>

#include "type/bits.h"

void predicate_warp_init(struct predicate_warp *w, uint32_t lanes)
{
    memset(w, 0, sizeof *w);
    w->lanes = lanes;
    w->all = UINT32_MAX >> (32 - lanes);
}

void predicate_warp_start(struct predicate_warp *w, uint32_t pc, bool sense)
{
    w->pc = (uint16_t)pc;
    w->active = w->all;
    w->exited = 0;
    w->depth = 0;
    w->sense = sense;
}

void predicate_warp_write(struct predicate_warp *w, uint8_t space, uint32_t i, uint32_t lane,
                          uint64_t data)
{
    switch (space) {
    case PREDICATE_AT_C:
        w->c[i % PREDICATE_REGS] = (uint32_t)data;
        break;
    case PREDICATE_AT_R:
        if (lane < w->lanes)
            w->r[i % PREDICATE_REGS][lane] = (uint32_t)data;
        break;
    case PREDICATE_AT_U:
        w->u[i % PREDICATE_REGS] = (uint32_t)data;
        break;
    case PREDICATE_AT_P:
        w->p[i % PREDICATE_PREDS] = (uint32_t)data & w->all;
        break;
    case PREDICATE_AT_UP:
        w->up[i % PREDICATE_PREDS] = data & 1;
        break;
    default:
        break;
    }
}

uint64_t predicate_warp_read(const struct predicate_warp *w, uint8_t space, uint32_t i,
                             uint32_t lane)
{
    switch (space) {
    case PREDICATE_AT_C:
        return w->c[i % PREDICATE_REGS];
    case PREDICATE_AT_R:
        return lane < w->lanes ? w->r[i % PREDICATE_REGS][lane] : 0;
    case PREDICATE_AT_U:
        return w->u[i % PREDICATE_REGS];
    case PREDICATE_AT_P:
        return w->p[i % PREDICATE_PREDS];
    case PREDICATE_AT_UP:
        return w->up[i % PREDICATE_PREDS];
    default:
        return 0;
    }
}

/* --- the stack --- */

/* Index of the topmost entry that has a live lane; -1 if there is none. */
static int live_entry(const struct predicate_warp *w)
{
    int i = w->depth - 1;

    while (i >= 0 && !(w->stack[i].mask & ~w->exited))
        --i;
    return i;
}

static bool divergent(const struct predicate_warp *w, const struct predicate_decoded *d)
{
    const uint32_t taken = predicate_executing(w, d);

    return d->w.op == PREDICATE_BRA && d->unit == PREDICATE_VECTOR && taken && taken != w->active;
}

uint8_t predicate_stack_trap(const struct predicate_warp *w, const struct predicate_decoded *d)
{
    if (!d->control)
        return PREDICATE_NO_TRAP;
    if (d->w.op == PREDICATE_JOIN)
        return live_entry(w) < 0 ? PREDICATE_UNDERFLOW : PREDICATE_NO_TRAP;
    return w->depth == PREDICATE_STACK && (d->w.op == PREDICATE_SSY || divergent(w, d))
               ? PREDICATE_OVERFLOW
               : PREDICATE_NO_TRAP;
}

static void push(struct predicate_warp *w, uint32_t pc, uint32_t mask)
{
    w->stack[w->depth].pc = (uint16_t)pc;
    w->stack[w->depth].mask = mask;
    ++w->depth;
}

/* Pops to the topmost live entry; false if there is none. */
static bool pop(struct predicate_warp *w)
{
    const int i = live_entry(w);

    if (i < 0)
        return false;
    w->pc = w->stack[i].pc;
    w->active = w->stack[i].mask & ~w->exited;
    w->depth = (uint8_t)i;
    return true;
}

static void branch(struct predicate_warp *w, const struct predicate_decoded *d, uint32_t pc,
                   struct predicate_counts *counts)
{
    const uint16_t target = d->w.imm & PREDICATE_TARGET;
    const uint32_t lanes = d->unit == PREDICATE_SCALAR ? predicate_guard_lanes(w, &d->w) : 0;
    const uint32_t taken = predicate_executing(w, d), rest = w->active & ~taken;

    w->pc = (uint16_t)(pc + 1);
    if (!divergent(w, d)) {
        ++counts->bra_uniform;
        if (d->unit == PREDICATE_SCALAR ? lanes != 0 : taken != 0)
            w->pc = target;
        return;
    }
    ++counts->bra_divergent;
    if (target > pc) {
        push(w, pc + 1, rest);
        w->active = taken;
        w->pc = target;
    } else {
        push(w, target, taken);
        w->active = rest;
    }
}

static bool leave(struct predicate_warp *w, uint32_t leaving, uint32_t pc)
{
    w->exited |= leaving;
    w->active &= ~leaving;
    w->pc = (uint16_t)(pc + 1);
    if (w->active || pop(w))
        return true;
    w->pc = (uint16_t)pc;
    w->depth = 0;
    return false;
}

bool predicate_flow_control(struct predicate_warp *w, const struct predicate_decoded *d,
                            uint32_t pc, struct predicate_counts *counts)
{
    switch (d->w.op) {
    case PREDICATE_BRA:
        branch(w, d, pc, counts);
        return true;
    case PREDICATE_SSY:
        push(w, d->w.imm & PREDICATE_TARGET, w->active);
        w->pc = (uint16_t)(pc + 1);
        return true;
    case PREDICATE_JOIN:
        (void)pop(w); /* there is an entry: otherwise the join would have trapped */
        return true;
    default:
        return leave(w, predicate_executing(w, d), pc);
    }
}

/* --- issue --- */

void predicate_count_issue(const struct predicate_warp *w, const struct predicate_decoded *d,
                           struct predicate_counts *counts)
{
    if (d->w.gk == PREDICATE_IF_P || d->w.gk == PREDICATE_IF_NOT_P)
        counts->pred += count_ones(w->active);
    else if (d->w.gk)
        ++counts->uniform;
    if (d->unit == PREDICATE_SCALAR) {
        ++counts->scalar;
    } else {
        ++counts->vector;
        counts->disabled += w->lanes - count_ones(predicate_executing(w, d));
    }
}

uint32_t predicate_levels(uint32_t lanes)
{
    uint32_t n = 0;

    while (lanes >> n > 1)
        ++n;
    return n;
}

bool predicate_pairs(const struct predicate_warp *w, const struct predicate_decoded *first,
                     const struct predicate_decoded *second, uint64_t busy)
{
    return !first->control && !second->trap && first->unit != second->unit &&
           !((second->reads | second->writes) & (busy | first->writes)) &&
           !predicate_stack_trap(w, second);
}
