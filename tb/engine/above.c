#include "engine/above.h"

size_t assay_above_of(const struct assay_port *p, unsigned width, uint32_t base,
                      struct assay_above *above)
{
    const uint32_t size = p->size > 8 ? 4 : p->size;
    size_t n = 0;

    for (uint32_t at = 0; at < p->size; at += size) {
        uint64_t bits = 0;

        for (uint32_t bit = 0; bit < 8 * size; ++bit)
            bits |= (uint64_t)(8 * at + bit >= width) << bit;
        if (bits)
            above[n++] = (struct assay_above){p->offset - base + at, size, bits};
    }
    return n;
}
