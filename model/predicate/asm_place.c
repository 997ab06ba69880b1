/* asm_place.c - assigns U and UP registers to the webs that the uniformity pass moves. */
#include <string.h>

#include "predicate/asm_uniform.h"

static bool is_predicate(const struct pass *s, uint32_t web)
{
    return s->webs.reg[web] >= PREDICATE_REGS;
}

static uint64_t u_bit(uint32_t i)
{
    return UINT64_C(1) << (16 + i);
}

static uint64_t up_bit(uint32_t i)
{
    return UINT64_C(1) << (36 + i);
}

static uint64_t space_bit(uint8_t space, uint32_t i)
{
    return space == PREDICATE_AT_U ? u_bit(i) : space == PREDICATE_AT_UP ? up_bit(i) : 0;
}

static uint64_t unused(const struct pass *s)
{
    uint64_t taken = 0;

    for (uint32_t pc = 0; pc < s->a->length; ++pc)
        taken |= s->d[pc].reads | s->d[pc].writes |
                 (s->d[pc].w.op == PREDICATE_MSG ? u_bit(s->d[pc].w.di) : 0);
    for (uint32_t i = 0; i < s->a->n_values; ++i)
        taken |= space_bit(s->a->value[i].space, s->a->value[i].addr);
    for (uint32_t i = 0; i < s->a->n_outs; ++i)
        taken |= space_bit(s->a->out[i].space, s->a->out[i].i);
    return ~taken;
}

static void find_live(struct pass *s)
{
    const struct webs *w = &s->webs;

    memset(s->live, 0, w->length * sizeof s->live[0]);
    for (uint32_t pc = 0; pc < w->length; ++pc) {
        for (uint32_t i = webs_next(w->out[pc], w->n, 0); i < w->n;
             i = webs_next(w->out[pc], w->n, i + 1)) {
            const uint32_t web = w->of[i];

            if (w->live_out[pc] >> w->reg[i] & 1)
                s->live[pc][web / 64] |= UINT64_C(1) << (web % 64);
        }
    }
}

static void list_words(struct pass *s)
{
    memset(s->first, 0, sizeof s->first);
    for (uint32_t pc = s->webs.length; pc-- > 0;) {
        const uint32_t web = s->webs.of[pc];

        if (s->webs.reg[pc] == FLOW_REGS)
            continue;
        s->after[pc] = s->first[web];
        s->first[web] = (uint16_t)(pc + 1);
    }
}

void place_begin(struct pass *s)
{
    s->free_u = unused(s);
    find_live(s);
    list_words(s);
}

static bool from_start(const struct pass *s, uint32_t web)
{
    return webs_of_start(&s->webs, s->webs.reg[web]) == web;
}

/* True if some word defines `x` while `y` is live after it. */
static bool written_over(const struct pass *s, uint32_t x, uint32_t y)
{
    for (uint32_t i = s->first[x]; i; i = s->after[i - 1])
        if (webs_bit(s->live[i - 1], y))
            return true;
    return false;
}

/* True if one web is written while the other is still to be read. All lanes are active when a
 * uniform web is written; hence the view of a single lane is sufficient. */
static bool meet(const struct pass *s, uint32_t x, uint32_t y)
{
    return written_over(s, x, y) || written_over(s, y, x) || (from_start(s, x) && from_start(s, y));
}

static bool place(struct pass *s, uint32_t web)
{
    const bool p = is_predicate(s, web);

    for (uint32_t i = 0; i < (p ? PREDICATE_PREDS : PREDICATE_REGS); ++i) {
        bool good = (s->free_u & (p ? up_bit(i) : u_bit(i))) != 0;

        for (uint32_t other = 0; good && other < s->webs.n; ++other)
            good = other == web || s->to[other] != (int16_t)i || is_predicate(s, other) != p ||
                   !meet(s, web, other);
        if (good) {
            s->to[web] = (int16_t)i;
            return true;
        }
    }
    return false;
}

/* Marks the webs that a promoted cmp depends on: they have priority for registers. */
static void want(struct pass *s)
{
    bool again = true;

    memset(s->wanted, 0, sizeof s->wanted);
    while (again) {
        again = false;
        for (uint32_t pc = 0; pc < s->a->length; ++pc) {
            const uint32_t web = s->webs.of[pc], reads = webs_read(&s->d[pc]);

            if (webs_written(&s->d[pc]) < 0 || s->out[web].cause ||
                !(is_predicate(s, web) || s->wanted[web]))
                continue;
            for (uint32_t r = 0; r < FLOW_REGS; ++r) {
                const int use = reads >> r & 1 ? webs_use(&s->webs, pc, r) : -1;

                if (use >= 0 && !s->wanted[use])
                    again = s->wanted[use] = true;
            }
        }
    }
}

/*
 * True for a web that moves. A web defined only by a register's initial value, which nothing
 * computes, moves if it is read.
 */
static bool moves(const struct pass *s, uint32_t web)
{
    return s->webs.of[web] == web && s->webs.reg[web] < FLOW_REGS && !s->out[web].cause &&
           (web < s->webs.length || s->webs.live_start >> s->webs.reg[web] & 1);
}

/* In three rounds: predicates, the webs that they need, the rest. */
bool place_all(struct pass *s)
{
    memset(s->to, -1, sizeof s->to);
    want(s);
    for (int round = 0; round < 3; ++round) {
        for (uint32_t web = 0; web < s->webs.n; ++web) {
            const int own = is_predicate(s, web) ? 0 : s->wanted[web] ? 1 : 2;

            if (own != round || !moves(s, web) || place(s, web))
                continue;
            uniform_take_out(s, web, PREDICATE_BY_REGISTERS, 0, false);
            return false;
        }
    }
    return true;
}
