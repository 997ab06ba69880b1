#include "fdot/coverage.h"

#include "fdot/arithmetic.h"
#include "fdot/fdot.h"

/* Bits of the transfer mask, in the order of the streams in block.yaml. */
enum { OP = 1, RES = 2 };

enum { CLASS_ZERO, CLASS_SUBNORMAL, CLASS_NORMAL, CLASS_INFINITY, CLASS_NAN, CLASSES };
enum { F32_FORMAT = 6, FORMATS };

static const char *const profile_bins[] = {"volta",  "turing",    "ampere",          "ada",
                                           "hopper", "blackwell", "blackwell_scaled"};
static const char *const format_bins[] = {"f16", "bf16", "tf32", "e4m3", "e5m2", "e2m1", "f32"};
static const char *const output_bins[] = {"f32", "f16", "e8m13", "f32_c16"};
static const char *const class_bins[] = {"zero", "subnormal", "normal", "infinity", "nan"};
static const char *const status_bins[] = {"good", "unknown", "too_long"};
static const char *const side_bins[] = {"a", "b", "c"};
static const char *const fraction_bins[] = {"f13", "f23", "f24", "f25"};
static const char *const distance_bins[] = {"greatest", "near", "kept_in_part", "last_bit",
                                            "beyond"};
static const char *const cut_bins[] = {"whole", "cut"};
static const char *const height_bins[] = {"zero", "cancelled", "below",
                                          "at",   "plus1",     "plus2_or_more"};
static const char *const rest_bins[] = {"none", "below_half", "tie_even", "tie_odd", "above_half"};
static const char *const scale_bins[] = {"least", "below", "one", "above", "greatest", "nan"};

static const struct assay_cover_axis profile = {"profile", 7, profile_bins};
static const struct assay_cover_axis a_format = {"a", 6, format_bins};
static const struct assay_cover_axis b_format = {"b", 6, format_bins};
static const struct assay_cover_axis output = {"output", 4, output_bins};
static const struct assay_cover_axis status = {"status", 3, status_bins};
static const struct assay_cover_axis side = {"side", 3, side_bins};
static const struct assay_cover_axis any_format = {"format", FORMATS, format_bins};
static const struct assay_cover_axis class = {"class", CLASSES, class_bins};
static const struct assay_cover_axis fraction = {"fraction", 4, fraction_bins};
static const struct assay_cover_axis distance = {"c", 5, distance_bins};
static const struct assay_cover_axis cut = {"terms", 2, cut_bins};
static const struct assay_cover_axis height = {"sum", 6, height_bins};
static const struct assay_cover_axis rest = {"rest", 5, rest_bins};
static const struct assay_cover_axis a_scale = {"a", 6, scale_bins};
static const struct assay_cover_axis b_scale = {"b", 6, scale_bins};

static bool operation_impossible(const unsigned *bin)
{
    const struct fdot_kind kind = {(enum assay_fdot_profile)bin[0], (enum assay_fdot_format)bin[1],
                                   (enum assay_fdot_format)bin[2], (enum assay_fdot_output)bin[3]};
    struct fdot_rule rule;

    return !fdot_rule(&kind, &rule);
}

static bool element_impossible(const unsigned *bin)
{
    if (bin[0] == 2 ? bin[1] != F32_FORMAT && bin[1] != ASSAY_FDOT_F16 : bin[1] == F32_FORMAT)
        return true;
    return (bin[1] == ASSAY_FDOT_E2M1 && bin[2] >= CLASS_INFINITY) ||
           (bin[1] == ASSAY_FDOT_E4M3 && bin[2] == CLASS_INFINITY);
}

/* Never subnormal: the least product of two f16 is normal in f32, and so is the least f16. */
static bool result_impossible(const unsigned *bin)
{
    return bin[0] == ASSAY_FDOT_OUT_F32_C16 && bin[1] == CLASS_SUBNORMAL;
}

enum { OPERATIONS, STATUS, ELEMENTS, RESULTS, DISTANCES, HEIGHTS, RESTS, SCALES };

const struct assay_cover_group fdot_groups[FDOT_GROUPS] = {
    [OPERATIONS] = {"operations",
                    "profile, formats and output",
                    4,
                    {&profile, &a_format, &b_format, &output},
                    operation_impossible},
    [STATUS] = {"status", "status of a result", 1, {&status}, NULL},
    [ELEMENTS] = {"elements",
                  "class of an element of each format, and of c",
                  3,
                  {&side, &any_format, &class},
                  element_impossible},
    [RESULTS] =
        {"results", "output by class of the value", 2, {&output, &class}, result_impossible},
    [DISTANCES] = {"distances",
                   "how far c is below the greatest exponent, by the fraction bits kept",
                   2,
                   {&fraction, &distance},
                   NULL},
    [HEIGHTS] = {"heights",
                 "the sum against the greatest exponent, and whether bits were cut off",
                 3,
                 {&fraction, &height, &cut},
                 NULL},
    [RESTS] = {"f16_rests", "what is rounded off a sum to f16", 1, {&rest}, NULL},
    [SCALES] = {"scales", "scales of both sides", 2, {&a_scale, &b_scale}, NULL},
};

void fdot_cover_begin(void *any, const struct assay_params *params)
{
    struct fdot_cover_ctx *ctx = any;

    *ctx = (struct fdot_cover_ctx){.k = params->v[0]};
}

void fdot_cover_restart(void *any)
{
    struct fdot_cover_ctx *ctx = any;

    ctx->n = 0;
}

/* The class of an f32, or of an f16 in the low half. */
static uint32_t class_of(bool half, uint32_t x)
{
    return half ? assay_cover_float_class(x, 5, 10) : assay_cover_float_class(x, 8, 23);
}

/*
 * Classifies the elements in 64 bits at once, in lanes as wide as an element's space on the pins. A
 * comparison sets the highest bit of a lane.
 */
struct lanes {
    uint64_t exp, frac; /* masks of the fields, in each lane */
    uint64_t one;       /* the lowest bit of each lane */
    unsigned width;
};

#define LANES_32(x) ((x)*UINT64_C(0x0000000100000001))
#define LANES_16(x) ((x)*UINT64_C(0x0001000100010001))
#define LANES_8(x) ((x)*UINT64_C(0x0101010101010101))

static const struct lanes lanes_of[] = {
    [ASSAY_FDOT_F16] = {LANES_16(0x7C00), LANES_16(0x3FF), LANES_16(1), 16},
    [ASSAY_FDOT_BF16] = {LANES_16(0x7F80), LANES_16(0x7F), LANES_16(1), 16},
    [ASSAY_FDOT_TF32] = {LANES_32(0x7F800000), LANES_32(0x7FE000), LANES_32(1), 32},
    [ASSAY_FDOT_E4M3] = {LANES_8(0x78), LANES_8(7), LANES_8(1), 8},
    [ASSAY_FDOT_E5M2] = {LANES_8(0x7C), LANES_8(3), LANES_8(1), 8},
    [ASSAY_FDOT_E2M1] = {LANES_8(6), LANES_8(1), LANES_8(1), 8},
};

/* Marks the lanes of x that are not 0; their highest bits must be 0. */
static uint64_t nonzero(const struct lanes *l, uint64_t x)
{
    const uint64_t high = l->one << (l->width - 1);

    return (x + (high - l->one)) & high;
}

/* Counts the classes of a side's elements. A group fills whole 64-bit words. */
static void count_side(struct assay_cover *db, uint32_t at_side, uint32_t format, unsigned group,
                       const uint32_t *pins)
{
    const struct lanes *l = &lanes_of[format];
    const uint64_t high = l->one << (l->width - 1);
    uint64_t sum[CLASSES] = {0};

    for (unsigned i = 0; i < group * l->width / 64; ++i) {
        const uint64_t x = pins[2 * i] | (uint64_t)pins[2 * i + 1] << 32;
        const uint64_t exp = nonzero(l, x & l->exp), frac = nonzero(l, x & l->frac);
        const uint64_t top = high & ~nonzero(l, (x & l->exp) ^ l->exp);
        const uint64_t all = high & ~nonzero(l, (x & l->frac) ^ l->frac);
        const uint64_t nan = format == ASSAY_FDOT_E2M1   ? 0
                             : format == ASSAY_FDOT_E4M3 ? top & all
                                                         : top & frac;
        const uint64_t infinity =
            format >= ASSAY_FDOT_E4M3 && format != ASSAY_FDOT_E5M2 ? 0 : top & ~frac;

        sum[CLASS_ZERO] += (high & ~exp & ~frac) >> (l->width - 1);
        sum[CLASS_SUBNORMAL] += (~exp & frac) >> (l->width - 1);
        sum[CLASS_NORMAL] += (exp & ~(nan | infinity)) >> (l->width - 1);
        sum[CLASS_INFINITY] += infinity >> (l->width - 1);
        sum[CLASS_NAN] += nan >> (l->width - 1);
    }
    for (uint32_t c = 0; c < CLASSES; ++c) /* adds the lanes of a sum up in the highest */
        db->count[db->first[ELEMENTS] + at_side + format * CLASSES + c] +=
            sum[c] * l->one >> (64 - l->width);
}

static uint32_t fraction_index(const struct fdot_rule *rule)
{
    return rule->fraction == 13 ? 0 : rule->fraction - 22;
}

static unsigned bits_of(uint64_t x)
{
    return x ? 64 - (unsigned)__builtin_clzll(x) : 0;
}

static uint32_t distance_index(const struct fdot_rule *rule, int d)
{
    const int f = (int)rule->fraction;

    return d == 0 ? 0u : d < (f > 23 ? f - 22 : 2) ? 1u : d < f ? 2u : d == f ? 3u : 4u;
}

/* The bit of weight 2^E is at position F of the sum. */
static uint32_t height_index(const struct fdot_rule *rule, unsigned bits)
{
    const unsigned at = rule->fraction + 1;

    return bits == 0        ? 0
           : bits + 8 <= at ? 1
           : bits < at      ? 2
           : bits == at     ? 3
           : bits == at + 1 ? 4
                            : 5;
}

static uint32_t rest_index(uint64_t magnitude, unsigned bits, int exp)
{
    const int top = exp + (int)bits - 1;
    const int dropped = (top < -14 ? -14 : top) - 10 - exp;
    uint64_t half, below;

    if (dropped <= 0)
        return 0;
    if (dropped > 62)
        return magnitude ? 1 : 0;
    half = UINT64_C(1) << (dropped - 1);
    below = magnitude & (2 * half - 1);
    return below == 0     ? 0
           : below < half ? 1
           : below > half ? 4
                          : 2 + (uint32_t)(magnitude >> dropped & 1);
}

static uint32_t scale_index(uint32_t s)
{
    return s == 0xFF ? 5u : s == 254 ? 4u : s > 127 ? 3u : s == 127 ? 2u : s ? 1u : 0u;
}

static void operation(const struct fdot_cover_ctx *ctx, struct assay_cover *db,
                      const struct fdot_op *op)
{
    const struct fdot_kind kind = {
        (enum assay_fdot_profile)op->profile, (enum assay_fdot_format)op->a_format,
        (enum assay_fdot_format)op->b_format, (enum assay_fdot_output)op->output};
    uint32_t a[FDOT_MAX_GROUP], b[FDOT_MAX_GROUP], fraction_bin;
    const struct fdot_group g = {a, b, op->a_scale, op->b_scale, op->c};
    const bool half = fdot_c_is_f16(kind.output);
    const uint32_t c_format = half ? (uint32_t)ASSAY_FDOT_F16 : (uint32_t)F32_FORMAT;
    struct fdot_rule rule;
    struct fdot_sum s;
    uint64_t magnitude;
    unsigned bits;

    if (op->profile > ASSAY_FDOT_BLACKWELL_SCALED || !fdot_rule(&kind, &rule) ||
        rule.group > ctx->k)
        return;
    assay_cover_hit(db, OPERATIONS,
                    ((op->profile * 6u + op->a_format) * 6u + op->b_format) * 4u + op->output);
    fdot_elements(op->a, kind.a_format, rule.group, a);
    fdot_elements(op->b, kind.b_format, rule.group, b);
    count_side(db, 0, op->a_format, rule.group, op->a);
    count_side(db, FORMATS * CLASSES, op->b_format, rule.group, op->b);
    assay_cover_hit(db, ELEMENTS, (2 * FORMATS + c_format) * CLASSES + class_of(half, op->c));
    if (kind.profile == ASSAY_FDOT_BLACKWELL_SCALED)
        assay_cover_hit(db, SCALES, scale_index(op->a_scale) * 6 + scale_index(op->b_scale));

    fdot_add(&kind, &rule, &g, &s);
    if (!s.finite)
        return;
    fraction_bin = fraction_index(&rule);
    magnitude = s.sum < 0 ? (uint64_t)-s.sum : (uint64_t)s.sum;
    bits = bits_of(magnitude);
    assay_cover_hit(db, DISTANCES, fraction_bin * 5 + distance_index(&rule, s.greatest - s.c_exp));
    assay_cover_hit(db, HEIGHTS, (fraction_bin * 6 + height_index(&rule, bits)) * 2 + s.cut);
    if (kind.output == ASSAY_FDOT_OUT_F16)
        assay_cover_hit(db, RESTS, rest_index(magnitude, bits, s.greatest - (int)rule.fraction));
}

static void result(struct assay_cover *db, uint32_t to, const struct fdot_res *res)
{
    assay_cover_hit(db, STATUS, res->status);
    if (res->status == FDOT_GOOD)
        assay_cover_hit(db, RESULTS, to * CLASSES + class_of(to == ASSAY_FDOT_OUT_F16, res->value));
}

void fdot_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                uint64_t transfers)
{
    struct fdot_cover_ctx *ctx = any;
    const struct fdot_inputs *in = any_in;
    const struct fdot_outputs *out = any_out;

    if (transfers & RES) {
        result(db, ctx->output[ctx->first], &out->res);
        ctx->first = (uint8_t)((ctx->first + 1) % FDOT_STAGES);
        --ctx->n;
    }
    if (transfers & OP) {
        operation(ctx, db, &in->op);
        ctx->output[(ctx->first + ctx->n) % FDOT_STAGES] = in->op.output;
        ++ctx->n;
    }
}
