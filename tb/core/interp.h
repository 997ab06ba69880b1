/*
 * interp.h - runs whole launches with each lane as an ordinary scalar thread
 * (predicate/interp_lane.h).
 *
 * It knows groups, warps, local and global memory, barriers and messages. It knows nothing of
 * masks, stacks, caches, issue or latency, and shares no code with the model. A lane runs until it
 * ends or reaches an instruction of the whole warp, where it waits for the other lanes of its warp.
 * A warp at a barrier waits for the other warps of its group. Groups run one after the other.
 *
 * The result is correct for launches that are properly nested and race-free and that write U and UP
 * only under uniform control. A race is anything that depends on the order of lanes and warps
 * between two such meetings. So a lane may not read what another one writes before they have met,
 * and the old value returned by an atomic may be used only if a single lane changes the word.
 */
#ifndef CORE_INTERP_H
#define CORE_INTERP_H

#include "predicate/interp_lane.h"

enum { CORE_INTERP_WARPS = 16, CORE_INTERP_LOCAL = 16384 };

/* Handles a message of the instructions dpas, move, row and pack. Supplied by the caller. */
struct core_interp;
typedef bool core_interp_offload(void *arg, struct core_interp *m, uint32_t warp, uint64_t word,
                                 const char **why);

struct core_interp_warp {
    struct interp_lane lane[INTERP_LANES];
    uint32_t arrived; /* writes by msg that no recv has counted yet */
    bool over, waits; /* waits: at a barrier */
};

struct core_interp {
    /* The launch. */
    const uint64_t *code;
    uint32_t length, entry, lanes, groups, warps, barriers;
    uint32_t local_bytes; /* per group */
    uint32_t c[16];
    bool sense;
    bool backwards;               /* last warp and lane first; makes no difference if race-free */
    core_interp_offload *offload; /* NULL: these instructions are errors */
    void *offload_arg;

    /* Global memory: words from byte address `base` on. */
    uint32_t base, bytes;
    uint32_t *global;

    /* The current group, or the last one that ran, with its final registers. */
    uint32_t group;
    struct core_interp_warp warp[CORE_INTERP_WARPS];
    uint32_t local[CORE_INTERP_LOCAL / 4];
    uint64_t instructions, meetings; /* instructions executed; barriers completed */
};

/* Starts a group. Its registers and local memory are undefined by contract, so they are filled
 * with values that differ from group to group, which exposes any use of them. */
void core_interp_start_group(struct core_interp *m, uint32_t group);

/* Runs the group that was started. On failure returns false with a text in `why`; `warp` and the
 * pc of the lane then show where. */
bool core_interp_run_group(struct core_interp *m, const char **why);

/* Starts and runs all groups. Fails like core_interp_run_group. */
bool core_interp_run(struct core_interp *m, const char **why);

/* Returns a source of a message as seen by the first lane that is not over, for values that are the
 * same in all lanes. */
uint32_t core_interp_source(const struct core_interp *m, uint32_t warp, uint64_t word, unsigned at);
/* Returns a source of a message in one lane. A lane that is over keeps its R but no longer sees
 * U. */
uint32_t core_interp_lane_source(const struct core_interp *m, uint32_t warp, uint32_t lane,
                                 uint64_t word, unsigned at);

/* Returns the word after an atomic. Only cas uses `compare`. */
uint32_t core_interp_update(uint32_t op, uint32_t old, uint32_t data, uint32_t compare);

/* Returns the word that holds byte `at` of global memory, or NULL if it is outside. */
uint32_t *core_interp_word(struct core_interp *m, uint32_t at);

#endif
