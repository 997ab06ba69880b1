/* gateway_baseline.c - the conventional reduction, cycle by cycle. */
#include "gateway_baseline/gateway_baseline.h"

#include <string.h>

static const struct slm_params memory_params = {.kb = 4, .banks = 8, .lanes = 8};

/* Cycles from the answer to the last fence: the barrier message, two cycles of the gateway, and
 * the first read. */
enum { BARRIER = 4 };

const char *gateway_baseline_check_params(const struct gateway_baseline_params *p)
{
    if (p->threads < 4 || p->threads > BASELINE_MAX_THREADS || (p->threads & (p->threads - 1)))
        return "threads must be a power of two from 4 to 256";
    if (p->distance < 2 || p->distance > 1023)
        return "distance must be 2 to 1023";
    return NULL;
}

void gateway_baseline_init(struct gateway_baseline_state *s,
                           const struct gateway_baseline_params *p)
{
    memset(s, 0, sizeof *s);
    s->params = *p;
    slm_init(&s->memory, &memory_params);
}

static void begin_group(struct gateway_baseline_state *s)
{
    s->phase = BASELINE_COLLECTING;
    s->step = BASELINE_NONE;
    s->arrived = s->fenced = s->left = 0;
}

void gateway_baseline_reset(struct gateway_baseline_state *s)
{
    begin_group(s);
    s->n_sent = s->n_back = 0;
    memset(s->unread, 0, sizeof s->unread);
    slm_reset(&s->memory);
}

uint32_t gateway_baseline_cycles(const struct gateway_baseline_params *p, uint32_t kind, uint32_t n)
{
    const uint32_t atomic = kind == BASELINE_ADD_F32 ? 4 : 1;

    return (atomic + 2) * n + 2 * p->distance + 8;
}

/* --- the paths and the memory --- */

static void send(struct gateway_baseline_state *s, uint32_t step, uint32_t slot, uint32_t data)
{
    const uint32_t to = s->params.distance - s->params.distance / 2;

    s->sent[(s->first_sent + s->n_sent) % BASELINE_SENDING] =
        (struct baseline_request){s->now + to, data, (uint8_t)step, (uint8_t)slot};
    ++s->n_sent;
}

/* The oldest answer that has arrived, or NULL. */
static const struct baseline_answer *arrived_answer(const struct gateway_baseline_state *s)
{
    const struct baseline_answer *a = &s->back[s->first_back];

    return s->n_back && a->due <= s->now ? a : NULL;
}

static void take_answer(struct gateway_baseline_state *s)
{
    s->first_back = (s->first_back + 1) % BASELINE_MAX_THREADS;
    --s->n_back;
}

/* The 8-bit tag of a read is its slot. Nothing else is in flight while the group reads. */
static void send_back(struct gateway_baseline_state *s, const struct slm_rsp *rsp)
{
    const bool read = s->phase == BASELINE_READING;
    struct baseline_answer *a;

    if (!read && rsp->tag != BASELINE_FENCE)
        return;
    a = &s->back[(s->first_back + s->n_back) % BASELINE_MAX_THREADS];
    ++s->n_back;
    a->due = s->now + s->params.distance / 2;
    a->step = read ? BASELINE_READ : BASELINE_FENCE;
    a->slot = rsp->tag;
    memcpy(a->word, rsp->data, sizeof a->word);
}

static void step_memory(struct gateway_baseline_state *s)
{
    const struct baseline_request *r = &s->sent[s->first_sent];
    struct slm_inputs in;
    struct slm_outputs out;

    memset(&in, 0, sizeof in);
    in.rsp_ready = in.line_rsp_ready = 1;
    in.req_valid = s->n_sent && r->due <= s->now;
    if (!in.req_valid && !s->memory.busy && !s->memory.rsp_valid)
        return; /* nothing to do: the memory's state would not change */
    if (in.req_valid) {
        gateway_baseline_request(s->kind, r->step, r->data, &in.req);
        in.req.tag = r->step == BASELINE_READ ? r->slot : r->step;
    }
    slm_step(&s->memory, &in, &out);
    if (in.req_valid && out.req_ready) {
        s->first_sent = (s->first_sent + 1) % BASELINE_SENDING;
        --s->n_sent;
    }
    if (out.rsp_valid)
        send_back(s, &out.rsp);
}

/* --- the sequence --- */

static bool accepts(const struct gateway_baseline_state *s)
{
    return s->phase == BASELINE_COLLECTING && (s->arrived == 0 || s->arrived < s->count) &&
           (s->step == BASELINE_NONE || s->step == BASELINE_FENCE);
}

static void arrive(struct gateway_baseline_state *s, const struct gateway_baseline_arr *a)
{
    uint32_t bit;

    s->slot = (uint8_t)(a->sender & (s->params.threads - 1));
    s->data = a->data;
    s->step = BASELINE_ATOMIC;
    if (s->arrived == 0) {
        s->kind = a->kind;
        s->count = a->count == 0 ? 1 : a->count;
        if (s->count > s->params.threads)
            s->count = (uint16_t)s->params.threads;
        s->step = BASELINE_CLEAR;
    }
    ++s->arrived;
    bit = UINT32_C(1) << s->slot % 32;
    s->left = (uint16_t)(s->left + !(s->unread[s->slot / 32] & bit));
    s->unread[s->slot / 32] |= bit;
}

/* Sends the next step of the thread that arrived last. */
static void send_step(struct gateway_baseline_state *s)
{
    if (s->step == BASELINE_NONE)
        return;
    send(s, s->step, s->slot, s->data);
    s->step = s->step == BASELINE_FENCE ? BASELINE_NONE : (uint8_t)(s->step + 1);
}

static void count_fence(struct gateway_baseline_state *s)
{
    take_answer(s);
    if (++s->fenced == s->count) {
        s->phase = BASELINE_AT_BARRIER;
        s->barrier = BARRIER - 1;
    }
}

/* Sends the read of the lowest slot that still needs one. */
static void send_read(struct gateway_baseline_state *s)
{
    uint32_t mask = 0, bit = 0;

    while (mask < BASELINE_MASKS && s->unread[mask] == 0)
        ++mask;
    if (mask == BASELINE_MASKS)
        return;
    while (!(s->unread[mask] >> bit & 1))
        ++bit;
    s->unread[mask] &= ~(UINT32_C(1) << bit);
    send(s, BASELINE_READ, 32 * mask + bit, 0);
}

static void show_release(const struct gateway_baseline_state *s,
                         struct gateway_baseline_outputs *out)
{
    const struct baseline_answer *a = arrived_answer(s);

    memset(out, 0, sizeof *out);
    out->arr_ready = accepts(s);
    if (s->phase != BASELINE_READING || !a)
        return;
    out->rel_valid = 1;
    out->rel.thread = a->slot;
    out->rel.last = s->left == 1;
    gateway_baseline_result(s->kind, a->word, &out->rel);
}

static void release(struct gateway_baseline_state *s)
{
    take_answer(s);
    if (--s->left == 0)
        begin_group(s);
}

static void advance(struct gateway_baseline_state *s, const struct gateway_baseline_inputs *in,
                    const struct gateway_baseline_outputs *out)
{
    step_memory(s);
    switch (s->phase) {
    case BASELINE_COLLECTING:
        if (arrived_answer(s))
            count_fence(s);
        send_step(s);
        if (in->arr_valid && out->arr_ready)
            arrive(s, &in->arr);
        break;
    case BASELINE_AT_BARRIER:
        if (--s->barrier == 0)
            s->phase = BASELINE_READING;
        break;
    default: /* BASELINE_READING */
        send_read(s);
        if (out->rel_valid && in->rel_ready)
            release(s);
        break;
    }
}

void gateway_baseline_step(struct gateway_baseline_state *s,
                           const struct gateway_baseline_inputs *in,
                           struct gateway_baseline_outputs *out)
{
    show_release(s, out);
    if (in->rst)
        gateway_baseline_reset(s);
    else
        advance(s, in, out);
    ++s->now;
}
