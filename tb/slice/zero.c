#include "slice/zero.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = SLICE_LINE / 4 /* in a line, of memory or of metadata */ };

struct slice_zero *slice_zero_new(uint32_t bytes)
{
    const uint32_t lines = bytes / SLICE_LINE / (8 * SLICE_LINE) + 1;
    struct slice_zero *z = calloc(1, sizeof *z + (size_t)lines * SLICE_LINE);

    if (z)
        z->lines = lines;
    return z;
}

void slice_zero_add(struct slice_zero *z, uint32_t first, uint32_t bytes)
{
    const uint32_t line = first / SLICE_LINE;

    if (z->n < SLICE_ZERO_MOST)
        z->surface[z->n] = (struct slice_surface){.surface = (uint8_t)z->n,
                                                  .enable = 1,
                                                  .addr = line,
                                                  .lines = SLICE_ZERO_BLOCK,
                                                  .last = line + bytes / SLICE_LINE - 1,
                                                  .meta = line / SLICE_ZERO_BLOCK};
    ++z->n;
}

static bool is_zero(const uint32_t *line)
{
    static const uint32_t zeros[WORDS];

    return memcmp(line, zeros, SLICE_LINE) == 0;
}

void slice_zero_begin(struct slice_zero *z, const uint32_t *memory)
{
    memset(z->map, 0, (size_t)z->lines * SLICE_LINE);
    for (uint32_t s = 0; s < z->n && s < SLICE_ZERO_MOST; ++s)
        for (uint32_t i = z->surface[s].addr; i <= z->surface[s].last; ++i)
            z->map[i / 32] |= (uint32_t)is_zero(memory + (size_t)i * WORDS) << i % 32;
}

uint32_t *slice_zero_line(struct slice_zero *z, uint32_t addr)
{
    return z && addr < z->lines ? z->map + (size_t)addr * WORDS : NULL;
}

void slice_zero_end(const struct slice_zero *z, uint32_t *memory)
{
    for (uint32_t s = 0; s < z->n && s < SLICE_ZERO_MOST; ++s)
        for (uint32_t i = z->surface[s].addr; i <= z->surface[s].last; ++i)
            if (z->map[i / 32] >> i % 32 & 1)
                memset(memory + (size_t)i * WORDS, 0, SLICE_LINE);
}
