#include "diagnose/explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/explain_value.h"

enum { PATH = 2048, CYCLE = 10, EDGE = 5, BACK = 12 };
#define NEVER UINT64_MAX

/* A signal of both versions: of an array each element is one. */
struct pairing {
    const struct assay_vcd_signal *bad, *good;
};

struct state {
    const struct assay_netlist *n;
    const struct assay_vcd *bad, *good;
    const char *bad_prefix, *good_prefix; /* scopes before the top module's */
    struct assay_value_signal *only;      /* of each net with one signal */
    struct of_net {
        struct pairing *pair;
        size_t n_pairs;
        uint64_t first; /* time of the first difference; NEVER */
    } * net;
    struct assay_explained *e;
    bool failed;
};

/* --- pairs --- */

/* What stands before the paths of nets: a scope for the simulator's own top, of which there are several kinds. */
static size_t fits(const struct state *s, const struct assay_vcd *v, const char *prefix)
{
    char path[PATH];
    size_t n = 0;

    for (size_t i = 0; i < s->n->n; ++i) {
        snprintf(path, sizeof path, "%s%s", prefix, s->n->net[i].path);
        n += assay_vcd_find(v, path) != NULL;
    }
    return n;
}

/* The outermost scope of which most nets are found, or none. */
static const char *prefix_of(const struct state *s, const struct assay_vcd *v, char best[256])
{
    const char *last = "";
    size_t most = fits(s, v, "");

    best[0] = '\0';
    for (size_t i = 0; i < v->n; ++i) {
        const char *path = v->signal[i].path;
        const size_t length = strcspn(path, ".");
        char prefix[256];
        size_t now;

        if (strncmp(path, last, length + 1) == 0 ||
            length + 2 > sizeof prefix) /* the scope of the one before */
            continue;
        last = path;
        snprintf(prefix, sizeof prefix, "%.*s.", (int)length, path);
        now = fits(s, v, prefix);
        if (now > most) {
            most = now;
            memcpy(best, prefix, sizeof prefix);
        }
    }
    return best;
}

static void add_pair(struct state *s, size_t net, const struct assay_vcd_signal *bad)
{
    char path[PATH];
    struct of_net *o = &s->net[net];
    const struct assay_vcd_signal *good;
    struct pairing *more;

    snprintf(path, sizeof path, "%s%s", s->good_prefix, bad->path + strlen(s->bad_prefix));
    good = assay_vcd_find(s->good, path);
    if (!good || good->width != bad->width)
        return;
    more = realloc(o->pair, (o->n_pairs + 1) * sizeof *more);
    if (!more) {
        s->failed = true;
        return;
    }
    o->pair = more;
    o->pair[o->n_pairs++] = (struct pairing){bad, good};
}

static void pair_net(struct state *s, size_t net)
{
    char path[PATH];
    const struct assay_vcd_signal *one;
    size_t length;

    snprintf(path, sizeof path, "%s%s", s->bad_prefix, s->n->net[net].path);
    one = assay_vcd_find(s->bad, path);
    if (one) {
        s->only[net].of = one;
        add_pair(s, net, one);
        return;
    }
    snprintf(path, sizeof path, "%s%s[0]", s->bad_prefix, s->n->net[net].path);
    one = assay_vcd_find(s->bad, path);
    length = strlen(path) - 2;
    path[length] = '\0';
    for (; one && one < s->bad->signal + s->bad->n && strncmp(one->path, path, length) == 0; ++one)
        add_pair(s, net, one);
}

static bool equal_at(const struct state *s, const struct pairing *p, uint64_t time)
{
    return strcmp(assay_vcd_at(s->bad, p->bad, time), assay_vcd_at(s->good, p->good, time)) == 0;
}

/* The first time at which a pair differs, and the good side has any value. */
static uint64_t first_of(const struct state *s, const struct pairing *p, uint64_t end)
{
    const struct assay_vcd_value *a = &s->bad->value[p->bad->value];
    const struct assay_vcd_value *b = &s->good->value[p->good->value];
    size_t i = 0, k = 0;

    while (i < a->n || k < b->n) {
        const uint64_t ta = i < a->n ? a->change[i].time : NEVER;
        const uint64_t tb = k < b->n ? b->change[k].time : NEVER;
        const uint64_t time = ta < tb ? ta : tb;

        if (time > end)
            break;
        if (!equal_at(s, p, time))
            return time;
        i += ta == time;
        k += tb == time;
    }
    return NEVER;
}

static bool differs_at(const struct state *s, size_t net, uint64_t time)
{
    const struct of_net *o = &s->net[net];

    for (size_t i = 0; o->first <= time && i < o->n_pairs; ++i)
        if (!equal_at(s, &o->pair[i], time))
            return true;
    return false;
}

static bool is_alone(const struct state *s, long net)
{
    return s->net[net].n_pairs == 0;
}

/* --- causes --- */

/* When what sets a net looks at others: at an edge it sees what was before. */
static uint64_t seen_at(const struct assay_driver *d, uint64_t time)
{
    return d->kind == ASSAY_DRIVER_CLOCKED && time % CYCLE == EDGE ? time - EDGE : time;
}

static enum assay_truth active(const struct state *s, const struct assay_driver *d, uint64_t time)
{
    const struct assay_value_source source = {s->n, s->bad, s->only, d->scope, seen_at(d, time)};

    return assay_explain_holds(&source, d->guard);
}

static bool net_is_clocked(const struct state *s, long net)
{
    for (size_t i = 0; i < s->n->net[net].n_drivers; ++i)
        if (s->n->net[net].driver[i].kind == ASSAY_DRIVER_CLOCKED)
            return true;
    return false;
}

static bool explained(struct state *s, long net, uint64_t time, unsigned depth);

/* Whether a net that something looks at differs; one that the good version has not does if what it is made of does. */
static bool read_differs(struct state *s, const struct assay_driver *d, long net, uint64_t time,
                         unsigned depth)
{
    const uint64_t at = seen_at(d, time);

    if (!is_alone(s, net)) {
        /* Variables of the same block that are set at once show there what they had before. */
        if (at != time && differs_at(s, (size_t)net, time))
            for (size_t i = 0; i < s->n->net[net].n_drivers; ++i)
                if (d->always && s->n->net[net].driver[i].always == d->always &&
                    !differs_at(s, (size_t)net, at) && s->n->net[net].n_drivers == 1)
                    return true;
        return differs_at(s, (size_t)net, at);
    }
    if (depth == BACK)
        return false;
    if (net_is_clocked(s, net))
        return at >= CYCLE && explained(s, net, at - CYCLE + EDGE, depth + 1);
    return explained(s, net, at, depth + 1);
}

static bool guard_differs(struct state *s, const struct assay_driver *d, uint64_t time,
                          unsigned depth);

static bool reads_differ(struct state *s, const struct assay_driver *d, const struct assay_node *e,
                         uint64_t time, unsigned depth)
{
    if (strcmp(e->tag, "varref") == 0 || strcmp(e->tag, "varxref") == 0) {
        const long net = assay_netlist_name(s->n, d->scope, e->name);

        if (net != ASSAY_NO_NET && read_differs(s, d, net, time, depth))
            return true;
    }
    for (const struct assay_node *c = e->child; c; c = c->next)
        if (strcmp(c->tag, "caseitem") != 0 && reads_differ(s, d, c, time, depth))
            return true;
    return false;
}

static bool guard_differs(struct state *s, const struct assay_driver *d, uint64_t time,
                          unsigned depth)
{
    for (const struct assay_guard_of *g = d->guard; g; g = g->outer)
        if (reads_differ(s, d, g->item ? g->node->child : g->node, time, depth))
            return true;
    return false;
}

/* Whether something that a net is made of differs where it counts. */
static bool explained(struct state *s, long net, uint64_t time, unsigned depth)
{
    const struct assay_net *o = &s->n->net[net];

    for (size_t i = 0; i < o->n_drivers; ++i) {
        const struct assay_driver *d = &o->driver[i];

        if (guard_differs(s, d, time, depth))
            return true;
        if (active(s, d, time) == ASSAY_FALSE)
            continue;
        for (size_t k = 0; k < d->n_read; ++k)
            if (read_differs(s, d, d->read[k], time, depth))
                return true;
    }
    return false;
}

/* --- lines --- */

static void add_line(struct state *s, unsigned file, unsigned line, long net, bool condition)
{
    struct assay_explained *e = s->e;

    for (size_t i = 0; i < e->n_lines; ++i)
        if (e->line[i].file == file && e->line[i].line == line)
            return;
    if (line && assay_netlist_is_source(s->n, file) && e->n_lines < ASSAY_EXPLAIN_LINES)
        e->line[e->n_lines++] = (struct assay_explained_line){file, line, net, condition};
}

/* The other lines of an expression: it may go over several, and where a wire is no more than a name for it, that is put in the place of
 * the wire. Names and constants may stand where they are declared. */
static void lines_in(struct state *s, const struct assay_node *e, long net, bool condition)
{
    if (strcmp(e->tag, "varref") != 0 && strcmp(e->tag, "const") != 0)
        add_line(s, e->file, e->line, net, condition);
    for (const struct assay_node *c = e->child; c; c = c->next)
        if (strcmp(c->tag, "caseitem") != 0)
            lines_in(s, c, net, condition);
}

static void lines_of_guard(struct state *s, const struct assay_guard_of *g, long net)
{
    for (; g; g = g->outer) {
        add_line(s, g->file, g->line, net, true);
        lines_in(s, g->item ? g->node->child : g->node, net, true);
    }
}

static void lines_of(struct state *s, long net, uint64_t time)
{
    const struct assay_net *o = &s->n->net[net];
    bool any = false;

    for (size_t i = o->n_drivers; i-- > 0;) /* the last assignment stays */
        if (o->driver[i].kind != ASSAY_DRIVER_PORT &&
            active(s, &o->driver[i], time) != ASSAY_FALSE) {
            add_line(s, o->driver[i].file, o->driver[i].line, net, false);
            if (o->driver[i].value)
                lines_in(s, o->driver[i].value, net, false);
            any = true;
        }
    for (size_t i = o->n_drivers; i-- > 0;)
        if (active(s, &o->driver[i], time) != ASSAY_FALSE)
            lines_of_guard(s, o->driver[i].guard, net);
    for (size_t i = 0; i < o->n_drivers; ++i)
        lines_of_guard(s, o->driver[i].guard, net);
    for (size_t i = 0; !any && i < o->n_drivers; ++i)
        if (o->driver[i].kind != ASSAY_DRIVER_PORT)
            add_line(s, o->driver[i].file, o->driver[i].line, net, false);
    if (!o->n_drivers)
        add_line(s, o->file, o->line, net, false);
}

/* A net's lines, and those of what it is made of that the good version has not: the nearest first. */
static void lines_behind(struct state *s, long net, uint64_t time)
{
    struct {
        long net;
        uint64_t time;
    } queue[64] = {{net, time}};
    size_t n = 1;

    for (size_t i = 0; i < n; ++i) {
        const struct assay_net *o = &s->n->net[queue[i].net];

        lines_of(s, queue[i].net, queue[i].time);
        for (size_t k = 0; k < o->n_drivers; ++k) {
            const struct assay_driver *d = &o->driver[k];

            if (active(s, d, queue[i].time) == ASSAY_FALSE)
                continue;
            for (size_t r = 0; r < d->n_read && n < sizeof queue / sizeof queue[0]; ++r) {
                bool is_new = is_alone(s, d->read[r]);

                for (size_t q = 0; q < n; ++q)
                    is_new &= queue[q].net != d->read[r];
                if (!is_new)
                    continue;
                queue[n].net = d->read[r];
                queue[n].time = seen_at(d, queue[i].time);
                if (net_is_clocked(s, d->read[r]) && queue[n].time % CYCLE == 0)
                    queue[n].time -= queue[n].time ? EDGE : 0;
                ++n;
            }
        }
    }
}

static void in_hexadecimal(const char *bits, char *text, size_t size)
{
    const size_t n = strlen(bits), digits = (n + 3) / 4;
    const size_t shown = digits < size - 4 ? digits : size - 4;
    size_t used = shown < digits ? (size_t)snprintf(text, size, "...") : 0;

    for (size_t i = shown; i-- > 0;) {
        unsigned v = 0;

        for (size_t b = 4; b-- > 0;)
            v = v << 1 | (4 * i + b < n && bits[n - 1 - (4 * i + b)] == '1');
        text[used++] = "0123456789abcdef"[v];
    }
    text[used] = '\0';
}

static void add_root(struct state *s, size_t net)
{
    struct assay_explained_root *r = &s->e->root[s->e->n_roots++];
    const struct of_net *o = &s->net[net];
    const uint64_t time = o->first;

    *r = (struct assay_explained_root){.net = (long)net, .cycle = time / CYCLE};
    for (size_t i = 0; i < s->n->net[net].n_drivers; ++i)
        r->is_register |= s->n->net[net].driver[i].kind == ASSAY_DRIVER_CLOCKED;
    for (size_t i = 0; i < o->n_pairs; ++i) {
        const struct pairing *p = &o->pair[i];

        if (equal_at(s, p, time))
            continue;
        snprintf(r->path, sizeof r->path, "%s", p->bad->path + strlen(s->bad_prefix));
        in_hexadecimal(assay_vcd_at(s->bad, p->bad, time), r->bad, sizeof r->bad);
        in_hexadecimal(assay_vcd_at(s->good, p->good, time), r->good, sizeof r->good);
        break;
    }
    lines_behind(s, (long)net, time);
}

/* The next time after `after` at which a net differs first. */
static uint64_t next_time(const struct state *s, uint64_t after, bool begun)
{
    uint64_t next = NEVER;

    for (size_t i = 0; i < s->n->n; ++i)
        if (s->net[i].first < next && (!begun || s->net[i].first > after))
            next = s->net[i].first;
    return next;
}

/* An input pin differs since the bench answers to an output that differs: it is no cause. */
static bool may_be_root(const struct state *s, size_t net, uint64_t time)
{
    return s->net[net].first == time && !s->n->net[net].is_input;
}

static void find_roots(struct state *s)
{
    uint64_t time = next_time(s, 0, false);
    const uint64_t first = time;

    for (; time != NEVER && s->e->n_roots < ASSAY_EXPLAIN_ROOTS; time = next_time(s, time, true))
        for (size_t i = 0; i < s->n->n && s->e->n_roots < ASSAY_EXPLAIN_ROOTS; ++i)
            if (may_be_root(s, i, time) && !explained(s, (long)i, time, 0))
                add_root(s, i);
    /* Each of the first explains another: then those that differ first, registers before the others. */
    for (int clocked = 1; clocked >= 0 && !s->e->n_roots; --clocked)
        for (size_t i = 0; i < s->n->n && s->e->n_roots < ASSAY_EXPLAIN_ROOTS; ++i)
            if (first != NEVER && may_be_root(s, i, first) &&
                net_is_clocked(s, (long)i) == (clocked == 1))
                add_root(s, i);
}

bool assay_explain(const struct assay_netlist *n, const struct assay_vcd *bad,
                   const struct assay_vcd *good, struct assay_explained *e)
{
    struct state s = {.n = n, .bad = bad, .good = good, .e = e};
    const uint64_t end = bad->last < good->last ? bad->last : good->last;
    char prefix[2][256];

    memset(e, 0, sizeof *e);
    s.only = calloc(n->n + 1, sizeof *s.only);
    s.net = calloc(n->n + 1, sizeof *s.net);
    if (s.only && s.net) {
        s.bad_prefix = prefix_of(&s, bad, prefix[0]);
        s.good_prefix = prefix_of(&s, good, prefix[1]);
        for (size_t i = 0; i < n->n; ++i) {
            pair_net(&s, i);
            s.net[i].first = NEVER;
            for (size_t k = 0; k < s.net[i].n_pairs; ++k) {
                const uint64_t first = first_of(&s, &s.net[i].pair[k], end);

                s.net[i].first = first < s.net[i].first ? first : s.net[i].first;
            }
            e->compared += s.net[i].n_pairs != 0;
            e->alone += s.net[i].n_pairs == 0;
            e->differ += s.net[i].first != NEVER;
        }
        find_roots(&s);
    } else {
        s.failed = true;
    }
    for (size_t i = 0; s.net && i < n->n; ++i)
        free(s.net[i].pair);
    free(s.net);
    free(s.only);
    return !s.failed;
}
