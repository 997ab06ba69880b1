/*
 * part.h - cycles that the DUT has done and that are judged together: at levels `transfers` and `none`, inside
 * the engine.
 *
 * A part has up to 64 cycles, and a word a bit for each: those of a stream's valid, of its ready, of its
 * transfers. Only cycles with a transfer are gone to. What the words show to be more than transfers (a reset, a
 * payload that was not held, a time that may be up) makes the part one to be judged cycle by cycle, as in
 * transfers.c; what both find is the same.
 *
 * part.c has the words, and what is counted of a part; part_moves.c has its transfers, part_accept.c those that the
 * model is told of.
 */
#ifndef ASSAY_PART_H
#define ASSAY_PART_H

#include "engine/transfers.h"

/* The lowest `n` bits, at most 64. */
static inline uint64_t assay_part_lowest(unsigned n)
{
    return n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
}

/* In place: the compiler has a function for it, where it does not know the processor. */
static inline unsigned assay_part_ones(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (unsigned)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* The highest bit of a word that is not 0. */
static inline unsigned assay_part_top(uint64_t word)
{
    return 63 - (unsigned)__builtin_clzll(word);
}

/* --- part.c --- */

/* Judge the `n` cycles from ls->cycle on, and count them. False when they have to be judged cycle by cycle;
 * nothing has been done then. After a fault the run is at the end of its cycle. */
bool assay_part_judge(struct assay_lockstep *ls, unsigned n);
/* The model did not return from ls->cycle, in a part: judge and count the cycles before. */
void assay_part_lost(struct assay_lockstep *ls);

/* --- part_accept.c and part_moves.c; all return how many cycles there are to the end of the part, or of the cycle with the first
 * fault --- */

/* The model is told of what was accepted in these cycles, of which there is one at least. */
unsigned assay_part_accept(struct assay_lockstep *ls, const struct assay_part *p, uint64_t cycles);
/* All of a part with one sink (`one_sink` of struct assay_transfers) and one source, cycle by cycle. */
unsigned assay_part_in_step(struct assay_lockstep *ls, const struct assay_part *p);
/* The transfers of a part. */
unsigned assay_part_moves(struct assay_lockstep *ls, const struct assay_part *p);
/* Those of sources in the first `n` cycles, when the model has been told of all that was accepted in them. */
unsigned assay_part_given(struct assay_lockstep *ls, const struct assay_part *p, unsigned n);
/* A source's transfer in cycle `k`. */
void assay_part_judge_one(struct assay_lockstep *ls, const struct assay_part *p, unsigned k,
                          unsigned stream);
/* For waveform and reports: what is expected, beside what a source shows that is stalled up to a cycle. */
void assay_part_show(struct assay_lockstep *ls, const struct assay_part *p, unsigned stream,
                     unsigned upto);

#endif
