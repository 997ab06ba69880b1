/*
 * owner.c - zcache_owner finds the surface that a line belongs to, and where its metadata are, as the model does.
 *
 * Of surfaces as zcache_check_surface lets them in: a codec block has two or four lines.
 *
 *     top:    zcache_owner
 *     rtl:    rtl/zcache/zcache_owner.v rtl/zcache/zcache_entry.v
 *     model:  model/zcache/lines.c model/slm/operation.c model/numerics/f32_add.c
 *     cases:  SURFACES=1, SURFACES=2, SURFACES=4, SURFACES=8
 *     in:     enabled:SURFACES first:24*SURFACES last:24*SURFACES meta:24*SURFACES four:SURFACES addr:24
 *     out:    owned surface:3 entry:24 position:2
 *     except: behind
 *     plant:  tb/zcache/faults/last_line_outside.patch
 */
#include <stddef.h>

#include "zcache/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

enum { WORDS = (24 * SURFACES + 31) / 32, FIRST = 1, LAST = 1 + WORDS, META = 1 + 2 * WORDS };

static uint32_t get(const uint32_t *in, uint32_t s)
{
    const uint32_t at = 24 * s, shift = at % 32;

    return (in[at / 32] >> shift | (shift > 8 ? in[at / 32 + 1] << (32 - shift) : 0)) & 0xFFFFFF;
}

bool spec(const uint32_t *in, uint32_t *out)
{
    struct zcache_surface table[SURFACES];
    const uint32_t four = in[1 + 3 * WORDS], addr = in[2 + 3 * WORDS];
    const struct zcache_surface *owner;
    uint32_t which = 0;

    for (uint32_t s = 0; s < SURFACES; ++s)
        table[s] = (struct zcache_surface){.enabled = in[0] >> s & 1,
                                           .lines = four >> s & 1 ? 4 : 2,
                                           .first = get(in + FIRST, s),
                                           .last = get(in + LAST, s),
                                           .meta = get(in + META, s)};
    owner = zcache_owner(table, SURFACES, addr);
    if (!owner)
        return false;
    while (&table[which] != owner)
        ++which;
    out[0] = 1;
    out[1] = which;
    out[2] = zcache_entry(owner, addr);
    out[3] = addr % owner->lines;
    return true;
}
