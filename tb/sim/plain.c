#include "sim/plain.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"

/* Directives that neither include nor define anything. */
static const char *const harmless[] = {
    "default_nettype", "timescale",     "ifdef",
    "ifndef",          "elsif",         "else",
    "endif",           "resetall",      "nounconnected_drive",
    "celldefine",      "endcelldefine", "unconnected_drive",
};

static const char word_characters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$";

static bool is_harmless(const char *word, size_t n)
{
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; ++i)
        if (strlen(harmless[i]) == n && memcmp(harmless[i], word, n) == 0)
            return true;
    return false;
}

/* The end of the string that begins at a quote; NULL if the line ends first. */
static const char *after_string(const char *at)
{
    for (++at; *at && *at != '\n'; ++at) {
        if (*at == '"')
            return at + 1;
        if (*at == '\\' && at[1])
            ++at;
    }
    return NULL;
}

/*
 * Whether the text has no directives but the harmless ones, so that it uses no macro either. Verilator
 * removes carriage returns and NULs, also from the middle of a word. A backslash outside of strings
 * begins a name in which quotes and slashes mean nothing.
 */
static bool is_plain(const char *text, size_t size)
{
    const char *at = text;

    if (strlen(text) != size || strpbrk(text, "\r"))
        return false;
    while (at && *(at += strcspn(at, "/\"\\`"))) {
        size_t n;

        if (strncmp(at, "//", 2) == 0) {
            at += strcspn(at, "\n");
            if (at[-1] == '\\') /* may go on in the next line */
                return false;
        } else if (strncmp(at, "/*", 2) == 0) {
            at = strstr(at + 2, "*/");
            at = at ? at + 2 : NULL;
        } else if (*at == '/') {
            ++at;
        } else if (*at == '"') {
            at = after_string(at);
        } else if (*at == '`' && is_harmless(at + 1, n = strspn(at + 1, word_characters))) {
            at += 1 + n;
        } else {
            return false;
        }
    }
    return at != NULL;
}

static bool hash_source(const char *path, struct assay_hash *h)
{
    char *text, why[PATH_MAX + 128];
    size_t size;
    bool plain;

    if (assay_read_file(path, SIZE_MAX, "a source", &text, &size, why, sizeof why) != ASSAY_OK)
        return false;
    plain = is_plain(text, size);
    if (plain)
        assay_hash_text(h, text);
    free(text);
    return plain;
}

bool assay_plain_hash(const struct assay_filelist *list, struct assay_hash *h)
{
    bool plain = !assay_filelist_has_libraries(list);

    assay_hash_text(h, "plain");
    for (size_t i = 0; i < list->defines.n; ++i)
        assay_hash_text(h, list->defines.v[i]);
    for (size_t i = 0; plain && i < list->sources.n; ++i) {
        assay_hash_text(h, "source");
        plain = hash_source(list->sources.v[i], h);
    }
    return plain;
}
