/* result.c - verdicts. */
#include "engine/transfers.h"

const char *assay_verdict_name(enum assay_verdict v)
{
    static const char *const names[] = {
        [ASSAY_PASS] = "pass",
        [ASSAY_MISMATCH] = "mismatch",
        [ASSAY_UNKNOWN] = "unknown",
        [ASSAY_HANG] = "hang",
        [ASSAY_STOPPED] = "stopped",
        [ASSAY_CRASHED] = "crashed",
        [ASSAY_UNSETTLED] = "does-not-settle",
        [ASSAY_NOTHING] = "nothing-compared",
        [ASSAY_FAILED] = "failed",
        [ASSAY_BAD_MODEL] = "bad-model",
        [ASSAY_INCOMPLETE] = "incomplete",
    };
    return names[v];
}

const char *assay_mismatch_name(enum assay_mismatch m)
{
    static const char *const names[] = {
        [ASSAY_DIFFERS] = "differs", [ASSAY_UNEXPECTED] = "unexpected",
        [ASSAY_MISSING] = "missing", [ASSAY_NOT_HELD] = "not-held",
        [ASSAY_WAITS] = "waits",
    };
    return names[m];
}

uint64_t assay_default_hang(const struct assay_block *b)
{
    return b->timeout ? b->timeout : ASSAY_DEFAULT_HANG;
}

bool assay_config_apart(const struct assay_config *c)
{
    return c->block->apart || (c->ops && c->ops->leave);
}

const char *assay_side_name(const struct assay_config *c, bool actual)
{
    static const char *const names[] = {"expected", "actual"};

    return c->against && c->side[actual] ? c->side[actual] : names[actual];
}

bool assay_verdict_at_cycle(enum assay_verdict v)
{
    return v != ASSAY_PASS && v != ASSAY_NOTHING && v != ASSAY_INCOMPLETE;
}

void assay_transfers_finish(struct assay_lockstep *ls)
{
    const struct assay_block *b = ls->config.block;
    const struct assay_transfers *t = ls->transfers_of;
    struct assay_result *r = &ls->result;

    if (ls->pair) {
        r->resets_lost = ls->pair->share.resets_lost;
        r->plain_lost = ls->pair->share.plain_lost;
    }
    if (r->verdict != ASSAY_PASS || !ls->config.ops || r->interrupted)
        return;
    for (unsigned i = 0; i < b->model->n_streams; ++i)
        if (!(ls->pair ? assay_pair_compared(ls->pair, i) : t->flow[i].timing.compared != 0) &&
            !(b->rules && b->rules[i].unused))
            r->silent |= UINT64_C(1) << i;
    for (size_t i = t->n_watched; i-- > 0;)
        if (t->watched[i].compared == 0)
            r->silent_pin = t->watched[i].port;
    if (ls->player ? r->transactions == 0 : r->silent != 0 || r->silent_pin)
        r->verdict = ASSAY_NOTHING;
}

const struct assay_timing *assay_lockstep_timing(const struct assay_lockstep *ls, unsigned stream)
{
    return ls->transfers_of ? &ls->transfers_of->flow[stream].timing : NULL;
}
