/* write.h - what the writers of C share. Each appends to a text. */
#ifndef ASSAY_DESCRIBE_WRITE_H
#define ASSAY_DESCRIBE_WRITE_H

#include "describe/describe.h"

/* The type that holds so many bits; an array has its words behind the name: uint32_t a[4]. */
const char *assay_write_type(uint32_t bits);
uint32_t assay_write_size(uint32_t bits); /* in bytes */
void assay_write_member(struct assay_text *t, const char *name, uint32_t bits);

/* The width of a port as a comment has it: "n * k bits". */
void assay_write_width(struct assay_text *t, const struct assay_describe_width *w);

/* A text within a string, and within a comment. */
void assay_write_quoted(struct assay_text *t, const char *text);
void assay_write_remark(struct assay_text *t, const char *text);

/* NAME in upper case. */
void assay_write_upper(struct assay_text *t, const char *name);

/* An expression of width, with the value of parameter x as p_x. */
void assay_write_bits(struct assay_text *t, const struct assay_description *d,
                      const struct assay_describe_width *w);

/* The structs, for both headers. */
void assay_write_structs(struct assay_text *t, const struct assay_description *d);

/* The tables of parameters, sets, streams and ports, and the functions of pins alone: widths, transfers,
 * handshakes, agree. */
void assay_write_tables(struct assay_text *t, const struct assay_description *d);

/* `step` and `steps`: the model under the types of struct assay_model_block. The loop of `steps` is written for each block, where
 * the compiler knows sizes and pins. */
void assay_write_steps(struct assay_text *t, const struct assay_description *d);

/* The member-wise initializers of struct assay_model_block that follow from them. */
void assay_write_model_members(struct assay_text *t, const struct assay_description *d);

/* The group of coverage of the streams, and its axis; nothing for a block without streams. */
void assay_write_flow(struct assay_text *t, const struct assay_description *d);

/* Whether a width depends on a parameter. */
bool assay_write_is_used(const struct assay_description *d, size_t param);

/* Whether the block has parameters, and a width that is known at its parameter sets alone: `set_of` is
 * written then, and asked for it. */
bool assay_write_by_set(const struct assay_description *d);

/* Whether there is an input or an output at all. */
bool assay_write_has(const struct assay_description *d, bool input);

/* Whether there are inputs outside streams, outputs that are compared under a condition, and joins; whether a
 * stream is the first of its join. */
bool assay_write_has_plain_inputs(const struct assay_description *d);
bool assay_write_has_conditions(const struct assay_description *d);
bool assay_write_has_joins(const struct assay_description *d);
bool assay_write_begins_join(const struct assay_description *d, size_t stream);

#endif
