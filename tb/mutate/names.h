/* names.h - what the modules of a text declare: inputs, one-bit signals, clocks. */
#ifndef ASSAY_MUTATE_NAMES_H
#define ASSAY_MUTATE_NAMES_H

#include "mutate/tokens.h"

struct assay_declaration {
    size_t module, name; /* tokens */
    unsigned dimensions; /* 0: one bit */
    bool input;
};

/* Initialise with {0}. */
struct assay_declared {
    const struct assay_tokens *t;
    struct assay_declaration *v;
    size_t n, room;
    size_t *clock; /* tokens */
    size_t n_clocks;
};

/* Returns false if out of memory. */
bool assay_declared_read(const struct assay_tokens *t, struct assay_declared *names);
void assay_declared_free(struct assay_declared *names);

/* Whether the module named by token `module` has an input named by token `port`. */
bool assay_declared_input(const struct assay_declared *names, size_t module, size_t port);

/* How many indices select one bit of the signal. Returns -1 if unknown: the module does not
 * declare it, or declares it in different ways. */
int assay_declared_dimensions(const struct assay_declared *names, size_t module, size_t name);

/* Whether, in any module, some process waits for an edge of a signal of this name, or of a port
 * that it is connected to. */
bool assay_declared_clock(const struct assay_declared *names, size_t name);

/* Whether the token is a word of the language, and so not a name. */
bool assay_is_keyword(const struct assay_tokens *t, size_t at);

#endif
