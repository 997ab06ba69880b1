/*
 * blanks.h - links without blanks, line ends and dollars for design files whose paths contain them.
 *
 * Verilator cuts a file name at its first blank, both in messages and in its XML. It drops line
 * ends and takes a dollar for a variable. So it is given links instead, and its output is
 * translated back:
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
    struct assay_names path, link; /* link.v[i] points to path.v[i] */
    struct assay_scratch scratch;
    const char *folder; /* holds the links; NULL: none are needed, or none could be made */
    bool own;           /* `folder` is the scratch folder */
};

/* Whether a path, or one of the list's, contains one of these characters. */
bool assay_blanks_has(const char *path);
bool assay_blanks_in(const struct assay_filelist *list);

/* Make the links in `folder`, with names relative to it. If `folder` is NULL, make them in a
 * scratch folder, with absolute names. If links cannot be made, the names stay as they are. */
void assay_blanks_open(struct assay_blanks *b, const struct assay_filelist *list,
                       const char *folder);
/* Removes the links. */
void assay_blanks_close(struct assay_blanks *b);

/* The name to give to Verilator for `path`. */
const char *assay_blanks_name(const struct assay_blanks *b, const char *path);

/* Replace each link in Verilator's output by its path. *text is allocated and may be reallocated.
 * `xml`: the text is XML, so the paths are escaped. False if out of memory. */
bool assay_blanks_back(const struct assay_blanks *b, char **text, size_t *size, bool xml);

#endif
