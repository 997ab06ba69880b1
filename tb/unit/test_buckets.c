/*
 * test_buckets.c - failures of a regression, grouped by what they have in common.
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

#include "base/error.h"
#include "regress/summary.h"
#include "unit/folder.h"

struct failing {
    const char *block, *verdict, *ports;
    int64_t cycle;
};

/* Summarizes a regression in which these jobs failed and one passed. */
static void load(struct assay_summary *s, const struct failing *f, size_t n)
{
    static const struct assay_store_run run = {.list = "list.yaml",
                                               .started = "2026-01-31T00:00:00Z",
                                               .host = "host",
                                               .system = "system",
                                               .version = "1"};
    const char *path = in_folder("results.db");
    struct assay_store *store;
    char why[512], out[32];
    int64_t id;
    int coverage;

    unlink(path);
    assert_int_equal(assay_store_create(path, &store, why, sizeof why), ASSAY_OK);
    assert_true(assay_store_add_run(store, &run, &id, why, sizeof why));
    for (size_t i = 0; i <= n; ++i) {
        struct assay_store_job job = {.run = id,
                                      .block = i < n ? f[i].block : "dpas",
                                      .params = "lanes=4,depth=2",
                                      .scenario = "random",
                                      .backend = "verilator",
                                      .knobs = "",
                                      .tags = "",
                                      .seed = i,
                                      .cycles = 100};

        assert_true(assay_store_add_job(store, &job, &job.id, why, sizeof why));
        job.status = i < n ? ASSAY_JOB_FAIL : ASSAY_JOB_PASS;
        job.verdict = i < n ? f[i].verdict : "pass";
        job.fail_cycle = i < n ? f[i].cycle : -1;
        job.port = i < n ? f[i].ports : "";
        job.reproduce = "";
        snprintf(out, sizeof out, "jobs/%zu", i);
        job.out = out;
        assert_true(assay_store_end_job(store, &job, why, sizeof why));
    }
    assay_store_close(store);
    assert_int_equal(assay_summary_load(s, folder.path, NULL, &coverage), 0);
    assert_int_equal(s->n_failures, n);
}

#define LOAD(s, f) load(s, f, sizeof(f) / sizeof *(f))

static void test_apart(void **state)
{
    static const struct failing f[] = {
        {"dpas", "mismatch", "dst_data", 7},
        {"dpas", "mismatch", "rsp_tag", 8},
        {"dpas", "hang", "", 9},
        {"dotmul", "mismatch", "dst_data", 3},
        {"dpas", "mismatch", "dst_dat", 1},
        {"dpas", "crashed", "", -1},
    };
    struct assay_summary s;

    (void)state;
    LOAD(&s, f);
    assert_int_equal(s.n_buckets, 6);
    assay_summary_free(&s);
}

static void test_together(void **state)
{
    static const struct failing f[] = {
        {"dpas", "mismatch", "dst_data", 70},
        {"dpas", "mismatch", "dst_data", 12},
        {"dpas", "hang", "", 5},
        {"dpas", "mismatch", "dst_data", 300},
        {"dpas", "hang", "", 4},
    };
    struct assay_summary s;

    (void)state;
    LOAD(&s, f);
    assert_int_equal(s.n_buckets, 2);
    assert_int_equal(s.bucket[0].n, 3); /* the largest first */
    assert_int_equal(s.failure[s.bucket[0].best].job.fail_cycle, 12);
    assert_int_equal(s.bucket[0].last, 300);
    assert_string_equal(s.bucket[0].ports, "dst_data");
    assert_int_equal(s.failure[s.bucket[1].best].job.fail_cycle, 4);
    assay_summary_free(&s);
}

/* One failure at two ports in the same cycle shows that failures at either port are the same bug,
 * whichever comes first. */
static void test_joined(void **state)
{
    static const struct failing f[] = {
        {"dpas", "mismatch", "dst_last", 70},  {"dpas", "mismatch", "dst_tag", 60},
        {"dpas", "mismatch", "rsp_tag", 9},    {"dpas", "mismatch", "dst_tag", 90},
        {"dotmul", "mismatch", "dst_last", 1}, {"dpas", "mismatch", "dst_last,dst_tag", 80},
        {"dpas", "mismatch", "dst_last", 50},
    };
    struct assay_summary s;

    (void)state;
    LOAD(&s, f);
    assert_int_equal(s.n_buckets, 3);
    assert_int_equal(s.bucket[0].n, 5);
    assert_string_equal(s.bucket[0].ports, "dst_last,dst_tag");
    assert_int_equal(s.failure[s.bucket[0].best].job.fail_cycle, 50);
    assert_int_equal(s.bucket[0].last, 90);
    for (size_t i = 0; i < s.n_failures; ++i)
        assert_int_equal(assay_in_bucket(&s, &s.bucket[0], &s.failure[i]), i != 2 && i != 4);
    assay_summary_free(&s);
}

/* What a database leaves may be there, and nothing else. */
static int close_folder(void **state)
{
    unlink(in_folder("results.db"));
    unlink(in_folder("results.db-wal"));
    unlink(in_folder("results.db-shm"));
    return folder_close_empty(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_apart),
        cmocka_unit_test(test_together),
        cmocka_unit_test(test_joined),
    };

    return cmocka_run_group_tests(tests, folder_open, close_folder);
}
