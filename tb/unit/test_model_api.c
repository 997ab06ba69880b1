/*
 * test_model_api.c - golden models as objects: the same pins, parameters and cycles as the engine
 * sees for every block, and every error that a caller can make.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/random.h"

#include <assay/model.h>

#include "engine/block.h"

enum { SEED = 20261121, CYCLES = 400 };

static uint64_t seed;

static struct assay_model *make(const char *block, const char *params)
{
    struct assay_model *m = NULL;
    char why[512] = "x";

    if (assay_model_create(block, params, &m, why, sizeof why) != ASSAY_MODEL_OK)
        fail_msg("%s %s: %s", block, params ? params : "NULL", why);
    assert_string_equal(why, "");
    return m;
}

/* --- the same description as the engine's --- */

static void test_blocks(void **unused)
{
    size_t n = 0;

    (void)unused;
    while (assay_blocks[n])
        ++n;
    assert_int_equal(assay_model_block_count(), n);
    assert_null(assay_model_block_name(n));
    assert_null(assay_model_block_name(SIZE_MAX));
    for (size_t i = 0; i < n; ++i) {
        const char *name = assay_model_block_name(i);

        assert_non_null(assay_block_find(name));
        assert_true(i == 0 || strcmp(assay_model_block_name(i - 1), name) < 0);
    }
}

static void test_params(void **unused)
{
    (void)unused;
    for (size_t i = 0; assay_blocks[i]; ++i) {
        const struct assay_block *b = assay_blocks[i];
        struct assay_model *m = make(b->model->name, NULL);
        struct assay_params p;
        char why[256];
        size_t n;

        assert_true(assay_params_parse(b, "default", &p, why, sizeof why));
        assert_int_equal(assay_model_param_count(b->model->name, &n), ASSAY_MODEL_OK);
        assert_int_equal(n, b->model->n_params);
        for (size_t k = 0; k < n; ++k) {
            struct assay_model_param info;
            uint32_t value;

            assert_int_equal(assay_model_param_info(b->model->name, k, &info), ASSAY_MODEL_OK);
            assert_string_equal(info.name, b->model->params[k].name);
            assert_string_equal(info.verilog, b->model->params[k].verilog);
            assert_int_equal(info.default_value, p.v[k]);
            assert_int_equal(assay_model_param(m, info.name, &value), ASSAY_MODEL_OK);
            assert_int_equal(value, p.v[k]);
        }
        assert_string_equal(assay_model_name(m), b->model->name);
        assay_model_free(m);
    }
}

static void test_ports(void **unused)
{
    (void)unused;
    for (size_t i = 0; assay_blocks[i]; ++i) {
        const struct assay_block *b = assay_blocks[i];
        struct assay_model *m = make(b->model->name, "default");
        unsigned width[ASSAY_MAX_PORTS];
        struct assay_params p;
        char why[256];
        int n;

        assert_true(assay_params_parse(b, "default", &p, why, sizeof why));
        b->model->widths(&p, width);
        assert_int_equal(assay_model_port_count(m, &n), ASSAY_MODEL_OK);
        assert_int_equal(n, b->model->n_ports);
        for (int k = 0; k < n; ++k) {
            struct assay_model_port info;
            int found;

            assert_int_equal(assay_model_port_info(m, k, &info), ASSAY_MODEL_OK);
            assert_string_equal(info.name, b->model->ports[k].name);
            assert_int_equal(info.width, width[k]);
            assert_int_equal(info.direction == ASSAY_MODEL_IN, b->model->ports[k].dir == ASSAY_IN);
            assert_int_equal(info.stream != NULL, b->model->ports[k].stream >= 0);
            if (info.stream)
                assert_string_equal(info.stream, b->model->streams[b->model->ports[k].stream].name);
            assert_int_equal(assay_model_port_index(m, info.name, &found), ASSAY_MODEL_OK);
            assert_int_equal(found, k);
        }
        assay_model_free(m);
    }
}

/* --- the same cycles, through pins, structs, copies and snapshots --- */

/* Draws a value for a pin; valid and ready are mostly 1. */
static void draw_value(struct assay_rng *r, const struct assay_model_port *p, uint32_t *word)
{
    const size_t words = assay_model_words(p->width);

    for (size_t i = 0; i < words; ++i)
        word[i] = (uint32_t)assay_rng_u64(r);
    if (p->width % 32)
        word[words - 1] &= (1u << p->width % 32) - 1;
    if (p->role == ASSAY_MODEL_VALID || p->role == ASSAY_MODEL_READY)
        word[0] = assay_rng_percent(r, 75);
    if (strcmp(p->name, "rst") == 0)
        word[0] = assay_rng_percent(r, 2);
}

/* Stores the value into the struct that the block's step takes. */
static void place(const struct assay_port *p, unsigned char *in, const uint32_t *word, size_t words)
{
    const uint64_t all = word[0] | (words > 1 ? (uint64_t)word[1] << 32 : 0);
    const uint16_t half = (uint16_t)word[0];

    if (p->size == 1)
        in[p->offset] = (unsigned char)word[0];
    else if (p->size == 2)
        memcpy(in + p->offset, &half, 2);
    else if (p->size == 8)
        memcpy(in + p->offset, &all, 8);
    else
        memcpy(in + p->offset, word, 4 * words);
}

static void hold_against(const struct assay_block *b, const unsigned char *out,
                         const struct assay_model *m)
{
    for (int k = 0; k < (int)b->model->n_ports; ++k) {
        uint32_t got[64] = {0}, expected[64] = {0};
        const struct assay_port *p = &b->model->ports[k];
        struct assay_model_port info;
        size_t words;

        if (p->dir == ASSAY_IN)
            continue;
        assay_model_port_info(m, k, &info);
        words = assay_model_words(info.width);
        assert_int_equal(assay_model_get(m, k, got, words), ASSAY_MODEL_OK);
        memcpy(expected, out + p->offset, p->size < 4 * words ? p->size : 4 * words);
        if (memcmp(got, expected, 4 * words) != 0)
            fail_msg("%s: pin %s differs", b->model->name, info.name);
    }
}

static void run(const struct assay_block *b, const struct assay_params *params)
{
    unsigned char *state = calloc(1, b->model->state_size), *in = calloc(1, b->model->in_size);
    unsigned char *out = calloc(1, b->model->out_size), *out2 = calloc(1, b->model->out_size);
    struct assay_model *pins, *structs, *copy;
    struct assay_rng r;
    char text[ASSAY_PARAMS_TEXT];
    void *snapshot;
    size_t size;

    assay_params_print(b, params, text, sizeof text);
    pins = make(b->model->name, text);
    structs = make(b->model->name, text);
    assert_int_equal(assay_model_snapshot_size(pins, &size), ASSAY_MODEL_OK);
    snapshot = malloc(size);
    assert_true(state && in && out && out2 && snapshot);
    assay_rng_init(&r, seed, b->model->name);
    b->model->init(state, params);
    for (int cycle = 0; cycle < CYCLES; ++cycle) {
        for (int k = 0; k < (int)b->model->n_ports; ++k) {
            struct assay_model_port info;
            uint32_t word[64] = {0};

            assay_model_port_info(pins, k, &info);
            if (info.direction == ASSAY_MODEL_OUT)
                continue;
            draw_value(&r, &info, word);
            if (cycle == 0 && k == 0)
                word[0] = 1;
            place(&b->model->ports[k], in, word, assay_model_words(info.width));
            assert_int_equal(assay_model_set(pins, k, word, assay_model_words(info.width)),
                             ASSAY_MODEL_OK);
        }
        b->model->step(state, in, out);
        if (cycle % 3 == 0) { /* eval shows the same as step, and may be called twice */
            assert_int_equal(assay_model_eval(pins), ASSAY_MODEL_OK);
            assert_int_equal(assay_model_eval(pins), ASSAY_MODEL_OK);
            hold_against(b, out, pins);
        }
        assert_int_equal(assay_model_step(pins), ASSAY_MODEL_OK);
        hold_against(b, out, pins);
        assert_int_equal(
            assay_model_cycle(structs, in, b->model->in_size, out2, b->model->out_size),
            ASSAY_MODEL_OK);
        assert_int_equal(b->model->agree(in, out, out2, 1), 1);
        if (cycle % 16 == 5) { /* continue with another object in its place */
            assert_int_equal(assay_model_clone(pins, &copy), ASSAY_MODEL_OK);
            assay_model_free(pins);
            pins = copy;
        } else if (cycle % 16 == 10) {
            assert_int_equal(assay_model_save(pins, snapshot, size), ASSAY_MODEL_OK);
            assay_model_step(pins);
            assert_int_equal(assay_model_load(pins, snapshot, size), ASSAY_MODEL_OK);
        } else if (cycle % 16 == 15) {
            assert_int_equal(assay_model_copy(structs, pins), ASSAY_MODEL_OK);
        }
    }
    assay_model_free(pins);
    assay_model_free(structs);
    free(snapshot);
    free(out2);
    free(out);
    free(in);
    free(state);
}

static void test_cycles(void **unused)
{
    (void)unused;
    seed = random_seed(SEED);
    for (size_t i = 0; assay_blocks[i]; ++i)
        for (size_t k = 0; k < assay_blocks[i]->model->n_sets; ++k)
            run(assay_blocks[i], &assay_blocks[i]->model->sets[k].params);
}

/* After a reset, a block without memories answers like a new one. It keeps its inputs. */
static void test_reset(void **unused)
{
    struct assay_model *m = make("fp", NULL);
    int valid, rst, ready;
    uint64_t value;

    (void)unused;
    assert_int_equal(assay_model_port_index(m, "op_valid", &valid), ASSAY_MODEL_OK);
    assert_int_equal(assay_model_port_index(m, "rst", &rst), ASSAY_MODEL_OK);
    assert_int_equal(assay_model_port_index(m, "res_valid", &ready), ASSAY_MODEL_OK);
    assert_int_equal(rst, 0);
    assay_model_set_u64(m, valid, 1);
    assay_model_step(m);
    assay_model_eval(m);
    assay_model_get_u64(m, ready, &value);
    assert_int_equal(value, 1);
    assert_int_equal(assay_model_reset(m), ASSAY_MODEL_OK);
    assay_model_get_u64(m, rst, &value);
    assert_int_equal(value, 0);
    assay_model_get_u64(m, valid, &value);
    assert_int_equal(value, 1);
    assay_model_eval(m);
    assay_model_get_u64(m, ready, &value);
    assert_int_equal(value, 0);
    assay_model_free(m);
}

/* --- errors --- */

static void refuse(const char *block, const char *params, int status, const char *part)
{
    struct assay_model *m = (struct assay_model *)&m, *before = m;
    char why[512] = "";

    assert_int_equal(assay_model_create(block, params, &m, why, sizeof why), status);
    assert_ptr_equal(m, before);
    if (!strstr(why, part))
        fail_msg("'%s' does not hold '%s'", why, part);
    /* Without a buffer for the message, and with a small one. */
    assert_int_equal(assay_model_create(block, params, &m, NULL, 0), status);
    assert_int_equal(assay_model_create(block, params, &m, why, 5), status);
    assert_true(strlen(why) < 5);
}

static void test_create_errors(void **unused)
{
    struct assay_model *m;
    char why[64];

    (void)unused;
    refuse(NULL, NULL, ASSAY_MODEL_NULL, "block is NULL");
    refuse("nosuch", NULL, ASSAY_MODEL_NO_BLOCK, "dpas");
    refuse("", NULL, ASSAY_MODEL_NO_BLOCK, "expected one of");
    refuse("dpas", "lanes", ASSAY_MODEL_BAD_PARAMS, "lanes, depth");
    refuse("dpas", "lane=8", ASSAY_MODEL_BAD_PARAMS, "'lane'");
    refuse("dpas", "lanes=8,,depth=4", ASSAY_MODEL_BAD_PARAMS, "''");
    refuse("dpas", "lanes=8,", ASSAY_MODEL_BAD_PARAMS, "''");
    refuse("dpas", "lanes=", ASSAY_MODEL_BAD_PARAMS, "not a number");
    refuse("dpas", "lanes=8x", ASSAY_MODEL_BAD_PARAMS, "'8x' is not a number");
    refuse("dpas", "lanes=-8", ASSAY_MODEL_BAD_PARAMS, "not a number");
    refuse("dpas", "lanes=4294967304", ASSAY_MODEL_BAD_PARAMS, "not a number");
    refuse("dpas", "lanes=99999999999999999999", ASSAY_MODEL_BAD_PARAMS, "not a number");
    refuse("dpas", "lanes=5", ASSAY_MODEL_BAD_PARAMS, "parameters of dpas");
    refuse("dotmul", "n=16,k=8", ASSAY_MODEL_BAD_PARAMS, "parameters of dotmul");
    assert_int_equal(assay_model_create("dpas", NULL, NULL, why, sizeof why), ASSAY_MODEL_NULL);
    assert_int_equal(assay_model_create("dpas", NULL, &m, NULL, 9), ASSAY_MODEL_NULL);
}

static void test_null(void **unused)
{
    struct assay_model *m = make("fp", NULL), *copy;
    struct assay_model_port port;
    struct assay_model_param param;
    unsigned char bytes[256] = {0};
    uint32_t word = 0, value;
    uint64_t number;
    size_t size;
    int n;

    (void)unused;
#define IS_NULL(call) assert_int_equal(call, ASSAY_MODEL_NULL)
    IS_NULL(assay_model_param_count(NULL, &size));
    IS_NULL(assay_model_param_count("fp", NULL));
    IS_NULL(assay_model_param_info(NULL, 0, &param));
    IS_NULL(assay_model_param_info("fp", 0, NULL));
    IS_NULL(assay_model_clone(NULL, &copy));
    IS_NULL(assay_model_clone(m, NULL));
    IS_NULL(assay_model_copy(NULL, m));
    IS_NULL(assay_model_copy(m, NULL));
    IS_NULL(assay_model_param(NULL, "div", &value));
    IS_NULL(assay_model_param(m, NULL, &value));
    IS_NULL(assay_model_param(m, "div", NULL));
    IS_NULL(assay_model_port_count(NULL, &n));
    IS_NULL(assay_model_port_count(m, NULL));
    IS_NULL(assay_model_port_info(NULL, 0, &port));
    IS_NULL(assay_model_port_info(m, 0, NULL));
    IS_NULL(assay_model_port_index(NULL, "rst", &n));
    IS_NULL(assay_model_port_index(m, NULL, &n));
    IS_NULL(assay_model_port_index(m, "rst", NULL));
    IS_NULL(assay_model_set(NULL, 0, &word, 1));
    IS_NULL(assay_model_set(m, 0, NULL, 1));
    IS_NULL(assay_model_get(NULL, 0, &word, 1));
    IS_NULL(assay_model_get(m, 0, NULL, 1));
    IS_NULL(assay_model_set_u64(NULL, 0, 0));
    IS_NULL(assay_model_get_u64(NULL, 0, &number));
    IS_NULL(assay_model_get_u64(m, 0, NULL));
    IS_NULL(assay_model_eval(NULL));
    IS_NULL(assay_model_step(NULL));
    IS_NULL(assay_model_reset(NULL));
    IS_NULL(assay_model_cycle(NULL, bytes, 1, bytes, 1));
    IS_NULL(assay_model_cycle(m, NULL, 1, bytes, 1));
    IS_NULL(assay_model_cycle(m, bytes, 1, NULL, 1));
    IS_NULL(assay_model_snapshot_size(NULL, &size));
    IS_NULL(assay_model_snapshot_size(m, NULL));
    IS_NULL(assay_model_save(NULL, bytes, 1));
    IS_NULL(assay_model_save(m, NULL, 1));
    IS_NULL(assay_model_load(NULL, bytes, 1));
    IS_NULL(assay_model_load(m, NULL, 1));
#undef IS_NULL
    assert_null(assay_model_name(NULL));
    assay_model_free(NULL);
    assay_model_free(m);
}

static void test_pin_errors(void **unused)
{
    struct assay_model *m = make("dpas", "lanes=4"), *fp = make("fp", NULL);
    uint32_t word[16] = {0}, value;
    struct assay_model_param param;
    struct assay_model_port port;
    uint64_t number;
    size_t count;
    int data, lanes, out, n;

    (void)unused;
    assert_int_equal(assay_model_port_count(m, &n), ASSAY_MODEL_OK);
    assert_int_equal(assay_model_port_index(m, "src1_data", &data), ASSAY_MODEL_OK);
    assert_int_equal(assay_model_port_index(m, "cmd_exec_size", &lanes), ASSAY_MODEL_OK);
    assert_int_equal(assay_model_port_index(m, "dst_data", &out), ASSAY_MODEL_OK);
    assert_int_equal(assay_model_port_index(m, "nosuch", &n), ASSAY_MODEL_NO_PORT);
    assert_int_equal(assay_model_port_info(m, -1, &port), ASSAY_MODEL_NO_PORT);
    assert_int_equal(assay_model_port_info(m, 1000, &port), ASSAY_MODEL_NO_PORT);
    assert_int_equal(assay_model_set(m, -1, word, 1), ASSAY_MODEL_NO_PORT);
    assert_int_equal(assay_model_set_u64(m, 1000, 1), ASSAY_MODEL_NO_PORT);
    assert_int_equal(assay_model_get(m, 1000, word, 1), ASSAY_MODEL_NO_PORT);
    assert_int_equal(assay_model_get_u64(m, -1, &number), ASSAY_MODEL_NO_PORT);
    assert_int_equal(assay_model_set(m, out, word, 4), ASSAY_MODEL_DIRECTION);
    assert_int_equal(assay_model_set_u64(m, out, 0), ASSAY_MODEL_DIRECTION);
    assert_int_equal(assay_model_set(m, data, word, 3), ASSAY_MODEL_SIZE);
    assert_int_equal(assay_model_set(m, data, word, 5), ASSAY_MODEL_SIZE);
    assert_int_equal(assay_model_set(m, data, word, 0), ASSAY_MODEL_SIZE);
    assert_int_equal(assay_model_get(m, data, word, 16), ASSAY_MODEL_SIZE);
    assert_int_equal(assay_model_set_u64(m, data, 0), ASSAY_MODEL_SIZE);
    assert_int_equal(assay_model_get_u64(m, data, &number), ASSAY_MODEL_SIZE);
    word[0] = 32;
    assert_int_equal(assay_model_set(m, lanes, word, 1), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_model_set_u64(m, lanes, 32), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_model_set_u64(m, lanes, UINT64_C(1) << 40), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_model_get_u64(m, lanes, &number), ASSAY_MODEL_OK);
    assert_int_equal(number, 0); /* unchanged */
    assert_int_equal(assay_model_set_u64(m, lanes, 31), ASSAY_MODEL_OK);
    assert_int_equal(assay_model_get_u64(m, lanes, &number), ASSAY_MODEL_OK);
    assert_int_equal(number, 31);
    assert_int_equal(assay_model_param(m, "nosuch", &value), ASSAY_MODEL_BAD_PARAMS);
    assert_int_equal(assay_model_param_info("fp", 1, &param), ASSAY_MODEL_BAD_PARAMS);
    assert_int_equal(assay_model_param_info("nosuch", 0, &param), ASSAY_MODEL_NO_BLOCK);
    assert_int_equal(assay_model_param_count("nosuch", &count), ASSAY_MODEL_NO_BLOCK);
    assert_int_equal(assay_model_copy(m, fp), ASSAY_MODEL_MISMATCH);
    assay_model_free(fp);
    assay_model_free(m);
}

static void test_cycle_errors(void **unused)
{
    const struct assay_block *b = assay_block_find("dpas");
    struct assay_model *m = make("dpas", "lanes=4");
    unsigned char *in = calloc(1, b->model->in_size), *out = calloc(1, b->model->out_size);

    (void)unused;
    assert_true(in && out);
    assert_int_equal(assay_model_cycle(m, in, b->model->in_size - 1, out, b->model->out_size),
                     ASSAY_MODEL_SIZE);
    assert_int_equal(assay_model_cycle(m, in, b->model->in_size, out, b->model->out_size + 1),
                     ASSAY_MODEL_SIZE);
    assert_int_equal(assay_model_cycle(m, in, b->model->in_size, out, b->model->out_size),
                     ASSAY_MODEL_OK);
    for (size_t k = 0; k < b->model->n_ports; ++k) {
        const struct assay_port *p = &b->model->ports[k];
        struct assay_model_port info;

        if (p->dir != ASSAY_IN)
            continue;
        assay_model_port_info(m, (int)k, &info);
        if (8 * p->size == info.width)
            continue;
        in[p->offset + info.width / 8] = (unsigned char)(1u << info.width % 8);
        if (assay_model_cycle(m, in, b->model->in_size, out, b->model->out_size) !=
            ASSAY_MODEL_RANGE)
            fail_msg("%s: a bit above its width is taken", p->name);
        in[p->offset + info.width / 8] = 0;
    }
    free(out);
    free(in);
    assay_model_free(m);
}

static void test_snapshot_errors(void **unused)
{
    struct assay_model *m = make("fp", "div=1"), *other = make("fp", "div=0");
    unsigned char *bytes;
    size_t size;

    (void)unused;
    assert_int_equal(assay_model_snapshot_size(m, &size), ASSAY_MODEL_OK);
    bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(assay_model_save(m, bytes, size - 1), ASSAY_MODEL_SIZE);
    assert_int_equal(assay_model_save(m, bytes, size), ASSAY_MODEL_OK);
    assert_int_equal(assay_model_load(m, bytes, 3), ASSAY_MODEL_SIZE);
    assert_int_equal(assay_model_load(m, bytes, size - 1), ASSAY_MODEL_SIZE);
    assert_int_equal(assay_model_load(other, bytes, size), ASSAY_MODEL_MISMATCH);
    for (size_t i = 0; i < size; ++i) {
        bytes[i] ^= 0x10;
        assert_int_not_equal(assay_model_load(m, bytes, size), ASSAY_MODEL_OK);
        bytes[i] ^= 0x10;
    }
    assert_int_equal(assay_model_load(m, bytes, size), ASSAY_MODEL_OK);
    free(bytes);
    assay_model_free(other);
    assay_model_free(m);
}

static void test_words(void **unused)
{
    (void)unused;
    for (int i = 0; i < ASSAY_MODEL_STATUSES; ++i) {
        assert_string_not_equal(assay_model_strerror(i), "unknown status");
        for (int k = 0; k < i; ++k)
            assert_string_not_equal(assay_model_strerror(i), assay_model_strerror(k));
    }
    assert_string_equal(assay_model_strerror(-1), "unknown status");
    assert_string_equal(assay_model_strerror(ASSAY_MODEL_STATUSES), "unknown status");
    assert_string_equal(assay_model_version(), ASSAY_MODEL_VERSION);
    assert_int_equal(assay_model_version_number(), ASSAY_MODEL_VERSION_NUMBER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),       cmocka_unit_test(test_params),
        cmocka_unit_test(test_ports),        cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_reset),        cmocka_unit_test(test_create_errors),
        cmocka_unit_test(test_null),         cmocka_unit_test(test_pin_errors),
        cmocka_unit_test(test_cycle_errors), cmocka_unit_test(test_snapshot_errors),
        cmocka_unit_test(test_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
