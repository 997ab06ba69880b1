/*
 * memory_block.h - a block with several sources and a join, and a design of it with one fault, for
 * the tests of level `transfers`.
 *
 * The block is a memory. When a read and a write come in the same cycle, the read returns the old
 * word. The address and the data of a write come on separate streams.
 */
#ifndef TEST_MEMORY_BLOCK_H
#define TEST_MEMORY_BLOCK_H

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/lockstep.h"

enum { AR, AW, W, B, R, STREAMS };
enum { WORDS = 8, ROOM = 512 };

struct address {
    uint8_t at;
};
struct data {
    uint16_t value;
};
struct done {
    uint8_t at;
    uint16_t number; /* number of the write since the last reset */
};
struct word {
    uint64_t value;
    uint8_t at;
};

struct inputs {
    uint8_t rst, ar_valid;
    struct address ar;
    uint8_t aw_valid;
    struct address aw;
    uint8_t w_valid;
    struct data w;
    uint8_t b_ready, r_ready;
};
struct outputs {
    uint8_t ar_ready, aw_ready, w_ready, b_valid;
    struct done b;
    uint8_t r_valid;
    struct word r;
};

#define SINK(name, type)                                                                        \
    {                                                                                           \
#name, true, offsetof(struct inputs, name##_valid),                                     \
            offsetof(struct outputs, name##_ready), offsetof(struct inputs, name), sizeof(type) \
    }
#define SOURCE(name, type)                                                                      \
    {                                                                                           \
#name, false, offsetof(struct outputs, name##_valid),                                   \
            offsetof(struct inputs, name##_ready), offsetof(struct outputs, name), sizeof(type) \
    }
static const struct assay_stream streams[] = {
    SINK(ar, struct address), SINK(aw, struct address), SINK(w, struct data),
    SOURCE(b, struct done),   SOURCE(r, struct word),
};

#define IN(name, role, stream, size)                                       \
    {                                                                      \
#name, ASSAY_IN, role, stream, offsetof(struct inputs, name), size \
    }
#define OUT(name, role, stream, size)                                        \
    {                                                                        \
#name, ASSAY_OUT, role, stream, offsetof(struct outputs, name), size \
    }
static const struct assay_port ports[] = {
    IN(rst, ASSAY_PLAIN, -1, 1),       IN(ar_valid, ASSAY_VALID, AR, 1),
    OUT(ar_ready, ASSAY_READY, AR, 1), IN(ar.at, ASSAY_PAYLOAD, AR, 1),
    IN(aw_valid, ASSAY_VALID, AW, 1),  OUT(aw_ready, ASSAY_READY, AW, 1),
    IN(aw.at, ASSAY_PAYLOAD, AW, 1),   IN(w_valid, ASSAY_VALID, W, 1),
    OUT(w_ready, ASSAY_READY, W, 1),   IN(w.value, ASSAY_PAYLOAD, W, 2),
    OUT(b_valid, ASSAY_VALID, B, 1),   IN(b_ready, ASSAY_READY, B, 1),
    OUT(b.at, ASSAY_PAYLOAD, B, 1),    OUT(b.number, ASSAY_PAYLOAD, B, 2),
    OUT(r_valid, ASSAY_VALID, R, 1),   IN(r_ready, ASSAY_READY, R, 1),
    OUT(r.value, ASSAY_PAYLOAD, R, 8), OUT(r.at, ASSAY_PAYLOAD, R, 1),
};
enum { PORTS = sizeof ports / sizeof ports[0] };
static const unsigned width[PORTS] = {1, 1, 1, 3, 1, 1, 3, 1, 1, 16, 1, 1, 3, 16, 1, 1, 64, 3};

/* --- the model --- */

struct state {
    uint16_t mem[WORDS], writes;
};

static struct {
    bool twice;    /* the model emits two answers to a read of address 1 */
    bool too_wide; /* the model sets a bit above a width, in the 20th write */
    bool crash;    /* the model crashes in the 20th write */
} flaw;

static void init(void *state, const struct assay_params *p)
{
    (void)state;
    (void)p;
}

/* The padding is zero, because two runs are compared byte by byte. */
static void read_word(struct word *r, const uint16_t *mem, uint8_t at)
{
    memset(r, 0, sizeof *r);
    r->value = mem[at] * UINT64_C(0x100010001);
    r->at = at;
}

static void on(void *any, unsigned stream, const void *payload, struct assay_emit *emit)
{
    const struct state *s = any;
    const struct address *ar = payload;
    struct word r;

    assert_int_equal(stream, AR);
    read_word(&r, s->mem, ar->at);
    assay_emit(emit, R, &r);
    if (flaw.twice && ar->at == 1)
        assay_emit(emit, R, &r);
}

static void on_join(void *any, unsigned join, const void *const *payload, struct assay_emit *emit)
{
    struct state *s = any;
    const struct address *aw = payload[0];
    const struct data *w = payload[1];
    struct done b;

    assert_int_equal(join, 1);
    memset(&b, 0, sizeof b);
    s->mem[aw->at] = w->value;
    if (++s->writes == 20 && flaw.crash)
        raise(SIGSEGV);
    b.at = (uint8_t)(aw->at | (flaw.too_wide && s->writes == 20 ? 8 : 0));
    b.number = s->writes;
    assay_emit(emit, B, &b);
}

/* Accepts numbers that are off by one. */
static bool lenient(const void *state, unsigned stream, const void *expected, const void *actual)
{
    const struct done *e = expected, *a = actual;

    (void)state;
    return stream == B && e->at == a->at && (uint16_t)(a->number - e->number) <= 1;
}

static const struct assay_transfer_hooks hooks = {.on = on, .on_join = on_join};
static const struct assay_transfer_hooks lenient_hooks = {
    .on = on, .on_join = on_join, .accept = lenient};

static void widths(const struct assay_params *p, unsigned *to)
{
    (void)p;
    memcpy(to, width, sizeof width);
}

static uint64_t transfers(const void *any_in, const void *any_out)
{
    const struct inputs *in = any_in;
    const struct outputs *out = any_out;

    return (uint64_t)(in->ar_valid & out->ar_ready) << AR |
           (uint64_t)(in->aw_valid & out->aw_ready) << AW |
           (uint64_t)(in->w_valid & out->w_ready) << W |
           (uint64_t)(out->b_valid & in->b_ready) << B |
           (uint64_t)(out->r_valid & in->r_ready) << R;
}

static void handshakes(const void *any_in, const void *any_out, uint64_t *count, size_t n)
{
    const uint8_t *in = any_in, *out = any_out;

    for (size_t i = 0; i < n; ++i, in += sizeof(struct inputs), out += sizeof(struct outputs))
        for (size_t s = 0; s < STREAMS && !in[0]; ++s) {
            const uint8_t valid = (streams[s].sink ? in : out)[streams[s].valid];
            const uint8_t ready = (streams[s].sink ? out : in)[streams[s].ready];

            ++count[s * ASSAY_HANDSHAKES + 2u * valid + ready];
        }
}

/* Packs the handshake pins, like a block from a folder does. */
static bool pins(const void *any_in, const void *any_out, size_t n, uint64_t *words)
{
    const struct inputs *in = any_in;
    const struct outputs *out = any_out;
    bool reset = false;

    memset(words, 0, 2 * STREAMS * sizeof words[0]);
    for (size_t i = 0; i < n; ++i) {
        const uint8_t pin[] = {in[i].ar_valid, out[i].ar_ready, in[i].aw_valid, out[i].aw_ready,
                               in[i].w_valid,  out[i].w_ready,  out[i].b_valid, in[i].b_ready,
                               out[i].r_valid, in[i].r_ready};

        reset |= in[i].rst != 0;
        for (size_t k = 0; k < sizeof pin; ++k)
            words[k] |= (uint64_t)pin[k] << i;
    }
    return reset;
}

static const char *check(const struct assay_params *p)
{
    (void)p;
    return NULL;
}

static const struct assay_param_set sets[] = {{.name = "default"}};
static struct assay_stream_rules rules[STREAMS];
static struct assay_model_block memory = {
    .name = "memory",
    .top = "memory",
    .summary = "a memory",
    .sets = sets,
    .n_sets = 1,
    .check_params = check,
    .ports = ports,
    .n_ports = PORTS,
    .streams = streams,
    .n_streams = STREAMS,
    .widths = widths,
    .state_size = sizeof(struct state),
    .in_size = sizeof(struct inputs),
    .out_size = sizeof(struct outputs),
    .init = init,
    .transfers = transfers,
    .handshakes = handshakes,
};
static struct assay_block block = {
    .interface = ASSAY_BLOCK_INTERFACE,
    .size = sizeof(struct assay_block),
    .model = &memory,
    .level = ASSAY_COMPARE_TRANSFERS,
    .rules = rules,
    .timeout = 900,
    .apart = true,
};

/* --- the design --- */

static struct {
    uint32_t latency;            /* of writes, in cycles from request to valid; 0 means 1 */
    uint32_t r_latency;          /* of reads */
    bool wrong_word;             /* read 60 and all later ones return a wrong word */
    bool wrong_done;             /* the same for writes */
    bool ahead_of_one;           /* the number of writes is sometimes one too high */
    bool new_word;               /* a read in the cycle of a write returns the new word */
    bool loses_word, loses_done; /* loses read 60, write 60 */
    bool invents_done;           /* one more response, in cycle 700 */
    bool unstable_word;          /* the payload changes during a stall */
    bool both;                   /* wrong_word and wrong_done, from cycle 500 on */
    bool deaf;                   /* no ready on w from cycle 400 on */
    bool waits;                  /* valid of b is high only while ready is high */
} wrong;

struct queue {
    struct word item[ROOM];
    uint64_t when[ROOM];
    uint32_t first, end;
};

struct dut {
    struct state s;
    uint8_t aw[ROOM];
    uint16_t w[ROOM];
    uint32_t aw_first, aw_end, w_first, w_end;
    struct queue b, r;
    uint32_t reads;
    uint64_t cycle, stalled;
    struct inputs in;
    struct outputs out;
};

static void *create(void)
{
    return calloc(1, sizeof(struct dut));
}

static void put(struct queue *q, struct word item, uint64_t when)
{
    q->item[q->end % ROOM] = item;
    q->when[q->end++ % ROOM] = when;
}

static bool shows(const struct queue *q, uint64_t cycle)
{
    return q->first != q->end && q->when[q->first % ROOM] <= cycle;
}

static void eval(void *any, const void *in, void *any_out)
{
    struct dut *d = any;
    struct outputs *out = &d->out;

    memcpy(&d->in, in, sizeof d->in);
    memset(out, 0, sizeof *out);
    out->ar_ready = d->r.end - d->r.first < 300;
    out->aw_ready = d->aw_end - d->aw_first < 3 && d->b.end - d->b.first < 300;
    out->w_ready = d->w_end - d->w_first < 2 && !(wrong.deaf && d->cycle >= 400);
    out->b_valid = shows(&d->b, d->cycle) && (!wrong.waits || d->in.b_ready);
    out->r_valid = shows(&d->r, d->cycle);
    if (out->b_valid) {
        out->b.at = d->b.item[d->b.first % ROOM].at;
        out->b.number = (uint16_t)d->b.item[d->b.first % ROOM].value;
    }
    if (out->r_valid) { /* leaves the padding alone */
        out->r.value = d->r.item[d->r.first % ROOM].value;
        out->r.at = d->r.item[d->r.first % ROOM].at;
    }
    out->r.value ^= wrong.unstable_word && d->cycle > 600 && d->stalled == 2;
    memcpy(any_out, out, sizeof *out);
}

static void do_read(struct dut *d)
{
    struct word r;

    read_word(&r, d->s.mem, d->in.ar.at);
    ++d->reads;
    r.value ^= (wrong.wrong_word && d->reads >= 60) || (wrong.both && d->cycle >= 500);
    if (wrong.loses_word && d->reads == 60)
        return;
    put(&d->r, r, d->cycle + (wrong.r_latency ? wrong.r_latency : 1));
    if (flaw.twice && r.at == 1)
        put(&d->r, r, d->cycle + (wrong.r_latency ? wrong.r_latency : 1));
}

static void do_write(struct dut *d)
{
    const uint8_t at = d->aw[d->aw_first++ % ROOM];
    struct word b = {.at = at};

    d->s.mem[at] = d->w[d->w_first++ % ROOM];
    ++d->s.writes;
    b.value = d->s.writes;
    b.at ^= (wrong.wrong_done && d->s.writes >= 60) || (wrong.both && d->cycle >= 500);
    b.value += wrong.ahead_of_one && d->s.writes % 7 == 0;
    if (wrong.loses_done && d->s.writes == 60)
        return;
    put(&d->b, b, d->cycle + (wrong.latency ? wrong.latency : 1));
}

static void clock_up(struct dut *d)
{
    const uint64_t moved = transfers(&d->in, &d->out);

    if (moved >> AR & 1 && !wrong.new_word)
        do_read(d);
    if (moved >> AW & 1)
        d->aw[d->aw_end++ % ROOM] = d->in.aw.at;
    if (moved >> W & 1)
        d->w[d->w_end++ % ROOM] = d->in.w.value;
    if (d->aw_first != d->aw_end && d->w_first != d->w_end)
        do_write(d);
    if (moved >> AR & 1 && wrong.new_word)
        do_read(d);
    d->b.first += moved >> B & 1;
    d->r.first += moved >> R & 1;
    if (wrong.invents_done && d->cycle == 700)
        put(&d->b, (struct word){.at = 1}, d->cycle);
    d->stalled = d->out.r_valid && !d->in.r_ready ? d->stalled + 1 : 0;
}

static unsigned edge(void *any)
{
    struct dut *d = any;
    const uint64_t cycle = d->cycle + 1;

    if (d->in.rst)
        memset(d, 0, sizeof *d);
    else
        clock_up(d);
    d->cycle = cycle;
    return 0;
}

static int never_unknown(void *any, void *mask)
{
    (void)any;
    memset(mask, 0, sizeof(struct outputs));
    return 0;
}

static const struct assay_dut_ops ahead = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct inputs),
    .out_size = sizeof(struct outputs),
    .block = "memory",
    .create = create,
    .destroy = free,
    .eval = eval,
    .edge = edge,
};
static struct assay_dut_ops in_step; /* four-state: runs cycle by cycle */

#endif
