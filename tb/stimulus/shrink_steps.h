/*
 * shrink_steps.h - internals of shrinking, shared by the files that implement it.
 */
#ifndef ASSAY_SHRINK_STEPS_H
#define ASSAY_SHRINK_STEPS_H

#include "stimulus/shrink.h"

/* --- units: which items belong together --- */

struct assay_units {
    uint32_t *of[ASSAY_MAX_STREAMS]; /* unit of each item; units count from 0 */
    uint64_t *first;                 /* cycle in which the earliest item of each unit was offered */
    uint32_t n;
};

/* Finds the units of a recorded script. Returns false if out of memory. */
bool assay_units_find(const struct assay_script *s, struct assay_units *u);
void assay_units_free(struct assay_units *u);

/* --- cuts: a script with parts left out --- */

struct assay_cut {
    uint8_t *drop[ASSAY_MAX_STREAMS]; /* nonzero for each item to drop */
    uint64_t at, cycles;              /* time to remove: `cycles` from `at` on */
    /* True: an item after a dropped one keeps its gap and so is offered earlier. False: it is
     * offered when it was, less the time removed. */
    bool close;
};

/* Allocates the marks for all items of `s`, with none dropped. Returns false if out of memory. */
bool assay_cut_open(struct assay_cut *c, const struct assay_script *s);
void assay_cut_close(struct assay_cut *c);

/* Applies a cut to the recorded script `from`. Returns false if out of memory. */
bool assay_cut_apply(const struct assay_cut *c, const struct assay_script *from,
                     struct assay_script *to);

/* --- trials --- */

enum { ASSAY_PORT_WORDS = (ASSAY_MAX_PORTS + 63) / 64 };

/* The outcome of a run. */
struct assay_outcome {
    enum assay_verdict verdict;
    enum assay_mismatch kind;
    int stream;
    bool of_model;                    /* the mismatch is in the model or the other RTL */
    const struct assay_port *port;    /* first to differ */
    uint64_t ports[ASSAY_PORT_WORDS]; /* bit set of all that differ */
    uint64_t cycle;
    bool complete, no_memory;
};

/* Runs a configuration until it fails or ends. Returns false if it did not get that far. */
bool assay_shrink_trial(struct assay_shrink *s, const struct assay_config *config,
                        struct assay_outcome *o);
/* Like assay_script_record, but `start` must not be NULL. */
bool assay_shrink_record(struct assay_shrink *s, const struct assay_config *config, uint64_t from,
                         uint64_t to, struct assay_script *script, uint64_t *start, char *why,
                         size_t why_size);
/* Checks the time and calls `progress`. Returns false to stop. A callback whose argument is a
 * struct assay_shrink. */
bool assay_shrink_goes_on(void *shrink);

/* Runs a candidate and, if it fails the same way, records it afresh and keeps it as the best.
 * Frees the candidate in any case. `later`: it may also fail in a later cycle than the best. */
bool assay_shrink_try(struct assay_shrink *s, struct assay_script *candidate, bool later);
/* Does the same for a script without one of its items; those after it move up. Frees the
 * script. */
bool assay_shrink_try_dropped(struct assay_shrink *s, struct assay_script *whole, unsigned stream,
                              size_t gone);
/* Whether a script fails as the best does and in the same cycle. */
bool assay_shrink_same(struct assay_shrink *s, const struct assay_script *script);
bool assay_shrink_over(const struct assay_shrink *s);
/* Ends everything because there is no memory for a candidate. Returns false. */
bool assay_shrink_no_memory(struct assay_shrink *s);

/* --- steps; each returns whether the best got smaller --- */

void assay_shrink_tail(struct assay_shrink *s);
bool assay_shrink_units(struct assay_shrink *s);
bool assay_shrink_streams(struct assay_shrink *s);
bool assay_shrink_groups(struct assay_shrink *s);
bool assay_shrink_takeovers(struct assay_shrink *s);
bool assay_shrink_amends(struct assay_shrink *s);
bool assay_shrink_fields(struct assay_shrink *s);
bool assay_shrink_values(struct assay_shrink *s);
bool assay_shrink_stalls(struct assay_shrink *s);
bool assay_shrink_time(struct assay_shrink *s);
bool assay_shrink_pins(struct assay_shrink *s);
bool assay_shrink_resets(struct assay_shrink *s);
bool assay_shrink_rewrite(struct assay_shrink *s);

#endif
