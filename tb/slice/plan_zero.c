/* plan_zero.c - arrays of a plan whose zero lines are not moved. */
#include <stdio.h>

#include "slice/plan.h"

bool slice_plan_zero(struct slice_plan *p, const char *text, char *why, size_t why_size)
{
    struct slice_array *a = slice_plan_find(p, text);

    if (a)
        a->zero = true;
    else if (*p->network)
        snprintf(why, why_size, "%s: %s has no array of that name: expected one of its own", text,
                 p->network);
    else
        snprintf(why, why_size, "%s: no --in or --out before it: expected one", text);
    return a != NULL;
}

uint64_t slice_plan_round(const struct slice_array *a, uint64_t at)
{
    return a->zero ? (at + SLICE_ZERO_BYTES - 1) / SLICE_ZERO_BYTES * SLICE_ZERO_BYTES : at;
}

bool slice_plan_surfaces(struct slice_plan *p)
{
    for (uint32_t i = 0; i < p->n_arrays; ++i) {
        const struct slice_array *a = p->array[i];

        if (!a->zero)
            continue;
        if (!p->zero && !(p->zero = slice_zero_new(p->bytes)))
            return false;
        slice_zero_add(p->zero, a->at, (uint32_t)slice_plan_round(a, slice_array_bytes(a)));
    }
    return true;
}
