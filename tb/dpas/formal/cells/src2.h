/*
 * src2.h - the slices of a row of src2 that dpas_src2 gives to the layers, and the rest of the row
 * that it keeps for the next pass of the same repeat.
 *
 * A kept rest is a row itself: its lowest slices are the next ones. That they are the slices of the
 * row which follow is an assertion; dpas_unpack_src2 unpacks both. The layers that serve may be
 * any. Cycles in which no good command is at the head of the queue are not part of it.
 */
#ifndef DPAS_FORMAL_SRC2_H
#define DPAS_FORMAL_SRC2_H

#include <assert.h>

#include "dpas/formal/cells/slice.h"

enum {
    FORMAT = 8,
    GROUPED,
    OPS8,
    SIGNED,
    PACK,
    ROW,
    REP,
    OCTET,
    LAST_PASS,
    LAYERS,
    RESTS,
    ROW_WORDS = 8,
    REST_WORDS = ROW_WORDS - DEPTH,
    OUT_WORDS = (SLICE_BITS * DEPTH + 31) / 32,
    PACKS = 3
};

bool spec(const uint32_t *in, uint32_t *out);

/* The forms of the slices of a row. */
static void unpack(const struct dpas_decoded *d, const uint32_t *row, uint64_t *form)
{
    static union dpas_row a;

    memset(&a, 0, sizeof a);
    dpas_unpack_src2(d, 0, row, &a);
    for (uint32_t s = 0; s < d->cmd.sd; ++s) {
        static uint32_t element[DPAS_MAX_OPS];

        for (uint32_t k = 0; k < d->ops; ++k)
            element[k] = d->is_float ? a.f[s * d->ops + k] : (uint32_t)a.e[s * d->ops + k];
        form[s] = slice_form(d, element);
    }
}

/* A row without its lowest bits, which are those of the first slices. */
static void drop(const uint32_t *row, uint32_t bits, uint32_t *rest)
{
    memset(rest, 0, ROW_WORDS * sizeof *rest);
    for (uint32_t i = 0; i < REST_WORDS; ++i) {
        const uint32_t word = i + bits / 32;
        const uint64_t high = word + 1 < ROW_WORDS ? row[word + 1] : 0;

        rest[i] = (uint32_t)((high << 32 | row[word]) >> bits % 32);
    }
}

/* Unpack the slices that a row has for this pass, and find what is kept of it. What follows is
 * compared as patterns, without converting floats. */
static void split(struct dpas_decoded *d, const uint32_t *row, uint32_t pack, uint64_t *form,
                  uint32_t *rest)
{
    uint64_t all[DPAS_OCTET] = {0}, next[DPAS_OCTET] = {0};

    d->cmd.sd = DEPTH;
    unpack(d, row, form);
    drop(row, DEPTH * (32 >> pack), rest);
    d->fraction = d->is_float ? 24 : 0;
    d->cmd.sd = DPAS_OCTET;
    unpack(d, row, all);
    unpack(d, rest, next);
    for (uint32_t s = DEPTH; s < DPAS_OCTET; ++s)
        assert(next[s - DEPTH] == all[s]);
}

/* Returns false if there is no such command. All that decides where elements are is constant in
 * each call of split. */
static bool take_row(const uint32_t *in, const uint32_t *row, uint64_t *form, uint32_t *rest)
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
                    split(&d, row, kind.pack, form, rest);
                    good = true;
                }
    return good;
}

bool spec(const uint32_t *in, uint32_t *out)
{
    uint32_t rests[DPAS_MAX_RC][REST_WORDS], row[ROW_WORDS] = {0}, rest[ROW_WORDS] = {0};
    uint64_t form[DEPTH] = {0};
    bool good;

    memcpy(rests, in + RESTS, sizeof rests);
    if (in[OCTET])
        memcpy(row, in, sizeof row);
    else
        memcpy(row, rests[in[REP]], sizeof rests[0]);
    good = take_row(in, row, form, rest);
    memset(out, 0, OUT_WORDS * sizeof *out);
    for (uint32_t l = 0; l < DEPTH; ++l)
        if (in[LAYERS] >> l & 1)
            slice_set(out, SLICE_BITS * l, form[l]);
    if (in[ROW] && !in[LAST_PASS])
        memcpy(rests[in[REP]], rest, sizeof rests[0]);
    memcpy(out + OUT_WORDS, rests, sizeof rests);
    return good;
}

#endif
