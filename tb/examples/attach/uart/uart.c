/*
 * uart.c - the model of uart: which transfers follow from which.
 *
 * uart_model.h, generated from block.yaml, declares its functions.
 */
#include "uart_model.h"

struct uart_state {
    struct uart_params params;
    uint32_t levels, left; /* of the frame on rxd: bits, the current one lowest; cycles left */
    uint32_t bits, seen;   /* of the frame on txd: bits, the latest at bit 9; cycles seen */
};

ASSAY_MODEL(uart);

void uart_init(struct uart_state *s, const struct uart_params *params)
{
    *s = (struct uart_state){.params = *params, .levels = UINT32_MAX};
}

void uart_on_tx(struct uart_state *s, const struct uart_tx *payload, struct assay_emit *emit)
{
    (void)s;
    uart_emit_line_out(emit, &(struct uart_line_out){.data = payload->data, .stop = 1});
}

void uart_on_line_in(struct uart_state *s, const struct uart_line_in *payload,
                     struct assay_emit *emit)
{
    (void)s;
    uart_emit_rx(emit, &(struct uart_rx){.data = payload->data, .error = !payload->stop});
}

/* Sends a frame, then `gap` idle bits, and one more if the stop bit is low. The transfer takes
 * place when the frame begins, because the receiver finishes before the stop bit ends. */
bool uart_line_in_drive(struct uart_state *s, const struct uart_line_in *payload,
                        struct uart_inputs *in)
{
    const bool begins = s->left == 0 && payload;

    if (begins) {
        s->levels = UINT32_MAX << 10 | (uint32_t)payload->stop << 9 | (uint32_t)payload->data << 1;
        s->left = (10u + payload->gap + !payload->stop) * s->params.divider;
    }
    in->rxd = s->levels & 1;
    if (s->left && --s->left % s->params.divider == 0)
        s->levels = s->levels >> 1 | UINT32_C(1) << 31;
    return begins;
}

/* Each bit is sampled in its middle. */
bool uart_line_out_sample(struct uart_state *s, const struct uart_outputs *out,
                          struct uart_line_out *payload)
{
    if (s->seen == 0 && out->txd)
        return false; /* idle */
    if (s->seen % s->params.divider == s->params.divider / 2)
        s->bits = s->bits >> 1 | (uint32_t)out->txd << 9;
    if (++s->seen < 10 * s->params.divider)
        return false;
    s->seen = 0;
    payload->data = s->bits >> 1 & 0xff;
    payload->stop = s->bits >> 9 & 1;
    return true;
}
