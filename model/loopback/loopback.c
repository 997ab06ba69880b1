/* loopback.c - the block, cycle by cycle. */
#include "loopback/loopback.h"

#include <stddef.h>
#include <string.h>

#include "numerics/numerics.h"

static bool one_of_2_4_8(uint32_t n)
{
    return n == 2 || n == 4 || n == 8;
}

const char *loopback_check_params(const struct loopback_params *p)
{
    if (!one_of_2_4_8(p->rows))
        return "rows must be 2, 4 or 8";
    if (!one_of_2_4_8(p->cols))
        return "cols must be 2, 4 or 8";
    if (p->kmax != 8 && p->kmax != 32 && p->kmax != 64)
        return "kmax must be 8, 32 or 64";
    return NULL;
}

void loopback_init(struct loopback_state *s, const struct loopback_params *p)
{
    memset(s, 0, sizeof *s);
    s->params = *p;
}

void loopback_reset(struct loopback_state *s)
{
    const struct loopback_params p = s->params;

    loopback_init(s, &p);
}

uint8_t loopback_check(const struct loopback_params *p, const struct loopback_cmd *cmd)
{
    if (!sparse_pair_legal(cmd->a_type, cmd->b_type))
        return LOOPBACK_BAD_TYPES;
    if (cmd->k_len == 0 || cmd->k_len > p->kmax)
        return LOOPBACK_BAD_K_LEN;
    if (cmd->sparse && !cmd->generate_map &&
        (cmd->a_map_len < cmd->k_len || cmd->b_map_len < cmd->k_len))
        return LOOPBACK_SHORT_MAP;
    return LOOPBACK_OK;
}

static void pop(struct loopback_state *s)
{
    s->queue[0] = s->queue[1];
    s->status[0] = s->status[1];
    --s->queued;
    s->a_rows = s->b_cols = s->c_rows = 0;
}

static void respond(struct loopback_state *s, uint8_t tag, uint8_t status)
{
    s->rsp_valid = 1;
    s->rsp.tag = tag;
    s->rsp.status = status;
}

/* Performs this cycle's transfers for the head. */
static void load(struct loopback_state *s, const struct loopback_inputs *in,
                 const struct loopback_outputs *out)
{
    const struct loopback_cmd *cmd = &s->queue[0];

    if (in->a_valid && out->a_ready)
        loopback_load(cmd, cmd->a_type, s->a_rows++, in->a.data, in->a.map, &s->a);
    if (in->b_valid && out->b_ready)
        loopback_load(cmd, cmd->b_type, s->b_cols++, in->b.data, in->b.map, &s->b);
    if (in->src0_valid && out->src0_ready) {
        uint32_t *row = s->c[s->c_rows++];

        for (uint32_t j = 0; j < s->params.cols; ++j) {
            row[j] = in->src0.data[j];
            if (cmd->a_type >= SPARSE_BF16)
                row[j] = assay_f32_canonical(row[j]);
        }
    }
}

static bool all_there(const struct loopback_state *s)
{
    return s->a_rows == s->params.rows && s->b_cols == s->params.cols &&
           (s->queue[0].src0_null || s->c_rows == s->params.rows);
}

static void start(struct loopback_state *s)
{
    const struct loopback_cmd *cmd = &s->queue[0];

    s->busy = 1;
    s->left = (uint8_t)loopback_cycles(&s->params, cmd, &s->a, &s->b);
    s->array.tag = cmd->tag;
    loopback_compute(&s->params, cmd, &s->a, &s->b, s->c, s->array.d);
    pop(s);
}

static void write_outputs(const struct loopback_state *s, struct loopback_outputs *out)
{
    const bool good = s->queued && s->status[0] == LOOPBACK_OK;

    out->cmd_ready = s->queued < LOOPBACK_QUEUE;
    out->a_ready = good && s->a_rows < s->params.rows;
    out->b_ready = good && s->b_cols < s->params.cols;
    out->src0_ready = good && !s->queue[0].src0_null && s->c_rows < s->params.rows;
    out->rsp_valid = s->rsp_valid;
    out->rsp = s->rsp;
    out->dst_valid = s->rows_left > 0;
    if (out->dst_valid) {
        /* Columns that do not exist stay 0. */
        memcpy(out->dst.data, s->drain.d[s->params.rows - s->rows_left], sizeof out->dst.data);
        out->dst.tag = s->drain.tag;
        out->dst.last = s->rows_left == 1;
    }
}

void loopback_step(struct loopback_state *s, const struct loopback_inputs *in,
                   struct loopback_outputs *out)
{
    const bool was_busy = s->busy;
    bool rsp_free;

    write_outputs(s, out);
    if (in->rst) {
        loopback_reset(s);
        return;
    }

    rsp_free = !s->rsp_valid || in->rsp_ready;
    if (in->rsp_ready)
        s->rsp_valid = 0;
    if (in->dst_ready && s->rows_left)
        --s->rows_left;

    if (s->left)
        --s->left;
    if (s->busy && s->left == 0 && s->rows_left == 0 && rsp_free) {
        s->drain = s->array;
        s->rows_left = (uint8_t)s->params.rows;
        s->busy = 0;
        respond(s, s->drain.tag, LOOPBACK_OK);
    }

    if (s->queued && s->status[0] == LOOPBACK_OK) {
        load(s, in, out);
        if (all_there(s) && !s->busy)
            start(s);
    } else if (s->queued && !was_busy && rsp_free) {
        respond(s, s->queue[0].tag, s->status[0]);
        pop(s);
    }

    if (in->cmd_valid && out->cmd_ready) {
        s->queue[s->queued] = in->cmd;
        s->status[s->queued] = loopback_check(&s->params, &in->cmd);
        ++s->queued;
    }
}
