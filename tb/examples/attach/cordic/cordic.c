/*
 * cordic.c - the model of cordic: which transfers follow from which.
 *
 * cordic_model.h, generated from block.yaml, declares its functions.
 */
#include <math.h>

#include "cordic_model.h"

struct cordic_state {
    struct cordic_params params;
};

ASSAY_MODEL(cordic);

void cordic_init(struct cordic_state *s, const struct cordic_params *params)
{
    s->params = *params;
}

void cordic_on_in(struct cordic_state *s, const struct cordic_in *payload, struct assay_emit *emit)
{
    const uint32_t width = s->params.width, mask = (UINT32_C(1) << width) - 1;
    const double turn = 8.0 * atan(1.0) * payload->angle / (mask + 1.0);
    const double one = UINT32_C(1) << (width - 2);
    const struct cordic_out out = {
        .cos = (uint16_t)((uint32_t)lround(one * cos(turn)) & mask),
        .sin = (uint16_t)((uint32_t)lround(one * sin(turn)) & mask),
    };

    cordic_emit_out(emit, &out);
}

/* -1, 0 or 1, modulo the width. */
static bool near(const struct cordic_state *s, uint32_t expected, uint32_t actual)
{
    return ((expected - actual + 1) & ((UINT32_C(1) << s->params.width) - 1)) <= 2;
}

bool cordic_accept(const struct cordic_state *s, enum cordic_stream_index stream,
                   const void *expected, const void *actual)
{
    const struct cordic_out *e = expected, *a = actual;

    (void)stream; /* there is one source */
    return near(s, e->cos, a->cos) && near(s, e->sin, a->sin);
}
