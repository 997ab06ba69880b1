/* random_word.h - random instructions, and values that they compute with. */
#ifndef PREDICATE_RANDOM_WORD_H
#define PREDICATE_RANDOM_WORD_H

#include "base/rng.h"
#include "predicate/instructions.h"

/* R0 and U0 to this number are for anything; a structured program needs those above. */
enum { PREDICATE_FREE = 10 };

/* A random legal instruction, its destination of kind `dk`, without guard. */
struct predicate_word predicate_random_word(struct assay_rng *r, uint8_t op, uint8_t dk);

/* An operation with a value. fdiv takes long: seldom. */
uint8_t predicate_random_arithmetic(struct assay_rng *r);

/* Bytes that a ld or st accesses in a lane. */
uint32_t predicate_access_bytes(const struct predicate_word *w);

/* A value worth computing with: small, or a corner of integers or f32 in `corner` percent. */
uint32_t predicate_random_value(struct assay_rng *r, uint32_t corner);

#endif
