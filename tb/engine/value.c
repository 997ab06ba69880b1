#include "engine/value.h"

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
