/*
 * rtl_ports.h - reads the ports of an elaborated design from Verilator's XML.
 */
#ifndef ASSAY_RTL_PORTS_H
#define ASSAY_RTL_PORTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum assay_rtl_direction { ASSAY_RTL_INPUT, ASSAY_RTL_OUTPUT, ASSAY_RTL_INOUT };

struct assay_rtl_port {
    char name[128];
    enum assay_rtl_direction direction;
    uint32_t width;   /* in bits, of the whole packed struct or array; 0: unpacked */
    char place[1024]; /* FILE:LINE */
};

struct assay_rtl_ports {
    struct assay_rtl_port *v;
    size_t n;
    char (*param)[128]; /* names of the parameters */
    size_t n_params;
};

/* Reads the ports and parameters of the top module. False if out of memory, or if the
 * text is not such XML. */
bool assay_rtl_ports_read(const char *xml, struct assay_rtl_ports *ports);
void assay_rtl_ports_free(struct assay_rtl_ports *ports);

/* The port of this name, or of the name with these `n` characters; NULL if there is none. */
const struct assay_rtl_port *assay_rtl_ports_find(const struct assay_rtl_ports *ports,
                                                  const char *name);
const struct assay_rtl_port *assay_rtl_ports_find_n(const struct assay_rtl_ports *ports,
                                                    const char *name, size_t n);

#endif
