/*
 * dpas.h - golden model of dpas, the systolic dot product accumulate: D = C + A*B.
 *
 * A = src2 (M x K, M the repeat count), B = src1 (K x N, N the lanes), C = src0, D = dst. A repeat
 * is one row of A, C and D. The array has `depth` layers of `lanes` units; a layer multiplies one
 * slice of `ops` consecutive elements of K and adds the products to a partial sum that moves from
 * layer to layer [systolic disaggregation ¶318 to ¶330]; the paragraph numbers below refer to the
 * same source.
 *
 * Parameters: lanes 4, 8 or 16; depth 2, 4 or 8; profile (enum dpas_profile), which selects the
 * arithmetic of fused float sums; max_sd, the greatest systolic depth: with 8 a command has 1, 2, 4
 * or 8 slices, with 64 any number from 1 to 64.
 *
 * Eight consecutive slices of a command, starting at slice 8g, form its octet g; the last octet may
 * have fewer. A bank of src1 holds one octet, and so does a row of src2.
 *
 * Streams in: cmd, src1 (rows of B), src0 (rows of C), src2 (rows of A). Streams out: dst (rows of
 * D) and rsp (one per command, in order). Rows of src1, src0 and dst have one 32-bit word per lane,
 * lane 0 first; words of lanes that do not exist are 0. A row of src2 is 256 bits.
 */
#ifndef DPAS_MODEL_H
#define DPAS_MODEL_H

#include "type/assay_type.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "dpas/dpas_pins.h"

enum {
    DPAS_MAX_LANES = 16,
    DPAS_MAX_DEPTH = 8,
    DPAS_OCTET = 8,   /* slices of a full octet */
    DPAS_SHALLOW = 8, /* max_sd of a block that takes only powers of two */
    DPAS_MAX_SD = 64, /* most slices of a command, with the greatest max_sd */
    DPAS_MAX_OCTETS = DPAS_MAX_SD / DPAS_OCTET,
    DPAS_MAX_OPS = 8,   /* elements of a slice */
    DPAS_MAX_RC = 8,    /* repeats of a command */
    DPAS_MAX_ROWS = 64, /* most src1 rows of a command: a slice fills at most one */
    DPAS_MAX_FLOAT_OPS = 2,
    DPAS_LAYER_STAGES = 2 /* registers per layer, L */
};

/* Codes of the element types of src1 and src2. 9 to 15 are not types. */
enum dpas_type {
    DPAS_U2 = 0,
    DPAS_S2 = 1,
    DPAS_U4 = 2,
    DPAS_S4 = 3,
    DPAS_U8 = 4,
    DPAS_S8 = 5,
    DPAS_BF16 = 6,
    DPAS_F16 = 7,
    DPAS_F32 = 8
};

/* The code of a format. A format that dpas does not have gets a code that is not a type. */
static inline uint8_t dpas_type_code(enum assay_type t)
{
    return (uint8_t)t;
}

/* Types of src0 and dst, and how floats accumulate. */
enum dpas_acc_type {
    DPAS_ACC_S32 = 0,
    DPAS_ACC_U32 = 1,
    DPAS_ACC_F32 = 2,  /* a chain of fused multiply-adds */
    DPAS_ACC_FUSED = 3 /* f32; the products of a layer as one group; illegal without a profile */
};

/* The parameter `profile`: none, or one more than the number of a profile of fdot. */
enum dpas_profile {
    DPAS_PROFILE_NONE = 0,
    DPAS_PROFILE_VOLTA = 1,
    DPAS_PROFILE_TURING = 2,
    DPAS_PROFILE_AMPERE = 3,
    DPAS_PROFILE_ADA = 4,
    DPAS_PROFILE_HOPPER = 5,
    DPAS_PROFILE_BLACKWELL = 6
};

/* status of a response: the first in this order that applies. */
enum dpas_status {
    DPAS_OK = 0,
    DPAS_BAD_TYPES = 1, /* the pair src1_type, src2_type, or an acc_type that does not go with it */
    DPAS_BAD_SD = 2,    /* sd is not 1, 2, 4 or 8; with max_sd 64: 0 or above 64 */
    DPAS_BAD_RC = 3,    /* rc is not 1..8 */
    DPAS_BAD_EXEC_SIZE = 4, /* exec_size is not 1..lanes */
    DPAS_BAD_SATURATE = 5   /* saturate with floats */
};

/*
 * A decoded command.
 *
 *     src1_type  src2_type                    ops
 *     both of 2 or 4 bits                     8     these two with acc_type s32 or u32
 *     one of 8 bits, the other 2 to 8         4
 *     bf16       bf16                         2     these three with acc_type f32
 *     f16        f16                          2
 *     f32        f32                          1
 *
 * The floats also go with acc_type fused, if the profile has an operation for them.
 *
 * A dword of src1 holds per_row = 32 / (ops * bits1) slices; slice s is in row s / per_row,
 * starting at element (s % per_row) * ops of the dword, element 0 in the low bits. If the status is
 * not DPAS_OK, all members after `status` are 0.
 */
struct dpas_decoded {
    struct dpas_cmd cmd;
    uint8_t status;       /* enum dpas_status */
    uint8_t ops;          /* elements of a slice */
    uint8_t bits1, bits2; /* widths of the elements of src1 and src2 */
    uint8_t sign1, sign2; /* weight of their sign bits: 1 << (bits - 1); 0 if unsigned or float */
    uint8_t is_float;     /* and so is the accumulator */
    uint8_t fraction;     /* F of a fused command: fraction bits that a group keeps; else 0 */
    uint8_t per_row;      /* slices in a dword of src1 */
    uint8_t src1_rows;    /* R1 = ceil(sd * ops * bits1 / 32), transfers on src1 */
    uint8_t octets;       /* G = ceil(sd / 8), rows of src2 per repeat */
    uint8_t passes;       /* P = ceil(sd / depth), trips of a repeat through the array */
};

/* A slice of src1 as [element][lane], in a uniform representation: integers; floats converted to
 * f32; or, in a fused command, the patterns as received. */
union dpas_slice {
    int16_t e[DPAS_MAX_OPS][DPAS_MAX_LANES];
    uint32_t f[DPAS_MAX_FLOAT_OPS][DPAS_MAX_LANES];
};

/* An octet of src1: slice s of the command is slice[s % DPAS_OCTET]. */
struct dpas_bank {
    union dpas_slice slice[DPAS_OCTET];
};

/* A src2 row, which is an octet, in the same representation. */
union dpas_row {
    int16_t e[DPAS_OCTET * DPAS_MAX_OPS];
    uint32_t f[DPAS_OCTET * DPAS_MAX_FLOAT_OPS];
};

/* --- the arithmetic only --- */

/* Decodes a command; returns its status, which is also in d->status. */
uint8_t dpas_decode(const struct dpas_cmd *cmd, const struct dpas_params *p,
                    struct dpas_decoded *d);

/*
 * Computes one repeat of a command with status DPAS_OK: dst, `lanes` words.
 *
 *     acc(n) = src0[n], or src0[0] if src0_scalar, or 0 if src0_null, which has priority over
 *              src0_scalar [¶326, ¶330]
 *     dst(n) = acc(n) + sum over all sd * ops elements k of src1(k, n) * src2(k), n < exec_size
 *     dst(n) = acc(n), n >= exec_size [¶325]
 *
 * Integers: without `saturate` the sum is modulo 2^32. With it, the sum is exact and clamped once
 * to acc_type, which is also the type of src0. Floats: the sum is the chain acc =
 * assay_f32_fma(src1(k, n), src2(k), acc) over ascending k; if fused, it is the chain of groups acc
 * = fdot_group(acc and the ops products of a slice) over ascending slices.
 *
 * src1 has d->src1_rows rows, and src2 the d->octets rows of the repeat. src0 is not read if
 * src0_null, and may then be NULL.
 */
void dpas_compute(const struct dpas_params *p, const struct dpas_decoded *d,
                  const struct dpas_src1 *src1, const struct dpas_src2 *src2,
                  const struct dpas_src0 *src0, uint32_t *dst);

/*
 * Steady-state interval of equal commands when no stream stalls: the cycles that DPAS_INTERVAL_OF
 * of them take, which is a whole number. With I the average number of cycles between two starts:
 *
 *     I = max of
 *         (P-1) * max(rc, 2*depth) + rc           packets enter slot 0 one per cycle, in P passes
 *         R1                                      src1 rows, one per cycle
 *         (rc + 2) / 2                            queue of two: a first packet enters two cycles
 *                                                 after its command is taken, and the cycle after
 *                                                 the last one takes a command; matters at rc = 1
 *         (rc + 2 * min(per_row, sd) - 1) / 2     row 0 waits for its slices in the bank: P = 1
 *         (rc + 2 * sd) / 3                       the last row waits likewise: P = 1, R1 > 1
 *
 * At rc = 8 only the first two matter. An error command takes one cycle.
 */
enum { DPAS_INTERVAL_OF = 6 };
uint32_t dpas_interval(const struct dpas_params *p, const struct dpas_decoded *d);

/* The steps of dpas_compute, for callers that keep operands between repeats. */

/* Writes the slices in row `row` of src1 into the bank of their octet. */
void dpas_unpack_src1(const struct dpas_params *p, const struct dpas_decoded *d, uint32_t row,
                      const uint32_t *data, struct dpas_bank *bank);

/* Unpacks the elements of the src2 row of an octet. */
void dpas_unpack_src2(const struct dpas_decoded *d, uint32_t octet, const uint32_t *data,
                      union dpas_row *a);

/* Sets acc(n) of all lanes. */
void dpas_start(const struct dpas_params *p, const struct dpas_decoded *d, const uint32_t *src0,
                uint32_t *acc);

/*
 * The work of one layer in one pass. b is the slice of src1 in the bank of its octet, a the octet
 * of src2, first = slice % DPAS_OCTET * ops, and k < ops.
 *
 * Integers: sum[n] += sum over k of b.e[k][n] * a.e[first + k], in every lane. The sums of a whole
 * command are below 2^24 in magnitude, and thus exact. Lanes are processed in groups of 8: with
 * lanes = 4, sum[4..7] change too. acc is not changed.
 *
 * Floats: acc[n] = fma(b.f[k][n], a.f[first + k], acc[n]) for ascending k, n < exec_size; in a
 * fused command all k at once. sum is not changed.
 */
void dpas_add_slice(const struct dpas_params *p, const struct dpas_decoded *d, uint32_t slice,
                    const struct dpas_bank *bank, const union dpas_row *a, uint32_t *acc,
                    int32_t *sum);

/*
 * Computes dst: for integers from acc and the sum of all products, wrapped or clamped; for floats
 * from acc.
 */
void dpas_finish(const struct dpas_params *p, const struct dpas_decoded *d, const uint32_t *acc,
                 const int32_t *sum, uint32_t *dst);

/* --- the block, cycle by cycle --- */

/*
 * A cycle ends with a rising clock edge; "in cycle t" means just before that edge, and what the
 * edge changes is visible in cycle t+1.
 *
 * Array. 2*depth slots, slot 0 first. A packet (one repeat in one pass, or an error marker) enters
 * slot 0 and advances one slot per cycle. Layer l takes its products as the packet moves into slot
 * 2l. In pass p it serves slice p*depth + l; beyond sd it is unused.
 *
 * Freeze. go = (!dst_valid | dst_ready) & (!rsp_valid | rsp_ready). Without go the array is frozen,
 * and nothing enters or leaves; commands and src1 rows are still taken.
 *
 * Starvation. A packet in slot 2l-1, 1 <= l < depth, whose slice at layer l exists but is not
 * loaded stays where it is, as do all packets below it, and nothing enters; the slots above
 * advance.
 *
 * Commands. A queue of two; cmd_ready = fewer than two queued. An entry leaves as its last packet
 * enters the array. A command taken in cycle t can issue in t+1.
 *
 * src1. Two banks of eight slices, used alternately by the octets of the commands with status
 * DPAS_OK; the first octet after reset uses bank 0. Rows are taken in the order of the commands,
 * even for a command that has left the queue before its last row arrived. src1_ready = there is a
 * command that lacks rows, and the slices that its next row fills are free. A row taken in cycle t
 * is loaded from t+1. A slice that the last repeat of its command takes in cycle t is free from
 * t+1.
 *
 * Issue. With go and no starved packet, the next packet of the oldest queued command, in order of
 * pass, then repeat, enters: an error marker at once; a packet of pass 0 when slice 0 is loaded and
 * src2 and src0 (unless null) are valid, which transfers both; a packet of pass p > 0 when slice
 * p*depth is loaded and the same repeat's packet of pass p-1 is in the last slot or has left. If p
 * is the first pass of an octet, src2 must be valid as well and is transferred. In pass 0
 * src2_ready does not depend on src2_valid, but on src0_valid, and vice versa for src0_ready.
 *
 * Exit. The packet in the last slot leaves in every cycle with go. In the last pass its row goes to
 * the dst register; the command's last row has `last` set, and with it the response goes to the rsp
 * register. An error marker goes only to the rsp register. With go, dst_valid and rsp_valid become
 * 1 if the packet that leaves writes the register, and else 0. Without go, the valid of a register
 * that is transferred becomes 0 and the other stays.
 *
 * Thus a packet that enters in cycle t, in the last pass, shows dst_valid in t + 2*depth + 1 unless
 * delayed. For the rate of commands see dpas_interval.
 */

enum {
    DPAS_MAX_SLOTS = DPAS_LAYER_STAGES * DPAS_MAX_DEPTH,
    /* Repeats in progress: one for each slot, and those of one command whose partial sums wait,
     * at most 8; rounded up to a power of two. */
    DPAS_REPEATS = 32,
    DPAS_EMPTY = 0xFF, /* a slot without a packet */
    DPAS_QUEUE = 2,
    DPAS_LOADS = 3 /* those queued, and the one that may leave the queue with rows missing */
};

/* A repeat, or an error marker, from its issue until it leaves the array for the last time. */
struct dpas_repeat {
    struct dpas_decoded d;
    uint8_t sd;   /* d.cmd.sd; 0 for an error marker, which no layer serves */
    uint8_t bank; /* of octet 0 */
    uint8_t pass;
    uint8_t last;     /* the last repeat of its command */
    uint8_t in_array; /* 0: its partial sum waits for the next pass */
    uint32_t acc[DPAS_MAX_LANES];
    int32_t sum[DPAS_MAX_LANES]; /* of integer products */
    union dpas_row a;            /* the octet of the current pass */
};

struct dpas_entry {
    struct dpas_decoded d;
    uint8_t bank; /* of octet 0 */
};

/* Plain data: memcpy copies it. */
struct dpas_state {
    struct dpas_params params;

    struct dpas_entry queue[DPAS_QUEUE]; /* oldest first */
    uint8_t queued;
    uint8_t next_bank; /* for octet 0 of the next good command */

    struct dpas_entry load[DPAS_LOADS]; /* good commands that lack rows, oldest first */
    uint8_t loads;
    uint8_t load_row; /* next row of load[0] */

    uint8_t issue_pass, issue_rep; /* next packet of queue[0] */
    uint8_t issue_first;           /* index in repeat[] of its repeat 0 */
    uint8_t next_repeat;           /* next index in repeat[], which is a ring */
    uint8_t slot[DPAS_MAX_SLOTS];  /* index in repeat[] or DPAS_EMPTY */

    uint8_t loaded[2]; /* bit s: slice s of the bank's octet is loaded; else it is free */

    uint8_t dst_valid, rsp_valid;
    struct dpas_dst dst;
    struct dpas_rsp rsp;

    struct dpas_bank bank[2];
    struct dpas_repeat repeat[DPAS_REPEATS];
};

/*
 * NULL if the parameters are legal, else a message. All other functions require legal parameters.
 */
const char *dpas_check_params(const struct dpas_params *p);

/* The state at power-up, the same as after reset. */
void dpas_init(struct dpas_state *s, const struct dpas_params *p);

void dpas_reset(struct dpas_state *s);

/*
 * One cycle: writes *out, a function of the state and *in, then advances the state over the clock
 * edge. If in->rst is set, the state becomes the reset state. While dst_valid or rsp_valid is 0,
 * its payload holds the last value.
 */
void dpas_step(struct dpas_state *s, const struct dpas_inputs *in, struct dpas_outputs *out);

#ifdef __cplusplus
}
#endif

#endif
