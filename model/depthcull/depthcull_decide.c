/* depthcull_decide.c - what follows for a depth function from what the coarse tests find. */
#include "depthcull/depthcull.h"

static bool has(uint32_t facts, uint32_t wanted)
{
    return (facts & wanted) == wanted;
}

static uint8_t decision(uint32_t func, uint32_t facts)
{
    static const struct {
        uint8_t cull, pass;
    } single[DEPTHCULL_FUNCS] = {
        [DEPTHCULL_LESS] = {DEPTHCULL_GE, DEPTHCULL_LT},
        [DEPTHCULL_LEQUAL] = {DEPTHCULL_GT, DEPTHCULL_LE},
        [DEPTHCULL_GREATER] = {DEPTHCULL_LE, DEPTHCULL_GT},
        [DEPTHCULL_GEQUAL] = {DEPTHCULL_LT, DEPTHCULL_GE},
    };
    const bool differ = facts & (DEPTHCULL_GT | DEPTHCULL_LT);
    const bool same = has(facts, DEPTHCULL_GE | DEPTHCULL_LE);

    if (func == DEPTHCULL_EQUAL)
        return differ ? DEPTHCULL_CULL : same ? DEPTHCULL_PASS : DEPTHCULL_AMBIGUOUS;
    if (func == DEPTHCULL_NOTEQUAL)
        return same ? DEPTHCULL_CULL : differ ? DEPTHCULL_PASS : DEPTHCULL_AMBIGUOUS;
    if (has(facts, single[func].cull))
        return DEPTHCULL_CULL;
    return has(facts, single[func].pass) ? DEPTHCULL_PASS : DEPTHCULL_AMBIGUOUS;
}

static bool no_pixel(const struct depthcull_params *p, const uint32_t *mask)
{
    for (uint32_t i = 0; i < (p->tw * p->th + 31) / 32; ++i) {
        if (mask[i])
            return false;
    }
    return true;
}

static bool is_sound(const struct depthcull_params *p, uint32_t test)
{
    return test < DEPTHCULL_END || (test == DEPTHCULL_END && p->fixed);
}

void depthcull_decide(const struct depthcull_params *p, uint32_t enable, struct depthcull_job *job,
                      const struct depthcull_tile *tile)
{
    const uint32_t func = job->prim.func;
    const bool unite = func == DEPTHCULL_EQUAL || func == DEPTHCULL_NOTEQUAL;
    uint32_t united = 0;

    if (no_pixel(p, job->prim.mask)) {
        job->decision = DEPTHCULL_CULL;
        job->test = DEPTHCULL_EMPTY;
        return;
    }
    job->test = DEPTHCULL_BY_FUNC;
    if (func == DEPTHCULL_NEVER || func == DEPTHCULL_ALWAYS) {
        job->decision = func == DEPTHCULL_ALWAYS ? DEPTHCULL_PASS : DEPTHCULL_CULL;
        return;
    }
    for (unsigned test = DEPTHCULL_RANGE; test <= DEPTHCULL_CLAIM5; ++test) {
        uint32_t facts;

        if (!(enable >> (test - 1) & 1) || (unite && !is_sound(p, test)))
            continue;
        facts = depthcull_facts(p, test, &job->plane, tile);
        united |= facts;
        job->decision = decision(func, unite ? united : facts);
        job->test = (uint8_t)test;
        if (job->decision != DEPTHCULL_AMBIGUOUS)
            return;
    }
    job->decision = DEPTHCULL_AMBIGUOUS;
    job->test = DEPTHCULL_NONE;
}
