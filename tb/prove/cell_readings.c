/*
 * cell_readings.c - check that Yosys and Icarus Verilog read the RTL alike: the graph has the
 * values that Icarus computes.
 *
 * The proof is about what Yosys reads. For a simulator, the same text may mean something else:
 * cases of `unique case` that overlap, processes that do not wait for all that they use, macros
 * that only one of both defines. So some inputs are simulated, if possible such as the harness
 * makes a claim about. Then one input at a time changes, from the values of one of these to those
 * of the next one.
 */
#include <stdlib.h>
#include <string.h>

#include "prove/cell.h"

enum { ROUNDS = 8, PATTERNS = 64, MOST_CLAIMED = 48, WALKS = 3, STEPS = PATTERNS * (1 + WALKS) };

/* The inputs that the testbench sets; node[] has the node of each of their bits, or 0. */
struct set {
    struct execute_ports ports;
    uint32_t *node;
};

/* The gates in 64 patterns, where inputs that the testbench does not set are undefined: bits of
 * `one` and `zero` say which value is certain. `loose`: the gate depends on such an input. */
struct values {
    uint64_t *one, *zero;
    bool *loose;
};

/* What is compared: literals of the outputs' bits; and whether one of an output's bits was. */
struct readings {
    struct cell *c;
    struct set set;
    struct values v;
    aig_lit *lit;
    bool *compared;
    const struct execute_port *changed[STEPS]; /* the only input that changes, or NULL */
    const char *at;                            /* in what Icarus has printed */
    bool whole;
};

static void *zeroed(size_t n, size_t size)
{
    return memset(aig_memory(NULL, n + 1, size), 0, (n + 1) * size);
}

static void open_set(const struct cell *c, struct set *s)
{
    uint32_t n = 0, at = 0;

    cell_set_ports(c, &s->ports);
    for (uint32_t i = 0; i < s->ports.n; ++i)
        n += s->ports.port[i].width;
    s->node = zeroed(n, sizeof *s->node);
    for (uint32_t i = 0; i < s->ports.n; ++i)
        for (uint32_t k = 0; k < s->ports.port[i].width; ++k) {
            char name[512];

            snprintf(name, sizeof name, "%.400s[%u]", s->ports.port[i].name, (unsigned)k);
            s->node[at++] = aig_find_port(&c->graph, name) >> 1;
        }
}

static void copy_bit(uint64_t *to, unsigned pattern, uint64_t from, unsigned from_pattern)
{
    *to = (*to & ~(UINT64_C(1) << pattern)) | (from >> from_pattern & 1) << pattern;
}

/* Pick inputs out of those in `value`, up to the number `most`. */
static void pick(const struct cell *c, const uint64_t *value, uint64_t patterns, unsigned most,
                 uint64_t *picked, unsigned *n)
{
    for (unsigned s = 0; s < PATTERNS && *n < most; ++s) {
        if (!(patterns >> s & 1))
            continue;
        for (uint32_t i = 0; i < c->graph.n_inputs; ++i) {
            const uint32_t node = c->graph.input[i].node;

            copy_bit(&picked[node], *n, value[node], s);
        }
        ++*n;
    }
}

/* Pick 64 inputs: claimed ones first, as many as there are; then any. */
static enum assay_error pick_inputs(struct cell *c, uint64_t *picked, char *why, size_t why_size)
{
    uint64_t *const value = zeroed(c->graph.n, sizeof *value);
    enum cell_answer claim;
    enum assay_error e = ASSAY_OK;
    struct assay_rng r;
    unsigned n = 0;

    assay_rng_init(&r, 1, "readings");
    for (int i = 0; i < ROUNDS && n < MOST_CLAIMED; ++i) {
        cell_random_inputs(c, &r, value);
        aig_simulate(&c->graph, value);
        pick(c, value, aig_value(value, c->claims[0]), MOST_CLAIMED, picked, &n);
    }
    if (n == 0) {
        e = cell_find_claim(c, &c->graph, c->claims[0], &claim, value, why, why_size);
        if (!e && claim == CELL_DIFFERS)
            pick(c, value, 1, MOST_CLAIMED, picked, &n);
    }
    cell_random_inputs(c, &r, value);
    pick(c, value, UINT64_MAX, PATTERNS, picked, &n);
    free(value);
    return e;
}

/* Find the next input to change, in a walk from picked inputs to the next ones, whose value is not
 * yet that of the latter. */
struct walk {
    uint32_t port, bit; /* `bit`: the number of those of the ports before it */
    unsigned to;
};

static bool is_there(const struct set *s, const struct walk *w, const uint64_t *picked,
                     const uint64_t *value, unsigned pattern)
{
    for (uint32_t k = 0; k < s->ports.port[w->port].width; ++k) {
        const uint32_t node = s->node[w->bit + k];

        if ((picked[node] >> w->to & 1) != (value[node] >> pattern & 1))
            return false;
    }
    return true;
}

static void go_on(const struct set *s, struct walk *w)
{
    w->bit += s->ports.port[w->port].width;
    if (++w->port == s->ports.n)
        *w = (struct walk){.to = (w->to + 1) % PATTERNS};
}

/* Make 64 patterns, each of which is like the one before except for one input. The one before the
 * first is the last one in `value`. */
static void take_steps(const struct cell *c, const struct set *s, struct walk *w,
                       const uint64_t *picked, uint64_t *value, const struct execute_port **changed)
{
    for (unsigned p = 0; p < PATTERNS; ++p) {
        for (uint32_t i = 0; i < c->graph.n_inputs; ++i) {
            uint64_t *const v = &value[c->graph.input[i].node];

            copy_bit(v, p, *v, (p + PATTERNS - 1) % PATTERNS);
        }
        for (uint32_t i = 0; i < PATTERNS * s->ports.n && is_there(s, w, picked, value, p); ++i)
            go_on(s, w);
        changed[p] = &s->ports.port[w->port];
        for (uint32_t k = 0; k < changed[p]->width; ++k) {
            const uint32_t node = s->node[w->bit + k];

            if (node)
                copy_bit(&value[node], p, picked[node], w->to);
        }
        go_on(s, w);
    }
}

static void simulate(const struct aig *g, const struct set *s, const uint64_t *value,
                     struct values *v)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < g->n_inputs; ++i) {
        const uint32_t node = g->input[i].node;

        v->one[node] = v->zero[node] = 0;
        v->loose[node] = true;
    }
    for (uint32_t i = 0; i < s->ports.n; ++i)
        n += s->ports.port[i].width;
    for (uint32_t i = 0; i < n; ++i) {
        v->one[s->node[i]] = value[s->node[i]];
        v->zero[s->node[i]] = ~value[s->node[i]];
        v->loose[s->node[i]] = false;
    }
    v->one[0] = 0;
    v->zero[0] = UINT64_MAX;
    for (uint32_t i = 1; i < g->n; ++i) {
        const aig_lit a = g->node[i].a, b = g->node[i].b;

        if (aig_is_input(g, i))
            continue;
        v->one[i] = (a & 1 ? v->zero : v->one)[a >> 1] & (b & 1 ? v->zero : v->one)[b >> 1];
        v->zero[i] = (a & 1 ? v->one : v->zero)[a >> 1] | (b & 1 ? v->one : v->zero)[b >> 1];
        v->loose[i] = v->loose[a >> 1] || v->loose[b >> 1];
    }
}

/* The graph's value of a bit, as Icarus prints it. */
static char bit_of(const struct values *v, aig_lit lit, unsigned pattern)
{
    const uint64_t one = (lit & 1 ? v->zero : v->one)[lit >> 1],
                   zero = (lit & 1 ? v->one : v->zero)[lit >> 1];

    return one >> pattern & 1 ? '1' : zero >> pattern & 1 ? '0' : 'x';
}

/* Whether a bit may be what Icarus computes. An undefined bit must have a reason in the graph. */
static bool may_be(const struct values *v, aig_lit lit, unsigned pattern, char bit)
{
    const char own = bit_of(v, lit, pattern);

    return bit == '0' || bit == '1' ? own == bit || own == 'x' : v->loose[lit >> 1];
}

static enum assay_error tell(const struct readings *r, uint32_t output, const aig_lit *lit,
                             const uint64_t *value, uint32_t step, const char *bits, size_t n,
                             char *why, size_t why_size)
{
    const struct execute_port *const p = &r->c->out.port[output];
    struct assay_text yosys = {0}, inputs = {0};

    for (uint32_t k = p->width; k-- > 0;) {
        const char bit[2] = {bit_of(&r->v, lit[k], step % PATTERNS), '\0'};

        assay_text_add(&yosys, bit);
    }
    for (uint32_t i = 0; i < r->set.ports.n; ++i)
        cell_add_value(r->c, &inputs, &r->set.ports.port[i], value, step % PATTERNS);
    if (r->changed[step])
        assay_text_addf(&inputs, " (only %s has changed)", r->changed[step]->name);
    snprintf(why, why_size,
             "%s: Yosys and Icarus read the RTL differently: %s: Yosys %.300s, Icarus %.*s: "
             "expected the same for%.1000s",
             r->c->lemma->path, p->name, assay_text_get(&yosys), (int)(n > 300 ? 300 : n), bits,
             assay_text_get(&inputs));
    assay_text_free(&yosys);
    assay_text_free(&inputs);
    return ASSAY_ENVIRONMENT;
}

/* Compare an output in a step. Clears *more if the step was not simulated. */
static enum assay_error compare_output(struct readings *r, uint32_t output, const aig_lit *lit,
                                       const uint64_t *value, uint32_t step, bool *more, char *why,
                                       size_t why_size)
{
    const struct execute_port *const p = &r->c->out.port[output];
    bool same = true;
    size_t n;

    r->at = cell_bits_of(r->at, step, p->name, &n);
    if (n != p->width && !r->whole) {
        *more = false;
        return ASSAY_OK;
    }
    for (uint32_t k = 0; k < p->width && n == p->width; ++k) {
        const char bit = r->at[n - 1 - k];

        same &= may_be(&r->v, lit[k], step % PATTERNS, bit);
        r->compared[output] |= bit != 'x' && bit == bit_of(&r->v, lit[k], step % PATTERNS);
    }
    if (same && n == p->width)
        return ASSAY_OK;
    return tell(r, output, lit, value, step, r->at, n, why, why_size);
}

/* Compare all outputs in 64 steps. */
static enum assay_error compare_steps(struct readings *r, const uint64_t *value, uint32_t step,
                                      bool *more, char *why, size_t why_size)
{
    enum assay_error e = ASSAY_OK;

    simulate(&r->c->graph, &r->set, value, &r->v);
    for (const uint32_t end = step + PATTERNS; step < end && !e; ++step) {
        const aig_lit *lit = r->lit;

        for (uint32_t i = 0; i < r->c->out.n && !e && *more; lit += r->c->out.port[i++].width)
            e = compare_output(r, i, lit, value, step, more, why, why_size);
    }
    return e;
}

/* An output that had no value in Icarus, which is due to inputs that nothing sets if its bits in the
 * graph depend on such. */
static enum assay_error tell_none(const struct readings *r, uint32_t output, const aig_lit *lit,
                                  char *why, size_t why_size)
{
    const struct execute_port *const p = &r->c->out.port[output];
    char unnamed[256] = "";
    bool loose = false;

    for (uint32_t k = 0; k < p->width; ++k)
        loose |= r->v.loose[lit[k] >> 1];
    loose = loose && r->whole && cell_unnamed_inputs(r->c, unnamed, sizeof unnamed);
    snprintf(why, why_size,
             "%s: %s: Icarus has no value to compare with what Yosys reads%s: expected %s%s",
             r->c->lemma->path, p->name, r->whole ? "" : " in time",
             loose ? "it not to depend on inputs that `in` does not name: " : "one", unnamed);
    return loose ? ASSAY_BAD_INPUT : ASSAY_ENVIRONMENT;
}

/* Check that a bit of each output was compared. */
static enum assay_error check_compared(const struct readings *r, char *why, size_t why_size)
{
    const aig_lit *lit = r->lit;

    for (uint32_t i = 0; i < r->c->out.n; lit += r->c->out.port[i++].width)
        if (!r->compared[i])
            return tell_none(r, i, lit, why, why_size);
    return ASSAY_OK;
}

/* Write all steps, or compare all steps with what Icarus has printed. */
static enum assay_error go_through(struct readings *r, const uint64_t *picked,
                                   struct cell_bench *bench, char *why, size_t why_size)
{
    uint64_t *const value = zeroed(r->c->graph.n, sizeof *value);
    struct walk w = {.to = 0};
    enum assay_error e = ASSAY_OK;
    bool more = true;

    memcpy(value, picked, r->c->graph.n * sizeof *value);
    for (uint32_t step = 0; step < STEPS && !e && more; step += PATTERNS) {
        if (step)
            take_steps(r->c, &r->set, &w, picked, value, &r->changed[step]);
        for (unsigned p = 0; p < PATTERNS && bench; ++p)
            cell_add_step(r->c, bench, value, p, r->changed[step + p]);
        if (!bench)
            e = compare_steps(r, value, step, &more, why, why_size);
    }
    free(value);
    return e;
}

static void open_readings(struct readings *r, struct cell *c)
{
    uint32_t n = 0;

    *r = (struct readings){.c = c, .whole = true};
    open_set(c, &r->set);
    r->v.one = zeroed(c->graph.n, sizeof *r->v.one);
    r->v.zero = zeroed(c->graph.n, sizeof *r->v.zero);
    r->v.loose = zeroed(c->graph.n, sizeof *r->v.loose);
    r->compared = zeroed(c->out.n, sizeof *r->compared);
    r->lit = zeroed(c->model.n_out, sizeof *r->lit);
    for (uint32_t i = 0; i < c->out.n; ++i)
        for (uint32_t k = 0; k < c->out.port[i].width; ++k) {
            char name[512];

            snprintf(name, sizeof name, "%.400s[%u]", c->out.port[i].name, (unsigned)k);
            aiger_find(&c->gate, name, &r->lit[n++]);
        }
}

static void close_readings(struct readings *r)
{
    lemma_free_ports(&r->set.ports);
    free(r->set.node);
    free(r->v.one);
    free(r->v.zero);
    free(r->v.loose);
    free(r->compared);
    free(r->lit);
}

enum assay_error cell_compare_readings(struct cell *c, char *why, size_t why_size)
{
    uint64_t *const picked = zeroed(c->graph.n, sizeof *picked);
    struct cell_bench bench = {0};
    struct assay_output out = {0};
    struct readings r;
    enum assay_error e;

    open_readings(&r, c);
    e = pick_inputs(c, picked, why, why_size);
    if (!e)
        e = go_through(&r, picked, &bench, why, why_size);
    if (!e)
        e = cell_run_bench(c, &bench, "readings", &out, &r.whole, why, why_size);
    r.at = out.text ? out.text : "";
    if (!e)
        e = go_through(&r, picked, NULL, why, why_size);
    if (!e)
        e = check_compared(&r, why, why_size);
    assay_text_free(&bench.steps);
    free(out.text);
    close_readings(&r);
    free(picked);
    return e;
}
