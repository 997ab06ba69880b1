/*
 * picture.h - draws the signals around a failing cycle from the engine's history: as text for
 * terminals and logs, and as an SVG for reports.
 *
 * Columns are cycles; the failing one is the last. Rows are signals, grouped by stream. Streams in
 * which an output differs come first, with the actual value below the expected one. Payload is
 * drawn while its valid is high. A run that did not fail is drawn up to its last cycle.
 */
#ifndef ASSAY_PICTURE_H
#define ASSAY_PICTURE_H

#include <stdio.h>

#include "engine/lockstep.h"

struct assay_picture {
    unsigned width;  /* of the text, in columns; 0: 100 */
    unsigned cycles; /* at most, if they fit; 0: 8 */
    unsigned lines;  /* streams without a difference are omitted beyond these; 0: 40 */
    bool ascii;      /* without UTF-8 */
    bool colour;     /* ANSI colours instead of lines that mark the differing digits with ^ */
};

/* `opt` may be NULL for the defaults. */
void assay_picture_text(FILE *f, const struct assay_lockstep *ls, const struct assay_picture *opt);

/* Writes one self-contained file. False with a message in `why`; `path` is unchanged then. */
bool assay_picture_svg(const struct assay_lockstep *ls, const char *path, char *why,
                       size_t why_size);

#endif
