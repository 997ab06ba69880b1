/*
 * random.h - random streams of the tests. Seeds are fixed and printed; ASSAY_TEST_SEED in the
 * environment sets another seed. scripts/test --random runs the unit tests with a new one.
 */
#ifndef TEST_RANDOM_H
#define TEST_RANDOM_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/number.h"
#include "base/rng.h"

/* Returns the number in this variable, which must be `least` or more, or `otherwise` if it is not
 * set. A count of random cases has 1 as `least`: a test without cases would pass. */
static inline uint64_t number_from_environment(const char *name, uint64_t least, uint64_t otherwise)
{
    const char *text = getenv(name);

    if (text && *text && (!assay_parse_number(text, &otherwise) || otherwise < least))
        fail_msg("%s=%s: expected a number, at least %" PRIu64, name, text, least);
    return otherwise;
}

static inline uint64_t random_seed(uint64_t seed)
{
    seed = number_from_environment("ASSAY_TEST_SEED", 0, seed);
    print_message("seed %" PRIu64 " (ASSAY_TEST_SEED sets it)\n", seed);
    return seed;
}

static inline void random_begin(struct assay_rng *r, uint64_t seed, const char *site)
{
    assay_rng_init(r, random_seed(seed), site);
}

/* Returns how many of `n` rounds a random test runs: all, or an eighth under the sanitizers, where
 * each round takes ten times as long. */
static inline uint64_t random_rounds(uint64_t n)
{
    return strcmp(ASSAY_BUILD_TYPE, "Sanitize") == 0 ? (n + 7) / 8 : n;
}

/* For a test that needs only one stream. */
static struct assay_rng random_stream;

static inline void rng_begin(uint64_t seed)
{
    random_begin(&random_stream, seed, "test");
}

/* Draws from 0..n-1. */
static inline uint32_t draw(uint32_t n)
{
    return assay_rng_below(&random_stream, n);
}

/* Draws 32 bits, the upper half first. */
static inline uint32_t draw_word(void)
{
    const uint32_t high = draw(0x10000);

    return high << 16 | draw(0x10000);
}

/* Draws 64 bits, the upper half first; neither half is all ones. */
static inline uint64_t draw_long(void)
{
    const uint64_t high = draw(UINT32_MAX);

    return high << 32 | draw(UINT32_MAX);
}

#endif
