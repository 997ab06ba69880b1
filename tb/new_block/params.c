/* params.c - reads the parameters of the top module. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/xml_tags.h"
#include "new_block/design.h"
#include "sim/design.h"

/* Parses "8'hfd" or "32'sh8". Returns false if the text is not a number of at most 64 bits. */
static bool number(const char *text, uint64_t *value, bool *negative)
{
    const char *digits = strchr(text, '\'');
    unsigned long bits = strtoul(text, NULL, 10);
    char *end;

    *negative = false;
    if (!digits)
        return false;
    *negative = digits[1] == 's';
    digits += 1 + *negative;
    if (*digits != 'h' || strlen(digits) > 17 || bits == 0)
        return false;
    *value = strtoull(digits + 1, &end, 16);
    *negative = *negative && bits <= 64 && *value >> (bits - 1) & 1;
    return *end == '\0';
}

/* Whether the source has a string at a location such as "c,3,79,3,84". For a parameter without a
 * type this is the only evidence. */
static bool is_text_in_source(const char *xml, const char *location)
{
    struct assay_design_place place;
    unsigned long line;
    char why[4200], *text;
    bool found = false;
    size_t size;

    if (!assay_design_place(xml, location, &place) || place.line == 0 || place.column == 0 ||
        assay_read_file(place.file, SIZE_MAX, "a source", &text, &size, why, sizeof why) !=
            ASSAY_OK)
        return false;
    line = place.line;
    for (const char *at = text; at && line; at = strchr(at, '\n'), at = at ? at + 1 : NULL)
        if (--line == 0)
            found = strcspn(at, "\n") >= place.column && at[place.column - 1] == '"';
    free(text);
    return found;
}

static bool is_of_bits(const char *type)
{
    static const char *const types[] = {"logic", "bit",      "reg",     "int",    "integer",
                                        "byte",  "shortint", "longint", "signed", "unsigned"};

    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i)
        if (strcmp(types[i], type) == 0)
            return true;
    return false;
}

static void read_value(const char *xml, const struct assay_xml_tags *at, struct assay_new_param *p)
{
    char text[64], location[64];
    uint64_t value;
    bool negative;

    if (!assay_xml_attribute(at, "name", text, sizeof text) || !number(text, &value, &negative))
        p->stays = "it is not a number";
    else if (negative)
        p->stays = "it is negative";
    else if (value > INT32_MAX) /* the XML does not distinguish -3 from 32'hfffffffd */
        p->stays = "it is negative, or of more than 31 bits";
    else
        p->value = (uint32_t)value;
    if (!p->stays && assay_xml_attribute(at, "loc", location, sizeof location) &&
        is_text_in_source(xml, location))
        p->stays = "it is a string";
}

/* Uses the name in lower case, unless another parameter
 * has it or it has a meaning in expressions. */
static void name_key(const struct assay_new_design *d, struct assay_new_param *p)
{
    bool taken;

    for (size_t i = 0; i <= strlen(p->name); ++i)
        p->key[i] = p->name[i] == '$' ? '_' : (char)tolower((unsigned char)p->name[i]);
    taken = strcmp(p->key, "clog2") == 0;
    for (const struct assay_new_param *other = d->param; other < p; ++other)
        taken |= strcmp(other->key, p->key) == 0;
    if (taken)
        snprintf(p->key, sizeof p->key, "%.*s_", (int)sizeof p->key - 2, p->name);
}

bool assay_new_read_params(const char *xml, struct assay_new_design *d)
{
    struct assay_xml_tags t = {.at = xml};
    bool inside = false;
    char text[64];

    while (assay_new_top_tag(&t, &inside)) {
        struct assay_new_param *p;
        struct assay_xml_tags value;

        if (!assay_xml_is(&t, "var") || t.closes ||
            !assay_xml_attribute(&t, "param", text, sizeof text))
            continue;
        p = realloc(d->param, (d->n_params + 1) * sizeof *p);
        if (!p)
            return false;
        d->param = p;
        p += d->n_params++;
        memset(p, 0, sizeof *p);
        if (!assay_xml_attribute(&t, "name", p->name, sizeof p->name))
            p->stays = "its name is too long";
        name_key(d, p);
        value = t;
        if (t.empty || !assay_xml_next(&value) || !assay_xml_is(&value, "const"))
            p->stays = "it is not a number";
        else if (!assay_xml_attribute(&t, "vartype", text, sizeof text) || !is_of_bits(text))
            p->stays = strcmp(text, "string") == 0 ? "it is a string"
                       : strcmp(text, "real") == 0 || strcmp(text, "double") == 0
                           ? "it is real"
                           : "it has a type of its own";
        else
            read_value(xml, &value, p);
    }
    return true;
}
