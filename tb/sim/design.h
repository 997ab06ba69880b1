/* design.h - what Verilator is told of a variant's design, and what it finds out of it. */
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
 * Run Verilator on the design: `a` holds what it is to do of it, and is freed. Of a user's RTL parameters that it does not have are left
 * out. Warnings about delays, which are ignored, are not in `out`: there are `delays` of them (may be NULL), the first of
 * them at `first` ("FILE:LINE"). Returns its exit status.
 */
struct assay_delays {
    size_t n;
    char first[512];
};
int assay_design_run(const struct assay_variant *v, const struct assay_filelist *list,
                     struct assay_args *a, const char *cwd, struct assay_output *out,
                     struct assay_delays *delays);

/* Let all sources go into a key: as text after the preprocessor, with everything that include files and
 * defines brought in, and the files that the design takes from libraries. */
enum assay_error assay_design_hash(const struct assay_variant *v, const struct assay_filelist *list,
                                   struct assay_hash *h, char *why, size_t why_size);

/* The elaborated design as XML, to be freed. */
enum assay_error assay_design_xml(const struct assay_variant *v, const struct assay_filelist *list,
                                  char **xml, char *why, size_t why_size);

/* The same with all assignments as the sources have them: else constants stand in place of what they come through, and assignments
 * to parts of a vector are one. */
enum assay_error assay_design_xml_as_written(const struct assay_variant *v,
                                             const struct assay_filelist *list, char **xml,
                                             char *why, size_t why_size);

/* A location in it, "c,3,60,3,63": the letters of a file, line and column. False if the XML has no such file. */
struct assay_design_place {
    char file[PATH_MAX];
    unsigned long line, column; /* from 1 on; 0: not said */
};
bool assay_design_place(const char *xml, const char *location, struct assay_design_place *place);

/*
 * The files with modules of the design that are neither sources nor libraries by name: Verilator has found them by the names of modules.
 * ASSAY_BAD_INPUT if one of them is not in a folder of libraries: Verilator also looks in the folders of include files and in the working
 * folder, which nobody asked for.
 */
enum assay_error assay_design_found(const struct assay_variant *v,
                                    const struct assay_filelist *list, struct assay_names *found,
                                    char *why, size_t why_size);

#endif
