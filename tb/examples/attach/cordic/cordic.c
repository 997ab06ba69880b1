/* cordic.c - sine and cosine, rounded to the nearest unit. The design's own error is below one unit
 * before it rounds, so that its result is off by one unit at most. */
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

void cordic_on_angle(struct cordic_state *s, const struct cordic_angle *angle,
                     struct assay_emit *emit)
{
    const uint32_t width = s->params.width, mask = (UINT32_C(1) << width) - 1;
    const double turn = 8.0 * atan(1.0) * angle->value / (mask + 1.0);
    const double one = UINT32_C(1) << (width - 2);
    const struct cordic_result result = {
        .cos = (uint16_t)((uint32_t)lround(one * cos(turn)) & mask),
        .sin = (uint16_t)((uint32_t)lround(one * sin(turn)) & mask),
    };

    cordic_emit_result(emit, &result);
}

/* -1, 0 or 1, modulo the width. */
static bool near(const struct cordic_state *s, uint32_t expected, uint32_t actual)
{
    return ((expected - actual + 1) & ((UINT32_C(1) << s->params.width) - 1)) <= 2;
}

bool cordic_accept(const struct cordic_state *s, enum cordic_stream_index stream,
                   const void *expected, const void *actual)
{
    const struct cordic_result *e = expected, *a = actual;

    (void)stream; /* there is one source */
    return near(s, e->cos, a->cos) && near(s, e->sin, a->sin);
}
