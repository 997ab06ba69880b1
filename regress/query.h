/*
 * query.h - an SQLite statement. Values are bound in the order of its question marks, and the
 * columns of each row are read in order.
 *
 * The query keeps its first error: nothing is bound or run after it, and assay_query_good reports
 * it.
 */
#ifndef ASSAY_REGRESS_QUERY_H
#define ASSAY_REGRESS_QUERY_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

struct assay_query {
    sqlite3_stmt *stmt;
    int n;    /* number of values bound, or of columns read from this row */
    int code; /* SQLITE_ROW or SQLITE_DONE: of the last step; any other than SQLITE_OK: the error */
};

/* Always end it with assay_query_end, even after an error. */
struct assay_query assay_query(sqlite3 *db, const char *sql);

/* The text, which may be NULL, must stay valid until the query ends. */
void assay_put_text(struct assay_query *q, const char *text);
/* Values of 2^63 and more are stored as 2^63 - 1. */
void assay_put_number(struct assay_query *q, uint64_t v);
/* All 64 bits. SQLite's numbers are signed, so seeds of 2^63 and more are stored as negative
 * ones. */
void assay_put_seed(struct assay_query *q, uint64_t v);
void assay_put_seconds(struct assay_query *q, double v);
/* Negative values are stored as NULL. */
void assay_put_known(struct assay_query *q, int64_t v);

/* Go to the next row. Returns false after the last row and after an error. */
bool assay_next_row(struct assay_query *q);

/* The text is valid until the next row. NULL is returned as NULL. */
const char *assay_next_text(struct assay_query *q);
/* NULL is returned as "". */
const char *assay_some_text(struct assay_query *q);
int64_t assay_next_number(struct assay_query *q);
uint64_t assay_next_count(struct assay_query *q);
double assay_next_seconds(struct assay_query *q);
/* NULL is returned as -1. */
int64_t assay_next_known(struct assay_query *q);

/* Returns false after an error; until the query ends, sqlite3_extended_errcode says which. */
bool assay_query_good(const struct assay_query *q);

/* Call this after the rows that were wanted, whether those were all or not. */
void assay_query_end(struct assay_query *q);

#endif
