/* internal.h - declarations shared by the files of the model. */
#ifndef CORE_INTERNAL_H
#define CORE_INTERNAL_H

#include "core/core.h"
#include "predicate/instructions.h"

/* A trap detected in this cycle; code 0: none. */
struct core_fault {
    uint8_t code, warp, lane;
    uint16_t pc;
};

/* The group of a warp. */
static inline struct core_group *core_group_of(struct core_state *s, uint32_t warp)
{
    return &s->group[s->warp[warp].first];
}

static inline const struct core_group *core_group_at(const struct core_state *s, uint32_t warp)
{
    return &s->group[s->warp[warp].first];
}

/* A source that has the same value in all lanes. */
static inline uint32_t core_operand(const struct core_warp *w, const struct predicate_word *n,
                                    uint8_t kind, uint8_t i)
{
    return predicate_source(&w->w, n, kind, i, 0);
}

/* --- issue.c --- */

/*
 * The issue stage of a cycle. `held` is the mask of warps whose hold was non-zero when the cycle
 * began.
 */
void core_issue(struct core_state *s, uint32_t held);

/* --- memory.c --- */

/*
 * Trap of a memory instruction that has an effect, with its lane in *lane; PREDICATE_NO_TRAP if
 * none.
 */
uint8_t core_access_trap(const struct core_state *s, uint32_t warp,
                         const struct predicate_decoded *d, uint8_t *lane);
bool core_is_access(const struct predicate_decoded *d);
bool core_is_local(const struct predicate_word *w);
/*
 * True if the warp has accesses outstanding or still to be requested in the scope: bit 0 local, bit
 * 1 global.
 */
bool core_accesses(const struct core_state *s, uint32_t warp, uint32_t scope);
void core_to_memory(struct core_state *s, uint32_t warp, const struct predicate_decoded *d,
                    uint32_t pc);
/* To be called when a request has transferred. */
void core_mem_taken(struct core_state *s);
void core_local_taken(struct core_state *s);

/* The answer that is accepted in a cycle. */
struct core_answer {
    uint8_t port, taken, good, slot; /* good: an access is waiting for it */
    struct core_vector rm;
    uint8_t array;
    struct core_fault fault;
};
void core_look_at_answer(const struct core_state *s, const struct core_inputs *in,
                         struct core_answer *a);
void core_take_answer(struct core_state *s, const struct core_answer *a);
/* Writes the record RM to the registers. */
void core_write_back(struct core_state *s);

/* --- barrier.c --- */

void core_to_gate(struct core_state *s, uint32_t warp, const struct predicate_decoded *d);
/*
 * The identifier that can be acknowledged, and the warp whose barrier is to be aborted; -1: none.
 */
int core_fence_done(const struct core_state *s);
int core_to_abort(const struct core_state *s);
/* Answers of the gateway. core_look_at_reply determines before the edge what a reply is for. The
 * warps that a wb is for are determined when it is taken, because only the gateway can release
 * them. */
struct core_reply_use {
    uint8_t writes, counts, refused; /* a register; against `coming`; a barrier */
};
void core_look_at_reply(const struct core_state *s, const struct core_reply *r,
                        struct core_reply_use *use);
void core_take_reply(struct core_state *s, const struct core_reply *r,
                     const struct core_reply_use *use);
void core_take_wb(struct core_state *s, const struct core_wb *wb);

/* --- message.c --- */

/* True if a message that has an effect must wait, or the instruction `wait`. */
bool core_message_waits(const struct core_state *s, uint32_t warp,
                        const struct predicate_decoded *d);
void core_to_off(struct core_state *s, uint32_t warp, const struct predicate_decoded *d,
                 uint32_t pc);
/* The warp whose chain is to be dropped; -1: none. */
int core_to_drop(const struct core_state *s);
void core_drop(struct core_state *s, uint32_t warp);
bool core_note_expected(const struct core_state *s, const struct core_note *n);
void core_take_note(struct core_state *s, const struct core_note *n);

/* --- group.c --- */

/* The warps that a start takes, as a mask; 0 if it is refused. */
uint32_t core_start_slots(const struct core_state *s, const struct core_start *g);
void core_start_group(struct core_state *s, const struct core_start *g, uint32_t slots);
/* The first warp of the group that can end; -1: none. */
int core_to_end(const struct core_state *s);
void core_load_end(struct core_state *s, uint32_t first);
/* Records a trap; only the first trap of a group is kept. */
void core_trap(struct core_state *s, const struct core_fault *f);
/* Finds the traps that follow from the state of groups: barriers that cannot complete, and
 * expired limits. At most one per group, in fault[first]. Also counts the limits down. */
void core_watch(struct core_state *s, struct core_fault *fault);

#endif
