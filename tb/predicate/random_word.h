/* random_word.h - random instructions, and the values that they compute with. */
#ifndef PREDICATE_RANDOM_WORD_H
#define PREDICATE_RANDOM_WORD_H

#include "base/rng.h"
#include "predicate/instructions.h"

/* R and U below this number are free for any use. A structured program needs those above. */
enum { PREDICATE_FREE = 10 };

/* Returns a random legal instruction with a destination of kind `dk` and no guard. */
struct predicate_word predicate_random_word(struct assay_rng *r, uint8_t op, uint8_t dk);

/* Returns a kind of destination that the operation may have. */
uint8_t predicate_random_kind(struct assay_rng *r, uint8_t op);

/* Returns an arithmetic operation. fdiv is rare because it takes long. */
uint8_t predicate_random_arithmetic(struct assay_rng *r);

/* Number of bytes that a ld or st accesses per lane. */
uint32_t predicate_access_bytes(const struct predicate_word *w);

/* Returns an interesting value: a corner of integers or f32 in `corner` percent of the cases,
 * otherwise often a small number. */
uint32_t predicate_random_value(struct assay_rng *r, uint32_t corner);

#endif
