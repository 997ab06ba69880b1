/*
 * facts.c - depthcull_facts finds the same facts about
 * two planes as the slope-like tests of the model.
 *
 * The coefficients are finite. The records hold depths in stored
 * form: no -0, and only the canonical NaN. In fixed point the sums at
 * the ends are those that the stages compute from the coefficients.
 *
 *     top:    depthcull_facts
 *     rtl:    rtl/depthcull/depthcull_facts.v rtl/depthcull/depthcull_order.v
 *     rtl:    rtl/depthcull/depthcull_depth.v
 *     model:  model/depthcull/depthcull_facts.c
 *     cases:  FIXED=1 CW=40 AW=43 ZW=24 RW=375, FIXED=1 CW=40 AW=44 ZW=24 RW=377
 *     cases:  FIXED=1 CW=40 AW=45 ZW=24 RW=379, FIXED=0 CW=32 AW=32 ZW=32 RW=385
 *     in:     source:RW dest:RW
 *     out:    ge:6 le:6
 *     slow
 *     plant:  tb/depthcull/faults/exponent_condition_lost.patch
 */
#include <string.h>

#include "depthcull/depthcull.h"
#include "numerics/numerics.h"

enum {
    WORDS = (RW + 31) / 32,
    /* The width and height of the tiles with sums of this width. */
    WIDTH = AW == 43   ? 4
            : AW == 45 ? 16
                       : 8,
    HEIGHT = AW == 45 ? 8 : 4,
    /* Offsets of the fields of a record. */
    RIGHT_MIN = ZW,
    LEFT_MIN = 3 * ZW,
    Z11 = 4 * ZW,
    Z01 = 5 * ZW,
    Z10 = 6 * ZW,
    SUM11 = 7 * ZW,
    SUM01 = SUM11 + AW,
    CREF = SUM01 + AW,
    CY = CREF + CW,
    CX = CY + CW
};

bool spec(const uint32_t *in, uint32_t *out);

static uint64_t field(const uint32_t *record, uint32_t at, uint32_t bits)
{
    uint64_t x = 0;

    for (uint32_t i = 0; i < bits; ++i)
        x |= (uint64_t)(record[(at + i) / 32] >> (at + i) % 32 & 1) << i;
    return x;
}

static int64_t number(const uint32_t *record, uint32_t at, uint32_t bits)
{
    const uint64_t sign = UINT64_C(1) << (bits - 1);

    return (int64_t)((field(record, at, bits) ^ sign) - sign);
}

#if FIXED
static bool make_plane(const uint32_t *record, struct depthcull_plane *s)
{
    const int64_t w = WIDTH - 1, h = HEIGHT - 1;

    s->rank[0] = number(record, CX, CW);
    s->rank[1] = number(record, CY, CW);
    s->rank[2] = number(record, CREF, CW);
    s->z[DEPTHCULL_00] = s->rank[2] < 0     ? 0
                         : s->rank[2] >> 32 ? 0xFFFFFF
                                            : (int32_t)(s->rank[2] >> 8);
    s->z[DEPTHCULL_W0] = (int32_t)field(record, Z10, ZW);
    s->z[DEPTHCULL_0H] = (int32_t)field(record, Z01, ZW);
    s->z[DEPTHCULL_WH] = (int32_t)field(record, Z11, ZW);
    s->half[0].low = (int32_t)field(record, LEFT_MIN, ZW);
    s->half[1].low = (int32_t)field(record, RIGHT_MIN, ZW);
    return number(record, SUM01, AW) == s->rank[2] + h * s->rank[1] &&
           number(record, SUM11, AW) == s->rank[2] + w * s->rank[0] + h * s->rank[1];
}
#else
static int32_t key(uint32_t pattern)
{
    const int32_t magnitude = (int32_t)(pattern & 0x7FFFFFFF);

    return pattern >> 31 ? -magnitude : magnitude;
}

static uint8_t exponent(uint32_t pattern)
{
    const uint32_t e = pattern >> 23 & 0xFF;

    return (uint8_t)(e ? e : 1);
}

static bool is_finite(uint32_t pattern)
{
    return (pattern & ASSAY_F32_INF) != ASSAY_F32_INF;
}

static bool is_depth(uint32_t z)
{
    return z == ASSAY_F32_NAN || (!assay_f32_is_nan(z) && z != 0x80000000);
}

static bool set_corner(struct depthcull_plane *s, enum depthcull_corner at, uint32_t z)
{
    s->z[at] = key(z);
    s->corner_e[at] = exponent(z);
    return is_depth(z);
}

static bool make_plane(const uint32_t *record, struct depthcull_plane *s)
{
    const uint32_t left = (uint32_t)field(record, LEFT_MIN, ZW);
    const uint32_t right = (uint32_t)field(record, RIGHT_MIN, ZW);
    const uint32_t cx = (uint32_t)field(record, CX, CW), cy = (uint32_t)field(record, CY, CW);
    const uint32_t cref = (uint32_t)field(record, CREF, CW);
    bool good =
        is_depth(left) && is_depth(right) && is_finite(cx) && is_finite(cy) && is_finite(cref);

    s->rank[0] = key(cx);
    s->rank[1] = key(cy);
    s->rank[2] = key(cref);
    s->cref_e = exponent(cref);
    set_corner(s, DEPTHCULL_00, cref == 0x80000000 ? 0 : cref);
    good &= set_corner(s, DEPTHCULL_W0, (uint32_t)field(record, Z10, ZW));
    good &= set_corner(s, DEPTHCULL_0H, (uint32_t)field(record, Z01, ZW));
    good &= set_corner(s, DEPTHCULL_WH, (uint32_t)field(record, Z11, ZW));
    s->half[0].low = key(left);
    s->half[1].low = key(right);
    return good;
}
#endif

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct depthcull_params p = {.tw = WIDTH, .th = HEIGHT, .fixed = FIXED};
    struct depthcull_plane source, destination;

    memset(&source, 0, sizeof source);
    memset(&destination, 0, sizeof destination);
    if (!make_plane(in, &source) || !make_plane(in + WORDS, &destination))
        return false;
    out[0] = out[1] = 0;
    for (uint32_t test = DEPTHCULL_SLOPE; test <= DEPTHCULL_CLAIM5; ++test) {
        const uint32_t facts = depthcull_slope_facts(&p, test, &source, &destination);
        const uint32_t bit = test - DEPTHCULL_SLOPE;

        out[0] |= (uint32_t)((facts & DEPTHCULL_GE) != 0) << bit;
        out[1] |= (uint32_t)((facts & DEPTHCULL_LE) != 0) << bit;
    }
    return true;
}
