/*
 * ir.h - LLVM's intermediate representation, read from text as clang 14 writes it with opaque
 * pointers, linked into one module and in loop-closed form.
 *
 * The text is parsed, instead of using LLVM's library, because the C interface of LLVM 14 does not
 * expose the flags nuw, nsw and exact, and because this way neither the build nor the program needs
 * LLVM.
 *
 * Parsing checks only the form. What a construct means, and which constructs are refused, is up to
 * execute.h.
 */
#ifndef PROVE_IR_H
#define PROVE_IR_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "prove/arena.h"

enum ir_type_kind { IR_VOID, IR_INT, IR_PTR, IR_STRUCT, IR_ARRAY, IR_METADATA, IR_OTHER };

struct ir_type {
    enum ir_type_kind kind;
    uint32_t bits;  /* of an integer */
    uint64_t count; /* number of elements or fields */
    bool packed;
    const struct ir_type **field; /* an array has a single one */
    const char *name;             /* of a named structure; for IR_OTHER, the text of the type */
};

/* A place in the source. */
struct ir_place {
    const char *file;
    uint32_t line;
};

enum ir_operand_kind {
    IR_LOCAL,
    IR_GLOBAL,
    IR_NUMBER,
    IR_NULL,
    IR_ZERO,
    IR_UNDEF,
    IR_POISON,
    IR_LIST,   /* parts of a structure or an array */
    IR_STRING, /* an array of bytes */
    IR_ADDRESS /* constant getelementptr: the base and the indices */
};

struct ir_operand {
    enum ir_operand_kind kind;
    const struct ir_type *type;
    uint32_t index;     /* of a local or a global; for a string, its length in bytes */
    uint64_t low, high; /* of a number */
    const char *bytes;
    const struct ir_type *source; /* for an address: the type that the indices walk through */
    struct ir_operand *part;
    uint32_t n_parts;
};

enum ir_op {
    IR_ADD,
    IR_SUB,
    IR_MUL,
    IR_UDIV,
    IR_SDIV,
    IR_UREM,
    IR_SREM,
    IR_SHL,
    IR_LSHR,
    IR_ASHR,
    IR_AND,
    IR_OR,
    IR_XOR,
    IR_ICMP,
    IR_SELECT,
    IR_ZEXT,
    IR_SEXT,
    IR_TRUNC,
    IR_BITCAST,
    IR_FREEZE,
    IR_ALLOCA,
    IR_LOAD,
    IR_STORE,
    IR_GEP,
    IR_EXTRACTVALUE,
    IR_INSERTVALUE,
    IR_CALL,
    IR_PHI,
    IR_BR,
    IR_SWITCH,
    IR_RET,
    IR_UNREACHABLE,
    IR_REFUSED
};

enum { IR_NUW = 1, IR_NSW = 2, IR_EXACT = 4, IR_INBOUNDS = 8 };

enum ir_predicate { IR_EQ, IR_NE, IR_UGT, IR_UGE, IR_ULT, IR_ULE, IR_SGT, IR_SGE, IR_SLT, IR_SLE };

#define IR_NO_RESULT UINT32_MAX

struct ir_instruction {
    enum ir_op op;
    const char *name;           /* as in the text */
    uint32_t result;            /* index of the local, or IR_NO_RESULT */
    const struct ir_type *type; /* of the result; of what alloca makes or a gep walks through */
    uint32_t flags;
    enum ir_predicate predicate;
    struct ir_operand *operand;
    uint32_t n_operands;
    uint32_t *label; /* blocks: successors; for a phi, the block that operand i comes from */
    uint32_t n_labels;
    uint32_t *index; /* of extractvalue and insertvalue */
    uint32_t n_indices;
    uint32_t align;
    uint32_t callee; /* the global */
    bool has_range;  /* of a load or a call: the result is in range_low to range_high - 1 */
    uint64_t range_low, range_high;
    struct ir_place place;
};

struct ir_block {
    const char *name;
    struct ir_instruction *instruction;
    uint32_t n;
};

struct ir_parameter {
    const struct ir_type *type;
    uint32_t local;
    const struct ir_type *by_value; /* for byval: type of the callee's copy; or NULL */
};

struct ir_names {
    const char **name;
    uint32_t n, room;
    uint32_t *bucket, n_buckets;
};

struct ir_function {
    struct ir_parameter *parameter;
    uint32_t n_parameters, n_locals;
    struct ir_block *block; /* the first is the entry */
    uint32_t n_blocks;
    struct ir_names locals, labels;
    struct flow *flow;     /* set by flow_find */
    struct ir_place place; /* line 0: unknown */
};

struct ir_global {
    const char *name;
    struct ir_function *function; /* if defined here; or NULL */
    const struct ir_type *type;   /* of a variable */
    const struct ir_operand *initial;
    bool is_constant;
    uint32_t align;
};

struct ir_module {
    struct arena arena;
    const char *path, *text;
    struct ir_names globals, types;
    struct ir_global *global;
    struct ir_type *named_type;
    uint32_t n_global_room;
    const char **metadata; /* by number: the text after the = */
    uint32_t n_metadata;
    const char *at; /* of the parser: the next character and its line */
    uint32_t line, depth;
    jmp_buf *back; /* used by ir_refuse */
    char *why;
    size_t why_size;
};

/* Parse a text, which must outlive the module. Returns false with "FILE:LINE: what: expected
 * ..." in `why` on error. */
bool ir_read(struct ir_module *m, const char *path, const char *text, char *why, size_t why_size);
void ir_close(struct ir_module *m);

/* Find a global by name; NULL if there is none. */
const struct ir_global *ir_find(const struct ir_module *m, const char *name);

/* Fail with a message: jumps to where m->back was set. */
_Noreturn void ir_refuse(struct ir_module *m, struct ir_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The size of a type in memory, its alignment, and the offset of a field of a structure, in
 * bytes. */
uint64_t ir_size(const struct ir_type *t);
uint64_t ir_align(const struct ir_type *t);
uint64_t ir_field(const struct ir_type *t, uint64_t field);

#endif
