/*
 * cover_group.h - what a block covers: axes, bins and their crosses.
 *
 * A group is a cross of one or more axes; a point is a group with one axis. Each combination of
 * bins has one counter. Combinations that cannot happen are declared impossible with the group, so
 * that 100 percent is reachable and meaningful.
 */
#ifndef ASSAY_COVER_GROUP_H
#define ASSAY_COVER_GROUP_H

#include <stdbool.h>

enum { ASSAY_COVER_AXES = 4 };

struct assay_cover_axis {
    const char *name;
    unsigned n;
    const char *const *bins; /* n names, without blanks or dots */
};

struct assay_cover_group {
    const char *name;
    const char *meaning;
    unsigned n_axes;
    const struct assay_cover_axis *axes[ASSAY_COVER_AXES];
    /* NULL: every combination is possible. */
    bool (*impossible)(const unsigned *bin);
};

/* The state of a stream in a cycle: idle (neither valid nor ready), starved (ready without valid),
 * stalled (valid without ready: back-pressure), transfer (both). */
enum { ASSAY_COVER_STATES = 4 };
extern const struct assay_cover_axis assay_cover_states;
#define ASSAY_COVER_FLOW_NAME "flow"
#define ASSAY_COVER_FLOW_MEANING \
    "each stream: neither, ready without valid, valid without ready, both"

#endif
