#define _GNU_SOURCE /* for memmem */
#include "sim/plain.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"

static bool hash_source(const char *path, struct assay_hash *h)
{
    static const char *const others[] = {"`include", "``", "`__FILE__"};
    char *text, why[PATH_MAX + 128];
    size_t size;
    bool plain = true;

    if (assay_read_file(path, SIZE_MAX, "a source", &text, &size, why, sizeof why) != ASSAY_OK)
        return false;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i)
        plain = plain && !memmem(text, size, others[i], strlen(others[i]));
    if (plain) {
        assay_hash_text(h, "source");
        assay_hash_data(h, &size, sizeof size);
        assay_hash_data(h, text, size);
    }
    free(text);
    return plain;
}

bool assay_plain_hash(const struct assay_filelist *list, struct assay_hash *h)
{
    bool plain = !assay_filelist_has_libraries(list);

    if (plain)
        assay_hash_text(h, "plain");
    for (size_t i = 0; i < list->defines.n; ++i)
        assay_hash_text(h, list->defines.v[i]);
    for (size_t i = 0; plain && i < list->sources.n; ++i)
        plain = hash_source(list->sources.v[i], h);
    return plain;
}
