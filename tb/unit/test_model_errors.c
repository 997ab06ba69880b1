/*
 * test_model_errors.c - golden models as objects: every error that a caller can make, and its
 * words.
 */
#include "unit/model_made.h"

#include <stdlib.h>
#include <string.h>

#include "engine/block.h"

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
        cmocka_unit_test(test_create_errors),   cmocka_unit_test(test_null),
        cmocka_unit_test(test_pin_errors),      cmocka_unit_test(test_cycle_errors),
        cmocka_unit_test(test_snapshot_errors), cmocka_unit_test(test_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
