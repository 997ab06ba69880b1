/* declared.h - where a variable of a design is declared. */
#ifndef ASSAY_DECLARED_H
#define ASSAY_DECLARED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "sim/backend.h"
#include "sim/patched.h"

/*
 * "FILE:LINE" of the variable `path`, such as "dotmul.u_mul.acc" or "fifo.gen[1].q": from the top module down, blocks of
 * generate statements included. "" if the elaborated design has none of the name. A file below the working
 * folder is named as seen from there, and a line of a patched copy is that of its original.
 */
enum assay_error assay_declared(const struct assay_variant *v, const char *path, char *where,
                                size_t where_size, char *why, size_t why_size);

/* Where the files of that design are while it is looked at. */
struct assay_declared_from {
    const struct assay_block *block;
    const char *folder;    /* of patched copies, and of the module around the RTL */
    const char *originals; /* the folder that the copies are from; NULL: there are none */
};

/* The elaborated design of a variant as XML, for `take`, whose result is *taken. */
typedef bool assay_declared_take(void *arg, const char *xml,
                                 const struct assay_declared_from *from);
enum assay_error assay_declared_xml(const struct assay_variant *v, assay_declared_take *take,
                                    void *arg, bool *taken, char *why, size_t why_size);

/* How people know a file of that design: a copy by the name of its original. */
void assay_declared_show(const struct assay_declared_from *from, const char *file, char *shown,
                         size_t size);
/* The lines of a file of that design that is a copy; of another file none are changed. */
enum assay_error assay_declared_patched(const struct assay_declared_from *from, const char *file,
                                        struct assay_patched *p, char *why, size_t why_size);

/* The same in Verilator's XML of the design: the file as it stands there. False if it has none of the name. */
bool assay_declared_in(const char *xml, const char *path, char *file, size_t file_size,
                       unsigned long *line);

#endif
