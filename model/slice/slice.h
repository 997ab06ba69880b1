/*
 * slice.h - golden model of slice: core, slm, zcache, gateway, compute_block and packer combined
 * into one processor, with a dispatcher that takes launches. README.md beside this file is the
 * contract.
 *
 * The model consists of the golden models of these blocks, stepped port to port, and of the logic
 * between them. In each cycle, a block is stepped once all its inputs are known; the core, which
 * needs the readies of the others, is last. What the blocks offer is known in advance from their
 * states.
 */
#ifndef SLICE_MODEL_H
#define SLICE_MODEL_H

#include <stdbool.h>

#include "compute_block/compute_block.h"
#include "core/core.h"
#include "gateway/gateway.h"
#include "packer/packer.h"
#include "slm/slm.h"
#include "zcache/zcache.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "slice/slice_pins.h"

enum {
    SLICE_MAX_LANES = 16,
    SLICE_MAX_DISTANCE = 1023,
    SLICE_WAY = CORE_MAX_WARPS * CORE_SLOTS, /* capacity of a path */
    SLICE_LINE = 64                          /* bytes in a line of global or local memory */
};

/* Status of `done`. */
enum slice_status {
    SLICE_OK = 0,
    SLICE_BAD_WARPS = 1,
    SLICE_BAD_LOCAL = 2,
    SLICE_BAD_ROWS = 3,
    SLICE_BAD_BARS = 4,
    SLICE_TRAP = 5,
    SLICE_REFUSED = 8 /* and above: zcache refused a surface with this status - 8 */
};

/* States of the dispatcher. */
enum slice_phase { SLICE_IDLE, SLICE_SETUP, SLICE_RUN, SLICE_ASK, SLICE_WAIT, SLICE_DONE };

/*
 * SLICE_LOCAL in an address of the mover selects local memory. SLICE_OF_... in a tag of zcache
 * identify the side that made the request.
 */
#define SLICE_LOCAL (UINT32_C(1) << 31)
enum { SLICE_MASK = 16 /* in a tag of the packer: the result of a mask */ };
enum { SLICE_OF_MOVER = 128, SLICE_OF_DISPATCHER = 192, SLICE_DROPPED = 128 /* tag of a note */ };

/* The resources of a group that depend on its place. */
struct slice_place {
    uint32_t local, row, bar; /* the first of each */
};

struct slice_dispatch {
    uint8_t phase;
    uint8_t surfaces; /* the request is for a surface */
    struct slice_launch launch;
    struct slice_surface surface;
    uint32_t size;           /* warps that a place occupies */
    uint32_t bar;            /* barrier of the place being set up */
    struct slice_place next; /* the place being set up */
    uint32_t places, used;   /* number of places; mask of those in use */
    uint32_t started;        /* number of groups started */
    struct slice_place place[CORE_MAX_WARPS];
    struct slice_done done;
};

/* Outputs of the dispatcher in a cycle. */
struct slice_orders {
    uint8_t start_valid, cfg_valid, ask;
    uint8_t place; /* for the start */
    struct core_start start;
    struct gateway_cfg cfg;
};

/* Items on a path between core and cache, in the order in which they were taken. */
struct slice_request {
    uint32_t due;
    struct zcache_req req;
};
struct slice_answer {
    uint32_t due;
    struct core_mem_rsp rsp;
};

/* Plain data: memcpy copies it. */
struct slice_state {
    struct slice_params params;
    uint32_t now; /* cycle count, for the paths */
    uint8_t port_turn, line_turn, value_turn;
    uint32_t first_to, n_to, first_back, n_back;
    struct slice_dispatch dispatch;
    struct slice_request to[SLICE_WAY];
    struct slice_answer back[SLICE_WAY];
    struct packer_state packer;
    struct gateway_state gateway;
    struct core_state core;
    struct compute_block_state compute;
    struct slm_state slm;
    struct zcache_state zcache;
};

/*
 * NULL if the parameters are legal, else a message. All functions below require legal parameters.
 */
const char *slice_check_params(const struct slice_params *p);

/* The state at power-up: memories, rows and registers are zero. */
void slice_init(struct slice_state *s, const struct slice_params *p);

void slice_reset(struct slice_state *s);

/*
 * One cycle: writes *out, a function of the state and *in, then advances the state over the clock
 * edge. If in->rst is set, the state becomes the reset state. While a valid is 0, its payload is
 * meaningless.
 */
void slice_step(struct slice_state *s, const struct slice_inputs *in, struct slice_outputs *out);

/* --- messages.c: translates the core's `off` --- */

/* Translates dpas, move and drop into a message for the compute block. Rows and local addresses
 * are relative to the group's place, and a message that reaches outside the group gets op 3.
 * place, rows and local_lines are those with which the core started the group. */
void slice_message(const struct compute_block_params *p, const struct core_off *off,
                   const struct slice_place *place, uint32_t rows, uint32_t local_lines,
                   struct compute_block_msg *msg);
/* Translates pack into a command for the packer. */
void slice_pack(uint32_t lanes, const struct core_off *off, struct packer_cmd *cmd);
/* Translates the packer's result into a value for the core; of a mask, each lane gets its byte. */
void slice_unpack(uint32_t lanes, const struct packer_res *res, struct core_value *value);

/* --- dispatch.c --- */

void slice_dispatch_reset(struct slice_dispatch *d);
void slice_give_orders(const struct slice_state *s, struct slice_orders *o);

/* Events at the dispatcher's ports in a cycle; NULL or false if there was none. */
struct slice_events {
    const struct slice_launch *launch;
    const struct slice_surface *surface;
    const struct core_end *end;
    bool asked, reported;            /* zcache took the request; `done` transferred */
    const struct zcache_rsp *answer; /* from zcache */
};
void slice_dispatch_step(struct slice_state *s, const struct slice_orders *o,
                         const struct slice_events *e);

#ifdef __cplusplus
}
#endif

#endif
