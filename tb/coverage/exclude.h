/*
 * exclude.h - functional points that no stimulus can hit, from the exclusions file.
 *
 * Its lines for points, among those for lines and toggles (coverage/codecov.h), are
 *
 *     point BLOCK GROUP.BIN[.BIN...] : REASON
 *
 * with * for any bin of an axis. A point that is excluded and not hit is neither covered nor a hole; one
 * that was hit counts, and is told of, for its reason no longer holds.
 */
#ifndef ASSAY_COVER_EXCLUDE_H
#define ASSAY_COVER_EXCLUDE_H

#include "engine/cover.h"

/*
 * Mark the points that the file names in databases, one for each of assay_blocks. False with FILE:LINE in
 * `why` for a point that is not there or can't happen anyway, and for a line without reason, whether its
 * block is among the databases or not.
 */
bool assay_cover_exclude(struct assay_cover *db, const char *path, char *why, size_t why_size);

/* The same with another table of blocks, NULL-terminated. */
bool assay_cover_exclude_from(const struct assay_block *const *blocks, struct assay_cover *db,
                              const char *path, char *why, size_t why_size);

/* Why a point is excluded; NULL if it is not. */
const char *assay_cover_excluded(const struct assay_cover *db, unsigned group, uint32_t index);

#endif
