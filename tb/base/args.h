/* args.h - builds the command line of a tool, of any length. */
#ifndef ASSAY_ARGS_H
#define ASSAY_ARGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/process.h"

/* To start, initialize it with {0}. */
struct assay_args {
    char **v; /* NULL-terminated */
    size_t n, room;
    bool failed; /* out of memory: the command will not be run */
};

void assay_args_add(struct assay_args *a, const char *text);
void assay_args_add2(struct assay_args *a, const char *head, const char *tail);
void assay_args_free(struct assay_args *a);

/* As in process.h. ASSAY_NOT_STARTED if `a` failed. */
int assay_args_run(const struct assay_args *a, const char *cwd, struct assay_output *out);
long assay_args_start(const struct assay_args *a, const char *cwd, const char *log);

#endif
