/* design.h - runs Verilator on the design of a variant and reads what it reports. */
#ifndef ASSAY_DESIGN_H
#define ASSAY_DESIGN_H

#include <limits.h>

#include "base/args.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/process.h"
#include "sim/backend.h"
#include "sim/filelist.h"

/*
 * Run Verilator on the design. `a` has the arguments that say what to do; this frees it. Parameters
 * that a user's RTL does not have are left out. Delays are ignored: the warnings about them are
 * removed from `out` and counted in *delays, with the location of the first ("FILE:LINE"). `delays`
 * may be NULL. Returns the exit status.
 */
struct assay_delays {
    size_t n;
    char first[512];
};
int assay_design_run(const struct assay_variant *v, const struct assay_filelist *list,
                     struct assay_args *a, const char *cwd, struct assay_output *out,
                     struct assay_delays *delays);

/* Add all sources to the hash of a key: the text after the preprocessor, which has the effect of
 * all include files and defines, and the files that the design takes from libraries. */
enum assay_error assay_design_hash(const struct assay_variant *v, const struct assay_filelist *list,
                                   struct assay_hash *h, char *why, size_t why_size);

/* The elaborated design as XML. Free *xml. */
enum assay_error assay_design_xml(const struct assay_variant *v, const struct assay_filelist *list,
                                  char **xml, char *why, size_t why_size);

/* The same with all assignments as in the sources. Otherwise Verilator propagates constants and
 * merges assignments to parts of a vector. */
enum assay_error assay_design_xml_as_written(const struct assay_variant *v,
                                             const struct assay_filelist *list, char **xml,
                                             char *why, size_t why_size);

/* Look up a location of the XML, "c,3,60,3,63": the id of a file, a line and a column; the end is
 * ignored. False if the XML has no such file. */
struct assay_design_place {
    char file[PATH_MAX];
    unsigned long line, column; /* from 1; 0: not known */
};
bool assay_design_place(const char *xml, const char *location, struct assay_design_place *place);

/*
 * The files with modules of the design that are neither sources nor named libraries: Verilator
 * found them by module name. Free *found.
 *
 * ASSAY_BAD_INPUT if one of them is not in a library folder. Verilator also searches the include
 * folders and the working folder, which the file list does not ask for.
 */
enum assay_error assay_design_found(const struct assay_variant *v,
                                    const struct assay_filelist *list, struct assay_names *found,
                                    char *why, size_t why_size);

#endif
