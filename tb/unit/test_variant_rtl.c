/*
 * test_variant_rtl.c - which variant is used if no waveforms are needed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/error.h"
#include "base/process.h"
#include "engine/block.h"
#include "engine/dut.h"
#include "sim/backend.h"

static char cache[] = "/tmp/assay-test-variant-XXXXXX";

static int make_cache(void **unused)
{
    (void)unused;
    return mkdtemp(cache) && setenv("ASSAY_CACHE", cache, 1) == 0 &&
                   setenv("ASSAY_OPTIMISE", "-O0", 1) == 0 && unsetenv("ASSAY_WAVES") == 0
               ? 0
               : -1;
}

static int remove_cache(void **unused)
{
    char *clean[] = {"rm", "-rf", cache, NULL};

    (void)unused;
    return assay_process(clean, NULL, NULL);
}

/* Returns true if the variant that is opened can write waveforms. */
static bool opened_with_waves(uint32_t k, bool no_waves)
{
    const struct assay_variant v = {
        .block = assay_block_find("dotmul"), .params = {{2, k, 0}}, .no_waves = no_waves};
    const struct assay_dut_ops *ops;
    void *handle;
    char why[4096] = "";
    bool waves;

    if (assay_verilator_open(&v, true, &ops, &handle, why, sizeof why) != ASSAY_OK)
        fail_msg("%s", why);
    waves = ops->trace_open != NULL;
    assert_int_equal(ops->trace_close != NULL, waves);
    assay_verilator_close(handle);
    return waves;
}

static void test_not_needed(void **unused)
{
    (void)unused;
    assert_false(opened_with_waves(3, true));
    assert_true(opened_with_waves(3, false));
    assert_true(opened_with_waves(3, true)); /* the variant with waveforms exists now */
}

static void test_set_by_name(void **unused)
{
    (void)unused;
    assert_true(opened_with_waves(2, true)); /* smallest: runs need waveforms, too */
}

static void test_environment(void **unused)
{
    (void)unused;
    assert_int_equal(setenv("ASSAY_WAVES", "0", 1), 0);
    assert_false(opened_with_waves(2, false));
    assert_int_equal(unsetenv("ASSAY_WAVES"), 0);
    assert_true(opened_with_waves(2, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_not_needed),
        cmocka_unit_test(test_set_by_name),
        cmocka_unit_test(test_environment),
    };

    return cmocka_run_group_tests(tests, make_cache, remove_cache);
}
