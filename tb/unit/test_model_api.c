/*
 * test_model_api.c - golden models as objects: the same pins, parameters and cycles as the engine
 * sees for every block.
 */
#include "unit/model_made.h"
#include "unit/random.h"

#include <stdlib.h>
#include <string.h>

#include "engine/block.h"

enum { SEED = 20261121, CYCLES = 400 };

static uint64_t seed;

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

static uint64_t value_of(const struct assay_model *m, int port)
{
    uint64_t value;

    assert_int_equal(assay_model_get_u64(m, port, &value), ASSAY_MODEL_OK);
    return value;
}

/* After a reset, a block without memories answers like a new one. It keeps its inputs. */
static void test_reset(void **unused)
{
    struct assay_model *m = make("fp", NULL);
    int valid, rst, result;

    (void)unused;
    assert_int_equal(assay_model_port_index(m, "op_valid", &valid), ASSAY_MODEL_OK);
    assert_int_equal(assay_model_port_index(m, "rst", &rst), ASSAY_MODEL_OK);
    assert_int_equal(assay_model_port_index(m, "res_valid", &result), ASSAY_MODEL_OK);
    assert_int_equal(rst, 0);
    assert_int_equal(assay_model_set_u64(m, valid, 1), ASSAY_MODEL_OK);
    assert_int_equal(assay_model_step(m), ASSAY_MODEL_OK);
    assert_int_equal(assay_model_eval(m), ASSAY_MODEL_OK);
    assert_int_equal(value_of(m, result), 1);
    assert_int_equal(assay_model_reset(m), ASSAY_MODEL_OK);
    assert_int_equal(value_of(m, rst), 0);
    assert_int_equal(value_of(m, valid), 1);
    assert_int_equal(assay_model_eval(m), ASSAY_MODEL_OK);
    assert_int_equal(value_of(m, result), 0);
    assay_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks), cmocka_unit_test(test_params), cmocka_unit_test(test_ports),
        cmocka_unit_test(test_cycles), cmocka_unit_test(test_reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
