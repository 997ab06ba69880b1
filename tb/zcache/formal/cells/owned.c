/*
 * owned.c - zcache_owner tells for every line whether it belongs to a surface, as the model does.
 *
 *     top:    zcache_owner
 *     rtl:    rtl/zcache/zcache_owner.v rtl/zcache/zcache_entry.v
 *     model:  model/zcache/lines.c model/slm/operation.c model/numerics/f32_add.c
 *     cases:  SURFACES=8, SURFACES=4, SURFACES=2, SURFACES=1
 *     in:     enabled:SURFACES first:24*SURFACES last:24*SURFACES meta:24*SURFACES four:SURFACES addr:24
 *     out:    owned
 *     except: surface entry position behind
 *     plant:  tb/zcache/formal/cells/owned.patch
 */
#include <stddef.h>

#include "zcache/formal/cells/surfaces.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    struct zcache_surface table[SURFACES];

    surfaces_read(in, table);
    out[0] = zcache_owner(table, SURFACES, in[2 + 3 * WORDS]) != NULL;
    return true;
}
