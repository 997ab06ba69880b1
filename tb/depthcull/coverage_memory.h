/* coverage_memory.h - tracks the records in memory for coverage, from the pins alone. */
#ifndef DEPTHCULL_COVERAGE_MEMORY_H
#define DEPTHCULL_COVERAGE_MEMORY_H

#include "depthcull/depthcull.h"
#include "engine/cover.h"

enum {
    /* Tiles that are tracked. A tile takes the place of its index modulo this, if that is free. */
    DEPTHCULL_COVER_TILES = 8192,
    DEPTHCULL_COVER_SETS = 512,
    DEPTHCULL_COVER_OTHERS = 2 * DEPTHCULL_MAX_WAYS, /* tiles remembered per set */
    DEPTHCULL_COVER_OWED = 512 /* lines in flight: as many as there are tags */
};

struct depthcull_cover_record {
    uint32_t tile;    /* the tile that owns this place; DEPTHCULL_MAX_TILES: none */
    uint32_t reads;   /* reads of its first line */
    uint32_t asked;   /* `reads` when the tile's last primitive was accepted */
    int32_t by;       /* tag of that primitive; -1: the tile was read out after it */
    uint64_t sent;    /* cycle in which that primitive was accepted */
    uint64_t decided; /* cycle of the tile's last result or read-out */
    uint64_t written; /* cycle of the last acknowledgement of one of its lines; 0: none yet */
    uint32_t clears, sweeps; /* number of each so far at `written` */
    uint32_t written_reads;  /* `reads` when the record was last written */
    /* A write that no flush caused, until its cause is known: its cycle (0: no such write), the
     * number of clears before it, and the bin for what happened to the record before it. */
    uint64_t left;
    uint32_t left_clears, left_before;
};

/* A tile of a set, and the cycle in which its last
 * primitive with a place in the cache was accepted. */
struct depthcull_cover_other {
    uint32_t tile;
    uint64_t sent; /* 0: unused entry */
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
    uint32_t records;        /* records written since the last clear */
    uint32_t flushed;        /* records written since the last transfer on read */
    uint32_t dropped;        /* `records` at the last clear */
    bool cleared;            /* there was a clear in the previous cycle; this one shows a sweep */
    /* Whether the current read is a flush. The last transfer of the previous read may still be
     * waiting then. `unread` counts the reads that are not finished; the other flags tell whether
     * the previous read was a flush and whether the read that finished last was one. */
    bool flushing, before_flush, last_flush;
    uint32_t unread;
    bool waits; /* the offered reply was already offered in the previous cycle */
};

void depthcull_cover_memory_begin(struct depthcull_cover_memory *m,
                                  const struct depthcull_params *p);

/* Returns the place of a tile, which it owns from then on, or
 * DEPTHCULL_COVER_TILES if it has none and is not tracked. */
uint32_t depthcull_cover_place(struct depthcull_cover_memory *m, uint32_t tile);

/* Samples one cycle. Call it before all other sampling in that cycle. */
void depthcull_cover_memory(struct depthcull_cover_memory *m, struct assay_cover *db,
                            const struct depthcull_inputs *in, const struct depthcull_outputs *out,
                            uint64_t transfers);

/* Samples a result other than an error. `place` is the place of its tile, `kind` the kind of the
 * tile before it, and `func` the function of its primitive. */
void depthcull_cover_result(struct depthcull_cover_memory *m, struct assay_cover *db,
                            uint32_t place, uint32_t kind, uint32_t func,
                            const struct depthcull_result *r);

#endif
