#include "sim/patched.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"

/* Parses "12,3" or "12": the first line and the number of lines. */
static const char *range(const char *at, unsigned *first, unsigned *n)
{
    char *end;

    *first = (unsigned)strtoul(at, &end, 10);
    *n = 1;
    if (*end == ',')
        *n = (unsigned)strtoul(end + 1, &end, 10);
    return end;
}

/* Parses "@@ -12,3 +12,4 @@". For an empty range, diff gives the line before it;
 * add one to get its start. */
static bool add_hunk(struct assay_patched *p, const char *line)
{
    struct assay_patched_hunk h, *more = realloc(p->hunk, (p->n + 1) * sizeof *more);
    const char *at;

    if (!more)
        return false;
    p->hunk = more;
    at = range(line + strlen("@@ -"), &h.was, &h.n_was);
    at += strcspn(at, "+");
    range(at + (*at == '+'), &h.now, &h.n_now);
    h.was += h.n_was == 0;
    h.now += h.n_now == 0;
    more[p->n++] = h;
    return true;
}

enum assay_error assay_patched_read(struct assay_patched *p, const char *original, const char *copy,
                                    char *why, size_t why_size)
{
    char tool[] = "diff", lines[] = "-U0", text[] = "--text", end[] = "--";
    char *const was = strdup(original), *const now = strdup(copy);
    char *argv[] = {tool, lines, text, end, was, now, NULL};
    struct assay_output out = {0};
    enum assay_error e = ASSAY_OK;
    const int status = was && now ? assay_process_text(argv, NULL, &out) : ASSAY_NOT_STARTED;

    memset(p, 0, sizeof *p);
    if (status != 0 && status != 1) {
        snprintf(why, why_size,
                 "diff: cannot compare %s with its patched copy (status %d): expected it to be "
                 "installed",
                 original, status);
        e = ASSAY_ENVIRONMENT;
    }
    for (const char *line = out.text; e == ASSAY_OK && line && *line;) {
        const char *const next = strchr(line, '\n');

        if (strncmp(line, "@@ -", 4) == 0 && !add_hunk(p, line)) {
            snprintf(why, why_size, "out of memory");
            e = ASSAY_ENVIRONMENT;
        }
        line = next ? next + 1 : NULL;
    }
    if (e != ASSAY_OK)
        assay_patched_free(p);
    free(out.text);
    free(was);
    free(now);
    return e;
}

void assay_patched_free(struct assay_patched *p)
{
    free(p->hunk);
    memset(p, 0, sizeof *p);
}

unsigned assay_patched_line(const struct assay_patched *p, unsigned line, bool *changed)
{
    unsigned was = line;

    *changed = false;
    for (size_t i = 0; i < p->n && line >= p->hunk[i].now; ++i) {
        const struct assay_patched_hunk *h = &p->hunk[i];
        const unsigned in = line - h->now;

        *changed = in < h->n_now;
        if (!*changed)
            was = h->was + h->n_was + (in - h->n_now);
        else if (h->n_was)
            was = h->was + (in < h->n_was ? in : h->n_was - 1);
        else
            was = h->was > 1 ? h->was - 1 : 1; /* added after a line, or before the first one */
    }
    return was;
}
