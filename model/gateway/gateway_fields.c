/* gateway_fields.c - messages: their fields, and what is wrong with them. */
#include "gateway/gateway.h"

#include <string.h>

struct gateway_msg gateway_pack(uint8_t sender, const struct gateway_fields *f)
{
    struct gateway_msg m;

    memset(&m, 0, sizeof m);
    m.sender = sender;
    m.kind = GATEWAY_BARRIER;
    m.data[0] = f->fence;
    m.data[1] = f->mask;
    m.data[2] = (uint32_t)f->id << 24 | (uint32_t)f->cen << 15 | (uint32_t)f->cnt << 8 |
                (uint32_t)f->op7 << 7 | (uint32_t)f->type << 4 | f->op;
    m.data[4] = (uint32_t)f->value;
    m.data[5] = (uint32_t)(f->value >> 32);
    return m;
}

struct gateway_msg gateway_forward(uint8_t sender, uint8_t recipient, uint8_t reg, uint32_t data)
{
    struct gateway_msg m;

    memset(&m, 0, sizeof m);
    m.sender = sender;
    m.kind = GATEWAY_FORWARD;
    m.data[1] = recipient;
    m.data[2] = reg;
    m.data[4] = data;
    return m;
}

bool gateway_legal(uint32_t op, uint32_t type)
{
    switch (op) {
    case GATEWAY_AND:
    case GATEWAY_OR:
    case GATEWAY_XOR:
        return !gateway_is_float(type);
    case GATEWAY_VARIANCE:
        return type <= GATEWAY_F32;
    default:
        return op < GATEWAY_OPS;
    }
}

static bool waits(const struct gateway_state *s, uint32_t thread)
{
    return s->waiting[thread / GATEWAY_BEAT] >> thread % GATEWAY_BEAT & 1;
}

static bool disagrees(const struct gateway_fields *a, const struct gateway_fields *b)
{
    const bool typed = a->op != GATEWAY_OP_NONE && a->op != GATEWAY_PREDICATE;

    return a->op != b->op || (typed && a->type != b->type) || a->fence != b->fence ||
           a->cen != b->cen || a->cnt != b->cnt;
}

static uint8_t check_barrier(const struct gateway_state *s, const struct gateway_msg *m)
{
    const struct gateway_fields f = gateway_unpack(m);
    const struct gateway_round *r = &s->round[f.id];
    uint32_t count;

    if (m->sender >= s->params.threads)
        return GATEWAY_BAD_SENDER;
    if (waits(s, m->sender))
        return GATEWAY_WAITING;
    if (f.id >= s->params.barriers)
        return GATEWAY_BAD_ID;
    if (f.op7 || !gateway_legal(f.op, f.type))
        return GATEWAY_BAD_OP;
    count = f.cen                      ? gateway_named_count(f.cnt)
            : r->stage == GATEWAY_OPEN ? r->count
                                       : s->config[f.id];
    if (count == 0 || count > s->params.threads)
        return GATEWAY_BAD_COUNT;
    return r->stage == GATEWAY_OPEN && disagrees(&r->first, &f) ? GATEWAY_DISAGREES : GATEWAY_OK;
}

uint8_t gateway_check(const struct gateway_state *s, const struct gateway_msg *m)
{
    if (m->kind == GATEWAY_BARRIER)
        return check_barrier(s, m);
    if (m->sender >= s->params.threads)
        return GATEWAY_BAD_SENDER;
    return (m->data[1] & 255) >= s->params.threads ? GATEWAY_BAD_RECIPIENT : GATEWAY_FORWARDED;
}
