/* uart.c - bytes through two serial lines, and the far ends of the lines. A frame on a line has a start
 * bit, eight data bits with the lowest first, and a stop bit; a bit lasts `divider` cycles. */
#include <string.h>

#include "uart_model.h"

struct uart_state {
    uint32_t divider;
    /* The frame on rxd: its levels bit by bit, cycles gone, cycles in all. */
    uint32_t levels, sent, length;
    /* The frame on txd: cycles gone, and what was seen. */
    uint32_t received;
    struct uart_line_out seen;
};

void uart_init(struct uart_state *s, const struct uart_params *params)
{
    memset(s, 0, sizeof *s);
    s->divider = params->divider;
}

void uart_on_tx(struct uart_state *s, const struct uart_tx *tx, struct assay_emit *emit)
{
    const struct uart_line_out frame = {.data = tx->data, .stop = 1};

    (void)s;
    uart_emit_line_out(emit, &frame);
}

void uart_on_line_in(struct uart_state *s, const struct uart_line_in *frame,
                     struct assay_emit *emit)
{
    const struct uart_rx rx = {.data = frame->data, .error = !frame->stop};

    (void)s;
    uart_emit_rx(emit, &rx);
}

/* A frame and `gap` idle bits behind it, one more behind a stop bit that is low. It is transferred when it
 * begins, because the receiver is through with it before the stop bit is over. */
bool uart_line_in_drive(struct uart_state *s, const struct uart_line_in *frame,
                        struct uart_inputs *in)
{
    const bool begins = s->sent == s->length && frame;

    if (begins) {
        s->levels = UINT32_MAX << 10 | (uint32_t)frame->stop << 9 | (uint32_t)frame->data << 1;
        s->length = (10u + frame->gap + !frame->stop) * s->divider;
        s->sent = 0;
    }
    in->rxd = s->sent == s->length || (s->levels >> s->sent / s->divider & 1);
    s->sent += s->sent < s->length;
    return begins;
}

/* Data bits are sampled in their middle. The stop bit has to be high in all its cycles. */
bool uart_line_out_sample(struct uart_state *s, const struct uart_outputs *out,
                          struct uart_line_out *frame)
{
    const uint32_t bit = s->received / s->divider, middle = s->received % s->divider;

    if (s->received == 0 && out->txd)
        return false; /* idle */
    if (s->received++ == 0)
        s->seen = (struct uart_line_out){.data = 0, .stop = 1};
    if (bit >= 1 && bit <= 8 && middle == s->divider / 2)
        s->seen.data = (uint8_t)(s->seen.data | out->txd << (bit - 1));
    if (bit == 9)
        s->seen.stop &= out->txd;
    if (s->received < 10 * s->divider)
        return false;
    s->received = 0;
    *frame = s->seen;
    return true;
}
