#include "base/xml_tags.h"

#include <string.h>

/* The '>' that ends a tag, ignoring those within quotes. NULL if there is none. */
static const char *tag_end(const char *at)
{
    char quote = '\0';

    for (; *at; ++at) {
        if (quote)
            quote = *at == quote ? '\0' : quote;
        else if (*at == '"' || *at == '\'')
            quote = *at;
        else if (*at == '>')
            return at;
    }
    return NULL;
}

bool assay_xml_next(struct assay_xml_tags *t)
{
    while ((t->at = strchr(t->at, '<')) != NULL) {
        const char *end;

        if (strncmp(t->at, "<!--", 4) == 0) {
            end = strstr(t->at, "-->");
            if (!end)
                break;
            t->at = end + 3;
            continue;
        }
        end = tag_end(t->at);
        if (!end)
            break;
        t->name = t->at + 1;
        t->at = end + 1;
        if (*t->name == '?' || *t->name == '!')
            continue;
        t->end = end;
        t->closes = *t->name == '/';
        t->name += t->closes;
        t->empty = end[-1] == '/';
        t->name_size = strcspn(t->name, " \t\r\n/>");
        return true;
    }
    t->at = "";
    return false;
}

bool assay_xml_is(const struct assay_xml_tags *t, const char *name)
{
    return strlen(name) == t->name_size && memcmp(t->name, name, t->name_size) == 0;
}

/* The character that an entity stands for; *n is the entity's length. An
 * unknown one yields its '&'. */
static char entity(const char *at, size_t *n)
{
    static const struct {
        const char *text;
        char c;
    } known[] = {{"&lt;", '<'},    {"&gt;", '>'},   {"&amp;", '&'},   {"&quot;", '"'},
                 {"&apos;", '\''}, {"&#39;", '\''}, {"&#x27;", '\''}, {"&#34;", '"'}};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        *n = strlen(known[i].text);
        if (strncmp(at, known[i].text, *n) == 0)
            return known[i].c;
    }
    *n = 1;
    return *at;
}

static bool take_value(const char *at, char quote, char *value, size_t size)
{
    size_t used = 0, n;

    for (; *at != quote; at += n) {
        char c = *at;

        n = 1;
        if (c == '&')
            c = entity(at, &n);
        if (used + 1 == size) {
            value[0] = '\0';
            return false;
        }
        value[used++] = c;
    }
    value[used] = '\0';
    return true;
}

bool assay_xml_attribute(const struct assay_xml_tags *t, const char *name, char *value, size_t size)
{
    const char *at = t->name + t->name_size;

    value[0] = '\0';
    while (at < t->end) {
        const char *const key = at + strspn(at, " \t\r\n");
        const size_t n = strcspn(key, "= \t\r\n/>");
        const char *text, *close;

        text = key + n + strspn(key + n, "= \t\r\n");
        if (n == 0 || text >= t->end || (*text != '"' && *text != '\''))
            return false;
        close = strchr(text + 1, *text);
        if (!close)
            return false;
        if (strlen(name) == n && memcmp(key, name, n) == 0)
            return take_value(text + 1, *text, value, size);
        at = close + 1;
    }
    return false;
}
