#include "compute_block/segments.h"

#include <string.h>

enum {
    RARE = 100,    /* writes for each row of values */
    SEGMENTS = 64, /* of a table */
    BEYOND = 4,    /* segments after the end of the table that are drawn too */
    FRACTION = 17, /* bits of a value within its segment, so that it is exact in f32 */
    PER_ONE = 8,   /* segments of sigmoid from 0 to 1; tanh has twice as many */
};

void cb_segments_begin(struct cb_segments *s, uint32_t lanes, uint64_t seed)
{
    memset(s, 0, sizeof *s);
    s->lanes = lanes;
    assay_rng_init(&s->rng, seed, "compute_block.segments");
}

/* Draws a value in a segment: anywhere, the first one, or the last one of the segment before. */
static uint32_t draw_value(struct cb_segments *s)
{
    const uint32_t segment = assay_rng_below(&s->rng, SEGMENTS + BEYOND);
    const uint32_t within = assay_rng_u32(&s->rng) >> (32 - FRACTION);
    const uint32_t kind = assay_rng_below(&s->rng, 4);
    const float x = (float)(segment << FRACTION | (kind < 2 ? within : 0)) /
                    (float)((s->is_tanh ? 2 * PER_ONE : PER_ONE) << FRACTION);
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    if (kind == 3 && bits)
        --bits;
    return bits | assay_rng_below(&s->rng, 2) << 31;
}

bool cb_segments_write(struct cb_segments *s, uint32_t base, uint32_t rows,
                       struct compute_block_wr *wr)
{
    if (s->step == CB_SEGMENTS_ZEROS) {
        memset(wr, 0, sizeof *wr);
        wr->row = s->zeros;
        s->step = CB_SEGMENTS_READY;
        return true;
    }
    if (s->step == CB_SEGMENTS_READY || assay_rng_below(&s->rng, RARE))
        return false;
    s->is_tanh = assay_rng_below(&s->rng, 2);
    s->values = (uint16_t)(base + assay_rng_below(&s->rng, rows));
    s->zeros = (uint16_t)(base + assay_rng_below(&s->rng, rows));
    if (s->zeros == s->values)
        return false;
    memset(wr, 0, sizeof *wr);
    wr->row = s->values;
    for (uint32_t i = 0; i < s->lanes; ++i)
        wr->data[i] = draw_value(s);
    s->step = CB_SEGMENTS_ZEROS;
    return true;
}

void cb_segments_message(struct cb_segments *s, struct compute_block_msg *msg)
{
    if (s->step != CB_SEGMENTS_READY || msg->keep || msg->chain)
        return;
    *msg = (struct compute_block_msg){
        .pr = msg->pr,
        .tag = msg->tag,
        .src1_type = DPAS_BF16,
        .src2_type = DPAS_BF16,
        .acc_type = DPAS_ACC_F32,
        .sd = 1,
        .rc = 1,
        .exec_size = (uint8_t)s->lanes,
        .src0 = s->values,
        .src1 = s->zeros,
        .src2 = s->zeros,
        .dst = s->values,
        .act = s->is_tanh ? CB_ACT_TANH : CB_ACT_SIGMOID,
    };
    s->step = CB_SEGMENTS_REST;
}
