#include "engine/cover.h"

#include <stdlib.h>
#include <string.h>

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
