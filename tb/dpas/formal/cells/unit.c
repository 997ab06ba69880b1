/*
 * unit.c - the registers of dpas_unit, the operands of its multipliers and fmas, and its sum of 34
 * bits are right: what a packet does to the unit is what dpas_add_slice does with its slice.
 *
 * Cut out are the sum of the products of integers, which slice_sum.c is about, and the results of
 * both fmas. The fmas of the model record their operands, and their results may be anything. The
 * first one's operands, the second one's and the partial sum between them must be those that the
 * unit has in its registers for a packet that uses them; the registers of others are not compared.
 *
 * A packet for which the unit is not on, an idle lane or a layer without a slice, passes its sum.
 * A unit without fused sums gets no groups, so these are not part of it.
 *
 *     top:    dpas_unit
 *     rtl:    rtl/dpas/dpas_unit.v rtl/dpas/dpas_fma.v rtl/dotmul/dotmul.v rtl/lib/fp_fma.v
 *     rtl:    rtl/lib/fp_round.v
 *     model:  model/dpas/dpas_math.c model/fdot/arithmetic.c model/fdot/number.c model/fdot/cdna.c
 *     model:  model/numerics/convert.c model/numerics/f32_add.c model/numerics/f32_mul.c
 *     cut:    sum y0 y1
 *     show:   u_mul0.a u_mul0.b u_mul0.dot u_mul0.a_signed u_mul0.b_signed
 *     show:   u_mul1.a u_mul1.b u_mul1.dot u_mul1.a_signed u_mul1.b_signed
 *     show:   u_mul2.a u_mul2.b u_mul2.dot u_mul2.a_signed u_mul2.b_signed
 *     show:   u_mul3.a u_mul3.b u_mul3.dot u_mul3.a_signed u_mul3.b_signed
 *     in:     take on format:2 grouped ops8 signed1 signed2 src1:38 src2:38 acc_in:34 add
 *     in:     sum.i:19 y0.i:32 y1.i:32 first.m:32 second.m:32
 *     in:     products.q:19 carried.q:34 fused.q pair.q high1.m:19 high2.m:19 sent.q:34 fused_pair.q
 *     in:     u_fma0.held_a.m:32 u_fma0.held_b.m:32 u_fma0.held_c.m:32
 *     in:     u_fma1.held_a.m:32 u_fma1.held_b.m:32 u_fma1.held_c.m:32
 *     out:    acc:34
 *     out:    u_mul0.a:8 u_mul0.b:8 u_mul0.dot u_mul0.a_signed u_mul0.b_signed
 *     out:    u_mul1.a:8 u_mul1.b:8 u_mul1.dot u_mul1.a_signed u_mul1.b_signed
 *     out:    u_mul2.a:8 u_mul2.b:8 u_mul2.dot u_mul2.a_signed u_mul2.b_signed
 *     out:    u_mul3.a:8 u_mul3.b:8 u_mul3.dot u_mul3.a_signed u_mul3.b_signed
 *     out:    products.d:19 carried.d:34 fused.d pair.d high1.d:19 high2.d:19 sent.d:34 fused_pair.d
 *     out:    u_fma0.held_a.d:32 u_fma0.held_b.d:32 u_fma0.held_c.d:32
 *     out:    u_fma1.held_a.d:32 u_fma1.held_b.d:32 u_fma1.held_c.d:32
 *     next:   products carried fused pair high1 high2 sent fused_pair
 *     next:   u_fma0.held_a u_fma0.held_b u_fma0.held_c u_fma1.held_a u_fma1.held_b u_fma1.held_c
 *     where:  high1:pair high2:pair u_fma0.held_a:fused u_fma0.held_b:fused u_fma0.held_c:fused
 *     where:  u_fma1.held_a:fused_pair u_fma1.held_b:fused_pair u_fma1.held_c:fused_pair
 *     each:   format
 *     slow
 *     plant:  tb/dpas/faults/float_pair_descending.patch
 */
#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "dpas/formal/cells/slice.h"
#include "numerics/numerics.h"

enum {
    TAKE,
    ON,
    FORMAT,
    GROUPED,
    OPS8,
    SIGNED1,
    SIGNED2,
    SRC1,
    SRC2 = SRC1 + 2,
    ACC_IN = SRC2 + 2,
    ADD = ACC_IN + 2,
    SUM,
    Y0,
    Y1,
    FIRST,
    SECOND,
    STATE
};

/* The registers, as words of `in` from STATE on. */
struct registers {
    uint32_t products, carried[2], fused, pair, high1, high2, sent[2], fused_pair;
    uint32_t first[3], second[3]; /* operands of the fmas */
};

enum { BYTES = 4, PRODUCTS = 2 };

/* The fmas of the slice so far, and their results. */
static struct {
    uint32_t n, operand[PRODUCTS][3], result[PRODUCTS];
} fma;

bool spec(const uint32_t *in, uint32_t *out);

uint32_t assay_f32_fma(uint32_t a, uint32_t b, uint32_t c)
{
    assert(fma.n < PRODUCTS);
    fma.operand[fma.n][0] = a;
    fma.operand[fma.n][1] = b;
    fma.operand[fma.n][2] = c;
    return fma.result[fma.n++];
}

static uint64_t wide(const uint32_t *word)
{
    return word[0] | (uint64_t)word[1] << 32;
}

static void set_34(uint32_t *word, uint64_t x)
{
    word[0] = (uint32_t)x;
    word[1] = (uint32_t)(x >> 32) & 3;
}

/* Element k of a slice of floats, which has them as dpas_halves gives them, or one of 32 bits. */
static uint32_t float_element(const uint32_t *in, const uint32_t *slice, uint32_t k)
{
    return in[FORMAT] == F32 ? slice[0] : (uint32_t)(wide(slice) >> 19 * k) << 13;
}

/* Add the slice in the model. `sum` is that of the products of integers. */
static void add_slice(const uint32_t *in, int32_t *sum)
{
    const struct dpas_params p = {.lanes = 4, .depth = 4};
    const bool is_float = in[FORMAT] != INTEGERS;
    uint32_t acc[DPAS_MAX_LANES] = {in[ACC_IN]};
    int32_t sums[DPAS_MAX_LANES] = {0};
    struct dpas_decoded d;
    struct dpas_bank bank;
    union dpas_row a;

    memset(&fma, 0, sizeof fma);
    fma.result[0] = in[FIRST];
    fma.result[1] = in[SECOND];
    memset(&d, 0, sizeof d);
    memset(&bank, 0, sizeof bank);
    memset(&a, 0, sizeof a);
    d.is_float = is_float;
    d.cmd.exec_size = (uint8_t)in[ON];
    d.ops = is_float ? (in[FORMAT] == F32 ? 1 : 2) : in[OPS8] ? 8 : 4;
    for (uint32_t k = 0; k < d.ops; ++k) {
        if (is_float) {
            bank.slice[0].f[k][0] = float_element(in, in + SRC1, k);
            a.f[k] = float_element(in, in + SRC2, k);
        } else {
            bank.slice[0].e[k][0] = slice_element(in[SRC1], in[OPS8], in[SIGNED1], k);
            a.e[k] = slice_element(in[SRC2], in[OPS8], in[SIGNED2], k);
        }
    }
    if (is_float || in[ON])
        dpas_add_slice(&p, &d, 0, &bank, &a, acc, sums);
    *sum = sums[0];
    assert(acc[0] == (fma.n ? fma.result[fma.n - 1] : in[ACC_IN]));
    assert(fma.n < 2 || fma.operand[1][2] == fma.result[0]);
}

/* The packet in the first stage moves into the second: with its sum, or for a second product. */
static void move(const uint32_t *in, struct registers *r)
{
    const uint64_t sign = r->products >> 18 ? ~UINT64_C(0) << 19 : 0;

    set_34(r->sent, r->fused ? in[Y0] : wide(r->carried) + (sign | r->products));
    r->fused_pair = r->pair;
    r->second[0] = r->high1 << 13;
    r->second[1] = r->high2 << 13;
    r->second[2] = in[Y0];
}

/* A packet moves into the first stage. */
static void take(const uint32_t *in, struct registers *r, int32_t sum)
{
    r->products = (uint32_t)sum & 0x7FFFF;
    memcpy(r->carried, in + ACC_IN, sizeof r->carried);
    r->fused = fma.n > 0;
    r->pair = fma.n > 1;
    memcpy(r->first, fma.operand[0], sizeof r->first);
    r->high1 = fma.operand[1][0] >> 13;
    r->high2 = fma.operand[1][1] >> 13;
    assert((fma.operand[1][0] & 0x1FFF) == 0 && (fma.operand[1][1] & 0x1FFF) == 0);
}

bool spec(const uint32_t *in, uint32_t *out)
{
    struct registers r;
    int32_t sum;

    memcpy(&r, in + STATE, sizeof r);
    set_34(out, r.fused_pair ? in[Y1] : wide(r.sent));
    out += 2;
    for (uint32_t i = 0; i < BYTES; ++i, out += 5) {
        const struct dotmul_op op =
            slice_byte(in[SRC1], in[SRC2], in[OPS8], in[SIGNED1], in[SIGNED2], i);

        out[0] = (uint32_t)op.a;
        out[1] = (uint32_t)op.b;
        out[2] = op.dot;
        out[3] = op.a_signed;
        out[4] = op.b_signed;
    }
    add_slice(in, &sum);
    if (in[ADD])
        move(in, &r);
    if (in[TAKE])
        take(in, &r, sum);
    memcpy(out, &r, sizeof r);
    return !in[GROUPED] &&
           (in[FORMAT] != INTEGERS || !in[ON] || in[SUM] == ((uint32_t)sum & 0x7FFFF));
}
