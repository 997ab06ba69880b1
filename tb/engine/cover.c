#include "engine/cover.h"

#include <stdlib.h>
#include <string.h>

#include "engine/block.h"
#include "engine/corners.h"

/* Index valid * 2 + ready. */
static const char *const state_bins[ASSAY_COVER_STATES] = {"idle", "starved", "stalled",
                                                           "transfer"};
const struct assay_cover_axis assay_cover_states = {"state", ASSAY_COVER_STATES, state_bins};

size_t assay_cover_groups(const struct assay_block *b)
{
    return b->n_groups + (b->flow != NULL) + (b->corners && assay_corners_group(b));
}

const struct assay_cover_group *assay_cover_group(const struct assay_block *b, size_t i)
{
    if (i < b->n_groups)
        return &b->groups[i];
    return i == b->n_groups && b->flow ? b->flow : assay_corners_group(b);
}

size_t assay_cover_find(const struct assay_block *b, const char *name)
{
    size_t i = 0;

    while (i < assay_cover_groups(b) && strcmp(assay_cover_group(b, i)->name, name) != 0)
        ++i;
    return i;
}

uint64_t *assay_cover_flow(const struct assay_cover *db)
{
    return db->count + db->first[db->block->n_groups];
}

void assay_cover_add_flow(struct assay_cover *db, const uint64_t *handshakes)
{
    uint64_t *count = assay_cover_flow(db);

    for (size_t i = 0; i < db->block->model->n_streams * ASSAY_HANDSHAKES; ++i)
        count[i] += handshakes[i];
}

uint64_t *assay_cover_corners(const struct assay_cover *db)
{
    return db->count + db->first[db->block->n_groups + (db->block->flow != NULL)];
}

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
    const size_t n_groups = assay_cover_groups(b);

    memset(db, 0, sizeof *db);
    db->first = calloc(n_groups + 1, sizeof *db->first);
    if (!db->first)
        return false;
    for (size_t i = 0; i < n_groups; ++i) {
        db->first[i] = (uint32_t)db->n;
        db->n += assay_cover_size(assay_cover_group(b, i));
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
