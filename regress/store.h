/*
 * store.h - the result store of regressions: an SQLite file in write-ahead mode, so that stored
 * results survive even if the regression is killed.
 *
 * Three tables: run holds the regressions; fact holds further facts about each, by name; job holds
 * the runs of blocks in each. A job is added as not-run when its regression starts; the other
 * columns are filled in when it ends.
 */
#ifndef ASSAY_REGRESS_STORE_H
#define ASSAY_REGRESS_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "sim/backend.h"

/* The version of the schema, kept in the file as its user_version. Version 1, without the
 * columns folder, rtl, fault and sources, and version 2, without facts and the column known, can
 * be read; they become 3 when they are opened for writing. */
enum { ASSAY_STORE_VERSION = 3 };

enum assay_status {
    ASSAY_JOB_NOT_RUN,
    ASSAY_JOB_PASS,
    ASSAY_JOB_FAIL,
    ASSAY_JOB_TIMEOUT,
    ASSAY_JOB_ERROR,
    ASSAY_JOB_STATUSES
};

/* "not-run", "pass", "fail", "timeout", "error" */
const char *assay_status_name(enum assay_status s);
/* Returns ASSAY_JOB_ERROR for an unknown name. */
enum assay_status assay_status_of(const char *name);

/* A regression. Seeds are 64 bits and are stored as SQLite's signed numbers. */
struct assay_store_run {
    int64_t id;
    const char *list;     /* as given on the command line */
    const char *file;     /* its path relative to the store's folder; "" or NULL: unknown */
    const char *started;  /* 2026-01-31T23:59:59Z */
    const char *finished; /* NULL while it is running, or if it was killed */
    uint64_t seed_base;
    const char *host, *system, *version; /* of machine, operating system, this program */
    int64_t cores;
};

struct assay_store_job {
    int64_t id, run;
    const char *block, *params, *scenario, *backend, *knobs, *tags;
    const char *folder;      /* of an attached block; "" or NULL: a built-in block */
    const char *rtl, *fault; /* file list of replacement RTL, known bug; "" or NULL: none */
    const char *sources;     /* key of the RTL's text; "" or NULL: it runs no RTL */
    const char *known;       /* why it may fail; "" or NULL: it should pass */
    uint64_t seed, cycles;
    enum assay_status status;
    int exit; /* exit status, or 128 + signal; -1: none */
    const char *verdict;
    uint64_t cycles_run, compared, transactions;
    double seconds;
    int64_t fail_cycle;                 /* -1: none */
    const char *port, *reproduce, *out; /* port: those that differed, separated by commas; out:
                                           its folder, relative to the store's */
};

struct assay_store;

/*
 * Open a store for writing (create: the file is made if it does not exist) or for reading (open).
 * Returns ASSAY_BAD_INPUT with a message in `why` if the file is damaged, of another version, or
 * not a result store; the file is left as it was. Returns ASSAY_ENVIRONMENT if it can't be read or
 * written.
 */
enum assay_error assay_store_create(const char *path, struct assay_store **store, char *why,
                                    size_t why_size);
enum assay_error assay_store_open(const char *path, struct assay_store **store, char *why,
                                  size_t why_size);
void assay_store_close(struct assay_store *s);

/* Each of the following returns false with a message in `why` on error. */

/* Begin and commit a transaction. */
bool assay_store_begin(struct assay_store *s, char *why, size_t why_size);
bool assay_store_commit(struct assay_store *s, char *why, size_t why_size);

bool assay_store_add_run(struct assay_store *s, const struct assay_store_run *run, int64_t *id,
                         char *why, size_t why_size);
bool assay_store_end_run(struct assay_store *s, int64_t run, const char *finished, char *why,
                         size_t why_size);
/* Any further fact, such as the version of a tool or the commit of the sources. */
bool assay_store_add_fact(struct assay_store *s, int64_t run, const char *name, const char *value,
                          char *why, size_t why_size);
/* Add a job with the columns that are known before it runs. */
bool assay_store_add_job(struct assay_store *s, const struct assay_store_job *job, int64_t *id,
                         char *why, size_t why_size);
/* Return job->id to the state before it ran, with its new `sources`: its result does not belong
 * to the current RTL. */
bool assay_store_reset_job(struct assay_store *s, const struct assay_store_job *job, char *why,
                           size_t why_size);
/* Set why a job may fail; "" if it should pass. Its result stays. */
bool assay_store_set_known(struct assay_store *s, int64_t job, const char *known, char *why,
                           size_t why_size);
/* Fill in the remaining columns of job->id. */
bool assay_store_end_job(struct assay_store *s, const struct assay_store_job *job, char *why,
                         size_t why_size);

/* Make a regression the newest, even if others were added after it, because it is being
 * continued. */
bool assay_store_take_up(struct assay_store *s, int64_t run, char *why, size_t why_size);

/* All regressions until `each` returns false, those added or taken up most recently first. The
 * texts are valid only during the call of `each`. */
bool assay_store_runs(struct assay_store *s,
                      bool (*each)(void *arg, const struct assay_store_run *run), void *arg,
                      char *why, size_t why_size);
/* Only the newest; *found is false if there is none. */
bool assay_store_newest(struct assay_store *s, bool *found,
                        bool (*each)(void *arg, const struct assay_store_run *run), void *arg,
                        char *why, size_t why_size);
/* The facts of a regression in the order in which they were added, until `each` returns false.
 * Those that the store uses internally, whose names begin with a dot, are left out. */
bool assay_store_facts(struct assay_store *s, int64_t run,
                       bool (*each)(void *arg, const char *name, const char *value), void *arg,
                       char *why, size_t why_size);
/* The jobs of a regression in order of id, until `each` returns false. */
bool assay_store_jobs(struct assay_store *s, int64_t run,
                      bool (*each)(void *arg, const struct assay_store_job *job), void *arg,
                      char *why, size_t why_size);

/* The earlier results of the same jobs. For each job of `run` that the other regression `before`
 * also has, in order of id, passes its id in `run` and its status in `before`, until `each`
 * returns false. Two jobs are the same if all columns known before they run agree, except
 * sources, tags and known. If a regression has the same job several times, with code coverage and
 * without, the first of `run` goes with the first of `before`, and so on. */
bool assay_store_before(struct assay_store *s, int64_t run, int64_t before,
                        bool (*each)(void *arg, int64_t job, enum assay_status status), void *arg,
                        char *why, size_t why_size);

/* The average time in the cycle loop of the jobs that passed, taken over jobs that differ only
 * in their seeds and tags, until `each` returns false. Only the columns that identify such jobs
 * are filled in, and the tags of one of them. */
bool assay_store_times(struct assay_store *s,
                       bool (*each)(void *arg, const struct assay_store_job *job, double seconds),
                       void *arg, char *why, size_t why_size);

/* The finished regressions of the store, the oldest first, until `each` returns false: when each
 * began, its list, and what became of its jobs. */
struct assay_trend {
    int64_t run;
    char started[32], list[256];
    uint64_t jobs, passed, cycles;
    double seconds; /* sum over all jobs */
};
bool assay_store_trend(struct assay_store *s, bool (*each)(void *arg, const struct assay_trend *t),
                       void *arg, char *why, size_t why_size);

#endif
