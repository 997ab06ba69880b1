#include "regress/store_copy.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/tree.h"

static const char name[] = "/results.db";

/* Suffixes of files that SQLite keeps beside a database: its log, or initially its journal. */
static const char *const beside[] = {"-wal", "-journal"};

/* Returns false with errno set. */
static bool copy_file(const char *from, const char *to)
{
    char part[1 << 14];
    FILE *in = fopen(from, "rb"), *out = in ? fopen(to, "wb") : NULL;
    bool good = out != NULL;
    int error = errno;
    size_t n;

    while (good && (n = fread(part, 1, sizeof part, in)) != 0) {
        good = fwrite(part, 1, n, out) == n;
        error = errno;
    }
    if (good && ferror(in)) {
        error = errno;
        good = false;
    }
    if (out && fclose(out) != 0 && good) {
        error = errno;
        good = false;
    }
    if (in)
        fclose(in);
    errno = error;
    return good;
}

bool assay_store_copy(const char *path, char copy[PATH_MAX], char *why, size_t why_size)
{
    char folder[] = "/tmp/assay-store-XXXXXX", from[PATH_MAX], to[PATH_MAX];
    bool good;

    if (!mkdtemp(folder)) {
        snprintf(why, why_size, "%s: %s: expected to copy %s to there", folder, strerror(errno),
                 path);
        return false;
    }
    snprintf(copy, PATH_MAX, "%s%s", folder, name);
    good = copy_file(path, copy);
    for (size_t i = 0; good && i < sizeof beside / sizeof beside[0]; ++i) {
        assay_path(from, sizeof from, "%s%s", path, beside[i]);
        assay_path(to, sizeof to, "%s%s", copy, beside[i]);
        good = copy_file(from, to) || errno == ENOENT;
    }
    if (!good) {
        snprintf(why, why_size, "%s: %s: expected to copy it to %s", path, strerror(errno), folder);
        assay_tree_remove(folder);
    }
    return good;
}

void assay_store_copy_remove(const char *copy)
{
    char folder[PATH_MAX];

    snprintf(folder, sizeof folder, "%.*s", (int)(strlen(copy) - strlen(name)), copy);
    assay_tree_remove(folder);
}
