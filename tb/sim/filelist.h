/*
 * filelist.h - RTL file lists in the usual .f form.
 *
 *   FILE              a source
 *   -v FILE           a library: only those of its modules count that are instantiated
 *   -y DIR            a folder of libraries: a module M that no source has is looked for in DIR/M.v
 *   +libext+.v[+...]  how the names of files in these folders end; default: .v and .sv
 *   +incdir+DIR[+...] folders of include files
 *   +define+NAME[=VALUE][+...]
 *   -F LIST           another list; paths in it are relative to its folder
 *   -f LIST           another list; paths in it are relative to the working folder, or else to its folder
 *   -sv, -sverilog    SystemVerilog, which all sources are taken for anyway
 *
 * The list that the caller names is read as by -F. A name that is relative to the working folder or to the list's
 * is looked for in the one, then in the other; where both have a file of the name, and not the same one, neither is taken.
 *
 * Words, quotes, variables and comments: filelist_words.h. Everything else is refused by name and line.
 */
#ifndef ASSAY_FILELIST_H
#define ASSAY_FILELIST_H

#include <stdbool.h>
#include <stddef.h>

struct assay_names {
    char **v;
    size_t n;
};

struct assay_filelist {
    struct assay_names sources; /* absolute paths */
    struct assay_names incdirs;
    struct assay_names defines;       /* NAME or NAME=VALUE */
    struct assay_names library_files; /* -v; absolute paths */
    struct assay_names library_dirs;  /* -y; absolute paths */
    struct assay_names extensions;    /* .v; only if there are library_dirs */
    char *
        wrapper; /* a module around the design, which is the top then; added by variant.c, else NULL */
    char *
        originals; /* the sources are patched copies of files below this folder (fault.h); NULL: they are not */
};

/* False with `FILE:LINE: what is wrong: what was expected` in `why`; the list is then empty. */
bool assay_filelist_read(const char *path, struct assay_filelist *list, char *why, size_t why_size);
/* The same of a list by name (NAME.f), or of sources by name. `what` is whose RTL it is. */
bool assay_filelist_of(const char *const *names, size_t n, const char *what,
                       struct assay_filelist *list, char *why, size_t why_size);
void assay_filelist_free(struct assay_filelist *list);

/* Whether it is VHDL by its name, which no list takes. */
bool assay_filelist_is_vhdl(const char *name);

/* A copy of the name is added; false when memory is out. */
bool assay_names_add(struct assay_names *names, const char *name);
void assay_names_free(struct assay_names *names); /* {0} again */

/* Whether some of the design may be found in libraries. */
bool assay_filelist_has_libraries(const struct assay_filelist *list);

#endif
