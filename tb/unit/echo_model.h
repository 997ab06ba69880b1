/* echo_model.h - the untimed block of echo_block.h: its pins and its model. */
#ifndef TEST_ECHO_MODEL_H
#define TEST_ECHO_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "engine/lockstep.h"
#include "stimulus/random_transactions.h"

struct echo_item {
    uint16_t data;
    uint8_t tag;
};

struct echo_in {
    uint8_t rst, req_valid;
    struct echo_item req;
    uint8_t rsp_ready, mode;
};

struct echo_out {
    uint8_t req_ready, rsp_valid;
    struct echo_item rsp;
    uint8_t busy, busy_when;
};

enum { ECHO_REQ, ECHO_RSP, ECHO_STREAMS };
enum { ECHO_TAG_BITS = 6, ECHO_ROOM = 16 };

static const struct assay_stream echo_streams[] = {
    {"req", true, offsetof(struct echo_in, req_valid), offsetof(struct echo_out, req_ready),
     offsetof(struct echo_in, req), sizeof(struct echo_item)},
    {"rsp", false, offsetof(struct echo_out, rsp_valid), offsetof(struct echo_in, rsp_ready),
     offsetof(struct echo_out, rsp), sizeof(struct echo_item)},
};

static const struct assay_port echo_ports[] = {
    {"rst", ASSAY_IN, ASSAY_PLAIN, -1, offsetof(struct echo_in, rst), 1},
    {"req_valid", ASSAY_IN, ASSAY_VALID, ECHO_REQ, offsetof(struct echo_in, req_valid), 1},
    {"req_ready", ASSAY_OUT, ASSAY_READY, ECHO_REQ, offsetof(struct echo_out, req_ready), 1},
    {"req_data", ASSAY_IN, ASSAY_PAYLOAD, ECHO_REQ, offsetof(struct echo_in, req.data), 2},
    {"req_tag", ASSAY_IN, ASSAY_PAYLOAD, ECHO_REQ, offsetof(struct echo_in, req.tag), 1},
    {"rsp_valid", ASSAY_OUT, ASSAY_VALID, ECHO_RSP, offsetof(struct echo_out, rsp_valid), 1},
    {"rsp_ready", ASSAY_IN, ASSAY_READY, ECHO_RSP, offsetof(struct echo_in, rsp_ready), 1},
    {"rsp_data", ASSAY_OUT, ASSAY_PAYLOAD, ECHO_RSP, offsetof(struct echo_out, rsp.data), 2},
    {"rsp_tag", ASSAY_OUT, ASSAY_PAYLOAD, ECHO_RSP, offsetof(struct echo_out, rsp.tag), 1},
    {"mode", ASSAY_IN, ASSAY_PLAIN, -1, offsetof(struct echo_in, mode), 1},
    {"busy", ASSAY_OUT, ASSAY_PLAIN, -1, offsetof(struct echo_out, busy), 1},
    {"busy_when", ASSAY_OUT, ASSAY_PLAIN, -1, offsetof(struct echo_out, busy_when), 1},
};
/* Excludes the last port, a condition, unless a test asks for it (echo_watch_busy). */
enum { ECHO_PORTS = sizeof echo_ports / sizeof echo_ports[0] - 1 };

/* --- the model --- */

struct echo_state {
    uint32_t requests; /* since the last reset */
};

static struct {
    bool twice;      /* the model expects two responses to odd data */
    bool too_wide;   /* the model sets a bit above the tag's width */
    bool no_source;  /* the model emits a transfer on a sink */
    bool only_even;  /* `legal` makes data even and refuses tag 0 */
    bool close;      /* `accept` lets data be off by one */
    bool crash;      /* the model crashes on its tenth request */
    bool crash_init; /* the model crashes in its second `init` (at a reset); in its first one */
    bool crash_first;
    bool leaves;      /* the model calls exit on its tenth request */
    bool busy_always; /* the model expects busy; expects a bit beyond its width */
    bool busy_wide;
    uint32_t *globals; /* a counter of the model outside its state; NULL: none */
    uint32_t inits;
} echo_model;

static void echo_init(void *any, const struct assay_params *p)
{
    struct echo_state *s = any;

    (void)p;
    assert_int_equal(s->requests, 0); /* memory is zeroed */
    ++echo_model.inits;
    if (echo_model.crash_first || (echo_model.crash_init && echo_model.inits == 2))
        raise(SIGSEGV);
}

static void echo_on(void *any, unsigned stream, const void *payload, struct assay_emit *emit)
{
    struct echo_state *s = any;
    struct echo_item item;

    memcpy(&item, payload, sizeof item);
    assert_int_equal(stream, ECHO_REQ);
    ++s->requests;
    if (echo_model.crash && s->requests == 10)
        raise(SIGSEGV);
    if (echo_model.leaves && s->requests == 10)
        assay_model_exit(0);
    item.data = (uint16_t)(item.data + 1);
    if (echo_model.globals && ++*echo_model.globals == 20)
        item.data = (uint16_t)(item.data ^ 0x100);
    if (echo_model.too_wide && s->requests == 5)
        item.tag |= 1u << ECHO_TAG_BITS;
    assay_emit(emit, echo_model.no_source ? ECHO_REQ : ECHO_RSP, &item);
    if (echo_model.twice && !(item.data & 1))
        assay_emit(emit, ECHO_RSP, &item);
}

static bool echo_legal(const void *state, unsigned stream, void *payload)
{
    struct echo_item item;

    (void)state;
    (void)stream;
    if (!echo_model.only_even)
        return true;
    memcpy(&item, payload, sizeof item);
    item.data = (uint16_t)(item.data & ~1u);
    memcpy(payload, &item, sizeof item);
    return item.tag != 0;
}

static bool echo_accept(const void *state, unsigned stream, const void *expected,
                        const void *actual)
{
    struct echo_item e, a;

    (void)state;
    (void)stream;
    memcpy(&e, expected, sizeof e);
    memcpy(&a, actual, sizeof a);
    return e.tag == a.tag && abs((int16_t)(e.data - a.data)) <= (echo_model.close ? 1 : 0);
}

/* busy is compared when the mode is odd. */
static void echo_expect(const void *state, void *any)
{
    struct echo_out *out = any;

    (void)state;
    assert_int_equal(out->busy, 0); /* memory is zeroed */
    out->busy = (uint8_t)(echo_model.busy_wide ? 3 : echo_model.busy_always);
}

static const struct assay_transfer_hooks echo_hooks = {.on = echo_on, .legal = echo_legal};
static const struct assay_transfer_hooks echo_hooks_accept = {
    .on = echo_on, .legal = echo_legal, .accept = echo_accept};

static const struct assay_transfer_hooks echo_hooks_expect = {
    .on = echo_on, .legal = echo_legal, .expect = echo_expect};

static size_t echo_n_ports = ECHO_PORTS;

static void echo_widths(const struct assay_params *p, unsigned *width)
{
    (void)p;
    for (size_t i = 0; i < echo_n_ports; ++i)
        width[i] = echo_ports[i].size == 2                      ? 16
                   : strcmp(echo_ports[i].name, "req_tag") == 0 ? ECHO_TAG_BITS
                   : strcmp(echo_ports[i].name, "rsp_tag") == 0 ? ECHO_TAG_BITS
                   : strcmp(echo_ports[i].name, "mode") == 0    ? 3
                                                                : 1;
}

static uint64_t echo_transfers(const void *any_in, const void *any_out)
{
    const struct echo_in *in = any_in;
    const struct echo_out *out = any_out;

    return (uint64_t)(in->req_valid & out->req_ready) << ECHO_REQ |
           (uint64_t)(out->rsp_valid & in->rsp_ready) << ECHO_RSP;
}

static const char *echo_check(const struct assay_params *p)
{
    (void)p;
    return NULL;
}

static const struct assay_param_set echo_sets[] = {{.name = "default"}};
static struct assay_stream_rules echo_rules[ECHO_STREAMS];
static struct assay_plain_rules echo_plain[ECHO_PORTS + 1];

static void echo_handshakes(const void *any_in, const void *any_out, uint64_t *count, size_t n)
{
    const struct echo_in *in = any_in;
    const struct echo_out *out = any_out;

    for (size_t i = 0; i < n; ++i) {
        if (in[i].rst)
            continue;
        ++count[ECHO_REQ * ASSAY_HANDSHAKES + 2 * in[i].req_valid + out[i].req_ready];
        ++count[ECHO_RSP * ASSAY_HANDSHAKES + 2 * out[i].rsp_valid + in[i].rsp_ready];
    }
}

static struct assay_model_block echo_pins = {
    .name = "echo",
    .top = "echo",
    .summary = "requests come back",
    .sets = echo_sets,
    .n_sets = 1,
    .check_params = echo_check,
    .ports = echo_ports,
    .n_ports = ECHO_PORTS,
    .streams = echo_streams,
    .n_streams = ECHO_STREAMS,
    .widths = echo_widths,
    .state_size = sizeof(struct echo_state),
    .in_size = sizeof(struct echo_in),
    .out_size = sizeof(struct echo_out),
    .init = echo_init,
    .transfers = echo_transfers,
    .handshakes = echo_handshakes,
};

static struct assay_block echo_block = {
    .interface = ASSAY_BLOCK_INTERFACE,
    .size = sizeof(struct assay_block),
    .model = &echo_pins,
    .level = ASSAY_COMPARE_TRANSFERS,
    .hooks = &echo_hooks,
    .rules = echo_rules,
    .plain = echo_plain,
    .timeout = 200,
    .apart = true,
};

#endif
