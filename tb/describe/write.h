/* write.h - common to the writers of C. Each function appends to a text. */
#ifndef ASSAY_DESCRIBE_WRITE_H
#define ASSAY_DESCRIBE_WRITE_H

#include "describe/describe.h"

/* The type that holds this many bits. If there are more than 64 it is an array of words, whose size
 * follows the name: uint32_t a[4]. */
const char *assay_write_type(uint32_t bits);
uint32_t assay_write_size(uint32_t bits); /* in bytes */
void assay_write_member(struct assay_text *t, const char *name, uint32_t bits);

/* The width of a port, as in a comment: "n * k bits". */
void assay_write_width(struct assay_text *t, const struct assay_describe_width *w);

/* Write a text inside a string literal, and inside a comment. */
void assay_write_quoted(struct assay_text *t, const char *text);
void assay_write_remark(struct assay_text *t, const char *text);

/* Writes a name in upper case. */
void assay_write_upper(struct assay_text *t, const char *name);

/* Writes the expression of a width; the value of parameter x is p_x. */
void assay_write_bits(struct assay_text *t, const struct assay_description *d,
                      const struct assay_describe_width *w);

/* Writes the structs, for both headers. */
void assay_write_structs(struct assay_text *t, const struct assay_description *d);

/* Writes the tables of parameters, sets, streams and ports, and the functions that depend only on
 * the pins: widths, transfers, handshakes, agree. */
void assay_write_tables(struct assay_text *t, const struct assay_description *d);

/* Writes `step` and `steps`, which have the types of struct assay_model_block and call the model.
 * The loop of `steps` is written for each block, so that the compiler knows sizes and pins. */
void assay_write_steps(struct assay_text *t, const struct assay_description *d);

/* Writes the corresponding initializers of struct assay_model_block. */
void assay_write_model_members(struct assay_text *t, const struct assay_description *d);

/* Writes the coverage group of the streams and its axis; nothing for a block without streams. */
void assay_write_flow(struct assay_text *t, const struct assay_description *d);

/* Whether a width depends on this parameter. */
bool assay_write_is_used(const struct assay_description *d, size_t param);

/* Whether the block has parameters, and a width that is known only at its parameter sets: the
 * writers then need `set_of`. */
bool assay_write_by_set(const struct assay_description *d);

/* Whether there is any input, or any output. */
bool assay_write_has(const struct assay_description *d, bool input);

/* Whether there are inputs outside streams, outputs compared under a condition, or joins; whether a
 * stream is the first one of its join. */
bool assay_write_has_plain_inputs(const struct assay_description *d);
bool assay_write_has_conditions(const struct assay_description *d);
bool assay_write_has_joins(const struct assay_description *d);
bool assay_write_begins_join(const struct assay_description *d, size_t stream);

#endif
