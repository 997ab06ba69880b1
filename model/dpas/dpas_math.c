/* dpas_math.c - the arithmetic of dpas on unpacked operands. */
#include <stddef.h>
#include <string.h>

#include "dpas/dpas.h"
#include "dpas/fused.h"
#include "numerics/numerics.h"

/* Lanes are processed in groups of constant size, which compilers vectorise. */
enum { GROUP = 8 };

/* Zero- or sign-extends a field of width `mask`; x may have bits above it. */
static inline int16_t extend(uint32_t x, uint32_t mask, uint32_t sign)
{
    return (int16_t)(((int32_t)((x & mask) ^ sign)) - (int32_t)sign);
}

/* Element k of dwords of a float type: as f32, or its pattern if the command is fused. */
static uint32_t float_element(const struct dpas_decoded *d, uint8_t type, const uint32_t *data,
                              uint32_t k)
{
    if (d->fraction && type != DPAS_F32)
        return data[k / 2] >> k % 2 * 16 & 0xFFFF;
    switch (type) {
    case DPAS_BF16:
        return assay_bf16_to_f32((uint16_t)(data[k / 2] >> k % 2 * 16));
    case DPAS_F16:
        return assay_f16_to_f32((uint16_t)(data[k / 2] >> k % 2 * 16));
    default:
        return data[k];
    }
}

/* With floats, each row is one slice. */
static void unpack_floats(const struct dpas_decoded *d, const uint32_t *data,
                          union dpas_slice *slice)
{
    for (uint32_t k = 0; k < d->ops; ++k) {
        for (uint32_t n = 0; n < d->cmd.exec_size; ++n)
            slice->f[k][n] = float_element(d, d->cmd.src1_type, data + n, k);
    }
}

static void unpack_integers(const struct dpas_params *p, const struct dpas_decoded *d, uint32_t row,
                            const uint32_t *data, struct dpas_bank *bank)
{
    const uint32_t first = row * d->per_row;
    const uint32_t mask = (UINT32_C(1) << d->bits1) - 1, sign = d->sign1, bits = d->bits1;
    const uint32_t ops = d->ops;

    /* All in one octet, which has a whole number of rows. */
    for (uint32_t s = first; s < d->cmd.sd && s < first + d->per_row; ++s) {
        for (uint32_t k = 0; k < ops; ++k) {
            const uint32_t shift = ((s - first) * ops + k) * bits;

            for (size_t base = 0; base < p->lanes; base += GROUP) {
                const uint32_t *from = data + base;
                int16_t *to = bank->slice[s % DPAS_OCTET].e[k] + base;

                for (size_t n = 0; n < GROUP; ++n)
                    to[n] = extend(from[n] >> shift, mask, sign);
            }
        }
    }
}

void dpas_unpack_src1(const struct dpas_params *p, const struct dpas_decoded *d, uint32_t row,
                      const uint32_t *data, struct dpas_bank *bank)
{
    if (d->is_float)
        unpack_floats(d, data, &bank->slice[row % DPAS_OCTET]);
    else
        unpack_integers(p, d, row, data, bank);
}

static void unpack_float_row(const struct dpas_decoded *d, uint32_t count, const uint32_t *data,
                             uint32_t *f)
{
    for (uint32_t k = 0; k < count; ++k)
        f[k] = float_element(d, d->cmd.src2_type, data, k);
}

static void unpack_integer_row(const struct dpas_decoded *d, uint32_t count, const uint32_t *data,
                               int16_t *e)
{
    const uint32_t mask = (UINT32_C(1) << d->bits2) - 1, sign = d->sign2, bits = d->bits2;

    /* Four at a time: a slice has a multiple of four elements, and so does a word. */
    for (uint32_t k = 0; k < count; k += 4) {
        const uint32_t x = data[k * bits / 32] >> k * bits % 32;

        e[k] = extend(x, mask, sign);
        e[k + 1] = extend(x >> bits, mask, sign);
        e[k + 2] = extend(x >> 2 * bits, mask, sign);
        e[k + 3] = extend(x >> 3 * bits, mask, sign);
    }
}

void dpas_unpack_src2(const struct dpas_decoded *d, uint32_t octet, const uint32_t *data,
                      union dpas_row *a)
{
    const uint32_t left = d->cmd.sd - octet * DPAS_OCTET;
    const uint32_t count = (left < DPAS_OCTET ? left : DPAS_OCTET) * d->ops;

    if (d->is_float)
        unpack_float_row(d, count, data, a->f);
    else
        unpack_integer_row(d, count, data, a->e);
}

void dpas_start(const struct dpas_params *p, const struct dpas_decoded *d, const uint32_t *src0,
                uint32_t *acc)
{
    if (d->cmd.src0_null) {
        memset(acc, 0, p->lanes * sizeof *acc);
    } else if (d->cmd.src0_scalar) {
        for (uint32_t n = 0; n < p->lanes; ++n)
            acc[n] = src0[0];
    } else {
        memcpy(acc, src0, p->lanes * sizeof *acc);
    }
}

/* Four products in each lane of the group that starts at n0; elements of 8 bits or fewer. */
static inline void add_4(const int16_t e[][DPAS_MAX_LANES], size_t n0, const int16_t *a,
                         int32_t *sum)
{
    for (size_t n = n0; n < n0 + GROUP; ++n)
        sum[n] += e[0][n] * a[0] + e[1][n] * a[1] + e[2][n] * a[2] + e[3][n] * a[3];
}

/* Eight products; elements of 4 bits or fewer. Their sum is at most 8 * 15 * 15 in magnitude: it
 * fits in 16 bits, which halves the vectors. */
static inline void add_8(const int16_t e[][DPAS_MAX_LANES], size_t n0, const int16_t *a,
                         int32_t *sum)
{
    int16_t partial[GROUP];

    for (size_t n = 0; n < GROUP; ++n) {
        const size_t m = n0 + n;

        partial[n] = (int16_t)(e[0][m] * a[0] + e[1][m] * a[1] + e[2][m] * a[2] + e[3][m] * a[3] +
                               e[4][m] * a[4] + e[5][m] * a[5] + e[6][m] * a[6] + e[7][m] * a[7]);
    }
    for (size_t n = 0; n < GROUP; ++n)
        sum[n0 + n] += partial[n];
}

static void chain(const struct dpas_decoded *d, const union dpas_slice *b, const uint32_t *a,
                  uint32_t *acc)
{
    for (uint32_t k = 0; k < d->ops; ++k) {
        for (uint32_t n = 0; n < d->cmd.exec_size; ++n)
            acc[n] = assay_f32_fma(b->f[k][n], a[k], acc[n]);
    }
}

/* The slice forms a group by itself. The profile's longer groups would add only products of
 * zeros, which change nothing: such a product has the exponent -252, and that of c is greater. */
static void fuse(const struct dpas_params *p, const struct dpas_decoded *d,
                 const union dpas_slice *slice, const uint32_t *a, uint32_t *acc)
{
    const struct fdot_kind kind = dpas_fused_kind(p, d->cmd.src1_type);
    const struct fdot_rule rule = {d->ops, d->fraction};

    for (uint32_t n = 0; n < d->cmd.exec_size; ++n) {
        uint32_t b[DPAS_MAX_FLOAT_OPS] = {0};
        const struct fdot_group group = {a, b, 0, 0, acc[n]};

        for (uint32_t k = 0; k < d->ops; ++k)
            b[k] = slice->f[k][n];
        acc[n] = fdot_group(&kind, &rule, &group);
    }
}

void dpas_add_slice(const struct dpas_params *p, const struct dpas_decoded *d, uint32_t slice,
                    const struct dpas_bank *bank, const union dpas_row *a, uint32_t *acc,
                    int32_t *sum)
{
    const union dpas_slice *b = &bank->slice[slice % DPAS_OCTET];
    const uint32_t first = slice % DPAS_OCTET * d->ops;

    if (d->is_float) {
        if (d->fraction)
            fuse(p, d, b, a->f + first, acc);
        else
            chain(d, b, a->f + first, acc);
        return;
    }
    for (size_t n0 = 0; n0 < p->lanes; n0 += GROUP) {
        if (d->ops == 4)
            add_4(b->e, n0, a->e + first, sum);
        else
            add_8(b->e, n0, a->e + first, sum);
    }
}

static uint32_t clamp(uint8_t acc_type, uint32_t acc, int32_t sum)
{
    if (acc_type == DPAS_ACC_U32) {
        const int64_t exact = (int64_t)acc + sum;

        return exact < 0 ? 0 : exact > UINT32_MAX ? UINT32_MAX : (uint32_t)exact;
    } else {
        const int64_t c = acc & UINT32_C(0x80000000) ? (int64_t)acc - (INT64_C(1) << 32) : acc;
        const int64_t exact = c + sum;

        return exact < INT32_MIN   ? UINT32_C(0x80000000)
               : exact > INT32_MAX ? UINT32_C(0x7FFFFFFF)
                                   : (uint32_t)exact;
    }
}

void dpas_finish(const struct dpas_params *p, const struct dpas_decoded *d, const uint32_t *acc,
                 const int32_t *sum, uint32_t *dst)
{
    const uint32_t lanes = d->cmd.exec_size;

    if (d->is_float) {
        memcpy(dst, acc, p->lanes * sizeof *dst);
        return;
    }
    if (d->cmd.saturate) {
        for (uint32_t n = 0; n < lanes; ++n)
            dst[n] = clamp(d->cmd.acc_type, acc[n], sum[n]);
    } else {
        for (uint32_t n = 0; n < lanes; ++n)
            dst[n] = acc[n] + (uint32_t)sum[n];
    }
    for (uint32_t n = lanes; n < p->lanes; ++n)
        dst[n] = acc[n];
}

void dpas_compute(const struct dpas_params *p, const struct dpas_decoded *d,
                  const struct dpas_src1 *src1, const struct dpas_src2 *src2,
                  const struct dpas_src0 *src0, uint32_t *dst)
{
    struct dpas_bank bank[DPAS_MAX_OCTETS];
    union dpas_row a = {{0}};
    uint32_t acc[DPAS_MAX_LANES] = {0};
    int32_t sum[DPAS_MAX_LANES] = {0};

    memset(bank, 0, d->octets * sizeof bank[0]);
    for (uint32_t row = 0; row < d->src1_rows; ++row)
        dpas_unpack_src1(p, d, row, src1[row].data, &bank[row * d->per_row / DPAS_OCTET]);
    dpas_start(p, d, d->cmd.src0_null ? acc : src0->data, acc);
    for (uint32_t s = 0; s < d->cmd.sd; ++s) {
        const uint32_t octet = s / DPAS_OCTET;

        if (s % DPAS_OCTET == 0)
            dpas_unpack_src2(d, octet, src2[octet].data, &a);
        dpas_add_slice(p, d, s, &bank[octet], &a, acc, sum);
    }
    dpas_finish(p, d, acc, sum, dst);
}
