/* expression_nodes.h - an expression that was read, for the sources of expression.h. */
#ifndef ASSAY_EXPRESSION_NODES_H
#define ASSAY_EXPRESSION_NODES_H

#include "describe/expression.h"

/* Kinds of node. From OP_BINARY on, operators. */
enum op {
    OP_NUMBER,
    OP_NAME,
    OP_CLOG2,
    OP_NOT,
    OP_MINUS,
    OP_CHOICE, /* a ? b : c */
    OP_BINARY  /* the first of the table */
};

/* The operators between two operands, in the order of the table. */
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
    DEEPEST = 64,   /* parentheses in parentheses */
    LONGEST = 1000, /* characters */
    CLOSEST = 8     /* the level of what binds closer than any binary operator */
};

/* Longer ones before those that they begin with. */
struct assay_expression_operator {
    const char *text;
    unsigned level;       /* higher ones bind closer */
    const char *function; /* stands for one that C does not define for all values; else NULL */
};
extern const struct assay_expression_operator assay_expression_operators[];

struct node {
    int op;        /* enum op, OP_BINARY + index of an operator */
    int64_t value; /* of a number; index of a name */
    int a, b, c;   /* operands, as indices of nodes */
};

struct assay_expression {
    char *text;
    struct node *node;
    size_t n, room;
    int root;
};

#endif
