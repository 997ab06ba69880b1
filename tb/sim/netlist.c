/* netlist.c - builds the nets and their drivers from the tree. */
#include "sim/netlist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/declared.h"
#include "sim/netlist_own.h"

enum { NAME = ASSAY_NETLIST_PATH, INSTANCES = 64 };

/* --- drivers --- */

/* A position in the design. What recurses on the depth of the tree changes the place and restores
 * it: a copy for each level would take too much of the stack. */
struct place {
    const struct assay_node *root; /* the first module */
    char prefix[2 * NAME];         /* "top.u_a.g[0]." */
    size_t top;                    /* length of the instance's own prefix within `prefix` */
    unsigned depth;
    unsigned always;
    enum assay_driver_kind kind; /* the kind for assignments here */
    const struct assay_guard_of *guard;
};

/* Append to the prefix, as far as there is room. Returns its former length. */
static size_t append(struct place *at, const char *name, const char *end)
{
    const size_t length = strlen(at->prefix);

    snprintf(at->prefix + length, sizeof at->prefix - length, "%s%s", name, end);
    return length;
}

static void add_read(struct assay_netlist *n, struct assay_driver *d, const char *name)
{
    const long net = assay_netlist_name(n, d->scope, name);
    long *more;

    if (net == ASSAY_NO_NET)
        return;
    for (size_t i = 0; i < d->n_read; ++i)
        if (d->read[i] == net)
            return;
    more = realloc(d->read, (d->n_read + 1) * sizeof *more);
    if (!more) {
        n->own->failed = true;
        return;
    }
    d->read = more;
    d->read[d->n_read++] = net;
}

static bool is_name(const struct assay_node *e)
{
    return assay_node_is(e, "varref") || assay_node_is(e, "varxref");
}

static void add_reads(struct assay_netlist *n, struct assay_driver *d, const struct assay_node *e)
{
    if (is_name(e))
        add_read(n, d, e->name);
    for (const struct assay_node *c = e->child; c; c = c->next)
        add_reads(n, d, c);
}

static void add_driver(struct assay_netlist *n, long net, const struct assay_driver *d)
{
    struct assay_net *to = &n->net[net];
    struct assay_driver *more = realloc(to->driver, (to->n_drivers + 1) * sizeof *more);

    if (!more) {
        n->own->failed = true;
        return;
    }
    to->driver = more;
    more[to->n_drivers] = *d;
    more[to->n_drivers].read = malloc((d->n_read + 1) * sizeof *d->read);
    if (!more[to->n_drivers].read) {
        n->own->failed = true;
        return;
    }
    if (d->n_read)
        memcpy(more[to->n_drivers].read, d->read, d->n_read * sizeof *d->read);
    ++to->n_drivers;
}

/* Add the driver to each variable on the left of an assignment. Index expressions there are
 * reads. */
static void set_left(struct assay_netlist *n, struct assay_driver *d, const struct assay_node *left)
{
    if (is_name(left)) {
        const long net = assay_netlist_name(n, d->scope, left->name);

        if (net != ASSAY_NO_NET)
            add_driver(n, net, d);
        return;
    }
    if (assay_node_is(left, "concat")) {
        for (const struct assay_node *c = left->child; c; c = c->next)
            set_left(n, d, c);
        return;
    }
    for (const struct assay_node *c = left->child ? left->child->next : NULL; c; c = c->next)
        add_reads(n, d, c);
    if (left->child)
        set_left(n, d, left->child);
}

static struct assay_driver begin_driver(struct assay_netlist *n, const struct place *at,
                                        const struct assay_node *node, enum assay_driver_kind kind)
{
    return (struct assay_driver){.kind = kind,
                                 .file = node->file,
                                 .line = node->line,
                                 .always = at->always,
                                 .guard = at->guard,
                                 .scope = assay_netlist_add_scope(n, at->prefix, at->top)};
}

static void assignment(struct assay_netlist *n, const struct place *at, const struct assay_node *a)
{
    struct assay_driver d = begin_driver(n, at, a, at->kind);

    if (!a->child || !a->child->next || n->own->failed)
        return;
    d.value = a->child;
    add_reads(n, &d, a->child);
    set_left(n, &d, a->child->next);
    free(d.read);
}

static const struct assay_guard_of *add_guard(struct assay_netlist *n, struct assay_guard_of g)
{
    struct assay_guard_made *more = malloc(sizeof *more);

    if (!more) {
        n->own->failed = true;
        return g.outer;
    }
    *more = (struct assay_guard_made){g, n->own->guards};
    n->own->guards = more;
    return &more->guard;
}

static void statements(struct assay_netlist *n, struct place *at, const struct assay_node *first);

static void choose(struct assay_netlist *n, struct place *at, const struct assay_node *node)
{
    const struct assay_guard_of *const outer = at->guard;
    bool negated = false;

    if (!node->child)
        return;
    for (const struct assay_node *c = node->child->next; c; c = c->next) {
        const bool item = assay_node_is(c, "caseitem");

        if (!item && assay_node_is(node, "case"))
            continue;
        at->guard = add_guard(n, (struct assay_guard_of){.node = item ? node : node->child,
                                                         .item = item ? c : NULL,
                                                         .negated = negated,
                                                         .file = item ? c->file : node->file,
                                                         .line = item ? c->line : node->line,
                                                         .outer = outer});
        negated = true;
        statements(n, at, c->child);
    }
    at->guard = outer;
}

/* The statements of a procedural block, in source order. */
static void statements(struct assay_netlist *n, struct place *at, const struct assay_node *first)
{
    for (const struct assay_node *c = first; c && !n->own->failed; c = c->next) {
        if (assay_node_is(c, "assign") || assay_node_is(c, "assigndly"))
            assignment(n, at, c);
        else if (assay_node_is(c, "if") || assay_node_is(c, "case"))
            choose(n, at, c);
        else if (assay_node_is(c, "begin") || assay_node_is(c, "while"))
            statements(n, at, c->child);
    }
}

static bool has_edge(const struct assay_node *always)
{
    const struct assay_node *list = assay_node_child(always, "sentree");

    for (const struct assay_node *c = list ? list->child : NULL; c; c = c->next)
        if (strcmp(c->name, "POS") == 0 || strcmp(c->name, "NEG") == 0)
            return true;
    return false;
}

static void module(struct assay_netlist *n, struct place *at, const struct assay_node *m);

/* The content of an instance, and its port connections. */
static void instance(struct assay_netlist *n, const struct place *at, const struct assay_node *node)
{
    const char *name = strchr(node->name, ' ');
    const size_t module_name = name ? (size_t)(name - node->name) : 0;
    struct place in = *at;

    if (!name || at->depth == INSTANCES)
        return;
    snprintf(in.prefix, sizeof in.prefix, "%.*s%s.", NAME / 2, at->prefix, name + 1);
    in.top = strlen(in.prefix);
    ++in.depth;
    in.guard = NULL;
    in.always = 0;
    in.kind = ASSAY_DRIVER_COMB;
    for (const struct assay_node *m = at->root; m; m = m->next)
        if (assay_node_is(m, "module") && strncmp(m->name, node->name, module_name) == 0 &&
            (m->name[module_name] == '\0' || m->name[module_name] == ' '))
            module(n, &in, m);
    for (const struct assay_node *p = node->child; p && !n->own->failed; p = p->next) {
        const char *port = strchr(p->name, ' ');
        struct assay_driver d = begin_driver(n, at, p, ASSAY_DRIVER_PORT);
        char path[3 * NAME];
        long inner;

        if (!assay_node_is(p, "port") || !port || !p->child)
            continue;
        snprintf(path, sizeof path, "%s%s", in.prefix, port + 1);
        inner = assay_netlist_find(n, path);
        if (inner == ASSAY_NO_NET)
            continue;
        if (strncmp(p->name, "in ", 3) == 0) {
            d.kind = ASSAY_DRIVER_COMB;
            d.value = p->child;
            add_reads(n, &d, p->child);
            add_driver(n, inner, &d);
        } else {
            d.read = malloc(sizeof *d.read);
            if (!d.read) {
                n->own->failed = true;
                return;
            }
            d.read[d.n_read++] = inner;
            set_left(n, &d, p->child);
        }
        free(d.read);
    }
}

/* Declare all variables before any driver is added, because a name may be
 * used before its declaration. */
static void declare(struct assay_netlist *n, struct place *at, const struct assay_node *first)
{
    for (const struct assay_node *c = first; c && !n->own->failed; c = c->next) {
        size_t length;

        if (assay_node_is(c, "var") && *c->name) {
            length = append(at, c->name, "");
            assay_netlist_add_net(n, at->prefix, c, at->depth == 0);
            at->prefix[length] = '\0';
        } else if (assay_node_is(c, "begin") && *c->name) {
            length = append(at, c->name, ".");
            declare(n, at, c->child);
            at->prefix[length] = '\0';
        } else if (assay_node_is(c, "begin") || assay_node_is(c, "always")) {
            declare(n, at, c->child);
        }
    }
}

static void items(struct assay_netlist *n, struct place *at, const struct assay_node *first)
{
    const unsigned always = at->always;
    const enum assay_driver_kind kind = at->kind;

    for (const struct assay_node *c = first; c && !n->own->failed; c = c->next) {
        if (assay_node_is(c, "contassign") || assay_node_is(c, "assignalias")) {
            assignment(n, at, c);
        } else if (assay_node_is(c, "always")) {
            at->always = ++n->own->always;
            at->kind = has_edge(c) ? ASSAY_DRIVER_CLOCKED : ASSAY_DRIVER_COMB;
            statements(n, at, c->child);
        } else if (assay_node_is(c, "initial") || assay_node_is(c, "initialstatic")) {
            at->kind = ASSAY_DRIVER_START;
            statements(n, at, c->child);
        } else if (assay_node_is(c, "instance")) {
            instance(n, at, c);
        } else if (assay_node_is(c, "begin")) {
            const size_t length = append(at, c->name, *c->name ? "." : "");

            items(n, at, c->child);
            at->prefix[length] = '\0';
        }
        at->always = always;
        at->kind = kind;
    }
}

static void module(struct assay_netlist *n, struct place *at, const struct assay_node *m)
{
    declare(n, at, m->child);
    items(n, at, m->child);
}

/* Initial values count only for a net that nothing else drives. */
static void drop_starts(struct assay_net *net)
{
    size_t starts = 0, kept = 0;

    for (size_t i = 0; i < net->n_drivers; ++i)
        starts += net->driver[i].kind == ASSAY_DRIVER_START;
    if (starts == net->n_drivers)
        return;
    for (size_t i = 0; i < net->n_drivers; ++i)
        if (net->driver[i].kind == ASSAY_DRIVER_START)
            free(net->driver[i].read);
        else
            net->driver[kept++] = net->driver[i];
    net->n_drivers = kept;
}

/* --- the whole netlist --- */

static const struct assay_node *modules_of(const struct assay_node *root)
{
    const struct assay_node *n = assay_node_child(root, "verilator_xml");

    n = n ? assay_node_child(n, "netlist") : NULL;
    return n ? n->child : NULL;
}

bool assay_netlist_read(const char *xml, struct assay_netlist *n)
{
    const struct assay_node *root, *m;
    struct place at = {.depth = 0};
    const char *top = NULL;

    memset(n, 0, sizeof *n);
    n->own = calloc(1, sizeof *n->own);
    root = n->own ? assay_netlist_tree(n, xml) : NULL;
    at.root = root ? modules_of(root) : NULL;
    for (m = at.root; m; m = m->next)
        if (assay_node_is(m, "module") && (top = strchr(m->name, ' ')) != NULL)
            break;
    if (m) {
        snprintf(at.prefix, sizeof at.prefix, "%.*s.", (int)(top - m->name), m->name);
        at.top = strlen(at.prefix);
        module(n, &at, m);
        for (size_t i = 0; i < n->n; ++i)
            drop_starts(&n->net[i]);
    }
    if (!m || n->own->failed || !n->n) {
        assay_netlist_free(n);
        return false;
    }
    return true;
}

static void free_made(struct assay_netlist_own *o)
{
    while (o->nodes) {
        struct assay_nodes_made *const last = o->nodes;

        o->nodes = last->before;
        free(last);
    }
    while (o->guards) {
        struct assay_guard_made *const last = o->guards;

        o->guards = last->before;
        free(last);
    }
}

void assay_netlist_free(struct assay_netlist *n)
{
    for (size_t i = 0; i < n->n; ++i) {
        for (size_t k = 0; k < n->net[i].n_drivers; ++k)
            free(n->net[i].driver[k].read);
        free(n->net[i].driver);
        free(n->net[i].path);
    }
    for (size_t i = 0; i < n->n_files; ++i) {
        free(n->file[i]);
        if (n->patched)
            assay_patched_free(&n->patched[i]);
    }
    free(n->patched);
    for (size_t i = 0; n->own && i < n->own->n_texts; ++i)
        free(n->own->text[i]);
    for (size_t i = 0; n->own && i < n->own->n_scopes; ++i)
        free(n->own->scope[i]);
    if (n->own) {
        free_made(n->own);
        free(n->own->text);
        free(n->own->scope);
        free(n->own->scope_top);
        free(n->own->bucket);
    }
    free(n->own);
    free(n->net);
    free(n->file);
    memset(n, 0, sizeof *n);
}

/* --- the netlist of a variant --- */

struct opening {
    struct assay_netlist *n;
    char *why;
    size_t why_size;
    enum assay_error e; /* an error while looking up a file */
};

/* Set the name of a file for people, and the lines of its original. False if out of memory, or with
 * the error in `o`. */
static bool know_file(struct opening *o, size_t i, const struct assay_declared_from *from)
{
    char shown[4 * NAME], *copy;

    o->e = assay_declared_patched(from, o->n->file[i], &o->n->patched[i], o->why, o->why_size);
    if (o->e != ASSAY_OK)
        return false;
    assay_declared_show(from, o->n->file[i], shown, sizeof shown);
    copy = strdup(shown);
    if (!copy)
        return false;
    free(o->n->file[i]);
    o->n->file[i] = copy;
    return true;
}

static bool take_xml(void *any, const char *xml, const struct assay_declared_from *from)
{
    struct opening *o = any;

    if (!assay_netlist_read(xml, o->n))
        return false;
    o->n->patched = calloc(o->n->n_files + 1, sizeof *o->n->patched);
    if (!o->n->patched)
        return false;
    for (size_t i = 0; i < o->n->n_files; ++i)
        if (!know_file(o, i, from))
            return false;
    return true;
}

enum assay_error assay_netlist_open(const struct assay_variant *v, struct assay_netlist *n,
                                    char *why, size_t why_size)
{
    struct opening o = {.n = n, .why = why, .why_size = why_size};
    bool good = false;
    enum assay_error e;

    memset(n, 0, sizeof *n);
    e = assay_declared_xml(v, take_xml, &o, &good, why, why_size);
    if (e == ASSAY_OK)
        e = o.e;
    if (e == ASSAY_OK && !good) {
        snprintf(why, why_size,
                 "the elaborated design can't be read: expected a top module, at most %d levels of "
                 "nesting in Verilator's XML, and memory",
                 ASSAY_NETLIST_DEPTH);
        e = ASSAY_ENVIRONMENT;
    }
    if (e != ASSAY_OK && n->own)
        assay_netlist_free(n);
    return e;
}
