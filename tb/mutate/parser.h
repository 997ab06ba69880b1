/* parser.h - internals of the parser: expressions, statements, modules. See mutants.h. */
#ifndef ASSAY_MUTATE_PARSER_H
#define ASSAY_MUTATE_PARSER_H

#include "mutate/mutants.h"
#include "mutate/names.h"

/* The tokens from first to last, both included. */
struct assay_range {
    size_t first, last;
};

/* A function call at run time. `function`: the enclosing function, 0 if none. */
struct assay_call {
    size_t at, function; /* tokens */
};

struct assay_parser {
    struct assay_mutants *out;
    const struct assay_tokens *t;
    struct assay_declared names;
    size_t at;               /* current token */
    size_t room;             /* allocated size of out->v */
    unsigned frozen;         /* > 0: inside what must be constant or is left alone; no mutants */
    unsigned depth;          /* nesting of constructs */
    bool control;            /* inside a condition or a one-bit value */
    size_t module, function; /* tokens of the enclosing names; 0: none */
    struct assay_call *call;
    size_t n_calls;
    size_t *function_of; /* tokens: the names of all functions */
    size_t n_functions;
    bool failed; /* out of memory */
};

/* --- parser.c: shared by all --- */

bool assay_parser_is(const struct assay_parser *p, const char *word);
/* Whether the current token is `word`; if so, skip it. */
bool assay_parser_take(struct assay_parser *p, const char *word);
/* Whether the current token is a word other than a keyword. */
bool assay_parser_at_name(const struct assay_parser *p);
/* Whether no token is left. */
bool assay_parser_at_end(const struct assay_parser *p);
/* Skip from an opening bracket past the matching closing one. */
void assay_parser_skip_brackets(struct assay_parser *p);
/* Skip past the next semicolon outside of brackets, or up to the keyword that ends the enclosing
 * block. */
void assay_parser_skip_to_semicolon(struct assay_parser *p);
/* Discard the mutants from index `n` on, and the calls from token `at` on. */
void assay_parser_drop(struct assay_parser *p, size_t n, size_t at);
/* Discard the mutants of a function and the calls in it. */
void assay_parser_drop_function(struct assay_parser *p, size_t function);
/* Record that function p->function begins here; record a call at token `at`. */
void assay_parser_note_function(struct assay_parser *p);
void assay_parser_note_call(struct assay_parser *p, size_t at);
/* Record that a construct which the parser does not understand begins at token `at`. */
void assay_parser_note_skip(struct assay_parser *p, size_t at);

/* --- expression.c: returns false for anything that it does not understand as an expression --- */

bool assay_parse_expression(struct assay_parser *p, struct assay_range *r);
/* Parse the target of an assignment, without making mutants of it. */
bool assay_parse_target(struct assay_parser *p, struct assay_range *r);

/* --- alter.c: make mutants of what was parsed --- */

void assay_alter_binary(struct assay_parser *p, struct assay_range left, size_t op,
                        struct assay_range right);
void assay_alter_unary(struct assay_parser *p, size_t op, struct assay_range operand);
void assay_alter_number(struct assay_parser *p, size_t at);
void assay_alter_condition(struct assay_parser *p, struct assay_range r);
/* `target`: the signal that the value is assigned to. */
void assay_alter_value(struct assay_parser *p, struct assay_range target, struct assay_range value);
void assay_alter_update(struct assay_parser *p, struct assay_range statement,
                        struct assay_range target);

/* --- statement.c: parse one statement of any kind --- */

void assay_parse_statement(struct assay_parser *p);
/* Parse the value of an assignment to `target`. Returns false if it is not an expression that
 * the parser understands. */
bool assay_parse_value(struct assay_parser *p, struct assay_range target);

/* --- module.c: parse the whole text --- */

void assay_parse_modules(struct assay_parser *p);

#endif
