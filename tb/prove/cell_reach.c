/*
 * cell_reach.c - check that a lemma about registers is about cycles that follow a reset.
 *
 * The step of the induction is proved for all states that its supposition allows, and some of them
 * may never occur. So sequences of cycles are run from a reset on, with random inputs; a cycle is
 * only left with inputs that are claimed. What is compared in none of them is looked for by a
 * solver, in the first cycles after a reset. The sequences must not contradict the proof either.
 */
#include <stdlib.h>
#include <string.h>

#include "prove/cell.h"

enum { CYCLES = 512, FIRST_CYCLES = 8 };

/* The sequences of a cell. */
struct reach {
    aig_lit *after; /* for each input that is a bit of a register before the cycle, by its node: the
                       bit after the cycle; AIG_NONE for other inputs */
    bool *seen;     /* by index in the cell's `claims` */
    uint32_t cycles, claimed; /* how many were run without reset, and how many were claimed */
};

/* Find what the registers are after a cycle. Where the model has a value of its own, it goes on
 * from its own, and the RTL from that of the RTL. */
static void find_after(const struct cell *c, aig_lit *after)
{
    uint32_t at = c->model.n_out;

    for (uint32_t i = 0; i < c->graph.n; ++i)
        after[i] = AIG_NONE;
    for (uint32_t i = 0; i < c->state.n; ++i)
        at -= c->state.port[i].width;
    for (uint32_t i = 0; i < c->state.n; ++i)
        for (uint32_t k = 0; k < c->state.port[i].width; ++k, ++at) {
            const char *const reg = c->state.port[i].name;
            char name[512];
            aig_lit rtl = c->model.out[at];

            if (cell_has_own(c, reg)) {
                snprintf(name, sizeof name, "%.400s.d[%u]", reg, (unsigned)k);
                aiger_find(&c->gate, name, &rtl);
                snprintf(name, sizeof name, "%.400s.m[%u]", reg, (unsigned)k);
                after[aig_find_port(&c->graph, name) >> 1] = c->model.out[at];
            }
            snprintf(name, sizeof name, "%.400s.q[%u]", reg, (unsigned)k);
            after[aig_find_port(&c->graph, name) >> 1] = rtl;
        }
}

/* A reset in all sequences at first, and later in one of 64. */
static uint64_t random_reset(struct assay_rng *r, uint32_t cycle)
{
    uint64_t rst = UINT64_MAX;

    for (int i = 0; cycle && i < 6; ++i)
        rst &= assay_rng_u64(r);
    return rst;
}

static uint32_t count(uint64_t patterns)
{
    uint32_t n = 0;

    for (; patterns; patterns &= patterns - 1)
        ++n;
    return n;
}

/* Run 64 sequences. A sequence stays in its state where the inputs are not claimed. Returns false
 * if something is not as it is proved. */
static bool run(const struct cell *c, struct reach *s)
{
    uint64_t *const value = aig_memory(NULL, c->graph.n, sizeof *value);
    uint64_t *const state = aig_memory(NULL, c->graph.n, sizeof *state);
    const uint32_t rst_node = aig_find_port(&c->graph, "rst[0]") >> 1;
    struct assay_rng r;
    bool ok = true;

    assay_rng_init(&r, 1, "reach");
    for (uint32_t cycle = 0; cycle < CYCLES && ok; ++cycle) {
        const uint64_t rst = random_reset(&r, cycle);
        uint64_t claimed;

        cell_random_inputs(c, &r, value);
        for (uint32_t i = 1; i < c->graph.n && cycle; ++i)
            if (s->after[i] != AIG_NONE)
                value[i] = state[i];
        value[rst_node] = rst;
        aig_simulate(&c->graph, value);
        ok = !aig_value(value, c->query) && aig_value(value, c->reached) == UINT64_MAX;
        claimed = aig_value(value, c->claims[0]);
        s->cycles += count(~rst);
        s->claimed += count(claimed);
        for (uint32_t i = 0; i <= c->out.n; ++i)
            s->seen[i] |= aig_value(value, c->claims[i]) != 0;
        for (uint32_t i = 1; i < c->graph.n; ++i)
            if (s->after[i] != AIG_NONE)
                state[i] = (value[i] & ~(claimed | rst)) |
                           (aig_value(value, s->after[i]) & (claimed | rst));
    }
    free(state);
    free(value);
    return ok;
}

/* The cycles of a sequence in one graph. */
struct unrolled {
    struct aig g;
    aig_lit *state; /* for each input that is a bit of a register, its value before the next cycle;
                       AIG_NONE for other inputs, and for all before the reset */
    aig_lit path;   /* all cycles up to now are claimed */
};

/* Add a cycle. claims[]: those of the cell in it, if the earlier cycles are claimed. */
static void add_cycle(const struct cell *c, const struct reach *s, struct unrolled *u, bool rst,
                      aig_lit *claims)
{
    const uint32_t n = c->out.n + 1;
    aig_lit *const lit = aig_memory(NULL, n + c->graph.n_inputs, sizeof *lit);
    aig_lit *const map = aig_new_map(&c->graph);
    uint32_t at = n;

    memcpy(lit, c->claims, n * sizeof *lit);
    for (uint32_t i = 0; i < c->graph.n_inputs; ++i) {
        const struct aig_input *const in = &c->graph.input[i];

        if (s->after[in->node] != AIG_NONE)
            lit[at++] = s->after[in->node];
        if (strcmp(in->name, "rst[0]") == 0)
            map[in->node] = rst ? AIG_TRUE : AIG_FALSE;
        else if (u->state[in->node] != AIG_NONE)
            map[in->node] = u->state[in->node];
        else
            map[in->node] = aig_add_input(&u->g, AIG_FREE, in->name);
    }
    aig_substitute(&c->graph, map, &u->g, lit, at);
    for (uint32_t i = 0; i < n; ++i)
        claims[i] = aig_and(&u->g, u->path, lit[i]);
    if (!rst)
        u->path = claims[0];
    at = n;
    for (uint32_t i = 0; i < c->graph.n_inputs; ++i)
        if (s->after[c->graph.input[i].node] != AIG_NONE)
            u->state[c->graph.input[i].node] = lit[at++];
    free(map);
    free(lit);
}

/* Look in one cycle for those of the claims that were not seen up to now. */
static enum assay_error ask_cycle(struct cell *c, struct reach *s, const struct unrolled *u,
                                  const aig_lit *claims, enum cell_answer *claim, char *why,
                                  size_t why_size)
{
    uint64_t *const value = aig_memory(NULL, u->g.n, sizeof *value);
    enum assay_error e = ASSAY_OK;

    for (uint32_t i = 0; i <= c->out.n && !e && *claim != CELL_OPEN; ++i) {
        if (s->seen[i])
            continue;
        e = cell_find_claim(c, &u->g, claims[i], claim, value, why, why_size);
        if (e || *claim != CELL_DIFFERS)
            continue;
        aig_simulate(&u->g, value);
        for (uint32_t k = 0; k <= c->out.n; ++k)
            s->seen[k] |= aig_value(value, claims[k]) & 1;
        if (!s->seen[i]) {
            snprintf(why, why_size, "%s: %s gave inputs of which nothing is claimed",
                     c->lemma->name, c->solved_by);
            e = ASSAY_ENVIRONMENT;
        }
    }
    free(value);
    return e;
}

/* The first of the claims that was not seen. */
static uint32_t unseen(const struct cell *c, const struct reach *s)
{
    uint32_t i = 0;

    while (i <= c->out.n && s->seen[i])
        ++i;
    return i;
}

/* Ask a solver about the first cycles after a reset. */
static enum assay_error ask_first(struct cell *c, struct reach *s, enum cell_answer *claim,
                                  char *why, size_t why_size)
{
    aig_lit *const claims = aig_memory(NULL, c->out.n + 1, sizeof *claims);
    const char *const solved_by = c->solved_by; /* the step itself */
    struct unrolled u = {.path = AIG_TRUE};
    enum assay_error e = ASSAY_OK;

    aig_open(&u.g);
    u.state = aig_new_map(&c->graph);
    add_cycle(c, s, &u, true, claims);
    for (int cycle = 0; cycle < FIRST_CYCLES && !e && *claim != CELL_OPEN; ++cycle) {
        if (unseen(c, s) > c->out.n)
            break;
        add_cycle(c, s, &u, false, claims);
        e = ask_cycle(c, s, &u, claims, claim, why, why_size);
    }
    c->solved_by = solved_by;
    free(u.state);
    aig_close(&u.g);
    free(claims);
    return e;
}

static void tell(struct cell *c, const struct reach *s, uint32_t i)
{
    if (i == 0) {
        assay_text_addf(&c->about,
                        "after a reset, none of %u random cycles is claimed, and the first one "
                        "never is: expected a claim about cycles that occur\n",
                        (unsigned)s->cycles);
        return;
    }
    c->unclaimed = c->out.port[i - 1].name;
    assay_text_addf(&c->about,
                    "%s: compared in none of %u claimed cycles (of %u random ones) after a reset, "
                    "and in no sequence in its first %d: expected some, or it in except (a "
                    "register: in cut)\n",
                    c->unclaimed, (unsigned)s->claimed, (unsigned)s->cycles, (int)FIRST_CYCLES);
}

enum assay_error cell_reach(struct cell *c, enum cell_answer *claim, char *why, size_t why_size)
{
    struct reach s = {.cycles = 0};
    enum assay_error e = ASSAY_OK;

    *claim = CELL_DIFFERS;
    if (aig_find_port(&c->graph, "rst[0]") == AIG_FALSE) /* any state may be the first */
        return ASSAY_OK;
    s.after = aig_memory(NULL, c->graph.n, sizeof *s.after);
    s.seen = aig_memory(NULL, c->out.n + 1, sizeof *s.seen);
    memset(s.seen, 0, (c->out.n + 1) * sizeof *s.seen);
    find_after(c, s.after);
    if (!run(c, &s)) {
        snprintf(why, why_size, "%s: a cycle after a reset contradicts the proof", c->lemma->name);
        e = ASSAY_ENVIRONMENT;
    } else {
        e = ask_first(c, &s, claim, why, why_size);
    }
    if (!e && *claim != CELL_OPEN) {
        const uint32_t i = unseen(c, &s);

        *claim = i > c->out.n ? CELL_DIFFERS : CELL_PROVED;
        if (*claim == CELL_PROVED)
            tell(c, &s, i);
    }
    free(s.seen);
    free(s.after);
    return e;
}
