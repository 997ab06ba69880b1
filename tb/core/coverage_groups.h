/* coverage_groups.h - the groups of core's functional coverage, by number. */
#ifndef CORE_COVERAGE_GROUPS_H
#define CORE_COVERAGE_GROUPS_H

#include "core/core.h"
#include "engine/cover.h"

enum { CORE_COVER_GROUPS = 23 };

extern const struct assay_cover_group core_groups[CORE_COVER_GROUPS];

/* Excludes back-pressure on streams that are always ready. */
bool core_no_flow(const unsigned *bin);

enum {
    ISSUED,
    TURNS,
    KINDS,
    LOST,
    LINES,
    SLOTS,
    ORDER,
    PORTS,
    ANSWERS,
    GLOBALS,
    LOCALS,
    BARRIERS,
    TYPES,
    RELEASES,
    REPLIES,
    FENCES,
    MESSAGES,
    UNDER_WAY,
    NOTES,
    TRAPS,
    STARTS,
    DEPTH,
    RETIRED
};

enum { RUNNING_BINS = 5, LINE_BINS = 5 };
enum { GOOD, ERROR, STRAY, OUTCOMES };
enum { START_GOOD, START_NONE, START_BEYOND, START_PLACE, START_IN_USE, START_BINS };
enum { REPLY_WRITES, REPLY_STALE, REPLY_REFUSES, REPLY_IGNORED, REPLY_BINS };
enum { RELEASE_DONE, RELEASE_ABORTED, RELEASE_OTHER_BEAT, RELEASE_BINS };

#endif
