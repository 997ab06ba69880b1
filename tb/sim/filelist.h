/*
 * filelist.h - RTL file lists in the usual .f format.
 *
 *   FILE              a source
 *   -v FILE           a library: only the modules that are instantiated count
 *   -y DIR            a library folder: a module M that no source has is looked up as DIR/M.v
 *   +libext+.v[+...]  file extensions in these folders; default: .v and .sv
 *   +incdir+DIR[+...] folders of include files
 *   +define+NAME[=VALUE][+...]
 *   -F LIST           another list; its paths are relative to its folder
 *   -f LIST           another list; its paths are relative to the working folder, else to its own
 *   -sv, -sverilog    SystemVerilog; ignored, since all sources are read as such
 *
 * The list that the caller names is read as with -F. Where both the working folder and the list's
 * folder are possible, a name is looked up in the first, then in the second. If both have different
 * files of that name, it is an error.
 *
 * For words, quotes, variables and comments see filelist_words.h. Everything else is
 * rejected by name and line.
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
    struct assay_names extensions;    /* such as ".v"; only if there are library_dirs */
    /* A module around the design, which becomes the top; added by variant.c, else NULL. */
    char *wrapper;
    /* The sources are patched copies of files below this folder (fault.h);
     * NULL: they are not copies. */
    char *originals;
};

/* Read a list. False with `FILE:LINE: what is wrong: what was expected` in
 * `why`; then the list is empty. */
bool assay_filelist_read(const char *path, struct assay_filelist *list, char *why, size_t why_size);
/* The same for the name of a list (NAME.f), or for the names of sources. `what` says in messages
 * whose RTL it is. */
bool assay_filelist_of(const char *const *names, size_t n, const char *what,
                       struct assay_filelist *list, char *why, size_t why_size);
void assay_filelist_free(struct assay_filelist *list);

/* Whether the name is that of a VHDL file, which no list accepts. */
bool assay_filelist_is_vhdl(const char *name);

/* Add a copy of the name. False if out of memory. */
bool assay_names_add(struct assay_names *names, const char *name);
void assay_names_free(struct assay_names *names); /* leaves {0} */

/* Whether parts of the design may come from libraries. */
bool assay_filelist_has_libraries(const struct assay_filelist *list);

#endif
