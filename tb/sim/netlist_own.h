/* netlist_own.h - internals of the netlist: the tree and the tables to find names. */
#ifndef ASSAY_NETLIST_OWN_H
#define ASSAY_NETLIST_OWN_H

#include "sim/netlist.h"

/* The depth is limited because the readers of the tree recurse. */
enum { ASSAY_NETLIST_PATH = 1024, ASSAY_NETLIST_NODES = 4096, ASSAY_NETLIST_DEPTH = 20000 };

/* Allocated blocks, the last one first. */
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
    size_t left; /* free nodes in the last block */
    char **text; /* strings of the XML */
    size_t n_texts, room_texts;
    long *bucket; /* hash table from paths to indices of nets */
    size_t n_buckets;
    /* Prefixes such as "top.u_a.g[0].". A name is looked up here, then in the enclosing scopes up
     * to the instance. */
    char **scope;
    size_t *scope_top; /* length of the instance's own prefix within `scope` */
    size_t n_scopes, room_scopes, room_nets;
    struct assay_guard_made *guards;
    unsigned always;
    bool failed; /* out of memory */
};

/* Add a net under a path, unless it is there; add a scope and return its
 * index. An error sets `failed`. */
void assay_netlist_add_net(struct assay_netlist *n, const char *path, const struct assay_node *var,
                           bool of_top);
size_t assay_netlist_add_scope(struct assay_netlist *n, const char *prefix, size_t top);

/* The tree of an XML text; also fills in the files of the netlist. NULL if out of memory,
 * or if tags nest more than ASSAY_NETLIST_DEPTH deep. */
struct assay_node *assay_netlist_tree(struct assay_netlist *n, const char *xml);

/* The first child with this tag; NULL if there is none. */
const struct assay_node *assay_node_child(const struct assay_node *of, const char *tag);
bool assay_node_is(const struct assay_node *n, const char *tag);

#endif
