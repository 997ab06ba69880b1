/*
 * view.h - common to the files that open a waveform in a viewer: gtkw.h and surfer.h.
 */
#ifndef ASSAY_VIEW_H
#define ASSAY_VIEW_H

#include "engine/lockstep.h"

enum {
    ASSAY_VIEW_CYCLE = 10
}; /* time units per cycle in the waveform; the sample is at its start */

struct assay_view {
    const struct assay_config *c;
    const struct assay_block *b;
    const struct assay_result *r;
    unsigned width[ASSAY_MAX_PORTS];
    char prefix[80]; /* scope of the DUT's pins */
    char ref[80];    /* scope of the expected values */
    uint64_t cycle;  /* the failing cycle, or the last one if nothing failed */
};

void assay_view_of(const struct assay_lockstep *ls, struct assay_view *v);

/* Whether a port, or any port of a stream, differs from what was expected. */
bool assay_view_port_differs(const struct assay_view *v, size_t port);
bool assay_view_stream_differs(const struct assay_view *v, int stream);

/* Whether these files can contain the name of a waveform; if not, `why` is
 * "<waveform>: expected ...". */
bool assay_view_can_name(const char *waveform, char *why, size_t why_size);

#endif
