/* total.h - how much of a block's functional coverage is reached. */
#ifndef ASSAY_COVER_TOTAL_H
#define ASSAY_COVER_TOTAL_H

#include "engine/cover.h"

struct assay_cover_total {
    uint32_t possible, hit; /* without those excluded and not hit */
    uint32_t wrong;         /* declared impossible, and hit all the same */
    uint32_t excluded;      /* and not hit */
    uint32_t refuted;       /* excluded, but hit */
};
struct assay_cover_total assay_cover_total(const struct assay_cover *db, unsigned group);
/* Over all groups. */
struct assay_cover_total assay_cover_sum(const struct assay_cover *db);

#endif
