/* table_text.h - the lines of a table of stimulus, for the files that read them. */
#ifndef ASSAY_TABLE_TEXT_H
#define ASSAY_TABLE_TEXT_H

#include <stdio.h>

#include "stimulus/script.h"

struct assay_table {
    struct assay_script *script; /* with block and params */
    const char *path;            /* for messages */
    FILE *f;
    char *text; /* of the line taken last */
    size_t room, taken;
    bool again;   /* it is to be taken once more */
    bool stopped; /* nothing more can be read, and `why` says why */
    unsigned long line;
    unsigned width[ASSAY_MAX_PORTS];
    char *why;
    size_t why_size;
};

/* "FILE:LINE: ..." about the line taken last, unless reading was stopped; returns false. */
bool assay_table_wrong(struct assay_table *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The next line without its end, until the one after is taken; NULL at the end of the file, and where it can't be read. */
char *assay_table_line(struct assay_table *t);
/* A value of a port in hexadecimal. False with a message. */
bool assay_table_value(struct assay_table *t, size_t port, const char *text,
                       uint32_t value[ASSAY_VALUE_WORDS]);

/* All lines of CSV, and of JSON. */
bool assay_table_rows(struct assay_table *t);
bool assay_table_transfers(struct assay_table *t);

#endif
