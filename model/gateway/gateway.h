/*
 * gateway.h - golden model of gateway, the message gateway with a reduction unit: barrier messages
 * carry values, and the write-back that releases the barrier carries the result of their reduction
 * [US 12393444 ¶118 to ¶152]. The contract is README.md beside this file.
 *
 * Parameters: barriers 1 to 16, threads 4 to 256, both powers of two; alus 1 to 16.
 *
 * Streams in: msg (barrier and forward messages), cfg (expected arrivals and their slots), abort,
 * ack (completed fences). Streams out: fence, wb (the broadcast, in beats of 32 threads), reply
 * (errors and forwards).
 *
 * The model holds all values of a round and reduces them when the last one has arrived; the
 * hardware reduces them as they arrive. For float rounds the model tracks in which cycle each node
 * of the tree is formed.
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
    GATEWAY_BEAT = 32, /* threads in a beat */
    GATEWAY_WORDS = GATEWAY_MAX_THREADS / GATEWAY_BEAT,
    GATEWAY_REPLIES = 2, /* capacity of the queue of replies */
    GATEWAY_NONE = 0xFF  /* no identifier, no message */
};

enum gateway_kind { GATEWAY_BARRIER = 0, GATEWAY_FORWARD = 1 };

/* Operations; 13 to 15 are illegal. */
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

/* status of a write-back and of a reply. The errors of a barrier message are in order of
 * priority, except that GATEWAY_OUTSIDE precedes GATEWAY_DISAGREES. */
enum gateway_status {
    GATEWAY_OK = 0,
    GATEWAY_BAD_SENDER = 1,
    GATEWAY_WAITING = 2, /* the sender is already waiting */
    GATEWAY_BAD_ID = 3,
    GATEWAY_BAD_OP = 4, /* or bad type */
    GATEWAY_BAD_COUNT = 5,
    GATEWAY_DISAGREES = 6, /* differs from the open round */
    GATEWAY_ABORTED = 7,
    GATEWAY_FORWARDED = 8,
    GATEWAY_BAD_RECIPIENT = 9,
    GATEWAY_OUTSIDE = 10 /* the sender is outside the group's slots */
};

/* The fields of a barrier message [Table 3]. */
struct gateway_fields {
    uint8_t fence; /* 2 bits */
    uint32_t mask; /* predicate */
    uint8_t id;    /* 4 bits */
    uint8_t cen;   /* 1: cnt is the number of expected arrivals */
    uint8_t cnt;   /* 7 bits; 0 means 128 */
    uint8_t type;  /* 4 bits */
    uint8_t op;    /* 4 bits */
    uint64_t value;
};

/* The stage of a round. From GATEWAY_FENCE on, its identifier is busy. */
enum gateway_stage {
    GATEWAY_FREE,
    GATEWAY_OPEN,
    GATEWAY_FENCE,   /* to be requested */
    GATEWAY_OFFERED, /* on the fence port */
    GATEWAY_SENT,    /* acknowledgement pending */
    GATEWAY_TREE,    /* float round whose root is not yet formed */
    GATEWAY_CALC,    /* waits for its divider */
    GATEWAY_WORK,    /* is in its divider */
    GATEWAY_READY,   /* waits for the write-back port */
    GATEWAY_SENDING,
    GATEWAY_STAGES
};

struct gateway_round {
    uint8_t stage; /* enum gateway_stage */
    uint8_t aborted;
    uint8_t second;              /* second pass: the mean of an f32 variance is known */
    uint8_t placed, place;       /* the group's slots begin at `place` */
    uint32_t terms;              /* gateway_terms of the message that opened the round */
    struct gateway_fields first; /* that message */
    uint16_t count, arrived, sum;
    uint32_t member[GATEWAY_WORDS]; /* slots that have arrived */
};

/* The float divider or the integer divider. */
struct gateway_unit {
    uint8_t id;    /* GATEWAY_NONE: idle */
    uint16_t left; /* remaining cycles of work, including this one */
};

/* The state of a node of a tree. */
enum gateway_node {
    GATEWAY_PENDING,
    GATEWAY_ABSENT,
    GATEWAY_THERE,
    GATEWAY_FORMABLE, /* its bit in `ready` is set: both children are there */
    GATEWAY_TAKEN     /* in an adder */
};

/*
 * The progress of a float round's tree, without values. With T slots, node i < T is leaf i; the
 * other nodes follow level by level: the parent of x is T + x/2 and the root is 2T-2.
 */
struct gateway_tree {
    uint8_t node[2 * GATEWAY_MAX_THREADS];    /* enum gateway_node */
    uint64_t ready[GATEWAY_MAX_THREADS / 64]; /* bit i: node T + i is GATEWAY_FORMABLE */
    uint64_t opened;                          /* number of rounds opened before this one */
    uint16_t step;                            /* next step of the squaring */
    uint8_t squaring;                         /* the leaves are being replaced */
};

/* The nodes that the adders took in a cycle. */
struct gateway_taken {
    uint8_t id, n;
    uint8_t squared; /* this was the last step of the squaring */
    uint16_t node[GATEWAY_MAX_ALUS];
};

/* Plain data: memcpy copies it. */
struct gateway_state {
    struct gateway_params params;
    struct gateway_round round[GATEWAY_MAX_BARRIERS];
    uint32_t waiting[GATEWAY_WORDS]; /* threads waiting on any identifier */
    struct gateway_config {
        uint16_t count;
        uint8_t placed, first;
    } config[GATEWAY_MAX_BARRIERS];
    uint16_t older[GATEWAY_MAX_BARRIERS]; /* of busy ones: those that completed earlier, as bits */
    uint32_t busy;                        /* identifiers that are complete, as bits */
    uint32_t at[GATEWAY_STAGES];          /* identifiers in each stage, as bits */
    uint32_t floats;                      /* identifiers with a float round, as bits */
    uint32_t ready;                       /* those of `floats` that have work for the adders */
    uint64_t opened;                      /* number of rounds opened so far */
    struct gateway_tree tree[GATEWAY_MAX_BARRIERS];
    struct gateway_taken taken[2]; /* in the previous cycle, and in the one before that */
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
    /*
     * Value memory, identifier by identifier without gaps. Last, because a reset does not change
     * it.
     */
    uint64_t value[GATEWAY_MAX_BARRIERS * GATEWAY_MAX_THREADS];
};

/*
 * NULL if the parameters are legal, else a message. All other functions require legal parameters.
 */
const char *gateway_check_params(const struct gateway_params *p);

/* The state at power-up: that after reset, with the value memory zero. */
void gateway_init(struct gateway_state *s, const struct gateway_params *p);

/* The value memory keeps its contents. */
void gateway_reset(struct gateway_state *s);

/*
 * One cycle: computes the outputs of this cycle, then applies the clock edge. If in->rst is set,
 * the state becomes the reset state.
 */
void gateway_step(struct gateway_state *s, const struct gateway_inputs *in,
                  struct gateway_outputs *out);

/*
 * The clock edge of a cycle without reset, for a state that tracks a block without needing results:
 * they stay 0. `check` is the result of gateway_check for a message that transfers, else
 * GATEWAY_NONE. Returns the identifier whose broadcast begins, or GATEWAY_NONE.
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

/* The terms on which all messages of a round must agree, as one word: fence, cen, cnt, op, and,
 * if the operation uses values, the type. */
static inline uint32_t gateway_terms(const struct gateway_msg *m)
{
    const uint32_t op = m->data[2] & 15;
    const bool typed = op != GATEWAY_OP_NONE && op != GATEWAY_PREDICATE;

    return (m->data[0] & 3) << 16 | (m->data[2] & (typed ? 0xFFFF : 0xFF0F));
}

/* True if the operation goes with the type. */
bool gateway_legal(uint32_t op, uint32_t type);

/* The number of expected arrivals in a message with cen = 1. */
static inline uint32_t gateway_named_count(uint32_t cnt)
{
    return cnt ? cnt : 128;
}

/* The status that the message would receive if it were accepted now; GATEWAY_OK if it is good. */
uint8_t gateway_check(const struct gateway_state *s, const struct gateway_msg *m);

/* --- reduction --- */

static inline bool gateway_is_float(uint32_t type)
{
    return type == GATEWAY_F32 || type >= GATEWAY_F32_PAIR;
}

/* True if the operation divides: mean and variance. */
static inline bool gateway_divides(uint32_t op)
{
    return op == GATEWAY_MEAN || op == GATEWAY_VARIANCE;
}

/*
 * Cycles that a divider works on a round, with the arguments of gateway_result; for an f32
 * variance, on each of its two divisions.
 */
uint32_t gateway_work(uint32_t op, uint32_t type, const uint32_t *member, const uint64_t *value);

/*
 * The result of a round whose slots are the set bits of `member`, with the values value[slot]. The
 * order of arrival does not matter. `sum` is the predicate sum.
 */
uint64_t gateway_result(const struct gateway_params *p, uint32_t op, uint32_t type,
                        const uint32_t *member, const uint64_t *value, uint32_t sum);

/* --- trees --- */

/*
 * Sets up the tree of an open round of `threads` slots: those outside `first` to `last` are absent.
 */
void gateway_tree_open(struct gateway_tree *t, uint32_t threads, uint32_t first, uint32_t last);

/* Marks a node as formed or arrived. */
void gateway_tree_there(struct gateway_tree *t, uint32_t threads, uint32_t node);

/* All have arrived: marks the remaining slots as absent. */
void gateway_tree_close(struct gateway_tree *t, uint32_t threads);

/* Begins the second pass: the members' values are to be replaced by squares. */
void gateway_tree_again(struct gateway_tree *t, uint32_t threads, const uint32_t *member);

/* The members' values have been replaced. */
void gateway_tree_squared(struct gateway_tree *t, uint32_t threads, const uint32_t *member);

/* True if the adders have work. */
bool gateway_tree_ready(const struct gateway_tree *t, const struct gateway_params *p);

/* Takes the adders' nodes for a cycle; `id` is not changed. */
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
