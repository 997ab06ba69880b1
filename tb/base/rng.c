#include "base/rng.h"

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

void assay_rng_init(struct assay_rng *r, uint64_t seed, const char *site)
{
    uint64_t hash = 0xCBF29CE484222325u; /* FNV-1a of the site's name */

    for (; *site; ++site)
        hash = (hash ^ (uint8_t)*site) * 0x100000001B3u;
    hash ^= splitmix64(&seed);
    for (unsigned i = 0; i < 4; ++i)
        r->s[i] = splitmix64(&hash);
}
