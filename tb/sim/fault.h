/*
 * fault.h - RTL with one deliberate bug, to check that the testbench finds it.
 *
 * tb/<block>/faults/<name>.patch is a unified diff against the project's folder (paths a/rtl/...,
 * b/rtl/...). The patches of a block that comes from a user's folder are in its subfolder faults/.
 * Their paths start at that folder or, if some of the RTL is elsewhere, at the deepest folder that
 * contains all of the RTL and its file list. The lines before the diff describe the bug:
 *
 *     Fault: what is wrong, in a sentence
 *     Late: yes            nightly runs only. For a bug that shows after hundreds of thousands of
 *                          cycles, or whose run is slow to build or to shrink
 *     Same: barriers=16    the patch changes nothing at these parameters: key=value,...
 *                          More such sets may follow, separated by blanks
 *     Units: N             the bug can't be shown with three units, because a program must be
 *                          loaded word by word first, or a tile filled
 *     Seed: N              the run of this seed is shrunk, since the first one that fails shrinks
 *                          to a local minimum
 *     Part: gateway        the part of the block at whose outputs it shows first
 *     Scenario: traps      the scenario that shows it; without this line, the block's first one
 *
 * `assay faults` runs that scenario unless --scenario names another. Units, Seed and Part are for
 * tb/unit/faults.bash.
 */
#ifndef ASSAY_FAULT_H
#define ASSAY_FAULT_H

#include <limits.h>

#include "base/error.h"
#include "sim/backend.h"
#include "sim/filelist.h"

struct assay_fault {
    char name[64];
    char what[256];
    char same[64];     /* parameters at which it changes nothing, as above; "": none */
    char scenario[64]; /* the scenario that shows it; "": the block's first one */
    bool late;
};

/* The folder of a block's patches. */
void assay_fault_folder(const struct assay_block *b, char path[PATH_MAX]);

/* The path of a fault's patch. If there is none, false with a message that
 * lists the block's faults. */
bool assay_fault_path(const struct assay_block *b, const char *name, char path[PATH_MAX], char *why,
                      size_t why_size);

/* The block's faults, sorted by name; free *list. Returns their number, which is 0 if there is no
 * folder of faults. Returns -1 with a message in `why` if out of memory, or if the folder or a
 * patch can't be read. */
int assay_fault_list(const struct assay_block *b, struct assay_fault **list, char *why,
                     size_t why_size);

/* Whether the fault changes nothing at these parameters. */
bool assay_fault_same(const struct assay_block *b, const struct assay_fault *fault,
                      const struct assay_params *params);

/* Copy the sources of `list` into `folder` and apply the patch to the copies. `list` then
 * names the copies and the folder of the originals. A patch that changes only comments
 * and whitespace is an error. */
enum assay_error assay_fault_apply(const struct assay_variant *v, struct assay_filelist *list,
                                   const char *folder, char *why, size_t why_size);

#endif
