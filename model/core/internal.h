/* internal.h - between the files of the model. */
#ifndef CORE_INTERNAL_H
#define CORE_INTERNAL_H

#include "core/core.h"
#include "predicate/instructions.h"

/* A trap that is seen in this cycle; code 0 for none. */
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

/* A source that is the same in all lanes. */
static inline uint32_t core_operand(const struct core_warp *w, const struct predicate_word *n,
                                    uint8_t kind, uint8_t i)
{
    return predicate_source(&w->w, n, kind, i, 0);
}

/* It has an effect: a lane executes, or the guard of the scalar class is true. */
static inline bool core_does(const struct core_warp *w, const struct predicate_decoded *d)
{
    return (d->unit == PREDICATE_SCALAR ? predicate_guard_lanes(&w->w, &d->w)
                                        : predicate_executing(&w->w, d)) != 0;
}

/* --- issue.c --- */

/* Issue of a cycle. `held` is the mask of warps with hold when it began. */
void core_issue(struct core_state *s, uint32_t held);

/* --- memory.c --- */

/* What a memory instruction that has an effect traps with; its lane in *lane. */
uint8_t core_access_trap(const struct core_state *s, uint32_t warp,
                         const struct predicate_decoded *d, uint8_t *lane);
bool core_is_access(const struct predicate_decoded *d);
bool core_is_local(const struct predicate_word *w);
/* The warp has accesses of a scope under way, or yet to request: bit 0 local, bit 1 global. */
bool core_accesses(const struct core_state *s, uint32_t warp, uint32_t scope);
void core_to_memory(struct core_state *s, uint32_t warp, const struct predicate_decoded *d,
                    uint32_t pc);
/* A request has been transferred. */
void core_mem_taken(struct core_state *s);
void core_local_taken(struct core_state *s);

/* What is taken at the port of answers in a cycle. */
struct core_answer {
    uint8_t port, taken, good, slot; /* good: somebody waits for it */
    struct core_vector rm;
    uint8_t array;
    struct core_fault fault;
};
void core_look_at_answer(const struct core_state *s, const struct core_inputs *in,
                         struct core_answer *a);
void core_take_answer(struct core_state *s, const struct core_answer *a);
/* RM is written. */
void core_write_back(struct core_state *s);

/* --- barrier.c --- */

void core_to_gate(struct core_state *s, uint32_t warp, const struct predicate_decoded *d);
/* The identifier that can be acknowledged, the warp whose barrier is to be aborted; -1 for none. */
int core_fence_done(const struct core_state *s);
int core_to_abort(const struct core_state *s);
/* The answers of the gateway. `look` finds before the edge what a reply is for; the warps that a wb is for are
 * found when it is taken, since only the gateway lets them go. */
struct core_reply_use {
    uint8_t writes, counts, refused; /* a register; is one that is under way; a barrier */
};
void core_look_at_reply(const struct core_state *s, const struct core_reply *r,
                        struct core_reply_use *use);
void core_take_reply(struct core_state *s, const struct core_reply *r,
                     const struct core_reply_use *use);
void core_take_wb(struct core_state *s, const struct core_wb *wb);

/* --- message.c --- */

/* A message that has an effect has to wait; `wait` too. */
bool core_message_waits(const struct core_state *s, uint32_t warp,
                        const struct predicate_decoded *d);
void core_to_off(struct core_state *s, uint32_t warp, const struct predicate_decoded *d,
                 uint32_t pc);
/* The warp whose chain is to be dropped, -1 for none. */
int core_to_drop(const struct core_state *s);
void core_drop(struct core_state *s, uint32_t warp);
bool core_note_expected(const struct core_state *s, const struct core_note *n);
void core_take_note(struct core_state *s, const struct core_note *n);

/* --- group.c --- */

/* Start: its slots, 0 if it is refused. */
uint32_t core_start_slots(const struct core_state *s, const struct core_start *g);
void core_start_group(struct core_state *s, const struct core_start *g, uint32_t slots);
/* The group that can end, -1 for none. */
int core_to_end(const struct core_state *s);
void core_load_end(struct core_state *s, uint32_t first);
/* The first trap of a group stays. */
void core_trap(struct core_state *s, const struct core_fault *f);
/* Traps of groups as they stand: barriers that cannot complete, limits that have run out. Of each group at most
 * one, in fault[first]. Counts the limits. */
void core_watch(struct core_state *s, struct core_fault *fault);

#endif
