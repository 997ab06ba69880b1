#include "regress/store.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "regress/store_copy.h"

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
    " fail_cycle INTEGER, port TEXT, reproduce TEXT, out TEXT,"
    " folder TEXT NOT NULL DEFAULT '', rtl TEXT NOT NULL DEFAULT '', fault TEXT NOT NULL DEFAULT "
    "'', sources TEXT NOT NULL DEFAULT '');"
    "CREATE INDEX job_of_run ON job(run, id);";

/* From version 1 to 2. */
static const char upgrade[] = "ALTER TABLE job ADD COLUMN folder TEXT NOT NULL DEFAULT '';"
                              "ALTER TABLE job ADD COLUMN rtl TEXT NOT NULL DEFAULT '';"
                              "ALTER TABLE job ADD COLUMN fault TEXT NOT NULL DEFAULT '';"
                              "ALTER TABLE job ADD COLUMN sources TEXT NOT NULL DEFAULT '';"
                              "PRAGMA user_version = 2";

struct assay_store {
    sqlite3 *db;
    int64_t version;
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

/* --- errors --- */

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

/* --- statements --- */

/* One statement. Values are put in the order of their question marks, and of each row the columns are
 * taken in their order. The first error stays: nothing is put or run after it, and end_query tells of
 * it. */
struct query {
    sqlite3_stmt *stmt;
    int n;    /* of values put, or of columns taken from this row */
    int code; /* SQLITE_ROW or SQLITE_DONE: of the last step; another but SQLITE_OK: the error */
};

static struct query query(const struct assay_store *s, const char *sql)
{
    struct query q = {NULL, 0, SQLITE_OK};

    q.code = sqlite3_prepare_v2(s->db, sql, -1, &q.stmt, NULL);
    return q;
}

static void put_text(struct query *q, const char *text)
{
    if (q->code == SQLITE_OK) /* NULL puts NULL */
        q->code = sqlite3_bind_text(q->stmt, ++q->n, text, -1, SQLITE_STATIC);
}

static void put_number(struct query *q, uint64_t v)
{
    if (q->code == SQLITE_OK)
        q->code = sqlite3_bind_int64(q->stmt, ++q->n, v > INT64_MAX ? INT64_MAX : (int64_t)v);
}

static void put_seconds(struct query *q, double v)
{
    if (q->code == SQLITE_OK)
        q->code = sqlite3_bind_double(q->stmt, ++q->n, v);
}

/* Below 0 is NULL. */
static void put_known(struct query *q, int64_t v)
{
    if (v >= 0)
        put_number(q, (uint64_t)v);
    else if (q->code == SQLITE_OK)
        q->code = sqlite3_bind_null(q->stmt, ++q->n);
}

/* False after the last row, and after an error. */
static bool next_row(struct query *q)
{
    if (q->code == SQLITE_OK || q->code == SQLITE_ROW)
        q->code = sqlite3_step(q->stmt);
    q->n = 0;
    return q->code == SQLITE_ROW;
}

static const char *next_text(struct query *q)
{
    const bool null = sqlite3_column_type(q->stmt, q->n) == SQLITE_NULL;
    const char *text = (const char *)sqlite3_column_text(q->stmt, q->n++);

    if (!null && !text)
        q->code = SQLITE_NOMEM;
    return text;
}

static const char *some_text(struct query *q)
{
    const char *text = next_text(q);

    return text ? text : "";
}

static int64_t next_number(struct query *q)
{
    return sqlite3_column_int64(q->stmt, q->n++);
}

static uint64_t next_count(struct query *q)
{
    return (uint64_t)next_number(q);
}

static double next_seconds(struct query *q)
{
    return sqlite3_column_double(q->stmt, q->n++);
}

static int64_t next_known(struct query *q)
{
    const bool null = sqlite3_column_type(q->stmt, q->n) == SQLITE_NULL;
    const int64_t v = next_number(q);

    return null ? -1 : v;
}

/* After the rows that were wanted, be it all or not. */
static enum assay_error end_query(struct assay_store *s, struct query *q, char *why,
                                  size_t why_size)
{
    const bool good = q->code == SQLITE_OK || q->code == SQLITE_ROW || q->code == SQLITE_DONE;
    const enum assay_error e = good ? ASSAY_OK : say(s, why, why_size);

    sqlite3_finalize(q->stmt);
    return e;
}

/* Run a statement that has no rows. */
static bool change(struct assay_store *s, struct query *q, char *why, size_t why_size)
{
    while (next_row(q))
        ;
    return end_query(s, q, why, why_size) == ASSAY_OK;
}

/* --- opening --- */

/* The first column of the first row, as a number or as text. */
static enum assay_error ask(struct assay_store *s, const char *sql, int64_t *value, char *text,
                            size_t size, char *why, size_t why_size)
{
    struct query q = query(s, sql);

    if (next_row(&q)) {
        if (value)
            *value = next_number(&q);
        else
            snprintf(text, size, "%s", some_text(&q));
    }
    return end_query(s, &q, why, why_size);
}

/* Hold an open file against the schema, reading only. *blank: it holds nothing at all. */
static enum assay_error check(struct assay_store *s, bool *blank, char *why, size_t why_size)
{
    int64_t application = 0, version = 0, tables = 0;
    char verdict[256] = "";
    enum assay_error e = ask(s, "PRAGMA application_id", &application, NULL, 0, why, why_size);

    if (e == ASSAY_OK)
        e = ask(s, "PRAGMA user_version", &version, NULL, 0, why, why_size);
    if (e == ASSAY_OK)
        e = ask(s, "SELECT count(*) FROM sqlite_master", &tables, NULL, 0, why, why_size);
    if (e != ASSAY_OK)
        return e;
    *blank = application == 0 && version == 0 && tables == 0;
    if (*blank)
        return ASSAY_OK;
    if (application != APPLICATION) {
        snprintf(why, why_size, "%s: another program's database: expected a result store", s->path);
        return ASSAY_BAD_INPUT;
    }
    s->version = version;
    if (version < 1 || version > ASSAY_STORE_VERSION) {
        snprintf(why, why_size, "%s: version %lld of the result store: expected version %d",
                 s->path, (long long)version, ASSAY_STORE_VERSION);
        return ASSAY_BAD_INPUT;
    }
    e = ask(s, "PRAGMA quick_check(1)", NULL, verdict, sizeof verdict, why, why_size);
    if (e == ASSAY_OK && strcmp(verdict, "ok") != 0) {
        snprintf(why, why_size, "%s: damaged (%s): expected a result store", s->path, verdict);
        e = ASSAY_BAD_INPUT;
    }
    return e;
}

/* `path` is that of the store or of a copy. */
static enum assay_error connect_to(struct assay_store *s, const char *path, int flags, char *why,
                                   size_t why_size)
{
    if (sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK) {
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

/* Whether the last thing failed because SQLite may not write beside the file. */
static bool is_read_only(const struct assay_store *s)
{
    const int code = s->db ? sqlite3_extended_errcode(s->db) & 0xFF : SQLITE_OK;

    return code == SQLITE_CANTOPEN || code == SQLITE_READONLY;
}

static enum assay_error open_copy(struct assay_store *s, bool *blank, char *why, size_t why_size)
{
    char copy[PATH_MAX];
    enum assay_error e;

    sqlite3_close(s->db);
    s->db = NULL;
    if (!assay_store_copy(s->path, copy, why, why_size))
        return ASSAY_ENVIRONMENT;
    e = connect_to(s, copy, SQLITE_OPEN_READWRITE, why, why_size);
    if (e == ASSAY_OK)
        e = check(s, blank, why, why_size);
    assay_store_copy_remove(copy);
    return e;
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
        e = connect_to(s, path, SQLITE_OPEN_READONLY, why, why_size);
    if (e == ASSAY_OK)
        e = check(s, &blank, why, why_size);
    if (e != ASSAY_OK && s && is_read_only(s))
        e = open_copy(s, &blank, why, why_size);
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
    if (!blank && s->version == 1 && sqlite3_exec(s->db, upgrade, NULL, NULL, NULL) != SQLITE_OK)
        return say(s, why, why_size);
    if (sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        return say(s, why, why_size);
    s->version = ASSAY_STORE_VERSION;
    return ASSAY_OK;
}

enum assay_error assay_store_create(const char *path, struct assay_store **store, char *why,
                                    size_t why_size)
{
    enum assay_error e = ASSAY_OK;
    struct assay_store *s;
    struct stat st;
    bool blank = true, cut = false; /* cut: a writer was killed, and only another can undo it */

    *store = NULL;
    s = allocate(path, why, why_size);
    if (!s)
        return ASSAY_ENVIRONMENT;
    /* A file that is there is looked at without write access first: closing a writer tidies its log
     * away, which is a change. */
    if (stat(path, &st) == 0) {
        e = connect_to(s, path, SQLITE_OPEN_READONLY, why, why_size);
        if (e == ASSAY_OK) {
            e = check(s, &blank, why, why_size);
            cut = sqlite3_extended_errcode(s->db) == SQLITE_READONLY_ROLLBACK;
        }
        sqlite3_close(s->db);
        s->db = NULL;
    }
    if (e == ASSAY_OK || cut)
        e = connect_to(s, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, why, why_size);
    if (e == ASSAY_OK && cut)
        e = check(s, &blank, why, why_size);
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

bool assay_store_add_run(struct assay_store *s, const struct assay_store_run *run, int64_t *id,
                         char *why, size_t why_size)
{
    struct query q = query(
        s, "INSERT INTO run (list, started, finished, seed_base, host, system, version, cores)"
           " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");

    put_text(&q, run->list);
    put_text(&q, run->started);
    put_text(&q, run->finished);
    put_number(&q, run->seed_base);
    put_text(&q, run->host);
    put_text(&q, run->system);
    put_text(&q, run->version);
    put_number(&q, (uint64_t)run->cores);
    if (!change(s, &q, why, why_size))
        return false;
    *id = sqlite3_last_insert_rowid(s->db);
    return true;
}

bool assay_store_end_run(struct assay_store *s, int64_t run, const char *finished, char *why,
                         size_t why_size)
{
    struct query q = query(s, "UPDATE run SET finished = ? WHERE id = ?");

    put_text(&q, finished);
    put_number(&q, (uint64_t)run);
    return change(s, &q, why, why_size);
}

bool assay_store_add_job(struct assay_store *s, const struct assay_store_job *job, int64_t *id,
                         char *why, size_t why_size)
{
    struct query q = query(
        s, "INSERT INTO job (run, block, params, scenario, backend, seed, cycles, knobs, tags,"
           " folder, rtl, fault, sources) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");

    put_number(&q, (uint64_t)job->run);
    put_text(&q, job->block);
    put_text(&q, job->params);
    put_text(&q, job->scenario);
    put_text(&q, job->backend);
    put_number(&q, job->seed);
    put_number(&q, job->cycles);
    put_text(&q, job->knobs);
    put_text(&q, job->tags);
    put_text(&q, job->folder ? job->folder : "");
    put_text(&q, job->rtl ? job->rtl : "");
    put_text(&q, job->fault ? job->fault : "");
    put_text(&q, job->sources ? job->sources : "");
    if (!change(s, &q, why, why_size))
        return false;
    *id = sqlite3_last_insert_rowid(s->db);
    return true;
}

bool assay_store_reset_job(struct assay_store *s, const struct assay_store_job *job, char *why,
                           size_t why_size)
{
    struct query q =
        query(s, "UPDATE job SET status = 'not-run', exit = NULL, verdict = NULL, cycles_run = 0,"
                 " compared = 0, transactions = 0, seconds = 0, fail_cycle = NULL, port = NULL,"
                 " reproduce = NULL, sources = ? WHERE id = ?");

    put_text(&q, job->sources ? job->sources : "");
    put_number(&q, (uint64_t)job->id);
    return change(s, &q, why, why_size);
}

bool assay_store_end_job(struct assay_store *s, const struct assay_store_job *job, char *why,
                         size_t why_size)
{
    struct query q =
        query(s, "UPDATE job SET status = ?, exit = ?, verdict = ?, cycles_run = ?, compared = ?,"
                 " transactions = ?, seconds = ?, fail_cycle = ?, port = ?, reproduce = ?, out = ?"
                 " WHERE id = ?");

    put_text(&q, assay_status_name(job->status));
    put_known(&q, job->exit);
    put_text(&q, job->verdict);
    put_number(&q, job->cycles_run);
    put_number(&q, job->compared);
    put_number(&q, job->transactions);
    put_seconds(&q, job->seconds);
    put_known(&q, job->fail_cycle);
    put_text(&q, job->port);
    put_text(&q, job->reproduce);
    put_text(&q, job->out);
    put_number(&q, (uint64_t)job->id);
    return change(s, &q, why, why_size);
}

/* --- reading --- */

bool assay_store_newest(struct assay_store *s, bool *found,
                        bool (*each)(void *arg, const struct assay_store_run *run), void *arg,
                        char *why, size_t why_size)
{
    struct query q =
        query(s, "SELECT id, list, started, finished, seed_base, host, system, version,"
                 " cores FROM run ORDER BY id DESC LIMIT 1");
    struct assay_store_run run;

    *found = next_row(&q);
    if (*found) {
        run.id = next_number(&q);
        run.list = some_text(&q);
        run.started = some_text(&q);
        run.finished = next_text(&q);
        run.seed_base = next_count(&q);
        run.host = some_text(&q);
        run.system = some_text(&q);
        run.version = some_text(&q);
        run.cores = next_number(&q);
        each(arg, &run);
    }
    return end_query(s, &q, why, why_size) == ASSAY_OK;
}

/* The columns of what says which job it is. */
#define KIND "block, params, scenario, backend, knobs, tags, cycles, folder, rtl, fault"
#define KIND_1 \
    "block, params, scenario, backend, knobs, tags, cycles, '' AS folder, '' AS rtl, '' AS fault"

/* The one text for version 1 of the schema, the other for 2. */
static const char *by_version(const struct assay_store *s, const char *one, const char *two)
{
    return s->version == 1 ? one : two;
}

static void get_kind(struct query *q, struct assay_store_job *j)
{
    j->block = some_text(q);
    j->params = some_text(q);
    j->scenario = some_text(q);
    j->backend = some_text(q);
    j->knobs = some_text(q);
    j->tags = some_text(q);
    j->cycles = next_count(q);
    j->folder = some_text(q);
    j->rtl = some_text(q);
    j->fault = some_text(q);
}

bool assay_store_jobs(struct assay_store *s, int64_t run,
                      bool (*each)(void *arg, const struct assay_store_job *job), void *arg,
                      char *why, size_t why_size)
{
#define REST                                                                              \
    " id, run, seed, status, exit, verdict, cycles_run, compared, transactions, seconds," \
    " fail_cycle, port, reproduce, out FROM job WHERE run = ? ORDER BY id"
    struct query q = query(s, by_version(s, "SELECT " KIND_1 ", '' AS sources," REST,
                                         "SELECT " KIND ", sources," REST));
#undef REST
    struct assay_store_job j;

    put_number(&q, (uint64_t)run);
    while (next_row(&q)) {
        get_kind(&q, &j);
        j.sources = some_text(&q);
        j.id = next_number(&q);
        j.run = next_number(&q);
        j.seed = next_count(&q);
        j.status = status_of(some_text(&q));
        j.exit = (int)next_known(&q);
        j.verdict = some_text(&q);
        j.cycles_run = next_count(&q);
        j.compared = next_count(&q);
        j.transactions = next_count(&q);
        j.seconds = next_seconds(&q);
        j.fail_cycle = next_known(&q);
        j.port = some_text(&q);
        j.reproduce = some_text(&q);
        j.out = some_text(&q);
        if (!each(arg, &j))
            break;
    }
    return end_query(s, &q, why, why_size) == ASSAY_OK;
}

bool assay_store_times(struct assay_store *s,
                       bool (*each)(void *arg, const struct assay_store_job *job, double seconds),
                       void *arg, char *why, size_t why_size)
{
#define REST " avg(seconds) FROM job WHERE status = 'pass' AND seconds > 0 GROUP BY "
    struct query q = query(s, by_version(s,
                                         "SELECT " KIND_1 "," REST
                                         "block, params, scenario, backend, knobs, tags, cycles",
                                         "SELECT " KIND "," REST KIND));
    struct assay_store_job job = {.sources = ""};
#undef REST

    while (next_row(&q)) {
        get_kind(&q, &job);
        if (!each(arg, &job, next_seconds(&q)))
            break;
    }
    return end_query(s, &q, why, why_size) == ASSAY_OK;
}

bool assay_store_trend(struct assay_store *s, bool (*each)(void *arg, const struct assay_trend *t),
                       void *arg, char *why, size_t why_size)
{
    struct query q = query(s, "SELECT run.id, started, list, count(*), sum(status = 'pass'),"
                              " sum(cycles_run), sum(seconds) FROM run JOIN job ON job.run = run.id"
                              " WHERE finished IS NOT NULL GROUP BY run.id ORDER BY run.id");
    struct assay_trend t;

    while (next_row(&q)) {
        t.run = next_number(&q);
        snprintf(t.started, sizeof t.started, "%s", some_text(&q));
        snprintf(t.list, sizeof t.list, "%s", some_text(&q));
        t.jobs = next_count(&q);
        t.passed = next_count(&q);
        t.cycles = next_count(&q);
        t.seconds = next_seconds(&q);
        if (!each(arg, &t))
            break;
    }
    return end_query(s, &q, why, why_size) == ASSAY_OK;
}
