#include "fp/coverage.h"

#include "fp/fp.h"

/* Bits of the transfer mask, in the order of the streams in block.yaml. */
enum { OP = 1, RES = 2 };

enum { CLASS_ZERO, CLASS_SUBNORMAL, CLASS_NORMAL, CLASS_INFINITY, CLASS_NAN, CLASSES };

static const char *const code_bins[] = {"add",        "sub",         "mul",        "fma",
                                        "div",        "min",         "max",        "cmp",
                                        "f32_to_f16", "f32_to_bf16", "f16_to_f32", "bf16_to_f32",
                                        "u32_to_f32", "s32_to_f32",  "none14",     "none15"};
static const char *const class_bins[] = {"zero", "subnormal", "normal", "infinity", "nan"};
static const char *const from_int_bins[] = {"u32_to_f32", "s32_to_f32"};
static const char *const sign_bins[] = {"positive", "negative"};
static const char *const int_bins[] = {"zero", "exact", "rounded"};
static const char *const order_bins[] = {"less", "equal", "greater", "unordered"};
static const char *const status_bins[] = {"good", "none"};
static const char *const kind_bins[] = {"other", "div"};
static const char *const flow_bins[] = {"flowing", "stalled"};
static const char *const yes_bins[] = {"no", "yes"};

static const struct assay_cover_axis pair_code = {"code", 8, code_bins};
static const struct assay_cover_axis convert_code = {"code", 4, code_bins + FP_F32_TO_F16};
static const struct assay_cover_axis int_code = {"code", 2, from_int_bins};
static const struct assay_cover_axis legal_code = {"code", FP_CODES, code_bins};
static const struct assay_cover_axis code = {"code", 16, code_bins};
static const struct assay_cover_axis a_class = {"a", CLASSES, class_bins};
static const struct assay_cover_axis b_class = {"b", CLASSES, class_bins};
static const struct assay_cover_axis c_class = {"c", CLASSES, class_bins};
static const struct assay_cover_axis result_class = {"value", CLASSES, class_bins};
static const struct assay_cover_axis sign = {"sign", 2, sign_bins};
static const struct assay_cover_axis integer = {"a", 3, int_bins};
static const struct assay_cover_axis order = {"value", 4, order_bins};
static const struct assay_cover_axis status = {"status", 2, status_bins};
static const struct assay_cover_axis kind = {"kind", 2, kind_bins};
static const struct assay_cover_axis flow = {"res", 2, flow_bins};
static const struct assay_cover_axis op_valid = {"op_valid", 2, yes_bins};
static const struct assay_cover_axis res_ready = {"res_ready", 2, yes_bins};

static bool int_impossible(const unsigned *bin)
{
    return bin[1] == 1 && (bin[0] == 0 || bin[2] == 0); /* no negative u32, no -0 */
}

static bool result_impossible(const unsigned *bin)
{
    switch (bin[0]) {
    case FP_CMP:
        return true; /* not a number; the group `order` covers it */
    case FP_F16_TO_F32:
        return bin[1] == CLASS_SUBNORMAL; /* f16 subnormals are normal in f32 */
    case FP_U32_TO_F32:
    case FP_S32_TO_F32:
        return bin[1] != CLASS_ZERO && bin[1] != CLASS_NORMAL;
    default:
        return false;
    }
}

static bool status_impossible(const unsigned *bin)
{
    if (bin[0] == FP_DIV)
        return false; /* good or none, depending on the parameter div */
    return (bin[0] >= FP_CODES) != (bin[1] == 1);
}

enum { PAIRS, ADDEND, CONVERSIONS, INTEGERS, RESULTS, ORDER, STATUS, FLOW, BUSY };

const struct assay_cover_group fp_groups[FP_GROUPS] = {
    [PAIRS] =
        {"operands", "operation by classes of a and b", 3, {&pair_code, &a_class, &b_class}, NULL},
    [ADDEND] = {"addend", "fma: classes of a, b and c", 3, {&a_class, &b_class, &c_class}, NULL},
    [CONVERSIONS] = {"conversions", "conversion by class of a", 2, {&convert_code, &a_class}, NULL},
    [INTEGERS] = {"integers",
                  "integers converted: sign, and whether rounding was needed",
                  3,
                  {&int_code, &sign, &integer},
                  int_impossible},
    [RESULTS] = {"results",
                 "operation by class of its value",
                 2,
                 {&legal_code, &result_class},
                 result_impossible},
    [ORDER] = {"order", "outcomes of cmp", 1, {&order}, NULL},
    [STATUS] = {"status", "code by status", 2, {&code, &status}, status_impossible},
    [FLOW] = {"backpressure", "result port while a result waits", 2, {&kind, &flow}, NULL},
    [BUSY] = {"busy", "while dividing: op_valid and res_ready", 2, {&op_valid, &res_ready}, NULL},
};

void fp_cover_begin(void *any, const struct assay_params *params)
{
    struct fp_cover_ctx *ctx = any;

    (void)params;
    ctx->code = 0;
}

static uint32_t f32_class(uint32_t pattern)
{
    return assay_cover_float_class(pattern, 8, 23);
}

static uint32_t integer_index(uint32_t op_code, uint32_t a)
{
    const uint32_t negative = op_code == FP_S32_TO_F32 && a >> 31;
    const uint32_t magnitude = negative ? 0 - a : a;
    uint32_t dropped = 0; /* bits below the 24 that rounding keeps */

    while (magnitude >> dropped > 0xFFFFFF)
        ++dropped;
    return ((op_code - FP_U32_TO_F32) * 2 + negative) * 3 +
           (magnitude == 0                                 ? 0u
            : magnitude >> dropped << dropped == magnitude ? 1u
                                                           : 2u);
}

static void operation(struct assay_cover *db, const struct fp_op *op)
{
    const uint32_t c = op->code, a = f32_class(op->a), b = f32_class(op->b);

    switch (c) {
    case FP_FMA:
        assay_cover_hit(db, ADDEND, (a * CLASSES + b) * CLASSES + f32_class(op->c));
        assay_cover_hit(db, PAIRS, (c * CLASSES + a) * CLASSES + b);
        break;
    case FP_F32_TO_F16:
    case FP_F32_TO_BF16:
        assay_cover_hit(db, CONVERSIONS, (c - FP_F32_TO_F16) * CLASSES + a);
        break;
    case FP_F16_TO_F32:
        assay_cover_hit(db, CONVERSIONS,
                        (c - FP_F32_TO_F16) * CLASSES + assay_cover_float_class(op->a, 5, 10));
        break;
    case FP_BF16_TO_F32:
        assay_cover_hit(db, CONVERSIONS,
                        (c - FP_F32_TO_F16) * CLASSES + assay_cover_float_class(op->a, 8, 7));
        break;
    case FP_U32_TO_F32:
    case FP_S32_TO_F32:
        assay_cover_hit(db, INTEGERS, integer_index(c, op->a));
        break;
    default:
        if (c < FP_CODES)
            assay_cover_hit(db, PAIRS, (c * CLASSES + a) * CLASSES + b);
        break;
    }
}

static void result(struct assay_cover *db, uint32_t c, const struct fp_res *res)
{
    uint32_t class;

    assay_cover_hit(db, STATUS, c * 2 + res->status);
    if (res->status)
        return;
    switch (c) {
    case FP_CMP:
        assay_cover_hit(db, ORDER,
                        (res->value >> 1 & 1) + (res->value >> 2 & 1) * 2 +
                            (res->value >> 3 & 1) * 3);
        return;
    case FP_F32_TO_F16:
        class = assay_cover_float_class(res->value, 5, 10);
        break;
    case FP_F32_TO_BF16:
        class = assay_cover_float_class(res->value, 8, 7);
        break;
    default:
        class = f32_class(res->value);
        break;
    }
    assay_cover_hit(db, RESULTS, c * CLASSES + class);
}

void fp_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
              uint64_t transfers)
{
    struct fp_cover_ctx *ctx = any;
    const struct fp_inputs *in = any_in;
    const struct fp_outputs *out = any_out;

    if (!out->op_ready && !out->res_valid) /* busy */
        assay_cover_hit(db, BUSY, in->op_valid * 2u + in->res_ready);
    if (out->res_valid)
        assay_cover_hit(db, FLOW, (ctx->code == FP_DIV ? 2u : 0u) + (in->res_ready ? 0u : 1u));
    /*
     * At most one operation is in progress; its result leaves before or when the next one enters.
     */
    if (transfers & RES)
        result(db, ctx->code, &out->res);
    if (transfers & OP) {
        ctx->code = in->op.code;
        operation(db, &in->op);
    }
}
