/* merge.c - add up the coverage of all jobs of a regression. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "coverage/codecov.h"
#include "coverage/store.h"
#include "regress/run.h"

/* Merge the coverage of lines and toggles. If no job counted them, remove the file that an
 * earlier regression left. */
static bool merge_code(const struct assay_regress *r, char *why, size_t why_size)
{
    struct assay_codecov code = {0};
    char path[PATH_MAX + 64];
    bool good = true;

    for (size_t i = 0; good && i < r->jobs->n; ++i) {
        if (!r->jobs->job[i].entry->code_coverage)
            continue;
        assay_path(path, sizeof path, "%s/jobs/%lld/code.dat", r->out,
                   (long long)r->jobs->job[i].id);
        if (access(path, F_OK) == 0)
            good = assay_codecov_load(&code, path, why, why_size);
    }
    assay_path(path, sizeof path, "%s/code.dat", r->out);
    if (good && code.n)
        good = assay_codecov_save(&code, path, why, why_size);
    else if (good)
        unlink(path);
    assay_codecov_free(&code);
    return good;
}

enum assay_error assay_regress_merge(const struct assay_regress *r, char *why, size_t why_size)
{
    struct assay_cover *db;
    char path[PATH_MAX + 64];
    const size_t n = assay_block_count();
    bool good = true;

    db = calloc(n + 1, sizeof *db);
    if (!db) {
        snprintf(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    for (size_t i = 0; good && i < r->jobs->n; ++i) {
        assay_path(path, sizeof path, "%s/jobs/%lld/coverage.txt", r->out,
                   (long long)r->jobs->job[i].id);
        if (access(path, F_OK) == 0)
            good = assay_cover_load(db, path, why, why_size);
    }
    assay_path(path, sizeof path, "%s/coverage.txt", r->out);
    good =
        good && assay_cover_save_merged(db, n, path, why, why_size) && merge_code(r, why, why_size);
    for (size_t i = 0; i < n; ++i)
        assay_cover_close(&db[i]);
    free(db);
    return good ? ASSAY_OK : ASSAY_ENVIRONMENT;
}
