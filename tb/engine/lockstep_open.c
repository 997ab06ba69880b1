/* lockstep_open.c - makes a lockstep, with all that its run needs, and frees it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stdout.h"
#include "engine/engine.h"
#include "engine/guard.h"
#include "engine/transfers.h"

static bool allocate(struct assay_lockstep *ls)
{
    const struct assay_block *b = ls->config.block;

    ls->result.difference = calloc(b->model->n_ports, sizeof *ls->result.difference);
    ls->width = calloc(b->model->n_ports, sizeof *ls->width);
    ls->state = calloc(1, b->model->state_size);
    ls->in = calloc(ASSAY_RING, b->model->in_size);
    ls->expected = calloc(ASSAY_RING, b->model->out_size);
    ls->actual = calloc(ASSAY_RING * b->model->out_size + 8, 1); /* assay_judge_equal
                                                                  * reads past the end */
    ls->unknown = calloc(ASSAY_RING, b->model->out_size);
    if (ls->config.against && ls->config.against->unknown &&
        !(ls->expected_unknown = calloc(ASSAY_RING, b->model->out_size)))
        return false;
    if (!ls->result.difference || !ls->width || !ls->state || !ls->in || !ls->expected ||
        !ls->actual || !ls->unknown || !assay_stood_open(ls))
        return false;
    if (ls->config.cover && assay_cover_groups(b)) {
        if (!assay_cover_open(&ls->cover, b))
            return false;
        ls->cover.runs = 1;
    }
    if (ls->cover.block && b->cover) {
        ls->cover_ctx = calloc(1, b->cover_ctx_size ? b->cover_ctx_size : 1);
        if (!ls->cover_ctx)
            return false;
    }
    return true;
}

/* Opens what drives the inputs and, at levels without cycles, what follows the transfers. False if
 * out of memory. */
static bool open_stimulus(struct assay_lockstep *ls)
{
    const struct assay_config *c = &ls->config;
    const struct assay_stim_env env = {
        .params = &c->params,
        .seed = c->seed,
        .knobs = c->knobs,
        .user = c->user,
        .block = c->block,
        .state = ls->state,
    };

    if (c->against && c->block->level == ASSAY_COMPARE_TRANSFERS && !ls->pair &&
        !assay_pair_open(ls))
        return false;
    if (!assay_driver_open(&ls->driver, c->block, c->scenario, &env,
                           ls->pair ? &ls->pair->share : NULL,
                           ls->pair && ls->pair->side[ASSAY_LEADS] != ls) ||
        (c->player && !(ls->player = c->player->open(c->script))))
        return false;
    ls->result.stream = ASSAY_NO_STREAM;
    if (!assay_joins_open(&ls->joins, c->block))
        return false;
    if (c->block->level == ASSAY_COMPARE_CYCLE)
        return true;
    ls->transfers_of = assay_transfers_open(ls);
    if (!ls->transfers_of)
        return false;
    ls->driver.credit = ls->transfers_of->bounded ? &ls->transfers_of->credit : NULL;
    return true;
}

/* False with a message if a DUT does not belong to the block. */
static bool is_of_block(const struct assay_dut_ops *ops, const struct assay_block *b, char *why,
                        size_t why_size)
{
    if (!ops || (ops->abi == ASSAY_DUT_ABI && strcmp(ops->block, b->model->name) == 0 &&
                 ops->in_size == b->model->in_size && ops->out_size == b->model->out_size))
        return true;
    snprintf(why, why_size,
             "the DUT is of block %s, interface %u, %u and %u bytes: expected %s, %d, %zu and %zu",
             ops->block, ops->abi, ops->in_size, ops->out_size, b->model->name, ASSAY_DUT_ABI,
             b->model->in_size, b->model->out_size);
    return false;
}

/* Creates the DUT, and the other RTL that it is compared with. False if out of memory. */
static bool create_duts(struct assay_lockstep *ls)
{
    const struct assay_dut_ops *ops = ls->config.ops, *against = ls->config.against;

    assay_stdout_lend();
    ls->other =
        against && ls->config.block->level == ASSAY_COMPARE_CYCLE ? against->create() : NULL;
    ls->dut = ops ? ops->create() : NULL;
    assay_stdout_back();
    return (!ops || ls->dut) &&
           (!against || ls->other || ls->config.block->level != ASSAY_COMPARE_CYCLE);
}

struct assay_lockstep *assay_lockstep_open(const struct assay_config *config, char *why,
                                           size_t why_size)
{
    struct assay_lockstep *ls = assay_lockstep_open_side(config, NULL, why, why_size);

    if (ls && ls->pair && !assay_pair_follow(ls, why, why_size)) {
        assay_lockstep_close(ls);
        return NULL;
    }
    return ls;
}

struct assay_lockstep *assay_lockstep_open_side(const struct assay_config *config,
                                                struct assay_pair *pair, char *why, size_t why_size)
{
    const struct assay_block *b = config->block;
    const struct assay_dut_ops *ops = config->ops;
    struct assay_lockstep *ls = calloc(1, sizeof *ls);

    if (ls)
        ls->pair = pair;
    if (!ls || (ls->config = *config, !allocate(ls))) {
        snprintf(why, why_size, "out of memory for a lockstep of %s", b->model->name);
        assay_lockstep_close(ls);
        return NULL;
    }
    if (ls->config.hang == 0)
        ls->config.hang = assay_default_hang(b);
    if (b->model->n_streams == 0)
        ls->config.hang = UINT64_MAX; /* there is nothing to wait for */
    if (ls->config.progress_every == 0)
        ls->config.progress_every = 65536;
    if (!is_of_block(ops, b, why, why_size) || !is_of_block(config->against, b, why, why_size)) {
        assay_lockstep_close(ls);
        return NULL;
    }
    if (ls->config.settle <= 0 && !assay_guard_settle(&ls->config.settle)) {
        snprintf(why, why_size, "ASSAY_SETTLE=%s: " ASSAY_SETTLE_EXPECTED, getenv("ASSAY_SETTLE"));
        assay_lockstep_close(ls);
        return NULL;
    }
    if (ops && assay_guard_lost()) {
        snprintf(why, why_size,
                 "a DUT of %s: the simulator did not return from its last evaluation: expected a "
                 "separate process",
                 b->model->name);
        assay_lockstep_close(ls);
        return NULL;
    }
    if (!create_duts(ls)) {
        snprintf(why, why_size, "out of memory for a DUT of %s", b->model->name);
        assay_lockstep_close(ls);
        return NULL;
    }
    b->model->widths(&ls->config.params, ls->width);
    if (!open_stimulus(ls)) {
        snprintf(why, why_size, "out of memory for scenario %s", ls->config.scenario->name);
        assay_lockstep_close(ls);
        return NULL;
    }
    if (ls->cover_ctx && b->cover_begin)
        b->cover_begin(ls->cover_ctx, &ls->config.params);
    for (size_t i = 0; i < b->model->n_streams; ++i)
        if (!b->model->streams[i].sink)
            ls->sources |= UINT64_C(1) << i;
    ls->next_report = ls->config.progress ? ls->config.progress_every : UINT64_MAX;
    ls->next_event = 0;
    ls->next_snapshot = UINT64_MAX;
    return ls;
}

void assay_lockstep_close(struct assay_lockstep *ls)
{
    if (!ls)
        return;
    assay_pair_close(ls);
    assay_snapshots_drop(&ls->snapshots);
    assay_stdout_lend();
    if (ls->dut && !ls->dut_lost)
        ls->config.ops->destroy(ls->dut);
    if (ls->other && !ls->other_lost)
        ls->config.against->destroy(ls->other);
    assay_stdout_back();
    assay_driver_close(&ls->driver);
    if (ls->player)
        ls->config.player->close(ls->player);
    assay_cover_close(&ls->cover);
    assay_transfers_close(ls->transfers_of, ls->config.block);
    assay_joins_close(&ls->joins);
    assay_stood_close(ls);
    free(ls->blamed);
    free(ls->cover_ctx);
    free(ls->result.difference);
    free(ls->width);
    free(ls->state);
    free(ls->in);
    free(ls->expected);
    free(ls->actual);
    free(ls->unknown);
    free(ls->expected_unknown);
    free(ls);
}
