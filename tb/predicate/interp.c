#include "predicate/interp.h"

#include <stddef.h>

static bool access_memory(struct interp *m, struct interp_lane *l, const struct interp_code *code,
                          const char **why)
{
    const uint64_t word = code->word[l->pc++];
    const bool is_load = interp_op(word) == 25;
    const struct interp_access x = interp_access(interp_source(l, m->c, word, INTERP_A) +
                                                     interp_source(l, m->c, word, INTERP_B),
                                                 interp_field(word, is_load ? 36 : 15, 3));

    if (!interp_guard(l, word, code->sense))
        return true;
    if (x.at >= 4 * INTERP_MEMORY || x.at % x.bytes) {
        *why = x.at % x.bytes ? "misaligned" : "outside memory";
        return false;
    }
    if (is_load)
        interp_put(l, word, interp_load(m->memory, &x));
    else
        interp_store(m->memory, &x, interp_source(l, m->c, word, INTERP_C));
    return true;
}

/* Runs a lane until it ends or reaches an instruction of all lanes. */
static void run_lane(struct interp *m, struct interp_lane *l, const struct interp_code *code,
                     const char **why)
{
    while (!*why && !l->over && interp_goes_on(l, code, why)) {
        const uint64_t word = code->word[l->pc];

        if (interp_crosses(word))
            return;
        l->over = interp_op(word) == 25 || interp_op(word) == 26 ? !access_memory(m, l, code, why)
                                                                 : !interp_step(l, code, why);
    }
}

/* Returns whether the lanes are over. Sets *why unless all of them are, or all are at the same
 * instruction. */
static bool all_over(const struct interp *m, const char **why)
{
    for (uint32_t n = 1; n < m->lanes; ++n)
        if (m->lane[n].over != m->lane[0].over ||
            (!m->lane[0].over && m->lane[n].pc != m->lane[0].pc))
            *why = "a vote, red or readlane that not all lanes reach";
    return m->lane[0].over;
}

bool interp_run(struct interp *m, const uint64_t *code, uint32_t length, bool sense,
                const char **why)
{
    const struct interp_code all = {code, length, m->c, sense};

    *why = NULL;
    for (uint32_t lane = 0; lane < m->lanes; ++lane) {
        interp_begin(&m->lane[lane], 0);
        /* warp 0 of 1 in group 0 of 1 */
        for (uint32_t i = 0; i < INTERP_SPECIALS; ++i)
            m->lane[lane].special[i] = i == 0 ? lane : i % 2 == 0;
    }
    for (;;) {
        for (uint32_t lane = 0; lane < m->lanes && !*why; ++lane)
            run_lane(m, &m->lane[lane], &all, why);
        if (*why || all_over(m, why))
            break;
        if (!*why)
            interp_together(m->lane, m->lanes, &all);
    }
    for (uint32_t lane = 0; lane < m->lanes; ++lane)
        m->instructions += m->lane[lane].steps;
    return !*why;
}
