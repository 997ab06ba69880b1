/* mover.c - the mover: loads rows from lines of memory, and stores them. */
#include <string.h>

#include "compute_block/compute_block.h"

void cb_mover_reset(struct cb_mover *m)
{
    m->tail = m->send = m->done = m->note = 0;
    m->k = 0;
    m->line_valid = 0;
    for (uint32_t t = 0; t < CB_TAGS; ++t)
        m->tag[t].flies = 0;
}

void cb_mover_holds(const struct compute_block_state *s, struct cb_rows *read,
                    struct cb_rows *write)
{
    const struct cb_mover *m = &s->mover;

    for (uint32_t i = m->send; i != m->tail; ++i)
        cb_add_rows(&s->params, read, &m->ring[i % CB_MOVES].read);
    for (uint32_t i = m->done; i != m->tail; ++i)
        cb_add_rows(&s->params, write, &m->ring[i % CB_MOVES].write);
}

void cb_mover_give(struct cb_mover *m, const struct cb_entry *e)
{
    const uint32_t slot = m->tail++ % CB_MOVES;

    m->ring[slot] = *e;
    m->left[slot] = e->msg.items;
    m->failed[slot] = 0;
    m->map[slot] = 0;
}

/* --- send --- */

/* Mask of the bytes that an item occupies in its line. */
static uint64_t bytes_of(const struct compute_block_params *p, const struct compute_block_msg *m,
                         uint32_t addr)
{
    const uint32_t size = cb_move_size(p, m);
    const uint64_t bytes = size == CB_LINE ? ~UINT64_C(0) : (UINT64_C(1) << size) - 1;

    return bytes << addr % CB_LINE;
}

static bool meets(const struct compute_block_state *s, const struct cb_tag *t, uint32_t addr,
                  bool write, uint64_t bytes)
{
    const struct compute_block_msg *other = &s->mover.ring[t->slot].msg;

    return t->flies && (write || t->write) && addr / CB_LINE == t->addr / CB_LINE &&
           (bytes & bytes_of(&s->params, other, t->addr)) != 0;
}

/* The lowest free tag for an access; CB_TAGS: the access must wait. */
static uint32_t choose_tag(const struct compute_block_state *s, uint32_t addr, bool write,
                           uint64_t bytes)
{
    uint32_t tag = CB_TAGS;

    for (uint32_t t = CB_TAGS; t-- > 0;) {
        if (meets(s, &s->mover.tag[t], addr, write, bytes))
            return CB_TAGS;
        if (!s->mover.tag[t].flies)
            tag = t;
    }
    return tag;
}

/* Places the rows of a drain's item in its line. */
static void place_rows(const struct compute_block_state *s, const struct compute_block_msg *m,
                       uint32_t row, uint32_t addr, uint32_t *line)
{
    const uint32_t *from = &s->word[row * s->params.lanes], n = m->per * s->params.lanes;
    const uint32_t at = addr % CB_LINE;

    memset(line, 0, CB_LINE);
    for (uint32_t i = 0; i < n; ++i)
        if (m->narrow)
            line[(at + i) / 4] |= (from[i] & 0xFF) << (at + i) % 4 * 8;
        else
            line[at / 4 + i] = from[i];
}

static void send(struct compute_block_state *s)
{
    struct cb_mover *m = &s->mover;
    const uint32_t slot = m->send % CB_MOVES;
    const struct compute_block_msg *msg = &m->ring[slot].msg;
    const uint32_t addr = msg->addr + m->k * msg->addr_step;
    const uint32_t row = cb_move_row(msg) + (uint32_t)m->k * msg->row_step;
    const bool write = msg->op == CB_OP_DRAIN;
    uint64_t bytes;
    uint32_t tag;

    m->line_valid = 0;
    if (m->send == m->tail)
        return;
    bytes = bytes_of(&s->params, msg, addr);
    tag = choose_tag(s, addr, write, bytes);
    if (tag == CB_TAGS)
        return;
    m->line_valid = 1;
    m->line = (struct compute_block_line){.write = write,
                                          .addr = addr & ~(CB_LINE - UINT32_C(1)),
                                          .mask = write ? bytes : 0,
                                          .tag = (uint8_t)tag};
    if (write)
        place_rows(s, msg, row, addr, m->line.data);
    m->tag[tag] = (struct cb_tag){
        .flies = 1, .slot = (uint8_t)slot, .write = write, .row = (uint16_t)row, .addr = addr};
    if (++m->k == msg->items) {
        m->k = 0;
        ++m->send;
    }
}

/* --- answers --- */

struct cb_mover_writes cb_mover_step(struct compute_block_state *s,
                                     const struct compute_block_inputs *in)
{
    struct cb_mover *m = &s->mover;
    struct cb_mover_writes w = {CB_TAGS, CB_MOVES};
    const uint32_t tag = in->line_rsp.tag, last = m->done % CB_MOVES;
    const bool answered = in->line_rsp_valid && tag < CB_TAGS && m->tag[tag].flies;

    if (!m->line_valid || in->line_ready)
        send(s);
    if (m->done != m->tail && m->left[last] == 0) {
        ++m->done;
        if (cb_move_maps(&m->ring[last].msg) && !m->failed[last])
            w.map = last;
    }
    if (!answered)
        return w;
    m->tag[tag].flies = 0;
    --m->left[m->tag[tag].slot];
    if (in->line_rsp.error)
        m->failed[m->tag[tag].slot] = 1;
    else if (!m->tag[tag].write)
        w.tag = tag;
    return w;
}

/* Writes the rows of a fill's item, taken from the line that was the answer. */
static void fill(struct compute_block_state *s, const struct cb_tag *t, const uint32_t *line)
{
    const struct cb_entry *e = &s->mover.ring[t->slot];
    const uint32_t *from = &line[t->addr % CB_LINE / 4];

    memcpy(&s->word[t->row * s->params.lanes], from, e->msg.per * s->params.lanes * sizeof *from);
    if (cb_move_maps(&e->msg))
        s->mover.map[t->slot] |=
            cb_map_of(&s->params, e, (uint32_t)t->row - cb_move_row(&e->msg), from);
}

static void write_map(struct compute_block_state *s, uint32_t slot)
{
    const struct compute_block_msg *m = &s->mover.ring[slot].msg;
    uint32_t *to = &s->word[cb_map_row(m) * s->params.lanes];

    memset(to, 0, s->params.lanes * sizeof *to);
    to[0] = (uint32_t)s->mover.map[slot];
    to[1] = (uint32_t)(s->mover.map[slot] >> 32);
}

void cb_mover_write(struct compute_block_state *s, struct cb_mover_writes w, const uint32_t *line)
{
    if (w.map != CB_MOVES)
        write_map(s, w.map);
    if (w.tag != CB_TAGS)
        fill(s, &s->mover.tag[w.tag], line);
}
