/*
 * slice.h - golden model of slice: core, slm, zcache, gateway, compute_block and packer as one processor,
 * with a dispatcher that takes launches. README.md beside this file is the contract.
 *
 * The model is the golden models of these blocks, stepped port to port, and what is between them. In a cycle a
 * block is stepped when all its inputs are known; the core, which needs the readies of the others, is last.
 * What the blocks offer is known from their states before.
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
    SLICE_WAY = CORE_MAX_WARPS * CORE_SLOTS, /* places of a way */
    SLICE_LINE = 64                          /* bytes of a line, of global and of local memory */
};

/* Status of `done`. */
enum slice_status {
    SLICE_OK = 0,
    SLICE_BAD_WARPS = 1,
    SLICE_BAD_LOCAL = 2,
    SLICE_BAD_ROWS = 3,
    SLICE_BAD_BARS = 4,
    SLICE_TRAP = 5,
    SLICE_REFUSED = 8 /* and above: a surface, with that status of zcache */
};

/* States of the dispatcher. */
enum slice_phase { SLICE_IDLE, SLICE_SETUP, SLICE_RUN, SLICE_ASK, SLICE_WAIT, SLICE_DONE };

/* In an address of the mover: local memory. In a tag of zcache: who asked. */
#define SLICE_LOCAL (UINT32_C(1) << 31)
enum { SLICE_MASK = 16 /* in a tag of the packer: the result of a mask */ };
enum { SLICE_OF_MOVER = 128, SLICE_OF_DISPATCHER = 192, SLICE_DROPPED = 128 /* a note's tag */ };

/* What a group has that its place gives. */
struct slice_place {
    uint32_t local, row, bar; /* the first of each */
};

struct slice_dispatch {
    uint8_t phase;
    uint8_t surfaces; /* it is a surface that is asked for */
    struct slice_launch launch;
    struct slice_surface surface;
    uint32_t size;           /* warps of a place */
    uint32_t bar;            /* of the place that is set up */
    struct slice_place next; /* the place that is set up */
    uint32_t places, used;   /* how many there are; a mask */
    uint32_t started;        /* groups */
    struct slice_place place[CORE_MAX_WARPS];
    struct slice_done done;
};

/* What the dispatcher gives in a cycle. */
struct slice_orders {
    uint8_t start_valid, cfg_valid, ask;
    uint8_t place; /* of the start */
    struct core_start start;
    struct gateway_cfg cfg;
};

/* A way between core and cache: what was taken, in order. */
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
    uint32_t now; /* cycles, for the ways */
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

/* NULL when the parameters are legal, else what is wrong. Everything below needs legal ones. */
const char *slice_check_params(const struct slice_params *p);

/* Power-up: memories, rows and registers are zero. */
void slice_init(struct slice_state *s, const struct slice_params *p);

void slice_reset(struct slice_state *s);

/*
 * One cycle: write *out, a function of the state and *in, then advance the state over the edge.
 * With in->rst set the state becomes the reset state. While a valid is 0 its payload means nothing.
 */
void slice_step(struct slice_state *s, const struct slice_inputs *in, struct slice_outputs *out);

/* --- messages.c: what the core's `off` says --- */

/* dpas, move and drop as a message of the compute block: rows and local addresses are the group's, and what is
 * outside of it has op 3. The group is that of core's start. */
void slice_message(const struct compute_block_params *p, const struct core_off *off,
                   const struct slice_place *place, uint32_t rows, uint32_t local_lines,
                   struct compute_block_msg *msg);
/* pack as a command of the packer. */
void slice_pack(uint32_t lanes, const struct core_off *off, struct packer_cmd *cmd);
/* Its result for the core: of a mask each lane gets its byte. */
void slice_unpack(uint32_t lanes, const struct packer_res *res, struct core_value *value);

/* --- dispatch.c --- */

void slice_dispatch_reset(struct slice_dispatch *d);
/* What a launch is answered with at once; SLICE_OK for one that runs. */
uint8_t slice_check_launch(const struct slice_params *p, const struct slice_launch *l);
void slice_give_orders(const struct slice_state *s, struct slice_orders *o);

/* What happened at the ports of the dispatcher in a cycle: NULL or false, nothing. */
struct slice_events {
    const struct slice_launch *launch;
    const struct slice_surface *surface;
    const struct core_end *end;
    bool asked, reported;            /* zcache has taken the request; `done` was taken */
    const struct zcache_rsp *answer; /* of zcache */
};
void slice_dispatch_step(struct slice_state *s, const struct slice_orders *o,
                         const struct slice_events *e);

#ifdef __cplusplus
}
#endif

#endif
