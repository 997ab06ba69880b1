/* plan.c - the duration of slm's requests: errors of lanes, queues of banks. */
#include <string.h>

#include "slm/slm.h"

static uint32_t bytes(const struct slm_params *p)
{
    return p->kb * 1024;
}

static bool is_atomic(uint32_t op)
{
    return op >= SLM_EXCH && op < SLM_OPS;
}

static bool lane_error(const struct slm_params *p, const struct slm_req *q, unsigned lane)
{
    const uint32_t addr = q->addr[lane];

    if (q->op >= SLM_OPS || q->size > SLM_WORD || (is_atomic(q->op) && q->size != SLM_WORD))
        return true;
    return addr % (UINT32_C(1) << q->size) != 0 || addr >= bytes(p);
}

/*
 * The lane below `lane` whose load of the same word also serves this lane; `lane` itself if there
 * is none.
 */
static unsigned joined(const struct slm_req *q, const struct slm_plan *plan, unsigned lane)
{
    unsigned i = 0;

    if (q->op != SLM_LOAD)
        return lane;
    while (i < lane && !(plan->cycle[i] && q->addr[i] / 4 == q->addr[lane] / 4))
        ++i;
    return i;
}

void slm_make_plan(const struct slm_params *p, const struct slm_req *q, struct slm_plan *plan)
{
    const uint32_t hold = q->op == SLM_FADD ? 4 : 1;
    uint8_t queue[SLM_MAX_BANKS] = {0};

    memset(plan, 0, sizeof *plan);
    plan->length = 1;
    if (q->op == SLM_FENCE)
        return;
    for (unsigned lane = 0; lane < p->lanes; ++lane) {
        unsigned first;

        if (!(q->enable >> lane & 1))
            continue;
        if (lane_error(p, q, lane)) {
            plan->error |= UINT32_C(1) << lane;
            continue;
        }
        first = joined(q, plan, lane);
        plan->cycle[lane] = first < lane ? plan->cycle[first]
                                         : (uint8_t)(hold * ++queue[q->addr[lane] / 4 % p->banks]);
        if (plan->cycle[lane] > plan->length)
            plan->length = plan->cycle[lane];
    }
}

bool slm_line_error(const struct slm_params *p, const struct slm_line *q)
{
    return q->addr % (4 * SLM_LINE_WORDS) != 0 || q->addr >= bytes(p);
}

uint32_t slm_line_length(const struct slm_params *p, const struct slm_line *q)
{
    return p->banks < SLM_LINE_WORDS && !slm_line_error(p, q) ? SLM_LINE_WORDS / p->banks : 1;
}
