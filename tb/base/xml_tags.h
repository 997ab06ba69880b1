/*
 * xml_tags.h - iterates over the tags of an XML text.
 *
 *     struct assay_xml_tags t = {.at = text};
 *     while (assay_xml_next(&t))
 *         if (assay_xml_is(&t, "file") && assay_xml_attribute(&t, "name", value, sizeof value)) ...
 *
 * Text between tags, comments and declarations are skipped. This is made for the output of tools:
 * it expects well-formed XML, and may miss tags in anything else.
 */
#ifndef ASSAY_XML_TAGS_H
#define ASSAY_XML_TAGS_H

#include <stdbool.h>
#include <stddef.h>

/* To start, set `at` to the text and the rest to zero. */
struct assay_xml_tags {
    const char *at;         /* current position */
    const char *name, *end; /* of the last tag: its name and its '>' */
    size_t name_size;
    bool closes; /* </name> */
    bool empty;  /* <name/> */
};

/* Advance to the next tag. False at the end of the text. */
bool assay_xml_next(struct assay_xml_tags *t);

/* Whether the last tag has this name. */
bool assay_xml_is(const struct assay_xml_tags *t, const char *name);

/* Get an attribute of the last tag, with entities replaced. False, with "" in `value`, if there is
 * no such attribute or it does not fit. */
bool assay_xml_attribute(const struct assay_xml_tags *t, const char *name, char *value,
                         size_t size);

#endif
