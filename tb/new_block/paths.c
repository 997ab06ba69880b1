#include "new_block/paths.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

/* Makes the path of a folder absolute. Its last components need not exist yet. */
static bool future_path(const char *folder, char *path, size_t size)
{
    char head[PATH_MAX], real[PATH_MAX];
    size_t n = strlen(folder);

    for (;;) {
        assay_path(head, sizeof head, "%.*s", (int)n, folder);
        if (realpath(n ? head : folder[0] == '/' ? "/" : ".", real)) {
            assay_path(path, size, "%s%s%s", strcmp(real, "/") == 0 ? "" : real,
                       folder[n] && folder[n] != '/' ? "/" : "", folder + n);
            return true;
        }
        if (n == 0)
            return false;
        while (n && folder[n - 1] != '/')
            --n;
        while (n && folder[n - 1] == '/')
            --n;
    }
}

bool assay_new_path_from(const char *folder, const char *file, char *path, size_t size)
{
    char from[PATH_MAX], to[PATH_MAX];
    struct assay_text t = {0};
    size_t same = 0;
    bool good = realpath(file, to) && future_path(folder, from, sizeof from);

    for (size_t i = 0; good && from[i] && from[i] == to[i]; ++i)
        if (from[i] == '/')
            same = i + 1;
    for (const char *rest = from + same; good && *rest;) {
        assay_text_add(&t, "../");
        rest += strcspn(rest, "/");
        rest += strspn(rest, "/");
    }
    if (good)
        assay_path(path, size, "%s%s", assay_text_get(&t), to + same);
    good = good && !t.failed;
    assay_text_free(&t);
    return good;
}
