/*
 * netlist.h - which source lines drive each variable of a design, and which nets they read.
 *
 * Built from Verilator's XML of the elaborated design. A net is a variable of one instance. Its
 * path starts at the top module and includes the names of generate blocks:
 * "packer.g_width[1].u_lanes.rank". Everything that sets a net, or a part of it, is a driver: an
 * assignment or a port of an instance.
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

/* A tag of the XML and its content. */
struct assay_node {
    const char *tag, *name; /* name: "" if the tag has none */
    unsigned file, line;    /* file: an index into the files of the netlist */
    unsigned width;         /* of an expression, in bits; 0: not known */
    bool is_signed;
    bool is_input; /* the tag is a variable that is an input of its module */
    struct assay_node *child, *next;
};

/* An `if` or a `case` around an assignment. */
struct assay_guard_of {
    const struct assay_node *node; /* the condition, or the `case` */
    const struct assay_node *item; /* of a `case`: the item with the assignment */
    bool negated;                  /* of an `if`: the assignment is in the else branch */
    unsigned file, line;
    const struct assay_guard_of *outer; /* the next one out; NULL: none */
};

enum assay_driver_kind {
    ASSAY_DRIVER_COMB,    /* combinational */
    ASSAY_DRIVER_CLOCKED, /* at a clock edge */
    /* Once, at the start, for a net that nothing else sets. Verilator also
     * creates these for constants. */
    ASSAY_DRIVER_START,
    ASSAY_DRIVER_PORT /* a connection of an instance: passes the value on */
};

struct assay_driver {
    enum assay_driver_kind kind;
    unsigned file, line;
    unsigned always;                /* number of the always block; 0: none */
    const struct assay_node *value; /* what is assigned; NULL: not an expression of this design */
    const struct assay_guard_of *guard; /* the innermost one; NULL: none */
    size_t scope;                       /* the scope of the names in `value` and `guard` */
    long *read; /* the nets in `value` and in the indices of the left side */
    size_t n_read;
};

struct assay_net {
    char *path;
    unsigned file, line; /* of the declaration */
    bool is_input;       /* an input of the top module, driven by the testbench */
    struct assay_driver *driver;
    size_t n_drivers;
};

struct assay_netlist {
    struct assay_net *net;
    size_t n;
    char **file; /* the names as shown to people */
    size_t n_files;
    /* For each file: maps the lines of a patched copy to its original; NULL: there are no
     * copies. */
    struct assay_patched *patched;
    struct assay_netlist_own *own; /* the tree, and the tables to find names */
};

/* Read the design of a variant. If this returns ASSAY_OK, the caller frees the netlist. */
enum assay_error assay_netlist_open(const struct assay_variant *v, struct assay_netlist *n,
                                    char *why, size_t why_size);
/* The same from XML text. False if out of memory, or if the text is not such XML or nests tags more
 * than 20000 deep. */
bool assay_netlist_read(const char *xml, struct assay_netlist *n);
void assay_netlist_free(struct assay_netlist *n);

/* The index of a net by its path; ASSAY_NO_NET if there is none. */
long assay_netlist_find(const struct assay_netlist *n, const char *path);
/* The net that a name refers to in the scope of a driver; ASSAY_NO_NET if there is none. */
long assay_netlist_name(const struct assay_netlist *n, size_t scope, const char *name);

/* Whether the file is the user's, not the wrapper that Assay puts around the RTL and
 * not built into the tool. */
bool assay_netlist_is_source(const struct assay_netlist *n, unsigned file);

/* The line as shown to people: in a copy that a known bug was put into, the line of the original.
 * *changed: the bug changed or added this line. */
unsigned assay_netlist_line(const struct assay_netlist *n, unsigned file, unsigned line,
                            bool *changed);

/* The mark after such a line. */
#define ASSAY_NETLIST_CHANGED " (changed by the known bug)"

/* Write "FILE:LINE" of the statements that drive an output of the top module, at most `most` of
 * them, separated by ", ". Port connections are followed, and so are lines in files that are not
 * the user's. "" if there are none. */
void assay_netlist_drivers(const struct assay_netlist *n, const char *pin, unsigned most,
                           char *text, size_t size);

#endif
