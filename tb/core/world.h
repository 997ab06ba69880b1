/*
 * world.h - the surroundings of a core: memory, local memory, the gateway, the units that take
 * messages, and the dispatcher that starts groups.
 *
 * It works on transfers (what the core sends and what it is offered) and a clock, so it serves both
 * the model alone and the lockstep testbench. Answers come after a random time, in any order that
 * the contract allows: memory keeps the order of requests to the same line, and local memory
 * performs requests in order. It can also be told to answer with errors and to send what nobody
 * asked for.
 */
#ifndef CORE_WORLD_H
#define CORE_WORLD_H

#include "base/rng.h"
#include "core/core_pins.h"
#include "core/offload.h"

enum {
    CORE_WORLD_WARPS = 16,
    CORE_WORLD_LOCAL = 1 << 16, /* in bytes, for all groups */
    CORE_WORLD_QUEUE = 1024,    /* entries: one message per cycle, answered within that time */
    CORE_WORLD_IDS = 16
};

struct core_world_mix {
    uint32_t least, most; /* cycles until an answer is due, which may be taken later */
    bool in_order;        /* memory and local memory answer in the order of requests */
    uint32_t apart;       /* least number of cycles between answers of memory; 0 is 1 */
    uint32_t errors;      /* per 1000 answers: those with an error */
    uint32_t strays;      /* per 1000 cycles, on each of some ports: unsolicited answers */
    bool more;            /* also errors of barriers, and notes that only their warp makes wrong */
};

/* What a group is started with, except for its slots and what depends on them. */
struct core_world_launch {
    uint32_t groups, warps, entry, length, limit;
    uint32_t stride;                  /* words from the entry of a group to that of the next */
    uint32_t local_bytes, rows, bars; /* per group */
    bool sense;
    bool odd_starts; /* occasionally offer a start that is refused */
};

/* A group that has ended. */
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

/* Messages held for a busy identifier. The next round begins with them. */
struct core_world_held {
    uint32_t n;
    bool aborted; /* an abort came after one of them */
    struct core_gate gate[CORE_WORLD_WARPS];
};

struct core_world_counts {
    uint64_t lines, locals, rounds, aborts, replies, messages, groups, refused, traps[16];
};

struct core_world {
    struct core_params params;
    struct core_world_mix mix;
    struct assay_rng r;
    uint64_t now, number, answered; /* answered: cycle of the last answer from memory */

    /* Global memory: words from byte address `base` on. Loads from elsewhere return a value
     * derived from the address. */
    uint32_t *global, base, bytes;
    bool bounded; /* answers for addresses elsewhere have an error */
    uint32_t local[CORE_WORLD_LOCAL / 4];
    struct core_world_queue mem, locals, replies, notes, values;
    struct core_world_round round[CORE_WORLD_IDS];
    struct core_world_held held[CORE_WORLD_IDS];
    bool beat;     /* a beat for other threads follows */
    bool computes; /* all results of barriers are computed; else integer quotients are random */
    uint8_t generation[CORE_WORLD_WARPS]; /* number of starts of each slot */
    uint32_t row[CORE_OFFLOAD_ROWS][INTERP_LANES];

    struct core_world_launch launch;
    uint32_t started, ended; /* groups of the launch */
    uint32_t local_from, row_from,
        bar_from; /* first to use: local memory in units of 64 bytes, rows, barriers */
    struct core_world_slot slot[CORE_WORLD_WARPS];
    bool odd_start; /* the start being offered must be refused */
    /* Called at the end of each group. */
    void (*over)(void *arg, const struct core_world_end *end);
    void *arg;

    struct core_world_counts counts;
    const char *wrong; /* a rule that the core has broken; NULL: none */
};

void core_world_begin(struct core_world *w, const struct core_params *params,
                      const struct core_world_mix *mix, uint64_t seed);

/* Number of groups of `warps` warps that can run at once. */
uint32_t core_world_places(const struct core_params *p, uint32_t warps);

/* Starts groups from now on, as there is room. The previous launch must be over. */
void core_world_launch(struct core_world *w, const struct core_world_launch *launch);
bool core_world_is_over(const struct core_world *w);

/* Call once per cycle. */
void core_world_tick(struct core_world *w);

/* Provides the payload to offer on a sink now; false: none. Not for stream host. */
bool core_world_next(struct core_world *w, unsigned stream, void *payload);

/* Takes a transfer. Not for streams host and rdata. */
void core_world_observe(struct core_world *w, unsigned stream, const void *payload);

/* Call when the core was reset: everything under way is lost, including the launch. */
void core_world_reset(struct core_world *w);

#endif
