/* barrier.c - messages to the gateway and its answers. */
#include <string.h>

#include "core/internal.h"

enum { BARRIER, FORWARD };              /* kinds of messages to the gateway */
enum { WIDE_FIRST = 3, WIDE_LAST = 7 }; /* the 64-bit types */
enum { COMPLETE = 0, FORWARDED = 8 };   /* status values of wb and of reply */

static void barrier(struct core_state *s, uint32_t warp, const struct predicate_word *n)
{
    struct core_warp *w = &s->warp[warp];
    const uint32_t imm = n->imm, type = imm >> PREDICATE_BAR_TYPE & 15;
    const uint32_t id =
        (core_group_of(s, warp)->bar_base + core_operand(w, n, n->ak, n->ai)) % CORE_IDS;
    const uint32_t op =
        (imm & 15) == PREDICATE_BAR_BY ? w->w.u[imm >> PREDICATE_BAR_OP & 15] & 15 : imm & 15;

    s->gate.kind = BARRIER;
    s->gate.data[0] = imm >> PREDICATE_BAR_FENCE & 3;
    if (imm & PREDICATE_BAR_HAS_P)
        s->gate.data[1] = w->w.p[imm >> PREDICATE_BAR_P & 3] & w->w.active;
    s->gate.data[2] = id << 24 | type << 4 | op;
    s->gate.data[4] = core_operand(w, n, n->bk, n->bi);
    s->gate.data[5] = core_operand(w, n, n->ck, n->ci);
    s->at_bar |= UINT32_C(1) << warp;
    w->sent = w->asked = 0;
    w->bar = (struct core_bar){
        .id = (uint8_t)id,
        .has_dst = n->dk == PREDICATE_TO_U,
        .dst = n->di,
        .has_high = n->dk == PREDICATE_TO_U && type >= WIDE_FIRST && type <= WIDE_LAST,
        .high = (n->di + 1) & 15,
        .has_sum = (imm & PREDICATE_BAR_HAS_SUM) != 0,
        .sum = imm >> PREDICATE_BAR_SUM & 15,
    };
}

static void forward(struct core_state *s, uint32_t warp, const struct predicate_word *n)
{
    const struct core_warp *w = &s->warp[warp];
    struct core_warp *to = &s->warp[w->first + core_operand(w, n, n->ak, n->ai)];

    s->gate.kind = FORWARD;
    s->gate.data[1] = (uint32_t)(to - s->warp);
    s->gate.data[2] = (uint32_t)(to->gen << 4 | n->di);
    s->gate.data[4] = core_operand(w, n, n->bk, n->bi);
    ++to->coming;
}

void core_to_gate(struct core_state *s, uint32_t warp, const struct predicate_decoded *d)
{
    memset(&s->gate, 0, sizeof s->gate);
    s->gate_valid = 1;
    s->gate.sender = (uint8_t)warp;
    if (d->w.op == PREDICATE_BAR)
        barrier(s, warp, &d->w);
    else
        forward(s, warp, &d->w);
}

/* --- fences and aborts --- */

static bool drained(const struct core_state *s, uint32_t id)
{
    for (uint32_t todo = s->at_bar; todo; todo &= todo - 1) {
        const uint32_t w = (uint32_t)__builtin_ctz(todo);

        if (s->warp[w].bar.id == id && core_accesses(s, w, s->scope[id]))
            return false;
    }
    return true;
}

int core_fence_done(const struct core_state *s)
{
    for (uint32_t todo = s->noted; todo; todo &= todo - 1) {
        const int id = __builtin_ctz(todo);

        if (drained(s, (uint32_t)id))
            return id;
    }
    return -1;
}

int core_to_abort(const struct core_state *s)
{
    for (uint32_t todo = s->at_bar & ~s->running; todo; todo &= todo - 1) {
        const int w = __builtin_ctz(todo);

        if (s->warp[w].sent && !s->warp[w].asked)
            return w;
    }
    return -1;
}

/* --- answers --- */

static bool waits(const struct core_state *s, uint32_t warp, uint8_t id)
{
    return (s->at_bar >> warp & 1) && s->warp[warp].sent && s->warp[warp].bar.id == id;
}

static void refuse(struct core_state *s, uint32_t warp, uint8_t status)
{
    const struct core_fault f = {CORE_REFUSED, (uint8_t)warp, status,
                                 (uint16_t)(s->warp[warp].w.pc - 1)};

    s->at_bar &= ~(UINT32_C(1) << warp);
    core_trap(s, &f);
}

void core_take_wb(struct core_state *s, const struct core_wb *wb)
{
    for (uint32_t n = 0; n < s->params.warps && wb->beat == 0; ++n) {
        struct core_warp *w = &s->warp[n];

        if (!(wb->mask >> n & 1) || !waits(s, n, wb->id))
            continue;
        if (wb->status != COMPLETE) {
            refuse(s, n, wb->status);
            continue;
        }
        s->at_bar &= ~(UINT32_C(1) << n);
        if (w->bar.has_dst)
            w->w.u[w->bar.dst] = (uint32_t)wb->result;
        if (w->bar.has_high)
            w->w.u[w->bar.high] = (uint32_t)(wb->result >> 32);
        if (w->bar.has_sum)
            w->w.u[w->bar.sum] = wb->sum;
    }
}

void core_look_at_reply(const struct core_state *s, const struct core_reply *r,
                        struct core_reply_use *use)
{
    const struct core_warp *w = &s->warp[r->thread % CORE_MAX_WARPS];

    memset(use, 0, sizeof *use);
    if (r->thread >= s->params.warps)
        return;
    if (r->status != FORWARDED) {
        use->refused = waits(s, r->thread, r->id);
    } else if ((s->in_use >> r->thread & 1) && r->reg >> 4 == w->gen) {
        use->writes = 1;
        use->counts = w->coming != 0;
    }
}

void core_take_reply(struct core_state *s, const struct core_reply *r,
                     const struct core_reply_use *use)
{
    struct core_warp *w = &s->warp[r->thread % CORE_MAX_WARPS];

    if (use->writes) {
        w->w.u[r->reg & 15] = r->data;
        ++w->arrived;
        w->coming = (uint16_t)(w->coming - use->counts);
    } else if (use->refused) {
        refuse(s, r->thread, r->status);
    }
}
