/*
 * mutate_store.c - the results of a campaign in an SQLite file, so that a killed campaign can be
 * resumed.
 *
 * Two tables: campaign, with a key of everything that affects the results (text, draw, runs), and
 * mutant, with a row for each result.
 */
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "regress/mutate.h"
#include "regress/query.h"

/* Marks the file as one of this program: "Assm". */
enum { APPLICATION = 0x4173736d, BUSY = 30000 /* ms */ };

struct assay_mutate_store {
    sqlite3 *db;
};

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS campaign ("
    " key TEXT PRIMARY KEY, block TEXT NOT NULL, params TEXT NOT NULL, mutants INTEGER NOT NULL,"
    " candidates INTEGER NOT NULL, version TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS mutant ("
    " number INTEGER PRIMARY KEY, file TEXT NOT NULL, line INTEGER NOT NULL, module TEXT NOT NULL,"
    " kind TEXT NOT NULL, control INTEGER NOT NULL, what TEXT NOT NULL, verdict TEXT NOT NULL,"
    " how INTEGER NOT NULL, run INTEGER NOT NULL, cycle INTEGER NOT NULL, cycles INTEGER NOT NULL,"
    " port TEXT NOT NULL, late INTEGER NOT NULL, infected INTEGER);";

static bool fail(const struct assay_campaign *c, const char *path, char *why, size_t why_size)
{
    const int code = sqlite3_extended_errcode(c->store->db) & 0xFF;
    const bool damaged = code == SQLITE_NOTADB || code == SQLITE_CORRUPT;

    snprintf(why, why_size, "%s: %s: expected %s", path, sqlite3_errmsg(c->store->db),
             damaged ? "a store of `assay mutate`" : "to write results there");
    return false;
}

static bool execute(const struct assay_campaign *c, const char *path, const char *sql, char *why,
                    size_t why_size)
{
    return sqlite3_exec(c->store->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           fail(c, path, why, why_size);
}

static void bind_number(sqlite3_stmt *s, int i, uint64_t v)
{
    sqlite3_bind_int64(s, i, v > INT64_MAX ? INT64_MAX : (int64_t)v);
}

static bool add_campaign(const struct assay_campaign *c, const char *path, char *why,
                         size_t why_size)
{
    sqlite3_stmt *s = NULL;
    bool ok = sqlite3_prepare_v2(c->store->db, "INSERT INTO campaign VALUES (?, ?, ?, ?, ?, ?)", -1,
                                 &s, NULL) == SQLITE_OK;

    if (ok) {
        sqlite3_bind_text(s, 1, c->key, -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 2, c->block->model->name, -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 3, c->values, -1, SQLITE_STATIC);
        bind_number(s, 4, c->n);
        bind_number(s, 5, c->candidates);
        sqlite3_bind_text(s, 6, ASSAY_VERSION, -1, SQLITE_STATIC);
        ok = sqlite3_step(s) == SQLITE_DONE;
    }
    sqlite3_finalize(s);
    return ok || fail(c, path, why, why_size);
}

/* Whether the store belongs to this campaign; *found is false if it has none yet. */
static bool same_campaign(const struct assay_campaign *c, const char *path, bool *found, char *why,
                          size_t why_size)
{
    sqlite3_stmt *s = NULL;
    bool ok =
        sqlite3_prepare_v2(c->store->db, "SELECT key FROM campaign", -1, &s, NULL) == SQLITE_OK;
    const int code = ok ? sqlite3_step(s) : SQLITE_ERROR;

    *found = code == SQLITE_ROW;
    ok = *found || code == SQLITE_DONE;
    if (!ok)
        fail(c, path, why, why_size);
    if (*found && strcmp((const char *)sqlite3_column_text(s, 0), c->key) != 0) {
        snprintf(why, why_size,
                 "%s: holds another campaign: expected the same program, block, parameters, RTL, "
                 "draw and stimulus, or another --out",
                 path);
        ok = false;
    }
    sqlite3_finalize(s);
    return ok;
}

static enum assay_mutant_verdict verdict_of(const char *name)
{
    for (int v = 0; v < ASSAY_MUTANT_VERDICTS; ++v)
        if (strcmp(name, assay_mutant_verdict_name((enum assay_mutant_verdict)v)) == 0)
            return (enum assay_mutant_verdict)v;
    return ASSAY_MUTANT_NOT_RUN;
}

/* Read the stored results. Mutants whose trial broke are left out, so that they are tried again. */
static bool read_results(struct assay_campaign *c, const char *path, char *why, size_t why_size)
{
    sqlite3_stmt *s = NULL;
    int code = sqlite3_prepare_v2(c->store->db,
                                  "SELECT number, verdict, how, run, cycle, cycles, port, late, "
                                  "infected FROM mutant WHERE verdict != 'broken'",
                                  -1, &s, NULL);

    while (code == SQLITE_OK || code == SQLITE_ROW) {
        struct assay_mutate_entry *e;
        sqlite3_int64 number;

        code = sqlite3_step(s);
        number = code == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
        if (number < 1 || (uint64_t)number > c->n)
            continue;
        e = &c->entry[number - 1];
        e->result.verdict = verdict_of((const char *)sqlite3_column_text(s, 1));
        e->result.how = (enum assay_verdict)sqlite3_column_int(s, 2);
        e->result.run = (size_t)sqlite3_column_int64(s, 3);
        e->result.cycle = (uint64_t)sqlite3_column_int64(s, 4);
        e->result.cycles = (uint64_t)sqlite3_column_int64(s, 5);
        snprintf(e->result.port, sizeof e->result.port, "%s",
                 (const char *)sqlite3_column_text(s, 6));
        if (e->result.run >= c->n_runs + c->n_longer) {
            e->result = (struct assay_mutant_result){0};
            continue;
        }
        e->late = sqlite3_column_int(s, 7) != 0;
        e->counted = sqlite3_column_type(s, 8) != SQLITE_NULL;
        e->infected = (uint64_t)sqlite3_column_int64(s, 8);
    }
    sqlite3_finalize(s);
    return code == SQLITE_DONE || fail(c, path, why, why_size);
}

static bool ask(const struct assay_campaign *c, const char *path, const char *sql, int64_t *value,
                char *why, size_t why_size)
{
    struct assay_query q = assay_query(c->store->db, sql);
    bool good;

    if (assay_next_row(&q))
        *value = assay_next_number(&q);
    good = assay_query_good(&q) || fail(c, path, why, why_size);
    assay_query_end(&q);
    return good;
}

/* Check that an open file is the store of a campaign, or empty. */
static bool check(const struct assay_campaign *c, const char *path, char *why, size_t why_size)
{
    int64_t application = 0, tables = 0;

    if (!ask(c, path, "PRAGMA application_id", &application, why, why_size) ||
        !ask(c, path, "SELECT count(*) FROM sqlite_master", &tables, why, why_size))
        return false;
    if (application == APPLICATION || (application == 0 && tables == 0))
        return true;
    snprintf(why, why_size, "%s: another program's database: expected a store of `assay mutate`",
             path);
    return false;
}

static bool connect_to(const struct assay_campaign *c, const char *path, int flags, char *why,
                       size_t why_size)
{
    if (sqlite3_open_v2(path, &c->store->db, flags, NULL) != SQLITE_OK)
        return fail(c, path, why, why_size);
    sqlite3_busy_timeout(c->store->db, BUSY); /* another process may be reading it */
    return true;
}

/* Check an existing file without write access, because closing a writable connection cleans up its
 * log, which would be a change. One that a killed writer left in the middle of a change is good so
 * far: only a writer can roll that back. */
static bool check_existing(const struct assay_campaign *c, const char *path, char *why,
                           size_t why_size)
{
    const bool good =
        connect_to(c, path, SQLITE_OPEN_READONLY, why, why_size) && check(c, path, why, why_size);
    const bool cut = sqlite3_extended_errcode(c->store->db) == SQLITE_READONLY_ROLLBACK;

    sqlite3_close(c->store->db);
    c->store->db = NULL;
    return good || cut;
}

/* Set up a new store, or check one that is to be resumed. */
static bool prepare(struct assay_campaign *c, const char *path, bool resume, char *why,
                    size_t why_size)
{
    char application[64];
    bool found;

    snprintf(application, sizeof application, "PRAGMA application_id = %d", APPLICATION);
    if (!execute(c, path, "PRAGMA journal_mode = WAL", why, why_size) ||
        !execute(c, path, application, why, why_size) || !execute(c, path, schema, why, why_size) ||
        !same_campaign(c, path, &found, why, why_size))
        return false;
    if (!found)
        return add_campaign(c, path, why, why_size);
    return !resume || read_results(c, path, why, why_size);
}

bool assay_mutate_store_open(struct assay_campaign *c, const char *path, bool resume, char *why,
                             size_t why_size)
{
    struct stat st;
    const bool there = stat(path, &st) == 0;

    if (resume && !there) {
        snprintf(why, why_size, "%s: %s: expected the store of a campaign to continue", path,
                 strerror(errno));
        return false;
    }
    if (!resume && there) {
        snprintf(why, why_size, "%s: exists: expected --resume to continue it, or another --out",
                 path);
        return false;
    }
    c->store = calloc(1, sizeof *c->store);
    if (!c->store) {
        snprintf(why, why_size, "out of memory");
        return false;
    }
    if (there && !check_existing(c, path, why, why_size))
        return false;
    return connect_to(c, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, why, why_size) &&
           check(c, path, why, why_size) && prepare(c, path, resume, why, why_size);
}

bool assay_mutate_store_add(struct assay_campaign *c, size_t number, char *why, size_t why_size)
{
    const struct assay_mutate_entry *const e = &c->entry[number];
    const struct assay_mutant_result *const r = &e->result;
    sqlite3_stmt *s = NULL;
    bool ok =
        sqlite3_prepare_v2(
            c->store->db,
            "INSERT OR REPLACE INTO mutant VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            -1, &s, NULL) == SQLITE_OK;

    if (ok) {
        bind_number(s, 1, number + 1);
        sqlite3_bind_text(s, 2, assay_campaign_file(c, e->mutant), -1, SQLITE_STATIC);
        bind_number(s, 3, e->mutant->line);
        sqlite3_bind_text(s, 4, e->mutant->module, -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 5, assay_mutant_kind_name(e->mutant->kind), -1, SQLITE_STATIC);
        bind_number(s, 6, e->mutant->control);
        sqlite3_bind_text(s, 7, e->mutant->what, -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 8, assay_mutant_verdict_name(r->verdict), -1, SQLITE_STATIC);
        bind_number(s, 9, r->how);
        bind_number(s, 10, r->run);
        bind_number(s, 11, r->cycle);
        bind_number(s, 12, r->cycles);
        sqlite3_bind_text(s, 13, r->port, -1, SQLITE_STATIC);
        bind_number(s, 14, e->late);
        if (e->counted)
            bind_number(s, 15, e->infected);
        ok = sqlite3_step(s) == SQLITE_DONE;
    }
    sqlite3_finalize(s);
    return ok || fail(c, "mutants.sqlite", why, why_size);
}

void assay_mutate_store_close(struct assay_campaign *c)
{
    if (!c->store)
        return;
    sqlite3_close(c->store->db);
    free(c->store);
    c->store = NULL;
}
