/*
 * codecov.h - line and toggle coverage of RTL, as counted by Verilator and merged over runs.
 *
 * A point is a line (a block or branch that starts there) or a toggle (one bit of a signal). Its
 * counts are added over instances, parameters and runs: covered means covered somewhere.
 *
 * An exclusions file says which points cannot be hit, and why. Apart from blank lines and lines
 * that begin with #, each line is
 *
 *     KIND FILE TEXT : REASON
 *
 * KIND is line or toggle. FILE is a path as the report prints it (rtl/lib/fifo.v). For a line, TEXT
 * is a part of its source text; for a toggle it is the signal, or, with * at the end, a prefix of
 * signals. It is an error if an exclusion matches no point, or a point that was hit: it is out of
 * date. Lines for files without points are skipped, unless such a file is missing from a folder of
 * the tree whose other files were counted. Lines that begin with `point` are for functional
 * coverage: coverage/exclude.h.
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
    char *file;   /* from rtl/ on, or as given */
    char *object; /* "block", "if", "else", ...; the bit of a toggle */
    uint64_t count;
    const char *excluded; /* the reason; NULL: it is not excluded */
};

struct assay_codecov {
    struct assay_code_point *point; /* sorted by file, line, column, kind, object */
    size_t n;
    char **reason; /* owns the strings that `excluded` points to */
    size_t n_reasons;
};

/* Whether a file is one of Verilator's coverage files. */
bool assay_codecov_is(const char *path);

/* Adds a file. False with FILE:LINE in `why`. */
bool assay_codecov_load(struct assay_codecov *db, const char *path, char *why, size_t why_size);
/* Marks exclusions; `sources` is the folder that contains rtl/. False with FILE:LINE in `why`. */
bool assay_codecov_exclude(struct assay_codecov *db, const char *path, const char *sources,
                           char *why, size_t why_size);
/* Writes the merged points in Verilator's format (to a temporary name, then renamed). False with a
 * message in `why`. */
bool assay_codecov_save(const struct assay_codecov *db, const char *path, char *why,
                        size_t why_size);
void assay_codecov_free(struct assay_codecov *db);

struct assay_code_total {
    size_t possible, hit, excluded; /* `possible` does not include `excluded` */
};
/* The totals of one file, or of all if `file` is NULL. */
struct assay_code_total assay_codecov_total(const struct assay_codecov *db,
                                            enum assay_code_kind kind, const char *file);

/* Percentage of the possible points that were hit; 0 if there are none, since then
 * nothing is covered. */
double assay_codecov_percent(struct assay_code_total t);

/* Reads line `n` of a source file under the folder `sources`, as much of it as fits; "" if there is
 * no such line. */
void assay_codecov_source(const char *sources, const char *file, unsigned n, char *text, int size);

/* Writes line coverage as an lcov trace file, with the sources under `sources`. */
void assay_codecov_lcov(const struct assay_codecov *db, const char *sources, FILE *f);

#endif
