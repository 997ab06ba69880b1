/*
 * exclude.h - functional points that no stimulus can hit, from the exclusions file.
 *
 * The lines for points, among those for lines and toggles (coverage/codecov.h), are
 *
 *     point BLOCK GROUP.BIN[.BIN...] : REASON
 *
 * with * for any bin of an axis. An excluded point that is not hit is neither covered nor a hole.
 * One that was hit counts as covered and is reported, because its reason no longer holds.
 */
#ifndef ASSAY_COVER_EXCLUDE_H
#define ASSAY_COVER_EXCLUDE_H

#include "engine/cover.h"

/*
 * Marks the points that the file names in `db`, an array with one database for each of
 * assay_blocks. False with FILE:LINE in `why` for a point that does not exist or is impossible
 * anyway, and for a line without a reason, even if the block's database is not open.
 */
bool assay_cover_exclude(struct assay_cover *db, const char *path, char *why, size_t why_size);

/* The same for another table of blocks, NULL-terminated. */
bool assay_cover_exclude_from(const struct assay_block *const *blocks, struct assay_cover *db,
                              const char *path, char *why, size_t why_size);

/* The reason why a point is excluded; NULL if it is not. */
const char *assay_cover_excluded(const struct assay_cover *db, unsigned group, uint32_t index);

#endif
