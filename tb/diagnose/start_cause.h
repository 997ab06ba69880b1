/*
 * start_cause.h - which register's start value a failure depends on.
 *
 * A run with the DUT of sim/starts.h has failed: outputs differ between starts. It runs again, up to the cycle that
 * failed, from zeros and from the values that differ for the first k variables alone. Bisection finds the k with which the
 * difference appears: it depends on that variable. If it depends on others as well, they are found in the same
 * way, with those that are known always in.
 */
#ifndef ASSAY_START_CAUSE_H
#define ASSAY_START_CAUSE_H

#include <limits.h>

#include "base/text.h"
#include "engine/lockstep.h"
#include "sim/start.h"

enum { ASSAY_START_CAUSES = 4 };

struct assay_start_cause {
    enum assay_start_kind kind; /* the start that differs from zeros */
    uint64_t cycle;             /* of the failure */
    const char *port;           /* one that differs */
    /* The variables that have to start so, the first with the highest place; none if it is something that has no name. */
    struct {
        char name[512];
        long element; /* of a memory; -1: none */
        bool literal; /* an X that the RTL assigns in the module of that name */
    } variable[ASSAY_START_CAUSES];
    size_t n;
    bool more; /* others as well */
};

/*
 * `config` and `result` are those of the run, whose DUT is still open. False with a message in `why` if nothing differs
 * between starts in the cycle that failed, or the difference does not come again.
 */
bool assay_start_find(const struct assay_config *config, const struct assay_result *result,
                      struct assay_start_cause *cause, char *why, size_t why_size);

/* Whether an output differs between starts in the cycle that failed. */
bool assay_start_differs(const struct assay_result *result);

/* "top.u0.ptr" from Verilator's names of an instance of a module and of a variable in it; whether the variable is
 * an X that the RTL assigns: then it is the name of the module's instance. */
bool assay_start_name(const char *scope, const char *name, const char *top, char *path,
                      size_t size);

#endif
