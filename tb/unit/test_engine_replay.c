/*
 * test_engine_replay.c - inputs of the lockstep engine: the same seed gives the same inputs, and
 * recorded files replay.
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

#include "engine/driver.h"
#include "stimulus/replay.h"
#include "unit/engine_dut.h"
#include "unit/put_file.h"

/* --- reproducibility --- */

static void record(uint64_t seed, uint8_t **inputs, uint64_t n)
{
    struct assay_config c = config_of(seed, n);
    char why[256] = "";

    *inputs = calloc(n, c.block->model->in_size);
    assert_non_null(*inputs);
    assert_true(assay_lockstep_record(&c, *inputs, n, why, sizeof why));
}

static void test_same_seed_same_inputs(void **state)
{
    enum { N = 3000 };
    const size_t size = N * assay_block_find("dotmul")->model->in_size;
    uint8_t *a, *b, *other;

    (void)state;
    nothing_wrong();
    record(12, &a, N);
    record(12, &b, N);
    record(13, &other, N);
    assert_memory_equal(a, b, size);
    assert_memory_not_equal(a, other, size);
    free(a);
    free(b);
    free(other);
}

/* An added random stream must not shift the others: the name alone seeds each site. */
static void test_sites_are_independent(void **state)
{
    struct assay_rng a, again, b;
    unsigned same = 0;

    (void)state;
    assay_rng_init(&a, 1, "stall.cmd");
    assay_rng_init(&b, 1, "stall.dst");
    assay_rng_init(&again, 1, "stall.cmd");
    for (int i = 0; i < 1000; ++i) {
        uint64_t x = assay_rng_u64(&a);

        assert_int_equal(x, assay_rng_u64(&again));
        same += x == assay_rng_u64(&b);
    }
    assert_int_equal(same, 0);
}

/* --- replay files --- */

static void refused(const char *path, const char *text, size_t size, const char *wanted)
{
    struct assay_replay r;
    char why[512] = "";

    put_file(path, text, size);
    assert_int_equal(assay_replay_load(&r, path, why, sizeof why), ASSAY_BAD_INPUT);
    assert_non_null(strstr(why, path));
    if (!strstr(why, wanted))
        fail_msg("'%s' does not say '%s'", why, wanted);
}

static void test_replay_files(void **state)
{
    const struct assay_replay_origin origin = {.rtl = "my/own.f"};
    struct assay_config c = config_of(UINT64_MAX, 4000);
    struct assay_lockstep *ls = opened(&c);
    struct assay_replay r;
    char path[] = "test-replay-XXXXXX", text[2048] = "", copy[2048] = "", why[512];
    size_t size;
    FILE *f;
    int fd = mkstemp(path);

    (void)state;
    assert_true(fd >= 0);
    nothing_wrong();
    wrong.drop_ready_at = 1500;
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_MISMATCH);
    assert_true(assay_replay_save(ls, &origin, path, why, sizeof why));
    assay_lockstep_close(ls);
    assert_int_equal(assay_replay_load(&r, path, why, sizeof why), ASSAY_OK);
    assert_ptr_equal(r.block, c.block);
    assert_string_equal(r.scenario->name, "random");
    assert_int_equal(r.seed, UINT64_MAX);
    assert_int_equal(r.cycles, 1501);
    assert_memory_equal(&r.knobs, &c.knobs, sizeof r.knobs);
    assert_string_equal(r.rtl, "my/own.f");
    assert_string_equal(r.note, "mismatch at cycle 1500, port op_ready");

    f = fdopen(fd, "r");
    assert_non_null(f);
    fclose(f);
    f = fopen(path, "r");
    assert_non_null(f);
    size = fread(text, 1, sizeof text, f);
    fclose(f);
    refused(path, text, 0, "empty");
    refused(path, "# waves\n", 8, "not a replay file");
    for (size_t cut = 14; cut < size; cut += 7)
        refused(path, text, cut, cut < 16 ? "" : "expected");
    for (size_t at = 16; at < size - 1; at += 5) {
        memcpy(copy, text, size);
        copy[at] = copy[at] == '7' ? '8' : '7';
        refused(path, copy, size, "");
    }
    memcpy(copy, text, size);
    copy[13] = '2';
    refused(path, copy, size, "version '2': expected 1");
    remove(path);
    assert_int_equal(assay_replay_load(&r, path, why, sizeof why), ASSAY_BAD_INPUT);
    assert_non_null(strstr(why, "No such file"));
}

/* A verdict that belongs to no cycle is noted without one. */
static void test_note(void **state)
{
    struct assay_config c = config_of(3, ASSAY_RESET_CYCLES);
    struct assay_lockstep *ls = opened(&c);
    char note[ASSAY_REPLAY_TEXT];

    (void)state;
    nothing_wrong();
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_PASS);
    assay_replay_note(ls, note, sizeof note);
    assert_string_equal(note, "");
    assert_int_equal(assay_lockstep_finish(ls)->verdict, ASSAY_NOTHING);
    assay_replay_note(ls, note, sizeof note);
    assert_string_equal(note, "nothing-compared");
    assay_lockstep_close(ls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_seed_same_inputs),
        cmocka_unit_test(test_sites_are_independent),
        cmocka_unit_test(test_replay_files),
        cmocka_unit_test(test_note),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
