/*
 * warnings.h - what Verilator warns of in a user's RTL.
 *
 * A variant keeps its warnings in the file `warnings` of its folder, a line each: FILE:LINE:COLUMN: text [NAME].
 */
#ifndef ASSAY_WARNINGS_H
#define ASSAY_WARNINGS_H

#include "base/error.h"
#include "sim/backend.h"

/* Whether warnings are shown: for RTL that is a user's own, as it was written. */
bool assay_warnings_wanted(const struct assay_variant *v);

/* Whether `lint` can stop a build for a backend: Verilator reads RTL of a user's. False with a message. `more`: RTL of a
 * user's is compared with it. */
bool assay_warnings_lint(const struct assay_variant *v, enum assay_backend backend, bool more,
                         char *why, size_t why_size);

/* Keep those of what Verilator has said, but for files in `folder` itself, which are written for the variant. */
enum assay_error assay_warnings_keep(const char *said, const char *folder, char *why,
                                     size_t why_size);

/* Print the warnings that are kept there, each in a line. */
void assay_warnings_print(const char *folder);
/* Say how many there are, and where. */
void assay_warnings_point(const struct assay_variant *v, const char *folder);
/* ASSAY_BAD_INPUT with all of them in `why` if there are any. */
enum assay_error assay_warnings_refuse(const struct assay_variant *v, const char *folder, char *why,
                                       size_t why_size);

#endif
