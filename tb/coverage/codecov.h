/*
 * codecov.h - line and toggle coverage of RTL, as Verilator counts it, merged over runs.
 *
 * A point is a line (a block or branch that starts there) or a toggle (one bit of a signal). Its counts
 * are added over instances, parameters and runs: covered means covered somewhere.
 *
 * An exclusions file says which points can't be hit, and why; a line each, blank lines and lines that
 * begin with # aside:
 *
 *     KIND FILE TEXT : REASON
 *
 * KIND is line or toggle. FILE is a path as the report prints it (rtl/lib/fifo.v). TEXT is for a
 * line a part of its source text, for a toggle the signal, with * at its end for all that begin so. An
 * exclusion that matches no point, or one that was hit, is an error: it is out of date. Lines that begin
 * with `point` are for functional coverage: coverage/exclude.h.
 */
#ifndef ASSAY_CODECOV_H
#define ASSAY_CODECOV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum assay_code_kind { ASSAY_CODE_LINE, ASSAY_CODE_TOGGLE, ASSAY_CODE_KINDS };

struct assay_code_point {
    enum assay_code_kind kind;
    unsigned line, column;
    char *file;   /* from rtl/ on, or as it was given */
    char *object; /* "block", "if", "else", ...; the bit of a toggle */
    uint64_t count;
    const char *excluded; /* the reason; NULL: not excluded */
};

struct assay_codecov {
    struct assay_code_point *point; /* by file, line, column, kind, object */
    size_t n;
    char **reason; /* what `excluded` points into */
    size_t n_reasons;
};

/* Whether a file is one of Verilator's coverage files. */
bool assay_codecov_is(const char *path);

/* Add a file. False with FILE:LINE in `why`. */
bool assay_codecov_load(struct assay_codecov *db, const char *path, char *why, size_t why_size);
/* Mark exclusions; `sources` is the folder with rtl/ in it. False with FILE:LINE in `why`. */
bool assay_codecov_exclude(struct assay_codecov *db, const char *path, const char *sources,
                           char *why, size_t why_size);
/* Write what was merged, in Verilator's format (to a temporary name, then renamed). False with a message
 * in `why`. */
bool assay_codecov_save(const struct assay_codecov *db, const char *path, char *why,
                        size_t why_size);
void assay_codecov_free(struct assay_codecov *db);

struct assay_code_total {
    size_t possible, hit, excluded; /* possible: without those excluded */
};
/* Of a file, or of all with NULL. */
struct assay_code_total assay_codecov_total(const struct assay_codecov *db,
                                            enum assay_code_kind kind, const char *file);

/* Of those possible; 0 if there are none, for nothing is covered then. */
double assay_codecov_percent(struct assay_code_total t);

/* Line `n` of a source file under the folder `sources`; "" if there is none. */
void assay_codecov_source(const char *sources, const char *file, unsigned n, char *text, int size);

/* Lines as an lcov trace file, with the sources under `sources`. */
void assay_codecov_lcov(const struct assay_codecov *db, const char *sources, FILE *f);

#endif
