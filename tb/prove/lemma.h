/*
 * lemma.h - a lemma: a harness in C, with a head that says which RTL it is equal to.
 *
 *     tb/<block>/formal/cells/NAME.c
 *
 * README.md explains the head's lines.
 */
#ifndef PROVE_LEMMA_H
#define PROVE_LEMMA_H

#include "base/error.h"
#include "prove/execute.h"

struct lemma_list {
    char **word;
    uint32_t n;
};

struct lemma {
    char *name, *block;
    char *path;                   /* of the harness */
    char *plant;                  /* its planted bug: a patch against the tree, relative to it */
    char *text;                   /* of the harness */
    char *top;                    /* the RTL's module */
    struct lemma_list rtl, model; /* sources, relative to the tree */
    struct lemma_list cases;      /* "W=24" or, without parameters, "" */
    struct lemma_list in, out;    /* "x:W" */
    struct lemma_list cut;        /* inner wires that are inputs of the lemma */
    struct lemma_list show;       /* inner wires that are outputs of the lemma */
    struct lemma_list except;     /* outputs of which nothing is said */
    struct lemma_list each;       /* inputs of which every value is a query: "x", "x[3:0]" */
    struct lemma_list first;      /* inputs of which every place of the highest one is a query */
    struct lemma_list vary;       /* variables "x:W" of which the inputs are made, for these two */
    struct lemma_list free;       /* inner wires "x:W" that are any value in a query */
    uint32_t bound, limit;        /* iterations; seconds of processor time of a solver */
    bool slow;
    bool sweep; /* abc merges gates that are alike before anything else */
};

/* ASSAY_BAD_INPUT with "FILE: what: expected ..." in `why`. */
enum assay_error lemma_read(struct lemma *l, const char *block, const char *path, char *why,
                            size_t why_size);
void lemma_free(struct lemma *l);

/* The ports of a case; to be freed. False if a width is no number and no parameter of it. */
bool lemma_ports(const struct lemma *l, const struct lemma_list *list, const char *parameters,
                 struct execute_ports *ports, char *why, size_t why_size);
void lemma_free_ports(struct execute_ports *ports);

/* All lemmas of a block, in the order of their names. A block without the folder has none. */
enum assay_error lemma_list(const char *block, struct lemma **lemma, uint32_t *n, char *why,
                            size_t why_size);

#endif
