/*
 * asm.h - programs of predicate and core as text: assembler, disassembler, uniformity pass. asm.md says
 * what the text looks like.
 *
 * Nothing here belongs to the cycle-exact model. Only the pass allocates memory, for its own time; files
 * only where a FILE is asked for.
 */
#ifndef PREDICATE_ASM_H
#define PREDICATE_ASM_H

#include <stdio.h>

#include "predicate/predicate.h"

enum {
    PREDICATE_MOST_WORDS = 4096, /* of a program: the largest instruction memory of a core */
    PREDICATE_MOST_DATA = 16384, /* words that .data may give values, of a program for core */
    PREDICATE_OUTS = 32,         /* .out lines */
    PREDICATE_NAME = 32,         /* of a name, its end included */
    PREDICATE_ARGS = 16,         /* .arg lines: a constant each */
    PREDICATE_VALUES = 96,       /* .const, .reg and .data lines */
    PREDICATE_POOL = 4096,       /* numbers in them */
    PREDICATE_LABELS = 4096,     /* of a text */
    PREDICATE_LINE = 128,        /* an instruction as text, its end included */
    PREDICATE_RULE_TEXT = 64     /* a rule of an .arg, its end included */
};

/* One .const, .reg or .data line. R in lane n gets number n modulo `n` of its numbers; data memory
 * gets them in word `addr` and after; the others have one. */
struct predicate_value {
    uint8_t space; /* enum predicate_space */
    uint16_t addr, first, n;
    uint32_t line; /* of the text, from 1; 0: none */
};

enum { PREDICATE_SHOW_HEX, PREDICATE_SHOW_S32, PREDICATE_SHOW_U32, PREDICATE_SHOW_F32 };

struct predicate_result_name {
    char name[PREDICATE_NAME];
    uint8_t space; /* PREDICATE_AT_R, _U, _P or _UP */
    uint8_t i;
    uint8_t type; /* how people want to see it */
};

/* What the number of an .arg has to be: factor, times lanes of a warp, warps of a group and groups as bits 0, 1 and 2 of
 * `by` say; a multiple of that; at least or at most that; or a power of two. */
enum predicate_rule_kind {
    PREDICATE_RULE_IS,
    PREDICATE_RULE_MULTIPLE,
    PREDICATE_RULE_LEAST,
    PREDICATE_RULE_MOST,
    PREDICATE_RULE_POWER,
    PREDICATE_RULES
};
struct predicate_rule {
    uint8_t kind, by;
    int32_t factor; /* above 0 for a multiple, or times anything */
};

/* A constant that whoever launches the program gives: a number, or the address of an array. */
struct predicate_arg {
    char name[PREDICATE_NAME];
    uint8_t c;
    uint32_t line; /* of the text */
    struct predicate_rule rule[PREDICATE_RULES];
    uint32_t n_rules;
};

/* What each group of a launch has, and what it has to have; 0: nothing, and anything. */
enum {
    PREDICATE_GROUP_LOCAL, /* bytes */
    PREDICATE_GROUP_ROWS,
    PREDICATE_GROUP_BARS,
    PREDICATE_GROUP_LANES, /* of a warp */
    PREDICATE_GROUP_WARPS,
    PREDICATE_GROUP_N
};
struct predicate_group {
    uint32_t has[PREDICATE_GROUP_N], line[PREDICATE_GROUP_N];
};

struct predicate_assembly {
    uint64_t code[PREDICATE_MOST_WORDS];
    uint32_t line[PREDICATE_MOST_WORDS]; /* of the text, from 1; 0: not known */
    uint32_t length;
    bool sense;
    bool for_core; /* .target core */
    struct predicate_value value[PREDICATE_VALUES];
    uint32_t n_values, pool[PREDICATE_POOL], n_pool;
    struct predicate_result_name out[PREDICATE_OUTS];
    uint32_t n_outs;
    struct predicate_arg arg[PREDICATE_ARGS];
    uint32_t n_args;
    struct predicate_group group;
};

struct predicate_asm_error {
    uint32_t line, column; /* from 1 */
    char text[160];
};

/* False with the first error. */
bool predicate_assemble(const char *text, struct predicate_assembly *a,
                        struct predicate_asm_error *e);

/* Number `lane` of a .reg line, or of any other its only one. */
uint32_t predicate_value_in(const struct predicate_assembly *a, const struct predicate_value *v,
                            uint32_t lane);

/* What a rule compares with in a launch, and whether it holds for a number. A bound above 2^63 counts as that. */
int64_t predicate_rule_bound(const struct predicate_rule *rule, uint32_t lanes, uint32_t warps,
                             uint32_t groups);
bool predicate_rule_holds(const struct predicate_rule *rule, int64_t bound, int64_t number);
/* As in the text: "multiple, 4 * lanes". */
void predicate_rule_text(const struct predicate_rule *rule, char text[PREDICATE_RULE_TEXT]);

/* Add a .const or .reg line with one number; false when there is no room. */
bool predicate_add_value(struct predicate_assembly *a, uint8_t space, uint32_t addr,
                         uint32_t number);

/* One word as text that assembles to it again: an instruction, or .word if it is illegal, has ignored
 * fields that are not zero, jumps outside a program of `length` words, or is the core's and the program
 * is not. */
void predicate_disassemble(uint64_t word, uint32_t length, bool core, char text[PREDICATE_LINE]);

/* A file for $readmemh: a word a line, and the other directives in comments. */
void predicate_write_image(FILE *f, const struct predicate_assembly *a);
/* Read one; directives in comments count. */
bool predicate_read_image(const char *text, struct predicate_assembly *a,
                          struct predicate_asm_error *e);
/* The whole program as text, with labels. */
void predicate_write_text(FILE *f, const struct predicate_assembly *a);
/* Address, word, line and instruction, one a line. */
void predicate_write_listing(FILE *f, const struct predicate_assembly *a);

/* Predicates and registers that are the same in all lanes become UP and U. */
enum predicate_cause {
    PREDICATE_PROMOTED,
    PREDICATE_BY_LANE,      /* lane index */
    PREDICATE_BY_LOAD,      /* from data memory */
    PREDICATE_BY_INITIAL,   /* the lanes start with different values */
    PREDICATE_BY_CONTROL,   /* not all lanes might get there together */
    PREDICATE_BY_GUARD,     /* a guard that differs between lanes */
    PREDICATE_BY_OUT,       /* an .out register has to stay where it is */
    PREDICATE_BY_VOTE,      /* a vote, red or readlane needs a register of the lanes */
    PREDICATE_BY_KIND,      /* the instruction writes R only */
    PREDICATE_BY_REGISTERS, /* no U or UP is free */
    PREDICATE_BY_REACH,     /* it is never executed */
    PREDICATE_BY_SIZE       /* control flow that is too involved to follow */
};

/* What became of one cmp that wrote P. */
struct predicate_promotion {
    uint16_t pc, at_pc; /* at_pc: the instruction that is the cause */
    uint8_t cause;
    uint8_t from, to; /* P, and UP if promoted */
    bool has_pc;      /* at_pc means something */
    char what[8];     /* the register that it came by: "r3", or "" */
};

struct predicate_uniform {
    struct predicate_promotion compare[PREDICATE_MOST_WORDS];
    uint32_t n_compares, n_promoted;
    uint32_t n_moved; /* instructions whose destination became U */
};

const char *predicate_cause_name(uint8_t cause);

/*
 * Rewrite `a`. A run that ends by exit leaves the same data memory and the same .out registers as
 * before; registers without a .reg line may start with anything. False when memory is out.
 */
bool predicate_make_uniform(struct predicate_assembly *a, struct predicate_uniform *u);
void predicate_write_uniform(FILE *f, const struct predicate_assembly *a,
                             const struct predicate_uniform *u);

#endif
