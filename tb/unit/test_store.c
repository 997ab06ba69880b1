/*
 * test_store.c - the result store: results can be read back, and SQLite's errors are reported.
 */
#include "unit/store_bench.h"

#include <sys/wait.h>

/* --- content --- */

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
    assert_true(job->seed == UINT64_MAX - 1);
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
    /* A store opened for reading cannot be written to. */
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
    bool any_tags;
};

static bool see_times(void *any, const struct assay_store_job *job, double seconds)
{
    struct times *t = any;

    assert_string_equal(job->block, before.block);
    assert_string_equal(job->params, before.params);
    assert_string_equal(job->scenario, before.scenario);
    assert_string_equal(job->backend, before.backend);
    assert_string_equal(job->knobs, before.knobs);
    if (!t->any_tags)
        assert_string_equal(job->tags, before.tags);
    assert_int_equal(job->cycles, before.cycles);
    ++t->calls;
    t->seconds = seconds;
    return true;
}

/* Times of jobs that passed, in any regression. */
static void test_times(void **state)
{
    static const double seconds[] = {0.5, 2.5, 100};
    struct times times = {0};
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
    /* A tag does not change how long a job takes. */
    run_sql("UPDATE job SET tags = 'c' WHERE status = 'pass' AND run = 1");
    assert_int_equal(assay_store_open(path, &s, why, sizeof why), ASSAY_OK);
    times = (struct times){.any_tags = true};
    assert_true(assay_store_times(s, see_times, &times, why, sizeof why));
    assert_int_equal(times.calls, 1);
    assert_true(times.seconds == 1.5);
    assay_store_close(s);
}

/* A reader sees results while the writer is still working, and after the writer was killed. */
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

static bool see_order(void *any, const struct assay_store_run *run)
{
    struct seen *seen = any;

    seen->ids[seen->runs++] = run->id;
    assert_true(run->seed_base == UINT64_MAX);
    assert_string_equal(run->file, run->id == 2 ? "../smoke.yaml" : "");
    return seen->runs < 8;
}

/* The newest run is the one that was added or resumed last. The record of this order is not one of
 * the run's facts. */
static void test_order(void **state)
{
    struct assay_store_run row = facts;
    struct facts_seen fact = {0};
    struct seen seen = {0};
    struct assay_store *s;
    int64_t run;

    (void)state;
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    row.seed_base = UINT64_MAX;
    for (int i = 1; i <= 4; ++i) {
        row.file = i == 2 ? "../smoke.yaml" : NULL;
        assert_true(assay_store_add_run(s, &row, &run, why, sizeof why));
        assert_int_equal(run, i);
    }
    assert_true(assay_store_take_up(s, 2, why, sizeof why));
    assert_true(assay_store_take_up(s, 3, why, sizeof why));
    assert_true(assay_store_take_up(s, 2, why, sizeof why));
    assert_true(assay_store_runs(s, see_order, &seen, why, sizeof why));
    assert_int_equal(seen.runs, 4);
    assert_int_equal(seen.ids[0], 2);
    assert_int_equal(seen.ids[1], 3);
    assert_int_equal(seen.ids[2], 4);
    assert_int_equal(seen.ids[3], 1);
    assert_true(assay_store_facts(s, 2, see_fact, &fact, why, sizeof why));
    assert_int_equal(fact.n, 0);
    assay_store_close(s);
}

/* Jobs are compared with the same jobs of another regression, not with those with another seed, RTL
 * or parameters. */
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
            job.tags = r ? "c" : "a,b"; /* makes no other job of it */
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

/* --- errors of SQLite --- */

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

/* A row that cannot be read, after one that could. */
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

/* A row that the schema refuses, and a missing table. */
static void test_error_of_a_statement(void **state)
{
    struct assay_store_job job = before;
    struct times times = {0};
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

/* The writer was killed in the middle of a change to the file itself. It makes one such change,
 * before the log exists. */
static void test_killed_writer(void **state)
{
    struct assay_store *s;
    struct seen seen = {0};
    int64_t run, first = 0;
    const char *journal = in_folder("results.db-journal");
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
    assert_int_equal(access(journal, F_OK), 0);
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    assert_int_equal(access(journal, F_OK), -1);
    assert_true(assay_store_jobs(s, run, see_job, &seen, why, sizeof why));
    assert_int_equal(seen.jobs, 2);
    assay_store_close(s);
}

/* A list may have the same job twice, with code coverage and without. Each is compared with its
 * own: if one of them fails in both regressions, it does not count as repaired. */
static void test_before_twice(void **state)
{
    struct compared c = {0};
    struct assay_store *s;
    int64_t run[2], id[2][2];

    (void)state;
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    for (int r = 0; r < 2; ++r) {
        run[r] = add_run(s, 2, &id[r][0]);
        id[r][1] = id[r][0] + 1;
        for (int i = 0; i < 2; ++i) {
            struct assay_store_job job = before;

            job.id = id[r][i];
            job.status = i ? ASSAY_JOB_FAIL : ASSAY_JOB_PASS;
            job.verdict = job.port = job.reproduce = job.out = "";
            assert_true(assay_store_end_job(s, &job, why, sizeof why));
        }
    }
    assert_true(assay_store_before(s, run[1], run[0], see_before, &c, why, sizeof why));
    assert_int_equal(c.n, 2);
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(c.ids[i], id[1][i]);
        assert_int_equal(c.status[i], i ? ASSAY_JOB_FAIL : ASSAY_JOB_PASS);
    }
    assay_store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_round_trip, remove_store),
        cmocka_unit_test_teardown(test_times, remove_store),
        cmocka_unit_test_teardown(test_results_as_they_come, remove_store),
        cmocka_unit_test_teardown(test_facts, remove_store),
        cmocka_unit_test_teardown(test_order, remove_store),
        cmocka_unit_test_teardown(test_before, remove_store),
        cmocka_unit_test_teardown(test_before_twice, remove_store),
        cmocka_unit_test_teardown(test_killed_writer, remove_store),
        cmocka_unit_test_teardown(test_error_between_rows, remove_store),
        cmocka_unit_test_teardown(test_error_of_a_statement, remove_store),
    };

    return cmocka_run_group_tests(tests, make_folder, folder_close_empty);
}
