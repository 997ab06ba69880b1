/*
 * fault.h - RTL with one bug put in on purpose, to see that the testbench finds it.
 *
 * tb/<block>/faults/<name>.patch is a unified diff against the project's folder (paths a/rtl/...,
 * b/rtl/...). Those of a block from a folder of a user's are in its folder, faults/, and their paths begin at that folder, or,
 * where RTL lies beside it, at the deepest folder that has all of the RTL and its file list. Lines before the diff describe
 * it:
 *
 *     Fault: what is wrong, in a sentence
 *     Late: yes                  for the nightly list: only for one that shows after hundreds of thousands of
 *                                cycles, or of a block that takes long to build, at a seam that another one is at
 *     Same: barriers=16          only for one that changes nothing at such parameters: key=value,...,
 *                                and after a blank others at which it does so, too
 *     Units: N                   only for one that can't be shown by three units: a program has to
 *                                be loaded word by word, a tile to be filled first
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
    char same[64]; /* parameters at which it changes nothing, as above; "": none */
    bool late;
};

/* The folder that a block's patches are in. */
void assay_fault_folder(const struct assay_block *b, char path[PATH_MAX]);

/* Path of a fault's patch; false with a message that lists the block's faults if there is none. */
bool assay_fault_path(const struct assay_block *b, const char *name, char path[PATH_MAX], char *why,
                      size_t why_size);

/* The block's faults, sorted by name; *list is released with free. Returns their number, -1 with a message
 * in `why` when memory is out or the folder or a patch can't be read. A block without the folder has none. */
int assay_fault_list(const struct assay_block *b, struct assay_fault **list, char *why,
                     size_t why_size);

/* Whether the fault changes nothing at these parameters. */
bool assay_fault_same(const struct assay_block *b, const struct assay_fault *fault,
                      const struct assay_params *params);

/* Copy the sources of `list` below `folder`, apply the patch to the copies and let `list` name them and the folder of the
 * originals. A patch that changes nothing but comments and blanks is an error. */
enum assay_error assay_fault_apply(const struct assay_variant *v, struct assay_filelist *list,
                                   const char *folder, char *why, size_t why_size);

#endif
