/* coverage_groups.h - the groups of predicate's functional coverage, by number. */
#ifndef PREDICATE_COVERAGE_GROUPS_H
#define PREDICATE_COVERAGE_GROUPS_H

#include "engine/cover.h"

enum {
    ISSUED,
    PAIRS,
    REFUSED,
    GUARDS,
    COMPARES,
    BRANCHES,
    EXITS,
    MEMORY,
    DEPTH,
    TRAPS,
    SPACES,
    HOST_OPS,
    SOURCES,
    RETIRED,
    NOT_UNIFORM,
    CONVERSIONS,
    REDUCTIONS,
    CROSSED,
    ACCESSES,
    LONG,
    ACCESS_TRAPS
};

enum { PREDICATE_COVER_GROUPS = 21 };

extern const struct assay_cover_group predicate_groups[PREDICATE_COVER_GROUPS];

/* Kinds of sources. Each special source counts as one. */
enum { KINDS = 10 };

#endif
