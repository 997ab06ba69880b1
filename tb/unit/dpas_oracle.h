/*
 * dpas_oracle.h - commands of dpas with their operands and expected results. Integers are summed in
 * 128 bits, over elements that are extracted from the rows bit by bit; floats use the host's fmaf.
 * It shares no code with the model.
 */
#ifndef DPAS_ORACLE_H
#define DPAS_ORACLE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "dpas/dpas.h"
#include "unit/host_words.h"
#include "unit/random.h"

#define SEED UINT64_C(0x9E3779B97F4A7C15)

enum { TYPES = 6, FLOATS = 3 }; /* integer types come first */

static const uint32_t all_lanes[] = {4, 8, 16}, all_depths[] = {2, 4, 8};

/* --- a command with its operands and expected results --- */

enum { DEEPEST = 64, SLICES_OF_ROW = 8 }; /* slices of a command, slices in a row of src2 */

struct job {
    struct dpas_cmd cmd;
    uint32_t status;    /* expected */
    uint32_t rows;      /* of src1; 0 after an error */
    uint32_t reps;      /* dst rows; 0 after an error */
    uint32_t src2_rows; /* in order of transfer: each repeat's first row, then each one's second */
    struct dpas_src1 src1[DEEPEST];
    struct dpas_src0 src0[8];
    struct dpas_src2 src2[DEEPEST];
    uint32_t dst[8][16];
    bool hit_top, hit_bottom; /* some lane was clamped */
};

static inline uint32_t type_bits(uint32_t type)
{
    static const uint8_t bits[] = {2, 2, 4, 4, 8, 8, 16, 16, 32};

    return bits[type];
}

static inline uint32_t job_ops(const struct dpas_cmd *c)
{
    if (c->src1_type >= TYPES)
        return c->src1_type == DPAS_F32 ? 1 : 2;
    return c->src1_type >= DPAS_U8 || c->src2_type >= DPAS_U8 ? 4 : 8;
}

/* Returns element `index` of the consecutive elements in `words`, assembled bit by bit. */
static inline __int128 element(const uint32_t *words, uint32_t index, uint32_t type)
{
    const uint32_t bits = type_bits(type);
    const bool is_signed = type == DPAS_S2 || type == DPAS_S4 || type == DPAS_S8;
    __int128 value = 0;

    for (uint32_t i = 0; i < bits; ++i) {
        const uint32_t at = index * bits + i;

        if (words[at / 32] >> at % 32 & 1)
            value += is_signed && i == bits - 1 ? -((__int128)1 << i) : (__int128)1 << i;
    }
    return value;
}

/* Returns element d of slice s in lane n of src1. The slices fill the dword of one row, then that
 * of the next, so the dwords of a lane, one after the other, hold consecutive elements. */
static inline __int128 src1_element(const struct job *j, uint32_t s, uint32_t d, uint32_t n)
{
    const uint32_t bits = type_bits(j->cmd.src1_type), at = (s * job_ops(&j->cmd) + d) * bits;

    return element(&j->src1[at / 32].data[n], at % 32 / bits, j->cmd.src1_type);
}

/* Returns the row of src2 that holds slice s of repeat r. Each row starts again at element 0. */
static inline const uint32_t *src2_row(const struct job *j, uint32_t s, uint32_t r)
{
    return j->src2[s / SLICES_OF_ROW * j->cmd.rc + r].data;
}

/* Returns element `index` of the consecutive floats in `words`, as a host float. */
static inline float float_element(const uint32_t *words, uint32_t index, uint32_t type)
{
    const uint32_t half = words[index / 2] >> (index & 1 ? 16 : 0) & 0xFFFF;
    const uint32_t frac = half & 0x3FF, exp = half >> 10 & 0x1F;
    float x;

    if (type == DPAS_F32)
        return as_float(words[index]);
    if (type == DPAS_BF16)
        return as_float(half << 16);
    x = exp == 0x1F ? (frac ? NAN : INFINITY)
                    : ldexpf((float)(exp ? 1024 + frac : frac), (exp ? (int)exp : 1) - 25);
    return half & 0x8000 ? -x : x;
}

static inline uint32_t oracle_float_lane(const struct job *j, uint32_t r, uint32_t n)
{
    const struct dpas_cmd *c = &j->cmd;
    const uint32_t start = c->src0_null ? 0 : j->src0[r].data[c->src0_scalar ? 0 : n];
    volatile float acc = as_float(start);
    uint32_t lane[DEEPEST] = {0}, bits;

    if (n >= c->exec_size)
        return start;
    for (uint32_t row = 0; row < j->rows; ++row)
        lane[row] = j->src1[row].data[n];
    for (uint32_t s = 0; s < c->sd; ++s) {
        for (uint32_t d = 0; d < job_ops(c); ++d)
            acc = fmaf(
                float_element(lane, s * job_ops(c) + d, c->src1_type),
                float_element(src2_row(j, s, r), s % SLICES_OF_ROW * job_ops(c) + d, c->src2_type),
                acc);
    }
    bits = 0x7FC00000;
    if (!isnan(acc))
        memcpy(&bits, (const void *)&acc, sizeof bits);
    return bits;
}

static inline uint32_t oracle_lane(struct job *j, uint32_t r, uint32_t n)
{
    const struct dpas_cmd *c = &j->cmd;
    const __int128 span = (__int128)1 << 32;
    const __int128 high = c->acc_type == DPAS_ACC_U32 ? span - 1 : span / 2 - 1;
    const __int128 low = high - (span - 1);
    __int128 acc = 0;

    if (!c->src0_null)
        acc = j->src0[r].data[c->src0_scalar ? 0 : n];
    if (acc > high)
        acc -= span;
    if (n < c->exec_size) {
        for (uint32_t s = 0; s < c->sd; ++s) {
            for (uint32_t d = 0; d < job_ops(c); ++d)
                acc += src1_element(j, s, d, n) *
                       element(src2_row(j, s, r), s % SLICES_OF_ROW * job_ops(c) + d, c->src2_type);
        }
    }
    /* The specification's partial sums have 34 bits. */
    assert_true(acc >= -2 * span && acc < 2 * span);
    if (acc > high) {
        j->hit_top = true;
        return c->saturate ? (uint32_t)high : (uint32_t)(acc - span);
    }
    if (acc < low) {
        j->hit_bottom = true;
        return c->saturate ? (uint32_t)(low + (low < 0 ? span : 0)) : (uint32_t)(acc + span);
    }
    return (uint32_t)(acc < 0 ? acc + span : acc);
}

/* Returns true if the element types may be combined with the accumulator type. */
static inline bool types_legal(uint32_t type1, uint32_t type2, uint32_t acc)
{
    if (type1 < TYPES && type2 < TYPES)
        return acc == 0 || acc == 1;
    return type1 == type2 && type1 < TYPES + FLOATS && acc == 2;
}

/* Returns status 0 to 5, from the tables of the specification. */
static inline uint32_t oracle_status(const struct dpas_cmd *c, const struct dpas_params *p)
{
    static const uint8_t shallow[16] = {0, 1, 1, 0, 1, 0, 0, 0, 1};
    const uint32_t lanes = p->lanes;
    const bool sd_legal = p->max_sd == 64 ? c->sd >= 1 && c->sd < 65 : c->sd < 16 && shallow[c->sd];
    const uint32_t errors = (uint32_t)!types_legal(c->src1_type, c->src2_type, c->acc_type) |
                            (uint32_t)!sd_legal << 1 | (uint32_t)(c->rc == 0 || c->rc >= 9) << 2 |
                            (uint32_t)(c->exec_size == 0 || c->exec_size >= lanes + 1) << 3 |
                            (uint32_t)(c->saturate && c->src1_type >= TYPES) << 4;

    for (uint32_t i = 0; i < 5; ++i) {
        if (errors >> i & 1)
            return i + 1;
    }
    return 0;
}

/* Fills in everything that follows from cmd and the operands. */
static inline void expect(struct job *j, const struct dpas_params *p)
{
    j->status = oracle_status(&j->cmd, p);
    j->hit_top = j->hit_bottom = false;
    j->rows = j->reps = j->src2_rows = 0;
    if (j->status)
        return;
    for (uint32_t bits = 0; bits < j->cmd.sd * job_ops(&j->cmd) * type_bits(j->cmd.src1_type);
         bits += 32)
        ++j->rows;
    j->reps = j->cmd.rc;
    for (uint32_t s = 0; s < j->cmd.sd; s += SLICES_OF_ROW)
        j->src2_rows += j->reps;
    memset(j->dst, 0, sizeof j->dst);
    for (uint32_t r = 0; r < j->reps; ++r) {
        for (uint32_t n = 0; n < p->lanes; ++n)
            j->dst[r][n] =
                j->cmd.src1_type < TYPES ? oracle_lane(j, r, n) : oracle_float_lane(j, r, n);
    }
}

static inline struct dpas_cmd make_cmd(uint32_t type1, uint32_t type2, uint32_t sd, uint32_t rc,
                                       uint32_t lanes)
{
    struct dpas_cmd c;

    memset(&c, 0, sizeof c);
    c.src1_type = (uint8_t)type1;
    c.src2_type = (uint8_t)type2;
    c.acc_type = type1 >= TYPES && type1 < TYPES + FLOATS ? DPAS_ACC_F32 : DPAS_ACC_S32;
    c.sd = (uint8_t)sd;
    c.rc = (uint8_t)rc;
    c.exec_size = (uint8_t)lanes;
    return c;
}

/* Legal pairs by number: the integer pairs, then each float type with itself. */
enum { PAIRS = TYPES * TYPES + FLOATS };

static inline struct dpas_cmd make_pair(uint32_t pair, uint32_t sd, uint32_t rc, uint32_t lanes)
{
    if (pair < TYPES * TYPES)
        return make_cmd(pair / TYPES, pair % TYPES, sd, rc, lanes);
    return make_cmd(TYPES + pair - TYPES * TYPES, TYPES + pair - TYPES * TYPES, sd, rc, lanes);
}

/* Returns a word whose elements, at some width, are all the greatest, the least, -1 or 1, or some
 * other word. */
static inline uint32_t pattern(uint32_t i)
{
    static const uint32_t patterns[] = {
        0xFFFFFFFF, 0x00000000, 0x80808080, 0x7F7F7F7F, 0x88888888, 0x77777777,
        0xAAAAAAAA, 0x55555555, 0x01010101, 0x11111111, 0x80000001, 0x7FFFFFFE,
    };

    return i < sizeof patterns / sizeof patterns[0] ? patterns[i] : draw_word();
}

static inline uint32_t accumulator(uint32_t i)
{
    static const uint32_t corners[] = {0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x00000000,
                                       0x7FFFFFF0, 0x8000000F, 0xFFFFFFE0, 0x00000010};

    return i < sizeof corners / sizeof corners[0] ? corners[i] : draw_word();
}

static inline void fill(uint32_t *words, uint32_t n, uint32_t used, uint32_t corner)
{
    for (uint32_t i = 0; i < n; ++i)
        words[i] = i < used ? pattern(corner) : 0;
}

/* Returns a dword of a float type; most hold numbers around 1. */
static inline uint32_t float_pattern(uint32_t type)
{
    const uint32_t x = draw_word();

    if (draw(16) == 0)
        return x;
    if (type == DPAS_F16)
        return (x & 0x8FFF8FFF) | 0x30003000;
    return type == DPAS_F32 ? (x & 0x83FFFFFF) | 0x3C000000 : (x & 0x83FF83FF) | 0x3C003C00;
}

/* Returns the greatest number of rows of src1 and of src2 that a command can have. */
static inline uint32_t rows_to_fill(const struct job *j)
{
    return j->cmd.sd <= 8 ? 8 : DEEPEST;
}

static inline void fill_floats(struct job *j, uint32_t lanes)
{
    for (uint32_t i = 0; i < rows_to_fill(j); ++i) {
        for (uint32_t n = 0; n < 16; ++n) {
            j->src1[i].data[n] = n < lanes ? float_pattern(j->cmd.src1_type) : 0;
            if (i < 8)
                j->src0[i].data[n] = n < lanes ? float_pattern(DPAS_F32) : 0;
        }
        for (uint32_t k = 0; k < 8; ++k)
            j->src2[i].data[k] = float_pattern(j->cmd.src2_type);
    }
}

static inline void fill_random(struct job *j, uint32_t lanes)
{
    if (j->cmd.src1_type >= TYPES) {
        fill_floats(j, lanes);
        return;
    }
    for (uint32_t i = 0; i < rows_to_fill(j); ++i) {
        const uint32_t p1 = draw(20), p2 = draw(20);

        fill(j->src1[i].data, 16, lanes, p1);
        fill(j->src2[i].data, 8, 8, p2);
        for (uint32_t n = 0; n < 16 && i < 8; ++n)
            j->src0[i].data[n] = n < lanes ? accumulator(draw(16)) : 0;
    }
}

/* Asserts that dpas_compute gives the same as the oracle. */
static inline void check_compute(struct job *j, const struct dpas_params *p)
{
    struct dpas_src2 src2[8]; /* of one repeat */
    struct dpas_decoded d;
    uint32_t dst[16];

    expect(j, p);
    assert_int_equal(dpas_decode(&j->cmd, p, &d), DPAS_OK);
    assert_int_equal(d.src1_rows, j->rows);
    assert_int_equal(d.octets * j->reps, j->src2_rows);
    for (uint32_t r = 0; r < j->reps; ++r) {
        for (uint32_t g = 0; g < d.octets; ++g)
            src2[g] = j->src2[g * j->reps + r];
        dpas_compute(p, &d, j->src1, src2, j->cmd.src0_null ? NULL : &j->src0[r], dst);
        if (memcmp(dst, j->dst[r], p->lanes * sizeof dst[0]) == 0)
            continue;
        for (uint32_t n = 0; n < p->lanes; ++n) {
            if (dst[n] != j->dst[r][n])
                fail_msg("types %u,%u acc %u sd %u saturate %u lane %u: %x instead of %x",
                         j->cmd.src1_type, j->cmd.src2_type, j->cmd.acc_type, j->cmd.sd,
                         j->cmd.saturate, n, dst[n], j->dst[r][n]);
        }
    }
}

/* Returns a random command: mostly legal, a third of them with floats. */
static inline struct dpas_cmd random_cmd(const struct dpas_params *p)
{
    const uint32_t lanes = p->lanes;
    const uint32_t pair = draw(3) ? draw(TYPES * TYPES) : TYPES * TYPES + draw(FLOATS);
    const uint32_t sd = p->max_sd == 64 ? 1 + draw(draw(2) ? 64 : 17) : 1u << draw(4);
    const uint32_t taken = 1 + draw(lanes), rc = 1 + draw(8);
    struct dpas_cmd c = make_pair(pair, sd, rc, taken);

    if (c.src1_type < TYPES) {
        c.acc_type = (uint8_t)draw(2);
        c.saturate = (uint8_t)draw(2);
    }
    c.src0_null = draw(4) == 0;
    c.src0_scalar = draw(4) == 0;
    switch (draw(24)) {
    case 0:
        c.src1_type = (uint8_t)draw(16);
        break;
    case 1:
        c.acc_type = (uint8_t)draw(4);
        break;
    case 5:
        c.saturate = 1;
        break;
    case 2:
        c.sd = (uint8_t)draw(p->max_sd == 64 ? 128 : 16);
        break;
    case 3:
        c.rc = (uint8_t)(draw(2) * 9);
        break;
    case 4:
        c.exec_size = (uint8_t)(draw(2) * (lanes + 1));
        break;
    default:
        break;
    }
    return c;
}

#endif
