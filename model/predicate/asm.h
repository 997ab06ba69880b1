/*
 * asm.h - programs for predicate and core as text: assembler, disassembler, uniformity pass. asm.md
 * describes the syntax.
 *
 * Nothing here belongs to the cycle-exact model. Only the pass allocates memory, and it frees it
 * before it returns; files are written only to a FILE argument. Numbers are read and written with
 * the C library, so LC_NUMERIC must be that of the locale "C".
 */
#ifndef PREDICATE_ASM_H
#define PREDICATE_ASM_H

#include <stdio.h>

#include "predicate/predicate.h"

enum {
    PREDICATE_MOST_WORDS = 4096, /* words of a program: the largest instruction memory of a core */
    PREDICATE_MOST_DATA = 16384, /* words that .data may initialise, in a program for core */
    PREDICATE_OUTS = 32,         /* .out lines */
    PREDICATE_NAME = 32,         /* bytes of a name, including the terminator */
    PREDICATE_ARGS = 16,         /* .arg lines, each a constant */
    PREDICATE_VALUES = 96,       /* .const, .reg and .data lines */
    PREDICATE_POOL = 4096,       /* numbers in those lines */
    PREDICATE_LABELS = 4096,     /* labels in a text */
    PREDICATE_LINE = 128         /* bytes of an instruction as text, including the terminator */
};

/* One .const, .reg or .data line. R in lane n receives number n modulo `n` of its numbers; data
 * memory receives them in the words from `addr` on; other spaces have a single number. */
struct predicate_value {
    uint8_t space; /* enum predicate_space */
    uint16_t addr, first, n;
    uint32_t line; /* line of the text, from 1; 0: none */
};

enum { PREDICATE_SHOW_HEX, PREDICATE_SHOW_S32, PREDICATE_SHOW_U32, PREDICATE_SHOW_F32 };

struct predicate_result_name {
    char name[PREDICATE_NAME];
    uint8_t space; /* PREDICATE_AT_R, _U, _P or _UP */
    uint8_t i;
    uint8_t type; /* display format, PREDICATE_SHOW_... */
};

/* A rule for the number of an .arg: it must equal the bound, be a multiple of it, be at least
 * it, be at most it, or be a power of two. The bound is factor, times lanes of a warp, warps of
 * a group and groups if bits 0, 1 and 2 of `by` are set. */
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
    int32_t factor; /* for a multiple: above 0 */
};

/*
 * A constant that is supplied when the program is launched: a number, or the address of an array.
 */
struct predicate_arg {
    char name[PREDICATE_NAME];
    uint8_t c;
    uint32_t line; /* line of the text */
    struct predicate_rule rule[PREDICATE_RULES];
    uint32_t n_rules;
};

/*
 * What each group of a launch has, and what a launch must provide; 0: nothing, or no requirement.
 */
enum {
    PREDICATE_GROUP_LOCAL, /* bytes */
    PREDICATE_GROUP_ROWS,
    PREDICATE_GROUP_BARS,
    PREDICATE_GROUP_LANES, /* lanes of a warp */
    PREDICATE_GROUP_WARPS,
    PREDICATE_GROUP_N
};
struct predicate_group {
    uint32_t has[PREDICATE_GROUP_N], line[PREDICATE_GROUP_N];
};

struct predicate_assembly {
    uint64_t code[PREDICATE_MOST_WORDS];
    uint32_t line[PREDICATE_MOST_WORDS]; /* line of the text, from 1; 0: unknown */
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

/* False on the first error, which *e describes. */
bool predicate_assemble(const char *text, struct predicate_assembly *a,
                        struct predicate_asm_error *e);

/* For a .reg line the number of lane `lane`; for any other line its only number. */
uint32_t predicate_value_in(const struct predicate_assembly *a, const struct predicate_value *v,
                            uint32_t lane);

/*
 * The bound that a rule compares with in a launch, and whether the rule holds for a number. The
 * bound is INT64_MAX if the product exceeds it, INT64_MIN if it is below that.
 */
int64_t predicate_rule_bound(const struct predicate_rule *rule, uint32_t lanes, uint32_t warps,
                             uint32_t groups);
bool predicate_rule_holds(const struct predicate_rule *rule, int64_t bound, int64_t number);

/* Whether the constants `c` of a launch keep the rules of all .arg lines. Otherwise `why` says
 * which line, number and rule. */
bool predicate_keeps_rules(const struct predicate_assembly *a, const char *path, const uint32_t *c,
                           uint32_t lanes, uint32_t warps, uint32_t groups, char *why,
                           size_t why_size);

/* Adds a .const or .reg line with one number; false if there is no room. */
bool predicate_add_value(struct predicate_assembly *a, uint8_t space, uint32_t addr,
                         uint32_t number);

/* One word as text that assembles to the same word: an instruction, or .word if the word is
 * illegal, has non-zero ignored fields, jumps outside a program of `length` words, or is an
 * instruction of core and the program is not for core. */
void predicate_disassemble(uint64_t word, uint32_t length, bool core, char text[PREDICATE_LINE]);

/* Writes a file for $readmemh: one word per line, and the other directives in comments. */
void predicate_write_image(FILE *f, const struct predicate_assembly *a);
/* Reads such a file, including the directives in comments. False on the first error. */
bool predicate_read_image(const char *text, struct predicate_assembly *a,
                          struct predicate_asm_error *e);
/* Writes the whole program as text, with labels. */
void predicate_write_text(FILE *f, const struct predicate_assembly *a);
/* Writes address, word, line and instruction, one instruction per line. */
void predicate_write_listing(FILE *f, const struct predicate_assembly *a);

/* The uniformity pass: predicates and registers that are equal in all lanes become UP and U. */
enum predicate_cause {
    PREDICATE_PROMOTED,
    PREDICATE_BY_LANE,      /* depends on the lane index */
    PREDICATE_BY_LOAD,      /* loaded from data memory */
    PREDICATE_BY_INITIAL,   /* the lanes start with different values */
    PREDICATE_BY_CONTROL,   /* the lanes might not get there together */
    PREDICATE_BY_GUARD,     /* a guard that may differ between lanes */
    PREDICATE_BY_OUT,       /* an .out register must stay where it is */
    PREDICATE_BY_VOTE,      /* a vote, red or readlane needs a per-lane register */
    PREDICATE_BY_KIND,      /* the instruction can only write R */
    PREDICATE_BY_REGISTERS, /* no U or UP register is free */
    PREDICATE_BY_REACH,     /* never executed */
    PREDICATE_BY_SIZE       /* control flow too complex to analyse */
};

/* The outcome for one cmp that wrote P. */
struct predicate_promotion {
    uint16_t pc, at_pc; /* at_pc: the instruction that causes it */
    uint8_t cause;
    uint8_t from, to; /* P, and UP if promoted */
    bool has_pc;      /* whether at_pc is valid */
    char what[8];     /* the register through which the cause reached it: "r3", or "" */
};

struct predicate_uniform {
    struct predicate_promotion compare[PREDICATE_MOST_WORDS];
    uint32_t n_compares, n_promoted;
    uint32_t n_moved; /* instructions whose destination became a U register */
};

const char *predicate_cause_name(uint8_t cause);

/*
 * Rewrites `a`. A run that ends by exit leaves the same data memory and the same .out registers as
 * before, if its result does not depend on the order in which warps reach memory; registers
 * without a .reg line may have any initial value. False if out of memory. If the control flow is
 * too complex to follow, or following it runs out of memory, nothing changes, and the cause is
 * PREDICATE_BY_SIZE.
 */
bool predicate_make_uniform(struct predicate_assembly *a, struct predicate_uniform *u);
void predicate_write_uniform(FILE *f, const struct predicate_assembly *a,
                             const struct predicate_uniform *u);

#endif
