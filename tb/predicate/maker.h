/*
 * maker.h - random structured programs: nested if/else and loops around statements that the
 * generator supplies. Shared by the generators of predicate (program.h) and of core
 * (core/program.h).
 */
#ifndef PREDICATE_MAKER_H
#define PREDICATE_MAKER_H

#include "base/rng.h"
#include "predicate/predicate.h"

enum {
    PREDICATE_COUNTER = 10, /* R and U: trip counts of loops, one per nesting level */
    PREDICATE_OFFSET = 14,  /* R: part of an address */
    PREDICATE_LOOPS = 2     /* nesting levels */
};

struct predicate_maker {
    struct assay_rng *r;
    uint64_t *code;
    uint32_t length, size; /* words emitted, and room for them */
    uint32_t most;         /* beyond this length only closing words are emitted */
    bool sense;
    void (*statement)(struct predicate_maker *m);
    void *arg;               /* private to the generator */
    uint32_t shun_r, shun_u; /* registers not to be read, as a bit for each of 8 to 15 */

    bool plain;
    bool uniform;     /* all lanes of a warp are active, so U and UP may be written */
    bool alike;       /* all warps of a group take the same path */
    bool exits;       /* lanes may exit now */
    uint32_t nesting; /* levels that take entries of the stack */
    uint32_t loops;   /* levels of nested loops */
};

void predicate_emit(struct predicate_maker *m, const struct predicate_word *w);

/* Usually leaves the word unguarded. `lanes`: the guard may be a P. */
void predicate_random_guard(struct predicate_maker *m, struct predicate_word *w, bool lanes);

/* Emits arithmetic, a cmp or, where allowed, an instruction across lanes. */
void predicate_random_instruction(struct predicate_maker *m);

/* Emits an exit with a guard. */
void predicate_random_exit(struct predicate_maker *m);

/* Emits some statements. */
void predicate_body(struct predicate_maker *m);

/* Emits control flow around bodies if there is room. `kind` is a random number below 100.
 * Returns false if nothing was emitted. */
bool predicate_random_flow(struct predicate_maker *m, uint32_t kind);

/* An open loop. Predicate `pred` decides whether it continues: a P if `lanes`, otherwise a UP. */
struct predicate_loop {
    uint32_t back;
    uint8_t counter, pred;
    bool lanes, uniform, alike;
    uint32_t end;
};
/* Opens a loop whose counter has been set. predicate_close_loop emits the test and the branch
 * back. */
struct predicate_loop predicate_open_loop(struct predicate_maker *m, bool lanes, uint8_t pred);
void predicate_close_loop(struct predicate_maker *m, const struct predicate_loop *l);

#endif
