#include "engine/value.h"

#include <string.h>

unsigned assay_value_digits(unsigned width)
{
    return width ? (width + 3) / 4 : 1;
}

void assay_value_text(const uint32_t *value, const uint32_t *unknown, unsigned width,
                      char text[ASSAY_VALUE_TEXT])
{
    const unsigned digits = assay_value_digits(width);

    for (unsigned i = 0; i < digits; ++i) {
        unsigned at = digits - 1 - i;
        unsigned shift = at % 8 * 4;

        text[i] = unknown && (unknown[at / 8] >> shift & 15)
                      ? 'x'
                      : "0123456789abcdef"[value[at / 8] >> shift & 15];
    }
    text[digits] = '\0';
}

const char *assay_value_name(const struct assay_model_block *m, const struct assay_port *p,
                             const uint32_t value[ASSAY_VALUE_WORDS])
{
    const char *const *names = m->values ? m->values[p - m->ports] : NULL;

    for (size_t w = 1; w < ASSAY_VALUE_WORDS; ++w)
        if (value[w])
            return NULL;
    for (uint32_t i = 0; names && names[i]; ++i)
        if (i == value[0])
            return names[i];
    return NULL;
}

unsigned assay_value_bits(const uint32_t value[ASSAY_VALUE_WORDS])
{
    unsigned n = 32 * ASSAY_VALUE_WORDS;

    while (n && !(value[(n - 1) / 32] >> (n - 1) % 32 & 1))
        --n;
    return n;
}

void assay_port_get(const struct assay_port *p, const void *side, uint32_t value[ASSAY_VALUE_WORDS])
{
    const uint8_t *at = (const uint8_t *)side + p->offset;
    uint16_t half;

    memset(value, 0, ASSAY_VALUE_WORDS * sizeof value[0]);
    switch (p->size) {
    case 1:
        value[0] = *at;
        break;
    case 2:
        memcpy(&half, at, 2);
        value[0] = half;
        break;
    default: { /* words, or a uint64_t, which is two words on a little-endian host */
        uint64_t wide;

        if (p->size == 8) {
            memcpy(&wide, at, 8);
            value[0] = (uint32_t)wide;
            value[1] = (uint32_t)(wide >> 32);
        } else {
            memcpy(value, at, p->size);
        }
    }
    }
}
