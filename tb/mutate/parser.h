/* parser.h - the inside of the parser: expressions, statements, modules. See mutants.h. */
#ifndef ASSAY_MUTATE_PARSER_H
#define ASSAY_MUTATE_PARSER_H

#include "mutate/mutants.h"
#include "mutate/names.h"

/* Tokens first to last. */
struct assay_range {
    size_t first, last;
};

/* A call of a function at run time; `function`: that it stands in, 0: none. */
struct assay_call {
    size_t at, function; /* tokens */
};

struct assay_parser {
    struct assay_mutants *out;
    const struct assay_tokens *t;
    struct assay_declared names;
    size_t at;               /* token */
    size_t room;             /* of out->v */
    unsigned frozen;         /* in what has to be constant, or is left alone: no mutants */
    unsigned depth;          /* of nested constructs */
    bool control;            /* in a condition, or a value of one bit */
    size_t module, function; /* tokens; 0: in none */
    struct assay_call *call;
    size_t n_calls;
    size_t *function_of; /* tokens: the functions of the text */
    size_t n_functions;
    bool failed; /* memory was out */
};

/* --- parser.c: what all have in common --- */

bool assay_parser_is(const struct assay_parser *p, const char *word);
/* The same, and goes on to the next token if it is. */
bool assay_parser_take(struct assay_parser *p, const char *word);
/* A word that is no keyword. */
bool assay_parser_at_name(const struct assay_parser *p);
/* Behind the bracket that closes the one at hand. */
void assay_parser_skip_brackets(struct assay_parser *p);
/* Behind the next semicolon that is in no brackets, or before the word that ends what is around it. */
void assay_parser_skip_to_semicolon(struct assay_parser *p);
/* Forget the mutants from number `n` on, and the calls from token `at` on. */
void assay_parser_drop(struct assay_parser *p, size_t n, size_t at);
/* Forget the mutants of a function, and the calls in it. */
void assay_parser_drop_function(struct assay_parser *p, size_t function);
/* The function p->function begins; one is called at token `at`. */
void assay_parser_note_function(struct assay_parser *p);
void assay_parser_note_call(struct assay_parser *p, size_t at);
/* A construct that is not known begins at token `at`. */
void assay_parser_note_skip(struct assay_parser *p, size_t at);

/* --- expression.c: false for what is no expression that it knows --- */

bool assay_parse_expression(struct assay_parser *p, struct assay_range *r);
/* What an assignment can be to; nothing in it is changed. */
bool assay_parse_target(struct assay_parser *p, struct assay_range *r);

/* --- alter.c: the mutants of what was parsed --- */

void assay_alter_binary(struct assay_parser *p, struct assay_range left, size_t op,
                        struct assay_range right);
void assay_alter_unary(struct assay_parser *p, size_t op, struct assay_range operand);
void assay_alter_number(struct assay_parser *p, size_t at);
void assay_alter_condition(struct assay_parser *p, struct assay_range r);
/* `target`: what gets the value. */
void assay_alter_value(struct assay_parser *p, struct assay_range target, struct assay_range value);
void assay_alter_update(struct assay_parser *p, struct assay_range statement,
                        struct assay_range target);

/* --- statement.c: one statement, whatever it is --- */

void assay_parse_statement(struct assay_parser *p);
/* The value of an assignment to `target`; false for what is no expression that it knows. */
bool assay_parse_value(struct assay_parser *p, struct assay_range target);

/* --- module.c: everything --- */

void assay_parse_modules(struct assay_parser *p);

#endif
