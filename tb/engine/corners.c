#include "engine/corners.h"

#include <stdlib.h>
#include <string.h>

#include "engine/block.h"
#include "engine/lockstep.h"

enum corner { ZERO, ONES, ONE_HOT, ONE_ZERO, SMALL, SIGN, CORNERS };
static const char *const corner_names[CORNERS] = {"zero",     "ones",  "one_hot",
                                                  "one_zero", "small", "sign"};
static const struct assay_cover_axis corner_axis = {"corner", CORNERS, corner_names};

struct corners {
    const struct assay_block *block;
    struct corners *next;
    struct assay_cover_group group;
    struct assay_cover_axis fields;
    uint32_t *port;     /* of each field: its index */
    const char *name[]; /* of the fields: their pins */
};

static struct corners *known;

static bool is_field(const struct assay_block *b, const struct assay_port *p)
{
    return p->role == ASSAY_PAYLOAD && b->model->streams[p->stream].sink;
}

static struct corners *known_of(const struct assay_block *b)
{
    struct corners *c = known;

    while (c && c->block != b)
        c = c->next;
    return c;
}

const struct assay_cover_group *assay_corners_group(const struct assay_block *b)
{
    struct corners *c = known_of(b);
    unsigned n = 0;

    if (c)
        return &c->group;
    for (size_t i = 0; i < b->model->n_ports; ++i)
        n += is_field(b, &b->model->ports[i]);
    c = n ? calloc(1, sizeof *c + n * (sizeof c->name[0] + sizeof c->port[0])) : NULL;
    if (!c)
        return NULL;
    c->port = (uint32_t *)&c->name[n];
    n = 0;
    for (uint32_t i = 0; i < b->model->n_ports; ++i) {
        if (!is_field(b, &b->model->ports[i]))
            continue;
        c->port[n] = i;
        c->name[n++] = b->model->ports[i].name;
    }
    c->fields = (struct assay_cover_axis){"field", n, c->name};
    c->group = (struct assay_cover_group){
        "corners",
        "each field of a sink: 0, all ones, one bit, all but one, 1 to 15, top bit set",
        2,
        {&c->fields, &corner_axis},
        NULL};
    c->block = b;
    c->next = known;
    known = c;
    return &c->group;
}

/* Of more than 64 bits. */
static void count_value(const uint32_t *value, unsigned width, uint64_t *count)
{
    unsigned ones = 0;
    bool high = false; /* a bit above the lowest four */

    for (unsigned i = 0; i < (width + 31) / 32; ++i) {
        ones += (unsigned)__builtin_popcount(value[i]);
        high |= (i ? value[i] : value[i] >> 4) != 0;
    }
    count[ZERO] += ones == 0;
    count[ONES] += ones == width;
    count[ONE_HOT] += ones == 1;
    count[ONE_ZERO] += ones + 1 == width;
    count[SMALL] += ones && !high;
    count[SIGN] += value[(width - 1) / 32] >> (width - 1) % 32 & 1;
}

/* The same of up to 64 bits, without branches: values are as good as random. */
static inline void count_word(uint64_t value, unsigned width, uint64_t *count)
{
    const uint64_t zeros = ~value & UINT64_MAX >> (64 - width);

    count[ZERO] += value == 0;
    count[ONES] += zeros == 0;
    count[ONE_HOT] += (value != 0) & ((value & (value - 1)) == 0);
    count[ONE_ZERO] += (zeros != 0) & ((zeros & (zeros - 1)) == 0);
    count[SMALL] += value - 1 < 15;
    count[SIGN] += value >> (width - 1) & 1;
}

static void count_field(const struct assay_port *p, unsigned width, const uint8_t *in,
                        uint64_t *count)
{
    uint32_t value[ASSAY_VALUE_WORDS];
    uint64_t word;
    uint16_t half;

    if (p->size == 1) {
        count_word(in[p->offset], width, count);
    } else if (p->size == 2) {
        memcpy(&half, in + p->offset, 2);
        count_word(half, width, count);
    } else if (p->size == 4) {
        memcpy(value, in + p->offset, 4);
        count_word(value[0], width, count);
    } else if (p->size == 8) {
        memcpy(&word, in + p->offset, 8);
        count_word(word, width, count);
    } else {
        memcpy(value, in + p->offset, p->size);
        count_value(value, width, count);
    }
}

void assay_corners_hits(const struct assay_block *b, const unsigned *width, const void *in,
                        uint64_t transfers, uint64_t *count)
{
    const struct corners *c = known_of(b);

    if (!c)
        return;
    for (unsigned i = 0; i < c->fields.n; ++i, count += CORNERS) {
        const uint32_t port = c->port[i];
        const struct assay_port *p = &b->model->ports[port];

        if ((transfers >> p->stream & 1) && width[port])
            count_field(p, width[port], in, count);
    }
}
