/*
 * start_cause.h - finds the register whose start value a failure depends on.
 *
 * A run with the DUT of sim/starts.h has failed: outputs differ between starts. It is repeated up
 * to the failing cycle, comparing a start from zeros with one in which only the first k variables
 * have other values. Bisection finds the smallest k that shows the difference: the failure depends
 * on that variable. If it also depends on others, they are found in the same way, with the known
 * ones always included.
 */
#ifndef ASSAY_START_CAUSE_H
#define ASSAY_START_CAUSE_H

#include <limits.h>

#include "base/text.h"
#include "engine/lockstep.h"
#include "sim/start.h"

enum { ASSAY_START_CAUSES = 4 };

struct assay_start_cause {
    enum assay_start_kind kind; /* the start that is compared with zeros */
    uint64_t cycle;             /* the failing cycle */
    const char *port;           /* a port that differs */
    /* The variables on which the failure depends, the highest index first; none if
     * they have no names. */
    struct {
        char name[512];
        long element; /* index in a memory; -1: not a memory */
        bool literal; /* it is an X that the RTL assigns in the module of that name */
    } variable[ASSAY_START_CAUSES];
    size_t n;
    bool more; /* there are more */
};

/*
 * Finds the cause. `config` and `result` are those of the run, whose DUT is still open. False with
 * a message in `why` if nothing differs between starts in the failing cycle, if the difference does
 * not occur again, if memory runs out or a run ends early, or after a signal.
 */
bool assay_start_find(const struct assay_config *config, const struct assay_result *result,
                      struct assay_start_cause *cause, char *why, size_t why_size);

/* Whether an output differs between starts in the failing cycle. */
bool assay_start_differs(const struct assay_result *result);

/* Converts Verilator's names of a module instance and of a variable in it to "top.u0.ptr".
 * Returns whether the variable is an X that the RTL assigns; `path` is then the name of
 * the module's instance. */
bool assay_start_name(const char *scope, const char *name, const char *top, char *path,
                      size_t size);

#endif
