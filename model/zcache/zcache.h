/*
 * zcache.h - golden model of zcache: a non-blocking write-back cache in which a zero line is only a
 * bit beside the tag and a bit in the memory's metadata [systolic disaggregation ¶366 to ¶377]. The
 * contract, cycle by cycle, is README.md beside this file.
 *
 * Parameters: sets 2, 4, ... 256; ways 1, 2, 4 or 8; line 16, 32 or 64; surfaces 1..8; mshrs 1..64;
 * metas 2..8.
 */
#ifndef ZCACHE_MODEL_H
#define ZCACHE_MODEL_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stdbool.h>

#include "zcache/zcache_pins.h"

enum {
    ZCACHE_MAX_SETS = 256,
    ZCACHE_MAX_WAYS = 8,
    ZCACHE_MAX_LINES = ZCACHE_MAX_SETS * ZCACHE_MAX_WAYS,
    ZCACHE_MAX_SURFACES = 8,
    ZCACHE_MAX_MSHRS = 64,
    ZCACHE_MAX_METAS = 8,
    ZCACHE_JOINS = 4,       /* most requests of one miss */
    ZCACHE_FADD_CYCLES = 3, /* before an fadd can be answered */
    ZCACHE_PATIENCE = 15,   /* most answers of LOOK that SERVE lets pass */
    ZCACHE_MOST_ZEROS = 63, /* most writes of zeros without a reply */
    ZCACHE_ADDR_BITS = 24
};

/* 3 to 13 are atomics, with the numbers of slm. */
enum zcache_op {
    ZCACHE_LOAD = 0,
    ZCACHE_STORE = 1,
    ZCACHE_FENCE = 2,
    ZCACHE_EXCH = 3,
    ZCACHE_CAS = 12,
    ZCACHE_FADD = 13,
    ZCACHE_FLUSH = 14,
    ZCACHE_SURFACE = 15
};

enum zcache_kind { ZCACHE_READ = 0, ZCACHE_WRITE = 1, ZCACHE_META_READ = 2, ZCACHE_META_WRITE = 3 };

/* Bits 7:6 of a tag on mem and fill. */
enum zcache_what { ZCACHE_OF_READ, ZCACHE_OF_BACK, ZCACHE_OF_META, ZCACHE_OF_ZEROS };

/* status of a response: the first in this order that applies. */
enum zcache_status {
    ZCACHE_OK = 0,
    ZCACHE_BAD_WORD = 1,
    ZCACHE_NOT_CLEAN = 2,   /* a surface would change without a flush */
    ZCACHE_BAD_SURFACE = 3, /* no such surface, or already enabled */
    ZCACHE_BAD_RANGE = 4    /* bad codec block, order or alignment */
};

/* Steps of a flush and of disabling a surface; named as in README.md. */
enum zcache_step_name {
    ZCACHE_START,
    ZCACHE_SCAN,
    ZCACHE_DRAIN,
    ZCACHE_SWEEP,
    ZCACHE_STORING,
    ZCACHE_LAST
};

enum zcache_meta_state {
    ZCACHE_META_EMPTY,
    ZCACHE_META_FETCHING,
    ZCACHE_META_VALID,
    ZCACHE_META_WRITING
};

struct zcache_surface {
    uint8_t enabled, lines;
    uint32_t first, last, meta;
};

struct zcache_line {
    uint32_t addr;
    uint64_t used; /* value of `time` at the last use */
    uint8_t valid, pending, dirty, zero;
};

struct zcache_counters {
    uint32_t hits, misses, joins, meta_hits, meta_misses;
    uint32_t array_reads, array_reads_bypassed, array_writes, array_writes_bypassed;
    uint32_t mem_reads, mem_reads_bypassed, mem_writes, mem_writes_bypassed;
    uint32_t meta_reads, meta_writes, mem_waits;
};

/* A line part and a victim part; masks in the state tell which of the two are in use. */
struct zcache_mshr {
    /* Line part: address of the line, its slot in the cache, number of requests. */
    uint32_t addr, slot, n;
    /* Victim part: address, zero bit and data of the line to be written back. */
    uint32_t v_addr;
    uint8_t v_zero;
    uint32_t v_data[16];
    struct zcache_req req[ZCACHE_JOINS];
};

struct zcache_meta_line {
    uint8_t state, dirty;
    uint32_t number;
    uint32_t data[16];
};

/* The request in LOOK, and its progress. */
struct zcache_look {
    uint8_t valid, step, spent;
    uint32_t i, at;
    struct zcache_req req;
};

struct zcache_serve {
    uint8_t valid, zero, dirty;
    uint8_t mshr, at, spent; /* next request, and cycles spent on it */
    uint32_t data[16];
};

/* Plain data: memcpy copies it. */
struct zcache_state {
    struct zcache_params params;

    uint8_t clean, passed; /* answers of LOOK that SERVE has let pass */
    uint8_t rsp_valid, mem_valid;
    uint8_t next; /* next line of the metadata cache to be replaced */
    uint8_t prefetch_valid;
    uint32_t prefetch;
    uint32_t zeros; /* writes of zeros without a reply */
    uint64_t time;  /* counts uses */
    struct zcache_rsp rsp;
    struct zcache_mem mem;
    struct zcache_look look;
    struct zcache_serve serve;
    struct zcache_counters counters;
    struct zcache_surface surface[ZCACHE_MAX_SURFACES];
    struct zcache_meta_line meta[ZCACHE_MAX_METAS];

    /*
     * MSHRs with a line part, with a read outstanding, with an undecided victim, with a victim
     * sent.
     */
    uint64_t lines, reading, undecided, sent;
    uint32_t n_order; /* ORDER, its head first */
    uint8_t order[ZCACHE_MAX_MSHRS];
    struct zcache_mshr mshr[ZCACHE_MAX_MSHRS];

    struct zcache_line line[ZCACHE_MAX_LINES]; /* set by set */
    uint32_t data[ZCACHE_MAX_LINES][16];
};

/* The lowest enabled surface that contains the line; NULL if none does. `table` has `n` entries. */
const struct zcache_surface *zcache_owner(const struct zcache_surface *table, uint32_t n,
                                          uint32_t addr);
/* Address of the metadata entry of a line in surface `s`. */
uint32_t zcache_entry(const struct zcache_surface *s, uint32_t addr);

/* True if an op is an atomic. */
static inline bool zcache_is_atomic(uint32_t op)
{
    return op >= ZCACHE_EXCH && op <= ZCACHE_FADD;
}

/*
 * NULL if the parameters are legal, else a message. All other functions require legal parameters.
 */
const char *zcache_check_params(const struct zcache_params *p);

/* The state at power-up: that after reset, with the memories zero. */
void zcache_init(struct zcache_state *s, const struct zcache_params *p);

/* The data array keeps its contents. */
void zcache_reset(struct zcache_state *s);

/*
 * One cycle: writes *out, a function of the state and *in, then advances the state over the clock
 * edge. If in->rst is set, the state becomes the reset state. While a valid is 0, its payload is
 * arbitrary.
 */
void zcache_step(struct zcache_state *s, const struct zcache_inputs *in,
                 struct zcache_outputs *out);

#ifdef __cplusplus
}
#endif

#endif
