#include "attach/rtl_ports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xml_tags.h"
#include "sim/design.h"

enum { DEPTH = 32 }; /* of nested types */

/* Position of a type's element in the XML. */
struct type {
    char id[16];
    struct assay_xml_tags at; /* at its own tag */
};

struct types {
    struct type *v;
    size_t n;
};

static bool is_type(const struct assay_xml_tags *t)
{
    static const char tail[] = "dtype";
    const size_t n = sizeof tail - 1;

    return !t->closes && t->name_size > n && memcmp(t->name + t->name_size - n, tail, n) == 0 &&
           !assay_xml_is(t, "memberdtype");
}

static bool read_types(const char *xml, struct types *types)
{
    struct assay_xml_tags t = {.at = xml};

    while (assay_xml_next(&t)) {
        struct type *more;

        if (!is_type(&t))
            continue;
        if ((types->n & (types->n - 1)) == 0) {
            more = realloc(types->v, (types->n ? 2 * types->n : 1) * sizeof *more);
            if (!more)
                return false;
            types->v = more;
        }
        more = &types->v[types->n++];
        more->at = t;
        assay_xml_attribute(&t, "id", more->id, sizeof more->id);
    }
    return true;
}

static const struct type *find_type(const struct types *types, const char *id)
{
    for (size_t i = 0; i < types->n; ++i)
        if (strcmp(types->v[i].id, id) == 0)
            return &types->v[i];
    return NULL;
}

/* The number in a constant's name: 32'sh7. */
static bool constant(const struct assay_xml_tags *t, long long *value)
{
    char text[64];
    const char *digits;

    if (!assay_xml_attribute(t, "name", text, sizeof text))
        return false;
    digits = strchr(text, '\'');
    digits = digits ? strchr(digits, 'h') : NULL;
    if (!digits)
        return false;
    *value = (int32_t)strtoul(digits + 1, NULL, 16);
    return true;
}

/* The number of elements of an array, from the two constants of its range. */
static uint64_t array_size(struct assay_xml_tags t)
{
    long long bound[2];
    int n = 0;

    while (n < 2 && assay_xml_next(&t) && !is_type(&t))
        if (assay_xml_is(&t, "const") && !t.closes && constant(&t, &bound[n]))
            ++n;
    if (n < 2)
        return 0;
    return (uint64_t)(bound[0] > bound[1] ? bound[0] - bound[1] : bound[1] - bound[0]) + 1;
}

static uint64_t bits_of(const struct types *types, const char *id, int depth);

static uint64_t basic_bits(const struct assay_xml_tags *t)
{
    static const struct {
        const char *name;
        unsigned bits;
    } known[] = {{"logic", 1}, {"bit", 1},       {"reg", 1},      {"wire", 1},    {"byte", 8},
                 {"int", 32},  {"shortint", 16}, {"longint", 64}, {"integer", 32}};
    char left[32], right[32], name[32];

    if (assay_xml_attribute(t, "left", left, sizeof left) &&
        assay_xml_attribute(t, "right", right, sizeof right)) {
        const long long a = atoll(left), b = atoll(right);

        return (uint64_t)(a > b ? a - b : b - a) + 1;
    }
    assay_xml_attribute(t, "name", name, sizeof name);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i)
        if (strcmp(known[i].name, name) == 0)
            return known[i].bits;
    return 0;
}

/* The bits of all members of a struct, or of the largest member of a union. */
static uint64_t member_bits(const struct types *types, struct assay_xml_tags t, bool sum, int depth)
{
    char sub[16];
    uint64_t bits = 0, one;

    while (assay_xml_next(&t) && !is_type(&t)) {
        if (!assay_xml_is(&t, "memberdtype") || t.closes)
            continue;
        assay_xml_attribute(&t, "sub_dtype_id", sub, sizeof sub);
        one = bits_of(types, sub, depth + 1);
        if (one == 0)
            return 0;
        bits = sum ? bits + one : one > bits ? one : bits;
    }
    return bits;
}

/* The bits of a type; 0 if it is not packed. */
static uint64_t bits_of(const struct types *types, const char *id, int depth)
{
    const struct type *type = find_type(types, id);
    const struct assay_xml_tags *t = type ? &type->at : NULL;
    char sub[16];

    if (!t || depth == DEPTH)
        return 0;
    assay_xml_attribute(t, "sub_dtype_id", sub, sizeof sub);
    if (assay_xml_is(t, "basicdtype"))
        return basic_bits(t);
    if (assay_xml_is(t, "refdtype") || assay_xml_is(t, "enumdtype"))
        return bits_of(types, sub, depth + 1);
    if (assay_xml_is(t, "packarraydtype"))
        return array_size(*t) * bits_of(types, sub, depth + 1);
    if (assay_xml_is(t, "structdtype") || assay_xml_is(t, "uniondtype"))
        return member_bits(types, *t, assay_xml_is(t, "structdtype"), depth);
    return 0;
}

static bool read_param(const struct assay_xml_tags *t, struct assay_rtl_ports *ports)
{
    char is[8];
    void *more;

    if (!assay_xml_attribute(t, "param", is, sizeof is))
        return true;
    more = realloc(ports->param, (ports->n_params + 1) * sizeof *ports->param);
    if (!more)
        return false;
    ports->param = more;
    assay_xml_attribute(t, "name", ports->param[ports->n_params++], sizeof *ports->param);
    return true;
}

static bool read_port(const char *xml, const struct types *types, const struct assay_xml_tags *t,
                      struct assay_rtl_ports *ports)
{
    struct assay_design_place place;
    struct assay_rtl_port *more;
    char direction[16], text[64];
    uint64_t bits;

    if (!assay_xml_attribute(t, "dir", direction, sizeof direction))
        return true;
    more = realloc(ports->v, (ports->n + 1) * sizeof *more);
    if (!more)
        return false;
    ports->v = more;
    more += ports->n++;
    assay_xml_attribute(t, "name", more->name, sizeof more->name);
    more->direction = strcmp(direction, "input") == 0    ? ASSAY_RTL_INPUT
                      : strcmp(direction, "output") == 0 ? ASSAY_RTL_OUTPUT
                                                         : ASSAY_RTL_INOUT;
    assay_xml_attribute(t, "dtype_id", text, sizeof text);
    bits = bits_of(types, text, 0);
    more->width = bits > UINT32_MAX ? 0 : (uint32_t)bits;
    assay_xml_attribute(t, "loc", text, sizeof text);
    more->place[0] = '\0';
    if (assay_design_place(xml, text, &place))
        snprintf(more->place, sizeof more->place, "%.900s:%lu", place.file, place.line);
    return true;
}

bool assay_rtl_ports_read(const char *xml, struct assay_rtl_ports *ports)
{
    struct assay_xml_tags t = {.at = xml};
    struct types types = {0};
    char top[8];
    bool good, inside = false, local = false;

    memset(ports, 0, sizeof *ports);
    good = read_types(xml, &types);
    while (good && assay_xml_next(&t)) {
        if (assay_xml_is(&t, "module") && t.closes && inside)
            break;
        if (assay_xml_is(&t, "module") && assay_xml_attribute(&t, "topModule", top, sizeof top))
            inside = true;
        else if (assay_xml_is(&t, "func") || assay_xml_is(&t, "task"))
            local = !t.closes && !t.empty; /* the arguments of a function are no ports */
        else if (inside && !local && assay_xml_is(&t, "var") && !t.closes)
            good = read_port(xml, &types, &t, ports) && read_param(&t, ports);
    }
    free(types.v);
    if (!good || !inside)
        assay_rtl_ports_free(ports);
    return good && inside;
}

void assay_rtl_ports_free(struct assay_rtl_ports *ports)
{
    free(ports->v);
    free(ports->param);
    memset(ports, 0, sizeof *ports);
}

const struct assay_rtl_port *assay_rtl_ports_find(const struct assay_rtl_ports *ports,
                                                  const char *name)
{
    return assay_rtl_ports_find_n(ports, name, strlen(name));
}

const struct assay_rtl_port *assay_rtl_ports_find_n(const struct assay_rtl_ports *ports,
                                                    const char *name, size_t n)
{
    for (size_t i = 0; i < ports->n; ++i)
        if (strlen(ports->v[i].name) == n && memcmp(ports->v[i].name, name, n) == 0)
            return &ports->v[i];
    return NULL;
}
