/*
 * compute_block.h - golden model of compute_block: systolic arrays outside the processing resources
 * (PRs), shared through a register file and messages, and a mover between the register file and
 * memory [systolic disaggregation ¶346 to ¶352].
 *
 * README.md beside this file is the contract. An array is the golden model of dpas, stepped through
 * its pins.
 *
 * Parameters: lanes 4, 8, 16; depth 2, 4, 8; prs 1..16; arrays 1..4; rows 16, 32, 64, 128, 256,
 * 512; queue 2..4.
 */
#ifndef COMPUTE_BLOCK_MODEL_H
#define COMPUTE_BLOCK_MODEL_H

#include <stdbool.h>

#include "dpas/dpas.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "compute_block/compute_block_pins.h"

enum {
    CB_MAX_LANES = 16,
    CB_MAX_PRS = 16,
    CB_MAX_ARRAYS = 4,
    CB_MAX_ROWS = 512,
    CB_MAX_QUEUE = 4,
    CB_RING = 4,  /* messages that an array holds */
    CB_MOVES = 8, /* moves that the mover holds */
    CB_TAGS = 16, /* lines that the mover may have in flight */
    CB_LINE = 64, /* bytes */
    CB_MAX_ITEMS = 64,
    CB_KEPT = 8, /* rows of a kept result */
    CB_SEGMENTS = 64,
    CB_SLICES = 64, /* of a map */
    CB_SET_WORDS = CB_MAX_ROWS / 64
};

enum cb_status {
    CB_OK = 0,
    CB_BAD_TYPES = 1,
    CB_BAD_SD = 2,
    CB_BAD_RC = 3,
    CB_BAD_EXEC_SIZE = 4,
    CB_BAD_SATURATE = 5,
    CB_BAD_ROWS = 6,
    CB_BAD_ACT = 7,
    CB_BAD_CHAIN = 8,
    CB_BAD_OP = 9,
    CB_BAD_MOVE = 10,
    CB_BAD_MEMORY = 11,
    CB_BAD_SPARSE = 12
};

enum cb_op { CB_OP_DPAS, CB_OP_FILL, CB_OP_DRAIN, CB_OPS };

enum cb_act { CB_ACT_NONE, CB_ACT_RELU, CB_ACT_SIGMOID, CB_ACT_TANH, CB_ACT_REQUANTISE, CB_ACTS };

/* A set of rows: bit r % 64 of word r / 64 is row r of the register file. */
struct cb_rows {
    uint64_t word[CB_SET_WORDS];
};

/* A message, decoded. */
struct cb_entry {
    struct compute_block_msg msg;
    struct dpas_cmd cmd;
    struct cb_rows read, write;
    uint8_t status; /* if not CB_OK: an error marker, without rows */
    uint8_t end;    /* the last of its group */
    uint8_t move;   /* a good message for the mover */
    uint8_t ops;    /* products of a slice, per lane and repeat */
    /*
     * Bits of a slice in one lane of src1 and in one repeat of src2: 8, 16 or 32. In a move: only
     * if it generates a map.
     */
    uint8_t width1, width2;
};

/* Decodes a message and returns its own status; the sets of rows are empty unless that is CB_OK. */
uint8_t cb_decode(const struct compute_block_params *p, const struct compute_block_msg *msg,
                  struct cb_entry *e);

/* For a move: its first row, and the bytes of an item. */
uint32_t cb_move_row(const struct compute_block_msg *m);
uint32_t cb_move_size(const struct compute_block_params *p, const struct compute_block_msg *m);
/* Whether a move generates a map; the row that the map is written to. */
bool cb_move_maps(const struct compute_block_msg *m);
uint32_t cb_map_row(const struct compute_block_msg *m);

/* --- rows and sets of rows: only the words of rows that exist are examined --- */

void cb_add_rows(const struct compute_block_params *p, struct cb_rows *to,
                 const struct cb_rows *from);
bool cb_rows_meet(const struct compute_block_params *p, const struct cb_rows *a,
                  const struct cb_rows *b);

/* The activation of one dword, except requantise. act and acc_type must be a legal pair. */
uint32_t cb_activate(uint8_t act, uint8_t acc_type, uint32_t x);

/*
 * Requantise: x * 2^shift * m / 2^31, rounded to nearest in two steps, as 33 bits. shift is that of
 * the row; only its low 6 bits count, -32..31.
 */
int64_t cb_scale(uint32_t x, uint32_t m, uint32_t shift);

/* Requantises one dword of a message: scales, adds the offset, clamps. */
uint32_t cb_requantise(const struct compute_block_msg *msg, uint32_t x, uint32_t m, uint32_t shift);

/* Piecewise linear tables: f(|x|) = slope * |x| + icept in segment floor(|x| * scale). */
struct cb_table {
    uint32_t slope[CB_SEGMENTS], icept[CB_SEGMENTS];
};
extern const struct cb_table cb_sigmoid_table, cb_tanh_table;

/* --- the block, cycle by cycle --- */

/* The queue of a PR, and the open chain that is arriving at its end. */
struct cb_queue {
    struct cb_entry entry[CB_MAX_QUEUE];
    uint8_t head, count;
    uint8_t open;   /* the last message had `keep` */
    uint8_t stored; /* messages of the open chain that are stored */
    uint8_t bad;    /* status of the open chain */
    uint8_t acc_type, rc;
    /* For the accepted group at the head. */
    uint8_t accepted, length;
    struct cb_rows read, write;
};

/* A pipeline stage after an array. */
struct cb_stage {
    uint8_t row, end; /* it holds a row; it ends its message */
    uint8_t slot;     /* in the ring */
    uint8_t i;        /* row of dst */
    uint32_t data[CB_MAX_LANES];
    uint32_t mul[CB_MAX_LANES], shift[CB_MAX_LANES]; /* of requantise, read in the first stage */
};

/* The slices that a message feeds, in ascending order. */
struct cb_slices {
    uint8_t n;
    uint8_t at[CB_SLICES];
};

struct cb_array {
    struct dpas_state dpas;
    struct dpas_inputs in; /* payloads hold the last valid value */
    struct cb_entry ring[CB_RING];
    struct cb_slices slices[CB_RING];
    /* These count up; modulo CB_RING they are a place in the ring. */
    uint32_t tail, cmd, load, feed, out, done, note;
    uint8_t load_row, feed_row, out_row;
    struct cb_stage a1, a2;
    uint32_t kept[CB_KEPT][CB_MAX_LANES];
};

/* A line in flight. */
struct cb_tag {
    uint8_t flies;
    uint8_t slot; /* in the ring */
    uint8_t write;
    uint16_t row;  /* the item's first row */
    uint32_t addr; /* address of the item */
};

struct cb_mover {
    struct cb_entry ring[CB_MOVES];
    uint32_t tail, send, done, note; /* as in an array */
    uint8_t left[CB_MOVES];          /* items of the move that memory has not answered */
    uint8_t failed[CB_MOVES];
    uint64_t map[CB_MOVES]; /* the map that the move generates */
    uint8_t k;              /* the next item */
    struct cb_tag tag[CB_TAGS];
    uint8_t line_valid;
    struct compute_block_line line;
};

/* Plain data: memcpy copies it. */
struct compute_block_state {
    struct compute_block_params params;
    struct cb_queue queue[CB_MAX_PRS];
    uint8_t order[CB_MAX_PRS]; /* accepted PRs, oldest first */
    uint8_t accepted;
    uint8_t rr;
    uint8_t going, going_pr, going_array;
    uint8_t rdata_valid, note_valid;
    struct compute_block_rdata rdata;
    struct compute_block_note note;
    uint32_t busy_cycles[CB_MAX_ARRAYS], idle_cycles[CB_MAX_ARRAYS];
    uint32_t slices_fed, slices_skipped;
    uint32_t word[CB_MAX_ROWS * CB_MAX_LANES]; /* the register file: row r starts at r * lanes */
    struct cb_array array[CB_MAX_ARRAYS];
    struct cb_mover mover;
    /* What the arrays were given since power-up, for statistics: slices, of which a lane of a
     * layer executes one per cycle, and the products in them. Not visible on any pin. */
    uint64_t slices, products;
};

/* NULL if the parameters are legal, else a message. */
const char *compute_block_check_params(const struct compute_block_params *p);

/* The state at power-up: that after reset, with zeros in the register file. */
void compute_block_init(struct compute_block_state *s, const struct compute_block_params *p);

/* The register file keeps its contents. */
void compute_block_reset(struct compute_block_state *s);

/*
 * One cycle: writes *out, a function of the state and *in, then advances the state over the clock
 * edge.
 */
void compute_block_step(struct compute_block_state *s, const struct compute_block_inputs *in,
                        struct compute_block_outputs *out);

/* Copies a row of the register file. */
void cb_copy_row(const struct compute_block_state *s, uint32_t row, uint32_t *to);

/* --- array.c: one array of the block --- */

void cb_array_reset(struct cb_array *a);
/* `slices` is ignored if the message is an error marker. */
void cb_array_give(struct cb_array *a, const struct cb_entry *e, const struct cb_slices *slices);
/* One cycle, except for writes of rows. */
void cb_array_work(const struct compute_block_state *s, struct cb_array *a,
                   struct dpas_outputs *out);
/* Writes what is in the last stage, then advances the stages. */
void cb_array_retire(struct compute_block_state *s, struct cb_array *a,
                     const struct dpas_outputs *out);

/* --- sparse.c: surviving slices, and maps --- */

/* The surviving slices of a good message for the arrays, according to its maps as they are now. */
struct cb_slices cb_survivors(const struct compute_block_state *s,
                              const struct compute_block_msg *m);
/*
 * Row k of src1, and transfer i of src2, that a message feeds. Places without a slice are zero, in
 * floats of src2 -0.
 */
void cb_pack_src1(const struct compute_block_state *s, const struct cb_entry *e,
                  const struct cb_slices *slices, uint32_t k, uint32_t *row);
void cb_pack_src2(const struct compute_block_state *s, const struct cb_entry *e,
                  const struct cb_slices *slices, uint32_t i, uint32_t *data);
/* Bits of an operand's map for the `per` adjacent rows of an item of its fill; `first` is the
 * number, within the operand, of the first of these rows. */
uint64_t cb_map_of(const struct compute_block_params *p, const struct cb_entry *e, uint32_t first,
                   const uint32_t *rows);

/* --- mover.c: the mover of a block --- */

void cb_mover_reset(struct cb_mover *m);
/* Adds the rows that the mover holds to both sets. */
void cb_mover_holds(const struct compute_block_state *s, struct cb_rows *read,
                    struct cb_rows *write);
void cb_mover_give(struct cb_mover *m, const struct cb_entry *e);
/* What the mover writes to the register file in a cycle. */
struct cb_mover_writes {
    uint32_t tag; /* tag whose answer moves rows; CB_TAGS: none */
    uint32_t map; /* slot of the move whose map is written; CB_MOVES: none */
};
/* One cycle, except for these writes. */
struct cb_mover_writes cb_mover_step(struct compute_block_state *s,
                                     const struct compute_block_inputs *in);
/* Performs these writes; `line` is the data of the answer. */
void cb_mover_write(struct compute_block_state *s, struct cb_mover_writes w, const uint32_t *line);

#ifdef __cplusplus
}
#endif

#endif
