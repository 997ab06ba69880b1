#include "base/args.h"

#include <stdlib.h>
#include <string.h>

/* Takes ownership of `text`. */
static void add(struct assay_args *a, char *text)
{
    if (text && a->n + 2 > a->room) {
        const size_t room = a->room ? 2 * a->room : 32;
        char **v = realloc(a->v, room * sizeof *v);

        if (v) {
            a->v = v;
            a->room = room;
        }
    }
    if (!text || a->n + 2 > a->room) {
        a->failed = true;
        free(text);
        return;
    }
    a->v[a->n] = text;
    a->v[++a->n] = NULL;
}

void assay_args_add(struct assay_args *a, const char *text)
{
    add(a, strdup(text));
}

void assay_args_add2(struct assay_args *a, const char *head, const char *tail)
{
    const size_t n = strlen(head), m = strlen(tail);
    char *text = malloc(n + m + 1);

    if (text) {
        memcpy(text, head, n);
        memcpy(text + n, tail, m + 1);
    }
    add(a, text);
}

void assay_args_free(struct assay_args *a)
{
    for (size_t i = 0; i < a->n; ++i)
        free(a->v[i]);
    free(a->v);
    memset(a, 0, sizeof *a);
}

int assay_args_run(const struct assay_args *a, const char *cwd, struct assay_output *out)
{
    if (!a->failed && a->n)
        return assay_process(a->v, cwd, out);
    if (out) {
        out->text = calloc(1, 1);
        out->size = 0;
    }
    return ASSAY_NOT_STARTED;
}

long assay_args_start(const struct assay_args *a, const char *cwd, const char *log)
{
    return a->failed || !a->n ? -1 : assay_process_start(a->v, cwd, log);
}
