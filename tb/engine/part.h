/*
 * part.h - judges several cycles that the DUT has done together, at levels `transfers` and `none`;
 * internal to the engine.
 *
 * A part has up to 64 cycles. The valid, ready and transfers of a stream in a part are words with
 * one bit per cycle, so only cycles with a transfer are visited. If the words show anything besides
 * transfers (a reset, a payload that was not held, a deadline that may have passed), the part is
 * judged cycle by cycle as in transfers.c. Both ways give the same result.
 *
 * part.c has the words and the counters of a part; part_moves.c judges its transfers; part_accept.c
 * passes accepted transfers to the model.
 */
#ifndef ASSAY_PART_H
#define ASSAY_PART_H

#include "engine/transfers.h"

/* The lowest `n` bits, at most 64. */
static inline uint64_t assay_part_lowest(unsigned n)
{
    return n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
}

/* Population count. Written out because the compiler calls a library function unless it targets a
 * specific processor. */
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

/* Judges the `n` cycles from ls->cycle on, and counts them. False if they must be judged cycle by
 * cycle; nothing has been done then. After a fault the run is at the end of its cycle. */
bool assay_part_judge(struct assay_lockstep *ls, unsigned n);
/* The model did not return in ls->cycle, inside a part: judges and counts the cycles before it. */
void assay_part_lost(struct assay_lockstep *ls);

/* --- part_accept.c and part_moves.c: all return the number of cycles up to the end of the part, or
 * up to and including the first cycle with a fault --- */

/* Passes the transfers accepted in these cycles to the model; there must be at least one. */
unsigned assay_part_accept(struct assay_lockstep *ls, const struct assay_part *p, uint64_t cycles);
/* Judges a whole part with one sink (`one_sink` of struct assay_transfers) and one
 * source, cycle by cycle. */
unsigned assay_part_in_step(struct assay_lockstep *ls, const struct assay_part *p);
/* Judges the transfers of a part. */
unsigned assay_part_moves(struct assay_lockstep *ls, const struct assay_part *p);
/* Judges the sources' transfers in the first `n` cycles, once the model has been told of everything
 * accepted in them. */
unsigned assay_part_given(struct assay_lockstep *ls, const struct assay_part *p, unsigned n);
/* Judges a source's transfer in cycle `k`. */
void assay_part_judge_one(struct assay_lockstep *ls, const struct assay_part *p, unsigned k,
                          unsigned stream);
/* For waveforms and reports: records what is expected while a source is stalled, up to
 * cycle `upto`. */
void assay_part_show(struct assay_lockstep *ls, const struct assay_part *p, unsigned stream,
                     unsigned upto);

#endif
