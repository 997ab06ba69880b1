/* declared.h - finds where a variable of a design is declared. */
#ifndef ASSAY_DECLARED_H
#define ASSAY_DECLARED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "sim/backend.h"
#include "sim/patched.h"

/*
 * Write "FILE:LINE" of the variable `path` into `where`. The path starts at the top module and
 * includes the names of generate blocks, such as "dotmul.u_mul.acc" or "fifo.gen[1].q". `where` is
 * "" if the elaborated design has no such variable. A file below the working folder is shown
 * relative to it. A line of a patched copy is shown as the line of its original.
 */
enum assay_error assay_declared(const struct assay_variant *v, const char *path, char *where,
                                size_t where_size, char *why, size_t why_size);

/* Where the files of the elaborated design are. */
struct assay_declared_from {
    const struct assay_block *block;
    const char *folder;    /* holds the patched copies and the wrapper around the RTL */
    const char *originals; /* the folder that was copied; NULL: there are no copies */
};

/* Elaborate a variant and pass the design as XML to `take`. *taken is the result of `take`. */
typedef bool assay_declared_take(void *arg, const char *xml,
                                 const struct assay_declared_from *from);
enum assay_error assay_declared_xml(const struct assay_variant *v, assay_declared_take *take,
                                    void *arg, bool *taken, char *why, size_t why_size);

/* The name of a design file for people: a copy is shown under the name of its original. */
void assay_declared_show(const struct assay_declared_from *from, const char *file, char *shown,
                         size_t size);
/* The changed lines of a design file that is a patched copy. For any other file `p` has no
 * changes. */
enum assay_error assay_declared_patched(const struct assay_declared_from *from, const char *file,
                                        struct assay_patched *p, char *why, size_t why_size);

/* The same lookup in Verilator's XML: the file and line as they are there. False if
 * there is no such variable. */
bool assay_declared_in(const char *xml, const char *path, char *file, size_t file_size,
                       unsigned long *line);

#endif
