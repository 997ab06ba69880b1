#include "stimulus/random_transactions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/small.h"
#include "stimulus/script.h"

enum {
    BURST_MAX = 48, /* transfers in a burst, at most */
    PAUSE_MAX = 40, /* polls of a stream during a pause, at most */
    KEEP_MAX = 64   /* cycles for which an input outside streams keeps its value, at most */
};

struct stream {
    struct assay_rng rng;
    uint32_t burst, pause; /* transfers and polls left */
    uint8_t *payload;      /* the last payload drawn */
};

struct context {
    struct assay_stim_env env;
    struct stream *stream;
    unsigned *width;
    struct assay_rng plain;
    uint32_t keep; /* cycles until the inputs outside streams change */
    uint8_t *in;   /* their values */
    uint32_t *pin; /* indices of their ports, without rst */
    uint32_t n_pins;
};

static void end(void *any)
{
    struct context *x = any;

    for (size_t i = 0; x->stream && i < x->env.block->model->n_streams; ++i)
        free(x->stream[i].payload);
    free(x->stream);
    free(x->width);
    free(x->in);
    free(x->pin);
}

/* If out of memory there is nothing to offer: the run compares nothing and therefore fails. */
static void begin(void *any, const struct assay_stim_env *env)
{
    const struct assay_block *b = env->block;
    struct context *x = any;
    char site[64];

    x->env = *env;
    x->stream = calloc(b->model->n_streams + 1, sizeof *x->stream);
    x->width = calloc(b->model->n_ports + 1, sizeof *x->width);
    x->in = calloc(1, b->model->in_size);
    x->pin = calloc(b->model->n_ports + 1, sizeof *x->pin);
    if (!x->stream || !x->width || !x->in || !x->pin)
        return;
    for (uint32_t i = 1; i < b->model->n_ports; ++i) /* port 0 is rst */
        if (b->model->ports[i].role == ASSAY_PLAIN && b->model->ports[i].dir == ASSAY_IN)
            x->pin[x->n_pins++] = i;
    b->model->widths(env->params, x->width);
    assay_rng_init(&x->plain, env->seed, "plain");
    for (size_t i = 0; i < b->model->n_streams; ++i) {
        snprintf(site, sizeof site, "transfers.%s", b->model->streams[i].name);
        assay_rng_init(&x->stream[i].rng, env->seed, site);
        x->stream[i].payload = calloc(1, b->model->streams[i].payload_size + 1);
    }
}

static void set_bit(uint32_t *value, unsigned bit, bool on)
{
    value[bit / 32] = (value[bit / 32] & ~(UINT32_C(1) << bit % 32)) | (uint32_t)on << bit % 32;
}

/* Number of words in use for a pin of this width. */
static size_t words_of(unsigned width)
{
    return width > 64 ? (width + 31) / 32 : 2;
}

static void fill(uint32_t *value, unsigned width, bool on)
{
    memset(value, 0, words_of(width) * sizeof value[0]);
    for (unsigned bit = 0; on && bit < width; ++bit)
        set_bit(value, bit, true);
}

/* On entry `value` holds the previous value, which is one of the corners. */
static void draw_corner(struct assay_rng *r, unsigned width, uint32_t *value)
{
    const unsigned one = assay_rng_below(r, width);
    const uint32_t small = assay_rng_below(r, 16);

    switch (assay_rng_below(r, 8)) {
    case 0:
        fill(value, width, false);
        break;
    case 1:
        fill(value, width, true);
        break;
    case 2:
        fill(value, width, false);
        set_bit(value, one, true);
        break;
    case 3:
        fill(value, width, true);
        set_bit(value, one, false);
        break;
    case 4:
        fill(value, width, false);
        value[0] = width < 4 ? small & ((UINT32_C(1) << width) - 1) : small;
        break;
    case 5: /* the smallest signed number */
        fill(value, width, false);
        set_bit(value, width - 1, true);
        break;
    case 6: /* the largest signed number */
        fill(value, width, true);
        set_bit(value, width - 1, false);
        break;
    default:
        break;
    }
}

static void draw(struct assay_rng *r, unsigned width, uint32_t *value)
{
    memset(value, 0, words_of(width) * sizeof value[0]);
    for (unsigned low = 0; low < width; low += 32) {
        const uint32_t word = (uint32_t)assay_rng_u64(r);

        value[low / 32] = width - low < 32 ? word & ((UINT32_C(1) << (width - low)) - 1) : word;
    }
}

/* The previous value. Only the words in use are written. */
static void last_value(const struct assay_block *b, const struct assay_port *p,
                       const uint8_t *payload, uint32_t value[ASSAY_VALUE_WORDS])
{
    uint64_t word;

    if (p->size > 8) {
        assay_script_get(b, p, payload, value);
        return;
    }
    word = assay_small_word(payload + p->offset - b->model->streams[p->stream].payload, p->size);
    value[0] = (uint32_t)word;
    value[1] = (uint32_t)(word >> 32);
}

static void draw_payload(struct context *x, unsigned stream)
{
    const struct assay_block *b = x->env.block;
    struct stream *s = &x->stream[stream];
    uint32_t value[ASSAY_VALUE_WORDS];

    for (size_t i = 0; i < b->model->n_ports; ++i) {
        const struct assay_port *p = &b->model->ports[i];

        if (p->stream != (int)stream || p->role != ASSAY_PAYLOAD || x->width[i] == 0)
            continue;
        last_value(b, p, s->payload, value);
        if (assay_rng_percent(&s->rng, x->env.knobs.corner))
            draw_corner(&s->rng, x->width[i], value);
        else
            draw(&s->rng, x->width[i], value);
        assay_script_set(b, p, s->payload, value);
    }
}

/* Returns whether the stream is in a burst, and advances it by one poll. */
static bool in_burst(struct stream *s, uint32_t stall)
{
    if (s->pause) {
        --s->pause;
        return false;
    }
    if (s->burst == 0)
        s->burst = 1 + assay_rng_below(&s->rng, BURST_MAX);
    if (--s->burst == 0)
        s->pause = assay_rng_percent(&s->rng, stall) ? assay_rng_below(&s->rng, PAUSE_MAX) : 0;
    return true;
}

static bool next(void *any, unsigned stream, void *payload)
{
    struct context *x = any;
    const struct assay_block *b = x->env.block;
    const struct assay_transfer_hooks *h = b->hooks;
    struct stream *s = x->stream ? &x->stream[stream] : NULL;

    if (!s || !s->payload || !x->width || !in_burst(s, x->env.knobs.stall))
        return false;
    draw_payload(x, stream);
    if (h && h->legal && !h->legal(x->env.state, stream, s->payload))
        return false;
    memcpy(payload, s->payload, b->model->streams[stream].payload_size);
    return true;
}

/* Draws a value from the range of the rules. Ranges are for pins of up to 64 bits. */
static void draw_plain(struct context *x, size_t port, const struct assay_plain_rules *r)
{
    const struct assay_block *b = x->env.block;
    uint32_t value[ASSAY_VALUE_WORDS] = {0};
    uint64_t v = r->low;

    if (r->drive != ASSAY_PLAIN_CONSTANT && !r->low && !r->high) {
        draw(&x->plain, x->width[port], value);
        if (assay_rng_percent(&x->plain, x->env.knobs.corner) && x->width[port])
            draw_corner(&x->plain, x->width[port], value);
    } else {
        if (r->drive != ASSAY_PLAIN_CONSTANT && r->high > r->low)
            v += r->high - r->low == UINT64_MAX ? assay_rng_u64(&x->plain)
                                                : assay_rng_u64(&x->plain) % (r->high - r->low + 1);
        value[0] = (uint32_t)v;
        value[1] = (uint32_t)(v >> 32);
    }
    assay_port_set(&b->model->ports[port], x->in, value);
}

static void plain(void *any, void *in)
{
    static const struct assay_plain_rules free_rules;
    struct context *x = any;
    const struct assay_block *b = x->env.block;
    const bool first = x->keep == 0 && x->in && !x->in[0], change = x->keep == 0;

    if (!x->n_pins || !x->in)
        return;
    x->keep = change ? 1 + assay_rng_below(&x->plain, KEEP_MAX) : x->keep;
    --x->keep;
    for (uint32_t i = 0; i < x->n_pins; ++i) {
        const struct assay_port *p = &b->model->ports[x->pin[i]];
        const struct assay_plain_rules *r = b->plain ? &b->plain[x->pin[i]] : &free_rules;

        if (first || (change && r->drive == ASSAY_PLAIN_PER_CYCLE))
            draw_plain(x, x->pin[i], r);
        memcpy((uint8_t *)in + p->offset, x->in + p->offset, p->size);
    }
    x->in[0] = 1; /* the first values have been drawn */
}

/* Transfers under way are lost, but no state here depends on them. */
static void restart(void *any)
{
    (void)any;
}

const struct assay_scenario assay_random_scenario = {
    .name = "random",
    .summary = "random transfers with corner values, bursts and stalls",
    .knobs = {.stall = 50, .illegal = 0, .corner = 30, .resets = 1},
    .ctx_size = sizeof(struct context),
    .begin = begin,
    .next = next,
    .restart = restart,
    .plain = plain,
    .end = end,
    .plain_at_start = true,
};

void assay_random_complete(struct assay_block *b)
{
    if (b->n_scenarios == 0) {
        b->scenarios = &assay_random_scenario;
        b->n_scenarios = 1;
    }
    b->corners |= b->n_groups == 0;
}
