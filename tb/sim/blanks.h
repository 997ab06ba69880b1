/*
 * blanks.h - names without blanks, line ends and dollars for files of a design whose paths have some.
 *
 * Verilator cuts the name of a file at its first blank, in messages and in its XML, drops line ends, and takes a dollar for a
 * variable. It is therefore given links in their place, and what it says of them is turned back:
 *
 *     struct assay_blanks b;
 *
 *     assay_blanks_open(&b, list, folder);
 *     ... Verilator with assay_blanks_name(&b, path) for each path ...
 *     assay_blanks_back(&b, &text, &size, false);
 *     assay_blanks_close(&b);
 */
#ifndef ASSAY_BLANKS_H
#define ASSAY_BLANKS_H

#include "base/scratch.h"
#include "sim/filelist.h"

struct assay_blanks {
    struct assay_names path, link; /* the one of each other */
    struct assay_scratch scratch;
    const char *folder; /* where the links are; NULL: none are needed, or none could be made */
    bool own;           /* it is the scratch folder */
};

/* Whether a path of the list has one of these. */
bool assay_blanks_in(const struct assay_filelist *list);

/* Make the links in `folder`, and name them relative to it; NULL: in a scratch folder, by absolute names. Where none can be made the
 * names stay as they are. */
void assay_blanks_open(struct assay_blanks *b, const struct assay_filelist *list,
                       const char *folder);
/* Removes the links. */
void assay_blanks_close(struct assay_blanks *b);

/* The name that Verilator gets. */
const char *assay_blanks_name(const struct assay_blanks *b, const char *path);

/* Paths in place of links in a text of Verilator's, which is allocated; in XML with its entities. False when memory is out. */
bool assay_blanks_back(const struct assay_blanks *b, char **text, size_t *size, bool xml);

#endif
