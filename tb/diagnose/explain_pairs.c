#include "diagnose/explain_pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 2048 };

/* A net's path without the name of the top module. */
static const char *below_top(const struct assay_netlist *n, const char *path)
{
    return path + strcspn(n->net[0].path, ".");
}

static size_t fits(const struct assay_netlist *n, const struct assay_vcd *v, const char *top)
{
    char path[PATH];
    size_t found = 0;

    for (size_t i = 0; i < n->n; ++i) {
        snprintf(path, sizeof path, "%s%s", top, below_top(n, n->net[i].path));
        found += assay_vcd_find(v, path) != NULL;
    }
    return found;
}

/* Finds the scope, an outermost one or one level below, that contains most nets; of
 * equals, the inner one. */
static void find_top(const struct assay_netlist *n, const struct assay_vcd *v, char best[256])
{
    size_t most = 0;

    best[0] = '\0';
    for (size_t depth = 1; depth <= 2; ++depth) {
        char last[256] = "";
        size_t least = most; /* within a depth, the first of equals wins */

        for (size_t i = 0; i < v->n; ++i) {
            const char *path = v->signal[i].path;
            size_t length = strcspn(path, "."), now;

            if (depth == 2 && path[length])
                length += 1 + strcspn(path + length + 1, ".");
            if (!path[length] || length + 1 > sizeof last ||
                (strncmp(path, last, length) == 0 && !last[length]))
                continue;
            snprintf(last, sizeof last, "%.*s", (int)length, path);
            now = fits(n, v, last);
            if (now >= least && now) {
                most = now;
                least = now + 1;
                memcpy(best, last, sizeof last);
            }
        }
    }
}

static bool add_pair(struct assay_explain_pairs *p, struct assay_explain_net *to,
                     const struct assay_vcd_signal *bad)
{
    char path[PATH];
    const struct assay_vcd_signal *good;
    struct assay_explain_pair *more;

    snprintf(path, sizeof path, "%s%s", p->good_top, bad->path + strlen(p->bad_top));
    good = assay_vcd_find(p->good, path);
    if (!good || good->width != bad->width)
        return true;
    more = realloc(to->pair, (to->n_pairs + 1) * sizeof *more);
    if (!more)
        return false;
    to->pair = more;
    to->pair[to->n_pairs++] = (struct assay_explain_pair){bad, good};
    return true;
}

static bool pair_net(struct assay_explain_pairs *p, size_t net)
{
    const char *below = below_top(p->n, p->n->net[net].path);
    struct assay_explain_net *to = &p->net[net];
    char path[PATH];
    const struct assay_vcd_signal *one;
    size_t length;

    to->first = ASSAY_EXPLAIN_NEVER;
    snprintf(path, sizeof path, "%s%s", p->bad_top, below);
    one = assay_vcd_find(p->bad, path);
    if (one) {
        p->only[net].of = one;
        return add_pair(p, to, one);
    }
    /* The elements of an array, whose indices may begin anywhere and have several dimensions. */
    snprintf(path, sizeof path, "%s%s[", p->bad_top, below);
    one = assay_vcd_find_start(p->bad, path);
    to->hidden = !one;
    length = strlen(path);
    for (; one && one < p->bad->signal + p->bad->n && strncmp(one->path, path, length) == 0; ++one)
        if (!add_pair(p, to, one))
            return false;
    return true;
}

bool assay_explain_pair(const struct assay_netlist *n, const struct assay_vcd *bad,
                        const struct assay_vcd *good, struct assay_explain_pairs *p)
{
    bool done;

    *p = (struct assay_explain_pairs){.n = n, .bad = bad, .good = good};
    p->only = calloc(n->n + 1, sizeof *p->only);
    p->net = calloc(n->n + 1, sizeof *p->net);
    done = p->only && p->net;
    if (done) {
        find_top(n, bad, p->bad_top);
        find_top(n, good, p->good_top);
    }
    for (size_t i = 0; done && i < n->n; ++i)
        done = pair_net(p, i);
    return done;
}

void assay_explain_pairs_free(struct assay_explain_pairs *p)
{
    for (size_t i = 0; p->net && i < p->n->n; ++i)
        free(p->net[i].pair);
    free(p->net);
    free(p->only);
    p->net = NULL;
    p->only = NULL;
}

void assay_explain_path(const struct assay_explain_pairs *p, const struct assay_vcd_signal *bad,
                        char *path, size_t size)
{
    snprintf(path, size, "%.*s%s", (int)strcspn(p->n->net[0].path, "."), p->n->net[0].path,
             bad->path + strlen(p->bad_top));
}
