#include "compute_block/scenarios.h"

#include <string.h>

#include "compute_block/messages.h"
#include "compute_block/pruned.h"
#include "compute_block/segments.h"
#include "compute_block/stream.h"

/* Stream indices, in the order of block.yaml. */
enum { MSG, RD, WR, RDATA, NOTE, LINE, LINE_RSP };

struct random {
    struct assay_stim_env env;
    struct compute_block_params params;
    struct cb_messages messages;
    struct cb_memory memory;
    struct cb_segments segments;
    struct assay_rng rd, wr;
    uint32_t filled; /* rows written since the start */
};

static void begin_random(void *any, const struct assay_stim_env *env)
{
    struct random *c = any;

    c->env = *env;
    memcpy(&c->params, env->params->v, sizeof c->params);
    cb_messages_begin(&c->messages, &c->params, env->seed, env->knobs.illegal);
    cb_memory_begin(&c->memory, env->seed, env->knobs.illegal);
    cb_segments_begin(&c->segments, c->params.lanes, env->seed);
    assay_rng_init(&c->rd, env->seed, "compute_block.rd");
    assay_rng_init(&c->wr, env->seed, "compute_block.wr");
}

/* Draws a row, mostly from the window of the messages, otherwise any number. */
static uint16_t draw_row(const struct random *c, struct assay_rng *r)
{
    return (uint16_t)(assay_rng_percent(r, 75) ? c->messages.base + assay_rng_below(r, CB_WINDOW)
                                               : assay_rng_below(r, CB_MAX_ROWS));
}

static uint32_t window_rows(const struct random *c)
{
    return c->params.rows < CB_WINDOW ? c->params.rows : CB_WINDOW;
}

static bool next_random(void *any, unsigned stream, void *payload)
{
    struct random *c = any;

    if (stream == MSG) {
        c->messages.roams = c->filled >= c->params.rows;
        cb_messages_next(&c->messages, payload);
        cb_segments_message(&c->segments, payload);
        return true;
    }
    if (stream == RD) {
        struct compute_block_rd *rd = payload;

        rd->pr = (uint8_t)assay_rng_below(&c->rd, 16);
        rd->row = draw_row(c, &c->rd);
        return true;
    }
    if (stream == LINE_RSP)
        return cb_memory_answer(&c->memory, payload);
    if (c->messages.sent >= CB_LATER && c->filled >= c->params.rows &&
        cb_segments_write(&c->segments, c->messages.base, window_rows(c), payload))
        return true;
    /* Rarely once the rows are filled, so that results serve as operands too. */
    if (c->filled >= c->params.rows && !assay_rng_percent(&c->wr, 10))
        return false;
    struct compute_block_wr *wr = payload;

    wr->row = c->filled < c->params.rows ? (uint16_t)c->filled : draw_row(c, &c->wr);
    ++c->filled;
    cb_draw_row(&c->wr, c->env.knobs.corner, c->params.lanes, wr->data);
    return true;
}

static void restart_random(void *any)
{
    struct random *c = any;

    cb_messages_restart(&c->messages);
    cb_memory_reset(&c->memory);
}

static void observe_random(void *any, unsigned stream, const void *payload)
{
    struct random *c = any;

    if (stream == LINE)
        cb_memory_take(&c->memory, payload);
    else if (stream == LINE_RSP)
        cb_memory_answered(&c->memory);
}

static bool failed_random(const void *any)
{
    const struct random *c = any;

    return c->memory.wrong != NULL;
}

static void report_random(const void *any, FILE *f)
{
    const struct random *c = any;

    if (c->memory.wrong)
        fprintf(f, "memory:     check failed: %s\n", c->memory.wrong);
}

/* Messages share only the rows that they read. A few rows of results are used in turn. */
struct throughput {
    struct compute_block_params params;
    uint32_t prs;
    uint32_t sent, filled;
    struct assay_rng wr;
};

uint32_t cb_throughput_rc(const struct compute_block_params *p)
{
    return p->rows >= 64 ? 8 : p->rows / 8;
}

static void begin_throughput(void *any, const struct assay_stim_env *env)
{
    struct throughput *c = any;
    const struct cb_load *load = env->user;

    memcpy(&c->params, env->params->v, sizeof c->params);
    c->prs = load ? load->prs : c->params.prs;
    assay_rng_init(&c->wr, env->seed, "compute_block.throughput");
}

static bool next_throughput(void *any, unsigned stream, void *payload)
{
    struct throughput *c = any;
    const uint32_t rc = cb_throughput_rc(&c->params);

    if (stream == MSG) {
        /* src1 starts at row 0, followed by src2 with 256
         * bits per repeat. The rest is for results. */
        struct compute_block_msg *m = payload;
        const uint32_t sd = c->params.depth < 4 ? c->params.depth : 4;
        const uint32_t src2 = (8 * rc + c->params.lanes - 1) / c->params.lanes;
        const uint32_t slots = (c->params.rows - sd - src2) / rc;

        *m = (struct compute_block_msg){.pr = (uint8_t)(c->sent % c->prs),
                                        .src1_type = DPAS_S8,
                                        .src2_type = DPAS_S8,
                                        .acc_type = DPAS_ACC_S32,
                                        .sd = (uint8_t)sd,
                                        .rc = (uint8_t)rc,
                                        .exec_size = (uint8_t)c->params.lanes,
                                        .src0_null = 1,
                                        .src2 = (uint16_t)sd,
                                        .dst = (uint16_t)(sd + src2 + c->sent % slots * rc),
                                        .tag = (uint8_t)c->sent};
        ++c->sent;
        return true;
    }
    if (stream == WR && c->filled < c->params.rows) {
        struct compute_block_wr *wr = payload;

        wr->row = (uint16_t)c->filled++;
        cb_draw_row(&c->wr, 0, c->params.lanes, wr->data);
        return true;
    }
    return false;
}

const struct assay_scenario cb_scenarios[CB_SCENARIOS] = {
    {
        .name = "random",
        .summary =
            "random messages and moves, legal and not, over few rows, with accesses by the PRs, "
            "stalls and resets",
        .knobs = {.stall = 40, .illegal = 5, .corner = 30, .resets = 1},
        .ctx_size = sizeof(struct random),
        .begin = begin_random,
        .next = next_random,
        .restart = restart_random,
        .observe = observe_random,
        .failed = failed_random,
        .report = report_random,
    },
    {
        .name = "errors",
        .summary = "the same, with many messages and chains in error",
        .knobs = {.stall = 20, .illegal = 50, .corner = 30, .resets = 1},
        .ctx_size = sizeof(struct random),
        .begin = begin_random,
        .next = next_random,
        .restart = restart_random,
        .observe = observe_random,
        .failed = failed_random,
        .report = report_random,
    },
    {
        .name = "throughput",
        .summary = "independent messages, back to back without stalls",
        .knobs = {.stall = 0},
        .ctx_size = sizeof(struct throughput),
        .begin = begin_throughput,
        .next = next_throughput,
    },
    {
        .name = "stream",
        .summary = "layers whose operands the mover streams from memory, without stalls",
        .knobs = {.stall = 0},
        .ctx_size = sizeof(struct cb_stream),
        .begin = cb_stream_begin,
        .next = cb_stream_next,
        .observe = cb_stream_observe,
        .plain = cb_stream_plain,
        .failed = cb_stream_failed,
        .report = cb_stream_report,
    },
    {
        .name = "pruned",
        .summary = "a layer pruned in blocks, streamed from memory with its maps, without stalls",
        .knobs = {.stall = 0},
        .ctx_size = sizeof(struct cb_pruned),
        .begin = cb_pruned_begin,
        .next = cb_pruned_next,
        .observe = cb_pruned_observe,
        .plain = cb_pruned_plain,
        .failed = cb_pruned_failed,
        .report = cb_pruned_report,
    },
};
