/* asm_uniform.h - declarations shared by the files of the uniformity pass. */
#ifndef PREDICATE_ASM_UNIFORM_H
#define PREDICATE_ASM_UNIFORM_H

#include "predicate/asm_internal.h"

/* The per-lane registers that the pass considers: R0 to R15, then P0 to P3. */
enum {
    FLOW_REGS = PREDICATE_REGS + PREDICATE_PREDS,
    FLOW_DEFS = PREDICATE_MOST_WORDS + FLOW_REGS,
    FLOW_DEF_WORDS = (FLOW_DEFS + 63) / 64,
    FLOW_PC_WORDS = PREDICATE_MOST_WORDS / 64
};

/*
 * Whether the branch at `pc` may split the lanes: the assumption under which control flow is
 * followed.
 */
typedef bool flow_parts_fn(const void *arg, uint32_t pc);

/* Results of following all paths through the program, for each word. */
struct flow {
    bool reached[PREDICATE_MOST_WORDS];
    bool whole[PREDICATE_MOST_WORDS]; /* whenever it issues, all lanes still running are active */
    uint16_t blame[PREDICATE_MOST_WORDS]; /* if not whole: a branch that split them */
    /* Words that a lane may execute next, one bit each. */
    uint64_t next[PREDICATE_MOST_WORDS][FLOW_PC_WORDS];
};

/* False if there are more paths than the pass follows, or if out of memory. */
bool flow_follow(const struct predicate_assembly *a, const struct predicate_decoded *d,
                 flow_parts_fn *parts, const void *arg, struct flow *f);

/*
 * Definitions are numbered: first one for each word of the program, then one for each register's
 * initial value. Definitions that share a use belong to one web: they move together or not at all.
 */
struct webs {
    uint32_t length, n, n_set; /* program words, definitions, 64-bit words of a set */
    uint16_t of[FLOW_DEFS];    /* the web's number, which is that of one of its definitions */
    uint8_t reg[FLOW_DEFS];    /* register that it defines; FLOW_REGS: none */
    uint64_t in[PREDICATE_MOST_WORDS][FLOW_DEF_WORDS];   /* definitions that reach a word */
    uint64_t out[PREDICATE_MOST_WORDS][FLOW_DEF_WORDS];  /* definitions that leave a word */
    uint32_t live_out[PREDICATE_MOST_WORDS], live_start; /* registers read later, one bit each */
};

/* The web of register `reg`'s initial value. */
static inline uint32_t webs_of_start(const struct webs *w, uint32_t reg)
{
    return w->of[w->length + reg];
}

/* The register that a word writes, or -1; the registers that it reads, one bit each. */
int webs_written(const struct predicate_decoded *d);
uint32_t webs_read(const struct predicate_decoded *d);

/* `outs`: registers whose values are results when a lane exits. */
void webs_find(const struct predicate_decoded *d, uint32_t length, const struct flow *f,
               uint32_t outs, struct webs *w);

/* The web from which word `pc` reads register `reg`; -1 if the word is unreachable. */
int webs_use(const struct webs *w, uint32_t pc, uint32_t reg);

static inline bool webs_bit(const uint64_t *set, uint32_t i)
{
    return set[i / 64] >> (i % 64) & 1;
}

/* The first member, starting at `i`, of a set of numbers below `n`; `n` if there is none. */
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

/* The state of the pass. */
struct pass {
    struct predicate_assembly *a;
    struct predicate_decoded d[PREDICATE_MOST_WORDS];
    struct flow flow;
    struct webs webs;
    uint64_t live[PREDICATE_MOST_WORDS][FLOW_DEF_WORDS]; /* webs live after each word */
    /*
     * Lists of the words that define a web: 1 + the first word of a web, and 1 + the word that
     * follows each.
     */
    uint16_t first[FLOW_DEFS], after[PREDICATE_MOST_WORDS];
    struct reason out[FLOW_DEFS]; /* by web: why it is not uniform; cause 0: uniform so far */
    bool wanted[FLOW_DEFS];       /* by web: a cmp needs it */
    int16_t to[FLOW_DEFS];        /* by web: number of its U or UP; -1: none */
    uint64_t free_u;              /* free U and UP; bits as in struct predicate_decoded */
    uint32_t outs;
    bool changed;
};

/* Marks a web as not uniform; only the first reason is kept. */
void uniform_take_out(struct pass *s, uint32_t web, uint8_t cause, uint32_t at_pc, bool has_pc);

/* Register allocation for uniform webs. place_begin determines the free registers and what is
 * live where; place_all assigns a register to each web. It returns false if it had to take out a
 * web because no register was free. */
void place_begin(struct pass *s);
bool place_all(struct pass *s);

#endif
