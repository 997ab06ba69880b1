/*
 * store.h - the result store of regressions: an SQLite file in write-ahead mode, so that what is
 * stored survives whatever happens to the regression.
 *
 * Three tables: run, a regression; fact, what else is known of one, by name; job, one run of a block in
 * it. A job is there, as not-run, from the start of its regression; the other columns are filled in as
 * it ends.
 */
#ifndef ASSAY_REGRESS_STORE_H
#define ASSAY_REGRESS_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "sim/backend.h"

/* Of the schema; in the file as its user_version. Version 1, without the columns folder, rtl, fault and sources,
 * and version 2, without facts and the column known, can be read, and become 3 when they are written to. */
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
/* ASSAY_JOB_ERROR for a name that is none. */
enum assay_status assay_status_of(const char *name);

/* A regression. Numbers of 64 bits that are seeds are stored as SQLite's signed ones. */
struct assay_store_run {
    int64_t id;
    const char *list;     /* as it was named */
    const char *file;     /* the same, seen from the store's folder; "" or NULL: not known */
    const char *started;  /* 2026-01-31T23:59:59Z */
    const char *finished; /* NULL while it runs, and for ever if it was killed */
    uint64_t seed_base;
    const char *host, *system, *version; /* of the machine, its operating system, this program */
    int64_t cores;
};

struct assay_store_job {
    int64_t id, run;
    const char *block, *params, *scenario, *backend, *knobs, *tags;
    const char *folder;      /* of an attached block; "" or NULL: a built-in block */
    const char *rtl, *fault; /* list of RTL of one's own, known bug; "" or NULL: none */
    const char *sources;     /* which text of the RTL it is: a key; likewise: it runs none */
    const char *known;       /* why its failure is known; likewise: it is not */
    uint64_t seed, cycles;
    enum assay_status status;
    int exit; /* 128 + signal if one ended it; -1 if there is none */
    const char *verdict;
    uint64_t cycles_run, compared, transactions;
    double seconds;
    int64_t fail_cycle;                 /* -1: none */
    const char *port, *reproduce, *out; /* port: those that differed, with commas between; out: its
                                           folder, seen from the store's */
};

struct assay_store;

/*
 * Open a store, for writing (then it is made if it is not there) or for reading. ASSAY_BAD_INPUT
 * with a message in `why` for a file that is damaged, of another version, or no such store; the
 * file stays as it was. ASSAY_ENVIRONMENT when it can't be read or written.
 */
enum assay_error assay_store_create(const char *path, struct assay_store **store, char *why,
                                    size_t why_size);
enum assay_error assay_store_open(const char *path, struct assay_store **store, char *why,
                                  size_t why_size);
void assay_store_close(struct assay_store *s);

/* Each of these returns false with a message in `why`. */

/* Several changes that are there together or not at all. */
bool assay_store_begin(struct assay_store *s, char *why, size_t why_size);
bool assay_store_commit(struct assay_store *s, char *why, size_t why_size);

bool assay_store_add_run(struct assay_store *s, const struct assay_store_run *run, int64_t *id,
                         char *why, size_t why_size);
bool assay_store_end_run(struct assay_store *s, int64_t run, const char *finished, char *why,
                         size_t why_size);
/* Whatever it is: the version of a tool, the commit of the sources. */
bool assay_store_add_fact(struct assay_store *s, int64_t run, const char *name, const char *value,
                          char *why, size_t why_size);
/* What is known of a job before it runs. */
bool assay_store_add_job(struct assay_store *s, const struct assay_store_job *job, int64_t *id,
                         char *why, size_t why_size);
/* Back to what is known before a job->id runs, with its `sources`: its result is no longer that of the RTL. */
bool assay_store_reset_job(struct assay_store *s, const struct assay_store_job *job, char *why,
                           size_t why_size);
/* Why the failure of a job is known, "" if it is not; its result stays. */
bool assay_store_set_known(struct assay_store *s, int64_t job, const char *known, char *why,
                           size_t why_size);
/* The rest of job->id. */
bool assay_store_end_job(struct assay_store *s, const struct assay_store_job *job, char *why,
                         size_t why_size);

/* It is the newest from now on, though others were added after it: somebody goes on with it. */
bool assay_store_take_up(struct assay_store *s, int64_t run, char *why, size_t why_size);

/* The regressions, the newest first, until `each` returns false: the one that was added or taken up last. The texts are valid in
 * `each` only. */
bool assay_store_runs(struct assay_store *s,
                      bool (*each)(void *arg, const struct assay_store_run *run), void *arg,
                      char *why, size_t why_size);
/* The newest alone; *found false if there is none. */
bool assay_store_newest(struct assay_store *s, bool *found,
                        bool (*each)(void *arg, const struct assay_store_run *run), void *arg,
                        char *why, size_t why_size);
/* A regression's facts in the order in which they were added, until `each` returns false; not the store's own, whose names
 * begin with a dot. */
bool assay_store_facts(struct assay_store *s, int64_t run,
                       bool (*each)(void *arg, const char *name, const char *value), void *arg,
                       char *why, size_t why_size);
/* A regression's jobs in order of id, until `each` returns false. */
bool assay_store_jobs(struct assay_store *s, int64_t run,
                      bool (*each)(void *arg, const struct assay_store_job *job), void *arg,
                      char *why, size_t why_size);

/* What became of the same jobs the time before: of each job of `run` that `before`, another regression, has as
 * well, its id and its status there; in order of id, until `each` returns false. The same job has the same columns but
 * for its result and its sources. */
bool assay_store_before(struct assay_store *s, int64_t run, int64_t before,
                        bool (*each)(void *arg, int64_t job, enum assay_status status), void *arg,
                        char *why, size_t why_size);

/* How long the jobs that passed were in the cycle loop, on average over those that are the same but for
 * their seeds; of a job, only what says which it is. Until `each` returns false. */
bool assay_store_times(struct assay_store *s,
                       bool (*each)(void *arg, const struct assay_store_job *job, double seconds),
                       void *arg, char *why, size_t why_size);

/* The regressions of the store that finished, the oldest first, until `each` returns false: when, of
 * which list, and what became of their jobs. */
struct assay_trend {
    int64_t run;
    char started[32], list[256];
    uint64_t jobs, passed, cycles;
    double seconds; /* of all jobs */
};
bool assay_store_trend(struct assay_store *s, bool (*each)(void *arg, const struct assay_trend *t),
                       void *arg, char *why, size_t why_size);

#endif
