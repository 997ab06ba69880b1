/*
 * list.h - a regression list: the runs that make up a regression.
 *
 * YAML with one key, `entries`: a list of maps with these keys:
 *
 *   block     the block (required)
 *   proofs    quick or all: not a run but `assay prove` of the block; the only other keys allowed
 *             are solver, weight, tags, known and timeout
 *   solver    abc, cadical, z3 or cvc5: use only this solver, for a second opinion; only with
 *             proofs; default: those that `assay prove` uses by default
 *   plots     true: not a run but `assay bench --plots` of the block; the report plots the numbers.
 *             The only other keys allowed are weight, tags, known and timeout
 *   faults    quick or all: not a run but `assay faults` of the block, which checks that its known
 *             bugs are found; all includes those that show late. Allowed with params, cycles,
 *             weight, tags, known and timeout; each parameter choice is a job
 *   mutate    N: not a run but `assay mutate` of the block with N mutants, drawn with the seed base
 *             as the seed, on the stimulus of regress/smoke.yaml. Allowed with params, cycles,
 *             require, weight, tags, known and timeout; each parameter choice is a job
 *   require   percentage of the mutants that must be found for the job to pass; only with mutate
 *   params    a parameter set's name, or "key=value,...", or a list of these; default: default
 *   scenario  default: the block's first
 *   backend   verilator, icarus, systemc, systemc-model, check-x or model, or a list of these;
 *             default: verilator
 *   rtl       file list of RTL to use instead of the block's own (sim/filelist.h), relative to the
 *             folder of this list; not on model and systemc-model
 *   fault     known bug (tb/<block>/faults) to put into the block's own RTL: the run is expected to
 *             fail, and counts as failed; not on model and systemc-model
 *   cycles    clock cycles of each run (required except for proofs, plots and mutate); a scenario
 *             that ends by itself must reach its end within them, or the run fails as incomplete
 *   seeds     N: that many seeds, counted up from the regression's seed base; A..B: exactly these,
 *             whatever the base; default: 1
 *   weight    the entry's share of the machine while others wait: an entry of weight 3 starts three
 *             jobs for each one of an entry of weight 1; default: 1
 *   tags      list of words, for `assay regress --tag`
 *   known     why its jobs may fail, in words: reports list such failures separately, with the
 *             reason. They still count as failed; default: they should pass
 *   knobs     map of stall, illegal, corner, resets to 0..100; default: the scenario's
 *   timeout   seconds that a run may take; default: 600
 *   code_coverage  true: count lines and toggles of the RTL, in a separate variant; only on
 *             verilator; slow, so meant for short runs; default: false
 *   allow_partial  true: a scenario that ends by itself need not reach its end; only for such a
 *             scenario; default: false
 *
 * An entry stands for all combinations of its params, backends and seeds. The same combination of
 * block, params, scenario, RTL, fault, backend, knobs, code_coverage and seed may occur only once;
 * two entries that both count their seeds from the base always have the first one in common. The
 * following may also occur only once: the proofs of a block with the same solver, its plots, and
 * its faults and mutants with the same params.
 */
#ifndef ASSAY_REGRESS_LIST_H
#define ASSAY_REGRESS_LIST_H

#include "base/error.h"
#include "regress/list_entry.h"

struct assay_list {
    struct assay_entry *entry;
    size_t n;
};

/* Returns ASSAY_BAD_INPUT with FILE:LINE in `why` if anything is wrong with the file,
 * ASSAY_ENVIRONMENT if out of memory. */
enum assay_error assay_list_read(const char *path, struct assay_list *list, char *why,
                                 size_t why_size);
/* Check that, with this seed base, no run belongs both to an entry with fixed seeds (A..B) and
 * to one that counts its seeds from the base. Only entries with `tag` are compared (NULL: all).
 * Returns ASSAY_BAD_INPUT with a message in `why` if there is such a run. */
enum assay_error assay_list_seeds_apart(const struct assay_list *list, const char *path,
                                        uint64_t seed_base, const char *tag, char *why,
                                        size_t why_size);
void assay_list_free(struct assay_list *list);

#endif
