/* block.c - the descriptor of dotmul for the engine. */
#include "dotmul/dotmul.h"

#include "dotmul/dotmul_block.h"

#include "dotmul/figures.h"
#include "dotmul/scenarios.h"
#include "engine/cover.h"

static const char *const mode_bins[] = {"conventional", "dot"};
static const char *const sign_bins[] = {"unsigned", "signed"};
static const char *const class_bins[] = {"zero", "ones", "top", "low_max", "other"};
static const char *const flow_bins[] = {"flowing", "stalled"};

static const struct assay_cover_axis mode = {"mode", 2, mode_bins};
static const struct assay_cover_axis a_sign = {"a_signed", 2, sign_bins};
static const struct assay_cover_axis b_sign = {"b_signed", 2, sign_bins};
static const struct assay_cover_axis a_class = {"a", 5, class_bins};
static const struct assay_cover_axis b_class = {"b", 5, class_bins};
static const struct assay_cover_axis flow = {"res", 2, flow_bins};

enum { GROUP_SIGNS, GROUP_CLASSES, GROUP_FLOW };

static const struct assay_cover_group groups[] = {
    [GROUP_SIGNS] = {"signs", "mode and signedness", 3, {&mode, &a_sign, &b_sign}, NULL},
    [GROUP_CLASSES] =
        {"operands", "mode and operand classes", 3, {&mode, &a_class, &b_class}, NULL},
    [GROUP_FLOW] = {"backpressure", "result port while a result waits", 1, {&flow}, NULL},
};

struct cover_ctx {
    uint32_t bits;
};

static void cover_begin(void *any, const struct assay_params *params)
{
    struct cover_ctx *c = any;

    c->bits = params->v[0] * params->v[1];
}

static uint32_t class_of(uint32_t x, uint32_t bits)
{
    const uint32_t ones = (uint32_t)((UINT64_C(1) << bits) - 1);

    if (x == 0)
        return 0;
    if (x == ones)
        return 1;
    if (x == ones - (ones >> 1))
        return 2;
    return x == ones >> 1 ? 3 : 4;
}

static void cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                  uint64_t transfers)
{
    const struct cover_ctx *c = any;
    const struct dotmul_inputs *in = any_in;
    const struct dotmul_outputs *out = any_out;
    const struct dotmul_op *op = &in->op;

    if (transfers >> dotmul_stream_op & 1) {
        assay_cover_hit(db, GROUP_SIGNS, (uint32_t)(op->dot * 4 + op->a_signed * 2 + op->b_signed));
        assay_cover_hit(db, GROUP_CLASSES,
                        (uint32_t)op->dot * 25 + class_of(op->a, c->bits) * 5 +
                            class_of(op->b, c->bits));
    }
    if (out->res_valid)
        assay_cover_hit(db, GROUP_FLOW, in->res_ready ? 0 : 1);
}

const struct assay_block assay_block_dotmul = {
    ASSAY_BLOCK(dotmul),
    .scenarios = dotmul_scenarios,
    .n_scenarios = DOTMUL_SCENARIOS,
    .flow = &dotmul_flow,
    .groups = groups,
    .n_groups = sizeof groups / sizeof groups[0],
    .cover_ctx_size = sizeof(struct cover_ctx),
    .cover_begin = cover_begin,
    .cover = cover,
    .figures = dotmul_figures,
};
