/* design.h - what new-block reads from Verilator's XML of an elaborated design:
 * ports, parameters, edges, enumerations. */
#ifndef ASSAY_NEW_DESIGN_H
#define ASSAY_NEW_DESIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attach/rtl_ports.h"

enum { ASSAY_NEW_NAME = 128 };

/* A parameter of the top module. */
struct assay_new_param {
    char name[ASSAY_NEW_NAME];
    char key[ASSAY_NEW_NAME]; /* its name in block.yaml */
    uint32_t value;           /* default */
    const char *stays;        /* why it keeps its default and is not in block.yaml, or NULL */
};

/* The edges of an input in sensitivity lists, either directly or through wires and instances. */
struct assay_new_edge {
    char pin[ASSAY_NEW_NAME];
    bool rising, falling;
    bool alone;  /* in a list without another edge, as for a clock */
    bool paired; /* in a list with another edge */
};

/* A named value of a port's enumeration. */
struct assay_new_value {
    char name[ASSAY_NEW_NAME];
    uint64_t value;
};
struct assay_new_enum {
    char port[ASSAY_NEW_NAME];
    struct assay_new_value *v;
    size_t n;
};

struct assay_new_design {
    struct assay_rtl_ports ports;
    struct assay_new_param *param;
    size_t n_params;
    struct assay_new_edge *edge;
    size_t n_edges;
    struct assay_new_enum *enumeration;
    size_t n_enums;
};

/* Returns false if out of memory or if the text is not such XML. Free the design in either case. */
bool assay_new_design_read(const char *xml, struct assay_new_design *d);
void assay_new_design_free(struct assay_new_design *d);

/* Return NULL if there is none. */
const struct assay_new_edge *assay_new_edge_of(const struct assay_new_design *d, const char *pin);
const struct assay_new_enum *assay_new_enum_of(const struct assay_new_design *d, const char *port);

/* --- for design.c: readers of its parts --- */
bool assay_new_read_params(const char *xml, struct assay_new_design *d);
bool assay_new_read_edges(const char *xml, struct assay_new_design *d);
bool assay_new_read_enums(const char *xml, struct assay_new_design *d);

/* Advances to the next tag of the top module. `inside` must start as false.
 * Returns false after the end of the module. */
struct assay_xml_tags;
bool assay_new_top_tag(struct assay_xml_tags *t, bool *inside);

#endif
