/* total.h - how much of a block's functional coverage has been reached. */
#ifndef ASSAY_COVER_TOTAL_H
#define ASSAY_COVER_TOTAL_H

#include "engine/cover.h"

struct assay_cover_total {
    uint32_t possible, hit; /* `possible` does not include `excluded` */
    uint32_t wrong;         /* declared impossible, but hit */
    uint32_t excluded;      /* excluded, and not hit */
    uint32_t refuted;       /* excluded, but hit */
};
struct assay_cover_total assay_cover_total(const struct assay_cover *db, unsigned group);
/* The sum over all groups. */
struct assay_cover_total assay_cover_sum(const struct assay_cover *db);

#endif
