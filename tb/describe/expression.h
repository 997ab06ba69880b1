/*
 * expression.h - the expressions of block.yaml: widths in the parameters of a block.
 *
 * They are written as in C and Verilog, with the same precedence:
 *
 *     32 * lanes    fixed ? 40 : 32    clog2(depth + 1)    (n - 1) << 2    a > 4 && !b
 *
 * Operators are + - * / % << >> < <= > >= == != && || ! ?: and parentheses; clog2(x) is the number of
 * bits that tell x things apart, 0 for x = 0 and 1, as in Verilog. Values are signed, of 64 bits; what does
 * not fit is an error, as are a division by what is not above zero and a shift of what is below.
 */
#ifndef ASSAY_EXPRESSION_H
#define ASSAY_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct assay_expression;

/* The names that an expression may use, by index; NULL after the last. */
typedef const char *assay_expression_name(const void *arg, size_t i);

/* NULL with what is wrong in `why`: "'32 * lanez' at 'lanez': unknown name 'lanez': expected ...". */
struct assay_expression *assay_expression_read(const char *text, assay_expression_name *name,
                                               const void *arg, char *why, size_t why_size);
void assay_expression_free(struct assay_expression *e);

/* As it was written. */
const char *assay_expression_text(const struct assay_expression *e);

/* False with what is wrong in `why`; value[i] is that of name i. */
bool assay_expression_value(const struct assay_expression *e, const uint32_t *value,
                            int64_t *result, char *why, size_t why_size);

/* Whether it uses a name at all; if not, its value does not depend on any. */
bool assay_expression_is_constant(const struct assay_expression *e);

/* Whether it uses name i. */
bool assay_expression_uses(const struct assay_expression *e, size_t i);

/* Append it as C and C++. Names are written by `spell`, and have to be of type int64_t there. Division,
 * remainder, shifts and clog2 are the functions assay_width_* of model/api/width.h, which are
 * defined for all values. */
typedef const char *assay_expression_spell(const void *arg, size_t i);
void assay_expression_write(const struct assay_expression *e, assay_expression_spell *spell,
                            const void *arg, struct assay_text *t);

#endif
