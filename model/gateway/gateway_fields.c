/* gateway_fields.c - messages: packing their fields, and checking them. */
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
                (uint32_t)f->type << 4 | f->op;
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

/* Types of each operation, as bit sets. */
enum {
    ALL = (1 << GATEWAY_TYPES) - 1,
    FLOATS =
        1 << GATEWAY_F32 | 1 << GATEWAY_F32_PAIR | 1 << GATEWAY_F16_PAIR | 1 << GATEWAY_BF16_PAIR,
    INTEGERS = ALL & ~FLOATS
};

static const uint16_t types_of[16] = {
    [GATEWAY_OP_NONE] = ALL,
    [GATEWAY_ADD] = ALL,
    [GATEWAY_SUB] = ALL,
    [GATEWAY_AND] = INTEGERS,
    [GATEWAY_OR] = INTEGERS,
    [GATEWAY_XOR] = INTEGERS,
    [GATEWAY_MIN] = ALL,
    [GATEWAY_MAX] = ALL,
    [GATEWAY_PRODUCT] = ALL,
    [GATEWAY_MEAN] = ALL,
    [GATEWAY_VARIANCE] = 1 << GATEWAY_U32 | 1 << GATEWAY_S32 | 1 << GATEWAY_F32,
    [GATEWAY_RANGE] = ALL,
    [GATEWAY_PREDICATE] = ALL,
};

bool gateway_legal(uint32_t op, uint32_t type)
{
    return op < GATEWAY_OPS && type < GATEWAY_TYPES && (types_of[op] >> type & 1);
}

static bool waits(const struct gateway_state *s, uint32_t thread)
{
    return s->waiting[thread / GATEWAY_BEAT] >> thread % GATEWAY_BEAT & 1;
}

static uint8_t check_barrier(const struct gateway_state *s, const struct gateway_msg *m)
{
    const uint32_t d2 = m->data[2], id = d2 >> 24 & 15;
    const struct gateway_round *r = &s->round[id];
    const struct gateway_config *c = &s->config[id];
    const bool open = r->stage == GATEWAY_OPEN;
    uint32_t count, first;
    bool placed;

    if (m->sender >= s->params.threads)
        return GATEWAY_BAD_SENDER;
    if (waits(s, m->sender))
        return GATEWAY_WAITING;
    if (id >= s->params.barriers)
        return GATEWAY_BAD_ID;
    if (!(types_of[d2 & 15] >> (d2 >> 4 & 15) & 1))
        return GATEWAY_BAD_OP;
    count = d2 >> 15 & 1 ? gateway_named_count(d2 >> 8 & 127) : open ? r->count : c->count;
    placed = !(d2 >> 15 & 1) && (open ? r->placed : c->placed);
    first = placed ? (open ? r->place : c->first) : 0;
    if (count == 0 || first + count > s->params.threads)
        return GATEWAY_BAD_COUNT;
    if (placed && (m->sender < first || m->sender >= first + count))
        return GATEWAY_OUTSIDE;
    return open && r->terms != gateway_terms(m) ? GATEWAY_DISAGREES : GATEWAY_OK;
}

uint8_t gateway_check(const struct gateway_state *s, const struct gateway_msg *m)
{
    if (m->kind == GATEWAY_BARRIER)
        return check_barrier(s, m);
    if (m->sender >= s->params.threads)
        return GATEWAY_BAD_SENDER;
    return (m->data[1] & 255) >= s->params.threads ? GATEWAY_BAD_RECIPIENT : GATEWAY_FORWARDED;
}
