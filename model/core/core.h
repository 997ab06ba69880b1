/*
 * core.h - golden model of core, a processor core with many warps.
 *
 * README.md beside this file defines the architecture and the cycle-by-cycle contract.
 */
#ifndef CORE_MODEL_H
#define CORE_MODEL_H

#include "core/core_pins.h"
#include "predicate/warp.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    CORE_MAX_WARPS = 16,
    CORE_MAX_LANES = PREDICATE_MAX_LANES,
    CORE_MAX_WORDS = 4096, /* of the instruction memory */
    CORE_LINE = 64,        /* bytes in a line of global memory */
    CORE_SLOTS = 8,        /* outstanding accesses of a warp to one memory */
    CORE_MESSAGES = 16,    /* outstanding messages of a warp */
    CORE_IDS = 16,         /* barrier identifiers */
    CORE_PIPE = 32         /* more than the cycles from issue to the record */
};

/* Trap codes; 0 to 8 are those of predicate. */
enum core_trap {
    CORE_DIVERGENT = 9, /* a barrier while live lanes are inactive */
    CORE_INCOMPLETE,    /* a barrier that cannot complete */
    CORE_REFUSED,       /* refused by the gateway */
    CORE_OUTSIDE,       /* outside the group's identifiers, warps or rows */
    CORE_MESSAGE,       /* a message ended in an error */
    CORE_MEMORY         /* memory answered with an error */
};

/* Kinds of a message on `off`. */
enum core_kind { CORE_DPAS, CORE_MOVE, CORE_GET, CORE_PUT, CORE_PACK, CORE_DROP };
/* Bit of operand a of dpas: if it is 1, the result stays in the array, and no note is sent. */
enum { CORE_KEEP = 29 };

/* Records in the pipes, and those for answers from outside. */
struct core_vector {
    uint8_t warp;
    uint64_t writes;
    struct predicate_vector v;
};
struct core_scalar {
    uint8_t warp;
    uint64_t writes;
    struct predicate_scalar e;
};

/* What an access needs to know when its answer arrives. */
struct core_slot {
    uint8_t dst, size, op; /* op as on the port */
    uint16_t pc;
    uint32_t lanes;
    uint8_t offset[CORE_MAX_LANES];
};

/* A unit that makes memory requests: the instruction in progress. */
struct core_unit {
    uint8_t valid, warp, op, size, dst;
    uint16_t pc;
    uint32_t todo;  /* lanes not yet served */
    uint32_t lanes; /* lanes of the current request */
    uint32_t addr[CORE_MAX_LANES], data[CORE_MAX_LANES], compare[CORE_MAX_LANES];
};

struct core_bar {
    uint8_t id, dst, high, sum; /* register numbers in U */
    uint8_t has_dst, has_high, has_sum;
};

struct core_warp {
    struct predicate_warp w;
    uint8_t first; /* first warp of its group */
    uint8_t gen, hold;
    uint8_t records;     /* its records in the pipes */
    uint8_t sent, asked; /* its barrier: sent to the gateway; abort requested */
    struct core_bar bar;
    uint16_t arrived, coming;
    uint8_t global_busy, local_busy, global_next, local_next; /* slots: busy, next */
    uint8_t open, wanted, seq;
    uint16_t out;
    uint16_t message_pc[CORE_MESSAGES], wanted_pc;
    uint8_t wanted_dst;
    uint32_t wanted_lanes;
    /* Pending registers: in the pipes, waiting for memory, waiting for an array. `left` counts,
     * for a register that memory has yet to write, the outstanding answers, plus one while the
     * unit still has requests to make. */
    uint64_t in_pipe, in_memory, in_array;
    uint8_t left[2 * PREDICATE_REGS];
    struct core_slot global[CORE_SLOTS], local[CORE_SLOTS];
};

/* State of a group, stored at the index of its first warp. */
struct core_group {
    uint32_t warps; /* a mask */
    uint16_t length;
    uint32_t number, limit;
    uint8_t limited;
    uint16_t local_base, local_lines, row_base, rows;
    uint8_t bar_base, bars, size;
    uint8_t trap, trap_warp, trap_lane;
    uint16_t trap_pc;
};

/* Plain data: memcpy copies it. */
struct core_state {
    struct core_params params;

    uint32_t in_use, running, finished, at_bar, heads; /* masks; heads: first warps of groups */
    uint8_t last, turn, start_bad;
    uint8_t issue, issue_warp, issue_depth;
    uint16_t issue_pc, issue_next;
    uint32_t issue_active;
    uint8_t reduction, vector_divider, scalar_divider; /* cycles for which they are still busy */

    struct core_unit global, local;
    uint8_t gate_valid, off_valid, end_valid, ack_valid, abort_valid, rdata_valid;
    struct core_gate gate;
    struct core_off off;
    struct core_end end;
    struct core_ack ack;
    struct core_abort abort;
    uint8_t abort_warp;
    struct core_rdata rdata;
    uint16_t noted; /* identifiers with a fence pending */
    uint8_t scope[CORE_IDS];

    struct predicate_counts n;
    uint32_t n_none, n_memory, n_barrier, n_array, n_hazard;

    struct core_vector rm; /* its valid is rm.v.valid */
    uint8_t rm_array;
    /* A record is stored at the cycle that shows it, modulo CORE_PIPE. */
    uint32_t now;
    uint32_t vector_places, scalar_places; /* bit i: the place i cycles ahead is taken */
    struct core_vector vector[CORE_PIPE];
    struct core_scalar scalar[CORE_PIPE];

    struct core_group group[CORE_MAX_WARPS];
    struct core_warp warp[CORE_MAX_WARPS];
    uint64_t code[CORE_MAX_WORDS];
    struct predicate_decoded decoded[CORE_MAX_WORDS];
};

/*
 * NULL if the parameters are legal, else a message. All functions below require legal parameters.
 */
const char *core_check_params(const struct core_params *p);

/* The state at power-up: memories and registers are zero. */
void core_init(struct core_state *s, const struct core_params *p);

/* The effect of rst: instruction memory, R, U and C keep their contents. */
void core_reset(struct core_state *s);

/*
 * One cycle: writes *out, a function of the state and *in, then advances the state over the clock
 * edge. If in->rst is set, the state becomes the reset state. While a valid is 0, its payload is
 * meaningless.
 */
void core_step(struct core_state *s, const struct core_inputs *in, struct core_outputs *out);

/* Outputs of a cycle before it is stepped, for a model that contains a core. */
bool core_mem_valid(const struct core_state *s);
bool core_local_valid(const struct core_state *s);
/* The requests themselves; only while valid. */
void core_mem_request(const struct core_state *s, struct core_mem *m);
void core_local_request(const struct core_state *s, struct core_local *m);
/* The ready of a port for answers. Only the valids of these ports are read from *in. */
enum core_answers { CORE_FROM_MEM, CORE_FROM_LOCAL, CORE_FROM_VALUE };
bool core_answer_ready(const struct core_state *s, const struct core_inputs *in, uint32_t port);

#ifdef __cplusplus
}
#endif

#endif
