/*
 * warnings.h - Verilator's warnings about a user's RTL.
 *
 * A variant keeps its warnings in the file `warnings` of its folder, one per line:
 * FILE:LINE:COLUMN: text [NAME]. The file `delays` has a sentence about the delays of the RTL.
 */
#ifndef ASSAY_WARNINGS_H
#define ASSAY_WARNINGS_H

#include "base/error.h"
#include "sim/backend.h"

/* Whether warnings are shown: only for a user's RTL in its original form. */
bool assay_warnings_wanted(const struct assay_variant *v);

/* Whether `lint` can stop a build for this backend: Verilator must read a user's RTL. `more`: the
 * run also reads a user's RTL as the other side of a comparison. False with a message in `why`. */
bool assay_warnings_lint(const struct assay_variant *v, enum assay_backend backend, bool more,
                         char *why, size_t why_size);

/* Store the warnings of Verilator's output in `folder`, except those about files in `folder`
 * itself, which are generated for the variant. */
enum assay_error assay_warnings_keep(const char *said, const char *folder, char *why,
                                     size_t why_size);

/* The same for delays, which are ignored: how many there are, and where the first is. */
enum assay_error assay_warnings_keep_delays(size_t n, const char *first, const char *folder,
                                            char *why, size_t why_size);

/* Print the stored warnings, one per line. */
void assay_warnings_print(const char *folder);
/* Print how many warnings there are, and where they are stored. */
void assay_warnings_point(const struct assay_variant *v, const char *folder);
/* Print that delays are ignored, if there are any. */
void assay_warnings_tell_delays(const struct assay_variant *v, const char *folder);
/* ASSAY_BAD_INPUT with all stored warnings in `why` if there are any. */
enum assay_error assay_warnings_refuse(const struct assay_variant *v, const char *folder, char *why,
                                       size_t why_size);

#endif
