#include "dpas/coverage.h"

#include "dpas/coverage_deep.h"

#include <string.h>

/* Bits of the transfer mask, in the order of the streams in block.yaml. */
enum { CMD = 1, SRC1 = 2, SRC0 = 4, SRC2 = 8, DST = 16, RSP = 32 };

/* Classes of types that form pairs. */
enum { INTEGER, BF16, F16, F32, NONE, KINDS, FLOATS = 3 };
enum { ZERO, MINUS_ZERO, SUBNORMAL, NORMAL, INFINITE, CANONICAL_NAN, NAN_PAYLOAD, CLASSES };
enum { WORKING, IDLE };
enum { OF_INTEGERS, CHAINED, FUSED, SUMS };
enum { STATUSES = DPAS_BAD_SATURATE + 1 };

static const char *const type_bins[] = {"u2", "s2", "u4", "s4", "u8", "s8"};
static const char *const sd_bins[] = {"1", "2", "4", "8"};
static const char *const rc_bins[] = {"1", "2", "3", "4", "5", "6", "7", "8"};
static const char *const acc_bins[] = {"s32", "u32", "f32", "fused"};
static const char *const sat_bins[] = {"wrap", "saturate"};
static const char *const c_bins[] = {"rows", "null", "scalar", "null_and_scalar"};
static const char *const exec_bins[] = {"one", "some", "all"};
static const char *const status_bins[] = {"good", "types", "sd", "rc", "exec_size", "saturate"};
static const char *const end_bins[] = {"other", "s32_max", "s32_min"};
static const char *const yes_bins[] = {"no", "yes"};
static const char *const kind_bins[] = {"integer", "bf16", "f16", "f32", "none"};
static const char *const operand_bins[] = {"src1", "src0", "src2"};
static const char *const class_bins[] = {"zero",     "minus_zero", "subnormal",  "normal",
                                         "infinity", "nan",        "nan_payload"};
static const char *const sum_bins[] = {"integer", "chain", "fused"};
static const char *const fraction_bins[] = {"f23", "f24", "f25"};
static const char *const lane_bins[] = {"working", "idle"};
static const char *const errors_bins[] = {
    "types_sd",     "types_rc", "types_exec_size", "types_sat", "sd_rc",
    "sd_exec_size", "sd_sat",   "rc_exec_size",    "rc_sat",    "exec_size_sat"};

static const struct assay_cover_axis src1_type = {"src1_type", 6, type_bins};
static const struct assay_cover_axis src2_type = {"src2_type", 6, type_bins};
static const struct assay_cover_axis sd = {"sd", 4, sd_bins};
static const struct assay_cover_axis rc = {"rc", 8, rc_bins};
static const struct assay_cover_axis acc = {"acc_type", 3, acc_bins};
static const struct assay_cover_axis any_acc = {"acc_type", 4, acc_bins};
static const struct assay_cover_axis sat = {"saturate", 2, sat_bins};
static const struct assay_cover_axis c_source = {"src0", 4, c_bins};
static const struct assay_cover_axis exec = {"exec_size", 3, exec_bins};
static const struct assay_cover_axis status = {"status", STATUSES, status_bins};
static const struct assay_cover_axis dst_blocked = {"dst_blocked", 2, yes_bins};
static const struct assay_cover_axis rsp_blocked = {"rsp_blocked", 2, yes_bins};
static const struct assay_cover_axis end = {"lane0", 3, end_bins};

static const struct assay_cover_axis src1_kind = {"src1_type", KINDS, kind_bins};
static const struct assay_cover_axis src2_kind = {"src2_type", KINDS, kind_bins};
static const struct assay_cover_axis pair_kind = {"pair", KINDS - 1, kind_bins};
static const struct assay_cover_axis float_type = {"type", FLOATS, kind_bins + BF16};
static const struct assay_cover_axis operand = {"operand", 3, operand_bins};
static const struct assay_cover_axis class = {"class", CLASSES, class_bins};
static const struct assay_cover_axis lane = {"lane", 2, lane_bins};
static const struct assay_cover_axis before = {"before", SUMS, sum_bins};
static const struct assay_cover_axis after = {"after", SUMS, sum_bins};
static const struct assay_cover_axis fraction = {"fraction", 3, fraction_bins};
static const struct assay_cover_axis errors = {"errors", 10, errors_bins};

/* Floats are never clamped. */
static bool option_impossible(const unsigned *bin)
{
    return bin[0] == DPAS_ACC_F32 && bin[1] == 1;
}

/* Integer pairs, and only these, add as integers. */
static bool sum_impossible(const unsigned *bin)
{
    return (bin[0] == INTEGER) != (bin[1] == OF_INTEGERS);
}

/* A result of an fma has no NaN payload. */
static bool result_impossible(const unsigned *bin)
{
    return bin[1] == WORKING && bin[2] == NAN_PAYLOAD;
}

/* A result of a group: zeros are positive, and NaN is all ones. */
static bool fused_result_impossible(const unsigned *bin)
{
    return bin[1] == WORKING && (bin[2] == MINUS_ZERO || bin[2] == CANONICAL_NAN);
}

enum {
    TYPES,
    SHAPE,
    OPTIONS,
    LANES,
    STATUS,
    BLOCKED,
    FLOAT_SHAPE,
    FLOAT_LANES,
    PAIRS,
    ACCUMULATORS,
    ERRORS,
    OPERANDS,
    RESULTS,
    FUSED_SHAPE,
    FUSED_LANES,
    FUSED_OPERANDS,
    FUSED_RESULTS,
    FUSED_TYPES,
    ORDER,
    DEPTHS,
    PASSES,
    ROWS,
    DEEP_SUMS,
    OCTETS
};

const struct assay_cover_group dpas_groups[DPAS_GROUPS] = {
    [TYPES] =
        {"types", "legal commands: integer types by depth", 3, {&src1_type, &src2_type, &sd}, NULL},
    [SHAPE] = {"shape", "legal commands: depth by repeat count", 2, {&sd, &rc}, NULL},
    [OPTIONS] = {"options",
                 "legal commands: accumulator, clamp, source of C",
                 3,
                 {&acc, &sat, &c_source},
                 option_impossible},
    [LANES] =
        {"lanes", "legal commands: lanes that take part, by repeat count", 2, {&exec, &rc}, NULL},
    [STATUS] = {"status", "responses", 1, {&status}, NULL},
    [BLOCKED] = {"blocked",
                 "a dst row waits: which output is blocked, and what lane 0 shows",
                 3,
                 {&dst_blocked, &rsp_blocked, &end},
                 NULL},
    [FLOAT_SHAPE] = {"float_shape",
                     "legal commands: float type by depth and repeat count",
                     3,
                     {&float_type, &sd, &rc},
                     NULL},
    [FLOAT_LANES] = {"float_lanes",
                     "legal commands: float type by lanes that take part and source of C",
                     3,
                     {&float_type, &exec, &c_source},
                     NULL},
    [PAIRS] =
        {"pairs", "commands: kinds of src1_type and src2_type", 2, {&src1_kind, &src2_kind}, NULL},
    [ACCUMULATORS] = {"accumulators",
                      "commands with a pair of types that go together: accumulator",
                      2,
                      {&pair_kind, &any_acc},
                      NULL},
    [ERRORS] = {"errors", "commands with two errors at once", 1, {&errors}, NULL},
    [OPERANDS] = {"operands",
                  "floats taken, by the type of the command; src0 is f32: element 0 of lane 0",
                  3,
                  {&float_type, &operand, &class},
                  NULL},
    [RESULTS] = {"results",
                 "rows of floats given: lane 0, and the last lane if it takes no part",
                 3,
                 {&float_type, &lane, &class},
                 result_impossible},
    [FUSED_SHAPE] = {"fused_shape",
                     "legal fused commands: type by depth and repeat count",
                     3,
                     {&float_type, &sd, &rc},
                     NULL},
    [FUSED_LANES] = {"fused_lanes",
                     "legal fused commands: type by lanes that take part and source of C",
                     3,
                     {&float_type, &exec, &c_source},
                     NULL},
    [FUSED_OPERANDS] = {"fused_operands",
                        "floats taken by fused commands, as in operands",
                        3,
                        {&float_type, &operand, &class},
                        NULL},
    [FUSED_RESULTS] = {"fused_results",
                       "rows given by fused commands, as in results",
                       3,
                       {&float_type, &lane, &class},
                       fused_result_impossible},
    [FUSED_TYPES] = {"fused_types",
                     "fused commands with a pair of types that go together: fraction bits that the "
                     "block's profile keeps",
                     2,
                     {&fraction, &pair_kind},
                     NULL},
    [ORDER] =
        {"order", "legal commands one after the other: how they add", 2, {&before, &after}, NULL},
    [DEPTHS] = {"depths", "legal commands of any depth: how deep", 1, {&dpas_deep_sd}, NULL},
    [PASSES] = {"passes",
                "legal commands of any depth: passes, layers used in the last one, repeat count",
                3,
                {&dpas_deep_passes, &dpas_deep_layers, &rc},
                dpas_deep_pass_impossible},
    [ROWS] = {"rows",
              "legal commands of any depth: slices in a dword of src1 and in the last one, octets",
              3,
              {&dpas_deep_packed, &dpas_deep_last_row, &dpas_deep_octets},
              dpas_deep_row_impossible},
    [DEEP_SUMS] = {"deep_sums",
                   "legal commands of any depth: kind of the pair, how it adds, octets",
                   3,
                   {&pair_kind, &after, &dpas_deep_octets},
                   sum_impossible},
    [OCTETS] =
        {"octets",
         "rows of src2, of the first octet of a command and of later ones: taken, missing, waiting",
         2,
         {&dpas_deep_octet, &dpas_deep_supply},
         NULL},
};

void dpas_cover_begin(void *any, const struct assay_params *params)
{
    struct dpas_cover_ctx *c = any;

    memcpy(&c->params, params->v, sizeof c->params);
}

static uint32_t exec_bin(const struct dpas_cover_ctx *ctx, uint32_t exec_size)
{
    return exec_size == ctx->params.lanes ? 2 : exec_size == 1 ? 0 : 1;
}

static uint32_t source_bin(const struct dpas_cmd *c)
{
    return c->src0_scalar * 2u + c->src0_null;
}

static uint32_t kind_of(uint32_t type)
{
    return type <= DPAS_S8 ? INTEGER : type <= DPAS_F32 ? BF16 + type - DPAS_BF16 : NONE;
}

/* Counts pairs of errors, in the order of errors_bins. */
static void count_errors(const struct dpas_cover_ctx *ctx, struct assay_cover *db,
                         const struct dpas_cmd *c, bool types_fit, bool floats)
{
    const bool wrong_sd = ctx->params.max_sd == DPAS_SHALLOW
                              ? c->sd != 1 && c->sd != 2 && c->sd != 4 && c->sd != 8
                              : c->sd < 1 || c->sd > DPAS_MAX_SD;
    const bool wrong[] = {!types_fit, wrong_sd, c->rc < 1 || c->rc > 8,
                          c->exec_size < 1 || c->exec_size > ctx->params.lanes,
                          c->saturate && floats};
    uint32_t bin = 0;

    for (unsigned i = 0; i < 4; ++i) {
        for (unsigned j = i + 1; j < 5; ++j, ++bin) {
            if (wrong[i] && wrong[j])
                assay_cover_hit(db, ERRORS, bin);
        }
    }
}

/* Bin in the order of fraction_bins; the block must have a profile. */
static uint32_t fraction_bin(const struct dpas_params *p)
{
    switch (p->profile) {
    case DPAS_PROFILE_VOLTA:
        return 0;
    case DPAS_PROFILE_HOPPER:
    case DPAS_PROFILE_BLACKWELL:
        return 2;
    default:
        return 1;
    }
}

static void any_command(const struct dpas_cover_ctx *ctx, struct assay_cover *db,
                        const struct dpas_cmd *c, bool types_fit)
{
    const uint32_t kind1 = kind_of(c->src1_type), kind2 = kind_of(c->src2_type);
    const bool together = kind1 == kind2 && kind1 != NONE;
    const bool floats = together && kind1 != INTEGER;

    assay_cover_hit(db, PAIRS, kind1 * KINDS + kind2);
    if (together)
        assay_cover_hit(db, ACCUMULATORS, kind1 * 4 + c->acc_type);
    if (together && c->acc_type == DPAS_ACC_FUSED && ctx->params.profile != DPAS_PROFILE_NONE)
        assay_cover_hit(db, FUSED_TYPES, fraction_bin(&ctx->params) * (KINDS - 1) + kind1);
    count_errors(ctx, db, c, types_fit, floats);
}

static void good_command(struct dpas_cover_ctx *ctx, struct assay_cover *db,
                         const struct dpas_decoded *d)
{
    const struct dpas_cmd *c = &d->cmd;
    const uint32_t log_sd = (uint32_t)__builtin_ctz(c->sd), rc_bin = c->rc - 1u;
    const uint32_t lanes = exec_bin(ctx, c->exec_size), source = source_bin(c);
    const bool fused = c->acc_type == DPAS_ACC_FUSED;
    const bool shallow = c->sd <= 8 && (c->sd & (c->sd - 1)) == 0;
    const uint32_t sum = fused ? FUSED : d->is_float ? CHAINED : OF_INTEGERS;

    ctx->ring[ctx->end++ % DPAS_COVER_RING] = (struct dpas_cover_command){
        .type = c->src1_type,
        .is_float = d->is_float,
        .is_fused = fused,
        .exec_size = c->exec_size,
        .rc = c->rc,
        .src1_rows = d->src1_rows,
        .src2_rows = (uint8_t)(c->rc * d->octets),
    };
    if (ctx->params.max_sd != DPAS_SHALLOW) {
        assay_cover_hit(db, DEPTHS, c->sd - 1u);
        assay_cover_hit(db, PASSES, dpas_deep_pass_bin(&ctx->params, d) * 8 + rc_bin);
        assay_cover_hit(db, ROWS, dpas_deep_row_bin(d));
        assay_cover_hit(db, DEEP_SUMS,
                        (kind_of(c->src1_type) * SUMS + sum) * DPAS_DEEP_OCTETS +
                            dpas_deep_octets_bin(d));
    }
    if (shallow)
        assay_cover_hit(db, SHAPE, log_sd * 8 + rc_bin);
    if (!fused)
        assay_cover_hit(db, OPTIONS, (c->acc_type * 2u + c->saturate) * 4 + source);
    assay_cover_hit(db, LANES, lanes * 8 + rc_bin);
    if (ctx->sum)
        assay_cover_hit(db, ORDER, (ctx->sum - 1) * SUMS + sum);
    ctx->sum = sum + 1;
    if (d->is_float) {
        const uint32_t type = c->src1_type - (uint32_t)DPAS_BF16;

        if (shallow)
            assay_cover_hit(db, fused ? FUSED_SHAPE : FLOAT_SHAPE,
                            (type * 4 + log_sd) * 8 + rc_bin);
        assay_cover_hit(db, fused ? FUSED_LANES : FLOAT_LANES, (type * 3 + lanes) * 4 + source);
    } else if (shallow) {
        assay_cover_hit(db, TYPES, (c->src1_type * 6u + c->src2_type) * 4 + log_sd);
    }
}

static void command(struct dpas_cover_ctx *ctx, struct assay_cover *db, const struct dpas_cmd *c)
{
    struct dpas_decoded d;

    dpas_decode(c, &ctx->params, &d);
    any_command(ctx, db, c, d.status != DPAS_BAD_TYPES);
    if (d.status == DPAS_OK)
        good_command(ctx, db, &d);
}

static const struct dpas_cover_command *at(const struct dpas_cover_ctx *ctx,
                                           const struct dpas_cover_place *p)
{
    return &ctx->ring[p->command % DPAS_COVER_RING];
}

/* Advances over a transfer of a stream that has `rows` transfers per command. */
static void go_on(struct dpas_cover_place *p, uint32_t rows)
{
    if (++p->row == rows) {
        p->row = 0;
        ++p->command;
    }
}

/* The class of the element in the low bits. */
static uint32_t class_of(uint32_t type, uint32_t dword)
{
    const uint32_t frac_bits = type == DPAS_BF16 ? 7 : type == DPAS_F16 ? 10 : 23;
    const uint32_t exp_bits = type == DPAS_F16 ? 5 : 8;
    const uint32_t ones = (UINT32_C(1) << frac_bits) - 1, largest = (UINT32_C(1) << exp_bits) - 1;
    const uint32_t frac = dword & ones, exp = dword >> frac_bits & largest;
    const uint32_t negative = dword >> (frac_bits + exp_bits) & 1;

    if (exp == 0)
        return frac ? SUBNORMAL : negative ? MINUS_ZERO : ZERO;
    if (exp < largest)
        return NORMAL;
    if (frac == 0)
        return INFINITE;
    return frac == (ones + 1) / 2 && !negative ? CANONICAL_NAN : NAN_PAYLOAD;
}

static void operand_taken(struct assay_cover *db, const struct dpas_cover_command *c,
                          uint32_t which, uint32_t dword)
{
    const uint32_t type = which == 1 ? DPAS_F32 : c->type;

    if (c->is_float)
        assay_cover_hit(db, c->is_fused ? FUSED_OPERANDS : OPERANDS,
                        ((c->type - (uint32_t)DPAS_BF16) * 3 + which) * CLASSES +
                            class_of(type, dword));
}

static void row_given(const struct dpas_cover_ctx *ctx, struct assay_cover *db,
                      const struct dpas_cover_command *c, const uint32_t *data)
{
    const uint32_t first = (c->type - (uint32_t)DPAS_BF16) * 2;
    const unsigned group = c->is_fused ? FUSED_RESULTS : RESULTS;

    if (!c->is_float)
        return;
    assay_cover_hit(db, group, (first + WORKING) * CLASSES + class_of(DPAS_F32, data[0]));
    if (c->exec_size < ctx->params.lanes)
        assay_cover_hit(db, group,
                        (first + IDLE) * CLASSES + class_of(DPAS_F32, data[ctx->params.lanes - 1]));
}

/* Counts transfers of operands and results. Operands are never taken in the same cycle as their
 * command. */
static void rows(struct dpas_cover_ctx *ctx, struct assay_cover *db, const struct dpas_inputs *in,
                 const struct dpas_outputs *out, uint64_t transfers)
{
    if (transfers & SRC1) {
        operand_taken(db, at(ctx, &ctx->src1), 0, in->src1.data[0]);
        go_on(&ctx->src1, at(ctx, &ctx->src1)->src1_rows);
    }
    if (transfers & SRC0)
        operand_taken(db, at(ctx, &ctx->src2), 1, in->src0.data[0]);
    if (transfers & SRC2) {
        operand_taken(db, at(ctx, &ctx->src2), 2, in->src2.data[0]);
        go_on(&ctx->src2, at(ctx, &ctx->src2)->src2_rows);
    }
    if (transfers & DST) {
        row_given(ctx, db, at(ctx, &ctx->dst), out->dst.data);
        go_on(&ctx->dst, at(ctx, &ctx->dst)->rc);
    }
}

/*
 * Counts whether a row of src2 is taken, or which of src2 and the array waits for the other, while
 * there is a command.
 */
static void supply(const struct dpas_cover_ctx *ctx, struct assay_cover *db,
                   const struct dpas_inputs *in, const struct dpas_outputs *out)
{
    if (ctx->src2.command == ctx->end || !(in->src2_valid || out->src2_ready))
        return;
    assay_cover_hit(db, OCTETS,
                    (ctx->src2.row >= at(ctx, &ctx->src2)->rc) * (unsigned)DPAS_DEEP_SUPPLIES +
                        (!in->src2_valid   ? DPAS_DEEP_MISSING
                         : out->src2_ready ? DPAS_DEEP_TAKEN
                                           : DPAS_DEEP_WAITING));
}

void dpas_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                uint64_t transfers)
{
    struct dpas_cover_ctx *ctx = any;
    const struct dpas_inputs *in = any_in;
    const struct dpas_outputs *out = any_out;

    supply(ctx, db, in, out);
    rows(ctx, db, in, out, transfers);
    if (transfers & CMD)
        command(ctx, db, &in->cmd);
    if (transfers & RSP)
        assay_cover_hit(db, STATUS, out->rsp.status);
    if (out->dst_valid) {
        const uint32_t dst_waits = !in->dst_ready;
        const uint32_t rsp_waits = out->rsp_valid && !in->rsp_ready;
        const uint32_t shown = out->dst.data[0] == 0x7FFFFFFF   ? 1
                               : out->dst.data[0] == 0x80000000 ? 2
                                                                : 0;

        assay_cover_hit(db, BLOCKED, (dst_waits * 2 + rsp_waits) * 3 + shown);
    }
}

void dpas_cover_restart(void *any)
{
    static const struct dpas_cover_place first;
    struct dpas_cover_ctx *ctx = any;

    ctx->end = 0;
    ctx->sum = 0;
    ctx->src1 = ctx->src2 = ctx->dst = first;
}
