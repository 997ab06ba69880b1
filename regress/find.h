/*
 * find.h - find the stored regression that belongs to a list.
 *
 * Of the regressions in a folder, it is the newest one that was made from the list's file and has
 * the jobs that the list now has, with the given tag and seed base. The folder's store records the
 * path of the file relative to itself, so that the file is found even if both were moved. If the
 * store does not give the path, or there is no file any more, the name by which the list was called
 * decides.
 */
#ifndef ASSAY_REGRESS_FIND_H
#define ASSAY_REGRESS_FIND_H

#include <limits.h>

#include "base/error.h"
#include "regress/job.h"
#include "regress/store.h"

struct assay_found {
    int64_t run;
    char started[32];
    bool finished;
    bool newest; /* no newer regression of any list */
};

/* The list's name as a store in the folder `out` records it; "" if it is not a file. */
void assay_find_list_file(const char *out, const char *list, char file[PATH_MAX]);

/* Whether two regressions in the folder `out` belong to the same list. */
bool assay_find_same_list(const char *out, const struct assay_store_run *a,
                          const struct assay_store_run *b);

/* Returns ASSAY_BAD_INPUT if there is none; `why` then says what there is instead. `purpose`
 * says what it is wanted for, as in "to rank". */
enum assay_error assay_find_regression(struct assay_store *s, const struct assay_jobs *jobs,
                                       const char *list, const char *out, const char *purpose,
                                       struct assay_found *found, char *why, size_t why_size);

#endif
