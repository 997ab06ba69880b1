/*
 * rng.h - seeded random streams for stimulus: xoshiro256** [Blackman, Vigna 2018].
 *
 * Every decision site has its own stream, named by a string, so a new site does not change the
 * others. The same seed gives the same numbers on every machine and backend.
 */
#ifndef ASSAY_RNG_H
#define ASSAY_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct assay_rng {
    uint64_t s[4];
};

/* Seed the stream of one decision site. */
void assay_rng_init(struct assay_rng *r, uint64_t seed, const char *site);

static inline uint64_t assay_rng_rotl(uint64_t x, unsigned n)
{
    return (x << n) | (x >> (64 - n));
}

static inline uint64_t assay_rng_u64(struct assay_rng *r)
{
    const uint64_t result = assay_rng_rotl(r->s[1] * 5, 7) * 9;
    const uint64_t t = r->s[1] << 17;

    r->s[2] ^= r->s[0];
    r->s[3] ^= r->s[1];
    r->s[1] ^= r->s[2];
    r->s[0] ^= r->s[3];
    r->s[2] ^= t;
    r->s[3] = assay_rng_rotl(r->s[3], 45);
    return result;
}

static inline uint32_t assay_rng_u32(struct assay_rng *r)
{
    return (uint32_t)(assay_rng_u64(r) >> 32);
}

/* Uniform in 0..n-1, n at least 1. The multiply keeps the bias below n / 2^32. */
static inline uint32_t assay_rng_below(struct assay_rng *r, uint32_t n)
{
    return (uint32_t)(((uint64_t)assay_rng_u32(r) * n) >> 32);
}

/* True with a probability of `percent`. */
static inline bool assay_rng_percent(struct assay_rng *r, uint32_t percent)
{
    return assay_rng_below(r, 100) < percent;
}

#endif
