#include "diagnose/explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/explain_pairs.h"
#include "diagnose/explain_value.h"

enum { CYCLE = 10, EDGE = 5, BACK = 12 };
#define NEVER ASSAY_EXPLAIN_NEVER

/* A net, and the time at which its value matters. */
struct behind {
    long net;
    uint64_t time;
};

struct state {
    struct assay_explain_pairs p;
    const struct assay_netlist *n;
    const struct assay_vcd *bad, *good;
    const struct assay_explain_net *net;
    struct assay_explained *e;
    struct behind *queue; /* room for all nets */
    bool *queued;         /* for each net; all are false while the queue is not in use */
};

/* --- differences --- */

static bool equal_at(const struct state *s, const struct assay_explain_pair *p, uint64_t time)
{
    return strcmp(assay_vcd_at(s->bad, p->bad, time), assay_vcd_at(s->good, p->good, time)) == 0;
}

/* The first time at which the two signals of a pair differ, if it is not after `end`; else
 * NEVER. */
static uint64_t first_of(const struct state *s, const struct assay_explain_pair *p, uint64_t end)
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
    const struct assay_explain_net *o = &s->net[net];

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

/* The time at which a driver of a net reads its operands: a clocked one sees the
 * values before the edge. */
static uint64_t seen_at(const struct assay_driver *d, uint64_t time)
{
    return d->kind == ASSAY_DRIVER_CLOCKED && time % CYCLE == EDGE ? time - EDGE : time;
}

static enum assay_truth active(const struct state *s, const struct assay_driver *d, uint64_t time)
{
    const struct assay_value_source source = {s->n, s->bad, s->p.only, d->scope, seen_at(d, time)};

    return assay_explain_holds(&source, d->guard);
}

static bool net_is_clocked(const struct state *s, long net)
{
    for (size_t i = 0; i < s->n->net[net].n_drivers; ++i)
        if (s->n->net[net].driver[i].kind == ASSAY_DRIVER_CLOCKED)
            return true;
    return false;
}

/* Whether a net is a register or memory that is missing from the waveform. It may have differed for
 * a long time. */
static bool is_hidden(const struct state *s, long net)
{
    return s->net[net].hidden && net_is_clocked(s, net);
}

static bool explained(struct state *s, long net, uint64_t time, unsigned depth);

/* Whether a net that a driver reads differs. A net that the good version does not have differs if
 * its own fan-in does. */
static bool read_differs(struct state *s, const struct assay_driver *d, long net, uint64_t time,
                         unsigned depth)
{
    const uint64_t at = seen_at(d, time);

    if (!is_alone(s, net)) {
        /* A variable that the same always block sets by a blocking assignment already has its new
         * value when it is read, but before the edge the waveform shows its old one. */
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

/* Whether something in a net's fan-in differs at the time at which it is read. */
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
    bool changed;
    const unsigned known = assay_netlist_line(s->n, file, line, &changed);

    for (size_t i = 0; i < e->n_lines; ++i)
        if (e->line[i].file == file && e->line[i].line == known && e->line[i].changed == changed)
            return;
    if (line && assay_netlist_is_source(s->n, file) && e->n_lines < ASSAY_EXPLAIN_LINES)
        e->line[e->n_lines++] = (struct assay_explained_line){file, known, changed, net, condition};
}

/* Adds the other lines of an expression, which may span several: if a wire is only a name for an
 * expression, the netlist has the expression in place of the wire. Names and constants are skipped,
 * since they may have the line of their declaration. */
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

    for (size_t i = o->n_drivers; i-- > 0;) /* in a block, the last assignment wins */
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

static long hidden_in(const struct state *s, const struct assay_driver *d,
                      const struct assay_node *e)
{
    long found = ASSAY_NO_NET;

    if (strcmp(e->tag, "varref") == 0 || strcmp(e->tag, "varxref") == 0)
        found = assay_netlist_name(s->n, d->scope, e->name);
    if (found != ASSAY_NO_NET && !is_hidden(s, found))
        found = ASSAY_NO_NET;
    for (const struct assay_node *c = e->child; c && found == ASSAY_NO_NET; c = c->next)
        if (strcmp(c->tag, "caseitem") != 0)
            found = hidden_in(s, d, c);
    return found;
}

/* A memory or register that is missing from the waveform and that a net reads. */
static long hidden_behind(const struct state *s, long net, uint64_t time)
{
    const struct assay_net *o = &s->n->net[net];
    long found = ASSAY_NO_NET;

    for (size_t i = 0; i < o->n_drivers && found == ASSAY_NO_NET; ++i) {
        const struct assay_driver *d = &o->driver[i];

        for (const struct assay_guard_of *g = d->guard; g && found == ASSAY_NO_NET; g = g->outer)
            found = hidden_in(s, d, g->item ? g->node->child : g->node);
        if (active(s, d, time) == ASSAY_FALSE)
            continue;
        for (size_t k = 0; k < d->n_read && found == ASSAY_NO_NET; ++k)
            if (is_hidden(s, d->read[k]))
                found = d->read[k];
    }
    return found;
}

/* Adds the lines of a net, and those of the nets in its fan-in that the good version does not have,
 * nearest first. */
static void lines_behind(struct state *s, struct assay_explained_root *root, uint64_t time)
{
    struct behind *const queue = s->queue;
    size_t n = 1;

    queue[0] = (struct behind){root->net, time};
    s->queued[root->net] = true;
    for (size_t i = 0; i < n; ++i) {
        const struct assay_net *o = &s->n->net[queue[i].net];

        lines_of(s, queue[i].net, queue[i].time);
        if (root->hidden == ASSAY_NO_NET)
            root->hidden = hidden_behind(s, queue[i].net, queue[i].time);
        for (size_t k = 0; k < o->n_drivers; ++k) {
            const struct assay_driver *d = &o->driver[k];

            if (active(s, d, queue[i].time) == ASSAY_FALSE)
                continue;
            for (size_t r = 0; r < d->n_read; ++r) {
                if (s->queued[d->read[r]] || !is_alone(s, d->read[r]))
                    continue;
                s->queued[d->read[r]] = true;
                queue[n].net = d->read[r];
                queue[n].time = seen_at(d, queue[i].time);
                if (net_is_clocked(s, d->read[r]) && queue[n].time % CYCLE == 0)
                    queue[n].time -= queue[n].time ? EDGE : 0;
                ++n;
            }
        }
    }
    while (n-- > 0)
        s->queued[queue[n].net] = false;
}

/* The hexadecimal digit `at` of a value; x if one of its bits is X or Z. */
static char digit(const char *bits, size_t n, size_t at)
{
    unsigned v = 0;

    for (size_t b = 4; b-- > 0;) {
        const char bit = 4 * at + b < n ? bits[n - 1 - (4 * at + b)] : '0';

        if (bit != '0' && bit != '1')
            return 'x';
        v = v << 1 | (bit == '1');
    }
    return "0123456789abcdef"[v];
}

static void in_hexadecimal(const char *bits, char *text, size_t size)
{
    const size_t n = strlen(bits), digits = (n + 3) / 4;
    const size_t shown = digits < size - 4 ? digits : size - 4;
    size_t used = shown < digits ? (size_t)snprintf(text, size, "...") : 0;

    for (size_t i = shown; i-- > 0;)
        text[used++] = digit(bits, n, i);
    text[used] = '\0';
}

static void add_root(struct state *s, size_t net)
{
    struct assay_explained_root *r = &s->e->root[s->e->n_roots++];
    const struct assay_explain_net *o = &s->net[net];
    const uint64_t time = o->first;

    *r = (struct assay_explained_root){
        .net = (long)net, .hidden = ASSAY_NO_NET, .cycle = time / CYCLE};
    for (size_t i = 0; i < s->n->net[net].n_drivers; ++i)
        r->is_register |= s->n->net[net].driver[i].kind == ASSAY_DRIVER_CLOCKED;
    for (size_t i = 0; i < o->n_pairs; ++i) {
        const struct assay_explain_pair *p = &o->pair[i];

        if (equal_at(s, p, time))
            continue;
        assay_explain_path(&s->p, p->bad, r->path, sizeof r->path);
        in_hexadecimal(assay_vcd_at(s->bad, p->bad, time), r->bad, sizeof r->bad);
        in_hexadecimal(assay_vcd_at(s->good, p->good, time), r->good, sizeof r->good);
        break;
    }
    lines_behind(s, r, time);
}

/* The earliest time at which some net first differs; once `begun`, only times after `after`
 * count. */
static uint64_t next_time(const struct state *s, uint64_t after, bool begun)
{
    uint64_t next = NEVER;

    for (size_t i = 0; i < s->n->n; ++i)
        if (s->net[i].first < next && (!begun || s->net[i].first > after))
            next = s->net[i].first;
    return next;
}

/* Input pins are not causes: they differ because the bench reacts to an output that differs. */
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
    /* If every candidate is explained by another, take those that differ first,
     * registers before other nets. */
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
    bool done = assay_explain_pair(n, bad, good, &s.p);

    memset(e, 0, sizeof *e);
    s.net = s.p.net;
    s.queue = calloc(n->n + 1, sizeof *s.queue);
    s.queued = calloc(n->n + 1, sizeof *s.queued);
    done = done && s.queue && s.queued;
    for (size_t i = 0; done && i < n->n; ++i) {
        struct assay_explain_net *o = &s.p.net[i];

        for (size_t k = 0; k < o->n_pairs; ++k) {
            const uint64_t first = first_of(&s, &o->pair[k], end);

            o->first = first < o->first ? first : o->first;
        }
        e->compared += o->n_pairs != 0;
        e->alone += o->n_pairs == 0 && !o->hidden;
        e->hidden += is_hidden(&s, (long)i);
        e->differ += o->first != NEVER;
    }
    if (done)
        find_roots(&s);
    assay_explain_pairs_free(&s.p);
    free(s.queue);
    free(s.queued);
    return done;
}
