/*
 * world.h - what is around a core: memory, local memory, the gateway, the units that take messages, and
 * the dispatcher that starts groups.
 *
 * It works on transfers (what the core gives, and what it is offered) and a clock, so that it serves the
 * model alone and the lockstep testbench. Answers come after a random time, and in any order that the
 * contract allows: memory keeps the order of requests to one line, local memory performs in the order of
 * requests. It may be told to answer with errors, too, and to send what nobody asked for.
 */
#ifndef CORE_WORLD_H
#define CORE_WORLD_H

#include "base/rng.h"
#include "core/core_pins.h"
#include "core/offload.h"

enum {
    CORE_WORLD_WARPS = 16,
    CORE_WORLD_LOCAL = 1 << 16, /* bytes, of all groups */
    CORE_WORLD_QUEUE = 1024,    /* entries: one message a cycle, an answer within that time */
    CORE_WORLD_IDS = 16
};

struct core_world_mix {
    uint32_t least, most; /* cycles from a request to its answer, at least */
    bool in_order;        /* memory and local memory answer in the order of requests */
    uint32_t apart;       /* cycles from one answer of memory to the next, at least; 0 is 1 */
    uint32_t errors;      /* in 1000 answers: with an error */
    uint32_t strays;      /* in 1000 cycles, on each of some ports: what nobody asked for */
};

/* What a group is started with, but for its slots and what follows from them. */
struct core_world_launch {
    uint32_t groups, warps, entry, length, limit;
    uint32_t local_bytes, rows, bars; /* of a group */
    bool sense;
    bool anywhere; /* now and then a start that is refused */
};

/* A group that is over. */
struct core_world_end {
    struct core_end end;
    struct core_account account[CORE_WORLD_WARPS];
};

struct core_world_slot {
    bool used;
    uint32_t first, warps, group;
    uint32_t rows, bars; /* where those of the group begin */
    struct core_account account;
};

struct core_world_wait {
    uint64_t due, number;
    union {
        struct core_mem mem;
        struct core_local_rsp local;
        struct core_reply reply;
        struct core_off off;
        struct core_value value;
    };
};

struct core_world_queue {
    uint32_t n;
    struct core_world_wait wait[CORE_WORLD_QUEUE]; /* in order of arrival */
};

enum core_world_stage {
    CORE_ROUND_FREE,
    CORE_ROUND_OPEN,
    CORE_ROUND_FENCE,
    CORE_ROUND_ASKED,
    CORE_ROUND_READY
};

struct core_world_round {
    enum core_world_stage stage;
    uint64_t due;
    uint32_t op, type, fence, first, warps, arrived, mask, sum;
    bool aborted;
    uint64_t value[CORE_WORLD_WARPS];
};

/* Messages for an identifier that is busy: the next round begins with them. */
struct core_world_held {
    uint32_t n;
    bool aborted; /* since one of them came */
    struct core_gate gate[CORE_WORLD_WARPS];
};

struct core_world_counts {
    uint64_t lines, locals, rounds, aborts, replies, messages, groups, refused, traps[16];
};

struct core_world {
    struct core_params params;
    struct core_world_mix mix;
    struct assay_rng r;
    uint64_t now, number, answered; /* answered: cycle of the last answer of memory */

    /* Global memory: words from byte address `base` on. Elsewhere loads give something that follows from
     * the address. */
    uint32_t *global, base, bytes;
    bool bounded; /* answers elsewhere have an error */
    uint32_t local[CORE_WORLD_LOCAL / 4];
    struct core_world_queue mem, locals, replies, notes, values;
    struct core_world_round round[CORE_WORLD_IDS];
    struct core_world_held held[CORE_WORLD_IDS];
    bool beat;                            /* a beat of other threads follows */
    uint8_t generation[CORE_WORLD_WARPS]; /* starts of each slot */
    uint32_t row[CORE_OFFLOAD_ROWS][INTERP_LANES];

    struct core_world_launch launch;
    uint32_t started, ended; /* groups of it */
    uint32_t local_from, row_from,
        bar_from; /* of local memory, in 64 bytes; of rows and barriers */
    struct core_world_slot slot[CORE_WORLD_WARPS];
    bool odd_start; /* the start that is offered is to be refused */
    /* Called at the end of each group. */
    void (*over)(void *arg, const struct core_world_end *end);
    void *arg;

    struct core_world_counts counts;
    const char *wrong; /* what the core may not do; NULL: nothing */
};

void core_world_begin(struct core_world *w, const struct core_params *params,
                      const struct core_world_mix *mix, uint64_t seed);

/* How many groups of so many warps can run at once. */
uint32_t core_world_places(const struct core_params *p, uint32_t warps);

/* Groups are started from now on, as there is room. The launch before is over. */
void core_world_launch(struct core_world *w, const struct core_world_launch *launch);
bool core_world_is_over(const struct core_world *w);

/* Once a cycle. */
void core_world_tick(struct core_world *w);

/* What a sink is offered now; false: nothing. Not for the stream host. */
bool core_world_next(struct core_world *w, unsigned stream, void *payload);

/* A transfer. Not for the streams host and rdata. */
void core_world_observe(struct core_world *w, unsigned stream, const void *payload);

/* The core was reset: what is under way is lost, and the launch. */
void core_world_reset(struct core_world *w);

#endif
