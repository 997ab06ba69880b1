/*
 * zcache.h - golden model of zcache: a write-back cache whose zero lines are a bit beside the tag
 * and a bit in memory's metadata [systolic disaggregation ¶366 to ¶377]. The contract, cycle by
 * cycle, is README.md beside this file.
 *
 * Parameters: sets 2, 4, ... 64; ways 1, 2, 4 or 8; line 16, 32 or 64; surfaces 1..8.
 */
#ifndef ZCACHE_MODEL_H
#define ZCACHE_MODEL_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stdbool.h>

#include "zcache/zcache_pins.h"

enum {
    ZCACHE_MAX_LINES = 64 * 8,
    ZCACHE_MAX_WAYS = 8,
    ZCACHE_MAX_SURFACES = 8,
    ZCACHE_ADDR_BITS = 24
};

enum zcache_op { ZCACHE_LOAD = 0, ZCACHE_STORE = 1, ZCACHE_FLUSH = 2, ZCACHE_SURFACE = 3 };

enum zcache_kind { ZCACHE_READ = 0, ZCACHE_WRITE = 1, ZCACHE_META_READ = 2, ZCACHE_META_WRITE = 3 };

/* status of a response: the first in this order that applies. */
enum zcache_status {
    ZCACHE_OK = 0,
    ZCACHE_BAD_OP = 1,
    ZCACHE_NOT_CLEAN = 2,   /* a surface would change without a flush */
    ZCACHE_BAD_SURFACE = 3, /* no such surface, or enabled already */
    ZCACHE_BAD_RANGE = 4,   /* codec block, order or alignment */
    ZCACHE_STATUSES = 5
};

/* What the block does in a cycle; the names are the README's. */
enum zcache_phase {
    ZCACHE_IDLE,
    ZCACHE_LOOK,
    ZCACHE_W_META,
    ZCACHE_W_IN,
    ZCACHE_W_STORE,
    ZCACHE_W_LINE,
    ZCACHE_FILL,
    ZCACHE_M_READ,
    ZCACHE_M_IN,
    ZCACHE_L_READ,
    ZCACHE_L_IN,
    ZCACHE_FLUSHING,
    ZCACHE_D_READ,
    ZCACHE_D_IN,
    ZCACHE_D_LINE,
    ZCACHE_D_STORE,
    ZCACHE_RSP,
    ZCACHE_PHASES
};

struct zcache_surface {
    uint8_t enabled, lines;
    uint32_t first, last, meta;
};

struct zcache_line {
    uint32_t addr;
    uint64_t used; /* time of the last use */
    uint8_t valid, dirty, zero;
};

struct zcache_counters {
    uint32_t array_reads, array_reads_bypassed, array_writes, array_writes_bypassed;
    uint32_t mem_reads, mem_reads_bypassed, mem_writes, mem_writes_bypassed;
    uint32_t meta_reads, meta_writes;
};

/* A write-back under way: what it carries, and where the block goes on. */
struct zcache_back {
    uint32_t addr;
    uint8_t zero, entry, bit;
    uint8_t phase;
    uint32_t data[16];
};

/* A surface being disabled. */
struct zcache_sweep {
    uint32_t at; /* first line of the codec block */
    uint8_t bits, j;
};

/* Plain data: memcpy copies it. */
struct zcache_state {
    struct zcache_params params;

    uint8_t phase, clean;
    uint32_t slot; /* the line that a miss allocates; in a flush the next one to look at */
    uint64_t time; /* of uses */
    struct zcache_req req;
    struct zcache_rsp rsp;
    struct zcache_mem mem; /* what the phase shows memory */
    uint8_t mem_valid;
    struct zcache_back back;
    struct zcache_sweep sweep;
    struct zcache_counters counters;
    struct zcache_surface surface[ZCACHE_MAX_SURFACES];

    struct zcache_line line[ZCACHE_MAX_LINES]; /* set by set */
    uint32_t data[ZCACHE_MAX_LINES][16];
};

/* The lowest enabled surface with the line; NULL if none. `table` has `n`. */
const struct zcache_surface *zcache_owner(const struct zcache_surface *table, uint32_t n,
                                          uint32_t addr);
/* Address of the metadata entry of a line in the surface. */
uint32_t zcache_entry(const struct zcache_surface *s, uint32_t addr);

/* NULL when the parameters are legal, else what is wrong. Everything else needs legal ones. */
const char *zcache_check_params(const struct zcache_params *p);

/* Power-up: empty memories, else the same as after reset. */
void zcache_init(struct zcache_state *s, const struct zcache_params *p);

/* The data array stays. */
void zcache_reset(struct zcache_state *s);

/*
 * One cycle: write *out, a function of the state and *in, then advance the state over the edge.
 * With in->rst set the state becomes the reset state. While a valid is 0 its payload is arbitrary.
 */
void zcache_step(struct zcache_state *s, const struct zcache_inputs *in,
                 struct zcache_outputs *out);

#ifdef __cplusplus
}
#endif

#endif
