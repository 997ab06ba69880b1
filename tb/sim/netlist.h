/*
 * netlist.h - which lines of a design's sources set each of its variables, and what they look at.
 *
 * Made of Verilator's XML of the elaborated design. A net is a variable of one instance, under its path from the top module
 * down, blocks of generate statements included: "packer.g_width[1].u_lanes.rank". Whatever sets it, or a part of it, is a
 * driver: an assignment, or a port of an instance.
 */
#ifndef ASSAY_NETLIST_H
#define ASSAY_NETLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "sim/backend.h"
#include "sim/patched.h"

enum { ASSAY_NO_NET = -1 };

/* A tag of the XML with what is in it. */
struct assay_node {
    const char *tag, *name; /* name: "" if it has none */
    unsigned file, line;    /* index in the files */
    unsigned width;         /* of an expression; 0: not known */
    bool is_signed;
    bool is_input; /* of a variable: it is an input of its module */
    struct assay_node *child, *next;
};

/* An `if` or `case` around an assignment. */
struct assay_guard_of {
    const struct assay_node *node; /* the condition, or the `case` */
    const struct assay_node *item; /* of a `case`: the item that holds the assignment */
    bool negated;                  /* of an `if`: it is in the else branch */
    unsigned file, line;
    const struct assay_guard_of *outer; /* NULL: none */
};

enum assay_driver_kind {
    ASSAY_DRIVER_COMB,    /* at once */
    ASSAY_DRIVER_CLOCKED, /* at an edge */
    ASSAY_DRIVER_START, /* once, at the start: of a net that nothing else sets. Verilator makes such ones of constants as well */
    ASSAY_DRIVER_PORT   /* a connection of an instance: the same value */
};

struct assay_driver {
    enum assay_driver_kind kind;
    unsigned file, line;
    unsigned always;                /* number of the block that it is in; 0: none */
    const struct assay_node *value; /* what is assigned; NULL: not an expression of this design */
    const struct assay_guard_of *guard; /* the innermost; NULL: none */
    size_t scope;                       /* of the names in both */
    long *read;                         /* nets in the value and in the indices of what is set */
    size_t n_read;
};

struct assay_net {
    char *path;
    unsigned file, line; /* of its declaration */
    bool is_input;       /* of the top module: the bench sets it */
    struct assay_driver *driver;
    size_t n_drivers;
};

struct assay_netlist {
    struct assay_net *net;
    size_t n;
    char **file; /* as people know them */
    size_t n_files;
    struct assay_patched *
        patched; /* of each file: lines of copies, which the lines below are of; NULL: there are no copies */
    struct assay_netlist_own *own; /* the tree, and how names are found */
};

/* The design of a variant. The netlist is the caller's to free, if this returns ASSAY_OK. */
enum assay_error assay_netlist_open(const struct assay_variant *v, struct assay_netlist *n,
                                    char *why, size_t why_size);
/* The same of a text. False when memory is out, or if it is no such XML. */
bool assay_netlist_read(const char *xml, struct assay_netlist *n);
void assay_netlist_free(struct assay_netlist *n);

/* Index of a net by its path; ASSAY_NO_NET if there is none. */
long assay_netlist_find(const struct assay_netlist *n, const char *path);
/* The net that a name means in a scope of a driver; ASSAY_NO_NET if it is none. */
long assay_netlist_name(const struct assay_netlist *n, size_t scope, const char *name);

/* Whether a file is the user's, and not the module that Assay puts around the RTL, nor what the tool has by itself. */
bool assay_netlist_is_source(const struct assay_netlist *n, unsigned file);

/* A line of a file as people know it: that of the original, of a file that a known bug was put into. *changed: the bug has changed or
 * added it, and it stands there. */
unsigned assay_netlist_line(const struct assay_netlist *n, unsigned file, unsigned line,
                            bool *changed);

/* The mark behind such a line. */
#define ASSAY_NETLIST_CHANGED " (changed by the known bug)"

/* "FILE:LINE" of the statements that set an output of the top module, at most `most` of them, with ", " between; connections of ports
 * are followed, and so are lines without a file of the user's. "" if there is none. */
void assay_netlist_drivers(const struct assay_netlist *n, const char *pin, unsigned most,
                           char *text, size_t size);

#endif
