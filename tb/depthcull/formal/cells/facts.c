/*
 * facts.c - depthcull_facts finds what the tests of the model find.
 *
 * The records hold depths as they are stored: no -0, and the canonical NaN. Of fixed point the sums at
 * the ends are those that the stages make of the coefficients.
 *
 *     top:    depthcull_facts
 *     rtl:    rtl/depthcull/depthcull_facts.v rtl/depthcull/depthcull_order.v
 *     rtl:    rtl/depthcull/depthcull_depth.v
 *     model:  model/depthcull/depthcull_facts.c
 *     cases:  FIXED=1 CW=40 AW=43 ZW=24 RW=327, FIXED=1 CW=40 AW=44 ZW=24 RW=329
 *     cases:  FIXED=1 CW=40 AW=45 ZW=24 RW=331, FIXED=0 CW=32 AW=32 ZW=32 RW=321
 *     in:     source:RW dest:RW is_plane
 *     out:    gt lt ge:7 le:7
 *     slow
 *     plant:  tb/depthcull/faults/exponent_condition_lost.patch
 */
#include <string.h>

#include "depthcull/depthcull.h"
#include "numerics/numerics.h"

enum {
    WORDS = (RW + 31) / 32,
    /* The width and height of the tiles whose sums are so wide. */
    WIDTH = AW == 43   ? 4
            : AW == 45 ? 16
                       : 8,
    HEIGHT = AW == 45 ? 8 : 4,
    /* Where the fields of a record begin. */
    MAX = 0,
    MIN = ZW,
    Z11 = 2 * ZW,
    Z01 = 3 * ZW,
    Z10 = 4 * ZW,
    SUM11 = 5 * ZW,
    SUM01 = SUM11 + AW,
    CREF = SUM01 + AW,
    CY = CREF + CW,
    CX = CY + CW,
    UNKNOWN = CX + CW
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
    s->low = (int32_t)field(record, MIN, ZW);
    s->high = (int32_t)field(record, MAX, ZW);
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
    const uint32_t min = (uint32_t)field(record, MIN, ZW), max = (uint32_t)field(record, MAX, ZW);
    const uint32_t cref = (uint32_t)field(record, CREF, CW);
    bool good = is_depth(min) && is_depth(max);

    s->rank[0] = key((uint32_t)field(record, CX, CW));
    s->rank[1] = key((uint32_t)field(record, CY, CW));
    s->rank[2] = key(cref);
    s->cref_e = exponent(cref);
    set_corner(s, DEPTHCULL_00, cref == 0x80000000 ? 0 : cref);
    good &= set_corner(s, DEPTHCULL_W0, (uint32_t)field(record, Z10, ZW));
    good &= set_corner(s, DEPTHCULL_0H, (uint32_t)field(record, Z01, ZW));
    good &= set_corner(s, DEPTHCULL_WH, (uint32_t)field(record, Z11, ZW));
    s->low = key(min);
    s->high = key(max);
    return good;
}
#endif

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct depthcull_params p = {.tw = WIDTH, .th = HEIGHT, .fixed = FIXED};
    struct depthcull_plane source;
    struct depthcull_tile tile;

    memset(&source, 0, sizeof source);
    memset(&tile, 0, sizeof tile);
    if (!make_plane(in, &source) || !make_plane(in + WORDS, &tile.plane))
        return false;
    source.unknown = (uint8_t)field(in, UNKNOWN, 1);
    tile.plane.unknown = (uint8_t)field(in + WORDS, UNKNOWN, 1);
    tile.kind = in[2 * WORDS] ? DEPTHCULL_PLANE : DEPTHCULL_PIXELS;
    for (uint32_t i = 0; i < 4; ++i)
        out[i] = 0;
    for (uint32_t test = DEPTHCULL_RANGE; test <= DEPTHCULL_CLAIM5; ++test) {
        const uint32_t facts = depthcull_facts(&p, test, &source, &tile);

        out[0] |= (facts & DEPTHCULL_GT) != 0;
        out[1] |= (facts & DEPTHCULL_LT) != 0;
        out[2] |= (uint32_t)((facts & DEPTHCULL_GE) != 0) << (test - 1);
        out[3] |= (uint32_t)((facts & DEPTHCULL_LE) != 0) << (test - 1);
    }
    return true;
}
