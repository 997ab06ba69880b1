/* asm_uniform.h - between the files of the uniformity pass. */
#ifndef PREDICATE_ASM_UNIFORM_H
#define PREDICATE_ASM_UNIFORM_H

#include "predicate/asm_internal.h"

/* Registers of a lane that the pass looks at: R0 to R15, then P0 to P3. */
enum {
    FLOW_REGS = PREDICATE_REGS + PREDICATE_PREDS,
    FLOW_DEFS = PREDICATE_WORDS + FLOW_REGS, /* one a word, then what each register starts with */
    FLOW_DEF_WORDS = (FLOW_DEFS + 63) / 64,
    FLOW_PC_WORDS = PREDICATE_WORDS / 64
};

/* Which branches may part the lanes: the assumption under which control flow is followed. */
typedef bool flow_parts_fn(const void *arg, uint32_t pc);

/* What following all ways through the program found of each word. */
struct flow {
    bool reached[PREDICATE_WORDS];
    bool whole[PREDICATE_WORDS];    /* all lanes that still run are active whenever it issues */
    uint8_t blame[PREDICATE_WORDS]; /* where not: a branch that parted them */
    /* Words that a lane may execute after this one; one bit each. */
    uint64_t next[PREDICATE_WORDS][FLOW_PC_WORDS];
};

/* False when there are more ways than the pass follows. */
bool flow_follow(const struct predicate_assembly *a, const struct predicate_decoded *d,
                 flow_parts_fn *parts, const void *arg, struct flow *f);

/* Definitions that share a use belong to one web: they move together or not at all. */
struct webs {
    uint16_t of[FLOW_DEFS];                         /* the web's number: one of its definitions */
    uint8_t reg[FLOW_DEFS];                         /* what it defines; FLOW_REGS: nothing */
    uint64_t in[PREDICATE_WORDS][FLOW_DEF_WORDS];   /* definitions that reach a word */
    uint64_t out[PREDICATE_WORDS][FLOW_DEF_WORDS];  /* and leave it */
    uint32_t live_out[PREDICATE_WORDS], live_start; /* registers read later, a bit each */
};

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

#endif
