/* netlist_names.c - looks up nets and scopes by name. */
#include "sim/netlist.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/netlist_own.h"

static size_t hash(const char *path)
{
    uint64_t h = UINT64_C(14695981039346656037);

    for (; *path; ++path)
        h = (h ^ (unsigned char)*path) * UINT64_C(1099511628211);
    return (size_t)(h >> 7);
}

static size_t bucket_of(const struct assay_netlist *n, const char *path)
{
    size_t at = hash(path) & (n->own->n_buckets - 1);

    while (n->own->bucket[at] != ASSAY_NO_NET && strcmp(n->net[n->own->bucket[at]].path, path) != 0)
        at = (at + 1) & (n->own->n_buckets - 1);
    return at;
}

long assay_netlist_find(const struct assay_netlist *n, const char *path)
{
    return n->own->n_buckets ? n->own->bucket[bucket_of(n, path)] : ASSAY_NO_NET;
}

static bool grow_buckets(struct assay_netlist *n)
{
    struct assay_netlist_own *o = n->own;
    const size_t room = o->n_buckets ? 2 * o->n_buckets : 1024;
    long *more = malloc(room * sizeof *more);

    if (!more)
        return false;
    free(o->bucket);
    o->bucket = more;
    o->n_buckets = room;
    for (size_t i = 0; i < room; ++i)
        more[i] = ASSAY_NO_NET;
    for (size_t i = 0; i < n->n; ++i)
        more[bucket_of(n, n->net[i].path)] = (long)i;
    return true;
}

void assay_netlist_add_net(struct assay_netlist *n, const char *path, const struct assay_node *var,
                           bool of_top)
{
    struct assay_netlist_own *o = n->own;

    if (n->n == o->room_nets) {
        const size_t room = o->room_nets ? 2 * o->room_nets : 256;
        struct assay_net *more = realloc(n->net, room * sizeof *more);

        if (!more) {
            o->failed = true;
            return;
        }
        n->net = more;
        o->room_nets = room;
    }
    if (2 * (n->n + 1) > o->n_buckets && !grow_buckets(n)) {
        o->failed = true;
        return;
    }
    if (assay_netlist_find(n, path) != ASSAY_NO_NET)
        return;
    n->net[n->n] = (struct assay_net){.path = strdup(path),
                                      .file = var->file,
                                      .line = var->line,
                                      .is_input = of_top && var->is_input};
    if (!n->net[n->n].path) {
        o->failed = true;
        return;
    }
    o->bucket[bucket_of(n, path)] = (long)n->n;
    ++n->n;
}

size_t assay_netlist_add_scope(struct assay_netlist *n, const char *prefix, size_t top)
{
    struct assay_netlist_own *o = n->own;

    if (o->n_scopes && strcmp(o->scope[o->n_scopes - 1], prefix) == 0)
        return o->n_scopes - 1;
    if (o->n_scopes == o->room_scopes) {
        const size_t room = o->room_scopes ? 2 * o->room_scopes : 64;
        char **more = realloc(o->scope, room * sizeof *more);
        size_t *tops;

        if (more)
            o->scope = more;
        tops = more ? realloc(o->scope_top, room * sizeof *tops) : NULL;
        if (!tops) {
            o->failed = true;
            return 0;
        }
        o->scope_top = tops;
        o->room_scopes = room;
    }
    o->scope[o->n_scopes] = strdup(prefix);
    o->scope_top[o->n_scopes] = top;
    if (!o->scope[o->n_scopes]) {
        o->failed = true;
        return 0;
    }
    return o->n_scopes++;
}

long assay_netlist_name(const struct assay_netlist *n, size_t scope, const char *name)
{
    const char *prefix = n->own->scope[scope];
    size_t length = strlen(prefix);
    char path[2 * ASSAY_NETLIST_PATH];

    for (;;) {
        long found;

        snprintf(path, sizeof path, "%.*s%s", (int)length, prefix, name);
        found = assay_netlist_find(n, path);
        if (found != ASSAY_NO_NET || length <= n->own->scope_top[scope])
            return found;
        --length;
        while (length > n->own->scope_top[scope] && prefix[length - 1] != '.')
            --length;
    }
}
