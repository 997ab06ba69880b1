/* store_file.h - shared by the source files of the result store. */
#ifndef ASSAY_REGRESS_STORE_FILE_H
#define ASSAY_REGRESS_STORE_FILE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "regress/query.h"

struct assay_store {
    sqlite3 *db;
    int64_t version; /* version of its schema */
    char *path;
};

/* Put SQLite's message about the last operation into `why`, and return false. */
bool assay_store_fail(const struct assay_store *s, char *why, size_t why_size);

struct assay_query assay_store_query(const struct assay_store *s, const char *sql);
enum assay_error assay_store_end(struct assay_store *s, struct assay_query *q, char *why,
                                 size_t why_size);

#endif
