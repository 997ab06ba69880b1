/* table_text.h - the lines of a stimulus table, shared by the files that read them. */
#ifndef ASSAY_TABLE_TEXT_H
#define ASSAY_TABLE_TEXT_H

#include <stdio.h>

#include "stimulus/script.h"

struct assay_table {
    struct assay_script *script; /* with block and params */
    const char *path;            /* for messages */
    FILE *f;
    char *text; /* last line taken */
    size_t room, taken;
    bool again;   /* return the same line once more */
    bool stopped; /* nothing more can be read; the message is in `why` */
    unsigned long line;
    unsigned width[ASSAY_MAX_PORTS];
    char *why;
    size_t why_size;
};

/* Formats "FILE:LINE: ..." for the last line taken, unless reading was stopped. Returns false. */
bool assay_table_wrong(struct assay_table *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Returns the next line without its line ending, valid until the next call. NULL at the end of
 * the file or if it can't be read. */
char *assay_table_line(struct assay_table *t);
/* Parses the hexadecimal value of a port. Returns false with a message. */
bool assay_table_value(struct assay_table *t, size_t port, const char *text,
                       uint32_t value[ASSAY_VALUE_WORDS]);

/* Read all lines of CSV and of JSON respectively. */
bool assay_table_rows(struct assay_table *t);
bool assay_table_transfers(struct assay_table *t);

#endif
