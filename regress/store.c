#include "regress/store.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"

/* Marks the file as ours, whatever its name: "Assy". */
enum { APPLICATION = 0x41737379 };

/* Jobs of one regression are asked for together, hence the index. Unsigned 64-bit counts of this
 * program stay below 2^63 long after the sun is gone. */
static const char schema[] =
    "CREATE TABLE run ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " list TEXT NOT NULL, started TEXT NOT NULL, finished TEXT,"
    " seed_base INTEGER NOT NULL,"
    " host TEXT NOT NULL, system TEXT NOT NULL, version TEXT NOT NULL, cores INTEGER NOT NULL);"
    "CREATE TABLE job ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " run INTEGER NOT NULL REFERENCES run(id),"
    " block TEXT NOT NULL, params TEXT NOT NULL, scenario TEXT NOT NULL, backend TEXT NOT NULL,"
    " seed INTEGER NOT NULL, cycles INTEGER NOT NULL, knobs TEXT NOT NULL, tags TEXT NOT NULL,"
    " status TEXT NOT NULL DEFAULT 'not-run'"
    " CHECK (status IN ('not-run', 'pass', 'fail', 'timeout', 'error')),"
    " exit INTEGER, verdict TEXT,"
    " cycles_run INTEGER NOT NULL DEFAULT 0, compared INTEGER NOT NULL DEFAULT 0,"
    " transactions INTEGER NOT NULL DEFAULT 0, seconds REAL NOT NULL DEFAULT 0,"
    " fail_cycle INTEGER, port TEXT, reproduce TEXT, out TEXT);"
    "CREATE INDEX job_of_run ON job(run, id);";

struct assay_store {
    sqlite3 *db;
    char *path;
};

static const char *const status_names[ASSAY_JOB_STATUSES] = {
    [ASSAY_JOB_NOT_RUN] = "not-run", [ASSAY_JOB_PASS] = "pass",   [ASSAY_JOB_FAIL] = "fail",
    [ASSAY_JOB_TIMEOUT] = "timeout", [ASSAY_JOB_ERROR] = "error",
};

const char *assay_status_name(enum assay_status s)
{
    return status_names[s];
}

static enum assay_status status_of(const char *name)
{
    for (int i = 0; i < ASSAY_JOB_STATUSES; ++i)
        if (strcmp(status_names[i], name) == 0)
            return (enum assay_status)i;
    return ASSAY_JOB_ERROR;
}

/* --- opening --- */

static bool is_damage(int code)
{
    return (code & 0xFF) == SQLITE_NOTADB || (code & 0xFF) == SQLITE_CORRUPT;
}

/* What SQLite says, as a message and as an exit status. */
static enum assay_error say(const struct assay_store *s, char *why, size_t why_size)
{
    const int code = sqlite3_extended_errcode(s->db);

    if (is_damage(code)) {
        snprintf(why, why_size, "%s: damaged (%s): expected a result store", s->path,
                 sqlite3_errmsg(s->db));
        return ASSAY_BAD_INPUT;
    }
    snprintf(why, why_size, "%s: %s: expected to use it as the result store", s->path,
             sqlite3_errmsg(s->db));
    return ASSAY_ENVIRONMENT;
}

static bool fail(const struct assay_store *s, char *why, size_t why_size)
{
    say(s, why, why_size);
    return false;
}

/* The first column of a statement's first row, as a number or as text. */
static int ask(struct assay_store *s, const char *sql, int64_t *value, char *text, size_t size)
{
    sqlite3_stmt *stmt;
    int code = sqlite3_prepare_v2(s->db, sql, -1, &stmt, NULL);

    if (code != SQLITE_OK)
        return code;
    code = sqlite3_step(stmt);
    if (code == SQLITE_ROW) {
        const char *t = (const char *)sqlite3_column_text(stmt, 0);

        if (value)
            *value = sqlite3_column_int64(stmt, 0);
        if (text)
            snprintf(text, size, "%s", t ? t : "");
        code = SQLITE_OK;
    }
    if (code == SQLITE_OK)
        sqlite3_finalize(stmt);
    else
        code = sqlite3_finalize(stmt);
    return code;
}

/* Hold an open file against the schema, reading only. *blank: it holds nothing at all. */
static enum assay_error check(struct assay_store *s, bool *blank, char *why, size_t why_size)
{
    int64_t application = 0, version = 0, tables = 0;
    char verdict[256] = "";

    if (ask(s, "PRAGMA application_id", &application, NULL, 0) != SQLITE_OK ||
        ask(s, "PRAGMA user_version", &version, NULL, 0) != SQLITE_OK ||
        ask(s, "SELECT count(*) FROM sqlite_master", &tables, NULL, 0) != SQLITE_OK)
        return say(s, why, why_size);
    *blank = application == 0 && version == 0 && tables == 0;
    if (*blank)
        return ASSAY_OK;
    if (application != APPLICATION) {
        snprintf(why, why_size, "%s: another program's database: expected a result store", s->path);
        return ASSAY_BAD_INPUT;
    }
    if (version != ASSAY_STORE_VERSION) {
        snprintf(why, why_size, "%s: version %lld of the result store: expected version %d",
                 s->path, (long long)version, ASSAY_STORE_VERSION);
        return ASSAY_BAD_INPUT;
    }
    if (ask(s, "PRAGMA quick_check(1)", NULL, verdict, sizeof verdict) != SQLITE_OK)
        return say(s, why, why_size);
    if (strcmp(verdict, "ok") != 0) {
        snprintf(why, why_size, "%s: damaged (%s): expected a result store", s->path, verdict);
        return ASSAY_BAD_INPUT;
    }
    return ASSAY_OK;
}

static enum assay_error connect_to(struct assay_store *s, int flags, char *why, size_t why_size)
{
    if (sqlite3_open_v2(s->path, &s->db, flags, NULL) != SQLITE_OK) {
        enum assay_error e = say(s, why, why_size);

        sqlite3_close(s->db);
        s->db = NULL;
        return e;
    }
    sqlite3_extended_result_codes(s->db, 1);
    sqlite3_busy_timeout(s->db, 10000);
    return ASSAY_OK;
}

static struct assay_store *allocate(const char *path, char *why, size_t why_size)
{
    struct assay_store *s = calloc(1, sizeof *s);

    if (s)
        s->path = strdup(path);
    if (!s || !s->path) {
        snprintf(why, why_size, "out of memory");
        free(s);
        return NULL;
    }
    return s;
}

void assay_store_close(struct assay_store *s)
{
    if (!s)
        return;
    sqlite3_close(s->db);
    free(s->path);
    free(s);
}

enum assay_error assay_store_open(const char *path, struct assay_store **store, char *why,
                                  size_t why_size)
{
    enum assay_error e = ASSAY_ENVIRONMENT;
    struct assay_store *s;
    struct stat st;
    bool blank = false;

    *store = NULL;
    if (stat(path, &st) != 0) {
        snprintf(why, why_size, "%s: %s: expected the results of a regression", path,
                 strerror(errno));
        return errno == EACCES ? ASSAY_ENVIRONMENT : ASSAY_BAD_INPUT;
    }
    s = allocate(path, why, why_size);
    if (s)
        e = connect_to(s, SQLITE_OPEN_READONLY, why, why_size);
    if (e == ASSAY_OK)
        e = check(s, &blank, why, why_size);
    if (e == ASSAY_OK && blank) {
        snprintf(why, why_size, "%s: empty: expected the results of a regression", path);
        e = ASSAY_BAD_INPUT;
    }
    if (e != ASSAY_OK) {
        assay_store_close(s);
        return e;
    }
    *store = s;
    return ASSAY_OK;
}

static enum assay_error prepare_for_writing(struct assay_store *s, bool blank, char *why,
                                            size_t why_size)
{
    char sql[96];

    if (sqlite3_exec(s->db, "PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL;", NULL, NULL,
                     NULL) != SQLITE_OK ||
        sqlite3_exec(s->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(s->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
        return say(s, why, why_size);
    if (blank) {
        snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                 APPLICATION, ASSAY_STORE_VERSION);
        if (sqlite3_exec(s->db, schema, NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(s->db, sql, NULL, NULL, NULL) != SQLITE_OK)
            return say(s, why, why_size);
    }
    if (sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        return say(s, why, why_size);
    return ASSAY_OK;
}

enum assay_error assay_store_create(const char *path, struct assay_store **store, char *why,
                                    size_t why_size)
{
    enum assay_error e = ASSAY_OK;
    struct assay_store *s;
    struct stat st;
    bool blank = true;

    *store = NULL;
    s = allocate(path, why, why_size);
    if (!s)
        return ASSAY_ENVIRONMENT;
    /* A file that is there is looked at without write access first: closing a writer tidies its log
     * away, which is a change. */
    if (stat(path, &st) == 0) {
        e = connect_to(s, SQLITE_OPEN_READONLY, why, why_size);
        if (e == ASSAY_OK)
            e = check(s, &blank, why, why_size);
        sqlite3_close(s->db);
        s->db = NULL;
    }
    if (e == ASSAY_OK)
        e = connect_to(s, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, why, why_size);
    if (e == ASSAY_OK)
        e = prepare_for_writing(s, blank, why, why_size);
    if (e != ASSAY_OK) {
        assay_store_close(s);
        return e;
    }
    *store = s;
    return ASSAY_OK;
}

/* --- writing --- */

bool assay_store_begin(struct assay_store *s, char *why, size_t why_size)
{
    return sqlite3_exec(s->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK ||
           fail(s, why, why_size);
}

bool assay_store_commit(struct assay_store *s, char *why, size_t why_size)
{
    return sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK || fail(s, why, why_size);
}

/* Values are bound in the order of their question marks. */
struct binder {
    sqlite3_stmt *stmt;
    int n;
};

static void bind_text(struct binder *b, const char *text)
{
    sqlite3_bind_text(b->stmt, ++b->n, text, -1, SQLITE_STATIC); /* NULL binds NULL */
}

static void bind_number(struct binder *b, uint64_t v)
{
    sqlite3_bind_int64(b->stmt, ++b->n, v > INT64_MAX ? INT64_MAX : (int64_t)v);
}

/* Below 0 is NULL. */
static void bind_known(struct binder *b, int64_t v)
{
    if (v < 0)
        sqlite3_bind_null(b->stmt, ++b->n);
    else
        sqlite3_bind_int64(b->stmt, ++b->n, v);
}

static bool finish(struct assay_store *s, struct binder *b, char *why, size_t why_size)
{
    const int code = sqlite3_step(b->stmt);

    if (code != SQLITE_DONE)
        fail(s, why, why_size);
    sqlite3_finalize(b->stmt);
    return code == SQLITE_DONE;
}

static bool start(struct assay_store *s, struct binder *b, const char *sql, char *why,
                  size_t why_size)
{
    b->n = 0;
    return sqlite3_prepare_v2(s->db, sql, -1, &b->stmt, NULL) == SQLITE_OK ||
           fail(s, why, why_size);
}

bool assay_store_add_run(struct assay_store *s, const struct assay_store_run *run, int64_t *id,
                         char *why, size_t why_size)
{
    struct binder b;

    if (!start(s, &b,
               "INSERT INTO run (list, started, finished, seed_base, host, system, version, cores)"
               " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
               why, why_size))
        return false;
    bind_text(&b, run->list);
    bind_text(&b, run->started);
    bind_text(&b, run->finished);
    bind_number(&b, run->seed_base);
    bind_text(&b, run->host);
    bind_text(&b, run->system);
    bind_text(&b, run->version);
    bind_number(&b, (uint64_t)run->cores);
    if (!finish(s, &b, why, why_size))
        return false;
    *id = sqlite3_last_insert_rowid(s->db);
    return true;
}

bool assay_store_end_run(struct assay_store *s, int64_t run, const char *finished, char *why,
                         size_t why_size)
{
    struct binder b;

    if (!start(s, &b, "UPDATE run SET finished = ? WHERE id = ?", why, why_size))
        return false;
    bind_text(&b, finished);
    bind_number(&b, (uint64_t)run);
    return finish(s, &b, why, why_size);
}

bool assay_store_add_job(struct assay_store *s, const struct assay_store_job *job, int64_t *id,
                         char *why, size_t why_size)
{
    struct binder b;

    if (!start(s, &b,
               "INSERT INTO job (run, block, params, scenario, backend, seed, cycles, knobs, tags)"
               " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
               why, why_size))
        return false;
    bind_number(&b, (uint64_t)job->run);
    bind_text(&b, job->block);
    bind_text(&b, job->params);
    bind_text(&b, job->scenario);
    bind_text(&b, job->backend);
    bind_number(&b, job->seed);
    bind_number(&b, job->cycles);
    bind_text(&b, job->knobs);
    bind_text(&b, job->tags);
    if (!finish(s, &b, why, why_size))
        return false;
    *id = sqlite3_last_insert_rowid(s->db);
    return true;
}

bool assay_store_end_job(struct assay_store *s, const struct assay_store_job *job, char *why,
                         size_t why_size)
{
    struct binder b;

    if (!start(s, &b,
               "UPDATE job SET status = ?, exit = ?, verdict = ?, cycles_run = ?, compared = ?,"
               " transactions = ?, seconds = ?, fail_cycle = ?, port = ?, reproduce = ?, out = ?"
               " WHERE id = ?",
               why, why_size))
        return false;
    bind_text(&b, assay_status_name(job->status));
    bind_known(&b, job->exit);
    bind_text(&b, job->verdict);
    bind_number(&b, job->cycles_run);
    bind_number(&b, job->compared);
    bind_number(&b, job->transactions);
    sqlite3_bind_double(b.stmt, ++b.n, job->seconds);
    bind_known(&b, job->fail_cycle);
    bind_text(&b, job->port);
    bind_text(&b, job->reproduce);
    bind_text(&b, job->out);
    bind_number(&b, (uint64_t)job->id);
    return finish(s, &b, why, why_size);
}

/* --- reading --- */

/* Columns in the order of the question. */
struct columns {
    sqlite3_stmt *stmt;
    int n;
};

static const char *next_text(struct columns *c)
{
    return (const char *)sqlite3_column_text(c->stmt, c->n++);
}

static const char *some_text(struct columns *c)
{
    const char *text = next_text(c);

    return text ? text : "";
}

static int64_t next_number(struct columns *c)
{
    return sqlite3_column_int64(c->stmt, c->n++);
}

static int64_t next_known(struct columns *c)
{
    const bool null = sqlite3_column_type(c->stmt, c->n) == SQLITE_NULL;
    const int64_t v = next_number(c);

    return null ? -1 : v;
}

bool assay_store_newest(struct assay_store *s, bool *found,
                        bool (*each)(void *arg, const struct assay_store_run *run), void *arg,
                        char *why, size_t why_size)
{
    struct columns c = {NULL, 0};
    struct assay_store_run run;
    int code;

    *found = false;
    if (sqlite3_prepare_v2(s->db,
                           "SELECT id, list, started, finished, seed_base, host, system, version,"
                           " cores FROM run ORDER BY id DESC LIMIT 1",
                           -1, &c.stmt, NULL) != SQLITE_OK)
        return fail(s, why, why_size);
    code = sqlite3_step(c.stmt);
    if (code == SQLITE_ROW) {
        *found = true;
        run.id = next_number(&c);
        run.list = some_text(&c);
        run.started = some_text(&c);
        run.finished = next_text(&c);
        run.seed_base = (uint64_t)next_number(&c);
        run.host = some_text(&c);
        run.system = some_text(&c);
        run.version = some_text(&c);
        run.cores = next_number(&c);
        each(arg, &run);
    } else if (code != SQLITE_DONE) {
        fail(s, why, why_size);
    }
    sqlite3_finalize(c.stmt);
    return code == SQLITE_ROW || code == SQLITE_DONE;
}

static void get_job(sqlite3_stmt *stmt, struct assay_store_job *j)
{
    struct columns c = {stmt, 0};

    j->id = next_number(&c);
    j->run = next_number(&c);
    j->block = some_text(&c);
    j->params = some_text(&c);
    j->scenario = some_text(&c);
    j->backend = some_text(&c);
    j->knobs = some_text(&c);
    j->tags = some_text(&c);
    j->seed = (uint64_t)next_number(&c);
    j->cycles = (uint64_t)next_number(&c);
    j->status = status_of(some_text(&c));
    j->exit = (int)next_known(&c);
    j->verdict = some_text(&c);
    j->cycles_run = (uint64_t)next_number(&c);
    j->compared = (uint64_t)next_number(&c);
    j->transactions = (uint64_t)next_number(&c);
    j->seconds = sqlite3_column_double(stmt, c.n++);
    j->fail_cycle = next_known(&c);
    j->port = some_text(&c);
    j->reproduce = some_text(&c);
    j->out = some_text(&c);
}

bool assay_store_jobs(struct assay_store *s, int64_t run,
                      bool (*each)(void *arg, const struct assay_store_job *job), void *arg,
                      char *why, size_t why_size)
{
    struct assay_store_job job;
    sqlite3_stmt *stmt;
    int code;

    if (sqlite3_prepare_v2(s->db,
                           "SELECT id, run, block, params, scenario, backend, knobs, tags, seed,"
                           " cycles, status, exit, verdict, cycles_run, compared, transactions,"
                           " seconds, fail_cycle, port, reproduce, out"
                           " FROM job WHERE run = ? ORDER BY id",
                           -1, &stmt, NULL) != SQLITE_OK)
        return fail(s, why, why_size);
    sqlite3_bind_int64(stmt, 1, run);
    while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
        get_job(stmt, &job);
        if (!each(arg, &job)) {
            code = SQLITE_DONE;
            break;
        }
    }
    if (code != SQLITE_DONE)
        fail(s, why, why_size);
    sqlite3_finalize(stmt);
    return code == SQLITE_DONE;
}

bool assay_store_times(struct assay_store *s,
                       bool (*each)(void *arg, const struct assay_store_job *job, double seconds),
                       void *arg, char *why, size_t why_size)
{
    struct columns c = {NULL, 0};
    int code;

    if (sqlite3_prepare_v2(s->db,
                           "SELECT block, params, scenario, backend, knobs, tags, cycles,"
                           " avg(seconds) FROM job WHERE status = 'pass' AND seconds > 0"
                           " GROUP BY block, params, scenario, backend, knobs, tags, cycles",
                           -1, &c.stmt, NULL) != SQLITE_OK)
        return fail(s, why, why_size);
    while ((code = sqlite3_step(c.stmt)) == SQLITE_ROW) {
        struct assay_store_job job = {.id = 0};

        c.n = 0;
        job.block = some_text(&c);
        job.params = some_text(&c);
        job.scenario = some_text(&c);
        job.backend = some_text(&c);
        job.knobs = some_text(&c);
        job.tags = some_text(&c);
        job.cycles = (uint64_t)next_number(&c);
        if (!each(arg, &job, sqlite3_column_double(c.stmt, c.n))) {
            code = SQLITE_DONE;
            break;
        }
    }
    if (code != SQLITE_DONE)
        fail(s, why, why_size);
    sqlite3_finalize(c.stmt);
    return code == SQLITE_DONE;
}

bool assay_store_trend(struct assay_store *s, bool (*each)(void *arg, const struct assay_trend *t),
                       void *arg, char *why, size_t why_size)
{
    struct columns c = {NULL, 0};
    struct assay_trend t;
    int code;

    if (sqlite3_prepare_v2(s->db,
                           "SELECT run.id, started, list, count(*), sum(status = 'pass'),"
                           " sum(cycles_run), sum(seconds) FROM run JOIN job ON job.run = run.id"
                           " WHERE finished IS NOT NULL GROUP BY run.id ORDER BY run.id",
                           -1, &c.stmt, NULL) != SQLITE_OK)
        return fail(s, why, why_size);
    while ((code = sqlite3_step(c.stmt)) == SQLITE_ROW) {
        c.n = 0;
        t.run = next_number(&c);
        snprintf(t.started, sizeof t.started, "%s", some_text(&c));
        snprintf(t.list, sizeof t.list, "%s", some_text(&c));
        t.jobs = (uint64_t)next_number(&c);
        t.passed = (uint64_t)next_number(&c);
        t.cycles = (uint64_t)next_number(&c);
        t.seconds = sqlite3_column_double(c.stmt, c.n++);
        if (!each(arg, &t)) {
            code = SQLITE_DONE;
            break;
        }
    }
    if (code != SQLITE_DONE)
        fail(s, why, why_size);
    sqlite3_finalize(c.stmt);
    return code == SQLITE_DONE;
}
