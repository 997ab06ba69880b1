#include "api/pins.h"

#include <string.h>

void assay_model_pin_write(const struct assay_port *pin, unsigned char *side, const uint32_t *value,
                           size_t words)
{
    unsigned char *at = side + pin->offset;

    if (pin->size == 1) {
        *at = (unsigned char)value[0];
    } else if (pin->size == 2) {
        const uint16_t v = (uint16_t)value[0];

        memcpy(at, &v, sizeof v);
    } else if (pin->size == 8) {
        const uint64_t v = value[0] | (words > 1 ? (uint64_t)value[1] << 32 : 0);

        memcpy(at, &v, sizeof v);
    } else {
        memset(at, 0, pin->size);
        memcpy(at, value, words * sizeof *value);
    }
}

void assay_model_pin_read(const struct assay_port *pin, const unsigned char *side, uint32_t *value,
                          size_t words)
{
    const unsigned char *at = side + pin->offset;

    if (pin->size == 1) {
        value[0] = *at;
    } else if (pin->size == 2) {
        uint16_t v;

        memcpy(&v, at, sizeof v);
        value[0] = v;
    } else if (pin->size == 8) {
        uint64_t v;

        memcpy(&v, at, sizeof v);
        value[0] = (uint32_t)v;
        if (words > 1)
            value[1] = (uint32_t)(v >> 32);
    } else {
        memcpy(value, at, words * sizeof *value);
    }
}

void assay_model_mark_illegal(const struct assay_port *pin, unsigned width, unsigned char *illegal)
{
    if (pin->size == 8) {
        const uint64_t mask = width >= 64 ? 0 : UINT64_MAX << width;

        memcpy(illegal + pin->offset, &mask, sizeof mask);
        return;
    }
    for (size_t i = 0; i < (pin->size + 3) / 4; ++i) {
        const size_t low = 32 * i;
        const uint32_t mask = width >= low + 32 ? 0
                              : width <= low    ? UINT32_MAX
                                                : UINT32_MAX << (width - low);

        if (pin->size <= 4)
            assay_model_pin_write(pin, illegal, &mask, 1);
        else
            memcpy(illegal + pin->offset + 4 * i, &mask, sizeof mask);
    }
}
