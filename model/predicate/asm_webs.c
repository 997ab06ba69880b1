/* asm_webs.c - reaching definitions, liveness, and the webs that they form. */
#include <string.h>

#include "predicate/asm_uniform.h"

/* Extracts R0 to R15 and P0 to P3 from the bits of struct predicate_decoded. */
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

static uint16_t root(struct webs *w, uint32_t def)
{
    while (w->of[def] != def)
        def = w->of[def] = w->of[w->of[def]];
    return (uint16_t)def;
}

static void add(uint64_t *set, uint32_t i)
{
    set[i / 64] |= UINT64_C(1) << (i % 64);
}

/* Only an unguarded definition kills the earlier ones. */
static void leave(const struct predicate_decoded *d, uint32_t pc,
                  const uint64_t defs_of[FLOW_REGS][FLOW_DEF_WORDS], struct webs *w)
{
    const int reg = webs_written(&d[pc]);
    const uint64_t *gone = reg >= 0 && !d[pc].w.gk ? defs_of[reg] : NULL;

    for (uint32_t i = 0; i < w->n_set; ++i)
        w->out[pc][i] = w->in[pc][i] & ~(gone ? gone[i] : 0);
    if (reg >= 0)
        add(w->out[pc], pc);
}

/* True if more definitions reach word `to` than before. */
static bool pass_on(struct webs *w, uint32_t pc, uint32_t to)
{
    bool more = false;

    for (uint32_t i = 0; i < w->n_set; ++i) {
        more |= (w->out[pc][i] & ~w->in[to][i]) != 0;
        w->in[to][i] |= w->out[pc][i];
    }
    return more;
}

static void reach(const struct predicate_decoded *d, const struct flow *f, struct webs *w)
{
    uint64_t defs_of[FLOW_REGS][FLOW_DEF_WORDS] = {{0}};
    bool again = true;

    for (uint32_t i = 0; i < w->n; ++i)
        if (w->reg[i] < FLOW_REGS)
            add(defs_of[w->reg[i]], i);
    for (uint32_t r = 0; r < FLOW_REGS; ++r)
        add(w->in[0], w->length + r);
    while (again) {
        again = false;
        for (uint32_t pc = 0; pc < w->length; ++pc) {
            if (!f->reached[pc])
                continue;
            leave(d, pc, (const uint64_t(*)[FLOW_DEF_WORDS])defs_of, w);
            for (uint32_t to = webs_next(f->next[pc], w->length, 0); to < w->length;
                 to = webs_next(f->next[pc], w->length, to + 1))
                again |= pass_on(w, pc, to);
        }
    }
}

static uint32_t used(const struct predicate_decoded *d, uint32_t outs)
{
    return webs_read(d) | (!d->trap && d->w.op == PREDICATE_EXIT ? outs : 0);
}

static void live(const struct predicate_decoded *d, const struct flow *f, uint32_t outs,
                 struct webs *w)
{
    uint32_t in[PREDICATE_MOST_WORDS] = {0};
    bool again = true;

    while (again) {
        again = false;
        for (uint32_t pc = w->length; pc-- > 0;) {
            const int reg = webs_written(&d[pc]);
            uint32_t out = 0, before;

            for (uint32_t to = webs_next(f->next[pc], w->length, 0); to < w->length;
                 to = webs_next(f->next[pc], w->length, to + 1))
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
    for (uint32_t i = webs_next(w->in[pc], w->n, 0); i < w->n;
         i = webs_next(w->in[pc], w->n, i + 1))
        if (w->reg[i] == reg)
            return w->of[i];
    return -1;
}

static void unite(const struct predicate_decoded *d, uint32_t outs, struct webs *w)
{
    for (uint32_t pc = 0; pc < w->length; ++pc) {
        const uint32_t reads = used(&d[pc], outs);
        int first[FLOW_REGS];

        memset(first, -1, sizeof first);
        for (uint32_t i = webs_next(w->in[pc], w->n, 0); i < w->n;
             i = webs_next(w->in[pc], w->n, i + 1)) {
            const uint32_t reg = w->reg[i];

            if (!(reads >> reg & 1))
                continue;
            if (first[reg] < 0)
                first[reg] = (int)root(w, i);
            else
                w->of[root(w, i)] = root(w, (uint32_t)first[reg]);
        }
    }
    for (uint32_t i = 0; i < w->n; ++i)
        w->of[i] = root(w, i);
}

void webs_find(const struct predicate_decoded *d, uint32_t length, const struct flow *f,
               uint32_t outs, struct webs *w)
{
    w->length = length;
    w->n = length + FLOW_REGS;
    w->n_set = (w->n + 63) / 64;
    memset(w->in, 0, length * sizeof w->in[0]);
    memset(w->out, 0, length * sizeof w->out[0]);
    for (uint32_t i = 0; i < w->n; ++i) {
        const int reg = i < length ? webs_written(&d[i]) : (int)(i - length);

        w->of[i] = (uint16_t)i;
        w->reg[i] = (uint8_t)(reg < 0 ? FLOW_REGS : reg);
    }
    reach(d, f, w);
    live(d, f, outs, w);
    unite(d, outs, w);
}
