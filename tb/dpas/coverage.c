#include "dpas/coverage.h"

#include <string.h>

/* Bits of the transfer mask: the streams in the order of ports.def. */
enum { CMD = 1, SRC1 = 2, SRC0 = 4, SRC2 = 8, DST = 16, RSP = 32 };

static const char *const type_bins[] = {"u2", "s2", "u4", "s4", "u8", "s8"};
static const char *const sd_bins[] = {"1", "2", "4", "8"};
static const char *const rc_bins[] = {"1", "2", "3", "4", "5", "6", "7", "8"};
static const char *const acc_bins[] = {"s32", "u32"};
static const char *const sat_bins[] = {"wrap", "saturate"};
static const char *const c_bins[] = {"rows", "null", "scalar", "null_and_scalar"};
static const char *const exec_bins[] = {"one", "some", "all"};
static const char *const status_bins[] = {"good", "types", "sd", "rc", "exec_size"};
static const char *const stream_bins[] = {"cmd", "src1", "src0", "src2", "dst", "rsp"};
static const char *const flow_bins[] = {"idle", "blocked", "waiting", "transfer"};
static const char *const end_bins[] = {"other", "s32_max", "s32_min"};
static const char *const yes_bins[] = {"no", "yes"};

static const struct assay_cover_axis src1_type = {"src1_type", 6, type_bins};
static const struct assay_cover_axis src2_type = {"src2_type", 6, type_bins};
static const struct assay_cover_axis sd = {"sd", 4, sd_bins};
static const struct assay_cover_axis rc = {"rc", 8, rc_bins};
static const struct assay_cover_axis acc = {"acc_type", 2, acc_bins};
static const struct assay_cover_axis sat = {"saturate", 2, sat_bins};
static const struct assay_cover_axis c_source = {"src0", 4, c_bins};
static const struct assay_cover_axis exec = {"exec_size", 3, exec_bins};
static const struct assay_cover_axis status = {"status", 5, status_bins};
static const struct assay_cover_axis stream = {"stream", 6, stream_bins};
static const struct assay_cover_axis flow = {"state", 4, flow_bins};
static const struct assay_cover_axis dst_blocked = {"dst_blocked", 2, yes_bins};
static const struct assay_cover_axis rsp_blocked = {"rsp_blocked", 2, yes_bins};
static const struct assay_cover_axis end = {"lane0", 3, end_bins};

enum { TYPES, SHAPE, OPTIONS, LANES, STATUS, FLOW, BLOCKED };

const struct assay_cover_group dpas_groups[DPAS_GROUPS] = {
    [TYPES] =
        {"types", "legal commands: element types by depth", 3, {&src1_type, &src2_type, &sd}, NULL},
    [SHAPE] = {"shape", "legal commands: depth by repeat count", 2, {&sd, &rc}, NULL},
    [OPTIONS] = {"options",
                 "legal commands: accumulator, clamp, source of C",
                 3,
                 {&acc, &sat, &c_source},
                 NULL},
    [LANES] =
        {"lanes", "legal commands: lanes that take part, by repeat count", 2, {&exec, &rc}, NULL},
    [STATUS] = {"status", "responses", 1, {&status}, NULL},
    [FLOW] =
        {"flow", "each stream: neither, ready alone, valid alone, both", 2, {&stream, &flow}, NULL},
    [BLOCKED] = {"blocked",
                 "a dst row waits: which output is blocked, and what lane 0 shows",
                 3,
                 {&dst_blocked, &rsp_blocked, &end},
                 NULL},
};

void dpas_cover_begin(void *any, const struct assay_params *params)
{
    struct dpas_cover_ctx *c = any;

    memcpy(&c->params, params->v, sizeof c->params);
}

static void command(const struct dpas_cover_ctx *ctx, struct assay_cover *db,
                    const struct dpas_cmd *c)
{
    struct dpas_decoded d;
    uint32_t log_sd;

    if (dpas_decode(c, &ctx->params, &d) != DPAS_OK)
        return;
    log_sd = (uint32_t)__builtin_ctz(c->sd);
    assay_cover_hit(db, TYPES, (c->src1_type * 6u + c->src2_type) * 4 + log_sd);
    assay_cover_hit(db, SHAPE, log_sd * 8 + c->rc - 1u);
    assay_cover_hit(db, OPTIONS,
                    (c->acc_type * 2u + c->saturate) * 4 + c->src0_scalar * 2u + c->src0_null);
    assay_cover_hit(db, LANES,
                    (c->exec_size == ctx->params.lanes ? 2u
                     : c->exec_size == 1               ? 0u
                                                       : 1u) *
                            8 +
                        c->rc - 1u);
}

void dpas_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                uint32_t transfers)
{
    const struct dpas_cover_ctx *ctx = any;
    const struct dpas_in *in = any_in;
    const struct dpas_out *out = any_out;

    if (transfers & CMD)
        command(ctx, db, &in->cmd);
    if (transfers & RSP)
        assay_cover_hit(db, STATUS, out->rsp.status);
    assay_cover_hit(db, FLOW, 0 + in->cmd_valid * 2u + out->cmd_ready);
    assay_cover_hit(db, FLOW, 4 + in->src1_valid * 2u + out->src1_ready);
    assay_cover_hit(db, FLOW, 8 + in->src0_valid * 2u + out->src0_ready);
    assay_cover_hit(db, FLOW, 12 + in->src2_valid * 2u + out->src2_ready);
    assay_cover_hit(db, FLOW, 16 + out->dst_valid * 2u + in->dst_ready);
    assay_cover_hit(db, FLOW, 20 + out->rsp_valid * 2u + in->rsp_ready);
    if (out->dst_valid) {
        const uint32_t dst_waits = !in->dst_ready;
        const uint32_t rsp_waits = out->rsp_valid && !in->rsp_ready;
        const uint32_t shown = out->dst.data[0] == 0x7FFFFFFF   ? 1
                               : out->dst.data[0] == 0x80000000 ? 2
                                                                : 0;

        assay_cover_hit(db, BLOCKED, (dst_waits * 2 + rsp_waits) * 3 + shown);
    }
}
