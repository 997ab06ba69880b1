/*
 * script.h - a run written out: every transaction with its stall, in place of a scenario.
 *
 * For each sink stream a list of items, for each source stream the pattern of its ready, and the
 * resets. A script does not say when a transfer happens, only how long a stream waits before it
 * offers the next item, so a block may take items earlier or later and the script still makes sense.
 *
 *     struct assay_script s;
 *     assay_script_record(&config, from, to, &s, why, sizeof why);
 *     assay_script_play(&config, &s);         the same inputs again, cycle by cycle
 *     ...
 *     assay_script_free(&s);
 *
 * Rules of playing a script:
 *
 *     - An item's valid rises `gap` cycles after its stream became free: in the cycle after the
 *       transfer of the item before, or after the end of a reset. Valid and payload hold until the
 *       transfer. A used-up stream stays silent.
 *     - Ready is given cycle by cycle from the start, since an output may depend on a ready even while
 *       the valid is low. Past the end of its pattern a ready keeps its last value; 1 without pattern.
 *     - Each reset begins a section, and every item belongs to one: it is not offered before the reset
 *       of its section, and dropped by the next, offered or not. Gaps count anew from the end of a
 *       reset. While rst is high every valid and ready is 0.
 *     - Pins outside streams start at 0 and keep a value until its next change.
 */
#ifndef ASSAY_SCRIPT_H
#define ASSAY_SCRIPT_H

#include "engine/lockstep.h"

/* One transaction on a sink stream. */
struct assay_script_item {
    uint64_t gap;
    size_t section; /* index of the reset that it follows */
    /* What a recording saw; 0 in a script from a file. `taken` is ASSAY_SCRIPT_NEVER for an item that
     * was offered and not transferred. */
    uint64_t offered, taken;
};
#define ASSAY_SCRIPT_NEVER UINT64_MAX

/* `length` cycles of a source stream's ready. */
struct assay_script_run {
    uint64_t length;
    bool ready;
};

struct assay_script_reset {
    uint64_t cycle, length;
};

/* A pin outside streams, by its index among the block's ports. */
struct assay_script_change {
    uint64_t cycle;
    uint32_t port;
    uint32_t value[ASSAY_VALUE_WORDS];
};

/* Items of a sink, runs of a source. */
struct assay_script_stream {
    struct assay_script_item *item;
    uint8_t *payload; /* n_items times the stream's payload_size */
    size_t n_items, room_items, room_payloads;
    struct assay_script_run *run;
    size_t n_runs, room_runs;
};

struct assay_script {
    const struct assay_block *block;
    struct assay_params params;
    uint64_t cycles; /* length of the run */
    bool bounded;    /* nothing is offered after `cycles`, also where the design steers */
    struct assay_script_stream stream[ASSAY_MAX_STREAMS];
    struct assay_script_reset *reset; /* ascending; the first at cycle 0 */
    size_t n_resets, room_resets;
    struct assay_script_change *change; /* ascending by cycle */
    size_t n_changes, room_changes;
};

/* The scenario of a run that plays a script: it supplies nothing and checks nothing. */
extern const struct assay_scenario assay_script_scenario;

void assay_script_init(struct assay_script *s, const struct assay_block *b,
                       const struct assay_params *params);
void assay_script_free(struct assay_script *s); /* also right for zeroed memory */
/* `to` is written without being freed before. False, with `to` empty, when memory is out. */
bool assay_script_copy(struct assay_script *to, const struct assay_script *from);

/* Append; all return false when memory is out. An item goes into the section of the last reset. */
bool assay_script_add_item(struct assay_script *s, unsigned stream, uint64_t gap,
                           const void *payload);
bool assay_script_add_ready(struct assay_script *s, unsigned stream, uint64_t length, bool ready);
bool assay_script_add_reset(struct assay_script *s, uint64_t cycle, uint64_t length);
bool assay_script_add_change(struct assay_script *s, uint64_t cycle, uint32_t port,
                             const uint32_t *value);

void *assay_script_payload(const struct assay_script *s, unsigned stream, size_t item);
size_t assay_script_items(const struct assay_script *s); /* on all streams */
/* Whether pins outside streams are part of the stimulus. They are not where adapters drive them from payloads. */
bool assay_script_has_pins(const struct assay_script *s);

/* The next item in the order of sections and, in one, of the cycle offered; streams in table order among
 * equals.
 * `next` holds one index a stream, all 0 at the start. False at the end. */
bool assay_script_in_order(const struct assay_script *s, size_t next[ASSAY_MAX_STREAMS],
                           unsigned *stream, size_t *item);

/* The first cycle in which an item can be offered: every item before it is taken at once. Items of a stream are asked for
 * in their order; `free` holds one cycle a stream, for this function alone. UINT64_MAX stands for all beyond. */
uint64_t assay_script_earliest(const struct assay_script *s, unsigned stream, size_t item,
                               uint64_t free[ASSAY_MAX_STREAMS]);

/* A pin's value into a struct; the counterpart of assay_port_get. */
void assay_port_set(const struct assay_port *p, void *side,
                    const uint32_t value[ASSAY_VALUE_WORDS]);

/* A payload field of a sink stream, as words. `p` is one of the stream's payload ports. */
void assay_script_get(const struct assay_block *b, const struct assay_port *p, const void *payload,
                      uint32_t value[ASSAY_VALUE_WORDS]);
void assay_script_set(const struct assay_block *b, const struct assay_port *p, void *payload,
                      const uint32_t value[ASSAY_VALUE_WORDS]);

/*
 * Write down cycles `from` to `to`, both included, of the run that `config` describes, against the
 * model alone, or at levels without cycles against its DUT, which stimulus depends on there. The script starts at the last reset at or before `from`, where the block's state is
 * known; *start is that cycle, NULL if not wanted. Played, it gives the inputs of the original in every
 * cycle from there on: rst, valids, readies, pins outside streams, and each payload under its valid.
 * False with a message in `why` and `s` empty.
 */
bool assay_script_record(const struct assay_config *config, uint64_t from, uint64_t to,
                         struct assay_script *s, uint64_t *start, char *why, size_t why_size);

/* Let a run take its inputs from the script, which stays the caller's and must outlive the run. */
void assay_script_play(struct assay_config *config, const struct assay_script *s);

#endif
