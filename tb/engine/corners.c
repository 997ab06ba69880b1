#include "engine/corners.h"

#include <stdlib.h>

#include "engine/block.h"
#include "engine/value.h"

enum corner { ZERO, ONES, ONE_HOT, ONE_ZERO, SMALL, SIGN, CORNERS };
static const char *const corner_names[CORNERS] = {"zero",     "ones",  "one_hot",
                                                  "one_zero", "small", "sign"};
static const struct assay_cover_axis corner_axis = {"corner", CORNERS, corner_names};

struct corners {
    const struct assay_block *block;
    struct corners *next;
    struct assay_cover_group group;
    struct assay_cover_axis fields;
    const char *name[]; /* of the fields: their pins */
};

static struct corners *known;

static bool is_field(const struct assay_block *b, const struct assay_port *p)
{
    return p->role == ASSAY_PAYLOAD && b->model->streams[p->stream].sink;
}

const struct assay_cover_group *assay_corners_group(const struct assay_block *b)
{
    struct corners *c = known;
    unsigned n = 0;

    while (c && c->block != b)
        c = c->next;
    if (c)
        return &c->group;
    for (size_t i = 0; i < b->model->n_ports; ++i)
        n += is_field(b, &b->model->ports[i]);
    c = n ? calloc(1, sizeof *c + n * sizeof c->name[0]) : NULL;
    if (!c)
        return NULL;
    n = 0;
    for (size_t i = 0; i < b->model->n_ports; ++i)
        if (is_field(b, &b->model->ports[i]))
            c->name[n++] = b->model->ports[i].name;
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

void assay_corners_hits(const struct assay_block *b, const unsigned *width, const void *in,
                        uint64_t transfers, uint64_t *count)
{
    uint32_t value[ASSAY_VALUE_WORDS];

    for (size_t i = 0; i < b->model->n_ports; ++i) {
        const struct assay_port *p = &b->model->ports[i];

        if (!is_field(b, p))
            continue;
        if ((transfers >> p->stream & 1) && width[i]) {
            assay_port_get(p, in, value);
            count_value(value, width[i], count);
        }
        count += CORNERS;
    }
}
