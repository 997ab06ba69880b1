/*
 * lemma.h - a lemma: a harness in C, with a head that names the RTL that it must equal.
 *
 *     tb/<block>/formal/cells/NAME.c      of a block of the tree
 *     formal/cells/NAME.c                 in the folder of a user's block
 *
 * README.md explains the lines of the head.
 */
#ifndef PROVE_LEMMA_H
#define PROVE_LEMMA_H

#include <limits.h>

#include "base/error.h"
#include "prove/execute.h"

struct lemma_list {
    char **word;
    uint32_t n;
};

/* A user's block, which has its lemmas and their sources in a folder outside the tree. Paths are
 * absolute. */
struct lemma_place {
    char *block, *folder;
    char *rtl;                 /* the folder of the block's RTL, which may be another one */
    struct lemma_list flags;   /* of the compiler, with the include paths */
    struct lemma_list defines; /* macros of the RTL, NAME or NAME=VALUE */
};

struct lemma {
    char *name, *block;
    const struct lemma_place *place; /* NULL: the block is one of the tree */
    char *path;                      /* of the harness */
    char *bad;                       /* what is wrong with its head; NULL: nothing */
    char *plant;                     /* its planted bug: a patch */
    char *text;                      /* of the harness */
    char *top;                       /* top module of the RTL */
    struct lemma_list rtl, model;    /* source files; lemma_source finds them */
    struct lemma_list cases;         /* "W=24", or "" without parameters */
    struct lemma_list in, out;       /* ports "x:W" */
    struct lemma_list cut;           /* internal wires that are inputs of the lemma */
    struct lemma_list show;          /* internal wires that are outputs of the lemma */
    struct lemma_list except;        /* outputs that are not compared */
    struct lemma_list each;          /* inputs split into a query per value: "x", "x[3:0]" */
    struct lemma_list first; /* inputs split into a query per position of the highest set bit */
    struct lemma_list vary;  /* variables "x:W" that make the inputs, to split by instead */
    struct lemma_list free;  /* internal wires "x:W" that may have any value in a query */
    struct lemma_list next;  /* registers that are both inputs and outputs of the lemma */
    struct lemma_list where; /* "x:c": x is compared where c is set, "x:c[2]" */
    uint32_t bound, limit; /* of a loop, in iterations; of a solver, in seconds of processor time */
    bool has_keys;         /* the head's first key has been read */
    bool slow;
    bool sweep; /* let abc merge equal gates before anything else */
    bool holds; /* the harness has an invariant of the registers in `next` */
};

void lemma_free(struct lemma *l);

/* The ports of a case; free them with lemma_free_ports. Returns false with a message in `why` if
 * a width is not made of numbers and parameters of the case. */
bool lemma_ports(const struct lemma *l, const struct lemma_list *list, const char *parameters,
                 struct execute_ports *ports, char *why, size_t why_size);
void lemma_free_ports(struct execute_ports *ports);

/* The line in the head where a key has a word. */
uint32_t lemma_line(const struct lemma *l, const char *key, const char *word);

/* All lemmas of a block of the tree, in order of their names. A block without that folder has none.
 * A lemma whose head is wrong, or that cannot be read, says so in `bad`: "FILE:LINE: what: expected
 * ...". Returns ASSAY_BAD_INPUT with a message in `why` if the folder cannot be read. */
enum assay_error lemma_list(const char *block, struct lemma **lemma, uint32_t *n, char *why,
                            size_t why_size);
/* The same for a user's block. `place` must stay valid as long as the lemmas. */
enum assay_error lemma_list_at(const struct lemma_place *place, struct lemma **lemma, uint32_t *n,
                               char *why, size_t why_size);
void lemma_close_place(struct lemma_place *place);

void lemma_add_word(struct lemma_list *list, const char *s, size_t n);
void lemma_free_list(struct lemma_list *list);

/* Read the keys of the head in l->text (lemma_head.c). Returns false with a message in `why`. */
bool lemma_read_head(struct lemma *l, char *why, size_t why_size);
/* Parse n characters as a number from 1 to 100000. */
bool lemma_read_number(const char *s, size_t n, uint32_t *out);

/* Find a source that the head names under `key`, "rtl" or "model" (lemma_source.c). The paths of a
 * user's lemma are relative to the folder of the block; what is not there is looked up in the folder
 * of its RTL, then in the tree. Returns false with a message in `why` if it is in none of them. */
bool lemma_source(const struct lemma *l, const char *key, const char *name, char path[PATH_MAX],
                  char *why, size_t why_size);
/* The path of the planted bug. */
const char *lemma_plant(const struct lemma *l, char path[PATH_MAX]);

#endif
