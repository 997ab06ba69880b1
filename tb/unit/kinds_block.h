/*
 * kinds_block.h - a block whose streams have no handshake on pins (engine/kinds.c), and its model.
 * For each x it expects a y that is one higher.
 */
#ifndef KINDS_BLOCK_H
#define KINDS_BLOCK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/block.h"

enum { X, Y, STREAMS };
enum { FRAME = 9 };

struct pins_in {
    uint8_t rst, x_valid, x, y_ready, line;
};

struct pins_out {
    uint8_t x_ready, y_valid, y, line;
};

static const struct assay_stream streams[] = {
    {"x", true, offsetof(struct pins_in, x_valid), offsetof(struct pins_out, x_ready),
     offsetof(struct pins_in, x), 1},
    {"y", false, offsetof(struct pins_out, y_valid), offsetof(struct pins_in, y_ready),
     offsetof(struct pins_out, y), 1},
};

static const struct assay_port ports[] = {
    {"rst", ASSAY_IN, ASSAY_PLAIN, -1, offsetof(struct pins_in, rst), 1},
    {"x_valid", ASSAY_IN, ASSAY_VALID, X, offsetof(struct pins_in, x_valid), 1},
    {"x_ready", ASSAY_OUT, ASSAY_READY, X, offsetof(struct pins_out, x_ready), 1},
    {"x_v", ASSAY_IN, ASSAY_PAYLOAD, X, offsetof(struct pins_in, x), 1},
    {"y_valid", ASSAY_OUT, ASSAY_VALID, Y, offsetof(struct pins_out, y_valid), 1},
    {"y_ready", ASSAY_IN, ASSAY_READY, Y, offsetof(struct pins_in, y_ready), 1},
    {"y_v", ASSAY_OUT, ASSAY_PAYLOAD, Y, offsetof(struct pins_out, y), 1},
    {"rxd", ASSAY_IN, ASSAY_PLAIN, -1, offsetof(struct pins_in, line), 1},
    {"txd", ASSAY_OUT, ASSAY_PLAIN, -1, offsetof(struct pins_out, line), 1},
};
enum { PORTS = sizeof ports / sizeof ports[0] };

/* --- the model; the far ends of the lines send a 1 and eight bits --- */

struct model {
    uint32_t sent, seen; /* bits of a frame shifted out and in; 0: none */
    uint32_t left, come;
};

static struct {
    bool even, deaf;
} model_is;

static inline void init(void *any, const struct assay_params *p)
{
    (void)any;
    (void)p;
}

static inline void on(void *any, unsigned stream, const void *payload, struct assay_emit *emit)
{
    const uint8_t y = (uint8_t)(*(const uint8_t *)payload + 1);

    (void)any;
    assert_int_equal(stream, X);
    assay_emit(emit, Y, &y);
}

static inline bool legal(const void *any, unsigned stream, void *payload)
{
    uint8_t *x = payload;

    (void)any;
    (void)stream;
    *x = (uint8_t)(*x & (model_is.even ? 0xFE : 0xFF));
    return true;
}

static inline bool drive(void *any, unsigned stream, const void *payload, void *in)
{
    struct model *s = any;
    struct pins_in *pins = in;
    const bool begins = s->left == 0 && payload && !model_is.deaf;

    assert_int_equal(stream, X);
    if (begins) {
        s->sent = 1u | (uint32_t) * (const uint8_t *)payload << 1;
        s->left = FRAME + 1;
    }
    pins->line = s->sent & 1;
    s->sent >>= 1;
    s->left -= s->left != 0;
    return begins;
}

static inline bool sample(void *any, unsigned stream, const void *out, void *payload)
{
    struct model *s = any;
    const struct pins_out *pins = out;

    assert_int_equal(stream, Y);
    if (s->come == 0 && !pins->line)
        return false;
    s->seen |= (uint32_t)pins->line << s->come;
    if (++s->come < FRAME)
        return false;
    *(uint8_t *)payload = (uint8_t)(s->seen >> 1);
    s->seen = s->come = 0;
    return true;
}

static const struct assay_transfer_hooks hooks = {
    .on = on, .legal = legal, .drive = drive, .sample = sample};

static inline void widths(const struct assay_params *p, unsigned *width)
{
    (void)p;
    for (size_t i = 0; i < PORTS; ++i)
        width[i] = ports[i].role == ASSAY_PAYLOAD ? 8 : 1;
}

static inline uint64_t transfers(const void *any_in, const void *any_out)
{
    const struct pins_in *in = any_in;
    const struct pins_out *out = any_out;

    return (uint64_t)(in->x_valid & out->x_ready) << X | (uint64_t)(out->y_valid & in->y_ready)
                                                             << Y;
}

static inline void handshakes(const void *any_in, const void *any_out, uint64_t *count, size_t n)
{
    const struct pins_in *in = any_in;
    const struct pins_out *out = any_out;

    for (size_t i = 0; i < n; ++i) {
        if (in[i].rst)
            continue;
        ++count[X * ASSAY_HANDSHAKES + 2 * in[i].x_valid + out[i].x_ready];
        ++count[Y * ASSAY_HANDSHAKES + 2 * out[i].y_valid + in[i].y_ready];
    }
}

static inline const char *check(const struct assay_params *p)
{
    (void)p;
    return NULL;
}

static const struct assay_param_set sets[] = {{.name = "default"}};
static struct assay_stream_rules rules[STREAMS];

static const struct assay_model_block pins = {
    .name = "kinds",
    .top = "kinds",
    .summary = "one higher",
    .sets = sets,
    .n_sets = 1,
    .check_params = check,
    .ports = ports,
    .n_ports = PORTS,
    .streams = streams,
    .n_streams = STREAMS,
    .widths = widths,
    .state_size = sizeof(struct model),
    .in_size = sizeof(struct pins_in),
    .out_size = sizeof(struct pins_out),
    .init = init,
    .transfers = transfers,
    .handshakes = handshakes,
};

static struct assay_block block = {
    .interface = ASSAY_BLOCK_INTERFACE,
    .size = sizeof(struct assay_block),
    .model = &pins,
    .level = ASSAY_COMPARE_TRANSFERS,
    .hooks = &hooks,
    .rules = rules,
    .timeout = 300,
};

#endif
