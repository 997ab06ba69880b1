/* store_rows.c - write and read the rows of a result store. */
#include <stdio.h>

#include "base/error.h"
#include "regress/query.h"
#include "regress/store.h"
#include "regress/store_file.h"

/* Names of facts for internal use. */
#define FILE_FACT ".file"
#define TURN_FACT ".turn"

/* Run a statement that returns no rows. */
static bool change(struct assay_store *s, struct assay_query *q, char *why, size_t why_size)
{
    while (assay_next_row(q))
        ;
    return assay_store_end(s, q, why, why_size) == ASSAY_OK;
}

/* --- writing --- */

bool assay_store_begin(struct assay_store *s, char *why, size_t why_size)
{
    return sqlite3_exec(s->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK ||
           assay_store_fail(s, why, why_size);
}

bool assay_store_commit(struct assay_store *s, char *why, size_t why_size)
{
    return sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK ||
           assay_store_fail(s, why, why_size);
}

bool assay_store_add_run(struct assay_store *s, const struct assay_store_run *run, int64_t *id,
                         char *why, size_t why_size)
{
    struct assay_query q = assay_store_query(
        s, "INSERT INTO run (list, started, finished, seed_base, host, system, version, cores)"
           " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");

    assay_put_text(&q, run->list);
    assay_put_text(&q, run->started);
    assay_put_text(&q, run->finished);
    assay_put_seed(&q, run->seed_base);
    assay_put_text(&q, run->host);
    assay_put_text(&q, run->system);
    assay_put_text(&q, run->version);
    assay_put_number(&q, (uint64_t)run->cores);
    if (!change(s, &q, why, why_size))
        return false;
    *id = sqlite3_last_insert_rowid(s->db);
    return (!run->file || !*run->file ||
            assay_store_add_fact(s, *id, FILE_FACT, run->file, why, why_size)) &&
           assay_store_take_up(s, *id, why, why_size);
}

/* The order of these facts defines the order of the regressions. */
bool assay_store_take_up(struct assay_store *s, int64_t run, char *why, size_t why_size)
{
    struct assay_query q =
        assay_store_query(s, "DELETE FROM fact WHERE run = ? AND name = '" TURN_FACT "'");

    assay_put_number(&q, (uint64_t)run);
    return change(s, &q, why, why_size) &&
           assay_store_add_fact(s, run, TURN_FACT, "", why, why_size);
}

bool assay_store_end_run(struct assay_store *s, int64_t run, const char *finished, char *why,
                         size_t why_size)
{
    struct assay_query q = assay_store_query(s, "UPDATE run SET finished = ? WHERE id = ?");

    assay_put_text(&q, finished);
    assay_put_number(&q, (uint64_t)run);
    return change(s, &q, why, why_size);
}

bool assay_store_add_job(struct assay_store *s, const struct assay_store_job *job, int64_t *id,
                         char *why, size_t why_size)
{
    struct assay_query q = assay_store_query(
        s, "INSERT INTO job (run, block, params, scenario, backend, seed, cycles, knobs, tags,"
           " folder, rtl, fault, sources, known)"
           " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");

    assay_put_number(&q, (uint64_t)job->run);
    assay_put_text(&q, job->block);
    assay_put_text(&q, job->params);
    assay_put_text(&q, job->scenario);
    assay_put_text(&q, job->backend);
    assay_put_seed(&q, job->seed);
    assay_put_number(&q, job->cycles);
    assay_put_text(&q, job->knobs);
    assay_put_text(&q, job->tags);
    assay_put_text(&q, job->folder ? job->folder : "");
    assay_put_text(&q, job->rtl ? job->rtl : "");
    assay_put_text(&q, job->fault ? job->fault : "");
    assay_put_text(&q, job->sources ? job->sources : "");
    assay_put_text(&q, job->known ? job->known : "");
    if (!change(s, &q, why, why_size))
        return false;
    *id = sqlite3_last_insert_rowid(s->db);
    return true;
}

bool assay_store_add_fact(struct assay_store *s, int64_t run, const char *name, const char *value,
                          char *why, size_t why_size)
{
    struct assay_query q =
        assay_store_query(s, "INSERT INTO fact (run, name, value) VALUES (?, ?, ?)");

    assay_put_number(&q, (uint64_t)run);
    assay_put_text(&q, name);
    assay_put_text(&q, value);
    return change(s, &q, why, why_size);
}

bool assay_store_reset_job(struct assay_store *s, const struct assay_store_job *job, char *why,
                           size_t why_size)
{
    struct assay_query q = assay_store_query(
        s, "UPDATE job SET status = 'not-run', exit = NULL, verdict = NULL, cycles_run = 0,"
           " compared = 0, transactions = 0, seconds = 0, fail_cycle = NULL, port = NULL,"
           " reproduce = NULL, sources = ?, known = ? WHERE id = ?");

    assay_put_text(&q, job->sources ? job->sources : "");
    assay_put_text(&q, job->known ? job->known : "");
    assay_put_number(&q, (uint64_t)job->id);
    return change(s, &q, why, why_size);
}

bool assay_store_set_known(struct assay_store *s, int64_t job, const char *known, char *why,
                           size_t why_size)
{
    struct assay_query q = assay_store_query(s, "UPDATE job SET known = ? WHERE id = ?");

    assay_put_text(&q, known);
    assay_put_number(&q, (uint64_t)job);
    return change(s, &q, why, why_size);
}

bool assay_store_end_job(struct assay_store *s, const struct assay_store_job *job, char *why,
                         size_t why_size)
{
    struct assay_query q = assay_store_query(
        s, "UPDATE job SET status = ?, exit = ?, verdict = ?, cycles_run = ?, compared = ?,"
           " transactions = ?, seconds = ?, fail_cycle = ?, port = ?, reproduce = ?, out = ?"
           " WHERE id = ?");

    assay_put_text(&q, assay_status_name(job->status));
    assay_put_known(&q, job->exit);
    assay_put_text(&q, job->verdict);
    assay_put_number(&q, job->cycles_run);
    assay_put_number(&q, job->compared);
    assay_put_number(&q, job->transactions);
    assay_put_seconds(&q, job->seconds);
    assay_put_known(&q, job->fail_cycle);
    assay_put_text(&q, job->port);
    assay_put_text(&q, job->reproduce);
    assay_put_text(&q, job->out);
    assay_put_number(&q, (uint64_t)job->id);
    return change(s, &q, why, why_size);
}

/* --- reading --- */

bool assay_store_runs(struct assay_store *s,
                      bool (*each)(void *arg, const struct assay_store_run *run), void *arg,
                      char *why, size_t why_size)
{
#define RUN "started, finished, seed_base, host, system, version, cores"
    struct assay_query q = assay_store_query(
        s, s->version < 3
               ? "SELECT id, list, '', " RUN " FROM run ORDER BY id DESC"
               : "SELECT id, list, file.value, " RUN " FROM run"
                 " LEFT JOIN (SELECT run, value FROM fact WHERE name = '" FILE_FACT
                 "') AS file ON file.run = run.id"
                 " LEFT JOIN (SELECT run, max(rowid) AS at FROM fact WHERE name = '" TURN_FACT
                 "' GROUP BY run) AS turn ON turn.run = run.id"
                 " ORDER BY turn.at DESC, id DESC");
#undef RUN
    struct assay_store_run run;

    while (assay_next_row(&q)) {
        run.id = assay_next_number(&q);
        run.list = assay_some_text(&q);
        run.file = assay_some_text(&q);
        run.started = assay_some_text(&q);
        run.finished = assay_next_text(&q);
        run.seed_base = assay_next_count(&q);
        run.host = assay_some_text(&q);
        run.system = assay_some_text(&q);
        run.version = assay_some_text(&q);
        run.cores = assay_next_number(&q);
        if (!each(arg, &run))
            break;
    }
    return assay_store_end(s, &q, why, why_size) == ASSAY_OK;
}

struct newest {
    bool (*each)(void *arg, const struct assay_store_run *run);
    void *arg;
    bool *found;
};

static bool take_newest(void *any, const struct assay_store_run *run)
{
    const struct newest *n = any;

    *n->found = true;
    n->each(n->arg, run);
    return false;
}

bool assay_store_newest(struct assay_store *s, bool *found,
                        bool (*each)(void *arg, const struct assay_store_run *run), void *arg,
                        char *why, size_t why_size)
{
    struct newest n = {each, arg, found};

    *found = false;
    return assay_store_runs(s, take_newest, &n, why, why_size);
}

/* The columns that identify a job, apart from its seed. */
#define KIND "block, params, scenario, backend, knobs, tags, cycles, folder, rtl, fault"
#define KIND_1 \
    "block, params, scenario, backend, knobs, tags, cycles, '' AS folder, '' AS rtl, '' AS fault"

/* Returns `one` for version 1 of the schema, `two` for later ones. */
static const char *by_version(const struct assay_store *s, const char *one, const char *two)
{
    return s->version == 1 ? one : two;
}

static void get_kind(struct assay_query *q, struct assay_store_job *j)
{
    j->block = assay_some_text(q);
    j->params = assay_some_text(q);
    j->scenario = assay_some_text(q);
    j->backend = assay_some_text(q);
    j->knobs = assay_some_text(q);
    j->tags = assay_some_text(q);
    j->cycles = assay_next_count(q);
    j->folder = assay_some_text(q);
    j->rtl = assay_some_text(q);
    j->fault = assay_some_text(q);
}

bool assay_store_jobs(struct assay_store *s, int64_t run,
                      bool (*each)(void *arg, const struct assay_store_job *job), void *arg,
                      char *why, size_t why_size)
{
#define REST                                                                              \
    " id, run, seed, status, exit, verdict, cycles_run, compared, transactions, seconds," \
    " fail_cycle, port, reproduce, out FROM job WHERE run = ? ORDER BY id"
    struct assay_query q =
        assay_store_query(s, s->version == 1 ? "SELECT " KIND_1 ", '' AS sources, '' AS known," REST
                             : s->version == 2 ? "SELECT " KIND ", sources, '' AS known," REST
                                               : "SELECT " KIND ", sources, known," REST);
#undef REST
    struct assay_store_job j;

    assay_put_number(&q, (uint64_t)run);
    while (assay_next_row(&q)) {
        get_kind(&q, &j);
        j.sources = assay_some_text(&q);
        j.known = assay_some_text(&q);
        j.id = assay_next_number(&q);
        j.run = assay_next_number(&q);
        j.seed = assay_next_count(&q);
        j.status = assay_status_of(assay_some_text(&q));
        j.exit = (int)assay_next_known(&q);
        j.verdict = assay_some_text(&q);
        j.cycles_run = assay_next_count(&q);
        j.compared = assay_next_count(&q);
        j.transactions = assay_next_count(&q);
        j.seconds = assay_next_seconds(&q);
        j.fail_cycle = assay_next_known(&q);
        j.port = assay_some_text(&q);
        j.reproduce = assay_some_text(&q);
        j.out = assay_some_text(&q);
        if (!each(arg, &j))
            break;
    }
    return assay_store_end(s, &q, why, why_size) == ASSAY_OK;
}

bool assay_store_facts(struct assay_store *s, int64_t run,
                       bool (*each)(void *arg, const char *name, const char *value), void *arg,
                       char *why, size_t why_size)
{
    struct assay_query q;

    if (s->version < 3)
        return true;
    q = assay_store_query(
        s, "SELECT name, value FROM fact WHERE run = ? AND name NOT LIKE '.%' ORDER BY rowid");
    assay_put_number(&q, (uint64_t)run);
    while (assay_next_row(&q)) {
        const char *name = assay_some_text(&q);

        if (!each(arg, name, assay_some_text(&q)))
            break;
    }
    return assay_store_end(s, &q, why, why_size) == ASSAY_OK;
}

bool assay_store_before(struct assay_store *s, int64_t run, int64_t before,
                        bool (*each)(void *arg, int64_t job, enum assay_status status), void *arg,
                        char *why, size_t why_size)
{
/* The jobs of a regression, each with its number among those that are the same. */
#define JOBS(more)                                                                 \
    "(SELECT *, row_number() OVER (PARTITION BY block, params, scenario, backend," \
    " knobs, seed, cycles" more " ORDER BY id) AS copy FROM job WHERE run = ?)"
#define SAME(column) " AND b." #column " = a." #column
#define SELECT(more) "SELECT a.id, b.status FROM " JOBS(more) " a JOIN " JOBS(more) " b"
#define ON                                                                                  \
    " ON b.copy = a.copy" SAME(block) SAME(params) SAME(scenario) SAME(backend) SAME(knobs) \
        SAME(seed) SAME(cycles)
#define ORDER " ORDER BY a.id"
    struct assay_query q = assay_store_query(
        s, by_version(s, SELECT("") ON ORDER,
                      SELECT(", folder, rtl, fault") ON SAME(folder) SAME(rtl) SAME(fault) ORDER));
#undef ORDER
#undef ON
#undef SELECT
#undef SAME
#undef JOBS

    assay_put_number(&q, (uint64_t)run);
    assay_put_number(&q, (uint64_t)before);
    while (assay_next_row(&q)) {
        const int64_t job = assay_next_number(&q);

        if (!each(arg, job, assay_status_of(assay_some_text(&q))))
            break;
    }
    return assay_store_end(s, &q, why, why_size) == ASSAY_OK;
}

bool assay_store_times(struct assay_store *s,
                       bool (*each)(void *arg, const struct assay_store_job *job, double seconds),
                       void *arg, char *why, size_t why_size)
{
#define REST                                                       \
    " avg(seconds) FROM job WHERE status = 'pass' AND seconds > 0" \
    " GROUP BY block, params, scenario, backend, knobs, cycles"
    struct assay_query q =
        assay_store_query(s, by_version(s, "SELECT " KIND_1 "," REST,
                                        "SELECT " KIND "," REST ", folder, rtl, fault"));
    struct assay_store_job job = {.sources = ""};
#undef REST

    while (assay_next_row(&q)) {
        get_kind(&q, &job);
        if (!each(arg, &job, assay_next_seconds(&q)))
            break;
    }
    return assay_store_end(s, &q, why, why_size) == ASSAY_OK;
}

bool assay_store_trend(struct assay_store *s, bool (*each)(void *arg, const struct assay_trend *t),
                       void *arg, char *why, size_t why_size)
{
    struct assay_query q =
        assay_store_query(s, "SELECT run.id, started, list, count(*), sum(status = 'pass'),"
                             " sum(cycles_run), sum(seconds) FROM run JOIN job ON job.run = run.id"
                             " WHERE finished IS NOT NULL GROUP BY run.id ORDER BY run.id");
    struct assay_trend t;

    while (assay_next_row(&q)) {
        t.run = assay_next_number(&q);
        snprintf(t.started, sizeof t.started, "%s", assay_some_text(&q));
        snprintf(t.list, sizeof t.list, "%s", assay_some_text(&q));
        t.jobs = assay_next_count(&q);
        t.passed = assay_next_count(&q);
        t.cycles = assay_next_count(&q);
        t.seconds = assay_next_seconds(&q);
        if (!each(arg, &t))
            break;
    }
    return assay_store_end(s, &q, why, why_size) == ASSAY_OK;
}
