/* store.c - the file of a result store: its schema, how it is opened and created. */
#include "regress/store.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "regress/query.h"
#include "regress/store_copy.h"
#include "regress/store_file.h"

/* Marks the file as one of this program, whatever its name: "Assy". */
enum { APPLICATION = 0x41737379 };

/* The jobs of one regression are always queried together, hence the index. Unsigned 64-bit
 * counts never reach 2^63 in practice; seeds may, and are negative from there on. */
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
    "'', sources TEXT NOT NULL DEFAULT '', known TEXT NOT NULL DEFAULT '');"
    "CREATE INDEX job_of_run ON job(run, id);"
    "CREATE TABLE fact ("
    " run INTEGER NOT NULL REFERENCES run(id), name TEXT NOT NULL, value TEXT NOT NULL);";

/* Upgrades from version 1 to 2, and from 2 to 3. */
static const char *const upgrade[] = {
    NULL,
    "ALTER TABLE job ADD COLUMN folder TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE job ADD COLUMN rtl TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE job ADD COLUMN fault TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE job ADD COLUMN sources TEXT NOT NULL DEFAULT '';"
    "PRAGMA user_version = 2",
    "ALTER TABLE job ADD COLUMN known TEXT NOT NULL DEFAULT '';"
    "CREATE TABLE fact ("
    " run INTEGER NOT NULL REFERENCES run(id), name TEXT NOT NULL, value TEXT NOT NULL);"
    "PRAGMA user_version = 3",
};

static const char *const status_names[ASSAY_JOB_STATUSES] = {
    [ASSAY_JOB_NOT_RUN] = "not-run", [ASSAY_JOB_PASS] = "pass",   [ASSAY_JOB_FAIL] = "fail",
    [ASSAY_JOB_TIMEOUT] = "timeout", [ASSAY_JOB_ERROR] = "error",
};

const char *assay_status_name(enum assay_status s)
{
    return status_names[s];
}

enum assay_status assay_status_of(const char *name)
{
    for (int i = 0; i < ASSAY_JOB_STATUSES; ++i)
        if (strcmp(status_names[i], name) == 0)
            return (enum assay_status)i;
    return ASSAY_JOB_ERROR;
}

/* --- errors and statements --- */

static bool is_damage(int code)
{
    return (code & 0xFF) == SQLITE_NOTADB || (code & 0xFF) == SQLITE_CORRUPT;
}

/* Put SQLite's message about the last operation into `why`, and return the matching exit status. */
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

bool assay_store_fail(const struct assay_store *s, char *why, size_t why_size)
{
    say(s, why, why_size);
    return false;
}

struct assay_query assay_store_query(const struct assay_store *s, const char *sql)
{
    return assay_query(s->db, sql);
}

enum assay_error assay_store_end(struct assay_store *s, struct assay_query *q, char *why,
                                 size_t why_size)
{
    const enum assay_error e = assay_query_good(q) ? ASSAY_OK : say(s, why, why_size);

    assay_query_end(q);
    return e;
}

/* --- opening --- */

/* Read the first column of the first row, as a number or as text. */
static enum assay_error ask(struct assay_store *s, const char *sql, int64_t *value, char *text,
                            size_t size, char *why, size_t why_size)
{
    struct assay_query q = assay_store_query(s, sql);

    if (assay_next_row(&q)) {
        if (value)
            *value = assay_next_number(&q);
        else
            snprintf(text, size, "%s", assay_some_text(&q));
    }
    return assay_store_end(s, &q, why, why_size);
}

/* Check an open file against the schema, only reading it. *blank: the file is empty. */
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

/* `path` is that of the store or of its copy. */
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

/* Whether the last operation failed because SQLite must not write beside the file. */
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
    for (; !blank && s->version < ASSAY_STORE_VERSION; ++s->version)
        if (sqlite3_exec(s->db, upgrade[s->version], NULL, NULL, NULL) != SQLITE_OK)
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
    bool blank = true,
         cut = false; /* cut: a writer was killed, and only a writer can roll back its changes */

    *store = NULL;
    s = allocate(path, why, why_size);
    if (!s)
        return ASSAY_ENVIRONMENT;
    /* An existing file is first examined without write access, because closing a writable
     * connection cleans up its log, which would be a change. */
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
