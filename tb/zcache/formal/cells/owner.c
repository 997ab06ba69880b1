/*
 * owner.c - zcache_owner finds the surface that a line belongs to and the place of its metadata, as
 * the model does.
 *
 * It holds for surfaces as zcache_check_surface accepts them: a codec block has two or four lines.
 * Lines without an owner are covered by owned.c.
 *
 *     top:    zcache_owner
 *     rtl:    rtl/zcache/zcache_owner.v rtl/zcache/zcache_entry.v
 *     model:  model/zcache/lines.c model/slm/operation.c model/numerics/f32_add.c
 *     cases:  SURFACES=8, SURFACES=4, SURFACES=2, SURFACES=1
 *     in:     enabled:SURFACES first:24*SURFACES last:24*SURFACES meta:24*SURFACES four:SURFACES addr:24
 *     out:    owned surface:3 entry:24 position:2
 *     except: behind
 *     plant:  tb/zcache/faults/last_line_outside.patch
 */
#include <stddef.h>

#include "zcache/formal/cells/surfaces.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    struct zcache_surface table[SURFACES];
    const uint32_t addr = in[2 + 3 * WORDS];
    const struct zcache_surface *owner;
    uint32_t which = 0;

    surfaces_read(in, table);
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
