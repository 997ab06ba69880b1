/*
 * cell_next.c - what a lemma about registers claims: one step of an induction over cycles.
 *
 * Before a cycle, each register x of `next` has the value x.q in the RTL. The model has the same,
 * or x.m: a value of its own, which is the same where the condition of x in `where` holds. The step
 * proves of any such state in which the invariant holds that the outputs are the same, and that
 * the state after the cycle, x.d, is again such a state. With rst, it proves that of the state
 * after the cycle whatever the states before were.
 */
#include <stdlib.h>
#include <string.h>

#include "prove/cell.h"

static bool refuse(const struct cell *c, char *why, size_t why_size, const char *reg,
                   const char *what)
{
    snprintf(why, why_size, "%s:%u: next: %s: %s", c->lemma->path,
             (unsigned)lemma_line(c->lemma, "next", reg), reg, what);
    return false;
}

/* Find the port that is named REG.EDGE, or REG if `edge` is 0. `bit`: the number of bits of the
 * ports before it. */
static const struct execute_port *find(const struct execute_ports *p, const char *reg, char edge,
                                       uint32_t *bit)
{
    const size_t n = strlen(reg);

    *bit = 0;
    for (uint32_t i = 0; i < p->n; *bit += p->port[i++].width) {
        const char *const name = p->port[i].name;

        if (strncmp(name, reg, n) == 0 &&
            (edge ? name[n] == '.' && name[n + 1] == edge && !name[n + 2] : !name[n]))
            return &p->port[i];
    }
    return NULL;
}

bool cell_has_own(const struct cell *c, const char *reg)
{
    uint32_t bit;

    return find(&c->in, reg, 'm', &bit) != NULL;
}

bool cell_is_next(const struct cell *c, const char *output)
{
    const size_t n = strlen(output);

    for (uint32_t i = 0; i < c->lemma->next.n; ++i)
        if (strlen(c->lemma->next.word[i]) + 2 == n && strcmp(output + n - 2, ".d") == 0 &&
            strncmp(c->lemma->next.word[i], output, n - 2) == 0)
            return true;
    return false;
}

/* A bit of a register before the cycle, in the RTL or in the model. */
static aig_lit before(const struct cell *c, const char *reg, char edge, uint32_t bit)
{
    char name[512];

    snprintf(name, sizeof name, "%.400s.%c[%u]", reg, edge, (unsigned)bit);
    return aig_find_port(&c->graph, name);
}

/* List the registers as ports, which must be the last outputs, so that they are an array of words
 * there as well. */
static bool list_state(struct cell *c, char *why, size_t why_size)
{
    const struct lemma_list *const next = &c->lemma->next;

    c->state.port = aig_memory(NULL, next->n + 1, sizeof *c->state.port);
    for (uint32_t i = 0; i < next->n; ++i) {
        const char *const reg = next->word[i];
        uint32_t bit;
        const struct execute_port *const q = find(&c->in, reg, 'q', &bit),
                                         *const own = find(&c->in, reg, 'm', &bit),
                                         *const d = find(&c->out, reg, 'd', &bit);

        if (!q == !own)
            return refuse(c, why, why_size, reg, "expected it in `in`, either .q or .m");
        if (!d || d != c->out.port + c->out.n - next->n + i || d->width != (q ? q : own)->width)
            return refuse(c, why, why_size, reg,
                          "expected its .d in `out`, of the same width and in the order of next, "
                          "after the other outputs");
        if (own && before(c, reg, 'q', 0) == AIG_FALSE)
            return refuse(c, why, why_size, reg, "the module has no such register");
        c->state.port[c->state.n++] = (struct execute_port){aig_copy(reg), d->width};
    }
    return true;
}

/* A word of `where`: "x:c", or "x:c[2]" with a bit. */
struct where {
    char x[256], condition[256];
    unsigned bit;
};

static void read_where(const char *word, struct where *w)
{
    const char *const colon = strchr(word, ':'), *const condition = colon ? colon + 1 : "";
    const char *bracket = strrchr(condition, '[');

    w->bit = 0;
    if (!bracket || sscanf(bracket, "[%u]", &w->bit) != 1 || bracket[strlen(bracket) - 1] != ']')
        bracket = condition + strlen(condition);
    snprintf(w->x, sizeof w->x, "%.*s", (int)strcspn(word, ":"), word);
    snprintf(w->condition, sizeof w->condition, "%.*s", (int)(bracket - condition), condition);
}

/* Whether a word is about the port named x: an output, or else a register of which the model has
 * its own value. Its condition is then another of the same kind, which is compared everywhere, and
 * `at` gets the index of its bit among those of the model's outputs. */
static bool is_about(const struct cell *c, const struct where *w, const char *x, bool is_register,
                     uint32_t *at)
{
    const struct execute_port *const p = find(&c->out, w->condition, is_register ? 'd' : 0, at);
    struct where other;

    if (strcmp(w->x, x) != 0 || !p || w->bit >= p->width)
        return false;
    for (uint32_t i = 0; i < c->lemma->where.n; ++i) {
        read_where(c->lemma->where.word[i], &other);
        if (strcmp(other.x, w->condition) == 0)
            return false;
    }
    *at += w->bit;
    return is_register ? cell_has_own(c, x) && !cell_has_own(c, w->condition)
                       : find(&c->out, x, 0, &(uint32_t){0}) != NULL;
}

static bool check_where(const struct cell *c, char *why, size_t why_size)
{
    for (uint32_t i = 0; i < c->lemma->where.n; ++i) {
        struct where w;
        uint32_t at;

        read_where(c->lemma->where.word[i], &w);
        if (is_about(c, &w, w.x, false, &at) || is_about(c, &w, w.x, true, &at))
            continue;
        snprintf(why, why_size,
                 "%s:%u: where: '%s': expected OUTPUT:OUTPUT, or REGISTER:REGISTER with the first "
                 "one's .m in `in`; the second one is compared everywhere, and may have a bit [N]",
                 c->lemma->path, (unsigned)lemma_line(c->lemma, "where", c->lemma->where.word[i]),
                 c->lemma->where.word[i]);
        return false;
    }
    return true;
}

/* Find the condition under which an output, or a register after the cycle, is compared: any of
 * those that `where` lists. `earlier`: the same for the register before the cycle, or NULL. */
static void find_condition(struct cell *c, const char *x, bool is_register, aig_lit *after,
                           aig_lit *earlier)
{
    bool any = false;

    *after = AIG_FALSE;
    if (earlier)
        *earlier = AIG_FALSE;
    for (uint32_t i = 0; i < c->lemma->where.n; ++i) {
        struct where w;
        uint32_t at;

        read_where(c->lemma->where.word[i], &w);
        if (!is_about(c, &w, x, is_register, &at))
            continue;
        any = true;
        *after = aig_or(&c->graph, *after, c->model.out[at]);
        if (earlier)
            *earlier = aig_or(&c->graph, *earlier, before(c, w.condition, 'q', w.bit));
    }
    if (!any) {
        *after = AIG_TRUE;
        if (earlier)
            *earlier = AIG_TRUE;
    }
}

/* The values that the model has of its own are those of the RTL where their conditions hold. */
static aig_lit relate(struct cell *c)
{
    struct aig *const g = &c->graph;
    aig_lit related = AIG_TRUE;

    for (uint32_t i = 0; i < c->state.n; ++i) {
        const char *const reg = c->state.port[i].name;
        aig_lit differ = AIG_FALSE, condition, after;

        if (!cell_has_own(c, reg))
            continue;
        find_condition(c, reg, true, &after, &condition);
        for (uint32_t k = 0; k < c->state.port[i].width; ++k)
            differ = aig_or(g, differ, aig_xor(g, before(c, reg, 'q', k), before(c, reg, 'm', k)));
        related = aig_and(g, related, aig_not(aig_and(g, condition, differ)));
    }
    return related;
}

/* Compute the harness's invariant of the model's values before and after the cycle. */
static enum assay_error find_invariant(struct cell *c, aig_lit *held_before, char *why,
                                       size_t why_size)
{
    static const struct execute_ports none = {NULL, 0};
    struct execute_result holds = {0}, checked = {0};
    struct aig g;
    enum assay_error e;

    *held_before = c->held = AIG_TRUE;
    if (!c->lemma->holds)
        return ASSAY_OK;
    aig_open(&g);
    e = cell_execute(c, "@holds", &c->state, &none, false, &g, &holds, why, why_size);
    if (!e)
        e = cell_execute(c, "@holds", &c->state, &none, true, &g, &checked, why, why_size);
    if (!e && (holds.broken != AIG_FALSE || checked.broken != AIG_FALSE)) {
        snprintf(why, why_size, "%s: holds: expected a function without a trap or an assertion",
                 c->lemma->path);
        e = ASSAY_BAD_INPUT;
    }
    for (int after = 0; after < 2 && !e; ++after) {
        aig_lit *const map = aig_new_map(&g), lit = holds.domain;
        uint32_t at = c->model.n_out;

        for (uint32_t i = 0; i < c->state.n; ++i)
            at -= c->state.port[i].width;
        for (uint32_t i = 0; i < c->state.n; ++i)
            for (uint32_t k = 0; k < c->state.port[i].width; ++k, ++at) {
                const char *const reg = c->state.port[i].name;
                char name[256];
                aig_lit of_holds;

                snprintf(name, sizeof name, "%s[%u]", reg, (unsigned)k);
                of_holds = aig_find_port(&g, name);
                map[of_holds >> 1] =
                    after ? c->model.out[at] : before(c, reg, cell_has_own(c, reg) ? 'm' : 'q', k);
            }
        aig_substitute(&g, map, &c->graph, &lit, 1);
        *(after ? &c->held : held_before) = lit;
        free(map);
    }
    execute_free(&checked);
    execute_free(&holds);
    aig_close(&g);
    return e;
}

/* Whether an input is a bit of a register before the cycle. */
static const char *register_of(const struct cell *c, const char *input)
{
    for (uint32_t i = 0; i < c->state.n; ++i) {
        const char *const reg = c->state.port[i].name;
        const size_t n = strlen(reg);

        if (strncmp(input, reg, n) == 0 && input[n] == '.' && strchr("qm", input[n + 1]) &&
            input[n + 2] == '[')
            return reg;
    }
    return NULL;
}

/* The model and the RTL start in different states. So a reset of the model must not keep
 * anything: nothing that is compared after it may depend on the state before. */
static bool forgets(const struct cell *c, const aig_lit *compared, size_t n, char *why,
                    size_t why_size)
{
    signed char *const fixed = aig_memory(NULL, c->graph.n_inputs + 1, sizeof *fixed);
    aig_lit *const lit = aig_memory(NULL, n + 1, sizeof *lit), *map;
    const char *kept = NULL;
    struct aig g;
    bool *in;

    aig_open(&g);
    for (uint32_t i = 0; i < c->graph.n_inputs; ++i)
        fixed[i] = strcmp(c->graph.input[i].name, "rst[0]") == 0 ? 1 : -1;
    memcpy(lit, compared, n * sizeof *lit);
    map = aig_fix(&c->graph, fixed, &g);
    aig_substitute(&c->graph, map, &g, lit, n);
    in = aig_cone(&g, lit, n);
    for (uint32_t i = 0; i < g.n_inputs && !kept; ++i)
        if (in[g.input[i].node])
            kept = register_of(c, g.input[i].name);
    free(in);
    free(map);
    free(lit);
    free(fixed);
    aig_close(&g);
    return !kept || refuse(c, why, why_size, kept,
                           "the model's state after a cycle with rst depends on it: expected a "
                           "state that does not depend on the one before");
}

/* Set `care`: where the outputs and the registers are compared. */
static bool find_care(struct cell *c, aig_lit outputs, aig_lit registers, char *why,
                      size_t why_size)
{
    struct aig *const g = &c->graph;
    aig_lit *const compared = aig_memory(NULL, c->model.n_out + 1, sizeof *compared);
    uint32_t at = 0, n = 0;
    bool ok;

    for (uint32_t i = 0; i < c->out.n; ++i) {
        const uint32_t first_register = c->out.n - c->state.n;
        const bool is_register = i >= first_register;
        const char *const name =
            is_register ? c->state.port[i - first_register].name : c->out.port[i].name;
        aig_lit condition = AIG_TRUE;

        if (!is_register || cell_has_own(c, name))
            find_condition(c, name, is_register, &condition, NULL);
        c->care[i] = aig_and(g, is_register ? registers : outputs, condition);
        for (uint32_t k = 0; k < c->out.port[i].width; ++k, ++at)
            if (is_register)
                compared[n++] = aig_and(g, condition, c->model.out[at]);
    }
    ok = aig_find_port(g, "rst[0]") == AIG_FALSE || forgets(c, compared, n, why, why_size);
    free(compared);
    return ok;
}

/* Set the literals for a lemma about registers. */
static enum assay_error next_of_registers(struct cell *c, char *why, size_t why_size)
{
    struct aig *const g = &c->graph;
    const aig_lit domain = c->model.domain, rst = aig_find_port(g, "rst[0]");
    aig_lit ready, held_before;
    enum assay_error e;
    uint32_t bit;

    if (!find(&c->in, "rst", 0, &bit) && (rst != AIG_FALSE || c->lemma->holds)) {
        snprintf(why, why_size, "%s: %s: expected the input rst, a synchronous reset",
                 c->lemma->path, rst != AIG_FALSE ? "next" : "holds");
        return ASSAY_BAD_INPUT;
    }
    if (!list_state(c, why, why_size) || !check_where(c, why, why_size))
        return ASSAY_BAD_INPUT;
    ready = relate(c);
    e = find_invariant(c, &held_before, why, why_size);
    if (e)
        return e;
    ready = aig_and(g, ready, held_before);
    c->reached = aig_or(g, rst, ready);
    if (!find_care(c, aig_and(g, domain, ready), aig_and(g, domain, c->reached), why, why_size))
        return ASSAY_BAD_INPUT;
    c->claims[0] = aig_and(g, aig_and(g, domain, ready), aig_not(rst));
    c->lost = aig_or(g, aig_and(g, rst, aig_not(domain)),
                     aig_and(g, aig_and(g, domain, c->reached), aig_not(c->held)));
    return ASSAY_OK;
}

enum assay_error cell_next(struct cell *c, char *why, size_t why_size)
{
    enum assay_error e = ASSAY_OK;

    c->care = aig_memory(NULL, c->out.n + 1, sizeof *c->care);
    c->claims = aig_memory(NULL, c->out.n + 1, sizeof *c->claims);
    for (uint32_t i = 0; i < c->out.n; ++i)
        c->care[i] = c->model.domain;
    c->claims[0] = c->model.domain;
    c->reached = c->held = AIG_TRUE;
    c->lost = AIG_FALSE;
    if (c->lemma->next.n)
        e = next_of_registers(c, why, why_size);
    for (uint32_t i = 0; i < c->out.n && !e; ++i)
        c->claims[i + 1] = aig_and(&c->graph, c->claims[0], c->care[i]);
    return e;
}
