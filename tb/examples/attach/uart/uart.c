/* uart.c - bytes through two serial lines, and the far ends of the lines. A frame on a line has a start
 * bit, eight data bits with the lowest first, and a stop bit; a bit lasts `divider` cycles. */
#include "uart_model.h"

struct uart_state {
    uint32_t divider;
    uint32_t levels, left; /* of the frame on rxd: bits, the present one lowest; cycles */
    uint32_t bits, seen;   /* of the frame on txd: bits, the latest at bit 9; cycles */
};

ASSAY_MODEL(uart);

void uart_init(struct uart_state *s, const struct uart_params *params)
{
    *s = (struct uart_state){.divider = params->divider, .levels = UINT32_MAX};
}

void uart_on_tx(struct uart_state *s, const struct uart_tx *tx, struct assay_emit *emit)
{
    (void)s;
    uart_emit_line_out(emit, &(struct uart_line_out){.data = tx->data, .stop = 1});
}

void uart_on_line_in(struct uart_state *s, const struct uart_line_in *frame,
                     struct assay_emit *emit)
{
    (void)s;
    uart_emit_rx(emit, &(struct uart_rx){.data = frame->data, .error = !frame->stop});
}

/* A frame and `gap` idle bits behind it, one more behind a stop bit that is low. It is transferred when it
 * begins, because the receiver is through with it before the stop bit is over. */
bool uart_line_in_drive(struct uart_state *s, const struct uart_line_in *frame,
                        struct uart_inputs *in)
{
    const bool begins = s->left == 0 && frame;

    if (begins) {
        s->levels = UINT32_MAX << 10 | (uint32_t)frame->stop << 9 | (uint32_t)frame->data << 1;
        s->left = (10u + frame->gap + !frame->stop) * s->divider;
    }
    in->rxd = s->levels & 1;
    if (s->left && --s->left % s->divider == 0)
        s->levels = s->levels >> 1 | UINT32_C(1) << 31;
    return begins;
}

/* Each bit is sampled in its middle. */
bool uart_line_out_sample(struct uart_state *s, const struct uart_outputs *out,
                          struct uart_line_out *frame)
{
    if (s->seen == 0 && out->txd)
        return false; /* idle */
    if (s->seen % s->divider == s->divider / 2)
        s->bits = s->bits >> 1 | (uint32_t)out->txd << 9;
    if (++s->seen < 10 * s->divider)
        return false;
    s->seen = 0;
    frame->data = s->bits >> 1 & 0xff;
    frame->stop = s->bits >> 9 & 1;
    return true;
}
