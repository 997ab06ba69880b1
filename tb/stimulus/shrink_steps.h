/*
 * shrink_steps.h - the inside of shrinking, for the files that make it up.
 */
#ifndef ASSAY_SHRINK_STEPS_H
#define ASSAY_SHRINK_STEPS_H

#include "stimulus/shrink.h"

/* --- units: which items belong together --- */

struct assay_units {
    uint32_t *of[ASSAY_MAX_STREAMS]; /* unit of each item; units count from 0 */
    uint64_t *first;                 /* cycle in which the earliest item of each was offered */
    uint32_t n;
};

/* Of a recorded script. False when memory is out. */
bool assay_units_find(const struct assay_script *s, struct assay_units *u);
void assay_units_free(struct assay_units *u);

/* --- cuts: a script with some of it left out --- */

struct assay_cut {
    uint8_t *drop[ASSAY_MAX_STREAMS]; /* non-zero for each item that goes */
    uint64_t at, cycles;              /* time that goes: `cycles` from `at` on */
    /* True: an item behind a dropped one keeps its own gap, and is offered earlier for it. False: it is
     * offered when it was, but for the time that goes. */
    bool close;
};

/* Marks for all items of `s`, none dropped. False when memory is out. */
bool assay_cut_open(struct assay_cut *c, const struct assay_script *s);
void assay_cut_close(struct assay_cut *c);

/* False when memory is out. `from` is a recorded script. */
bool assay_cut_apply(const struct assay_cut *c, const struct assay_script *from,
                     struct assay_script *to);

/* --- trials --- */

enum { ASSAY_PORT_WORDS = (ASSAY_MAX_PORTS + 63) / 64 };

/* What a run showed. */
struct assay_outcome {
    enum assay_verdict verdict;
    enum assay_mismatch kind;
    int stream;
    bool of_model;                    /* it is of the model, or of the RTL that is compared with */
    const struct assay_port *port;    /* first that differs */
    uint64_t ports[ASSAY_PORT_WORDS]; /* all that do, by index */
    uint64_t cycle;
    bool complete, no_memory;
};

/* Run a configuration to its failure or end. False if it could not be run to there. */
bool assay_shrink_trial(struct assay_shrink *s, const struct assay_config *config,
                        struct assay_outcome *o);
/* assay_script_record; `start` is needed. */
bool assay_shrink_record(struct assay_shrink *s, const struct assay_config *config, uint64_t from,
                         uint64_t to, struct assay_script *script, uint64_t *start, char *why,
                         size_t why_size);
/* Looks at the time and calls `progress`. False: stop. For callbacks, of a struct assay_shrink. */
bool assay_shrink_goes_on(void *shrink);

/* Run a candidate and keep it as the best, recorded afresh, if it fails the same way; frees it in any
 * case. `later`: also if it fails in a later cycle than the best. */
bool assay_shrink_try(struct assay_shrink *s, struct assay_script *candidate, bool later);
/* The same of a script without one of its items, those behind which come earlier; frees the script. */
bool assay_shrink_try_dropped(struct assay_shrink *s, struct assay_script *whole, unsigned stream,
                              size_t gone);
/* Whether a script fails as the best does, in the same cycle. */
bool assay_shrink_same(struct assay_shrink *s, const struct assay_script *script);
bool assay_shrink_over(const struct assay_shrink *s);
/* No memory for a candidate: ends everything. Returns false. */
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
