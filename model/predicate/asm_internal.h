/* asm_internal.h - names, shared by assembler and disassembler. */
#ifndef PREDICATE_ASM_INTERNAL_H
#define PREDICATE_ASM_INTERNAL_H

#include "predicate/asm.h"
#include "predicate/instructions.h"

extern const char *const predicate_type_names[PREDICATE_TYPES];
/* Of special sources, by their number. */
extern const char *const predicate_special_names[PREDICATE_SPECIALS];

enum { PREDICATE_MNEMONIC = 32 };
/* "cmp.lt.s32": operation with a good modifier. */
void predicate_mnemonic(uint8_t op, uint32_t modifier, char text[PREDICATE_MNEMONIC]);
/* The operation, and its modifier, of a word of a text. False if there is none. */
bool predicate_find_mnemonic(const char *at, uint32_t length, struct predicate_word *w);

/* The word with what it ignores set to 0. */
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
    uint8_t space; /* of a register: PREDICATE_AT_..., or PREDICATE_SPACES for a special source */
    uint8_t i;
    bool high, number_is_f32; /* hi(n); has a point or an exponent */
    uint32_t number;          /* 32 bits, of an f32 too; of hi(n) n itself */
    uint32_t column;
    const char *name; /* of a label, or anything else that is a word */
    uint32_t length;
};

struct predicate_reader {
    const char *line, *at; /* its begin, and where reading is */
    uint32_t number;       /* of the line */
    struct predicate_assembly *a;
    struct predicate_asm_error *e;
};

/* Always false: the first error, at `at` or at a column. */
bool predicate_error(struct predicate_reader *r, uint32_t column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
uint32_t predicate_column(const struct predicate_reader *r);
void predicate_skip(struct predicate_reader *r);
bool predicate_at_end(struct predicate_reader *r); /* of what the line says; a comment may follow */
bool predicate_accept(struct predicate_reader *r, char c);
/* A word of letters, digits, _ and dots; its length, 0 if there is none. */
uint32_t predicate_word_at(struct predicate_reader *r);
bool predicate_is(const char *at, uint32_t length, const char *name); /* either case */
bool predicate_read_operand(struct predicate_reader *r, struct predicate_operand *o);
/* The line behind this one; NULL behind the last. */
const char *predicate_next_line(const char *line);
/* One more word, of the line that is read. False with an error at `column` if there is no room for it. */
bool predicate_add_word(struct predicate_reader *r, uint32_t column, uint64_t word);
/* Letters, digits, _ and dots. */
bool predicate_read_name(struct predicate_reader *r, char name[PREDICATE_NAME]);
/* .arg and .group behind their names, and those of a program as lines that begin with `before`. */
bool predicate_read_arg(struct predicate_reader *r);
bool predicate_read_group(struct predicate_reader *r);
void predicate_write_launch(FILE *f, const struct predicate_assembly *a, const char *before);
/* What follows a `.` at the begin of a statement. */
bool predicate_directive(struct predicate_reader *r);

#endif
