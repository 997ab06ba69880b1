/* rows.c - rows and sets of rows. */
#include <string.h>

#include "compute_block/compute_block.h"

void cb_copy_row(const struct compute_block_state *s, uint32_t row, uint32_t *to)
{
    memcpy(to, &s->word[row * s->params.lanes], s->params.lanes * sizeof *to);
}

static uint32_t words(const struct compute_block_params *p)
{
    return (p->rows + 63) / 64;
}

void cb_add_rows(const struct compute_block_params *p, struct cb_rows *to,
                 const struct cb_rows *from)
{
    for (uint32_t i = 0; i < words(p); ++i)
        to->word[i] |= from->word[i];
}

bool cb_rows_meet(const struct compute_block_params *p, const struct cb_rows *a,
                  const struct cb_rows *b)
{
    uint64_t both = 0;

    for (uint32_t i = 0; i < words(p); ++i)
        both |= a->word[i] & b->word[i];
    return both != 0;
}
