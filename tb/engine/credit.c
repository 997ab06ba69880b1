#include "engine/credit.h"

#include <stdlib.h>
#include <string.h>

bool assay_credit_open(struct assay_credit *c, const struct assay_block *b)
{
    c->n = b->model->n_streams;
    c->of = calloc(c->n + 1, sizeof *c->of);
    c->most = calloc(c->n + 1, sizeof *c->most);
    c->under_way = calloc(c->n + 1, sizeof *c->under_way);
    if (!c->of || !c->most || !c->under_way)
        return false;
    for (uint32_t i = 0; i < c->n; ++i) {
        const struct assay_stream_rules *r = &b->rules[i];
        uint32_t first = 0;

        while (r->group && first < i && b->rules[first].group != r->group)
            ++first;
        c->of[i] = r->group ? first : i;
        c->most[i] = r->outstanding ? r->outstanding : UINT32_MAX;
    }
    for (uint32_t i = 0; i < c->n; ++i)
        for (uint32_t k = 0; k < c->n; ++k)
            if (c->of[i] == c->of[k] && b->rules[k].outstanding)
                c->bounded |= UINT64_C(1) << i;
    return true;
}

void assay_credit_close(struct assay_credit *c)
{
    free(c->of);
    free(c->most);
    free(c->under_way);
    memset(c, 0, sizeof *c);
}

void assay_credit_reset(struct assay_credit *c)
{
    if (c)
        memset(c->under_way, 0, c->n * sizeof *c->under_way);
}
