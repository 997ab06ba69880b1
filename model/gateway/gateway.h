/*
 * gateway.h - golden model of gateway, the message gateway with a reduction unit: barrier messages
 * carry values, and the write-back that releases the barrier carries their reduction [US 12393444
 * ¶118 to ¶152]. The contract is README.md beside this file.
 *
 * Parameters: barriers 1 to 16, threads 4 to 256, both powers of two; alus 1 to 16.
 *
 * Streams in: msg (barrier and forward messages), cfg (expected arrivals, and where they sit), abort, ack (fences done).
 * Streams out: fence, wb (the broadcast, in beats of 32 threads), reply (errors and forwards).
 *
 * The model holds all values of a round and reduces them when the last has arrived; the hardware
 * reduces as they come. Of the trees of floats it follows in which cycle which node is formed.
 */
#ifndef GATEWAY_MODEL_H
#define GATEWAY_MODEL_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "gateway/gateway_pins.h"

enum {
    GATEWAY_MAX_BARRIERS = 16,
    GATEWAY_MAX_THREADS = 256,
    GATEWAY_MAX_ALUS = 16,
    GATEWAY_BEAT = 32, /* threads of a beat */
    GATEWAY_WORDS = GATEWAY_MAX_THREADS / GATEWAY_BEAT,
    GATEWAY_REPLIES = 2, /* queue of replies */
    GATEWAY_NONE = 0xFF  /* no identifier, no message */
};

enum gateway_kind { GATEWAY_BARRIER = 0, GATEWAY_FORWARD = 1 };

/* Operations; 13 to 15 are none. */
enum gateway_op {
    GATEWAY_OP_NONE,
    GATEWAY_ADD,
    GATEWAY_SUB,
    GATEWAY_AND,
    GATEWAY_OR,
    GATEWAY_XOR,
    GATEWAY_MIN,
    GATEWAY_MAX,
    GATEWAY_PRODUCT,
    GATEWAY_MEAN,
    GATEWAY_VARIANCE,
    GATEWAY_RANGE,
    GATEWAY_PREDICATE,
    GATEWAY_OPS
};

enum gateway_type {
    GATEWAY_U32,
    GATEWAY_S32,
    GATEWAY_F32,
    GATEWAY_U64,
    GATEWAY_S64,
    GATEWAY_U32_PAIR,
    GATEWAY_S32_PAIR,
    GATEWAY_F32_PAIR,
    GATEWAY_F16_PAIR,
    GATEWAY_BF16_PAIR,
    GATEWAY_TYPES
};

enum gateway_scope { GATEWAY_NO_FENCE, GATEWAY_LOCAL, GATEWAY_GLOBAL, GATEWAY_BOTH };

/* status of a write-back and of a reply. The errors of a barrier message are in their priority,
 * but that GATEWAY_OUTSIDE comes before GATEWAY_DISAGREES. */
enum gateway_status {
    GATEWAY_OK = 0,
    GATEWAY_BAD_SENDER = 1,
    GATEWAY_WAITING = 2, /* the sender waits already */
    GATEWAY_BAD_ID = 3,
    GATEWAY_BAD_OP = 4, /* or type */
    GATEWAY_BAD_COUNT = 5,
    GATEWAY_DISAGREES = 6, /* with the open round */
    GATEWAY_ABORTED = 7,
    GATEWAY_FORWARDED = 8,
    GATEWAY_BAD_RECIPIENT = 9,
    GATEWAY_OUTSIDE = 10 /* the sender, of the slots of the group */
};

/* The fields of a barrier message [Table 3]. */
struct gateway_fields {
    uint8_t fence; /* 2 bits */
    uint32_t mask; /* predicate */
    uint8_t id;    /* 4 */
    uint8_t cen;   /* 1: the expected arrivals are cnt */
    uint8_t cnt;   /* 7; 0 is 128 */
    uint8_t type;  /* 4 */
    uint8_t op;    /* 4 */
    uint64_t value;
};

/* Where a round is. From GATEWAY_FENCE on its identifier is busy. */
enum gateway_stage {
    GATEWAY_FREE,
    GATEWAY_OPEN,
    GATEWAY_FENCE,   /* to be requested */
    GATEWAY_OFFERED, /* on the fence port */
    GATEWAY_SENT,    /* acknowledgement awaited */
    GATEWAY_TREE,    /* of floats, its root is not there */
    GATEWAY_CALC,    /* waits for the divider of its kind */
    GATEWAY_WORK,    /* has it */
    GATEWAY_READY,   /* waits for the write-back port */
    GATEWAY_SENDING,
    GATEWAY_STAGES
};

struct gateway_round {
    uint8_t stage; /* enum gateway_stage */
    uint8_t aborted;
    uint8_t second;              /* the mean of an f32 variance is known */
    uint8_t placed, place;       /* the slots of the group begin at `place` */
    uint32_t terms;              /* gateway_terms of the message that opened the round */
    struct gateway_fields first; /* that message */
    uint16_t count, arrived, sum;
    uint32_t member[GATEWAY_WORDS]; /* slots that arrived */
};

/* The divider of floats or that of integers. */
struct gateway_unit {
    uint8_t id;    /* GATEWAY_NONE: idle */
    uint16_t left; /* cycles of work, this one included */
};

/* What a node of a tree is. */
enum gateway_node {
    GATEWAY_PENDING,
    GATEWAY_ABSENT,
    GATEWAY_THERE,
    GATEWAY_FORMABLE, /* ready: both children are there */
    GATEWAY_TAKEN     /* by an adder */
};

/*
 * The tree of a float round: how far it is, without values. With T slots, node i < T is leaf i; the
 * others follow level by level, so that the parent of x is T + x/2 and the root 2T-2.
 */
struct gateway_tree {
    uint8_t node[2 * GATEWAY_MAX_THREADS];    /* enum gateway_node */
    uint64_t ready[GATEWAY_MAX_THREADS / 64]; /* bit i: node T + i is */
    uint64_t opened;                          /* rounds opened before */
    uint16_t step;                            /* of the squares, the next one */
    uint8_t squaring;                         /* the leaves are being replaced */
};

/* What the adders took in a cycle. */
struct gateway_taken {
    uint8_t id, n;
    uint8_t squared; /* it was the last step of the squares */
    uint16_t node[GATEWAY_MAX_ALUS];
};

struct gateway_state {
    struct gateway_params params;
    struct gateway_round round[GATEWAY_MAX_BARRIERS];
    uint32_t waiting[GATEWAY_WORDS]; /* threads that wait, on whatever identifier */
    struct gateway_config {
        uint16_t count;
        uint8_t placed, first;
    } config[GATEWAY_MAX_BARRIERS];
    uint16_t older[GATEWAY_MAX_BARRIERS]; /* for busy ones: those that completed before, as bits */
    uint32_t busy;                        /* identifiers that are complete, as bits */
    uint32_t at[GATEWAY_STAGES];          /* identifiers in each stage, as bits */
    uint32_t floats;                      /* identifiers whose round is a float round */
    uint32_t ready;                       /* of these, those with work for the adders */
    uint64_t opened;                      /* rounds so far */
    struct gateway_tree tree[GATEWAY_MAX_BARRIERS];
    struct gateway_taken taken[2]; /* in the cycle before, and in the one before that */
    struct gateway_unit f32, divider;
    struct gateway_fence_request {
        uint8_t id; /* GATEWAY_NONE: fence_valid is 0 */
        uint8_t scope;
    } fence;
    uint8_t sending; /* identifier on the write-back port; GATEWAY_NONE: wb_valid is 0 */
    struct gateway_wb wb;
    struct gateway_reply reply[GATEWAY_REPLIES];
    uint8_t replies;
    uint8_t abort_done;
    /* Value memory, identifier by identifier without gaps; last: a reset leaves it as it is. */
    uint64_t value[GATEWAY_MAX_BARRIERS * GATEWAY_MAX_THREADS];
};

/* NULL when the parameters are legal, else what is wrong, in words. */
const char *gateway_check_params(const struct gateway_params *p);

void gateway_init(struct gateway_state *s, const struct gateway_params *p);
void gateway_reset(struct gateway_state *s);

/* One cycle: outputs of this cycle, then the clock edge. */
void gateway_step(struct gateway_state *s, const struct gateway_inputs *in,
                  struct gateway_outputs *out);

/*
 * The clock edge of a cycle without reset, for a state that follows the block and needs no results:
 * they stay 0. `check` is that of gateway_check for a message that transfers, GATEWAY_NONE when none
 * does. Returns the identifier whose broadcast begins, or GATEWAY_NONE.
 */
uint8_t gateway_edge(struct gateway_state *s, const struct gateway_inputs *in, uint8_t check);

/* --- messages --- */

struct gateway_msg gateway_pack(uint8_t sender, const struct gateway_fields *f);

static inline struct gateway_fields gateway_unpack(const struct gateway_msg *m)
{
    const uint32_t d2 = m->data[2];
    struct gateway_fields f;

    f.fence = (uint8_t)(m->data[0] & 3);
    f.mask = m->data[1];
    f.id = (uint8_t)(d2 >> 24 & 15);
    f.cen = (uint8_t)(d2 >> 15 & 1);
    f.cnt = (uint8_t)(d2 >> 8 & 127);
    f.type = (uint8_t)(d2 >> 4 & 15);
    f.op = (uint8_t)(d2 & 15);
    f.value = (uint64_t)m->data[5] << 32 | m->data[4];

    return f;
}

struct gateway_msg gateway_forward(uint8_t sender, uint8_t recipient, uint8_t reg, uint32_t data);

/* What all messages of a round have to agree on, in a word: fence, cen, cnt, op, and the type of an
 * operation on values. */
static inline uint32_t gateway_terms(const struct gateway_msg *m)
{
    const uint32_t op = m->data[2] & 15;
    const bool typed = op != GATEWAY_OP_NONE && op != GATEWAY_PREDICATE;

    return (m->data[0] & 3) << 16 | (m->data[2] & (typed ? 0xFFFF : 0xFF0F));
}

/* True when the operation goes with the type. */
bool gateway_legal(uint32_t op, uint32_t type);

/* The expected arrivals that a message with cen = 1 names. */
static inline uint32_t gateway_named_count(uint32_t cnt)
{
    return cnt ? cnt : 128;
}

/* What the message would be answered with if it were accepted now; GATEWAY_OK for a good one. */
uint8_t gateway_check(const struct gateway_state *s, const struct gateway_msg *m);

/* --- reduction --- */

static inline bool gateway_is_float(uint32_t type)
{
    return type == GATEWAY_F32 || type >= GATEWAY_F32_PAIR;
}

/* True for an operation that divides: mean and variance. */
static inline bool gateway_divides(uint32_t op)
{
    return op == GATEWAY_MEAN || op == GATEWAY_VARIANCE;
}

/* Cycles that a divider works on a round, as for gateway_result; a variance of f32 has two such. */
uint32_t gateway_work(uint32_t op, uint32_t type, const uint32_t *member, const uint64_t *value);

/*
 * The result of a round whose slots are the set bits of `member`, with value[slot]. The order of
 * arrival is unknown here, as it does not matter. `sum` is the predicate sum.
 */
uint64_t gateway_result(const struct gateway_params *p, uint32_t op, uint32_t type,
                        const uint32_t *member, const uint64_t *value, uint32_t sum);

/* --- trees --- */

/* The tree of an open round of `threads` slots: absent are those outside `first` to `last`. */
void gateway_tree_open(struct gateway_tree *t, uint32_t threads, uint32_t first, uint32_t last);

/* A node is there. */
void gateway_tree_there(struct gateway_tree *t, uint32_t threads, uint32_t node);

/* All have arrived: slots that are not there are absent. */
void gateway_tree_close(struct gateway_tree *t, uint32_t threads);

/* The second pass begins: the members' values are to be replaced. */
void gateway_tree_again(struct gateway_tree *t, uint32_t threads, const uint32_t *member);

/* The members' values are replaced. */
void gateway_tree_squared(struct gateway_tree *t, uint32_t threads, const uint32_t *member);

/* True when the adders have something to do. */
bool gateway_tree_ready(const struct gateway_tree *t, const struct gateway_params *p);

/* What they take in a cycle; `id` is left alone. */
void gateway_tree_take(struct gateway_tree *t, const struct gateway_params *p,
                       struct gateway_taken *taken);

static inline bool gateway_tree_has_root(const struct gateway_tree *t, uint32_t threads)
{
    return t->node[2 * threads - 2] == GATEWAY_THERE;
}

#ifdef __cplusplus
}
#endif

#endif
