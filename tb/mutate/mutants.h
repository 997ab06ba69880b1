/*
 * mutants.h - small changes of Verilog, each of which a good regression notices.
 *
 * assay_mutants_read parses a text and lists the changes that can be made of it. Nothing is drawn at
 * random: the same text gives the same list. What is changed:
 *
 *   operator   & | ^ + - * / % == != < <= > >= << >> && || and reductions, for another one; ! ~ - left out
 *   operand    one operand of a binary operator left out, or the two exchanged
 *   constant   plus one, minus one, zero, one bit flipped
 *   condition  of if and ?: negated, always true, always false
 *   value      of an assignment or of a module's input: a bit inverted or stuck, all bits inverted
 *   update     a non-blocking assignment left out, so that the register keeps its value
 *
 * Each change keeps the width and the sign of the expression that it stands in for, and reads nothing
 * else than that expression does: it makes no new combinational path.
 *
 * Left alone is what has to be constant (parameters, ranges, replication counts, widths of
 * part-selects, conditions and loops of generate, functions called from there), and initial blocks,
 * headers of loops, labels of case, sensitivity lists, left sides of assignments, clocks, nets that
 * nothing reads, delays, system tasks, assertions, packages, interfaces and classes.
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
    bool control; /* it decides what happens: a condition, a comparison, a value of one bit */
    unsigned file, line;
    size_t from, to; /* the bytes of the text that it changes */
    char *text;      /* what stands there instead; NULL: the statement is left out */
    char *module;
    char *what;      /* in words */
    size_t function; /* token of its name; 0: in none */
};

/* A statement or item that the parser does not know, and that has no mutants therefore. */
struct assay_skip {
    unsigned file, line;
};

struct assay_mutants {
    struct assay_tokens tokens;
    struct assay_mutant *v; /* by place */
    size_t n;
    struct assay_skip *skip;
    size_t n_skip;
};

/* Returns false when memory is out. `text` has to last. */
bool assay_mutants_read(const char *text, struct assay_mutants *m);
void assay_mutants_free(struct assay_mutants *m);

/* The file that a mutant is in. */
const char *assay_mutant_file(const struct assay_mutants *m, const struct assay_mutant *v);

#endif
