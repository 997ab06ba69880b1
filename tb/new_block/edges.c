/*
 * edges.c - finds the inputs of the top module that appear in sensitivity lists.
 *
 * Sensitivity lists name nets of their own module. Each edge is traced upwards from there: from a
 * wire to the net that drives it, and from a port of a module to the net that an instance connects
 * to it. It is traced through inversions but through no other logic.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xml_tags.h"
#include "new_block/design.h"

struct net {
    char module[ASSAY_NEW_NAME], name[ASSAY_NEW_NAME];
};

/* An edge of `from` is also an edge of `to`. */
struct alias {
    struct net from, to;
    bool inverted;
};

struct seen {
    struct net net;
    bool rising, falling, alone, paired;
};

struct graph {
    struct alias *alias;
    size_t n_aliases;
    struct seen *seen;
    size_t n_seen;
    bool failed;
};

/* Makes room for one more element in an array whose capacity doubles. */
static void *more(void *array, size_t n, size_t size)
{
    return n & (n - 1) ? array : realloc(array, (n ? 2 * n : 1) * size);
}

static bool same(const struct net *a, const struct net *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->module, b->module) == 0;
}

/* Records a net in a sensitivity list. Returns whether this adds anything. */
static bool see(struct graph *g, const struct seen *s)
{
    struct seen *at = NULL;
    struct seen before;

    for (size_t i = 0; i < g->n_seen && !at; ++i)
        if (same(&g->seen[i].net, &s->net))
            at = &g->seen[i];
    if (!at) {
        at = more(g->seen, g->n_seen, sizeof *at);
        if (!at) {
            g->failed = true;
            return false;
        }
        g->seen = at;
        at += g->n_seen++;
        *at = *s;
        return true;
    }
    before = *at;
    at->rising |= s->rising;
    at->falling |= s->falling;
    at->alone |= s->alone;
    at->paired |= s->paired;
    return before.rising != at->rising || before.falling != at->falling ||
           before.alone != at->alone || before.paired != at->paired;
}

static void add_alias(struct graph *g, const struct alias *a)
{
    struct alias *list = more(g->alias, g->n_aliases, sizeof *list);

    if (!list) {
        g->failed = true;
        return;
    }
    g->alias = list;
    list[g->n_aliases++] = *a;
}

/* Collects the nets of an element up to its end. Sets *inverted if they are inverted. Returns their
 * number, or 0 if there are more than `most` or if the element contains anything else. */
static size_t nets_in(struct assay_xml_tags *t, const char *module, size_t most, struct net *net,
                      bool *inverted)
{
    char element[32];
    size_t n = 0;
    bool plain = true, flips = false;

    if (t->empty)
        return 0;
    snprintf(element, sizeof element, "%.*s", (int)t->name_size, t->name);
    while (assay_xml_next(t) && !(assay_xml_is(t, element) && t->closes)) {
        if (assay_xml_is(t, "not")) {
            flips = t->closes ? flips : !flips;
        } else if (assay_xml_is(t, "varref")) {
            if (n < most) {
                snprintf(net[n].module, sizeof net[n].module, "%s", module);
                assay_xml_attribute(t, "name", net[n].name, sizeof net[n].name);
            }
            ++n;
        } else {
            plain = false;
        }
    }
    *inverted = flips;
    return plain && n <= most ? n : 0;
}

static void read_list(struct graph *g, struct assay_xml_tags *t, const char *module)
{
    struct seen *item = NULL;
    size_t n = 0;
    char edge[16];

    if (t->empty)
        return;
    while (assay_xml_next(t) && !(assay_xml_is(t, "sentree") && t->closes)) {
        struct seen s = {0}, *longer;
        bool inverted;

        if (!assay_xml_is(t, "senitem") || t->closes ||
            !assay_xml_attribute(t, "edgeType", edge, sizeof edge))
            continue;
        s.rising = strcmp(edge, "POS") == 0 || strcmp(edge, "BOTH") == 0;
        s.falling = strcmp(edge, "NEG") == 0 || strcmp(edge, "BOTH") == 0;
        if ((!s.rising && !s.falling) || nets_in(t, module, 1, &s.net, &inverted) != 1)
            continue;
        longer = more(item, n, sizeof *item);
        if (!longer) {
            g->failed = true;
            break;
        }
        item = longer;
        item[n++] = s;
    }
    for (size_t i = 0; i < n; ++i) {
        item[i].alone = n == 1;
        item[i].paired = n > 1;
        see(g, &item[i]);
    }
    free(item);
}

static void read_instance(struct graph *g, struct assay_xml_tags *t, const char *module)
{
    struct alias a;
    char of[ASSAY_NEW_NAME];

    assay_xml_attribute(t, "defName", of, sizeof of);
    if (t->empty)
        return;
    while (assay_xml_next(t) && !(assay_xml_is(t, "instance") && t->closes)) {
        if (!assay_xml_is(t, "port") || t->closes)
            continue;
        memset(&a, 0, sizeof a);
        snprintf(a.from.module, sizeof a.from.module, "%s", of);
        assay_xml_attribute(t, "name", a.from.name, sizeof a.from.name);
        if (nets_in(t, module, 1, &a.to, &a.inverted) == 1)
            add_alias(g, &a);
    }
}

/* Reads "assign from = to", as seen from the edges: the XML has the source, `to`, first. */
static void read_assign(struct graph *g, struct assay_xml_tags *t, const char *module)
{
    struct net net[2];
    struct alias a = {0};

    if (nets_in(t, module, 2, net, &a.inverted) != 2)
        return;
    a.from = net[1];
    a.to = net[0];
    add_alias(g, &a);
}

static void climb(struct graph *g)
{
    bool again = true;

    while (again && !g->failed) {
        again = false;
        for (size_t i = 0; i < g->n_aliases && !g->failed; ++i)
            for (size_t k = 0; k < g->n_seen; ++k)
                if (same(&g->seen[k].net, &g->alias[i].from)) {
                    struct seen s = g->seen[k];

                    s.net = g->alias[i].to;
                    if (g->alias[i].inverted) {
                        s.rising = g->seen[k].falling;
                        s.falling = g->seen[k].rising;
                    }
                    again |= see(g, &s);
                    break;
                }
    }
}

static void read_graph(const char *xml, struct graph *g, char top[ASSAY_NEW_NAME])
{
    struct assay_xml_tags t = {.at = xml};
    char module[ASSAY_NEW_NAME] = "", is_top[8];

    while (assay_xml_next(&t) && !g->failed) {
        if (t.closes)
            continue;
        if (assay_xml_is(&t, "module")) {
            assay_xml_attribute(&t, "name", module, sizeof module);
            if (assay_xml_attribute(&t, "topModule", is_top, sizeof is_top))
                memcpy(top, module, sizeof module);
        } else if (assay_xml_is(&t, "instance")) {
            read_instance(g, &t, module);
        } else if (assay_xml_is(&t, "contassign")) {
            read_assign(g, &t, module);
        } else if (assay_xml_is(&t, "sentree")) {
            read_list(g, &t, module);
        }
    }
}

bool assay_new_read_edges(const char *xml, struct assay_new_design *d)
{
    struct graph g = {0};
    char top[ASSAY_NEW_NAME] = "";

    read_graph(xml, &g, top);
    climb(&g);
    d->edge = calloc(g.n_seen + 1, sizeof *d->edge);
    for (size_t i = 0; d->edge && i < g.n_seen; ++i) {
        const struct seen *s = &g.seen[i];
        const struct assay_rtl_port *p = assay_rtl_ports_find(&d->ports, s->net.name);
        struct assay_new_edge *e = &d->edge[d->n_edges];

        if (strcmp(s->net.module, top) != 0 || !p || p->direction != ASSAY_RTL_INPUT ||
            p->width != 1)
            continue;
        ++d->n_edges;
        snprintf(e->pin, sizeof e->pin, "%s", s->net.name);
        e->rising = s->rising;
        e->falling = s->falling;
        e->alone = s->alone;
        e->paired = s->paired;
    }
    free(g.seen);
    free(g.alias);
    return d->edge && !g.failed;
}
