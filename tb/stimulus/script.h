/*
 * script.h - a run written out: every transaction with its stall, instead of a scenario.
 *
 * A script has a list of items for each sink stream, the ready pattern of each source stream, and
 * the resets. It does not say when a transfer happens, only how long a stream waits before it
 * offers the next item. It therefore remains meaningful if a block takes items earlier or later.
 *
 *     struct assay_script s;
 *     assay_script_record(&config, from, to, &s, NULL, why, sizeof why);
 *     assay_script_play(&config, &s);         the same inputs again, cycle by cycle
 *     ...
 *     assay_script_free(&s);
 *
 * Rules for playing a script:
 *
 *     - A stream becomes free in the cycle after the transfer of its previous item, or after the
 *       end of a reset. The valid of its next item rises `gap` cycles later. Valid and payload hold
 *       until the transfer. A stream that has run out of items stays silent.
 *     - Ready is given cycle by cycle from the start, since an output may depend on a ready even
 *       while its valid is low. After the end of its pattern a ready keeps its last value. Without
 *       a pattern it is 1.
 *     - Each reset begins a section, and every item belongs to one section. It is not offered
 *       before the reset of its section, and is dropped by the next reset whether or not it was
 *       offered. Gaps are counted afresh from the end of a reset. While rst is high, every valid
 *       and ready is 0.
 *     - Pins outside streams start at 0 and keep a value until the next change.
 */
#ifndef ASSAY_SCRIPT_H
#define ASSAY_SCRIPT_H

#include "engine/lockstep.h"

/* One transaction on a sink stream. */
struct assay_script_item {
    uint64_t gap;
    size_t section; /* index of the reset that precedes it */
    /* As seen while recording; 0 in a script from a file. `taken` is ASSAY_SCRIPT_NEVER for an
     * item that was offered but not transferred. */
    uint64_t offered, taken;
};
#define ASSAY_SCRIPT_NEVER UINT64_MAX

/* `length` cycles of the same ready on a source stream. */
struct assay_script_run {
    uint64_t length;
    bool ready;
};

struct assay_script_reset {
    uint64_t cycle, length;
};

/* A new value of a pin outside streams. `port` is its index among the block's ports. */
struct assay_script_change {
    uint64_t cycle;
    uint32_t port;
    uint32_t value[ASSAY_VALUE_WORDS];
};

/* Items if a sink, ready runs if a source. */
struct assay_script_stream {
    struct assay_script_item *item;
    uint8_t *payload; /* n_items payloads of the stream's payload_size bytes each */
    size_t n_items, room_items, room_payloads;
    struct assay_script_run *run;
    size_t n_runs, room_runs;
};

struct assay_script {
    const struct assay_block *block;
    struct assay_params params;
    uint64_t cycles; /* length of the run */
    bool bounded;    /* offer nothing from cycle `cycles` on, even if the run goes on */
    struct assay_script_stream stream[ASSAY_MAX_STREAMS];
    struct assay_script_reset *reset; /* ascending; the first at cycle 0 */
    size_t n_resets, room_resets;
    struct assay_script_change *change; /* ascending by cycle */
    size_t n_changes, room_changes;
};

/* Scenario of a run that plays a script. It supplies nothing and checks nothing. */
extern const struct assay_scenario assay_script_scenario;

void assay_script_init(struct assay_script *s, const struct assay_block *b,
                       const struct assay_params *params);
void assay_script_free(struct assay_script *s); /* zeroed memory is also fine */
/* Overwrites `to` without freeing it first. Returns false, with `to` empty, if out of memory. */
bool assay_script_copy(struct assay_script *to, const struct assay_script *from);

/* Append an element; false if out of memory. An item is put into the section of the last reset. */
bool assay_script_add_item(struct assay_script *s, unsigned stream, uint64_t gap,
                           const void *payload);
bool assay_script_add_ready(struct assay_script *s, unsigned stream, uint64_t length, bool ready);
bool assay_script_add_reset(struct assay_script *s, uint64_t cycle, uint64_t length);
bool assay_script_add_change(struct assay_script *s, uint64_t cycle, uint32_t port,
                             const uint32_t *value);

void *assay_script_payload(const struct assay_script *s, unsigned stream, size_t item);
size_t assay_script_items(const struct assay_script *s); /* total over all streams */
/* Whether pins outside streams are part of the stimulus. They are not if adapters drive them
 * from payloads. */
bool assay_script_has_pins(const struct assay_script *s);

/* Yields the next item, ordered by section, then by the cycle in which it was offered, then by
 * stream in table order. `next` holds one index per stream, all 0 at the start. Returns false at
 * the end. */
bool assay_script_in_order(const struct assay_script *s, size_t next[ASSAY_MAX_STREAMS],
                           unsigned *stream, size_t *item);

/* Returns the first cycle in which an item can be offered, assuming that every earlier item is
 * taken at once. UINT64_MAX stands for any cycle beyond. Ask for the items of a stream in order.
 * `free` holds one cycle per stream and is private to this function. */
uint64_t assay_script_earliest(const struct assay_script *s, unsigned stream, size_t item,
                               uint64_t free[ASSAY_MAX_STREAMS]);

/* Stores a pin's value into a struct. The counterpart of assay_port_get. */
void assay_port_set(const struct assay_port *p, void *side,
                    const uint32_t value[ASSAY_VALUE_WORDS]);

/* Get or set a payload field of a sink stream as words. `p` is one of the stream's payload
 * ports. */
void assay_script_get(const struct assay_block *b, const struct assay_port *p, const void *payload,
                      uint32_t value[ASSAY_VALUE_WORDS]);
void assay_script_set(const struct assay_block *b, const struct assay_port *p, void *payload,
                      const uint32_t value[ASSAY_VALUE_WORDS]);

/*
 * Records cycles `from` to `to`, both included, of the run that `config` describes. The run uses
 * the model alone; at levels without cycles it uses the DUT, on which the stimulus depends there.
 * The script starts at the last reset at or before `from`, where the state of the block is known.
 * *start receives that cycle; it may be NULL. When played, the script reproduces the inputs of the
 * original in every cycle from there on: rst, valids, readies, pins outside streams, and each
 * payload under its valid. Returns false with a message in `why` and `s` empty.
 */
bool assay_script_record(const struct assay_config *config, uint64_t from, uint64_t to,
                         struct assay_script *s, uint64_t *start, char *why, size_t why_size);

/* Makes a run take its inputs from the script. The caller keeps the script, which must outlive
 * the run. */
void assay_script_play(struct assay_config *config, const struct assay_script *s);

#endif
