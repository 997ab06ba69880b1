/*
 * maker.h - random structured programs: what the generators of predicate (program.h) and of core
 * (core/program.h) share. Nested if/else and loops around statements that the generator supplies.
 */
#ifndef PREDICATE_MAKER_H
#define PREDICATE_MAKER_H

#include "base/rng.h"
#include "predicate/predicate.h"

enum {
    PREDICATE_COUNTER = 10, /* R and U: trip counts of loops, by nesting */
    PREDICATE_OFFSET = 14,  /* R: a part of an address */
    PREDICATE_LOOPS = 2     /* nested */
};

struct predicate_maker {
    struct assay_rng *r;
    uint64_t *code;
    uint32_t length, size; /* words there are, and can be */
    uint32_t most;         /* from here on only what closes is emitted */
    bool sense;
    void (*statement)(struct predicate_maker *m);
    void *arg;               /* the generator's own */
    uint32_t shun_r, shun_u; /* registers that are not read, a bit for each of 8 to 15 */

    bool plain;
    bool uniform;     /* all lanes of a warp are here: U and UP may be written now */
    bool alike;       /* all warps of a group take the same way */
    bool exits;       /* lanes may exit now */
    uint32_t nesting; /* of what takes entries of the stack */
    uint32_t loops;   /* nested */
};

void predicate_emit(struct predicate_maker *m, const struct predicate_word *w);

/* A branch or ssy whose target is where predicate_land is called later. */
uint32_t predicate_forward(struct predicate_maker *m, uint8_t op, uint8_t gk, uint8_t gi);
void predicate_land(struct predicate_maker *m, uint32_t at);

/* None in most cases; `lanes`: P as well. */
void predicate_random_guard(struct predicate_maker *m, struct predicate_word *w, bool lanes);

/* A vote, red or readlane: of all lanes. */
void predicate_random_cross(struct predicate_maker *m);

/* Arithmetic, a cmp, or what crosses lanes where that may be. */
void predicate_random_instruction(struct predicate_maker *m);

/* exit, with a guard. */
void predicate_random_exit(struct predicate_maker *m);

/* Some statements. */
void predicate_body(struct predicate_maker *m);

/* Control flow around bodies, if there is room for any. False: nothing was emitted. */
bool predicate_random_flow(struct predicate_maker *m, uint32_t kind);

/* A loop: `test` sets the predicate that leads back, of P with `lanes`, else of UP. */
struct predicate_loop {
    uint32_t back;
    uint8_t counter, pred;
    bool lanes, uniform, alike;
    uint32_t end;
};
/* Its counter is set. */
struct predicate_loop predicate_open_loop(struct predicate_maker *m, bool lanes, uint8_t pred);
void predicate_close_loop(struct predicate_maker *m, const struct predicate_loop *l);

#endif
