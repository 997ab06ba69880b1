/*
 * compute_block_oracle.h - an interpreter of compute_block's messages: it executes one group after
 * the other in host arithmetic, without state machines or cycles.
 */
#ifndef COMPUTE_BLOCK_ORACLE_H
#define COMPUTE_BLOCK_ORACLE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compute_block/compute_block.h"
#include "compute_block/memory.h"
#include "unit/host_words.h"

enum { PENDING = 256 }; /* the most messages of a PR that have not been executed yet */

struct interpreter {
    struct compute_block_params p;
    uint32_t row[CB_MAX_ROWS][CB_MAX_LANES];
    struct sent {
        struct compute_block_msg m[PENDING];
        uint32_t n, next;
    } pr[CB_MAX_PRS];
    struct cb_memory memory;           /* as if the groups ran one after the other */
    int32_t expected[CB_MAX_PRS][256]; /* notification status by tag; -1: none */
    uint32_t outstanding;
    /* Counts of sparse messages, [integer, float][no, some, all slices survived], and of generated
     * maps, [src1, src2][no bit, up to half of the bits, more than half of the bits set]. */
    uint32_t survived[2][3], mapped[2][3];
};

static inline float half(uint32_t x)
{
    const uint32_t e = x >> 10 & 31, f = x & 1023;
    float r;

    if (e == 31)
        r = f ? NAN : INFINITY;
    else
        r = e ? ldexpf((float)(1024 + f), (int)e - 25) : ldexpf((float)f, -24);
    return x >> 15 & 1 ? -r : r;
}

static inline uint32_t bits_of(uint8_t type)
{
    static const uint8_t bits[] = {2, 2, 4, 4, 8, 8, 16, 16, 32};

    return bits[type];
}

/* Returns the element of `type` at bit `bit` of the dwords that start at row `row` and run on into
 * the next rows. */
static inline uint32_t element(const struct interpreter *t, uint32_t row, uint32_t bit,
                               uint8_t type)
{
    const uint32_t w = row * t->p.lanes + bit / 32, n = bits_of(type);
    const uint32_t x = t->row[w / t->p.lanes][w % t->p.lanes] >> bit % 32;

    return n == 32 ? x : x & ((1U << n) - 1);
}

static inline int64_t integer(uint32_t x, uint8_t type)
{
    const uint32_t n = bits_of(type);

    return type & 1 && x >> (n - 1) ? (int64_t)x - (1 << n) : (int64_t)x;
}

static inline float floating(uint32_t x, uint8_t type)
{
    return type == DPAS_BF16 ? as_float(x << 16) : type == DPAS_F16 ? half(x) : as_float(x);
}

static inline uint32_t ops_of(const struct compute_block_msg *m)
{
    if (m->src1_type >= DPAS_BF16)
        return m->src1_type == DPAS_F32 ? 1 : 2;
    return bits_of(m->src1_type) == 8 || bits_of(m->src2_type) == 8 ? 4 : 8;
}

static inline uint32_t activated(const struct compute_block_msg *m, uint32_t x)
{
    const bool tanh = m->act == 3;
    const struct cb_table *table = tanh ? &cb_tanh_table : &cb_sigmoid_table;
    const float f = as_float(x), size = fabsf(f), scale = tanh ? 16 : 8;
    float y;

    if (m->act == 0)
        return x;
    if (m->acc_type == DPAS_ACC_S32)
        return (int32_t)x > 0 ? x : 0;
    if (isnan(f))
        return UINT32_C(0x7FC00000);
    if (m->act == 1)
        return f > 0 ? x : 0;
    y = 1;
    if (size * scale < 64) {
        const uint32_t i = (uint32_t)(size * scale);

        y = fmaf(as_float(table->slope[i]), size, as_float(table->icept[i]));
    }
    if (signbit(f))
        y = tanh ? -y : 1 - y;
    return canonical_bits(y);
}

/* Requantises with remainders and masks, as inference libraries do. */
static inline uint32_t requantised(const struct interpreter *t, const struct compute_block_msg *m,
                                   uint32_t lane, uint32_t x)
{
    const int64_t multiplier = (int32_t)t->row[m->mul][lane];
    const int32_t s = (int32_t)(t->row[m->shift][lane] << 26) >> 26;
    const int64_t low = (int16_t)m->low, high = (int16_t)m->high;
    uint64_t v = (uint64_t)((int32_t)x * multiplier); /* modulo 2^64 from here */
    int64_t y;

    for (int32_t i = 0; i < s; ++i)
        v *= 2;
    y = (int64_t)(v + (UINT64_C(1) << 30)) >> 31;
    if (s < 0) {
        const int64_t rem = y & ((INT64_C(1) << -s) - 1), mask = (INT64_C(1) << -s) - 1;

        y >>= -s;
        y += rem > (mask >> 1) + (y < 0);
    }
    y += (int16_t)m->offset;
    return (uint32_t)(y < low ? low : y > high ? high : y);
}

/* Returns true if slice s of a message takes part in the sum. */
static inline bool survives(const struct interpreter *t, const struct compute_block_msg *m,
                            uint32_t s)
{
    const uint32_t bit = UINT32_C(1) << s % 32;

    return !m->sparse ||
           ((t->row[m->map1][s / 32] & bit) != 0 && (t->row[m->map2][s / 32] & bit) != 0);
}

static inline void count_survivors(struct interpreter *t, const struct compute_block_msg *m)
{
    uint32_t n = 0;

    for (uint32_t s = 0; s < m->sd; ++s)
        n += survives(t, m, s);
    if (m->sparse)
        ++t->survived[m->acc_type == DPAS_ACC_F32][n == 0 ? 0 : n < m->sd ? 1 : 2];
}

static inline void run_message(struct interpreter *t, const struct compute_block_msg *m,
                               uint32_t kept[8][CB_MAX_LANES])
{
    const uint32_t ops = ops_of(m), b1 = bits_of(m->src1_type), b2 = bits_of(m->src2_type);
    const uint32_t per = 32 / (ops * b1);
    uint32_t result[8][CB_MAX_LANES];

    count_survivors(t, m);
    for (uint32_t r = 0; r < m->rc; ++r)
        for (uint32_t n = 0; n < t->p.lanes; ++n) {
            const uint32_t lane = m->src0_scalar ? 0 : n;
            const uint32_t c = m->chain ? kept[r][n] : m->src0_null ? 0 : t->row[m->src0 + r][lane];
            int64_t sum = m->acc_type == DPAS_ACC_S32 ? (int32_t)c : (int64_t)c;
            float chain = as_float(c);

            result[r][n] = c;
            if (n >= m->exec_size)
                continue;
            chain = as_float(canonical_bits(chain)); /* canonical NaN even if nothing is added */
            for (uint32_t k = 0; k < m->sd * ops; ++k) {
                const uint32_t s = k / ops;
                const uint32_t x = element(t, m->src1 + s / per,
                                           n * 32 + (s % per * ops + k % ops) * b1, m->src1_type);
                /* src2 has eight slices of every repeat, then the next eight. */
                const uint32_t fed = s / 8 * m->rc + r;
                const uint32_t y =
                    element(t, m->src2, (fed * 8 * ops + k % (8 * ops)) * b2, m->src2_type);

                if (!survives(t, m, s))
                    continue;
                if (m->acc_type == DPAS_ACC_F32)
                    chain = as_float(canonical_bits(
                        fmaf(floating(x, m->src1_type), floating(y, m->src2_type), chain)));
                else
                    sum += integer(x, m->src1_type) * integer(y, m->src2_type);
            }
            if (m->saturate) {
                const int64_t least = m->acc_type == DPAS_ACC_S32 ? INT32_MIN : 0;
                const int64_t most = m->acc_type == DPAS_ACC_S32 ? INT32_MAX : UINT32_MAX;

                sum = sum < least ? least : sum > most ? most : sum;
            }
            result[r][n] = m->acc_type == DPAS_ACC_F32 ? canonical_bits(chain) : (uint32_t)sum;
        }
    for (uint32_t r = 0; r < m->rc; ++r)
        for (uint32_t n = 0; n < t->p.lanes; ++n) {
            if (m->keep)
                kept[r][n] = result[r][n];
            else
                t->row[m->dst + r][n] = n >= m->exec_size ? result[r][n]
                                        : m->act == 4     ? requantised(t, m, n, result[r][n])
                                                          : activated(m, result[r][n]);
        }
}

static inline bool overlap(uint32_t a, uint32_t na, uint32_t b, uint32_t nb)
{
    return a < b + nb && b < a + na;
}

static inline bool types_pair(uint8_t a, uint8_t b)
{
    return a <= DPAS_F32 && b <= DPAS_F32 && (a == b || (a < DPAS_BF16 && b < DPAS_BF16));
}

/* Returns true if element d of slice s is nonzero and lies in a row that the fill has brought in. n
 * is a lane of src1 or a repeat of src2. Rows of `brought` count from the first row of the fill. */
static inline bool is_something(const struct interpreter *t, const struct compute_block_msg *m,
                                const bool *brought, uint32_t s, uint32_t n, uint32_t d)
{
    const uint8_t type = m->operand ? m->src2_type : m->src1_type;
    const uint32_t ops = ops_of(m), bits = bits_of(type), per = 32 / (ops * bits);
    const uint32_t row_bits = 32 * t->p.lanes;
    const uint32_t at = m->operand ? ((s / 8 * m->rc + n) * 8 * ops + s % 8 * ops + d) * bits
                                   : s / per * row_bits + 32 * n + (s % per * ops + d) * bits;
    uint32_t x;

    if (at / row_bits >= CB_MAX_ROWS || !brought[at / row_bits])
        return false;
    x = element(t, m->dst, at, type);
    return type < DPAS_BF16 ? x != 0 : floating(x, type) != 0;
}

/* Generates the map of the rows that a fill has brought in. */
static inline void make_map(struct interpreter *t, const struct compute_block_msg *m)
{
    uint32_t *const map = t->row[m->operand ? m->map2 : m->map1];
    const uint32_t n = m->operand ? m->rc : t->p.lanes;
    bool brought[CB_MAX_ROWS] = {false};
    uint32_t bits = 0;

    for (uint32_t i = 0; i < m->items; ++i)
        for (uint32_t j = 0; j < m->per; ++j)
            brought[i * m->row_step + j] = true;
    memset(map, 0, sizeof t->row[0]);
    for (uint32_t i = 0; i < 64 * n * ops_of(m); ++i) {
        const uint32_t s = i / (n * ops_of(m));

        if (is_something(t, m, brought, s, i / ops_of(m) % n, i % ops_of(m)))
            map[s / 32] |= UINT32_C(1) << s % 32;
    }
    for (uint32_t s = 0; s < 64; ++s)
        bits += map[s / 32] >> s % 32 & 1;
    ++t->mapped[m->operand][bits == 0 ? 0 : bits <= 32 ? 1 : 2];
}

/* Returns the status of a move. */
static inline int move_status(const struct compute_block_params *p,
                              const struct compute_block_msg *m)
{
    const uint32_t row_bytes = p->lanes * (m->narrow ? 1 : 4),
                   first = m->op == 1 ? m->dst : m->src0;
    const uint32_t map = m->operand ? m->map2 : m->map1,
                   last = first + (m->items - 1U) * m->row_step + m->per - 1;

    if (m->op == 3 || m->keep || m->chain)
        return 9;
    if (m->items < 1 || m->items > 64 || m->per < 1 || m->per > 16 / p->lanes || m->per == 3)
        return 10;
    if (m->addr % (row_bytes * m->per) || m->addr_step % (row_bytes * m->per))
        return 10;
    if (m->op == 1 && (m->narrow || (m->items > 1 && m->row_step < m->per)))
        return 10;
    if (m->sparse && (m->op == 2 || !types_pair(m->src1_type, m->src2_type)))
        return 12;
    if (m->sparse && m->operand && (m->rc < 1 || m->rc > 8))
        return 12;
    for (uint32_t i = 0; i < m->items; ++i)
        if (first + i * m->row_step + m->per > p->rows)
            return 6;
    if (m->sparse && (map >= p->rows || (map >= first && map <= last)))
        return 6;
    return 0;
}

static inline int own_status(const struct compute_block_params *p,
                             const struct compute_block_msg *m)
{
    const uint32_t rc = m->rc;
    uint32_t r1, r2;

    if (m->op)
        return move_status(p, m);
    if (!types_pair(m->src1_type, m->src2_type) || m->acc_type == 3)
        return 1;
    if ((m->src1_type >= DPAS_BF16) != (m->acc_type == DPAS_ACC_F32))
        return 1;
    if (m->sd == 0 || m->sd >= 65)
        return 2;
    if (rc < 1 || rc > 8)
        return 3;
    if (m->exec_size < 1 || m->exec_size > p->lanes)
        return 4;
    if (m->saturate && m->acc_type == DPAS_ACC_F32)
        return 5;
    r1 = (m->sd * ops_of(m) * bits_of(m->src1_type) + 31) / 32;
    r2 = ((m->sd + 7U) / 8 * rc * 8 * ops_of(m) * bits_of(m->src2_type) + 32 * p->lanes - 1) /
         (32 * p->lanes);
    if (m->src1 + r1 > p->rows || m->src2 + r2 > p->rows)
        return 6;
    if (!m->chain && !m->src0_null && m->src0 + rc > p->rows)
        return 6;
    if (m->sparse && (m->map1 >= p->rows || m->map2 >= p->rows))
        return 6;
    if (!m->keep) {
        if (m->sparse && (overlap(m->dst, rc, m->map1, 1) || overlap(m->dst, rc, m->map2, 1)))
            return 6;
        if (m->dst + rc > p->rows || overlap(m->dst, rc, m->src1, r1) ||
            overlap(m->dst, rc, m->src2, r2))
            return 6;
        if (!m->chain && !m->src0_null && m->dst != m->src0 && overlap(m->dst, rc, m->src0, rc))
            return 6;
        if (m->act == 4 && (m->mul >= p->rows || m->shift >= p->rows ||
                            overlap(m->dst, rc, m->mul, 1) || overlap(m->dst, rc, m->shift, 1)))
            return 6;
        if ((m->act == 4 && (m->acc_type != DPAS_ACC_S32 || (int16_t)m->low > (int16_t)m->high)) ||
            m->act > 4)
            return 7;
        if ((m->act == 1 && m->acc_type == DPAS_ACC_U32) ||
            (m->act > 1 && m->act < 4 && m->acc_type != DPAS_ACC_F32))
            return 7;
    }
    return m->sparse && m->strict ? 12 : 0;
}

/* Returns the number of messages in the next group, or 0 if its end has not been sent yet. */
static inline uint32_t group_length(const struct sent *s)
{
    for (uint32_t i = s->next; i < s->n; ++i)
        if (!s->m[i].keep)
            return i - s->next + 1;
    return 0;
}

static inline int group_status(const struct compute_block_params *p,
                               const struct compute_block_msg *m, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i) {
        const int own = own_status(p, &m[i]);

        if (own)
            return own;
        if (m[i].chain != (i > 0) || i >= p->queue ||
            (i > 0 && (m[i].acc_type != m[i - 1].acc_type || m[i].rc != m[i - 1].rc)))
            return 8;
    }
    return 0;
}

static inline void run_group(struct interpreter *t, uint32_t pr)
{
    struct sent *s = &t->pr[pr];
    const struct compute_block_msg *m = &s->m[s->next];
    const uint32_t n = group_length(s);
    uint32_t kept[8][CB_MAX_LANES];
    int status;

    assert_int_not_equal(n, 0);
    memset(kept, 0, sizeof kept);
    status = group_status(&t->p, m, n);
    if (m->op && status == 0) {
        status = cb_memory_move(&t->memory, m, t->p.lanes, t->row);
        if (status == 0 && m->sparse)
            make_map(t, m);
    } else {
        for (uint32_t i = 0; i < n && status == 0; ++i)
            run_message(t, &m[i], kept);
    }
    t->expected[pr][m[n - 1].tag] = status;
    ++t->outstanding;
    s->next += n;
}

#endif
