/* asm_uniform.h - between the files of the uniformity pass. */
#ifndef PREDICATE_ASM_UNIFORM_H
#define PREDICATE_ASM_UNIFORM_H

#include "predicate/asm_internal.h"

/* Registers of a lane that the pass looks at: R0 to R15, then P0 to P3. */
enum {
    FLOW_REGS = PREDICATE_REGS + PREDICATE_PREDS,
    FLOW_DEFS = PREDICATE_MOST_WORDS + FLOW_REGS,
    FLOW_DEF_WORDS = (FLOW_DEFS + 63) / 64,
    FLOW_PC_WORDS = PREDICATE_MOST_WORDS / 64
};

/* Which branches may part the lanes: the assumption under which control flow is followed. */
typedef bool flow_parts_fn(const void *arg, uint32_t pc);

/* What following all ways through the program found of each word. */
struct flow {
    bool reached[PREDICATE_MOST_WORDS];
    bool whole[PREDICATE_MOST_WORDS]; /* all lanes that still run are active whenever it issues */
    uint16_t blame[PREDICATE_MOST_WORDS]; /* where not: a branch that parted them */
    /* Words that a lane may execute after this one; one bit each. */
    uint64_t next[PREDICATE_MOST_WORDS][FLOW_PC_WORDS];
};

/* False when there are more ways than the pass follows. */
bool flow_follow(const struct predicate_assembly *a, const struct predicate_decoded *d,
                 flow_parts_fn *parts, const void *arg, struct flow *f);

/*
 * Definitions are numbered: one of each word of the program, then one of each register, what it starts with.
 * Those that share a use belong to one web: they move together or not at all.
 */
struct webs {
    uint32_t length, n, n_set; /* words of the program, definitions, words of a set of them */
    uint16_t of[FLOW_DEFS];    /* the web's number: one of its definitions */
    uint8_t reg[FLOW_DEFS];    /* what it defines; FLOW_REGS: nothing */
    uint64_t in[PREDICATE_MOST_WORDS][FLOW_DEF_WORDS];   /* definitions that reach a word */
    uint64_t out[PREDICATE_MOST_WORDS][FLOW_DEF_WORDS];  /* and leave it */
    uint32_t live_out[PREDICATE_MOST_WORDS], live_start; /* registers read later, a bit each */
};

/* The web of what register `reg` starts with. */
static inline uint32_t webs_of_start(const struct webs *w, uint32_t reg)
{
    return w->of[w->length + reg];
}

/* The register that a word writes or -1, and those that it reads, a bit each. */
int webs_written(const struct predicate_decoded *d);
uint32_t webs_read(const struct predicate_decoded *d);

/* `outs`: registers that a lane shows when it exits. */
void webs_find(const struct predicate_decoded *d, uint32_t length, const struct flow *f,
               uint32_t outs, struct webs *w);

/* The web from which word `pc` reads register `reg`; -1 if the word can't be reached. */
int webs_use(const struct webs *w, uint32_t pc, uint32_t reg);

static inline bool webs_bit(const uint64_t *set, uint32_t i)
{
    return set[i / 64] >> (i % 64) & 1;
}

/* The first member from `i` on of a set of numbers below `n`; `n` if there is none. */
static inline uint32_t webs_next(const uint64_t *set, uint32_t n, uint32_t i)
{
    while (i < n && !webs_bit(set, i))
        i = set[i / 64] >> (i % 64) ? i + 1 : (i / 64 + 1) * 64;
    return i < n ? i : n;
}

struct reason {
    uint8_t cause;
    uint16_t at_pc;
    bool has_pc;
};

/* What the pass knows. */
struct pass {
    struct predicate_assembly *a;
    struct predicate_decoded d[PREDICATE_MOST_WORDS];
    struct flow flow;
    struct webs webs;
    uint64_t live[PREDICATE_MOST_WORDS][FLOW_DEF_WORDS]; /* webs live after a word */
    /* Words by web that they define: 1 + the first of a web, and 1 + the one after a word. */
    uint16_t first[FLOW_DEFS], after[PREDICATE_MOST_WORDS];
    struct reason out[FLOW_DEFS]; /* by web; cause 0: uniform so far */
    bool wanted[FLOW_DEFS];       /* by web: a cmp needs it */
    int16_t to[FLOW_DEFS];        /* by web: number of its U or UP, or -1 */
    uint64_t free_u;              /* bits as in struct predicate_decoded */
    uint32_t outs;
    bool changed;
};

/* A web is not uniform; the first reason stays. */
void uniform_take_out(struct pass *s, uint32_t web, uint8_t cause, uint32_t at_pc, bool has_pc);

/* Registers for what is uniform: which there are, what is live where, and then one for each web. The last is false
 * when a web had to be taken out for want of one. */
void place_begin(struct pass *s);
bool place_all(struct pass *s);

#endif
