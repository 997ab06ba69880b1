/* netlist_lines.c - finds the source lines that drive a pin. */
#include "sim/netlist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/netlist_own.h"

struct lines {
    const struct assay_netlist *n;
    char *text;
    size_t size, used;
    unsigned most, found;
    unsigned char *seen; /* per net: already visited */
};

/* Whether the text already contains this line. */
static bool has_line(const struct lines *l, const char *one)
{
    const size_t n = strlen(one);

    for (const char *at = strstr(l->text, one); at; at = strstr(at + 1, one))
        if ((at == l->text || at[-1] == ' ') && (at[n] == '\0' || at[n] == ','))
            return true;
    return false;
}

static void add_line(struct lines *l, unsigned file, unsigned line)
{
    char one[2 * ASSAY_NETLIST_PATH];
    bool changed;
    const unsigned known = assay_netlist_line(l->n, file, line, &changed);

    snprintf(one, sizeof one, "%s:%u%s", l->n->file[file], known,
             changed ? ASSAY_NETLIST_CHANGED : "");
    if (has_line(l, one) || l->found == l->most || l->used + strlen(one) + 3 > l->size)
        return;
    l->used +=
        (size_t)snprintf(l->text + l->used, l->size - l->used, "%s%s", l->found ? ", " : "", one);
    ++l->found;
}

unsigned assay_netlist_line(const struct assay_netlist *n, unsigned file, unsigned line,
                            bool *changed)
{
    *changed = false;
    return n->patched ? assay_patched_line(&n->patched[file], line, changed) : line;
}

bool assay_netlist_is_source(const struct assay_netlist *n, unsigned file)
{
    const char *name = n->file[file], *slash = strrchr(name, '/'), *top = n->net[0].path;
    const size_t length = strcspn(top, ".");

    slash = slash ? slash + 1 : name;
    return name[0] != '<' && (strncmp(top, "assay_", 6) != 0 || strncmp(slash, top, length) != 0 ||
                              strcmp(slash + length, ".v") != 0);
}

static void follow(struct lines *l, long net)
{
    const struct assay_net *s = &l->n->net[net];

    if (l->seen[net])
        return;
    l->seen[net] = 1;
    for (size_t i = 0; i < s->n_drivers; ++i) {
        const struct assay_driver *d = &s->driver[i];

        if (d->kind != ASSAY_DRIVER_PORT && assay_netlist_is_source(l->n, d->file)) {
            add_line(l, d->file, d->line);
            continue;
        }
        for (size_t k = 0; k < d->n_read; ++k)
            follow(l, d->read[k]);
    }
}

void assay_netlist_drivers(const struct assay_netlist *n, const char *pin, unsigned most,
                           char *text, size_t size)
{
    struct lines l = {.n = n, .text = text, .size = size, .most = most};
    char path[2 * ASSAY_NETLIST_PATH];
    long net;

    *text = '\0';
    if (!n->n)
        return;
    snprintf(path, sizeof path, "%.*s%s", (int)strcspn(n->net[0].path, ".") + 1, n->net[0].path,
             pin);
    net = assay_netlist_find(n, path);
    l.seen = net == ASSAY_NO_NET ? NULL : calloc(n->n, 1);
    if (l.seen)
        follow(&l, net);
    free(l.seen);
}
