/* netlist_own.h - inside the netlist: the tree, and how names are found. */
#ifndef ASSAY_NETLIST_OWN_H
#define ASSAY_NETLIST_OWN_H

#include "sim/netlist.h"

enum { ASSAY_NETLIST_PATH = 1024, ASSAY_NETLIST_NODES = 4096 };

/* What was made, the last first. */
struct assay_nodes_made {
    struct assay_node node[ASSAY_NETLIST_NODES];
    struct assay_nodes_made *before;
};
struct assay_guard_made {
    struct assay_guard_of guard;
    struct assay_guard_made *before;
};

struct assay_netlist_own {
    struct assay_nodes_made *nodes;
    size_t left; /* in the last ones */
    char **text; /* words of the XML */
    size_t n_texts, room_texts;
    long *bucket; /* of a hash of paths: indices of nets */
    size_t n_buckets;
    char **
        scope; /* "top.u_a.g[0]."; a name is looked for there, and then further out until the instance's own */
    size_t *scope_top; /* characters of it that are the instance's */
    size_t n_scopes, room_scopes, room_nets;
    struct assay_guard_made *guards;
    unsigned always;
    bool failed; /* memory is out */
};

/* A net under a path, once; and a scope, whose index this returns. What fails sets `failed`. */
void assay_netlist_add_net(struct assay_netlist *n, const char *path, const struct assay_node *var,
                           bool of_top);
size_t assay_netlist_add_scope(struct assay_netlist *n, const char *prefix, size_t top);

/* A copy that lives as long as the netlist; the same text is kept once in a row. NULL when memory is out. */
const char *assay_netlist_keep(struct assay_netlist *n, const char *text);

/* The tree of an XML text, and its files; NULL when memory is out. */
struct assay_node *assay_netlist_tree(struct assay_netlist *n, const char *xml);

/* The first child with a tag; NULL if there is none. */
const struct assay_node *assay_node_child(const struct assay_node *of, const char *tag);
bool assay_node_is(const struct assay_node *n, const char *tag);

#endif
