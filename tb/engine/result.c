/* result.c - verdicts. */
#include "engine/lockstep.h"

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

bool assay_verdict_at_cycle(enum assay_verdict v)
{
    return v != ASSAY_PASS && v != ASSAY_NOTHING && v != ASSAY_INCOMPLETE;
}
