/* internal.h - declarations shared by the files of the model. */
#ifndef SLICE_INTERNAL_H
#define SLICE_INTERNAL_H

#include "slice/slice.h"

/* The sides of the cache's port; of the answers to the mover; of values. */
enum { SLICE_CORE_SIDE, SLICE_MOVER_SIDE, SLICE_DISPATCHER_SIDE, SLICE_NO_SIDE };
enum { SLICE_CACHE_SIDE, SLICE_LOCAL_SIDE };
enum { SLICE_ROW_SIDE, SLICE_PACK_SIDE };

/* A cycle: the inputs and outputs of each block. */
struct slice_cycle {
    struct slice_orders orders;
    uint8_t port, line, value; /* the chosen sides */
    struct core_inputs core_in;
    struct core_outputs core;
    struct slm_inputs slm_in;
    struct slm_outputs slm;
    struct zcache_inputs zcache_in;
    struct zcache_outputs zcache;
    struct gateway_inputs gateway_in;
    struct gateway_outputs gateway;
    struct compute_block_inputs compute_in;
    struct compute_block_outputs compute;
    struct packer_inputs packer_in;
    struct packer_outputs packer;
};

/*
 * Of two sides, the one that is served: if both offer, the one whose turn it is; SLICE_NO_SIDE if
 * neither does.
 */
uint8_t slice_choose(uint8_t turn, bool first, bool second);
/* The turn after a cycle. */
uint8_t slice_turn(uint8_t turn, uint8_t chosen, bool transfer);

/* --- port.c: the paths between core and cache, and the cache's port --- */

uint32_t slice_way_to(const struct slice_params *p);
uint32_t slice_way_back(const struct slice_params *p);
/*
 * Determine from the states the request on zcache's `req`, with its side, and the answer on the
 * core's `mem_rsp`.
 */
void slice_offer_request(const struct slice_state *s, struct slice_cycle *c);
void slice_offer_answer(const struct slice_state *s, struct slice_cycle *c);
/* The clock edge of both paths. */
void slice_ways(struct slice_state *s, const struct slice_cycle *c);

/* The side that an answer of zcache is for, according to its tag. */
static inline uint8_t slice_asker(uint8_t tag)
{
    return tag < SLICE_OF_MOVER        ? SLICE_CORE_SIDE
           : tag < SLICE_OF_DISPATCHER ? SLICE_MOVER_SIDE
                                       : SLICE_DISPATCHER_SIDE;
}

/* --- show.c --- */

void slice_show(const struct slice_state *s, const struct slice_inputs *in,
                const struct slice_cycle *c, struct slice_outputs *out);
/* --- seams.c --- */
void slice_show_seams(const struct slice_params *p, const struct slice_cycle *c,
                      struct slice_outputs *out);

#endif
