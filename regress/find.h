/*
 * find.h - which regression of a folder is one of a list.
 *
 * The newest of the list's file whose jobs are the list's: with this tag and seed base, and the list's entries as they are now.
 * The file is the one that the folder's store names, which is found wherever both were moved; a store that does not name it, or
 * names one that is not there any more, says how the list was called.
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
    bool newest; /* of all lists */
};

/* The name of a list, as a store in the folder `out` keeps it; "" for what is no file. */
void assay_find_list_file(const char *out, const char *list, char file[PATH_MAX]);

/* Whether two regressions of the folder `out` are of one list. */
bool assay_find_same_list(const char *out, const struct assay_store_run *a,
                          const struct assay_store_run *b);

/* ASSAY_BAD_INPUT if there is none, with what there is instead in `why`; `purpose` is what it was wanted for: "to rank". */
enum assay_error assay_find_regression(struct assay_store *s, const struct assay_jobs *jobs,
                                       const char *list, const char *out, const char *purpose,
                                       struct assay_found *found, char *why, size_t why_size);

/* Whether a row of the store is that of a job, by what is known before it runs, but for the text of the RTL. */
bool assay_find_is_job(const struct assay_job *j, const struct assay_store_job *row);

#endif
