/* enums.c - finds the named values of ports.
 * The XML gives the type name of a port, and the members of types. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xml_tags.h"
#include "new_block/design.h"

/* Whether a full name such as "p::st_t" denotes the type st_t. */
static bool is_named(const char *full, const char *type)
{
    const size_t n = strlen(full), k = strlen(type);

    return n >= k && strcmp(full + n - k, type) == 0 &&
           (n == k || full[n - k - 1] == ':' || full[n - k - 1] == '.');
}

/* Sets *at to the only enumeration of that name.
 * Returns false if there is none or more than one. */
static bool find_type(const char *xml, const char *type, struct assay_xml_tags *at)
{
    struct assay_xml_tags t = {.at = xml};
    char full[2 * ASSAY_NEW_NAME];
    size_t n = 0;

    while (assay_xml_next(&t))
        if (assay_xml_is(&t, "enumdtype") && !t.closes &&
            assay_xml_attribute(&t, "name", full, sizeof full) && is_named(full, type)) {
            *at = t;
            ++n;
        }
    return n == 1;
}

static bool add_value(struct assay_new_enum *e, const char *name, const char *number)
{
    const char *digits = strchr(number, 'h');
    struct assay_new_value *more = realloc(e->v, (e->n + 1) * sizeof *more);

    if (!more)
        return false;
    e->v = more;
    more += e->n++;
    memset(more, 0, sizeof *more);
    snprintf(more->name, sizeof more->name, "%s", name);
    more->value = digits ? strtoull(digits + 1, NULL, 16) : 0;
    return true;
}

static bool read_values(struct assay_xml_tags t, struct assay_new_enum *e)
{
    char name[ASSAY_NEW_NAME] = "", number[64];

    while (assay_xml_next(&t) && !(assay_xml_is(&t, "enumdtype") && t.closes)) {
        if (assay_xml_is(&t, "enumitem") && !t.closes)
            assay_xml_attribute(&t, "name", name, sizeof name);
        else if (assay_xml_is(&t, "const") && !t.closes &&
                 assay_xml_attribute(&t, "name", number, sizeof number) &&
                 !add_value(e, name, number))
            return false;
    }
    return true;
}

bool assay_new_read_enums(const char *xml, struct assay_new_design *d)
{
    struct assay_xml_tags t = {.at = xml}, at;
    char text[ASSAY_NEW_NAME];
    bool inside = false;

    while (assay_new_top_tag(&t, &inside)) {
        struct assay_new_enum *e;

        if (!assay_xml_is(&t, "var") || t.closes ||
            !assay_xml_attribute(&t, "dir", text, sizeof text) ||
            !assay_xml_attribute(&t, "vartype", text, sizeof text) || strcmp(text, "logic") == 0 ||
            !find_type(xml, text, &at))
            continue;
        e = realloc(d->enumeration, (d->n_enums + 1) * sizeof *e);
        if (!e)
            return false;
        d->enumeration = e;
        e += d->n_enums++;
        memset(e, 0, sizeof *e);
        assay_xml_attribute(&t, "name", e->port, sizeof e->port);
        if (!read_values(at, e))
            return false;
    }
    return true;
}
