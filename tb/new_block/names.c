#include "new_block/names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/unknown.h"

bool assay_new_is_one_of(const char *text, const char *const *words)
{
    return assay_word_find(words, text) >= 0;
}

bool assay_new_ends_with(const char *text, const char *tail)
{
    const size_t n = strlen(text), k = strlen(tail);

    return n >= k && strcmp(text + n - k, tail) == 0;
}

bool assay_new_begins_with(const char *text, const char *head)
{
    return strncmp(text, head, strlen(head)) == 0;
}

void assay_new_base(const char *name, bool input, char *base, size_t size)
{
    static const char *const tails[2][3] = {{"_o", "_out", NULL}, {"_i", "_in", NULL}};
    const char *const head = input ? "i_" : "o_";
    size_t n;

    if (strncmp(name, head, 2) == 0 && name[2])
        name += 2;
    snprintf(base, size, "%s", name);
    n = strlen(base);
    for (const char *const *tail = tails[input]; *tail; ++tail)
        if (assay_new_ends_with(base, *tail) && n > strlen(*tail)) {
            base[n - strlen(*tail)] = '\0';
            return;
        }
}

void assay_new_lower(char *text)
{
    for (; *text; ++text)
        *text = (char)tolower((unsigned char)*text);
}

bool assay_new_is_data(const char *lower)
{
    static const char *const words[] = {
        "data",  "datain", "dataout", "din",    "dout", "d",       "q",    "addr", "address",
        "last",  "keep",   "strb",    "id",     "tag",  "user",    "dest", "sop",  "eop",
        "first", "len",    "op",      "opcode", "cmd",  "word",    "byte", "char", "value",
        "x",     "y",      "a",       "b",      "c",    "payload", "mask", "be",   "code",
        "err",   "error",  "symbol",  "pixel",  NULL};

    return assay_new_is_one_of(lower, words) || assay_new_begins_with(lower, "data") ||
           assay_new_ends_with(lower, "_data") || assay_new_ends_with(lower, "data");
}

/* Whether it ends in an AXI channel, which precedes
 * the word without an underscore: awvalid, tvalid. */
static bool ends_in_channel(const char *before)
{
    static const char *const channels[] = {"t", "aw", "w", "b", "ar", "r", NULL};
    const char *last = strrchr(before, '_');

    return assay_new_is_one_of(last ? last + 1 : before, channels);
}

bool assay_new_split(const char *lower, const char *camel, const char *word, char *before,
                     char *after, size_t size)
{
    const size_t n = strlen(word);

    for (const char *at = strstr(lower, word); at; at = strstr(at + 1, word)) {
        const size_t head = (size_t)(at - lower);
        const bool begins =
            head == 0 || at[-1] == '_' ||
            (isupper((unsigned char)camel[head]) && islower((unsigned char)camel[head - 1]));

        snprintf(before, size, "%.*s", (int)head, lower);
        if ((begins || ends_in_channel(before)) && (at[n] == '\0' || at[n] == '_')) {
            snprintf(after, size, "%s", at + n);
            return true;
        }
    }
    return false;
}
