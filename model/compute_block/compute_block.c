/* compute_block.c - the block, cycle by cycle. */
#include "compute_block/compute_block.h"

#include <stdbool.h>
#include <string.h>

enum { NONE = 0xFF };

static struct cb_entry *queued(const struct compute_block_state *s, struct cb_queue *q, uint32_t i)
{
    return &q->entry[(q->head + i) % s->params.queue];
}

/* --- PR queues --- */

static bool msg_ready(const struct compute_block_state *s, uint32_t pr)
{
    return pr >= s->params.prs || s->queue[pr].count < s->params.queue ||
           s->queue[pr].stored == s->params.queue;
}

static bool breaks_chain(const struct compute_block_state *s, const struct cb_queue *q,
                         const struct compute_block_msg *m)
{
    return m->chain != q->open || (q->stored && (m->acc_type != q->acc_type || m->rc != q->rc)) ||
           q->stored == s->params.queue;
}

static void take_msg(struct compute_block_state *s, const struct compute_block_msg *m)
{
    struct cb_queue *q = &s->queue[m->pr];
    struct cb_entry e;
    uint8_t status;

    cb_decode(&s->params, m, &e);
    status = e.status;
    if (status == CB_OK && breaks_chain(s, q, m))
        status = CB_BAD_CHAIN;
    if (q->bad)
        status = q->bad;
    if (status == CB_OK) {
        *queued(s, q, q->count++) = e;
        q->stored = m->keep ? (uint8_t)(q->stored + 1) : 0;
        q->acc_type = m->acc_type;
        q->rc = m->rc;
    } else {
        q->count = (uint8_t)(q->count - q->stored);
        q->stored = 0;
        if (!m->keep) {
            e.status = status;
            e.move = 0;
            memset(&e.read, 0, sizeof e.read);
            memset(&e.write, 0, sizeof e.write);
            *queued(s, q, q->count++) = e;
        }
        q->bad = m->keep ? status : CB_OK;
    }
    q->open = m->keep;
}

/* --- accept --- */

static uint8_t choose_accept(const struct compute_block_state *s)
{
    uint32_t pr = s->rr;

    for (uint32_t i = 0; i < s->params.prs; ++i) {
        if (!s->queue[pr].accepted && s->queue[pr].count > s->queue[pr].stored)
            return (uint8_t)pr;
        pr = pr + 1 == s->params.prs ? 0 : pr + 1;
    }
    return NONE;
}

static void accept(struct compute_block_state *s, uint8_t pr)
{
    struct cb_queue *q = &s->queue[pr];
    const struct cb_entry *e;

    q->accepted = 1;
    q->length = 0;
    memset(&q->read, 0, sizeof q->read);
    memset(&q->write, 0, sizeof q->write);
    do {
        e = queued(s, q, q->length++);
        cb_add_rows(&s->params, &q->read, &e->read);
        cb_add_rows(&s->params, &q->write, &e->write);
    } while (!e->end);
    s->order[s->accepted++] = pr;
    s->rr = pr + 1U == s->params.prs ? 0 : (uint8_t)(pr + 1);
}

/* --- dispatch --- */

struct move {
    uint8_t pr, array; /* pr NONE: nothing is dispatched; array NONE: to the mover */
};

/* Places in `order` of the oldest accepted PRs whose groups conflict with nothing older: one
 * with a group for the arrays, and one with a move. NONE if there is none. */
struct clear {
    uint8_t group, move;
};

static struct clear choose_clear(const struct compute_block_state *s)
{
    const struct compute_block_params *p = &s->params;
    struct cb_rows read = {{0}}, write = {{0}};
    struct clear c = {NONE, NONE};
    bool move_waits = false;

    cb_mover_holds(s, &read, &write);
    for (uint32_t a = 0; a < p->arrays; ++a) {
        const struct cb_array *x = &s->array[a];

        for (uint32_t i = x->done; i != x->tail; ++i) {
            cb_add_rows(p, &read, &x->ring[i % CB_RING].read);
            cb_add_rows(p, &write, &x->ring[i % CB_RING].write);
        }
    }
    for (uint32_t i = 0; i < s->accepted; ++i) {
        const struct cb_queue *q = &s->queue[s->order[i]];
        const bool move = q->entry[q->head].move;

        if (!cb_rows_meet(p, &q->write, &read) && !cb_rows_meet(p, &q->write, &write) &&
            !cb_rows_meet(p, &q->read, &write)) {
            if (!move && c.group == NONE)
                c.group = (uint8_t)i;
            if (move && !move_waits)
                c.move = (uint8_t)i;
        }
        move_waits |= move;
        cb_add_rows(p, &read, &q->read);
        cb_add_rows(p, &write, &q->write);
    }
    return c;
}

/* The array with room for the group that holds the fewest messages; NONE if there is none. */
static uint8_t choose_array(const struct compute_block_state *s, uint32_t length)
{
    uint32_t least = CB_RING + 1;
    uint8_t array = NONE;

    for (uint32_t a = 0; a < s->params.arrays; ++a) {
        const uint32_t held = s->array[a].tail - s->array[a].note;

        if (CB_RING - held >= length && held < least) {
            least = held;
            array = (uint8_t)a;
        }
    }
    return array;
}

static struct move choose_move(const struct compute_block_state *s)
{
    struct move m = {NONE, NONE};
    struct clear c;

    if (s->going)
        return (struct move){s->going_pr, s->going_array};
    if (!s->accepted)
        return m;
    c = choose_clear(s);
    if (c.group != NONE) {
        m.array = choose_array(s, s->queue[s->order[c.group]].length);
        if (m.array == NONE)
            c.group = NONE;
    }
    if (s->mover.tail - s->mover.note == CB_MOVES)
        c.move = NONE;
    if (c.move < c.group)
        return (struct move){s->order[c.move], NONE};
    if (c.group != NONE)
        m.pr = s->order[c.group];
    return m;
}

static void count_slices(struct compute_block_state *s, const struct cb_entry *e, uint32_t fed)
{
    const struct compute_block_msg *m = &e->msg;
    const uint64_t slices = (uint64_t)fed * m->rc * m->exec_size;

    s->slices += slices;
    s->products += slices * e->ops;
    if (m->sparse) {
        s->slices_fed += fed;
        s->slices_skipped += (uint32_t)m->sd - fed;
    }
}

/* The slices to feed of the message that goes to an array. */
static struct cb_slices choose_slices(const struct compute_block_state *s, struct move m)
{
    const struct cb_queue *q = &s->queue[m.pr % CB_MAX_PRS];
    const struct cb_entry *e = &q->entry[q->head];

    if (m.pr == NONE || m.array == NONE || e->status != CB_OK)
        return (struct cb_slices){0};
    return cb_survivors(s, &e->msg);
}

static void dispatch(struct compute_block_state *s, struct move m, const struct cb_slices *slices)
{
    struct cb_queue *q = &s->queue[m.pr];
    const struct cb_entry *e = &q->entry[q->head];
    uint32_t i = 0;

    if (m.array == NONE) {
        cb_mover_give(&s->mover, e);
    } else {
        cb_array_give(&s->array[m.array], e, slices);
        if (e->status == CB_OK)
            count_slices(s, e, slices->n);
    }
    s->going = !e->end;
    s->going_pr = m.pr;
    s->going_array = m.array;
    q->head = (uint8_t)((q->head + 1U) % s->params.queue);
    --q->count;
    if (!e->end)
        return;
    q->accepted = 0;
    while (s->order[i] != m.pr)
        ++i;
    for (--s->accepted; i < s->accepted; ++i)
        s->order[i] = s->order[i + 1];
}

/* --- notify --- */

static void send_note(struct compute_block_state *s, const struct cb_entry *e, uint8_t status)
{
    s->note_valid = 1;
    s->note.pr = e->msg.pr;
    s->note.tag = e->msg.tag;
    s->note.status = status;
}

static void notify(struct compute_block_state *s, bool room)
{
    struct cb_mover *m = &s->mover;

    if (room)
        s->note_valid = 0;
    for (uint32_t i = 0; i < s->params.arrays; ++i) {
        struct cb_array *a = &s->array[i];
        const struct cb_entry *e = &a->ring[a->note % CB_RING];

        if (a->note == a->done)
            continue;
        if (e->msg.keep) {
            ++a->note;
        } else if (room && !s->note_valid) {
            send_note(s, e, e->status);
            ++a->note;
        }
    }
    if (room && !s->note_valid && m->note != m->done) {
        const uint32_t slot = m->note++ % CB_MOVES;

        send_note(s, &m->ring[slot], m->failed[slot] ? CB_BAD_MEMORY : CB_OK);
    }
}

/* --- the block --- */

void compute_block_reset(struct compute_block_state *s)
{
    for (uint32_t i = 0; i < CB_MAX_PRS; ++i) {
        struct cb_queue *q = &s->queue[i];

        q->head = q->count = q->open = q->stored = q->bad = q->accepted = 0;
    }
    s->accepted = s->rr = s->going = 0;
    s->rdata_valid = s->note_valid = 0;
    cb_mover_reset(&s->mover);
    memset(s->busy_cycles, 0, sizeof s->busy_cycles);
    memset(s->idle_cycles, 0, sizeof s->idle_cycles);
    s->slices_fed = s->slices_skipped = 0;
    for (uint32_t i = 0; i < s->params.arrays; ++i)
        cb_array_reset(&s->array[i]);
}

void compute_block_init(struct compute_block_state *s, const struct compute_block_params *p)
{
    const struct dpas_params array = {.lanes = p->lanes, .depth = p->depth, .max_sd = DPAS_MAX_SD};

    memset(s, 0, sizeof *s);
    s->params = *p;
    for (uint32_t i = 0; i < p->arrays; ++i) {
        dpas_init(&s->array[i].dpas, &array);
        s->array[i].in.dst_ready = s->array[i].in.rsp_ready = 1;
    }
    compute_block_reset(s);
}

static void show(const struct compute_block_state *s, const struct compute_block_inputs *in,
                 struct compute_block_outputs *out)
{
    out->msg_ready = !in->msg_valid || msg_ready(s, in->msg.pr);
    out->rd_ready = !s->rdata_valid || in->rdata_ready;
    out->wr_ready = 1;
    out->rdata_valid = s->rdata_valid;
    out->rdata = s->rdata;
    out->note_valid = s->note_valid;
    out->note = s->note;
    out->line_valid = s->mover.line_valid;
    out->line = s->mover.line;
    out->line_rsp_ready = 1;
    out->mover_idle = s->mover.done == s->mover.tail;
    out->idle = 0;
    for (uint32_t i = 0; i < s->params.arrays; ++i)
        out->idle |= (uint8_t)((s->array[i].done == s->array[i].tail) << i);
    memcpy(out->busy_cycles, s->busy_cycles, sizeof out->busy_cycles);
    memcpy(out->idle_cycles, s->idle_cycles, sizeof out->idle_cycles);
    out->slices_fed = s->slices_fed;
    out->slices_skipped = s->slices_skipped;
}

/* The PRs' direct reads and writes of rows. */
static void access_rows(struct compute_block_state *s, const struct compute_block_inputs *in,
                        bool rd_ready)
{
    const uint32_t lanes = s->params.lanes, mask = s->params.rows - 1;

    if (rd_ready) {
        s->rdata_valid = in->rd_valid;
        if (in->rd_valid) {
            s->rdata.pr = in->rd.pr;
            cb_copy_row(s, in->rd.row & mask, s->rdata.data);
        }
    }
    if (in->wr_valid)
        memcpy(&s->word[(in->wr.row & mask) * lanes], in->wr.data, lanes * sizeof(uint32_t));
}

void compute_block_step(struct compute_block_state *s, const struct compute_block_inputs *in,
                        struct compute_block_outputs *out)
{
    struct dpas_outputs pins[CB_MAX_ARRAYS];
    struct move move;
    struct cb_mover_writes moved;
    struct cb_slices slices;
    uint8_t accepted;

    show(s, in, out);
    if (in->rst) {
        compute_block_reset(s);
        return;
    }
    accepted = choose_accept(s);
    move = choose_move(s);
    notify(s, !s->note_valid || in->note_ready);

    /* All reads of the register file precede all writes. */
    slices = choose_slices(s, move);
    moved = cb_mover_step(s, in);
    for (uint32_t i = 0; i < s->params.arrays; ++i) {
        struct cb_array *a = &s->array[i];

        if (a->done == a->tail) {
            ++s->idle_cycles[i];
            continue;
        }
        ++s->busy_cycles[i];
        cb_array_work(s, a, &pins[i]);
    }
    access_rows(s, in, out->rd_ready);
    for (uint32_t i = 0; i < s->params.arrays; ++i)
        if (s->array[i].done != s->array[i].tail)
            cb_array_retire(s, &s->array[i], &pins[i]);
    cb_mover_write(s, moved, in->line_rsp.data);

    if (accepted != NONE)
        accept(s, accepted);
    if (move.pr != NONE)
        dispatch(s, move, &slices);
    if (in->msg_valid && out->msg_ready && in->msg.pr < s->params.prs)
        take_msg(s, &in->msg);
}
