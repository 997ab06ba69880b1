#include "new_block/design.h"

#include <stdlib.h>
#include <string.h>

#include "base/xml_tags.h"

bool assay_new_top_tag(struct assay_xml_tags *t, bool *inside)
{
    char top[8];

    while (assay_xml_next(t)) {
        if (*inside)
            return !(assay_xml_is(t, "module") && t->closes);
        *inside = assay_xml_is(t, "module") && !t->closes &&
                  assay_xml_attribute(t, "topModule", top, sizeof top);
    }
    return false;
}

bool assay_new_design_read(const char *xml, struct assay_new_design *d)
{
    memset(d, 0, sizeof *d);
    return assay_rtl_ports_read(xml, &d->ports) && assay_new_read_params(xml, d) &&
           assay_new_read_edges(xml, d) && assay_new_read_enums(xml, d);
}

void assay_new_design_free(struct assay_new_design *d)
{
    for (size_t i = 0; i < d->n_enums; ++i)
        free(d->enumeration[i].v);
    free(d->enumeration);
    free(d->edge);
    free(d->param);
    assay_rtl_ports_free(&d->ports);
    memset(d, 0, sizeof *d);
}

const struct assay_new_edge *assay_new_edge_of(const struct assay_new_design *d, const char *pin)
{
    for (size_t i = 0; i < d->n_edges; ++i)
        if (strcmp(d->edge[i].pin, pin) == 0)
            return &d->edge[i];
    return NULL;
}

const struct assay_new_enum *assay_new_enum_of(const struct assay_new_design *d, const char *port)
{
    for (size_t i = 0; i < d->n_enums; ++i)
        if (strcmp(d->enumeration[i].port, port) == 0)
            return &d->enumeration[i];
    return NULL;
}
