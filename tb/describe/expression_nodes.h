/* expression_nodes.h - the syntax tree of an expression; internal to the sources of
 * expression.h. */
#ifndef ASSAY_EXPRESSION_NODES_H
#define ASSAY_EXPRESSION_NODES_H

#include "describe/expression.h"

/* Kinds of node. From OP_BINARY on they are binary operators. */
enum op {
    OP_NUMBER,
    OP_NAME,
    OP_CLOG2,
    OP_NOT,
    OP_MINUS,
    OP_CHOICE, /* a ? b : c */
    OP_BINARY  /* the first operator of the table */
};

/* The binary operators, in the order of the table. */
enum {
    OR,
    AND,
    EQUAL,
    UNEQUAL,
    LEFT,
    RIGHT,
    LEAST,
    MOST,
    LESS,
    MORE,
    PLUS,
    MINUS,
    TIMES,
    QUOTIENT,
    REMAINDER,
    N_BINARY
};

enum {
    DEEPEST = 64,   /* levels of nesting */
    LONGEST = 1000, /* characters */
    CLOSEST = 8     /* level of what binds more tightly than any binary operator */
};

/* An operator precedes any other that is a prefix of it. */
struct assay_expression_operator {
    const char *text;
    unsigned level;       /* higher levels bind more tightly */
    const char *function; /* replaces an operator that C does not define for all values; else
                           * NULL */
};
extern const struct assay_expression_operator assay_expression_operators[];

struct node {
    int op;        /* enum op, or OP_BINARY + index of an operator */
    int64_t value; /* value of a number; index of a name */
    int a, b, c;   /* operands: indices of nodes */
};

struct assay_expression {
    char *text;
    struct node *node;
    size_t n, room;
    int root;
};

#endif
