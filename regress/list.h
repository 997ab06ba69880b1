/*
 * list.h - a regression list: which runs belong to a regression.
 *
 * YAML with one key, `entries`, a list of maps with these keys:
 *
 *   block     the block (required)
 *   proofs    quick or all: the entry is no run but `assay prove` of the block, and has beside these two
 *             keys only solver, weight, tags, known and timeout
 *   solver    abc, cadical, z3 or cvc5: it alone is asked, as a second opinion; only with proofs; default: those that
 *             `assay prove` asks by itself
 *   plots     true: no run but `assay bench --plots` of the block, whose numbers the report draws; it has
 *             beside these two keys only weight, tags, known and timeout
 *   faults    quick or all: no run but `assay faults` of the block, which sees that its known bugs are
 *             found; all: also those that show late. It has params and cycles, and weight, tags,
 *             known and timeout; each parameter choice is a job
 *   mutate    N: no run but `assay mutate` of the block with N mutants, whose draw has the seed base as its seed, on the
 *             stimulus of regress/smoke.yaml. It has params, cycles and require, and weight, tags, known and timeout;
 *             each parameter choice is a job
 *   require   percent of the mutants that have to be found for the job to pass; only with mutate
 *   params    a parameter set's name, or "key=value,...", or a list of such; default: default
 *   scenario  default: the block's first
 *   backend   verilator, icarus, systemc, systemc-model, check-x or model, or a list of them; default: verilator
 *   rtl       file list of RTL to use instead of the block's own (sim/filelist.h), relative to the folder of this
 *             list; only on verilator, icarus and systemc
 *   fault     known bug (tb/<block>/faults) to put into the block's own RTL: the run is expected to fail, and counts as
 *             failed; likewise
 *   cycles    clock cycles of each run (required but for proofs, plots and mutate); a scenario that ends by itself has to reach its
 *             end within them, or the run fails as incomplete
 *   seeds     N: that many seeds, counted up from the regression's seed base; A..B: exactly these,
 *             whatever the base; default: 1
 *   weight    how large a share of the machine the entry gets while others wait: one of weight 3
 *             starts three jobs for each one of an entry with weight 1; default: 1
 *   tags      list of words, for `assay regress --tag`
 *   known     why its jobs may fail, in words: reports show such failures by themselves, with the reason. They
 *             count as failed all the same; default: they should not fail
 *   knobs     map of stall, illegal, corner, resets to 0..100; default: the scenario's
 *   timeout   seconds that a run may take; default: 600
 *   code_coverage  true: count lines and toggles of the RTL, in a variant of its own; only on
 *             verilator, and slow: for short runs; default: false
 *   allow_partial  true: a scenario that ends by itself need not reach its end; only for such a
 *             scenario; default: false
 *
 * An entry stands for all combinations of its params, backends and seeds. The same block, params,
 * scenario, RTL, fault, backend, knobs and code_coverage may be there once only with the same seed; two entries that
 * both count their seeds from the base have the first in common. Likewise once: the proofs of
 * a block with the same solver, its plots, and its faults and mutants with the same params.
 */
#ifndef ASSAY_REGRESS_LIST_H
#define ASSAY_REGRESS_LIST_H

#include "base/error.h"
#include "regress/list_entry.h"

struct assay_list {
    struct assay_entry *entry;
    size_t n;
};

/* ASSAY_BAD_INPUT with FILE:LINE in `why` when there is anything wrong with the file;
 * ASSAY_ENVIRONMENT when memory is out. */
enum assay_error assay_list_read(const char *path, struct assay_list *list, char *why,
                                 size_t why_size);
/* Whether entries that say their seeds by A..B, and others that count them from the base, are apart with this base, of
 * those that have `tag` (NULL: of all). */
enum assay_error assay_list_seeds_apart(const struct assay_list *list, const char *path,
                                        uint64_t seed_base, const char *tag, char *why,
                                        size_t why_size);
void assay_list_free(struct assay_list *list);

#endif
