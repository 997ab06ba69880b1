/*
 * store_bench.h - result stores in a temporary folder, for the tests of the store.
 */
#ifndef STORE_BENCH_H
#define STORE_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>
#include <cmocka.h>

#include "base/error.h"
#include "regress/store.h"
#include "unit/folder.h"

static char path[PATH_MAX], why[4096];

static inline int make_folder(void **state)
{
    if (folder_open(state) != 0)
        return -1;
    assay_path(path, sizeof path, "%s/results.db", folder.path);
    return 0;
}

static inline int remove_store(void **state)
{
    static const char *const names[] = {"results.db", "results.db-wal", "results.db-shm"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        unlink(in_folder(names[i]));
    return 0;
}

static inline void run_sql(const char *sql)
{
    sqlite3 *db;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* --- runs --- */

static const struct assay_store_run facts = {
    .list = "smoke.yaml",
    .started = "2026-01-31T23:59:59Z",
    .seed_base = 42,
    .host = "here",
    .system = "Linux",
    .version = "1",
    .cores = 2,
};

static const struct assay_store_job before = {
    .block = "dpas",
    .params = "lanes=8,depth=4",
    .scenario = "random",
    .backend = "icarus",
    .knobs = "stall=1",
    .tags = "a,b",
    .seed = UINT64_MAX - 1,
    .cycles = 1000,
};

static inline int64_t add_run(struct assay_store *s, int n_jobs, int64_t *first)
{
    int64_t run, id = 0;

    assert_true(assay_store_begin(s, why, sizeof why));
    assert_true(assay_store_add_run(s, &facts, &run, why, sizeof why));
    for (int i = 0; i < n_jobs; ++i) {
        struct assay_store_job job = before;

        job.run = run;
        assert_true(assay_store_add_job(s, &job, &id, why, sizeof why));
        if (i == 0)
            *first = id;
    }
    assert_true(assay_store_commit(s, why, sizeof why));
    return run;
}

/* --- facts, and the jobs of the previous run --- */

struct facts_seen {
    int n;
    char text[256];
};

static inline bool see_fact(void *any, const char *name, const char *value)
{
    struct facts_seen *seen = any;
    const size_t used = strlen(seen->text);

    ++seen->n;
    snprintf(seen->text + used, sizeof seen->text - used, "%s=%s;", name, value);
    return true;
}

struct compared {
    int n;
    int64_t ids[8];
    enum assay_status status[8];
};

static inline bool see_before(void *any, int64_t job, enum assay_status status)
{
    struct compared *c = any;

    assert_in_range(c->n, 0, 7);
    c->ids[c->n] = job;
    c->status[c->n++] = status;
    return true;
}

#endif
