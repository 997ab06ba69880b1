#include "engine/corners.h"

#include <stdlib.h>
#include <string.h>

#include "engine/block.h"
#include "engine/lockstep.h"
#include "engine/small.h"

enum corner { ZERO, ONES, ONE_HOT, ONE_ZERO, SMALL, SIGN, CORNERS };
static const char *const corner_names[CORNERS] = {"zero",     "ones",  "one_hot",
                                                  "one_zero", "small", "sign"};
static const struct assay_cover_axis corner_axis = {"corner", CORNERS, corner_names};

struct corners {
    const struct assay_block *block;
    struct corners *next;
    struct assay_cover_group group;
    struct assay_cover_axis fields;
    uint32_t *port;     /* index of each field's port */
    const char *name[]; /* pin names of the fields */
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

/* Counts a value of more than 64 bits. */
static void count_value(const uint32_t *value, unsigned width, uint64_t *count)
{
    unsigned ones = 0;
    bool high = false; /* a bit above the lowest four is set */

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

/* The same for up to 64 bits, without branches: the values are close to random. */
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

/* The same for up to 8 bits, with one table look-up: the entry of a value has a ten-bit counter for
 * each corner. */
enum { TABLE_WIDTH = 8, TABLE_BITS = 10 };

static const uint64_t *table_of(unsigned width)
{
    static uint64_t table[TABLE_WIDTH + 1][1 << TABLE_WIDTH];
    static bool made[TABLE_WIDTH + 1];

    for (unsigned value = 0; !made[width] && value < 1u << width; ++value) {
        uint64_t count[CORNERS] = {0};

        count_word(value, width, count);
        for (unsigned i = 0; i < CORNERS; ++i)
            table[width][value] |= count[i] << TABLE_BITS * i;
    }
    made[width] = true;
    return table[width];
}

/* Counts a field in one cycle's inputs. */
static inline void count_one(const struct assay_port *p, unsigned width, const uint8_t *in,
                             uint64_t *count)
{
    uint32_t value[ASSAY_VALUE_WORDS];

    if (p->size <= 8) {
        count_word(assay_small_word(in + p->offset, p->size), width, count);
    } else {
        memcpy(value, in + p->offset, p->size);
        count_value(value, width, count);
    }
}

static inline bool is_narrow(const struct assay_port *p, unsigned width)
{
    return width <= TABLE_WIDTH && p->size <= 8;
}

/* The offset of the byte that holds a narrow field's value. */
static inline size_t low_byte(const struct assay_port *p)
{
    const uint16_t one = 1;

    return p->offset + (*(const uint8_t *)&one ? 0 : p->size - 1);
}

/* Counts a field in the inputs of `n` cycles. */
static void count_field(const struct assay_port *p, unsigned width, const uint8_t *const *in,
                        size_t n, uint64_t *count)
{
    uint64_t own[CORNERS] = {0}, sum = 0; /* local, so that the compiler can keep them in
                                           * registers */

    if (is_narrow(p, width)) {
        const uint64_t *const table = table_of(width);
        const size_t at = low_byte(p);

        for (size_t i = 0; i < n; ++i)
            sum += table[in[i][at]];
    } else {
        for (size_t i = 0; i < n; ++i)
            count_one(p, width, in[i], own);
    }
    for (unsigned i = 0; i < CORNERS; ++i)
        count[i] += own[i] + (sum >> TABLE_BITS * i & ((1 << TABLE_BITS) - 1));
}

/* The same for cycles given as bits, and a field whose `size` in bytes is a constant. It takes few
 * instructions by adding up overlapping properties: values with at most one bit set, and values
 * below 16, include zero, which is subtracted at the end. */
static inline void count_words(uint32_t size, unsigned width, const uint8_t *in, size_t stride,
                               uint64_t cycles, uint64_t *count)
{
    uint64_t zero = 0, ones = 0, one_at_most = 0, zero_at_most = 0, low = 0, sign = 0;

    for (; cycles; cycles &= cycles - 1) {
        const uint64_t value =
            assay_small_word(in + (unsigned)__builtin_ctzll(cycles) * stride, size);
        const uint64_t zeros = ~value & UINT64_MAX >> (64 - width);

        zero += value == 0;
        ones += zeros == 0;
        one_at_most += (value & (value - 1)) == 0;
        zero_at_most += (zeros & (zeros - 1)) == 0;
        low += value < 16;
        sign += value >> (width - 1) & 1;
    }
    count[ZERO] += zero;
    count[ONES] += ones;
    count[ONE_HOT] += one_at_most - zero;
    count[ONE_ZERO] += zero_at_most - ones;
    count[SMALL] += low - zero;
    count[SIGN] += sign;
}

static void count_narrow(unsigned width, const uint8_t *in, size_t stride, uint64_t cycles,
                         uint64_t *count)
{
    const uint64_t *const table = table_of(width);
    uint64_t sum = 0;

    for (; cycles; cycles &= cycles - 1)
        sum += table[in[(unsigned)__builtin_ctzll(cycles) * stride]];
    for (unsigned i = 0; i < CORNERS; ++i)
        count[i] += sum >> TABLE_BITS * i & ((1 << TABLE_BITS) - 1);
}

static void count_part(const struct assay_port *p, unsigned width, const uint8_t *in, size_t size,
                       uint64_t cycles, uint64_t *count)
{
    const uint8_t *const at = in + p->offset;

    if (is_narrow(p, width)) {
        count_narrow(width, in + low_byte(p), size, cycles, count);
        return;
    }
    switch (p->size) {
    case 2:
        count_words(2, width, at, size, cycles, count);
        break;
    case 4:
        count_words(4, width, at, size, cycles, count);
        break;
    case 8:
        count_words(8, width, at, size, cycles, count);
        break;
    default:
        for (; cycles; cycles &= cycles - 1)
            count_one(p, width, in + (unsigned)__builtin_ctzll(cycles) * size, count);
        break;
    }
}

void assay_corners_part(const struct assay_block *b, const unsigned *width, unsigned stream,
                        const uint8_t *in, uint64_t cycles, uint64_t *count)
{
    const struct corners *c = known_of(b);

    for (unsigned i = 0; c && i < c->fields.n; ++i, count += CORNERS) {
        const struct assay_port *p = &b->model->ports[c->port[i]];

        if (p->stream == (int)stream && width[c->port[i]])
            count_part(p, width[c->port[i]], in, b->model->in_size, cycles, count);
    }
}

/* The same for one stream: `taken` are the inputs of the cycles in which it had a transfer. */
static void add_taken(const struct assay_block *b, const unsigned *width, unsigned stream,
                      const uint8_t *const *taken, size_t n, uint64_t *count)
{
    const struct corners *c = known_of(b);

    for (unsigned i = 0; c && i < c->fields.n; ++i, count += CORNERS) {
        const struct assay_port *p = &b->model->ports[c->port[i]];

        if (p->stream == (int)stream && width[c->port[i]])
            count_field(p, width[c->port[i]], taken, n, count);
    }
}

void assay_corners_hits(const struct assay_block *b, const unsigned *width,
                        const uint8_t *const *in, const uint64_t *transfers, size_t n,
                        uint64_t *count)
{
    const uint8_t *taken[ASSAY_CORNERS_AT_ONCE]; /* inputs of the cycles with a
                                                  * transfer of the stream */

    for (unsigned stream = 0; stream < b->model->n_streams; ++stream) {
        size_t n_taken = 0;

        if (!b->model->streams[stream].sink)
            continue;
        for (size_t k = 0; k < n; ++k) {
            taken[n_taken] = in[k];
            n_taken += transfers[k] >> stream & 1;
        }
        add_taken(b, width, stream, taken, n_taken, count);
    }
}
