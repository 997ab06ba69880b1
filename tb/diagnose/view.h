/*
 * view.h - what the files that open a waveform in a viewer have in common: gtkw.h and surfer.h.
 */
#ifndef ASSAY_VIEW_H
#define ASSAY_VIEW_H

#include "engine/lockstep.h"

enum {
    ASSAY_VIEW_CYCLE = 10
}; /* time units of the waveform; a cycle's sample stands at its begin */

struct assay_view {
    const struct assay_config *c;
    const struct assay_block *b;
    const struct assay_result *r;
    unsigned width[ASSAY_MAX_PORTS];
    char prefix[80]; /* scope of the DUT's pins */
    char ref[80];    /* scope of what was expected */
    uint64_t cycle;  /* that failed; the last one if none did */
};

void assay_view_of(const struct assay_lockstep *ls, struct assay_view *v);

/* Whether a port, or any of a stream, was another than expected. */
bool assay_view_port_differs(const struct assay_view *v, size_t port);
bool assay_view_stream_differs(const struct assay_view *v, int stream);

/* Whether such a file can name a waveform; else "<waveform>: expected ..." in `why`. */
bool assay_view_can_name(const char *waveform, char *why, size_t why_size);

/* The name of a file without its folder. */
const char *assay_view_base_name(const char *path);

#endif
