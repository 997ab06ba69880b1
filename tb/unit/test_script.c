/*
 * test_script.c - runs written as transactions: recorded, played, saved and loaded.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "stimulus/replay.h"
#include "stimulus/replay_lines.h"

/* --- the inputs of a run --- */

static struct assay_config config_of(const char *block, const char *params, uint64_t seed,
                                     uint64_t cycles)
{
    struct assay_config c = {.seed = seed, .cycles = cycles, .backend = "model"};
    char why[256] = "";

    c.block = assay_block_find(block);
    assert_true(assay_params_parse(c.block, params, &c.params, why, sizeof why));
    c.scenario = &c.block->scenarios[0];
    c.knobs = c.scenario->knobs;
    return c;
}

static uint8_t *inputs_of(const struct assay_config *c, uint64_t n)
{
    uint8_t *inputs = calloc(n, c->block->model->in_size);
    struct assay_config all = *c;
    char why[256] = "";

    assert_non_null(inputs);
    all.hang = UINT64_MAX;
    all.cycles = n;
    if (!assay_lockstep_record(&all, inputs, n, why, sizeof why))
        fail_msg("%s", why);
    return inputs;
}

/* Compares the inputs that a script must reproduce: payload counts only while its valid is high. */
static void same_inputs(const struct assay_block *b, const uint8_t *expected, const uint8_t *actual,
                        uint64_t cycle)
{
    for (size_t i = 0; i < b->model->n_ports; ++i) {
        const struct assay_port *p = &b->model->ports[i];

        if (p->dir != ASSAY_IN ||
            (p->role == ASSAY_PAYLOAD && !expected[b->model->streams[p->stream].valid]))
            continue;
        if (memcmp(expected + p->offset, actual + p->offset, p->size) != 0)
            fail_msg("cycle %llu: %s differs", (unsigned long long)cycle, p->name);
    }
}

/* Plays a script and compares it with the original's inputs from the script's start on. */
static void played_as(const struct assay_config *c, const struct assay_script *s,
                      const uint8_t *inputs)
{
    struct assay_config play = *c;
    uint8_t *again;

    assay_script_play(&play, s);
    again = inputs_of(&play, s->cycles);
    for (uint64_t i = 0; i < s->cycles; ++i)
        same_inputs(c->block, inputs + i * c->block->model->in_size,
                    again + i * c->block->model->in_size, i);
    free(again);
}

static struct assay_script recorded(const struct assay_config *c, uint64_t from, uint64_t to,
                                    uint64_t *start)
{
    struct assay_script s = {0};
    char why[256] = "";

    if (!assay_script_record(c, from, to, &s, start, why, sizeof why))
        fail_msg("%s", why);
    return s;
}

static void temporary(char *path)
{
    static const char name[] = "test-script-XXXXXX";
    int fd;

    memcpy(path, name, sizeof name);
    fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
}

/* Returns the script after a round trip through a file. */
static struct assay_script reloaded(const struct assay_script *s)
{
    const struct assay_replay_origin origin = {.rtl = "my/own.f", .fault = "sign"};
    char path[32], why[512] = "";
    struct assay_replay r = {0};

    temporary(path);
    if (!assay_replay_save_script(s, &origin, "a note", path, why, sizeof why) ||
        assay_replay_load(&r, path, why, sizeof why) != ASSAY_OK)
        fail_msg("%s", why);
    remove(path);
    assert_true(r.transactions);
    assert_ptr_equal(r.scenario, &assay_script_scenario);
    assert_string_equal(r.rtl, "my/own.f");
    assert_string_equal(r.fault, "sign");
    assert_string_equal(r.note, "a note");
    assert_int_equal(r.cycles, s->cycles);
    return r.script;
}

static void check_run(const struct assay_config *c, uint64_t from, uint64_t to)
{
    const size_t size = c->block->model->in_size;
    uint8_t *inputs = inputs_of(c, to + 1);
    uint64_t start, reset = 0;
    struct assay_script s = recorded(c, from, to, &start), file, copy;

    for (uint64_t i = 1; i <= from; ++i)
        if (inputs[i * size] && !inputs[(i - 1) * size])
            reset = i;
    assert_int_equal(start, reset);
    assert_int_equal(s.cycles, to + 1 - start);
    played_as(c, &s, inputs + start * size);
    file = reloaded(&s);
    played_as(c, &file, inputs + start * size);
    file.bounded = from % 2;
    assert_true(assay_script_copy(&copy, &file));
    assert_int_equal(copy.bounded, file.bounded);
    played_as(c, &copy, inputs + start * size);
    assert_int_equal(assay_script_items(&copy), assay_script_items(&s));
    assay_script_free(&copy);
    assay_script_free(&file);
    assay_script_free(&s);
    free(inputs);
}

static void test_played_as_recorded(void **state)
{
    static const struct {
        const char *block, *params;
    } choice[] = {{"dotmul", "default"},
                  {"dotmul", "largest"},
                  {"dpas", "smallest"},
                  {"dpas", "default"},
                  {"dpas", "largest"}};

    (void)state;
    for (size_t i = 0; i < sizeof choice / sizeof choice[0]; ++i) {
        for (uint64_t seed = 1; seed <= 6; ++seed) {
            struct assay_config c = config_of(choice[i].block, choice[i].params, seed, 100000);

            check_run(&c, 0, 3000);
            check_run(&c, 2000 + 37 * seed, 4000);
            c.knobs.stall = 100;
            check_run(&c, 0, 1500);
            c.knobs.stall = 0;
            check_run(&c, 1000, 1500);
        }
    }
}

/* Recording a played script gives the same script. */
static void test_recorded_from_played(void **state)
{
    struct assay_config c = config_of("dpas", "smallest", 9, 100000);
    struct assay_script first = recorded(&c, 0, 2500, NULL), second;
    uint8_t *inputs = inputs_of(&c, 2501);

    (void)state;
    assert_true(first.n_resets >= 2);
    assay_script_play(&c, &first);
    second = recorded(&c, 0, 2500, NULL);
    c.player = NULL;
    c.script = NULL;
    played_as(&c, &second, inputs);
    assert_int_equal(assay_script_items(&first), assay_script_items(&second));
    for (size_t i = 0; i < c.block->model->n_streams; ++i) {
        assert_int_equal(first.stream[i].n_runs, second.stream[i].n_runs);
        for (size_t j = 0; j < first.stream[i].n_items; ++j)
            assert_memory_equal(&first.stream[i].item[j], &second.stream[i].item[j],
                                sizeof first.stream[i].item[j]);
    }
    assay_script_free(&first);
    assay_script_free(&second);
    free(inputs);
}

/* The cycles that a recording states for its items. */
static void test_cycles_of_items(void **state)
{
    struct assay_config c = config_of("dotmul", "default", 4, 100000);
    struct assay_script s = recorded(&c, 0, 1500, NULL);
    uint8_t *inputs = inputs_of(&c, 1501);
    const struct assay_stream *op = &c.block->model->streams[0];

    (void)state;
    for (size_t i = 0; i < s.stream[0].n_items; ++i) {
        const struct assay_script_item *item = &s.stream[0].item[i];

        assert_int_equal(inputs[item->offered * c.block->model->in_size + op->valid], 1);
        assert_memory_equal(inputs + item->offered * c.block->model->in_size + op->payload,
                            assay_script_payload(&s, 0, i), op->payload_size);
        if (item->taken != ASSAY_SCRIPT_NEVER)
            assert_true(item->taken >= item->offered);
        else if (i + 1 < s.stream[0].n_items) /* dropped by a reset */
            assert_int_equal(s.stream[0].item[i + 1].section, item->section + 1);
    }
    assay_script_free(&s);
    free(inputs);
}

static void test_end_of_the_run_is_told(void **state)
{
    struct assay_config c = config_of("dotmul", "smallest", 1, 100);
    struct assay_script s;
    char why[256] = "";

    (void)state;
    c.scenario = assay_scenario_find(c.block, "exhaustive");
    c.knobs = c.scenario->knobs;
    assert_false(assay_script_record(&c, 0, 1000000, &s, NULL, why, sizeof why));
    assert_non_null(strstr(why, "expected 1000001"));
    assert_int_equal(assay_script_items(&s), 0);
}

/* --- pins outside streams, on a toy block --- */

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

/* --- files written by hand --- */

static const char head[] =
    "assay-replay 1\nkind transactions\nblock dpas\nparams lanes=4,depth=2\n";

static bool load_text(const char *text, struct assay_replay *r, char *why, size_t why_size)
{
    char path[32];
    FILE *f;
    bool ok;

    temporary(path);
    f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    ok = assay_replay_load(r, path, why, why_size) == ASSAY_OK;
    remove(path);
    return ok;
}

static void test_hand_written(void **state)
{
    char text[2048], why[512] = "";
    const uint32_t *data;
    struct assay_replay r;
    struct assay_config c;
    uint8_t *inputs;

    (void)state;
    snprintf(text, sizeof text,
             "%s\n# one command\ncycles 40\nnote by hand\n"
             "  # nothing stalls but dst\nready dst 0x3 1x4 0x-\nreset 0 3\n\n"
             "cmd 1 rc=1 sd=1 exec_size=4 # a command\n"
             "src1 0 data=0xFFFF_0000_0000_0001\nsrc2 2\nsrc0 0 \t data=1\n"
             "reset 20 2\ncmd 0 tag=ff\nsha256 none\n",
             head);
    if (!load_text(text, &r, why, sizeof why))
        fail_msg("%s", why);
    assert_string_equal(r.note, "by hand");
    assert_int_equal(r.script.n_resets, 2);
    assert_int_equal(r.script.stream[0].n_items, 2);
    data = assay_script_payload(&r.script, 1, 0);
    assert_int_equal(data[0], 1);
    assert_int_equal(data[1], 0xFFFF0000u);
    assay_replay_config(&r, &c);
    inputs = inputs_of(&c, 40);
#define AT(cycle, member) inputs[(size_t)(cycle)*c.block->model->in_size + (member)]
    for (unsigned i = 0; i < 40; ++i) {
        const bool reset = i < 3 || i == 20 || i == 21;

        assert_int_equal(AT(i, 0), reset);
        assert_int_equal(AT(i, c.block->model->streams[4].ready), !reset && i >= 3 && i < 7);
        assert_int_equal(AT(i, c.block->model->streams[5].ready), !reset);
        assert_int_equal(AT(i, c.block->model->streams[0].valid), i == 4 || i == 22);
    }
#undef AT
    free(inputs);
    assay_replay_free(&r);
}

static void refused(const char *lines, const char *wanted)
{
    char text[2048], why[512] = "";
    struct assay_replay r;

    snprintf(text, sizeof text, "%s%ssha256 none\n", head, lines);
    if (load_text(text, &r, why, sizeof why))
        fail_msg("accepted: %s", lines);
    if (!strstr(why, wanted))
        fail_msg("'%s' does not say '%s'", why, wanted);
}

static void test_malformed(void **state)
{
    (void)state;
    refused("", ":5: 'end of file': expected a line `cycles ...`");
    refused("cycles 0\n", ":5: cycles 0");
    refused("cycles 10\n", "no reset: expected a line `reset 0 2`");
    refused("cycles 10\ncmd 0\n", ":6: cmd before any reset");
    refused("cycles 10\nreset 1 2\n", ":6: reset 1: expected the first reset at cycle 0");
    refused("cycles 10\nreset 0 0\n", "LENGTH at least 1");
    refused("cycles 10\nreset 0\n", "`reset CYCLE LENGTH`");
    refused("cycles 10\nreset 0 2 3\n", "'3': expected the end of the line");
    refused("cycles 10\nreset 0 4\nreset 3 2\n", ":7: reset 3 2: expected resets in order");
    refused("cycles 10\nreset 0 2\nfoo 0\n", ":7: 'foo': expected reset, ready, plain or a sink "
                                             "stream of dpas: cmd, src1, src0, src2");
    refused("cycles 10\nreset 0 2\ndst 0\n", "'dst': expected reset, ready, plain");
    refused("cycles 10\nreset 0 2\ncmd\n", "cmd: expected a gap");
    refused("cycles 10\nreset 0 2\ncmd -1\n", "cmd: expected a gap");
    refused("cycles 10\nreset 0 2\ncmd 0 foo=1\n",
            "'foo': expected FIELD=HEX with a field of cmd: src1_type, src2_type, ");
    refused("cycles 10\nreset 0 2\ncmd 0 sd\n", "'sd': expected FIELD=HEX");
    refused("cycles 10\nreset 0 2\ncmd 0 sd=\n", "sd='': expected hexadecimal digits");
    refused("cycles 10\nreset 0 2\ncmd 0 sd=1g\n", "sd='1g': expected hexadecimal digits");
    refused("cycles 10\nreset 0 2\ncmd 0 sd=1 sd=2\n", "sd again: expected each field once");
    refused("cycles 10\nreset 0 2\n\n# x\ncmd 0 sd=10\n", ":9: sd=10: more than 4 bits");
    refused("cycles 10\nreset 0 2\nsrc1 0 data=100000000000000000000000000000000\n",
            "more than 128 bits: expected a value that fits the pin at these parameters");
    refused("cycles 10\nready cmd 1x-\n",
            "ready of 'cmd': expected a source stream of dpas: dst, rsp");
    refused("cycles 10\nready\n", "ready of '': expected");
    refused("cycles 10\nready dst\n", "ready of dst: expected runs");
    refused("cycles 10\nready dst 2x3\n", "'2x3': expected a run");
    refused("cycles 10\nready dst 1x0\n", "'1x0': expected a run");
    refused("cycles 10\nready dst 1x\n", "'1x': expected a run");
    refused("cycles 10\nready dst 1x- 0x1\n", "'0x1': expected the end of the line");
    refused("cycles 10\nready dst 1x3\nready dst 0x3\n", ":7: ready of dst again");
    refused("cycles 10\nready dst 0x18446744073709551615 1x2\n", "fewer cycles");
    refused("cycles 10\nplain enable 0 1\n", "plain 'enable': expected an input of dpas outside");
    refused("cycles 10\nplain rst 0 1\n", "plain 'rst': expected an input");
    refused("cycles 9\nreset 0 2\ncmd 0\ncmd 100\n",
            ":8: cmd begins in cycle 103 at the earliest: expected a cycle below 9, where the run "
            "ends");
    refused("cycles 9\nreset 0 2\ncmd 7\n", ":7: cmd begins in cycle 9 at the earliest");
    refused("cycles 9\nreset 0 2\ncmd 18446744073709551615\n", ":7: cmd begins in cycle");
    refused("cycles 20\nreset 0 2\ncmd 9\nreset 10 2\ncmd 0\ncmd 7\n",
            ":10: cmd begins in cycle 20 at the earliest");
    refused("cycles 9\nreset 0 2\nreset 9 2\n", ":7: reset begins in cycle 9");
    refused("cycles 9\nready dst 0x9 1x-\nreset 0 2\n", ":6: 1x- begins in cycle 9");
    refused("cycles 10\nreset 0 2\nseed 3\n", "'seed': expected reset, ready, plain");
}

/* The run ends after its cycles, so its file does not contain what a script has beyond them. */
static void test_end_of_the_run(void **state)
{
    static const uint64_t ends[] = {3, 10, 100, 517, 1500};
    struct assay_config c = config_of("dpas", "smallest", 4, 100000);
    struct assay_script s = {0}, file;
    uint8_t *inputs;

    (void)state;
    c.knobs.resets = 100;
    s = recorded(&c, 0, 3000, NULL);
    inputs = inputs_of(&c, 3001);
    assert_true(s.n_resets > 2 && s.reset[s.n_resets - 1].cycle > 1500);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; ++i) {
        s.cycles = ends[i];
        file = reloaded(&s);
        played_as(&c, &file, inputs);
        assert_true(assay_script_items(&file) < assay_script_items(&s));
        assert_true(file.n_resets < s.n_resets);
        assay_script_free(&file);
    }
    assay_script_free(&s);
    free(inputs);
}

/* Every truncation and every changed byte of a file with a checksum is detected. */
static void test_damaged(void **state)
{
    struct assay_config c = config_of("dpas", "smallest", 2, 1000);
    struct assay_script s = recorded(&c, 0, 60, NULL);
    char path[32], why[512], text[16384];
    struct assay_replay r;
    size_t size;
    FILE *f;

    (void)state;
    temporary(path);
    assert_true(assay_replay_save_script(&s, NULL, NULL, path, why, sizeof why));
    assay_script_free(&s);
    f = fopen(path, "r");
    assert_non_null(f);
    size = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    remove(path);
    text[size] = '\0';
    assert_true(load_text(text, &r, why, sizeof why));
    assay_replay_free(&r);
    for (size_t i = 0; i < size; i += 3) {
        const char kept = text[i];

        text[i] = kept == '1' ? '2' : '1';
        assert_false(load_text(text, &r, why, sizeof why));
        text[i] = '\0';
        assert_false(load_text(text, &r, why, sizeof why));
        text[i] = kept;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_played_as_recorded),
        cmocka_unit_test(test_recorded_from_played),
        cmocka_unit_test(test_cycles_of_items),
        cmocka_unit_test(test_pins_outside_streams),
        cmocka_unit_test(test_end_of_the_run_is_told),
        cmocka_unit_test(test_hand_written),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_end_of_the_run),
        cmocka_unit_test(test_damaged),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
