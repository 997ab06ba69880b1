/*
 * test_store.c - the result store: results come back, and a file that is no store is left
 * alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>
#include <cmocka.h>

#include "base/error.h"
#include "regress/store.h"

static char folder[] = "/tmp/test_store.XXXXXX";
static char path[64], why[4096];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/results.db", folder);
    return 0;
}

static int remove_store(void **state)
{
    char name[96];

    (void)state;
    unlink(path);
    snprintf(name, sizeof name, "%s-wal", path);
    unlink(name);
    snprintf(name, sizeof name, "%s-shm", path);
    unlink(name);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static char *read_all(size_t *size)
{
    FILE *f = fopen(path, "rb");
    char *data;
    long n;

    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    n = ftell(f);
    rewind(f);
    data = malloc((size_t)n + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, (size_t)n, f), (size_t)n);
    fclose(f);
    *size = (size_t)n;
    return data;
}

static void write_all(const char *data, size_t size)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

/* --- content --- */

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
    .seed = INT64_MAX,
    .cycles = 1000,
};

static int64_t add_run(struct assay_store *s, int n_jobs, int64_t *first)
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

struct seen {
    int runs, jobs;
    int64_t run, ids[8];
    enum assay_status status[8];
    bool finished;
};

static bool see_run(void *any, const struct assay_store_run *run)
{
    struct seen *seen = any;

    ++seen->runs;
    seen->run = run->id;
    seen->finished = run->finished != NULL;
    assert_string_equal(run->list, facts.list);
    assert_string_equal(run->started, facts.started);
    assert_int_equal(run->seed_base, 42);
    assert_string_equal(run->host, "here");
    assert_string_equal(run->system, "Linux");
    assert_string_equal(run->version, "1");
    assert_int_equal(run->cores, 2);
    return true;
}

static bool see_job(void *any, const struct assay_store_job *job)
{
    struct seen *seen = any;

    seen->ids[seen->jobs] = job->id;
    seen->status[seen->jobs++] = job->status;
    assert_string_equal(job->block, before.block);
    assert_string_equal(job->params, before.params);
    assert_string_equal(job->scenario, before.scenario);
    assert_string_equal(job->backend, before.backend);
    assert_string_equal(job->knobs, before.knobs);
    assert_string_equal(job->tags, before.tags);
    assert_true(job->seed == INT64_MAX);
    assert_int_equal(job->cycles, 1000);
    if (job->status == ASSAY_JOB_NOT_RUN) {
        assert_int_equal(job->exit, -1);
        assert_int_equal(job->fail_cycle, -1);
        assert_string_equal(job->verdict, "");
        assert_string_equal(job->reproduce, "");
    } else {
        assert_int_equal(job->exit, 1);
        assert_int_equal(job->fail_cycle, 0);
        assert_string_equal(job->verdict, "mismatch");
        assert_int_equal(job->cycles_run, 17);
        assert_int_equal(job->compared, 15);
        assert_int_equal(job->transactions, 3);
        assert_true(job->seconds == 0.5);
        assert_string_equal(job->port, "dst_data");
        assert_string_equal(job->reproduce, "assay run it's");
        assert_string_equal(job->out, "jobs/2");
    }
    return seen->jobs < 8;
}

static void test_round_trip(void **state)
{
    struct assay_store *s;
    struct seen seen = {0};
    struct assay_store_job job = before;
    int64_t run, first = 0;
    bool found = true;

    (void)state;
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    assert_true(assay_store_newest(s, &found, see_run, &seen, why, sizeof why));
    assert_false(found);
    add_run(s, 2, &first);
    assay_store_close(s);

    /* Later, another regression in the same store. */
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    run = add_run(s, 3, &first);
    job.id = first + 1;
    job.status = ASSAY_JOB_FAIL;
    job.exit = 1;
    job.verdict = "mismatch";
    job.cycles_run = 17;
    job.compared = 15;
    job.transactions = 3;
    job.seconds = 0.5;
    job.fail_cycle = 0;
    job.port = "dst_data";
    job.reproduce = "assay run it's";
    job.out = "jobs/2";
    assert_true(assay_store_end_job(s, &job, why, sizeof why));
    assay_store_close(s);

    assert_int_equal(assay_store_open(path, &s, why, sizeof why), ASSAY_OK);
    assert_true(assay_store_newest(s, &found, see_run, &seen, why, sizeof why));
    assert_true(found);
    assert_int_equal(seen.run, run);
    assert_false(seen.finished);
    assert_true(assay_store_jobs(s, run, see_job, &seen, why, sizeof why));
    assert_int_equal(seen.jobs, 3);
    assert_int_equal(seen.ids[0], first);
    assert_int_equal(seen.status[0], ASSAY_JOB_NOT_RUN);
    assert_int_equal(seen.status[1], ASSAY_JOB_FAIL);
    assert_int_equal(seen.status[2], ASSAY_JOB_NOT_RUN);
    /* A store opened for reading is not for writing. */
    assert_false(assay_store_end_run(s, run, "2026-02-01T00:00:00Z", why, sizeof why));
    assay_store_close(s);

    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    assert_true(assay_store_end_run(s, run, "2026-02-01T00:00:00Z", why, sizeof why));
    assert_true(assay_store_newest(s, &found, see_run, &seen, why, sizeof why));
    assert_true(seen.finished);
    assay_store_close(s);
}

struct times {
    int calls;
    double seconds;
};

static bool see_times(void *any, const struct assay_store_job *job, double seconds)
{
    struct times *t = any;

    assert_string_equal(job->block, before.block);
    assert_string_equal(job->params, before.params);
    assert_string_equal(job->scenario, before.scenario);
    assert_string_equal(job->backend, before.backend);
    assert_string_equal(job->knobs, before.knobs);
    assert_string_equal(job->tags, before.tags);
    assert_int_equal(job->cycles, before.cycles);
    ++t->calls;
    t->seconds = seconds;
    return true;
}

/* Of jobs that passed, whichever regression they were in. */
static void test_times(void **state)
{
    static const double seconds[] = {0.5, 2.5, 100};
    struct times times = {0, 0};
    struct assay_store *s;
    int64_t first = 0;

    (void)state;
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    add_run(s, 2, &first);
    assert_true(assay_store_times(s, see_times, &times, why, sizeof why));
    assert_int_equal(times.calls, 0);
    for (int i = 0; i < 3; ++i) {
        struct assay_store_job job = before;

        if (i == 1)
            add_run(s, 3, &first);
        job.id = first + i;
        job.status = i < 2 ? ASSAY_JOB_PASS : ASSAY_JOB_FAIL;
        job.verdict = job.port = job.reproduce = job.out = "";
        job.seconds = seconds[i];
        job.fail_cycle = -1;
        assert_true(assay_store_end_job(s, &job, why, sizeof why));
    }
    assert_true(assay_store_times(s, see_times, &times, why, sizeof why));
    assert_int_equal(times.calls, 1);
    assert_true(times.seconds == 1.5);
    assay_store_close(s);
}

/* Results are there for a reader while the writer still works, and after it was killed. */
static void test_results_as_they_come(void **state)
{
    struct assay_store *writer, *reader;
    struct seen seen = {0};
    int64_t run, first = 0;

    (void)state;
    assert_int_equal(assay_store_create(path, &writer, why, sizeof why), ASSAY_OK);
    run = add_run(writer, 2, &first);
    assert_int_equal(assay_store_open(path, &reader, why, sizeof why), ASSAY_OK);
    assert_true(assay_store_jobs(reader, run, see_job, &seen, why, sizeof why));
    assert_int_equal(seen.jobs, 2);
    assay_store_close(reader);
    assay_store_close(writer);
}

/* --- errors of SQLite's --- */

static void run_sql(const char *sql)
{
    sqlite3 *db;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static bool see_trend(void *any, const struct assay_trend *t)
{
    int *calls = any;

    ++*calls;
    return t->run > 0;
}

static void assert_told(const char *message)
{
    char expected[4352];

    snprintf(expected, sizeof expected, "%s: %s: expected to use it as the result store", path,
             message);
    assert_string_equal(why, expected);
    why[0] = '\0';
}

/* A row that can't be had, after one that could. */
static void test_error_between_rows(void **state)
{
    struct assay_store *s;
    int64_t first = 0;
    int calls = 0;

    (void)state;
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    add_run(s, 2, &first);
    add_run(s, 2, &first);
    run_sql("UPDATE run SET finished = 'then'");
    assert_true(assay_store_trend(s, see_trend, &calls, why, sizeof why));
    assert_int_equal(calls, 2);
    run_sql("UPDATE job SET cycles_run = 9223372036854775807 WHERE run = 2");
    assert_false(assay_store_trend(s, see_trend, &calls, why, sizeof why));
    assert_int_equal(calls, 3);
    assert_told("integer overflow");
    assay_store_close(s);
}

/* A row that the schema refuses, and a table that is gone. */
static void test_error_of_a_statement(void **state)
{
    struct assay_store_job job = before;
    struct times times = {0, 0};
    struct seen seen = {0};
    struct assay_store *s;
    int64_t id, first = 0;
    bool found;

    (void)state;
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    job.run = add_run(s, 1, &first);
    job.knobs = NULL;
    assert_false(assay_store_add_job(s, &job, &id, why, sizeof why));
    assert_told("NOT NULL constraint failed: job.knobs");
    run_sql("DROP TABLE job; DROP TABLE run");
    assert_false(assay_store_add_job(s, &before, &id, why, sizeof why));
    assert_told("no such table: job");
    assert_false(assay_store_jobs(s, job.run, see_job, &seen, why, sizeof why));
    assert_told("no such table: job");
    assert_false(assay_store_times(s, see_times, &times, why, sizeof why));
    assert_told("no such table: job");
    assert_false(assay_store_newest(s, &found, see_run, &seen, why, sizeof why));
    assert_told("no such table: run");
    assert_false(found);
    assert_int_equal(seen.runs + seen.jobs + times.calls, 0);
    assay_store_close(s);
}

/* A writer was killed in the middle of a change to the file itself, which a writer does once, before the
 * log is there. */
static void test_killed_writer(void **state)
{
    struct assay_store *s;
    struct seen seen = {0};
    int64_t run, first = 0;
    char journal[96];
    int status;
    pid_t child;

    (void)state;
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    run = add_run(s, 2, &first);
    assay_store_close(s);
    child = fork();
    if (child == 0) {
        sqlite3 *db;

        _exit(
            sqlite3_open(path, &db) != SQLITE_OK ||
            sqlite3_exec(db,
                         "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN;"
                         "CREATE TABLE more (text); DELETE FROM job;"
                         "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 999)"
                         " INSERT INTO more SELECT hex(zeroblob(500)) FROM n",
                         NULL, NULL, NULL) != SQLITE_OK);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    snprintf(journal, sizeof journal, "%s-journal", path);
    assert_int_equal(access(journal, F_OK), 0);
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    assert_int_equal(access(journal, F_OK), -1);
    assert_true(assay_store_jobs(s, run, see_job, &seen, why, sizeof why));
    assert_int_equal(seen.jobs, 2);
    assay_store_close(s);
}

/* --- files that are no such store --- */

static void assert_refused(const char *message)
{
    struct assay_store *s;
    size_t size, after;
    char *data = read_all(&size), *again;
    char expected[4352];

    snprintf(expected, sizeof expected, "%s: %s", path, message);
    for (int writing = 0; writing < 2; ++writing) {
        assert_int_equal(
            (writing ? assay_store_create : assay_store_open)(path, &s, why, sizeof why),
            ASSAY_BAD_INPUT);
        assert_null(s);
        assert_string_equal(why, expected);
        again = read_all(&after);
        assert_int_equal(size, after);
        assert_memory_equal(data, again, size);
        free(again);
    }
    free(data);
}

static void make_store(void)
{
    struct assay_store *s;
    int64_t first = 0;

    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    add_run(s, 400, &first);
    assay_store_close(s);
}

struct facts_seen {
    int n;
    char text[256];
};

static bool see_fact(void *any, const char *name, const char *value)
{
    struct facts_seen *seen = any;
    const size_t used = strlen(seen->text);

    ++seen->n;
    snprintf(seen->text + used, sizeof seen->text - used, "%s=%s;", name, value);
    return true;
}

static void test_facts(void **state)
{
    struct facts_seen seen = {0};
    struct assay_store *s;
    int64_t first = 0, run, other;

    (void)state;
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    run = add_run(s, 1, &first);
    other = add_run(s, 1, &first);
    assert_true(assay_store_add_fact(s, run, "commit", "8dbd91d31b67", why, sizeof why));
    assert_true(assay_store_add_fact(s, other, "g++", "13", why, sizeof why));
    assert_true(assay_store_add_fact(s, run, "g++", "12", why, sizeof why));
    assert_true(assay_store_facts(s, run, see_fact, &seen, why, sizeof why));
    assert_string_equal(seen.text, "commit=8dbd91d31b67;g++=12;");
    assay_store_close(s);
}

struct compared {
    int n;
    int64_t ids[8];
    enum assay_status status[8];
};

static bool see_before(void *any, int64_t job, enum assay_status status)
{
    struct compared *c = any;

    assert_in_range(c->n, 0, 7);
    c->ids[c->n] = job;
    c->status[c->n++] = status;
    return true;
}

/* Jobs are held against the same jobs of another regression: not those with another seed, RTL or parameters. */
static void test_before(void **state)
{
    static const char *const rtl[] = {"", "mine.f", ""};
    struct compared c = {0};
    struct assay_store *s;
    int64_t run[2], id[2][3];

    (void)state;
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    for (int r = 0; r < 2; ++r) {
        assert_true(assay_store_add_run(s, &facts, &run[r], why, sizeof why));
        for (int i = 0; i < 3; ++i) {
            struct assay_store_job job = before;

            job.run = run[r];
            job.rtl = rtl[i];
            job.seed = i == 2 ? 100 + (uint64_t)r : 7;
            assert_true(assay_store_add_job(s, &job, &id[r][i], why, sizeof why));
            job.id = id[r][i];
            job.status = i == 1 ? ASSAY_JOB_FAIL : ASSAY_JOB_PASS;
            job.verdict = job.port = job.reproduce = job.out = "";
            assert_true(assay_store_end_job(s, &job, why, sizeof why));
        }
    }
    assert_true(assay_store_before(s, run[1], run[0], see_before, &c, why, sizeof why));
    assert_int_equal(c.n, 2);
    assert_int_equal(c.ids[0], id[1][0]);
    assert_int_equal(c.status[0], ASSAY_JOB_PASS);
    assert_int_equal(c.ids[1], id[1][1]);
    assert_int_equal(c.status[1], ASSAY_JOB_FAIL);
    assay_store_close(s);
}

/* A store of version 2 has neither facts nor reasons. It can be read, and written to it becomes one of version 3. */
static void test_version_2(void **state)
{
    struct facts_seen seen = {0};
    struct compared c = {0};
    struct assay_store *s;

    (void)state;
    make_store();
    run_sql("DROP TABLE fact; ALTER TABLE job DROP COLUMN known; PRAGMA user_version = 2");
    assert_int_equal(assay_store_open(path, &s, why, sizeof why), ASSAY_OK);
    assert_true(assay_store_facts(s, 1, see_fact, &seen, why, sizeof why));
    assert_int_equal(seen.n, 0);
    assert_true(assay_store_before(s, 1, 2, see_before, &c, why, sizeof why));
    assert_int_equal(c.n, 0);
    assay_store_close(s);
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    assert_true(assay_store_add_fact(s, 1, "g++", "12", why, sizeof why));
    assert_true(assay_store_facts(s, 1, see_fact, &seen, why, sizeof why));
    assert_string_equal(seen.text, "g++=12;");
    assay_store_close(s);
}

static void test_other_version(void **state)
{
    (void)state;
    make_store();
    run_sql("PRAGMA user_version = 4");
    assert_refused("version 4 of the result store: expected version 3");
}

static void test_other_program(void **state)
{
    (void)state;
    run_sql("CREATE TABLE t (x); INSERT INTO t VALUES (1);");
    assert_refused("another program's database: expected a result store");
}

static void test_no_database(void **state)
{
    static const char text[] =
        "This is a text file, and long enough to hold what would be the head "
        "of a database, if it were one. It isn't.\n";

    (void)state;
    write_all(text, strlen(text));
    assert_refused("damaged (file is not a database): expected a result store");
}

static void test_cut_off(void **state)
{
    size_t size;
    char *data;

    (void)state;
    make_store();
    data = read_all(&size);
    write_all(data, size / 2);
    free(data);
    assert_refused("damaged (database disk image is malformed): expected a result store");
}

static void test_scribbled_over(void **state)
{
    struct assay_store *s;
    size_t size;
    char *data;

    (void)state;
    make_store();
    data = read_all(&size);
    memset(data + 8192, 0x5A, 4096);
    write_all(data, size);
    free(data);
    for (int writing = 0; writing < 2; ++writing) {
        assert_int_equal(
            (writing ? assay_store_create : assay_store_open)(path, &s, why, sizeof why),
            ASSAY_BAD_INPUT);
        assert_non_null(strstr(why, "results.db: damaged ("));
    }
}

static void test_empty(void **state)
{
    struct assay_store *s;
    char expected[256];

    (void)state;
    write_all("", 0);
    assert_int_equal(assay_store_open(path, &s, why, sizeof why), ASSAY_BAD_INPUT);
    snprintf(expected, sizeof expected, "%s: empty: expected the results of a regression", path);
    assert_string_equal(why, expected);
    /* As a killed regression can leave it; the next one just goes on. */
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    assay_store_close(s);
}

static void test_missing(void **state)
{
    struct assay_store *s;
    char expected[256];

    (void)state;
    assert_int_equal(assay_store_open(path, &s, why, sizeof why), ASSAY_BAD_INPUT);
    snprintf(expected, sizeof expected,
             "%s: No such file or directory: expected the results of a regression", path);
    assert_string_equal(why, expected);
    assert_int_equal(access(path, F_OK), -1);
}

/* A place where nothing can be written. */
static void test_no_place(void **state)
{
    struct assay_store *s;
    char file[96];

    (void)state;
    snprintf(file, sizeof file, "%s/none/results.db", folder);
    assert_int_equal(assay_store_create(file, &s, why, sizeof why), ASSAY_ENVIRONMENT);
    assert_memory_equal(why, file, strlen(file));
    assert_int_equal(mkdir(path, 0777), 0);
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_ENVIRONMENT);
    assert_int_equal(rmdir(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_round_trip, remove_store),
        cmocka_unit_test_teardown(test_times, remove_store),
        cmocka_unit_test_teardown(test_results_as_they_come, remove_store),
        cmocka_unit_test_teardown(test_killed_writer, remove_store),
        cmocka_unit_test_teardown(test_error_between_rows, remove_store),
        cmocka_unit_test_teardown(test_error_of_a_statement, remove_store),
        cmocka_unit_test_teardown(test_facts, remove_store),
        cmocka_unit_test_teardown(test_before, remove_store),
        cmocka_unit_test_teardown(test_version_2, remove_store),
        cmocka_unit_test_teardown(test_other_version, remove_store),
        cmocka_unit_test_teardown(test_other_program, remove_store),
        cmocka_unit_test_teardown(test_no_database, remove_store),
        cmocka_unit_test_teardown(test_cut_off, remove_store),
        cmocka_unit_test_teardown(test_scribbled_over, remove_store),
        cmocka_unit_test_teardown(test_empty, remove_store),
        cmocka_unit_test_teardown(test_missing, remove_store),
        cmocka_unit_test_teardown(test_no_place, remove_store),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
