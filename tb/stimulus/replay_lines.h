/*
 * replay_lines.h - the line syntax of replay files, shared by the files that read and write them.
 */
#ifndef ASSAY_REPLAY_LINES_H
#define ASSAY_REPLAY_LINES_H

#include <stdio.h>

#include "stimulus/script.h"

struct assay_replay_parser {
    const char *path;
    char *at; /* rest of the text: empty, or ends with a newline */
    unsigned line;
    char *why;
    size_t why_size;
    bool environment; /* the error is not in the file */
};

/* Formats "FILE:LINE: ..." for the last line taken. Returns false. */
bool assay_replay_wrong(struct assay_replay_parser *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Skips empty lines and comments. Returns false at the end of the text. */
bool assay_replay_skip(struct assay_replay_parser *p);
/* Takes the next line, without its newline. */
char *assay_replay_line(struct assay_replay_parser *p);

/* Whether a run ends after its `cycles` cycles, as it does at level `cycle`. `level` is that of
 * a comparison; NULL: use the block's. At the other levels the rest of a script is still offered
 * afterwards. */
bool assay_replay_ends(const struct assay_block *b, const char *level);
/* Reads all lines below the header of `kind transactions`. Refuses anything that begins in cycle
 * `end` or later. */
bool assay_replay_read_script(struct assay_replay_parser *p, struct assay_script *s, uint64_t end);
/* Writes the same lines, without what begins in cycle `end` or later. */
void assay_replay_write_script(FILE *f, const struct assay_script *s, uint64_t end);
/* Writes one item as " field=hex" for each nonzero field. `names`: for human readers, with value
 * names where they exist. */
void assay_replay_write_fields(FILE *f, const struct assay_script *s, unsigned stream,
                               const void *payload, bool names);
/* Writes a value in hexadecimal without leading zeros. */
void assay_replay_write_value(FILE *f, const uint32_t value[ASSAY_VALUE_WORDS]);

#endif
