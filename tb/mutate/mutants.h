/*
 * mutants.h - small changes to Verilog text, each of which a good regression detects.
 *
 * assay_mutants_read parses a text and lists the changes that can be made to it. It uses no
 * randomness: the same text gives the same list. The kinds of changes:
 *
 *   operator   & | ^ + - * / % == != < <= > >= << >> && || and reductions: replaced by another one;
 *              ! ~ - removed
 *   operand    one operand of a binary operator removed, or the two exchanged
 *   constant   plus one, minus one, zero, one bit flipped
 *   condition  of if and ?: negated, always true, always false
 *   value      of an assignment or of a module's input: a bit inverted or stuck
 *   update     a non-blocking assignment removed, so that the register keeps its value
 *
 * Each change preserves the width and the signedness of the expression that it replaces, and reads
 * nothing that this expression does not read, so it creates no new combinational path.
 *
 * Not changed is whatever must be constant (parameters, ranges, replication counts, widths of
 * part-selects, conditions and loops of generate, and functions called from there); nor are initial
 * blocks, loop headers, case labels, sensitivity lists, left-hand sides of assignments, clocks,
 * nets that nothing reads, delays, system tasks, assertions, packages, interfaces and classes.
 */
#ifndef ASSAY_MUTATE_MUTANTS_H
#define ASSAY_MUTATE_MUTANTS_H

#include <stdbool.h>
#include <stddef.h>

#include "mutate/tokens.h"

enum assay_mutant_kind {
    ASSAY_MUTANT_OPERATOR,
    ASSAY_MUTANT_OPERAND,
    ASSAY_MUTANT_CONSTANT,
    ASSAY_MUTANT_CONDITION,
    ASSAY_MUTANT_VALUE,
    ASSAY_MUTANT_UPDATE,
    ASSAY_MUTANT_KINDS
};

/* "operator", ... */
const char *assay_mutant_kind_name(enum assay_mutant_kind k);

struct assay_mutant {
    enum assay_mutant_kind kind;
    bool control; /* affects control: a condition, a comparison, a one-bit value */
    unsigned file, line;
    size_t from, to; /* the byte range of the text that it replaces */
    char *text;      /* the replacement; NULL: the statement is removed */
    char *module;
    char *what;      /* description for the user */
    size_t function; /* token of the enclosing function's name; 0: none */
    bool refused;    /* the simulator reports an error for it; set by the user of the list */
};

/* A statement or item that the parser does not understand, and which therefore has no mutants. */
struct assay_skip {
    unsigned file, line;
};

struct assay_mutants {
    struct assay_tokens tokens;
    struct assay_mutant *v; /* in the order of the text */
    size_t n;
    struct assay_skip *skip;
    size_t n_skip;
    size_t n_refused; /* of `v` */
};

/* List the mutants of `text`, which must outlive `m`. Returns false if out of memory. */
bool assay_mutants_read(const char *text, struct assay_mutants *m);
void assay_mutants_free(struct assay_mutants *m);

/* The name of the file that a mutant is in. */
const char *assay_mutant_file(const struct assay_mutants *m, const struct assay_mutant *v);

#endif
