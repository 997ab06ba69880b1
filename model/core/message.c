/* message.c - messages to the arrays, the mover, the rows and the packer. */
#include <string.h>

#include "core/internal.h"

static bool keeps(const struct core_warp *w, const struct predicate_word *n)
{
    return n->op == PREDICATE_DPAS && (core_operand(w, n, n->ak, n->ai) >> CORE_KEEP & 1);
}

/* True for `pack` and for `row` that reads. */
static bool wants(const struct predicate_word *n)
{
    return n->op == PREDICATE_PACK || (n->op == PREDICATE_ROW && n->ci == PREDICATE_ROW_GET);
}

/* True if a message other than the `youngest` most recent ones is outstanding. */
static bool older(const struct core_warp *w, uint32_t youngest)
{
    for (uint32_t k = youngest; k < CORE_MESSAGES; ++k)
        if (w->out >> ((w->seq - 1 - k) % CORE_MESSAGES) & 1)
            return true;
    return false;
}

bool core_message_waits(const struct core_state *s, uint32_t warp,
                        const struct predicate_decoded *d)
{
    const struct core_warp *w = &s->warp[warp];

    if (d->w.op == PREDICATE_WAIT)
        return older(w, core_operand(w, &d->w, d->w.ak, d->w.ai));
    if (s->off_valid)
        return true;
    if (wants(&d->w))
        return w->wanted;
    if (d->w.op == PREDICATE_ROW)
        return false;
    return !keeps(w, &d->w) && (w->out >> w->seq & 1);
}

static void numbered(struct core_state *s, struct core_warp *w, uint32_t pc)
{
    s->off.tag = w->seq;
    w->out |= (uint16_t)(1u << w->seq);
    w->message_pc[w->seq] = (uint16_t)pc;
    w->seq = (uint8_t)((w->seq + 1) % CORE_MESSAGES);
}

static void operands(struct core_off *m, const struct core_warp *w, const struct predicate_word *n)
{
    m->a = core_operand(w, n, n->ak, n->ai);
    m->b = core_operand(w, n, n->bk, n->bi);
    m->c = core_operand(w, n, n->ck, n->ci);
}

/* Copies a source of every lane. */
static void vector(uint32_t *to, const struct core_warp *w, const struct predicate_word *n,
                   uint8_t kind, uint8_t i)
{
    for (uint32_t lane = 0; lane < w->w.lanes; ++lane)
        to[lane] = predicate_source(&w->w, n, kind, i, lane);
}

static void row(struct core_state *s, const struct core_warp *w, const struct predicate_word *n)
{
    s->off.kind = n->ci == PREDICATE_ROW_GET ? CORE_GET : CORE_PUT;
    s->off.a = s->group[w->first].row_base + core_operand(w, n, n->ak, n->ai);
    if (n->ci == PREDICATE_ROW_PUT)
        vector(s->off.x, w, n, n->bk, n->bi);
}

void core_to_off(struct core_state *s, uint32_t warp, const struct predicate_decoded *d,
                 uint32_t pc)
{
    struct core_warp *w = &s->warp[warp];
    const struct predicate_word *n = &d->w;

    memset(&s->off, 0, sizeof s->off);
    s->off_valid = 1;
    s->off.warp = (uint8_t)warp;
    switch (n->op) {
    case PREDICATE_DPAS:
        s->off.kind = CORE_DPAS;
        operands(&s->off, w, n);
        w->open = keeps(w, n);
        if (!w->open)
            numbered(s, w, pc);
        break;
    case PREDICATE_MOVE:
        s->off.kind = CORE_MOVE;
        s->off.mode = n->imm & 15;
        operands(&s->off, w, n);
        numbered(s, w, pc);
        break;
    case PREDICATE_ROW:
        row(s, w, n);
        break;
    default: /* pack */
        s->off.kind = CORE_PACK;
        s->off.mode = n->ci;
        vector(s->off.x, w, n, n->ak, n->ai);
        vector(s->off.y, w, n, n->bk, n->bi);
        break;
    }
    if (wants(n)) {
        w->wanted = 1;
        w->wanted_pc = (uint16_t)pc;
        w->wanted_dst = predicate_destination(n);
        w->wanted_lanes = predicate_executing(&w->w, d);
        w->in_array |= d->writes;
    }
}

int core_to_drop(const struct core_state *s)
{
    for (uint32_t todo = s->in_use & ~s->running; todo; todo &= todo - 1) {
        const int w = __builtin_ctz(todo);

        if (s->warp[w].open)
            return w;
    }
    return -1;
}

void core_drop(struct core_state *s, uint32_t warp)
{
    memset(&s->off, 0, sizeof s->off);
    s->off_valid = 1;
    s->off.warp = (uint8_t)warp;
    s->off.kind = CORE_DROP;
    s->warp[warp].open = 0;
}

bool core_note_expected(const struct core_state *s, const struct core_note *n)
{
    return n->pr < s->params.warps && n->tag < CORE_MESSAGES && (s->warp[n->pr].out >> n->tag & 1);
}

void core_take_note(struct core_state *s, const struct core_note *n)
{
    struct core_warp *w = &s->warp[n->pr];
    const struct core_fault f = {CORE_MESSAGE, n->pr, n->status, w->message_pc[n->tag]};

    w->out &= (uint16_t) ~(1u << n->tag);
    if (n->status)
        core_trap(s, &f);
}
