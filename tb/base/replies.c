#include "base/replies.h"

#include <string.h>

enum { STRAY = 64 };

void assay_replies_begin(struct assay_replies *r, uint64_t seed, const char *site)
{
    memset(r, 0, sizeof *r);
    assay_rng_init(&r->rng, seed, site);
    assay_replies_reset(r);
}

void assay_replies_reset(struct assay_replies *r)
{
    r->owed = r->slow_for = 0;
    r->given = ASSAY_NO_REPLY;
    r->stray = false;
}

uint32_t assay_replies_take(struct assay_replies *r)
{
    return r->owed++;
}

bool assay_replies_early(struct assay_replies *r)
{
    return assay_rng_below(&r->rng, 2);
}

static bool is_slow(struct assay_replies *r)
{
    static const uint8_t percent[] = {0, 0, 50, 90, 97};

    if (r->slow_for == 0) {
        r->slow = percent[assay_rng_below(&r->rng, sizeof percent)];
        r->slow_for = 1 + assay_rng_below(&r->rng, 400);
    }
    --r->slow_for;
    return assay_rng_percent(&r->rng, r->slow);
}

bool assay_replies_wait(struct assay_replies *r)
{
    return r->given != ASSAY_NO_REPLY || r->stray || is_slow(r);
}

bool assay_replies_strays(struct assay_replies *r, uint32_t illegal)
{
    return illegal && assay_rng_below(&r->rng, STRAY) == 0;
}

bool assay_replies_draw(struct assay_replies *r)
{
    if (r->owed == 0)
        return false;
    r->given = assay_rng_below(&r->rng, r->owed);
    return true;
}

void assay_replies_litter(struct assay_replies *r, uint32_t *data, uint32_t words)
{
    for (uint32_t w = 0; w < words; ++w)
        data[w] = (uint32_t)assay_rng_u64(&r->rng);
}

void assay_replies_taken(struct assay_replies *r, void *owed, size_t size)
{
    if (r->given != ASSAY_NO_REPLY) {
        char *const at = (char *)owed + r->given * size;

        --r->owed;
        memmove(at, at + size, (r->owed - r->given) * size);
    }
    r->given = ASSAY_NO_REPLY;
    r->stray = false;
}

void assay_replies_wrong(const char **wrong, const char *what)
{
    if (!*wrong)
        *wrong = what;
}
