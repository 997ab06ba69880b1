/* xml.h - text for XML and HTML. */
#ifndef ASSAY_XML_H
#define ASSAY_XML_H

#include <stdio.h>

/* What is special in texts and in attributes' values escaped. Control characters, which neither form
 * can hold, and bytes that are not UTF-8 become question marks; newline and tab stay. */
void assay_xml_put(FILE *f, const char *text);

#endif
