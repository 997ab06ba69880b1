/* cell_check.c - check that the graph agrees with the compiled model, and that each output is
 * compared for some of the inputs that are claimed. */
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "base/rng.h"
#include "prove/cell.h"

enum { VECTORS = 512, ROUNDS = VECTORS / 64 };

/* Mix dense, sparse and regular patterns. */
void cell_random_inputs(const struct cell *c, struct assay_rng *r, uint64_t *value)
{
    for (uint32_t i = 0; i < c->graph.n_inputs; ++i) {
        uint64_t v = assay_rng_u64(r);

        v &= assay_rng_u64(r) | UINT64_C(0x00FF00FF00FF00FF);
        v |= assay_rng_u64(r) & UINT64_C(0x0F0F000000000F0F);
        value[c->graph.input[i].node] = v;
    }
}

/* Whether a line of the program's output agrees with the graph in that pattern. */
static bool is_same(const struct cell *c, const uint64_t *value, unsigned pattern, const char **at)
{
    char *end;
    const bool claimed = strtoul(*at, &end, 16) != 0;
    bool same = claimed == (aig_value(value, c->model.domain) >> pattern & 1);
    unsigned long word = 0;
    uint32_t lit = 0;

    for (uint32_t i = 0; i < c->out.n; ++i)
        for (uint32_t k = 0; k < 32 * execute_port_words(&c->out.port[i]); ++k) {
            if (k % 32 == 0)
                word = strtoul(end, &end, 16);
            if (k < c->out.port[i].width)
                same &= !claimed || (word >> (k % 32) & 1) ==
                                        (aig_value(value, c->model.out[lit++]) >> pattern & 1);
        }
    if (c->lemma->holds) {
        const bool held = strtoul(end, &end, 16) != 0;

        same &= !claimed || held == (aig_value(value, c->held) >> pattern & 1);
    }
    *at = end + strspn(end, " \n");
    return same;
}

/* Whether no obligation is broken. If one is, the compiled model may do anything. */
static bool is_sound(const struct cell *c, const uint64_t *value, unsigned pattern)
{
    return !((aig_value(value, c->model.broken) | aig_value(value, c->checked.broken)) >> pattern &
             1);
}

/* Compare the graph and the compiled model on 64 patterns of inputs. Sets seen[] for those of
 * `claims` that are true in any of them. */
static enum assay_error check_values(struct cell *c, uint64_t *value, bool *seen, char *why,
                                     size_t why_size)
{
    struct assay_text t = {0};
    struct assay_output out = {0};
    enum assay_error e = ASSAY_OK;
    const char *at;
    int status;

    aig_simulate(&c->graph, value);
    for (uint32_t i = 0; i <= c->out.n; ++i)
        seen[i] |= aig_value(value, c->claims[i]) != 0;
    for (unsigned i = 0; i < 64; ++i)
        if (is_sound(c, value, i))
            cell_add_vector(c, &t, value, i);
    if (!cell_write(c, "vectors", assay_text_get(&t), why, why_size)) {
        e = ASSAY_ENVIRONMENT;
    } else if ((status = cell_run_native(c, "native", &out)) != 0) {
        snprintf(why, why_size, "%s: the compiled model fails: %.500s", c->lemma->name, out.text);
        /* 126: the folder is one from which nothing can be run. */
        e = status == ASSAY_NOT_STARTED || status == 126 ? ASSAY_ENVIRONMENT : ASSAY_BAD_INPUT;
    }
    at = out.text;
    for (unsigned i = 0; i < 64 && !e; ++i)
        if (is_sound(c, value, i) && !is_same(c, value, i, &at)) {
            snprintf(why, why_size, "%s: the graph is not what the compiled model computes",
                     c->lemma->name);
            e = ASSAY_ENVIRONMENT;
        }
    assay_text_free(&t);
    free(out.text);
    return e;
}

/* Find inputs for one of `claims` that no random ones showed. */
static enum assay_error find_claim(struct cell *c, uint32_t i, enum cell_answer *claim,
                                   uint64_t *value, bool *seen, char *why, size_t why_size)
{
    enum assay_error e = cell_find_claim(c, &c->graph, c->claims[i], claim, value, why, why_size);

    if (!e && *claim == CELL_DIFFERS)
        e = check_values(c, value, seen, why, why_size);
    if (!e && *claim == CELL_DIFFERS && !seen[i]) {
        snprintf(why, why_size, "%s: %s gave inputs of which nothing is claimed", c->lemma->name,
                 c->solved_by);
        e = ASSAY_ENVIRONMENT;
    }
    return e;
}

enum assay_error cell_check(struct cell *c, enum cell_answer *claim, char *why, size_t why_size)
{
    uint64_t *const value = aig_memory(NULL, c->graph.n, sizeof *value);
    bool *const seen = aig_memory(NULL, c->out.n + 1, sizeof *seen);
    struct assay_rng r;
    enum assay_error e = ASSAY_OK;

    memset(seen, 0, (c->out.n + 1) * sizeof *seen);
    assay_rng_init(&r, 1, "prove");
    for (int i = 0; i < ROUNDS && !e; ++i) {
        cell_random_inputs(c, &r, value);
        e = check_values(c, value, seen, why, why_size);
    }
    *claim = CELL_DIFFERS;
    for (uint32_t i = 0; i <= c->out.n && !e && *claim == CELL_DIFFERS; ++i)
        if (!seen[i]) {
            e = find_claim(c, i, claim, value, seen, why, why_size);
            if (i && *claim == CELL_PROVED) {
                c->unclaimed = c->out.port[i - 1].name;
                assay_text_addf(&c->about,
                                "%s: compared for no inputs that are claimed: expected some, or it "
                                "in except (a register: in cut)\n",
                                c->unclaimed);
            }
        }
    free(seen);
    free(value);
    return e;
}
