/* points.h - the functional coverage points of depthcull. */
#ifndef DEPTHCULL_POINTS_H
#define DEPTHCULL_POINTS_H

#include "engine/block.h"
#include "engine/cover.h"

/* The groups of points. */
enum {
    DP_DECIDED,
    DP_STATES,
    DP_PLANES,
    DP_EFFECTS,
    DP_READS,
    DP_BURSTS,
    DP_COMMANDS,
    DP_FLOW,
    DP_RECORDS,
    DP_EPOCHS,
    DP_CLEARS,
    DP_FLUSHES,
    DP_MEMORY,
    DP_LINES,
    DP_REPLIES,
    DP_GONE,
    DP_WRITES,
    DEPTHCULL_GROUPS
};

extern const struct assay_cover_group depthcull_groups[DEPTHCULL_GROUPS];

#endif
