/* query.c - SQLite statements: binding values and reading rows. */
#include "regress/query.h"

#include <stddef.h>

struct assay_query assay_query(sqlite3 *db, const char *sql)
{
    struct assay_query q = {NULL, 0, SQLITE_OK};

    q.code = sqlite3_prepare_v2(db, sql, -1, &q.stmt, NULL);
    return q;
}

void assay_put_text(struct assay_query *q, const char *text)
{
    if (q->code == SQLITE_OK)
        q->code = sqlite3_bind_text(q->stmt, ++q->n, text, -1, SQLITE_STATIC);
}

void assay_put_number(struct assay_query *q, uint64_t v)
{
    if (q->code == SQLITE_OK)
        q->code = sqlite3_bind_int64(q->stmt, ++q->n, v > INT64_MAX ? INT64_MAX : (int64_t)v);
}

void assay_put_seed(struct assay_query *q, uint64_t v)
{
    if (q->code == SQLITE_OK)
        q->code = sqlite3_bind_int64(q->stmt, ++q->n, (int64_t)v);
}

void assay_put_seconds(struct assay_query *q, double v)
{
    if (q->code == SQLITE_OK)
        q->code = sqlite3_bind_double(q->stmt, ++q->n, v);
}

void assay_put_known(struct assay_query *q, int64_t v)
{
    if (v >= 0)
        assay_put_number(q, (uint64_t)v);
    else if (q->code == SQLITE_OK)
        q->code = sqlite3_bind_null(q->stmt, ++q->n);
}

bool assay_next_row(struct assay_query *q)
{
    if (q->code == SQLITE_OK || q->code == SQLITE_ROW)
        q->code = sqlite3_step(q->stmt);
    q->n = 0;
    return q->code == SQLITE_ROW;
}

const char *assay_next_text(struct assay_query *q)
{
    const bool null = sqlite3_column_type(q->stmt, q->n) == SQLITE_NULL;
    const char *text = (const char *)sqlite3_column_text(q->stmt, q->n++);

    if (!null && !text)
        q->code = SQLITE_NOMEM;
    return text;
}

const char *assay_some_text(struct assay_query *q)
{
    const char *text = assay_next_text(q);

    return text ? text : "";
}

int64_t assay_next_number(struct assay_query *q)
{
    return sqlite3_column_int64(q->stmt, q->n++);
}

uint64_t assay_next_count(struct assay_query *q)
{
    return (uint64_t)assay_next_number(q);
}

double assay_next_seconds(struct assay_query *q)
{
    return sqlite3_column_double(q->stmt, q->n++);
}

int64_t assay_next_known(struct assay_query *q)
{
    const bool null = sqlite3_column_type(q->stmt, q->n) == SQLITE_NULL;
    const int64_t v = assay_next_number(q);

    return null ? -1 : v;
}

bool assay_query_good(const struct assay_query *q)
{
    return q->code == SQLITE_OK || q->code == SQLITE_ROW || q->code == SQLITE_DONE;
}

void assay_query_end(struct assay_query *q)
{
    sqlite3_finalize(q->stmt);
}
