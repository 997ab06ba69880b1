#include "engine/cover.h"

#include <stdlib.h>
#include <string.h>

#include "engine/block.h"

uint32_t assay_cover_size(const struct assay_cover_group *g)
{
    uint32_t n = 1;

    for (unsigned i = 0; i < g->n_axes; ++i)
        n *= g->axes[i]->n;
    return n;
}

void assay_cover_bins(const struct assay_cover_group *g, uint32_t index, unsigned *bin)
{
    for (unsigned i = g->n_axes; i-- > 0;) {
        bin[i] = index % g->axes[i]->n;
        index /= g->axes[i]->n;
    }
}

bool assay_cover_possible(const struct assay_cover_group *g, uint32_t index)
{
    unsigned bin[ASSAY_COVER_AXES];

    if (!g->impossible)
        return true;
    assay_cover_bins(g, index, bin);
    return !g->impossible(bin);
}

bool assay_cover_open(struct assay_cover *db, const struct assay_block *b)
{
    memset(db, 0, sizeof *db);
    db->first = calloc(b->n_groups + 1, sizeof *db->first);
    if (!db->first)
        return false;
    for (size_t i = 0; i < b->n_groups; ++i) {
        db->first[i] = (uint32_t)db->n;
        db->n += assay_cover_size(&b->groups[i]);
    }
    db->count = calloc(db->n + 1, sizeof *db->count);
    if (!db->count) {
        free(db->first);
        db->first = NULL;
        return false;
    }
    db->block = b;
    return true;
}

void assay_cover_close(struct assay_cover *db)
{
    free(db->count);
    free(db->first);
    free(db->share);
    for (size_t i = 0; i < db->n_reasons; ++i)
        free(db->reason[i]);
    free(db->reason);
    free((void *)db->excluded);
    memset(db, 0, sizeof *db);
}
