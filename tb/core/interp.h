/*
 * interp.h - whole launches, each lane an ordinary scalar thread (predicate/interp_lane.h).
 *
 * It knows groups, warps, local and global memory, barriers and messages; it knows nothing of masks,
 * stacks, caches, issue or latency, and shares no code with the model. A lane runs until it ends or
 * stands at an instruction of the whole warp, where it waits for the others of its warp; a warp at a
 * barrier waits for the others of its group. One group runs after the other.
 *
 * That is right for launches that are properly nested and race-free and that write U and UP under
 * uniform control only. A race is what the order of lanes and warps between two such meetings decides:
 * so a lane may not read what another one writes before they have met, and an old value that an atomic
 * gives may be used only if one lane alone changes the word.
 */
#ifndef CORE_INTERP_H
#define CORE_INTERP_H

#include "predicate/interp_lane.h"

enum { CORE_INTERP_WARPS = 16, CORE_INTERP_LOCAL = 16384 };

/* What the world does with a message of the instructions dpas, move, row and pack: the test's part. */
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
    uint32_t local_bytes; /* of a group */
    uint32_t c[16];
    bool sense;
    bool backwards; /* the last warp and the last lane first: what is race-free does not mind */
    core_interp_offload *offload; /* NULL: such an instruction is an error */
    void *offload_arg;

    /* Global memory: words from byte address `base` on. */
    uint32_t base, bytes;
    uint32_t *global;

    /* The group that runs, or ran last; its registers are what it left. */
    uint32_t group;
    struct core_interp_warp warp[CORE_INTERP_WARPS];
    uint32_t local[CORE_INTERP_LOCAL / 4];
    uint64_t instructions, meetings; /* executed; barriers that completed */
};

/* Registers and local memory of a group are undefined when it starts: fill them with something that
 * changes from group to group, so that what uses them is seen. */
void core_interp_start_group(struct core_interp *m, uint32_t group);

/* Run the group that was started. False with words in `why`, and `warp` and the lane's pc at what is wrong. */
bool core_interp_run_group(struct core_interp *m, const char **why);

/* Run all groups. */
bool core_interp_run(struct core_interp *m, const char **why);

/* The word that holds byte `at` of global memory, NULL outside. */
uint32_t *core_interp_word(struct core_interp *m, uint32_t at);

#endif
