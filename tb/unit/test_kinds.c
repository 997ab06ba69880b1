/* test_kinds.c - streams without a handshake on pins: enables, adapters, payloads held until the
 * response (engine/kinds.c). For each x the model expects a y that is one higher. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/lockstep.h"
#include "stimulus/random_transactions.h"
#include "stimulus/script.h"

enum { X, Y, STREAMS };
enum { DEPTH = 19, FRAME = 9, KEPT = 4000 };

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

static void init(void *any, const struct assay_params *p)
{
    (void)any;
    (void)p;
}

static void on(void *any, unsigned stream, const void *payload, struct assay_emit *emit)
{
    const uint8_t y = (uint8_t)(*(const uint8_t *)payload + 1);

    (void)any;
    assert_int_equal(stream, X);
    assay_emit(emit, Y, &y);
}

static bool legal(const void *any, unsigned stream, void *payload)
{
    uint8_t *x = payload;

    (void)any;
    (void)stream;
    *x = (uint8_t)(*x & (model_is.even ? 0xFE : 0xFF));
    return true;
}

static bool drive(void *any, unsigned stream, const void *payload, void *in)
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

static bool sample(void *any, unsigned stream, const void *out, void *payload)
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

static void widths(const struct assay_params *p, unsigned *width)
{
    (void)p;
    for (size_t i = 0; i < PORTS; ++i)
        width[i] = ports[i].role == ASSAY_PAYLOAD ? 8 : 1;
}

static uint64_t transfers(const void *any_in, const void *any_out)
{
    const struct pins_in *in = any_in;
    const struct pins_out *out = any_out;

    return (uint64_t)(in->x_valid & out->x_ready) << X | (uint64_t)(out->y_valid & in->y_ready)
                                                             << Y;
}

static void handshakes(const void *any_in, const void *any_out, uint64_t *count, size_t n)
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

static const char *check(const struct assay_params *p)
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

/* --- designs: a pipeline with an enable, one without, a slow unit, and a serial line --- */

enum design { PIPELINE, UNSTOPPABLE, SLOW, SERIAL };

static struct {
    enum design is;
    uint64_t stuck_at;  /* cycle from which it is stuck */
    uint64_t wrong_at;  /* number of the wrong result, from 1 on */
    bool x_idle, x_any; /* txd is X while the line is idle; sometimes */
} design;

static struct {
    uint64_t taken, given, odd, moved, cycles;
    struct pins_in in[KEPT];
} seen;

struct dut {
    uint8_t stage[DEPTH];
    uint32_t filled, pending, bits;
    uint8_t held, line;
    uint64_t frame; /* bits of x + 1 to send, with the 1 before them */
    uint64_t cycle;
    struct pins_in in;
    struct pins_out out;
};

static void *create(void)
{
    return calloc(1, sizeof(struct dut));
}

static bool moves(const struct dut *d)
{
    if (design.stuck_at && d->cycle >= design.stuck_at)
        return false;
    return design.is == UNSTOPPABLE || d->in.x_valid;
}

static void eval(void *any, const void *in, void *out)
{
    struct dut *d = any;

    memcpy(&d->in, in, sizeof d->in);
    memset(&d->out, 0, sizeof d->out);
    if (design.is == PIPELINE || design.is == UNSTOPPABLE) {
        d->out.x_ready = 1;
        d->out.y_valid = d->filled == DEPTH && moves(d);
        d->out.y = (uint8_t)(d->stage[DEPTH - 1] + 1);
    } else if (design.is == SLOW) {
        d->out.x_ready = d->pending == 0;
        d->out.y_valid = d->pending == 1;
        d->out.y = (uint8_t)(d->in.x + 1); /* from the pins, which must hold their value */
    }
    if (design.wrong_at && seen.given + 1 == design.wrong_at)
        d->out.y ^= 4;
    d->out.line = d->line;
    memcpy(out, &d->out, sizeof d->out);
}

static void clock_pipeline(struct dut *d)
{
    if (d->in.rst)
        d->filled = 0;
    if (!d->in.rst && d->in.x_valid) {
        ++seen.taken;
        seen.odd += d->in.x & 1;
    }
    seen.given += d->out.y_valid;
    if (!moves(d))
        return;
    memmove(d->stage + 1, d->stage, DEPTH - 1);
    d->stage[0] = d->in.x;
    d->filled += !d->in.rst && d->filled < DEPTH;
}

static void clock_slow(struct dut *d)
{
    if (d->in.rst) {
        d->pending = 0;
        return;
    }
    seen.moved += d->pending && d->in.x != d->held;
    if (d->in.x_valid && d->out.x_ready) {
        ++seen.taken;
        d->held = d->in.x;
        d->pending = 12;
    } else if (d->pending > 1 || (d->pending && d->in.y_ready)) {
        --d->pending;
    }
}

/* A frame is received completely, then sent back with its byte one higher. */
static void clock_serial(struct dut *d)
{
    if (d->in.rst) {
        d->bits = d->filled = 0;
        d->frame = 0;
        d->line = 0;
        return;
    }
    if (d->filled || d->in.line)
        d->bits |= (uint32_t)d->in.line << d->filled++;
    d->line = d->frame & 1;
    d->frame >>= 1;
    if (d->filled < FRAME)
        return;
    ++seen.taken;
    d->frame = 1u | (uint64_t)(uint8_t)((d->bits >> 1) + 1) << 1;
    if (design.wrong_at && seen.taken == design.wrong_at)
        d->frame ^= 8;
    if (design.stuck_at && d->cycle >= design.stuck_at)
        d->frame = 0;
    d->bits = d->filled = 0;
}

static unsigned edge(void *any)
{
    struct dut *d = any;

    if (seen.cycles < KEPT)
        seen.in[seen.cycles] = d->in;
    ++seen.cycles;
    if (design.is == SLOW)
        clock_slow(d);
    else if (design.is == SERIAL)
        clock_serial(d);
    else
        clock_pipeline(d);
    ++d->cycle;
    return 0;
}

static int unknown(void *any, void *mask)
{
    const struct dut *d = any;
    struct pins_out x = {0};

    x.line = (design.x_idle && d->in.rst) || (design.x_any && d->cycle == 700);
    memcpy(mask, &x, sizeof x);
    return x.line;
}

static const struct assay_dut_ops ops = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct pins_in),
    .out_size = sizeof(struct pins_out),
    .block = "kinds",
    .create = create,
    .destroy = free,
    .eval = eval,
    .edge = edge,
    .unknown = unknown,
};

/* The same with two-state nets. */
static const struct assay_dut_ops ops_2 = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct pins_in),
    .out_size = sizeof(struct pins_out),
    .block = "kinds",
    .create = create,
    .destroy = free,
    .eval = eval,
    .edge = edge,
};

/* --- runs --- */

static struct assay_config config_of(enum design is, uint64_t cycles)
{
    struct assay_config c = {
        .block = &block, .seed = 1, .cycles = cycles, .ops = &ops, .backend = "test"};

    memset(&design, 0, sizeof design);
    memset(&seen, 0, sizeof seen);
    memset(&model_is, 0, sizeof model_is);
    memset(rules, 0, sizeof rules);
    design.is = is;
    rules[Y].no_ready = is != SLOW;
    rules[X].always = is == PIPELINE;
    rules[X].every_cycle = is == UNSTOPPABLE;
    rules[X].adapter = rules[Y].adapter = is == SERIAL;
    rules[X].outstanding = is == SLOW;
    assay_random_complete(&block);
    c.scenario = &block.scenarios[0];
    c.knobs = c.scenario->knobs;
    c.hang = 500;
    return c;
}

static struct assay_result run(const struct assay_config *c)
{
    char why[256] = "";
    struct assay_lockstep *ls = assay_lockstep_open(c, why, sizeof why);
    struct assay_result r;

    assert_string_equal(why, "");
    assay_lockstep_run(ls, UINT64_MAX);
    r = *assay_lockstep_finish(ls);
    assay_lockstep_close(ls);
    return r;
}

static void ends(const struct assay_config *c, enum assay_verdict v, enum assay_mismatch kind)
{
    const struct assay_result r = run(c);

    if (r.verdict != v || (v == ASSAY_MISMATCH && r.kind != kind))
        fail_msg("%s, %s: expected %s", assay_verdict_name(r.verdict), assay_mismatch_name(r.kind),
                 assay_verdict_name(v));
}

static void test_enable_goes_on_in_the_drain(void **state)
{
    struct assay_config c = config_of(PIPELINE, 3000);
    struct assay_result r = run(&c);
    uint64_t given;

    (void)state;
    assert_int_equal(r.verdict, ASSAY_PASS);
    assert_true(r.transactions > 500);
    assert_true(r.drained >= DEPTH && r.drained < 1200);
    given = seen.given;
    c = config_of(PIPELINE, 3000);
    design.wrong_at = given; /* the last result waited for, or one after it */
    ends(&c, ASSAY_MISMATCH, ASSAY_DIFFERS);
    c = config_of(PIPELINE, 3000);
    design.stuck_at = 2990;
    ends(&c, ASSAY_MISMATCH, ASSAY_MISSING);
}

static void test_fillers_are_legal(void **state)
{
    struct assay_config c = config_of(PIPELINE, 1000);

    (void)state;
    model_is.even = true;
    ends(&c, ASSAY_PASS, ASSAY_DIFFERS);
    assert_true(seen.taken > 100);
    assert_int_equal(seen.odd, 0);
}

/* One item is enough, because the drain moves it through. */
static void test_script_of_one_item(void **state)
{
    struct assay_config c = config_of(PIPELINE, 6);
    struct assay_script s;
    const uint8_t x = 17;

    (void)state;
    assay_script_init(&s, &block, &c.params);
    s.cycles = c.cycles;
    assert_true(assay_script_add_reset(&s, 0, 2));
    assert_true(assay_script_add_item(&s, X, 0, &x));
    assay_script_play(&c, &s);
    ends(&c, ASSAY_PASS, ASSAY_DIFFERS);
    assert_int_equal(seen.given >= 1, 1);
    c = config_of(PIPELINE, 6);
    assay_script_play(&c, &s);
    design.wrong_at = 1;
    ends(&c, ASSAY_MISMATCH, ASSAY_DIFFERS);
    assay_script_free(&s);
}

/* However long the enable is low: results still due need cycles in which it is high. */
static void test_enable_that_is_low(void **state)
{
    struct assay_config c = config_of(PIPELINE, 5000);
    struct assay_script s;
    const uint8_t x = 17;

    (void)state;
    assay_script_init(&s, &block, &c.params);
    s.cycles = c.cycles;
    assert_true(assay_script_add_reset(&s, 0, 2));
    assert_true(assay_script_add_item(&s, X, 0, &x));
    assay_script_play(&c, &s);
    ends(&c, ASSAY_PASS, ASSAY_DIFFERS);
    c = config_of(PIPELINE, 5000);
    assay_script_play(&c, &s);
    design.stuck_at = 4000;
    ends(&c, ASSAY_MISMATCH, ASSAY_MISSING);
    assay_script_free(&s);
}

static void test_every_cycle(void **state)
{
    struct assay_config c = config_of(UNSTOPPABLE, 3000);
    struct assay_result r = run(&c);

    (void)state;
    assert_int_equal(r.verdict, ASSAY_PASS);
    assert_true(r.transactions > 2000);
    assert_true(r.drained < 1200);
    c = config_of(UNSTOPPABLE, 3000);
    design.wrong_at = 1500;
    ends(&c, ASSAY_MISMATCH, ASSAY_DIFFERS);
    c = config_of(UNSTOPPABLE, 3000);
    rules[X].every_cycle = false;
    assert_int_equal(run(&c).verdict, ASSAY_MISMATCH);
}

static void test_held_until_response(void **state)
{
    struct assay_config c = config_of(SLOW, 5000);

    (void)state;
    ends(&c, ASSAY_PASS, ASSAY_DIFFERS);
    assert_true(seen.taken > 50);
    assert_int_equal(seen.moved, 0);
    c = config_of(SLOW, 5000);
    rules[X].outstanding = 0;
    ends(&c, ASSAY_MISMATCH, ASSAY_DIFFERS);
    assert_true(seen.moved > 0);
}

static void test_adapters(void **state)
{
    struct assay_config c = config_of(SERIAL, 5000);

    (void)state;
    ends(&c, ASSAY_PASS, ASSAY_DIFFERS);
    assert_true(seen.taken > 100);
    c = config_of(SERIAL, 5000);
    c.ops = &ops_2;
    ends(&c, ASSAY_PASS, ASSAY_DIFFERS);
    c = config_of(SERIAL, 5000);
    design.wrong_at = 40;
    ends(&c, ASSAY_MISMATCH, ASSAY_DIFFERS);
    c = config_of(SERIAL, 5000);
    design.stuck_at = 2000;
    ends(&c, ASSAY_MISMATCH, ASSAY_MISSING);
    c = config_of(SERIAL, 5000);
    model_is.deaf = true;
    ends(&c, ASSAY_HANG, ASSAY_DIFFERS);
}

static void test_adapters_and_unknown_pins(void **state)
{
    struct assay_config c = config_of(SERIAL, 5000);

    (void)state;
    design.x_idle = true; /* in reset it is ignored */
    ends(&c, ASSAY_PASS, ASSAY_DIFFERS);
    c = config_of(SERIAL, 5000);
    design.x_any = true;
    ends(&c, ASSAY_UNKNOWN, ASSAY_DIFFERS);
}

/* Recorded inputs are driven unchanged, and the adapters follow them. */
static void test_adapters_of_recorded_inputs(void **state)
{
    static struct pins_in in[KEPT];
    struct assay_config c = config_of(SERIAL, KEPT - 500);
    struct assay_result first = run(&c), again;

    (void)state;
    assert_int_equal(first.verdict, ASSAY_PASS);
    assert_true(first.cycles <= KEPT);
    memcpy(in, seen.in, sizeof in);
    c = config_of(SERIAL, first.cycles);
    c.ops = &ops_2;
    c.recorded = (const uint8_t *)in;
    c.n_recorded = first.cycles;
    again = run(&c);
    assert_int_equal(again.verdict, ASSAY_PASS);
    assert_int_equal(again.transactions, first.transactions);
    /* The replay starts again in the middle of a part: twice the cycles have twice the
     * transfers. */
    c.cycles = 2 * first.cycles;
    again = run(&c);
    assert_int_equal(again.verdict, ASSAY_PASS);
    assert_int_equal(again.transactions, 2 * first.transactions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_enable_goes_on_in_the_drain),
        cmocka_unit_test(test_fillers_are_legal),
        cmocka_unit_test(test_script_of_one_item),
        cmocka_unit_test(test_enable_that_is_low),
        cmocka_unit_test(test_every_cycle),
        cmocka_unit_test(test_held_until_response),
        cmocka_unit_test(test_adapters),
        cmocka_unit_test(test_adapters_and_unknown_pins),
        cmocka_unit_test(test_adapters_of_recorded_inputs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
