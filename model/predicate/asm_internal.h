/* asm_internal.h - declarations shared by the files of the assembler and disassembler. */
#ifndef PREDICATE_ASM_INTERNAL_H
#define PREDICATE_ASM_INTERNAL_H

#include "predicate/asm.h"
#include "predicate/instructions.h"

extern const char *const predicate_type_names[PREDICATE_TYPES];
/* Names of the special sources, by number. */
extern const char *const predicate_special_names[PREDICATE_SPECIALS];

enum { PREDICATE_MNEMONIC = 32 };
/* Writes "cmp.lt.s32": the operation with a modifier, which must be good. */
void predicate_mnemonic(uint8_t op, uint32_t modifier, char text[PREDICATE_MNEMONIC]);
/* Finds the operation and the modifier that a word of source text names. False if there is none. */
bool predicate_find_mnemonic(const char *at, uint32_t length, struct predicate_word *w);

/* The word with its ignored fields set to 0. */
struct predicate_word predicate_canonical(const struct predicate_word *w);

/* --- reading --- */

enum {
    PREDICATE_OPERAND_NONE,
    PREDICATE_OPERAND_REG,
    PREDICATE_OPERAND_NUMBER,
    PREDICATE_OPERAND_NAME
};

struct predicate_operand {
    uint8_t is;
    uint8_t space; /* of a register: PREDICATE_AT_...; PREDICATE_SPACES for a special source */
    uint8_t i;
    bool high, number_is_f32; /* written as hi(n); has a point or an exponent */
    uint32_t number;          /* 32 bits, the pattern for an f32; for hi(n), n itself */
    uint32_t column;
    const char *name; /* of a label or any other word */
    uint32_t length;
};

struct predicate_reader {
    const char *line, *at; /* its start, and the reading position */
    uint32_t number;       /* line number */
    struct predicate_assembly *a;
    struct predicate_asm_error *e;
};

/* Reports the first error, at the given column; always returns false. */
bool predicate_error(struct predicate_reader *r, uint32_t column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
uint32_t predicate_column(const struct predicate_reader *r);
void predicate_skip(struct predicate_reader *r);
bool predicate_at_end(struct predicate_reader *r); /* only a comment may follow */
bool predicate_accept(struct predicate_reader *r, char c);
bool predicate_comma(struct predicate_reader *r); /* reports an error if there is none */
/* Length of the word at the reading position (letters, digits, _ and dots); 0 if there is none. */
uint32_t predicate_word_at(struct predicate_reader *r);
bool predicate_is(const char *at, uint32_t length, const char *name); /* ignores case */
/* Reads 1 to 16 hexadecimal digits. False if they are anything else. */
bool predicate_hex(const char *at, uint32_t length, uint64_t *word);
bool predicate_read_operand(struct predicate_reader *r, struct predicate_operand *o);
/* The next line; NULL after the last. */
const char *predicate_next_line(const char *line);
/*
 * Appends a word of code for the line being read. False, with an error at `column`, if there is no
 * room.
 */
bool predicate_add_word(struct predicate_reader *r, uint32_t column, uint64_t word);
/* Reads a name of letters, digits, _ and dots. */
bool predicate_read_name(struct predicate_reader *r, char name[PREDICATE_NAME]);
/*
 * Read .arg and .group after their names; write those of a program, as lines that begin with
 * `before`.
 */
bool predicate_read_arg(struct predicate_reader *r);
bool predicate_read_group(struct predicate_reader *r);
void predicate_write_launch(FILE *f, const struct predicate_assembly *a, const char *before);
/* Reads a directive, which starts with `.` at the beginning of a statement. */
bool predicate_directive(struct predicate_reader *r);

#endif
