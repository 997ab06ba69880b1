#include "coverage/total.h"

#include "coverage/exclude.h"
#include "engine/block.h"

struct assay_cover_total assay_cover_total(const struct assay_cover *db, unsigned group)
{
    const struct assay_cover_group *g = assay_cover_group(db->block, group);
    struct assay_cover_total t = {.possible = 0};

    for (uint32_t i = 0; i < assay_cover_size(g); ++i) {
        const bool hit = db->count[db->first[group] + i] != 0;
        const bool excluded = assay_cover_excluded(db, group, i) != NULL;

        t.excluded += excluded && !hit;
        t.refuted += excluded && hit;
        if (!assay_cover_possible(g, i)) {
            t.wrong += hit;
        } else if (hit || !excluded) {
            ++t.possible;
            t.hit += hit;
        }
    }
    return t;
}

struct assay_cover_total assay_cover_sum(const struct assay_cover *db)
{
    struct assay_cover_total sum = {.possible = 0};

    for (unsigned i = 0; i < assay_cover_groups(db->block); ++i) {
        const struct assay_cover_total t = assay_cover_total(db, i);

        sum.possible += t.possible;
        sum.hit += t.hit;
        sum.wrong += t.wrong;
        sum.excluded += t.excluded;
        sum.refuted += t.refuted;
    }
    return sum;
}
