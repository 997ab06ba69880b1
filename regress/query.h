/*
 * query.h - a statement of SQLite: values are put in the order of its question marks, and of each row the
 * columns are taken in their order.
 *
 * The first error stays in the query: nothing is put or run after it, and assay_query_good tells of it.
 */
#ifndef ASSAY_REGRESS_QUERY_H
#define ASSAY_REGRESS_QUERY_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

struct assay_query {
    sqlite3_stmt *stmt;
    int n;    /* of values put, or of columns taken from this row */
    int code; /* SQLITE_ROW or SQLITE_DONE: of the last step; another but SQLITE_OK: the error */
};

/* To be ended by assay_query_end, whatever comes between. */
struct assay_query assay_query(sqlite3 *db, const char *sql);

/* The text, NULL included, has to stay until the query ends. */
void assay_put_text(struct assay_query *q, const char *text);
/* Of unsigned values, those of 2^63 and more become 2^63 - 1. */
void assay_put_number(struct assay_query *q, uint64_t v);
/* All 64 bits: SQLite's numbers have a sign, and seeds of 2^63 and more are negative ones there. */
void assay_put_seed(struct assay_query *q, uint64_t v);
void assay_put_seconds(struct assay_query *q, double v);
/* Below 0 is NULL. */
void assay_put_known(struct assay_query *q, int64_t v);

/* Go to the next row. False after the last row, and after an error. */
bool assay_next_row(struct assay_query *q);

/* A text is good until the next row. NULL is NULL. */
const char *assay_next_text(struct assay_query *q);
/* NULL is "". */
const char *assay_some_text(struct assay_query *q);
int64_t assay_next_number(struct assay_query *q);
uint64_t assay_next_count(struct assay_query *q);
double assay_next_seconds(struct assay_query *q);
/* NULL is -1. */
int64_t assay_next_known(struct assay_query *q);

/* False after an error; sqlite3_extended_errcode tells which, until the query ends. */
bool assay_query_good(const struct assay_query *q);

/* After the rows that were wanted, be it all or not. */
void assay_query_end(struct assay_query *q);

#endif
