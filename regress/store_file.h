/* store_file.h - what the sources of the result store share. */
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
    int64_t version; /* of its schema */
    char *path;
};

/* What SQLite says of the last thing done, as a message in `why` and as an exit status. */
enum assay_error assay_store_say(const struct assay_store *s, char *why, size_t why_size);
/* Likewise; false. */
bool assay_store_fail(const struct assay_store *s, char *why, size_t why_size);

struct assay_query assay_store_query(const struct assay_store *s, const char *sql);
enum assay_error assay_store_end(struct assay_store *s, struct assay_query *q, char *why,
                                 size_t why_size);

#endif
