/*
 * src1.h - the slices of src1 in a lane: which part of a dword each gets, in which bank and at which
 * layer it is kept, and which one a layer takes.
 *
 * Layer l has PASSES words for each bank; word p is slice p * DEPTH + l. The control names the
 * slices to write: any set of them is covered, of a dword that is any row of its octet. The
 * conversion of the two floats of a dword is cut out on both sides; halves.c is about it.
 */
#ifndef DPAS_FORMAL_SRC1_H
#define DPAS_FORMAL_SRC1_H

#include <assert.h>

#include "dpas/formal/cells/slice.h"
#include "numerics/numerics.h"

enum {
    SRC1,
    FORMAT,
    GROUPED,
    OPS8,
    SIGNED,
    PACK,
    WRITE,
    SET,
    HALVES,
    WORDS = HALVES + 2,
    BANKS = 2,
    PACKS = 3
};

bool spec(const uint32_t *in, uint32_t *out);

/* The dword and its two floats, converted, which are taken in turn. */
static struct {
    uint32_t data, result[2], taken;
    uint8_t format;
} halves;

static uint32_t half(uint32_t format, uint16_t x)
{
    const uint32_t k = halves.taken++ % 2;

    assert(halves.format == format && x == (halves.data >> 16 * k & 0xFFFF));
    return halves.result[k];
}

uint32_t assay_bf16_to_f32(uint16_t x)
{
    return half(BF16, x);
}

uint32_t assay_f16_to_f32(uint16_t x)
{
    return half(F16, x);
}

/* The form of each slice of an octet, from the row that has it. */
static void unpack_rows(const uint32_t *in, const struct dpas_decoded *d, uint64_t *form)
{
    const struct dpas_params p = {.lanes = 4, .depth = DEPTH};
    const uint32_t data[DPAS_MAX_LANES] = {in[SRC1]};
    static struct dpas_bank bank;

    memset(&bank, 0, sizeof bank);
    for (uint32_t row = 0; row * d->per_row < DPAS_OCTET; ++row)
        dpas_unpack_src1(&p, d, row, data, &bank);
    for (uint32_t s = 0; s < DPAS_OCTET; ++s) {
        static uint32_t element[DPAS_MAX_OPS];

        for (uint32_t k = 0; k < d->ops; ++k)
            element[k] = d->is_float ? bank.slice[s].f[k][0] : (uint32_t)bank.slice[s].e[k][0];
        form[s] = slice_form(d, element);
    }
}

/* Returns false if there is no such command. All that decides where elements are is constant in
 * each call of unpack_rows. */
static bool unpack(const uint32_t *in, uint64_t *form)
{
    struct slice_kind kind = {.grouped = in[GROUPED], .is_signed = in[SIGNED]};
    struct dpas_decoded d;
    bool good = false;

    for (kind.format = INTEGERS; kind.format <= F32; ++kind.format)
        for (kind.ops8 = 0; kind.ops8 < 2; ++kind.ops8)
            for (kind.pack = 0; kind.pack < PACKS; ++kind.pack)
                if (in[FORMAT] == kind.format && in[PACK] == kind.pack &&
                    (kind.format == INTEGERS ? in[OPS8] == kind.ops8 : !kind.ops8) &&
                    slice_describe(&kind, &d)) {
                    d.cmd.sd = DPAS_OCTET;
                    unpack_rows(in, &d, form);
                    good = true;
                }
    return good;
}

bool spec(const uint32_t *in, uint32_t *out)
{
    uint64_t form[DPAS_OCTET] = {0};
    uint32_t *next = out + 2 * DEPTH;
    bool good;

    halves.data = in[SRC1];
    halves.format = (uint8_t)in[FORMAT];
    halves.taken = 0;
    halves.result[0] = in[HALVES] << 13;
    halves.result[1] = (in[HALVES] >> 19 | in[HALVES + 1] << 13) << 13;
    good = unpack(in, form);
    for (uint32_t l = 0; l < DEPTH; ++l) {
        const uint32_t *const words = in + WORDS + 2 * BANKS * PASSES * l;
        const uint32_t set = in[SET] >> SET_BITS * l & ((1u << SET_BITS) - 1);

        out[2 * l] = words[2 * set];
        out[2 * l + 1] = words[2 * set + 1];
        for (uint32_t k = 0; k < BANKS * PASSES; ++k, next += 2) {
            const uint32_t slice = k % PASSES * DEPTH + l;
            const bool write = in[WRITE] >> (k / PASSES * DPAS_OCTET + slice) & 1;

            next[0] = write ? (uint32_t)form[slice] : words[2 * k];
            next[1] = write ? (uint32_t)(form[slice] >> 32) : words[2 * k + 1];
        }
    }
    return good;
}

#endif
