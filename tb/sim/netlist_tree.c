/* netlist_tree.c - reads Verilator's XML into a tree. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xml_tags.h"
#include "sim/netlist_own.h"

enum { NAME = 1024 };

bool assay_node_is(const struct assay_node *n, const char *tag)
{
    return strcmp(n->tag, tag) == 0;
}

const struct assay_node *assay_node_child(const struct assay_node *of, const char *tag)
{
    for (const struct assay_node *c = of->child; c; c = c->next)
        if (assay_node_is(c, tag))
            return c;
    return NULL;
}

/* A copy that lives as long as the netlist. Equal texts close together share one copy. NULL if out
 * of memory. */
static const char *keep(struct assay_netlist *n, const char *text)
{
    struct assay_netlist_own *o = n->own;

    for (size_t i = o->n_texts; i-- > 0 && i + 64 > o->n_texts;)
        if (strcmp(o->text[i], text) == 0)
            return o->text[i];
    if (o->n_texts == o->room_texts) {
        const size_t room = o->room_texts ? 2 * o->room_texts : 256;
        char **more = realloc(o->text, room * sizeof *more);

        if (!more)
            return NULL;
        o->text = more;
        o->room_texts = room;
    }
    o->text[o->n_texts] = strdup(text);
    return o->text[o->n_texts] ? o->text[o->n_texts++] : NULL;
}

static struct assay_node *new_node(struct assay_netlist *n)
{
    struct assay_netlist_own *o = n->own;

    if (!o->left) {
        struct assay_nodes_made *more = calloc(1, sizeof *more);

        if (!more)
            return NULL;
        more->before = o->nodes;
        o->nodes = more;
        o->left = ASSAY_NETLIST_NODES;
    }
    return &o->nodes->node[ASSAY_NETLIST_NODES - o->left--];
}

/* Tables needed to build the tree: the ids of files and the widths of types. */
struct names {
    struct {
        char id[16];
    } * file;
    struct {
        unsigned width;
        bool is_signed;
    } * type; /* indexed by the number of the type */
    size_t n_files, n_types;
};

static bool add_file(struct assay_netlist *n, struct names *names, const struct assay_xml_tags *t)
{
    char value[4 * NAME], id[16];
    void *more;

    if (!assay_xml_attribute(t, "id", id, sizeof id) ||
        !assay_xml_attribute(t, "filename", value, sizeof value))
        return true;
    for (size_t i = 0; i < names->n_files; ++i)
        if (strcmp(names->file[i].id, id) == 0)
            return true;
    more = realloc(n->file, (n->n_files + 1) * sizeof *n->file);
    if (!more)
        return false;
    n->file = more;
    more = realloc(names->file, (n->n_files + 1) * sizeof *names->file);
    if (!more)
        return false;
    names->file = more;
    memcpy(names->file[names->n_files++].id, id, sizeof id);
    n->file[n->n_files] = strdup(value);
    return n->file[n->n_files++] != NULL;
}

static bool add_type(struct names *names, const struct assay_xml_tags *t)
{
    char value[64];
    unsigned long id, left = 0, right = 0;
    void *more;

    if (!assay_xml_attribute(t, "id", value, sizeof value))
        return true;
    id = strtoul(value, NULL, 10);
    if (id > 1000000)
        return true;
    if (id >= names->n_types) {
        more = realloc(names->type, (id + 1) * sizeof *names->type);
        if (!more)
            return false;
        names->type = more;
        memset(&names->type[names->n_types], 0, (id + 1 - names->n_types) * sizeof *names->type);
        names->n_types = id + 1;
    }
    if (!assay_xml_is(t, "basicdtype"))
        return true;
    if (assay_xml_attribute(t, "left", value, sizeof value))
        left = strtoul(value, NULL, 10);
    if (assay_xml_attribute(t, "right", value, sizeof value))
        right = strtoul(value, NULL, 10);
    names->type[id].width = (unsigned)(left >= right ? left - right + 1 : right - left + 1);
    names->type[id].is_signed =
        assay_xml_attribute(t, "signed", value, sizeof value) && strcmp(value, "true") == 0;
    return true;
}

/* Read the tables. They are before and after the modules in the XML. */
static bool read_names(struct assay_netlist *n, struct names *names, const char *xml)
{
    struct assay_xml_tags t = {.at = xml};
    bool good = true;

    while (good && assay_xml_next(&t)) {
        if (t.closes)
            continue;
        if (assay_xml_is(&t, "file"))
            good = add_file(n, names, &t);
        else if (t.name_size > 5 && strncmp(t.name + t.name_size - 5, "dtype", 5) == 0)
            good = add_type(names, &t);
    }
    return good;
}

static void set_place(const struct names *names, struct assay_node *node, const char *location)
{
    const size_t letters = strcspn(location, ",");

    for (size_t i = 0; i < names->n_files; ++i)
        if (strlen(names->file[i].id) == letters &&
            memcmp(names->file[i].id, location, letters) == 0)
            node->file = (unsigned)i;
    node->line = location[letters] ? (unsigned)strtoul(location + letters + 1, NULL, 10) : 0;
}

/* Some tags need another attribute in their name: the module of an instance, the direction of a
 * port, the edge of an item in a sensitivity list. */
static bool set_name(struct assay_netlist *n, struct assay_node *node,
                     const struct assay_xml_tags *t)
{
    char value[NAME], more[NAME], both[2 * NAME + 2];

    if (!assay_xml_attribute(t, "name", value, sizeof value))
        assay_xml_attribute(t, "edgeType", value, sizeof value);
    both[0] = '\0';
    if (assay_xml_is(t, "instance") && assay_xml_attribute(t, "defName", more, sizeof more))
        snprintf(both, sizeof both, "%s %s", more, value);
    else if (assay_xml_is(t, "port") && assay_xml_attribute(t, "direction", more, sizeof more))
        snprintf(both, sizeof both, "%s %s", more, value);
    else if (assay_xml_is(t, "module") && assay_xml_attribute(t, "topModule", more, sizeof more))
        snprintf(both, sizeof both, "%s top", value);
    else if (assay_xml_is(t, "varxref") && assay_xml_attribute(t, "dotted", more, sizeof more))
        snprintf(both, sizeof both, "%s.%s", more, value);
    node->name = keep(n, both[0] ? both : value);
    node->tag = NULL;
    snprintf(value, sizeof value, "%.*s", (int)t->name_size, t->name);
    node->tag = keep(n, value);
    return node->name && node->tag;
}

static bool fill(struct assay_netlist *n, const struct names *names, struct assay_node *node,
                 const struct assay_xml_tags *t)
{
    char value[64];
    unsigned long type;

    if (!set_name(n, node, t))
        return false;
    if (assay_xml_attribute(t, "loc", value, sizeof value))
        set_place(names, node, value);
    node->is_input = assay_xml_is(t, "var") && assay_xml_attribute(t, "dir", value, sizeof value) &&
                     strcmp(value, "input") == 0;
    if (assay_xml_attribute(t, "dtype_id", value, sizeof value)) {
        type = strtoul(value, NULL, 10);
        if (type < names->n_types) {
            node->width = names->type[type].width;
            node->is_signed = names->type[type].is_signed;
        }
    }
    return true;
}

/* The tags that are open, each with the last tag in it so far. */
struct open_tags {
    struct {
        struct assay_node *node, *last;
    } * tag;
    size_t n, room;
};

static bool open_tag(struct open_tags *o, struct assay_node *node)
{
    if (o->n > ASSAY_NETLIST_DEPTH)
        return false;
    if (o->n == o->room) {
        const size_t room = o->room ? 2 * o->room : 256;
        void *more = realloc(o->tag, room * sizeof *o->tag);

        if (!more)
            return false;
        o->tag = more;
        o->room = room;
    }
    o->tag[o->n].node = node;
    o->tag[o->n++].last = NULL;
    return true;
}

static void add_child(struct open_tags *o, struct assay_node *node)
{
    const size_t top = o->n - 1;

    if (o->tag[top].last)
        o->tag[top].last->next = node;
    else
        o->tag[top].node->child = node;
    o->tag[top].last = node;
}

static bool read_tree(struct assay_netlist *n, const struct names *names, const char *xml,
                      struct assay_node *root)
{
    struct assay_xml_tags t = {.at = xml};
    struct open_tags o = {0};
    bool good;

    root->tag = root->name = "";
    good = open_tag(&o, root);
    while (good && assay_xml_next(&t)) {
        struct assay_node *node;

        if (t.closes) {
            o.n -= o.n > 1; /* the root stays open */
            continue;
        }
        node = new_node(n);
        good = node && fill(n, names, node, &t);
        if (!good)
            break;
        add_child(&o, node);
        if (!t.empty)
            good = open_tag(&o, node);
    }
    free(o.tag);
    return good;
}

struct assay_node *assay_netlist_tree(struct assay_netlist *n, const char *xml)
{
    struct names names = {0};
    struct assay_node *root = new_node(n);
    const bool good = root && read_names(n, &names, xml) && read_tree(n, &names, xml, root);

    free(names.file);
    free(names.type);
    return good ? root : NULL;
}
