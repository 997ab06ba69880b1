/* array.c - an array: dpas with the messages given to it. */
#include <string.h>

#include "compute_block/compute_block.h"

static struct cb_entry *at(struct cb_array *a, uint32_t pointer)
{
    return &a->ring[pointer % CB_RING];
}

static const struct cb_slices *at_slices(const struct cb_array *a, uint32_t pointer)
{
    return &a->slices[pointer % CB_RING];
}

void cb_array_reset(struct cb_array *a)
{
    dpas_reset(&a->dpas);
    a->tail = a->cmd = a->load = a->feed = a->out = a->done = a->note = 0;
    a->load_row = a->feed_row = a->out_row = 0;
    a->a1.row = a->a1.end = a->a2.row = a->a2.end = 0;
}

void cb_array_give(struct cb_array *a, const struct cb_entry *e, const struct cb_slices *slices)
{
    a->slices[a->tail % CB_RING] = *slices;
    *at(a, a->tail++) = *e;
}

/* Slices fed to the array: if none survives, a single one that changes nothing. */
static uint32_t fed(const struct cb_slices *slices)
{
    return slices->n ? slices->n : 1;
}

static uint32_t src1_rows(const struct cb_array *a)
{
    const uint32_t slot = a->load % CB_RING;

    return (fed(&a->slices[slot]) * a->ring[slot].width1 + 31) / 32;
}

static uint32_t feeds(const struct cb_array *a)
{
    const uint32_t slot = a->feed % CB_RING;

    return (fed(&a->slices[slot]) + DPAS_OCTET - 1) / DPAS_OCTET * a->ring[slot].msg.rc;
}

/* Drives dpas's pins for this cycle. */
static void drive(const struct compute_block_state *s, struct cb_array *a)
{
    struct dpas_inputs *in = &a->in;
    const struct cb_entry *e;

    in->cmd_valid = a->cmd != a->tail;
    if (in->cmd_valid) {
        e = at(a, a->cmd);
        in->cmd = e->cmd;
        if (e->status == CB_OK)
            in->cmd.sd = (uint8_t)fed(at_slices(a, a->cmd));
        else
            in->cmd.src1_type = in->cmd.src2_type = 15;
    }

    e = at(a, a->load);
    in->src1_valid = a->load != a->tail && e->status == CB_OK;
    if (in->src1_valid)
        cb_pack_src1(s, e, at_slices(a, a->load), a->load_row, in->src1.data);

    e = at(a, a->feed);
    in->src2_valid = a->feed != a->tail && e->status == CB_OK;
    in->src0_valid = 0;
    if (!in->src2_valid)
        return;
    cb_pack_src2(s, e, at_slices(a, a->feed), a->feed_row, in->src2.data);
    if (a->feed_row >= e->msg.rc)
        return; /* octets after the first take no src0 */
    if (e->msg.chain) {
        in->src0_valid = a->done == a->feed;
        if (in->src0_valid)
            memcpy(in->src0.data, a->kept[a->feed_row], sizeof in->src0.data);
    } else if (!e->cmd.src0_null) {
        in->src0_valid = 1;
        cb_copy_row(s, (uint32_t)e->msg.src0 + a->feed_row, in->src0.data);
    }
}

/* Advances the pointers according to the handshakes on dpas's pins. */
static void follow(struct cb_array *a, const struct dpas_outputs *out)
{
    const struct dpas_inputs *in = &a->in;

    if (a->load != a->tail) {
        if (!in->src1_valid) {
            ++a->load;
        } else if (out->src1_ready && ++a->load_row == src1_rows(a)) {
            a->load_row = 0;
            ++a->load;
        }
    }
    if (a->feed != a->tail) {
        if (!in->src2_valid) {
            ++a->feed;
        } else if (out->src2_ready && ++a->feed_row == feeds(a)) {
            a->feed_row = 0;
            ++a->feed;
        }
    }
    a->cmd += in->cmd_valid & out->cmd_ready;
}

/* Writes the activated row of dst. */
static void write_row(struct compute_block_state *s, const struct cb_stage *last,
                      const struct compute_block_msg *m)
{
    const uint32_t lanes = s->params.lanes;
    uint32_t *to = &s->word[(uint32_t)(m->dst + last->i) * lanes];

    memcpy(to, last->data, lanes * sizeof *to);
    for (uint32_t n = 0; n < m->exec_size; ++n)
        to[n] = m->act == CB_ACT_REQUANTISE
                    ? cb_requantise(m, last->data[n], last->mul[n], last->shift[n])
                    : cb_activate(m->act, m->acc_type, last->data[n]);
}

/* Reads the rows that the activation of the row in the first stage needs. */
static void read_scales(const struct compute_block_state *s, struct cb_array *a)
{
    const struct compute_block_msg *m = &a->ring[a->a1.slot].msg;

    if (!a->a1.row || m->keep || m->act != CB_ACT_REQUANTISE)
        return;
    cb_copy_row(s, m->mul, a->a1.mul);
    cb_copy_row(s, m->shift, a->a1.shift);
}

void cb_array_retire(struct compute_block_state *s, struct cb_array *a,
                     const struct dpas_outputs *out)
{
    const struct cb_stage *last = &a->a2;

    if (last->row) {
        const struct compute_block_msg *m = &a->ring[last->slot].msg;

        if (m->keep)
            memcpy(a->kept[last->i], last->data, sizeof last->data);
        else
            write_row(s, last, m);
    }
    a->done += last->end;
    if (a->a1.row)
        a->a2 = a->a1;
    a->a2.row = a->a1.row;
    a->a2.end = a->a1.end;
    a->a1.row = out->dst_valid;
    a->a1.end = out->rsp_valid;
    if (out->dst_valid) {
        a->a1.slot = (uint8_t)(a->out % CB_RING);
        a->a1.i = a->out_row++;
        memcpy(a->a1.data, out->dst.data, sizeof a->a1.data);
    }
    if (out->rsp_valid) {
        ++a->out;
        a->out_row = 0;
    }
}

void cb_array_work(const struct compute_block_state *s, struct cb_array *a,
                   struct dpas_outputs *out)
{
    drive(s, a);
    read_scales(s, a);
    dpas_step(&a->dpas, &a->in, out);
    follow(a, out);
}
