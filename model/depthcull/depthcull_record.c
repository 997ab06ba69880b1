/* depthcull_record.c - the format of tile records in memory. */
#include <string.h>

#include "depthcull/internal.h"

enum { LINE_BITS = 512, COEFFICIENTS = 3 };

static uint32_t coefficient_bits(const struct depthcull_params *p)
{
    return p->fixed ? 40 : 32;
}

/* Bits of a plane number. */
static uint32_t number_bits(const struct depthcull_params *p)
{
    return (uint32_t)__builtin_ctz(p->planes);
}

/* Bit position of the first plane in a line. */
static uint32_t planes_begin(const struct depthcull_params *p, uint32_t line)
{
    return line == 0 ? depthcull_n_pixels(p) * number_bits(p) : 0;
}

/* Number of planes that fit in a line. */
static uint32_t planes_fit(const struct depthcull_params *p, uint32_t line)
{
    return (LINE_BITS - planes_begin(p, line)) / (COEFFICIENTS * coefficient_bits(p));
}

/* The number of the first plane of a line. */
static uint32_t first_plane(const struct depthcull_params *p, uint32_t line)
{
    return line == 0 ? 0 : planes_fit(p, 0) + (line - 1) * planes_fit(p, 1);
}

uint32_t depthcull_planes_in_line(const struct depthcull_params *p, uint32_t what, uint32_t line)
{
    const uint32_t first = first_plane(p, line);
    const uint32_t left = first < what ? what - first : 0;

    return left < planes_fit(p, line) ? left : planes_fit(p, line);
}

uint32_t depthcull_lines(const struct depthcull_params *p, uint32_t what)
{
    uint32_t n = 0;

    if (what == DEPTHCULL_WHAT_PIXELS)
        return depthcull_n_pixels(p) / DEPTHCULL_LINE_PIXELS;
    while (first_plane(p, n) < what)
        ++n;
    return n;
}

uint32_t depthcull_stride(const struct depthcull_params *p)
{
    const uint32_t planes = depthcull_lines(p, p->planes);
    const uint32_t pixels = depthcull_lines(p, DEPTHCULL_WHAT_PIXELS);

    return planes > pixels ? planes : pixels;
}

uint32_t depthcull_what(const struct depthcull_tile *tile)
{
    return tile->kind == DEPTHCULL_CLEAR    ? 0
           : tile->kind == DEPTHCULL_PIXELS ? (uint32_t)DEPTHCULL_WHAT_PIXELS
                                            : tile->planes;
}

static void put_bits(uint32_t *data, uint32_t at, uint32_t width, uint64_t value)
{
    for (uint32_t i = 0; i < width; ++i, ++at)
        data[at / 32] |= (uint32_t)(value >> i & 1) << at % 32;
}

static uint64_t get_bits(const uint32_t *data, uint32_t at, uint32_t width)
{
    uint64_t value = 0;

    for (uint32_t i = 0; i < width; ++i, ++at)
        value |= (uint64_t)(data[at / 32] >> at % 32 & 1) << i;
    return value;
}

static void put_plane(const struct depthcull_params *p, const struct depthcull_plane *plane,
                      uint32_t *data, uint32_t at)
{
    const uint32_t width = coefficient_bits(p);
    const uint64_t f32[COEFFICIENTS] = {plane->cref, plane->cy, plane->cx};

    for (uint32_t i = 0; i < COEFFICIENTS; ++i)
        put_bits(data, at + i * width, width,
                 p->fixed ? (uint64_t)plane->rank[COEFFICIENTS - 1 - i] : f32[i]);
}

static void get_plane(const struct depthcull_params *p, const uint32_t *data, uint32_t at,
                      struct depthcull_plane *plane)
{
    const uint32_t width = coefficient_bits(p);

    depthcull_make_plane(p, get_bits(data, at + 2 * width, width),
                         get_bits(data, at + width, width), get_bits(data, at, width), plane);
}

static void write_planes(const struct depthcull_params *p, const struct depthcull_tile *tile,
                         uint32_t data[][DEPTHCULL_LINE_WORDS])
{
    const uint32_t bits = number_bits(p), size = COEFFICIENTS * coefficient_bits(p);
    uint32_t line = 0, number = 0;

    for (uint32_t k = 0; k < tile->places; ++k) {
        if (!depthcull_any_pixel(tile->shown[k]))
            continue;
        for (uint32_t i = 0; i < depthcull_n_pixels(p); ++i)
            if (tile->shown[k][i / 32] >> i % 32 & 1)
                put_bits(data[0], i * bits, bits, number);
        if (number == first_plane(p, line + 1))
            ++line;
        put_plane(p, &tile->plane[k], data[line],
                  planes_begin(p, line) + (number - first_plane(p, line)) * size);
        ++number;
    }
}

void depthcull_write_record(const struct depthcull_params *p, const struct depthcull_tile *tile,
                            const uint32_t *memory, uint32_t data[][DEPTHCULL_LINE_WORDS])
{
    memset(data, 0, DEPTHCULL_MAX_LINES * sizeof data[0]);
    if (tile->kind == DEPTHCULL_PLANES)
        write_planes(p, tile, data);
    for (uint32_t i = 0; tile->kind == DEPTHCULL_PIXELS && i < depthcull_n_pixels(p); ++i)
        data[i / DEPTHCULL_LINE_PIXELS][i % DEPTHCULL_LINE_PIXELS] = memory[i];
}

/* Sets the pixels that show each plane. */
static void read_numbers(const struct depthcull_params *p, const uint32_t *data,
                         struct depthcull_tile *tile)
{
    memset(tile->shown, 0, sizeof tile->shown);
    for (uint32_t i = 0; i < depthcull_n_pixels(p); ++i) {
        const uint64_t k = get_bits(data, i * number_bits(p), number_bits(p));

        tile->shown[k][i / 32] |= UINT32_C(1) << i % 32;
    }
}

void depthcull_read_line(const struct depthcull_params *p, uint32_t what, uint32_t line,
                         const uint32_t *data, struct depthcull_tile *tile, uint32_t *memory)
{
    const uint32_t size = COEFFICIENTS * coefficient_bits(p);
    const uint32_t depth_mask = p->fixed ? 0xFFFFFF : UINT32_MAX;

    if (what == DEPTHCULL_WHAT_PIXELS) {
        for (uint32_t i = 0; i < DEPTHCULL_LINE_PIXELS; ++i)
            memory[line * DEPTHCULL_LINE_PIXELS + i] = data[i] & depth_mask;
        return;
    }
    if (line == 0)
        read_numbers(p, data, tile);
    for (uint32_t i = 0; i < depthcull_planes_in_line(p, what, line); ++i)
        get_plane(p, data, planes_begin(p, line) + i * size,
                  &tile->plane[first_plane(p, line) + i]);
}

void depthcull_complete_record(const struct depthcull_params *p, uint32_t what,
                               const uint32_t *memory, struct depthcull_tile *tile)
{
    if (what == DEPTHCULL_WHAT_PIXELS) {
        depthcull_make_pixels(p, tile, memory);
        return;
    }
    tile->kind = DEPTHCULL_PLANES;
    tile->planes = tile->places = (uint8_t)what;
}
