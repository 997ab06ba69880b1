/*
 * test_script_plain.c - runs written as transactions: pins outside streams, on a toy block.
 */
#include "unit/script_bench.h"

#include "stimulus/replay_lines.h"

struct toy_inputs {
    uint8_t rst, a_valid;
    uint16_t a;
    uint8_t b_ready, mode;
    uint64_t level;
};

struct toy_outputs {
    uint8_t a_ready, b_valid;
    uint16_t b;
};

#define IN(member) offsetof(struct toy_inputs, member), sizeof(((struct toy_inputs *)0)->member)
#define OUT(member) offsetof(struct toy_outputs, member), sizeof(((struct toy_outputs *)0)->member)
static const struct assay_port toy_ports[] = {
    {"rst", ASSAY_IN, ASSAY_PLAIN, -1, IN(rst)},
    {"a_valid", ASSAY_IN, ASSAY_VALID, 0, IN(a_valid)},
    {"a_ready", ASSAY_OUT, ASSAY_READY, 0, OUT(a_ready)},
    {"a_x", ASSAY_IN, ASSAY_PAYLOAD, 0, IN(a)},
    {"b_valid", ASSAY_OUT, ASSAY_VALID, 1, OUT(b_valid)},
    {"b_ready", ASSAY_IN, ASSAY_READY, 1, IN(b_ready)},
    {"b_x", ASSAY_OUT, ASSAY_PAYLOAD, 1, OUT(b)},
    {"mode", ASSAY_IN, ASSAY_PLAIN, -1, IN(mode)},
    {"level", ASSAY_IN, ASSAY_PLAIN, -1, IN(level)},
};
#undef IN
#undef OUT

static const struct assay_stream toy_streams[] = {
    {"a", true, offsetof(struct toy_inputs, a_valid), offsetof(struct toy_outputs, a_ready),
     offsetof(struct toy_inputs, a), 2},
    {"b", false, offsetof(struct toy_outputs, b_valid), offsetof(struct toy_inputs, b_ready),
     offsetof(struct toy_outputs, b), 2},
};

static void toy_widths(const struct assay_params *params, unsigned *width)
{
    static const unsigned w[] = {1, 1, 1, 16, 1, 1, 16, 3, 64};

    (void)params;
    memcpy(width, w, sizeof w);
}

static void toy_init(void *state, const struct assay_params *params)
{
    (void)params;
    memset(state, 0, sizeof(struct toy_outputs));
}

/* A register that accepts an item while `mode` is 0 and it is free. */
static void toy_step(void *state, const void *any_in, void *any_out)
{
    const struct toy_inputs *in = any_in;
    struct toy_outputs *s = state, *out = any_out;
    const bool take = in->a_valid && in->mode == 0 && (!s->b_valid || in->b_ready);

    *out = *s;
    out->a_ready = in->mode == 0 && (!s->b_valid || in->b_ready);
    if (s->b_valid && in->b_ready)
        s->b_valid = 0;
    if (take) {
        s->b_valid = 1;
        s->b = (uint16_t)(in->a + in->level);
    }
    if (in->rst)
        s->b_valid = 0;
}

static uint64_t toy_transfers(const void *any_in, const void *any_out)
{
    const struct toy_inputs *in = any_in;
    const struct toy_outputs *out = any_out;

    return (uint64_t)(in->a_valid & out->a_ready) | (uint64_t)(in->b_ready & out->b_valid) << 1;
}

static void toy_steps(void *state, const void *in, void *out, uint64_t *transfers, size_t n)
{
    const struct toy_inputs *i = in;
    struct toy_outputs *o = out;

    for (; n; --n, ++i, ++o) {
        toy_step(state, i, o);
        *transfers++ = i->rst ? 0 : toy_transfers(i, o);
    }
}

static void toy_handshakes(const void *in, const void *out, uint64_t *count, size_t n)
{
    const struct toy_inputs *i = in;
    const struct toy_outputs *o = out;

    for (; n; --n, ++i, ++o) {
        count[0 + 2 * i->a_valid + o->a_ready] += !i->rst;
        count[4 + 2 * o->b_valid + i->b_ready] += !i->rst;
    }
}

struct toy_ctx {
    struct assay_rng rng;
};

static void toy_begin(void *any, const struct assay_stim_env *env)
{
    assay_rng_init(&((struct toy_ctx *)any)->rng, env->seed, "toy");
}

static bool toy_next(void *any, unsigned stream, void *payload)
{
    const uint16_t x = (uint16_t)assay_rng_u64(&((struct toy_ctx *)any)->rng);

    (void)stream;
    memcpy(payload, &x, sizeof x);
    return x % 3 != 0; /* sometimes none */
}

static void toy_restart(void *any)
{
    (void)any;
}

static void toy_plain(void *any, void *any_in)
{
    struct assay_rng *r = &((struct toy_ctx *)any)->rng;
    struct toy_inputs *in = any_in;

    if (assay_rng_below(r, 4) == 0)
        in->mode = assay_rng_below(r, 3) ? 0 : 5;
    if (assay_rng_below(r, 9) == 0)
        in->level = assay_rng_u64(r);
}

static const struct assay_scenario toy_scenario = {
    .name = "toy",
    .ctx_size = sizeof(struct toy_ctx),
    .begin = toy_begin,
    .next = toy_next,
    .restart = toy_restart,
    .plain = toy_plain,
};

static const struct assay_model_block toy_model = {
    .name = "toy",
    .ports = toy_ports,
    .n_ports = sizeof toy_ports / sizeof toy_ports[0],
    .streams = toy_streams,
    .n_streams = 2,
    .widths = toy_widths,
    .state_size = sizeof(struct toy_outputs),
    .in_size = sizeof(struct toy_inputs),
    .out_size = sizeof(struct toy_outputs),
    .init = toy_init,
    .step = toy_step,
    .transfers = toy_transfers,
    .steps = toy_steps,
    .handshakes = toy_handshakes,
};

static const struct assay_block toy = {
    .model = &toy_model,
    .scenarios = &toy_scenario,
    .n_scenarios = 1,
};

/* Returns the script after a round trip through text; a block outside the program's table has no
 * file. */
static struct assay_script reread(const struct assay_script *s)
{
    char *text = NULL, why[256] = "";
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    struct assay_replay_parser p = {.path = "toy", .why = why, .why_size = sizeof why};
    struct assay_script again;

    assert_non_null(f);
    assay_replay_write_script(f, s, s->cycles);
    fclose(f);
    p.at = text;
    assay_script_init(&again, s->block, &s->params);
    again.cycles = s->cycles;
    if (!assay_replay_read_script(&p, &again, again.cycles))
        fail_msg("%s", why);
    free(text);
    return again;
}

static void test_pins_outside_streams(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; ++seed) {
        struct assay_config c = {.block = &toy,
                                 .scenario = &toy_scenario,
                                 .knobs = {.stall = 50, .resets = 1},
                                 .seed = seed,
                                 .cycles = 3000,
                                 .backend = "model"};
        uint8_t *inputs = inputs_of(&c, 2000);
        uint64_t start;
        struct assay_script s = recorded(&c, 1500, 1999, &start), again = reread(&s);

        assert_true(s.n_changes > 10);
        played_as(&c, &s, inputs + start * sizeof(struct toy_inputs));
        played_as(&c, &again, inputs + start * sizeof(struct toy_inputs));
        assay_script_free(&again);
        assay_script_free(&s);
        free(inputs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pins_outside_streams),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
