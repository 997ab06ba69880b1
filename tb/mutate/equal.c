#include "mutate/equal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mutate/around.h"
#include "mutate/instances.h"
#include "mutate/memories.h"

/* READING: seconds for Yosys to read both sides and to join them. */
enum { READING = 30 };

/* How much to compare: the module alone, with its instances cut like registers, as they are the
 * same on both sides; or the module with everything below it, as words or as gates. */
enum extent { ALONE, WITH_INSTANCES, IN_GATES };

static void add_side(const struct assay_prover *p, struct assay_text *s, const char *module,
                     enum extent extent, const char *side)
{
    assay_prover_add_design(s, side, module);
    if (extent != ALONE) {
        assay_prover_add_flat(s);
        assay_text_addf(s, "flatten %s\n", module);
    }
    assay_prover_add_divisions(s, module);
    /* Undriven nets become inputs, so they can have any value; there is no proof if the other
     * side drives them. */
    assay_memories_add_small(p, s, module);
    assay_text_addf(s, "opt_clean %s\nsetundef -undriven -expose -zero %s\n", module, module);
    /* Memories stay, and are cut when both sides are together. */
    assay_text_addf(s, "expose -evert -dff -evert-dff %s/* %s/t:$mem_v2 %%d\ndesign -stash %s\n",
                    module, module, side);
}

/* Put both sides into one module with an output `trigger` that is 1 where they differ. */
static void add_both(const struct assay_prover *p, struct assay_text *s, const char *module,
                     enum extent extent)
{
    add_side(p, s, module, extent, "gold");
    add_side(p, s, module, extent, "gate");
    assay_text_addf(s, "design -copy-from gold -as gold %s\n", module);
    assay_text_addf(s, "design -copy-from gate -as gate %s\n", module);
    assay_text_add(s, "miter -equiv -flatten gold gate both\nhierarchy -top both\n");
}

/* Run a script about the miter of both sides. Returns the exit status of Yosys; anything but 0 is
 * no proof. */
static int run(struct assay_prover *p, const char *module, enum extent extent, const char *script,
               unsigned seconds, char *why, size_t why_size)
{
    struct assay_text both = {0};
    struct assay_output out = {0};
    int status = ASSAY_NOT_STARTED;

    add_both(p, &both, module, extent);
    if (!both.failed)
        status = assay_memories_run(p, assay_text_get(&both), script, "trigger", NULL, seconds,
                                    &out, why, why_size);
    assay_text_free(&both);
    free(out.text);
    return status;
}

/* Merge equal cells of both sides. Used twice: after the first pass the comparisons of what was
 * merged are constant, so the second one removes what only they read. */
#define MERGE "opt_expr\nopt_merge\nopt_clean\n"

/* Whether a solver proves both equal in this module. */
static bool is_equal_in_words(struct assay_prover *p, const char *module, enum extent extent,
                              char *why, size_t why_size)
{
    char script[128];

    snprintf(script, sizeof script,
             "opt -full\nsat -verify -timeout %u -prove trigger 0 -set-def-inputs both\n",
             p->seconds);
    return run(p, module, extent, script, READING + 2 * p->seconds, why, why_size) == 0;
}

/* The same in gates. abc merges equal gates starting from the inputs, so logic that the mutant
 * does not affect costs nothing; a solver that only looks at the outputs would have to work
 * through every multiplier in between. */
static bool is_equal_in_gates(struct assay_prover *p, const char *module, char *why,
                              size_t why_size)
{
    static const char script[] = MERGE MERGE "simplemap\ntechmap\nopt_clean\n"
                                             "rename -enumerate\nwrite_blif -noalias both.blif\n";
    bool *const large = assay_prover_large(p, module);
    char *blif;
    int status;

    /* The wrapper of a user's design reads nets of the instance below it by name. Yosys leaves
     * these undriven, so both sides would seem equal. */
    if (*large || (p->block->folder && assay_instances_is_top(p, module)))
        return false;
    status = run(p, module, IN_GATES, script, ASSAY_PROVER_MAPPING * p->seconds, why, why_size);
    *large = status == ASSAY_OUT_OF_TIME;
    blif = status ? NULL : assay_prover_netlist(p, why, why_size);
    if (!blif)
        return false;
    free(blif);
    return assay_prover_abc(p, "read_blif both.blif; strash; fraig; iprove; print_status",
                            p->seconds) == ASSAY_NEVER;
}

/* For every choice of the module's parameters that the design uses. */
static bool is_equal_in_all(struct assay_prover *p, const char *module, enum extent extent,
                            char *why, size_t why_size)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n_modules; ++i)
        if (assay_prover_is_of(p->module[i], module)) {
            if (!is_equal_in_words(p, p->module[i], extent, why, why_size))
                return false;
            ++n;
        }
    return n > 0;
}

bool assay_equal_anywhere(struct assay_prover *p, const char *module, char *why, size_t why_size)
{
    const char *const top = p->block->model->top;

    return is_equal_in_all(p, module, ALONE, why, why_size) ||
           is_equal_in_all(p, module, WITH_INSTANCES, why, why_size) ||
           (p->abc ? assay_around(p, module, is_equal_in_gates, why, why_size)
                   : strcmp(module, top) != 0 &&
                         is_equal_in_all(p, top, WITH_INSTANCES, why, why_size));
}
