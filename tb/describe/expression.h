/*
 * expression.h - the expressions of block.yaml: widths as functions of a block's parameters.
 *
 * They are written as in C and Verilog, with the same precedence:
 *
 *     32 * lanes    fixed ? 40 : 32    clog2(depth + 1)    (n - 1) << 2    a > 4 && !b
 *
 * Operators are + - * / % << >> < <= > >= == != && || ! ?: and parentheses. clog2(x) is the number
 * of bits needed to distinguish x values, 0 for x = 0 and 1, as in Verilog. Values are signed, of
 * 64 bits. Overflow is an error, and so are dividing by a number that is not positive and shifting
 * a negative number.
 */
#ifndef ASSAY_EXPRESSION_H
#define ASSAY_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct assay_expression;

/* The names that an expression may use, by index; NULL after the last one. */
typedef const char *assay_expression_name(const void *arg, size_t i);

/* Parses `text`. NULL with a message in `why`: "'32 * lanez': unknown name 'lanez': expected
 * ...". */
struct assay_expression *assay_expression_read(const char *text, assay_expression_name *name,
                                               const void *arg, char *why, size_t why_size);
void assay_expression_free(struct assay_expression *e);

/* The text of the expression as it was written. */
const char *assay_expression_text(const struct assay_expression *e);

/* Evaluates the expression; value[i] is the value of name i. False with a message in `why`. */
bool assay_expression_value(const struct assay_expression *e, const uint32_t *value,
                            int64_t *result, char *why, size_t why_size);

/* Whether it uses no name, so that its value never changes. */
bool assay_expression_is_constant(const struct assay_expression *e);

/* Whether it uses name i. */
bool assay_expression_uses(const struct assay_expression *e, size_t i);

/* Appends the expression as C or C++. `spell` gives the names, which must have type int64_t there.
 * Division, remainder, shifts and clog2 become the functions assay_width_* of model/api/width.h,
 * which are defined for all values. */
typedef const char *assay_expression_spell(const void *arg, size_t i);
void assay_expression_write(const struct assay_expression *e, assay_expression_spell *spell,
                            const void *arg, struct assay_text *t);

#endif
