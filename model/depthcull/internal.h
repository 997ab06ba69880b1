/*
 * internal.h - the cache and the read-outs of the model, for depthcull.c. Each says first what happens in a cycle,
 * as a function of the state at its start, and does it afterwards.
 */
#ifndef DEPTHCULL_INTERNAL_H
#define DEPTHCULL_INTERNAL_H

#include "depthcull/depthcull.h"

/* --- cache: depthcull_cache.c --- */

/* The slot that has a tile; DEPTHCULL_NO_SLOT: none. */
uint16_t depthcull_find_slot(const struct depthcull_state *s, uint32_t tile);

/* How a tile comes to have a slot. */
struct depthcull_placing {
    bool placed;
    uint16_t slot; /* DEPTHCULL_NO_SLOT: bad tile index, or gone */
    bool hit;
    bool gone; /* the bounds of the tile cull the primitive */
};

bool depthcull_is_gone(const struct depthcull_state *s, const struct depthcull_job *job);

struct depthcull_placing depthcull_plan_place(const struct depthcull_state *s, uint32_t tile);
void depthcull_place(struct depthcull_state *s, const struct depthcull_placing *placing,
                     uint32_t tile);

/* What happens between the cache and memory, whatever primitives do. */
struct depthcull_traffic {
    bool clears, reads; /* the head of ORDER */
    bool sends;         /* EV */
    bool line_done;     /* FILL */
    bool cleans;        /* the record that cleaning has come to goes to EV */
    bool passes;        /* cleaning goes on to the next set */
};

void depthcull_plan_traffic(const struct depthcull_state *s, const struct depthcull_inputs *in,
                            struct depthcull_traffic *t);
void depthcull_move_traffic(struct depthcull_state *s, const struct depthcull_inputs *in,
                            const struct depthcull_outputs *out, const struct depthcull_traffic *t);

/* Of cleaning; `placing`: of a primitive that is placed in this cycle, or NULL. */
void depthcull_plan_clean(const struct depthcull_state *s, const struct depthcull_inputs *in,
                          const struct depthcull_placing *placing, struct depthcull_traffic *t);
/* Before anything that primitives do. */
void depthcull_move_clean(struct depthcull_state *s, bool cleans, bool passes);

/* No record is on its way to memory. */
bool depthcull_quiet(const struct depthcull_state *s);

/* EV is empty, a write is free, and none has the slot's tile. */
bool depthcull_can_evict(const struct depthcull_state *s, uint16_t slot);
void depthcull_evict(struct depthcull_state *s, uint16_t slot);

/* All slots become empty, unwritten, and z is the depth of tiles without a record. */
void depthcull_drop_slots(struct depthcull_state *s, uint32_t z);
void depthcull_begin_sweep(struct depthcull_state *s);
void depthcull_sweep(struct depthcull_state *s);
void depthcull_reset_cache(struct depthcull_state *s);

/* --- read-outs and flushes: depthcull_read.c --- */

void depthcull_begin_read(struct depthcull_state *s, const struct depthcull_read *read);
/* A cycle of a read, or of none. */
void depthcull_step_read(struct depthcull_state *s, bool pixels_ready);

#endif
