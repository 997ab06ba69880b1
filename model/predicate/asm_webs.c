/* asm_webs.c - which definition of a register reaches which use, and what is live. */
#include <string.h>

#include "predicate/asm_uniform.h"

/* R0 to R15 and P0 to P3 out of the bits of struct predicate_decoded. */
static uint32_t lane_registers(uint64_t bits)
{
    return (uint32_t)(bits & 0xFFFF) | (uint32_t)(bits >> 32 & 0xF) << PREDICATE_REGS;
}

int webs_written(const struct predicate_decoded *d)
{
    const uint32_t bits = d->trap ? 0 : lane_registers(d->writes);

    for (int i = 0; i < FLOW_REGS; ++i)
        if (bits >> i & 1)
            return i;
    return -1;
}

uint32_t webs_read(const struct predicate_decoded *d)
{
    return d->trap ? 0 : lane_registers(d->reads);
}

static uint32_t register_of(const struct predicate_decoded *d, uint32_t def)
{
    return def < PREDICATE_WORDS ? (uint32_t)webs_written(&d[def]) : def - PREDICATE_WORDS;
}

static uint16_t root(struct webs *w, uint32_t def)
{
    while (w->of[def] != def)
        def = w->of[def] = w->of[w->of[def]];
    return (uint16_t)def;
}

/* Only an unguarded definition replaces the ones before. */
static void leave(const struct predicate_decoded *d, uint32_t pc, const uint64_t *defs_of,
                  const uint64_t *in, uint64_t *out)
{
    const int reg = webs_written(&d[pc]);

    for (uint32_t i = 0; i < FLOW_DEF_WORDS; ++i)
        out[i] =
            in[i] & ~(reg >= 0 && !d[pc].w.gk ? defs_of[(uint32_t)reg * FLOW_DEF_WORDS + i] : 0);
    if (reg >= 0)
        out[pc / 64] |= UINT64_C(1) << (pc % 64);
}

static void reach(const struct predicate_decoded *d, uint32_t length, const struct flow *f,
                  struct webs *w)
{
    uint64_t defs_of[FLOW_REGS * FLOW_DEF_WORDS] = {0};
    bool again = true;

    for (uint32_t i = 0; i < length; ++i) {
        const int reg = webs_written(&d[i]);

        if (reg >= 0)
            defs_of[(uint32_t)reg * FLOW_DEF_WORDS + i / 64] |= UINT64_C(1) << (i % 64);
    }
    for (uint32_t r = 0; r < FLOW_REGS; ++r) {
        const uint32_t i = PREDICATE_WORDS + r;

        defs_of[r * FLOW_DEF_WORDS + i / 64] |= UINT64_C(1) << (i % 64);
        w->in[0][i / 64] |= UINT64_C(1) << (i % 64);
    }
    while (again) {
        again = false;
        for (uint32_t pc = 0; pc < length; ++pc) {
            if (!f->reached[pc])
                continue;
            leave(d, pc, defs_of, w->in[pc], w->out[pc]);
            for (uint32_t to = 0; to < length; ++to) {
                if (!webs_bit(f->next[pc], to))
                    continue;
                for (uint32_t i = 0; i < FLOW_DEF_WORDS; ++i) {
                    again |= (w->out[pc][i] & ~w->in[to][i]) != 0;
                    w->in[to][i] |= w->out[pc][i];
                }
            }
        }
    }
}

static uint32_t used(const struct predicate_decoded *d, uint32_t outs)
{
    return webs_read(d) | (!d->trap && d->w.op == PREDICATE_EXIT ? outs : 0);
}

static void live(const struct predicate_decoded *d, uint32_t length, const struct flow *f,
                 uint32_t outs, struct webs *w)
{
    uint32_t in[PREDICATE_WORDS] = {0};
    bool again = true;

    while (again) {
        again = false;
        for (uint32_t pc = length; pc-- > 0;) {
            const int reg = webs_written(&d[pc]);
            uint32_t out = 0, before;

            for (uint32_t to = 0; to < length; ++to)
                if (webs_bit(f->next[pc], to))
                    out |= in[to];
            before = used(&d[pc], outs) | (out & ~(reg >= 0 && !d[pc].w.gk ? 1u << reg : 0));
            again |= before != in[pc];
            in[pc] = before;
            w->live_out[pc] = out;
        }
    }
    w->live_start = in[0];
}

int webs_use(const struct webs *w, uint32_t pc, uint32_t reg)
{
    for (uint32_t i = 0; i < FLOW_DEFS; ++i)
        if (webs_bit(w->in[pc], i) && w->reg[i] == reg)
            return w->of[i];
    return -1;
}

static void unite(const struct predicate_decoded *d, uint32_t length, uint32_t outs, struct webs *w)
{
    for (uint32_t pc = 0; pc < length; ++pc) {
        const uint32_t reads = used(&d[pc], outs);
        int first[FLOW_REGS];

        memset(first, -1, sizeof first);
        for (uint32_t i = 0; i < FLOW_DEFS; ++i) {
            const uint32_t reg = w->reg[i];

            if (!webs_bit(w->in[pc], i) || !(reads >> reg & 1))
                continue;
            if (first[reg] < 0)
                first[reg] = (int)root(w, i);
            else
                w->of[root(w, i)] = root(w, (uint32_t)first[reg]);
        }
    }
    for (uint32_t i = 0; i < FLOW_DEFS; ++i)
        w->of[i] = root(w, i);
}

void webs_find(const struct predicate_decoded *d, uint32_t length, const struct flow *f,
               uint32_t outs, struct webs *w)
{
    memset(w, 0, sizeof *w);
    for (uint32_t i = 0; i < FLOW_DEFS; ++i) {
        w->of[i] = (uint16_t)i;
        w->reg[i] = (uint8_t)(i < PREDICATE_WORDS && (i >= length || webs_written(&d[i]) < 0)
                                  ? FLOW_REGS
                                  : register_of(d, i));
    }
    reach(d, length, f, w);
    live(d, length, f, outs, w);
    unite(d, length, outs, w);
}
