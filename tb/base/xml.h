/* xml.h - escapes text for XML and HTML. */
#ifndef ASSAY_XML_H
#define ASSAY_XML_H

#include <stdio.h>

/* Write a text or an attribute value with special characters escaped. Control characters, which
 * neither format allows, and bytes that are not UTF-8 become question marks. Newline and tab
 * stay. */
void assay_xml_put(FILE *f, const char *text);

#endif
