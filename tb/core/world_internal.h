/* world_internal.h - shared by the files of the world. */
#ifndef CORE_WORLD_INTERNAL_H
#define CORE_WORLD_INTERNAL_H

#include "core/world.h"

/* Adds an entry whose answer is due after a random time. Never returns NULL: if the queue is
 * full it sets `wrong` and reuses the last entry. */
struct core_world_wait *core_world_add(struct core_world *w, struct core_world_queue *q);
uint64_t core_world_due(struct core_world *w);

/* Finds an entry that is due: the oldest one, or with `any` a random one. Returns false if there
 * is none. */
bool core_world_pick(struct core_world *w, const struct core_world_queue *q, bool any, uint32_t *i);
void core_world_remove(struct core_world_queue *q, uint32_t i);

/* Returns true with a probability of `permille` in 1000. */
bool core_world_seldom(struct core_world *w, uint32_t permille);

/* Returns the status of an answer: 0, or occasionally an error. */
uint8_t core_world_status(struct core_world *w);

/* Returns the word of global memory at a byte address; NULL if there is none. */
uint32_t *core_world_word(struct core_world *w, uint32_t at);

/* --- world_memory.c --- */
void core_world_take_mem(struct core_world *w, const struct core_mem *mem);
bool core_world_answer_mem(struct core_world *w, struct core_mem_rsp *rsp);
void core_world_take_local(struct core_world *w, const struct core_local *local);
bool core_world_answer_local(struct core_world *w, struct core_local_rsp *rsp);

/* --- world_gate.c --- */
void core_world_take_gate(struct core_world *w, const struct core_gate *gate);
bool core_world_answer_gate(struct core_world *w, struct core_reply *reply);
bool core_world_broadcast(struct core_world *w, struct core_wb *wb);
bool core_world_ask_fence(struct core_world *w, struct core_fence *fence);
void core_world_take_ack(struct core_world *w, uint32_t id);
void core_world_take_abort(struct core_world *w, uint32_t id);

/* --- world_units.c --- */
void core_world_take_off(struct core_world *w, const struct core_off *off);
bool core_world_note(struct core_world *w, struct core_note *note);
bool core_world_value(struct core_world *w, struct core_value *value);

/* --- world_groups.c --- */
/* Chooses where the resources of the launch's groups begin: anywhere with room for all of them. */
void core_world_choose_bases(struct core_world *w);
bool core_world_start(struct core_world *w, struct core_start *start);
void core_world_started(struct core_world *w, const struct core_start *start);
void core_world_take_end(struct core_world *w, const struct core_end *end);

#endif
