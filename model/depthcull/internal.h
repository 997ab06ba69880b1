/*
 * internal.h - declarations shared by the source files of depthcull: pixels of a tile, the cache
 * and read-outs. The cache first plans a cycle, as a function of the state at its start, and then
 * carries the plan out.
 */
#ifndef DEPTHCULL_INTERNAL_H
#define DEPTHCULL_INTERNAL_H

#include "depthcull/depthcull.h"

/* The pixels of a tile. */
static inline uint32_t depthcull_n_pixels(const struct depthcull_params *p)
{
    return p->tw * p->th;
}

/* The depths of PIXELS in a slot. */
static inline uint32_t *depthcull_pixels_of(struct depthcull_state *s, uint16_t slot)
{
    return s->memory + slot * depthcull_n_pixels(&s->params);
}

/* --- cache: depthcull_cache.c --- */

/* How a tile obtains a slot. */
struct depthcull_placing {
    bool placed;
    uint16_t slot; /* DEPTHCULL_NO_SLOT: bad tile index, or gone */
    bool hit;
    bool gone; /* the tile's bounds cull the primitive */
};

bool depthcull_is_gone(const struct depthcull_state *s, const struct depthcull_job *job);

struct depthcull_placing depthcull_plan_place(const struct depthcull_state *s, uint32_t tile);
void depthcull_place(struct depthcull_state *s, const struct depthcull_placing *placing,
                     uint32_t tile);

/* Traffic between the cache and memory, independent of the primitives. */
struct depthcull_traffic {
    bool clears, reads; /* what the head of ORDER does */
    bool sends;         /* EV sends a line */
    bool line_done;     /* FILL is done with its line */
    bool cleans;        /* cleaning moves the record that it has reached to EV */
    bool passes;        /* cleaning advances to the next set */
};

void depthcull_plan_traffic(const struct depthcull_state *s, const struct depthcull_inputs *in,
                            struct depthcull_traffic *t);
void depthcull_move_traffic(struct depthcull_state *s, const struct depthcull_inputs *in,
                            const struct depthcull_outputs *out, const struct depthcull_traffic *t);

/* Plans the cleaning. `placing` is that of a primitive placed in this cycle, or NULL. */
void depthcull_plan_clean(const struct depthcull_state *s, const struct depthcull_inputs *in,
                          const struct depthcull_placing *placing, struct depthcull_traffic *t);
/* Must precede everything that primitives do. */
void depthcull_move_clean(struct depthcull_state *s, bool cleans, bool passes);

/* True if no record is on its way to memory. */
bool depthcull_quiet(const struct depthcull_state *s);

/* True if EV is empty, a write entry is free, and no write is of the slot's tile. */
bool depthcull_can_evict(const struct depthcull_state *s, uint16_t slot);
void depthcull_evict(struct depthcull_state *s, uint16_t slot);

/* Empties all slots without writing them; z becomes the depth of tiles without a record. */
void depthcull_drop_slots(struct depthcull_state *s, uint32_t z);
void depthcull_begin_sweep(struct depthcull_state *s);
void depthcull_sweep(struct depthcull_state *s);
void depthcull_reset_cache(struct depthcull_state *s);

/* --- read-outs and flushes: depthcull_read.c --- */

void depthcull_begin_read(struct depthcull_state *s, const struct depthcull_read *read);
/* One cycle of a read; does nothing if there is none. */
void depthcull_step_read(struct depthcull_state *s, bool pixels_ready);

#endif
