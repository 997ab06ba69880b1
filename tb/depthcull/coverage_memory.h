/* coverage_memory.h - what coverage follows of the records in memory, by the pins alone. */
#ifndef DEPTHCULL_COVERAGE_MEMORY_H
#define DEPTHCULL_COVERAGE_MEMORY_H

#include "depthcull/depthcull.h"
#include "engine/cover.h"

enum {
    DEPTHCULL_COVER_TILES =
        8192, /* that are followed; each has the place of its index modulo this, if no other has it */
    DEPTHCULL_COVER_SETS = 512,
    DEPTHCULL_COVER_OTHERS = 2 * DEPTHCULL_MAX_WAYS, /* of a set that are remembered */
    DEPTHCULL_COVER_OWED = 512 /* lines under way: as many as there are tags */
};

struct depthcull_cover_record {
    uint32_t tile;    /* whose place it is; DEPTHCULL_MAX_TILES: nobody's */
    uint32_t reads;   /* of its first line */
    uint32_t asked;   /* of them before the last primitive of the tile, */
    int32_t by;       /* whose tag is this; -1: the tile was read out behind it */
    uint64_t sent;    /* the cycle in which it was taken, */
    uint64_t decided; /* and that of the last result of the tile, or of its read-out */
    uint64_t written; /* the cycle in which a line of it was acknowledged last; 0: none was */
    uint32_t clears, sweeps; /* how many there had been then */
    uint32_t written_reads;  /* `reads` when it was written last */
    /* Of a write that no flush made, until it is known what did: its cycle, 0: there is none; how many clears there had been
     * then; and what was done with the record before. */
    uint64_t left;
    uint32_t left_clears, left_before;
};

/* A tile of a set: the cycle in which its last primitive was taken that had a place. */
struct depthcull_cover_other {
    uint32_t tile;
    uint64_t sent; /* 0: there is none */
};

struct depthcull_cover_line {
    uint32_t addr;
    uint16_t tag;
};

struct depthcull_cover_memory {
    struct depthcull_params p;
    uint64_t cycle;
    struct depthcull_cover_record record[DEPTHCULL_COVER_TILES];
    struct depthcull_cover_other set[DEPTHCULL_COVER_SETS][DEPTHCULL_COVER_OTHERS];
    struct depthcull_cover_line owed[DEPTHCULL_COVER_OWED]; /* oldest first */
    uint32_t owes;
    uint32_t clears, sweeps; /* so far */
    uint32_t records;        /* written since the last clear */
    uint32_t flushed;        /* written since the last transfer on read */
    uint32_t dropped;        /* `records` at the last clear */
    bool cleared;            /* in the cycle before: whether it sweeps shows in this one */
    /* What is read is a flush. The last transfer of the read before can still wait then: of how many it does, and whether that
     * one was a flush, as was that which came last. */
    bool flushing, before_flush, last_flush;
    uint32_t unread;
    bool waits; /* the reply that is offered was offered before */
};

void depthcull_cover_memory_begin(struct depthcull_cover_memory *m,
                                  const struct depthcull_params *p);

/* The place of a tile, which is its own from then on; DEPTHCULL_COVER_TILES: it has none and is not followed. */
uint32_t depthcull_cover_place(struct depthcull_cover_memory *m, uint32_t tile);

/* A cycle, before anything else of it. */
void depthcull_cover_memory(struct depthcull_cover_memory *m, struct assay_cover *db,
                            const struct depthcull_inputs *in, const struct depthcull_outputs *out,
                            uint64_t transfers);

/* A result that is no error, of a primitive with this function and a tile with this place that was of this kind. */
void depthcull_cover_result(struct depthcull_cover_memory *m, struct assay_cover *db,
                            uint32_t place, uint32_t kind, uint32_t func,
                            const struct depthcull_result *r);

#endif
