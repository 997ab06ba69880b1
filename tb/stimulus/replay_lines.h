/*
 * replay_lines.h - the lines of a replay file, for the files that read and write it.
 */
#ifndef ASSAY_REPLAY_LINES_H
#define ASSAY_REPLAY_LINES_H

#include <stdio.h>

#include "stimulus/script.h"

struct assay_replay_parser {
    const char *path;
    char *at; /* rest of the text, which ends with a newline or is empty */
    unsigned line;
    char *why;
    size_t why_size;
    bool environment; /* what went wrong is not the file */
};

/* "FILE:LINE: ..." about the line taken last; returns false. */
bool assay_replay_wrong(struct assay_replay_parser *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Go to the next line that says anything. False at the end of the text. */
bool assay_replay_skip(struct assay_replay_parser *p);
/* Take a line, without its newline. */
char *assay_replay_line(struct assay_replay_parser *p);

/* Whether a run of `cycles` cycles is over then. At the other levels what is left of a script is offered afterwards. */
bool assay_replay_ends(const struct assay_block *b, const char *level);
/* All lines below the header of `kind transactions`. What begins in cycle `end` or later is refused. */
bool assay_replay_read_script(struct assay_replay_parser *p, struct assay_script *s, uint64_t end);
/* What begins in cycle `end` or later is left out. */
void assay_replay_write_script(FILE *f, const struct assay_script *s, uint64_t end);
/* One item: " field=hex" for each field that is not 0; `names`: for people, with the names of values that have one. */
void assay_replay_write_fields(FILE *f, const struct assay_script *s, unsigned stream,
                               const void *payload, bool names);
/* A value in hexadecimal, without zeros before it. */
void assay_replay_write_value(FILE *f, const uint32_t value[ASSAY_VALUE_WORDS]);

#endif
