/* ir_scan.h - split the text into words; shared by the parsers in ir_*.c. */
#ifndef PROVE_IR_SCAN_H
#define PROVE_IR_SCAN_H

#include "prove/ir.h"

/* A word. Its first character gives its kind: "%x", "@x", "!7", "\"text", "c\"text", "name",
 * "-12" or a punctuation sign; "\n" at the end of a line and "" at the end of the text. Quoted
 * names come without their quotes, a string without its closing one. */
struct ir_word {
    const char *s;
    uint32_t n;
    const char *next; /* the text after it */
    uint32_t line, depth;
};

void ir_peek(struct ir_module *m, struct ir_word *w);
void ir_take(struct ir_module *m, struct ir_word *w);
bool ir_is(const struct ir_word *w, const char *text);
/* Take the next word if it is `text`. */
bool ir_eat(struct ir_module *m, const char *text);
void ir_need(struct ir_module *m, const char *text);
uint64_t ir_take_number(struct ir_module *m);
void ir_skip_line(struct ir_module *m);
/* Skip a parenthesised group, if one is next. */
void ir_skip_parentheses(struct ir_module *m);
struct ir_place ir_here(const struct ir_module *m);

/* The number of a name. A name that is not there yet is added. */
uint32_t ir_intern(struct ir_module *m, struct ir_names *names, const char *s, uint32_t n);
uint32_t ir_lookup(const struct ir_names *names, const char *s, uint32_t n); /* or UINT32_MAX */

bool ir_starts_type(struct ir_module *m);
const struct ir_type *ir_read_type(struct ir_module *m);
/* `f` is NULL outside of functions. */
struct ir_operand ir_read_operand(struct ir_module *m, struct ir_function *f,
                                  const struct ir_type *type);
struct ir_global *ir_global_named(struct ir_module *m, const char *s, uint32_t n, uint32_t *index);

void ir_read_instruction(struct ir_module *m, struct ir_function *f, struct ir_block *b);
/* Skip the attributes of a parameter, an argument or a result. Returns the type of byval, or
 * NULL. */
const struct ir_type *ir_read_attributes(struct ir_module *m);

/* Look up metadata by its number: a place in the source; a range of two numbers. */
struct ir_place ir_place_of(struct ir_module *m, uint32_t number);
bool ir_range_of(struct ir_module *m, uint32_t number, uint64_t *low, uint64_t *high);

#endif
