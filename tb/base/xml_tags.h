/*
 * xml_tags.h - the tags of an XML text, one after the other.
 *
 *     struct assay_xml_tags t = {.at = text};
 *     while (assay_xml_next(&t))
 *         if (assay_xml_is(&t, "file") && assay_xml_attribute(&t, "name", value, sizeof value)) ...
 *
 * Texts between tags, comments and declarations are passed over. Made for what tools write: it takes well-formed XML for
 * granted, and of other text sees fewer tags.
 */
#ifndef ASSAY_XML_TAGS_H
#define ASSAY_XML_TAGS_H

#include <stdbool.h>
#include <stddef.h>

/* Set `at` to the text, and the rest to zero. */
struct assay_xml_tags {
    const char *at;         /* of the reader */
    const char *name, *end; /* of the last tag: its name, and its '>' */
    size_t name_size;
    bool closes; /* </name> */
    bool empty;  /* <name/> */
};

/* False at the end of the text. */
bool assay_xml_next(struct assay_xml_tags *t);

/* Whether the last tag has this name. */
bool assay_xml_is(const struct assay_xml_tags *t, const char *name);

/* An attribute of the last tag, with its entities replaced; false if it has none of the name, or one that does not
 * fit: then the value is "". */
bool assay_xml_attribute(const struct assay_xml_tags *t, const char *name, char *value,
                         size_t size);

#endif
