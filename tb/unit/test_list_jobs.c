/*
 * test_list_jobs.c - the jobs of a regression list, and their order.
 */
#include "unit/list_file.h"

#include "regress/job.h"

static void assert_job(const struct assay_job *j, const char *params, const char *backend,
                       uint64_t seed)
{
    char text[ASSAY_JOB_TEXT];

    assay_job_params(j, text);
    assert_string_equal(text, params);
    assert_string_equal(assay_backend_name(j->backend), backend);
    assert_int_equal(j->seed, seed);
}

static void test_jobs(void **state)
{
    struct assay_list list;
    struct assay_jobs jobs;
    struct assay_text text = {0};

    (void)state;
    assert_int_equal(read_list("entries:\n"
                               "  - {block: dotmul, cycles: 10, params: [smallest, largest],\n"
                               "     backend: [model, icarus], seeds: 2, tags: [a]}\n"
                               "  - {block: dpas, cycles: 20, params: \"lanes=4,depth=8\",\n"
                               "     seeds: 7..8, knobs: {stall: 1}, tags: [a, b]}\n",
                               &list),
                     ASSAY_OK);
    assert_int_equal(assay_jobs_make(&list, 100, NULL, &jobs, why, sizeof why), ASSAY_OK);
    assert_int_equal(jobs.n, 10);
    assert_job(&jobs.job[0], "n=2,k=2,duplex=0", "model", 100);
    assert_job(&jobs.job[1], "n=2,k=2,duplex=0", "model", 101);
    assert_job(&jobs.job[2], "n=2,k=2,duplex=0", "icarus", 100);
    assert_job(&jobs.job[4], "n=8,k=2,duplex=0", "model", 100);
    assert_job(&jobs.job[7], "n=8,k=2,duplex=0", "icarus", 101);
    assert_job(&jobs.job[8], "lanes=4,depth=8,profile=0,max_sd=8", "verilator", 7);
    assert_job(&jobs.job[9], "lanes=4,depth=8,profile=0,max_sd=8", "verilator", 8);
    assay_job_command(&jobs.job[0], &text);
    assert_string_equal(assay_text_get(&text),
                        "assay run dotmul --params smallest --scenario random --backend model "
                        "--seed 100 --cycles 10");
    assay_text_free(&text);
    assay_job_command(&jobs.job[9], &text);
    assert_string_equal(
        assay_text_get(&text),
        "assay run dpas --params lanes=4,depth=8,profile=0,max_sd=8 --scenario random --backend "
        "verilator --seed 8 --cycles 20 --knobs "
        "stall=1,illegal=5,corner=30,resets=1");
    assay_text_free(&text);
    assay_jobs_free(&jobs);

    assert_int_equal(assay_jobs_make(&list, 1, "b", &jobs, why, sizeof why), ASSAY_OK);
    assert_int_equal(jobs.n, 2);
    assay_jobs_free(&jobs);
    assert_int_equal(assay_jobs_make(&list, 1, "c", &jobs, why, sizeof why), ASSAY_BAD_INPUT);
    assert_string_equal(why, "no entry has the tag 'c': expected one of the list's tags");
    assert_int_equal(assay_jobs_make(&list, UINT64_MAX, NULL, &jobs, why, sizeof why),
                     ASSAY_BAD_INPUT);
    assert_int_equal(assay_jobs_make(&list, UINT64_MAX - 1, NULL, &jobs, why, sizeof why),
                     ASSAY_OK);
    assert_job(&jobs.job[1], "n=2,k=2,duplex=0", "model", UINT64_MAX);
    assay_jobs_free(&jobs);
    assay_list_free(&list);
}

/* Proofs are one job without a seed, and so are plots, next to the runs of the same block. */
static void test_proofs(void **state)
{
    struct assay_list list;
    struct assay_jobs jobs;
    struct assay_text text = {0};

    (void)state;
    assert_int_equal(read_list("entries:\n"
                               "  - {block: depthcull, proofs: quick, timeout: 7, tags: [p]}\n"
                               "  - {block: depthcull, cycles: 10}\n"
                               "  - {block: depthcull, plots: true}\n",
                               &list),
                     ASSAY_OK);
    assert_int_equal(list.entry[0].proofs, ASSAY_QUICK);
    assert_int_equal(list.entry[0].timeout, 7);
    assert_int_equal(list.entry[1].proofs, ASSAY_NONE);
    assert_int_equal(assay_jobs_make(&list, 100, NULL, &jobs, why, sizeof why), ASSAY_OK);
    assert_int_equal(jobs.n, 3);
    assert_int_equal(jobs.job[0].seed, 0);
    assert_int_equal(jobs.job[1].seed, 100);
    assert_int_equal(jobs.job[2].seed, 0);
    assay_job_command(&jobs.job[0], &text);
    assert_string_equal(assay_text_get(&text), "assay prove depthcull --quick");
    assay_text_free(&text);
    assay_job_command(&jobs.job[2], &text);
    assert_string_equal(assay_text_get(&text), "assay bench depthcull --plots");
    assay_text_free(&text);
    assay_jobs_free(&jobs);
    assay_list_free(&list);
}

/* Faults are one job for each parameter set. */
static void test_faults(void **state)
{
    struct assay_list list;
    struct assay_jobs jobs;
    struct assay_text text = {0};

    (void)state;
    assert_int_equal(
        read_list(
            "entries:\n"
            "  - {block: dotmul, faults: quick, cycles: 10, params: [smallest, \"n=3,k=3\"]}\n"
            "  - {block: dotmul, faults: all, cycles: 20}\n"
            "  - {block: dotmul, cycles: 30}\n",
            &list),
        ASSAY_OK);
    assert_int_equal(assay_jobs_make(&list, 100, NULL, &jobs, why, sizeof why), ASSAY_OK);
    assert_int_equal(jobs.n, 4);
    assay_job_command(&jobs.job[0], &text);
    assert_string_equal(assay_text_get(&text),
                        "assay faults dotmul --params smallest --cycles 10 --seed 100");
    assay_text_free(&text);
    assay_job_command(&jobs.job[1], &text);
    assert_string_equal(assay_text_get(&text),
                        "assay faults dotmul --params n=3,k=3,duplex=0 --cycles 10 --seed 100");
    assay_text_free(&text);
    assay_job_command(&jobs.job[2], &text);
    assert_string_equal(assay_text_get(&text),
                        "assay faults dotmul --params default --cycles 20 --seed 100 --late");
    assay_text_free(&text);
    assay_jobs_free(&jobs);
    assay_list_free(&list);
}

/* So are mutants. */
static void test_mutate(void **state)
{
    struct assay_list list;
    struct assay_jobs jobs;
    struct assay_text text = {0};

    (void)state;
    assert_int_equal(
        read_list("entries:\n"
                  "  - {block: dotmul, mutate: 200, require: 99.5, params: [smallest, default]}\n"
                  "  - {block: fp, mutate: 7, cycles: 3_000}\n"
                  "  - {block: dotmul, cycles: 30}\n",
                  &list),
        ASSAY_OK);
    assert_true(list.entry[2].mutate == 0);
    assert_int_equal(assay_jobs_make(&list, 100, NULL, &jobs, why, sizeof why), ASSAY_OK);
    assert_int_equal(jobs.n, 4);
    assay_job_command(&jobs.job[0], &text);
    assert_string_equal(
        assay_text_get(&text),
        "assay mutate dotmul --params smallest --count 200 --seed 100 --require 99.5");
    assay_text_free(&text);
    assay_job_command(&jobs.job[2], &text);
    assert_string_equal(assay_text_get(&text),
                        "assay mutate fp --params default --count 7 --seed 100 --cycles 3000");
    assay_text_free(&text);
    assay_jobs_free(&jobs);
    assay_list_free(&list);
}

/* The user's own RTL, relative to the list, and a known bug. */
static void test_rtl(void **state)
{
    char source[] = "/tmp/test_list_rtl.XXXXXX.v", f[] = "/tmp/test_list_rtl.XXXXXX.f";
    struct assay_text command = {0};
    const char *const name = strrchr(f, '/') + 1; /* beside the list */
    char text[512], expected[64];
    struct assay_list list;
    struct assay_jobs jobs;
    FILE *file;

    (void)state;
    assert_int_equal(close(mkstemps(source, 2)), 0);
    file = fdopen(mkstemps(f, 2), "w");
    assert_non_null(file);
    fprintf(file, "%s\n", source);
    assert_int_equal(fclose(file), 0);
    snprintf(text, sizeof text,
             "entries:\n"
             "- {block: dotmul, cycles: 9, rtl: %s}\n"
             "- {block: dotmul, cycles: 9, fault: carry_dropped}\n"
             "- {block: dotmul, cycles: 9}\n",
             name);
    assert_int_equal(read_list(text, &list), ASSAY_OK);
    assert_string_equal(list.entry[0].rtl, f);
    assert_null(list.entry[0].fault);
    assert_string_equal(list.entry[1].fault, "carry_dropped");
    assert_null(list.entry[2].rtl);
    assert_false(assay_entry_same_rtl(&list.entry[0], &list.entry[1]));
    assert_int_equal(assay_jobs_make(&list, 1, NULL, &jobs, why, sizeof why), ASSAY_OK);
    assay_job_command(&jobs.job[0], &command);
    snprintf(expected, sizeof expected, " --rtl %s", f);
    assert_non_null(strstr(assay_text_get(&command), expected));
    assay_job_command(&jobs.job[1], &command);
    assert_non_null(strstr(assay_text_get(&command), " --fault carry_dropped"));
    assay_text_free(&command);
    assay_jobs_free(&jobs);
    assay_list_free(&list);
    snprintf(text, sizeof text,
             "entries:\n- {block: dotmul, cycles: 9, rtl: %s}\n"
             "- {block: dotmul, cycles: 9, rtl: ../tmp/%s}\n",
             name, name);
    assert_int_equal(read_list(text, &list), ASSAY_BAD_INPUT);
    assert_non_null(strstr(why, ":3: dotmul with "));
    assert_int_equal(unlink(source), 0);
    snprintf(text, sizeof text, "entries:\n- {block: dotmul, cycles: 9, rtl: %s}\n", name);
    assert_int_equal(read_list(text, &list), ASSAY_BAD_INPUT);
    snprintf(text, sizeof text, ":2: rtl: %s:1: %s: No such file", f, source);
    assert_non_null(strstr(why, text));
    assert_int_equal(unlink(f), 0);
    assert_int_equal(read_list("entries:\n- {block: dotmul, cycles: 9, fault: none}\n", &list),
                     ASSAY_BAD_INPUT);
    assert_non_null(strstr(why, ":2: unknown fault 'none': expected "));
    assert_int_equal(
        read_list("entries:\n- {block: dotmul, faults: all, cycles: 9, rtl: a.f}\n", &list),
        ASSAY_BAD_INPUT);
    assert_non_null(strstr(why, ":2: an entry with faults and 'rtl'"));
}

static void test_too_many_jobs(void **state)
{
    struct assay_list list;
    struct assay_jobs jobs;

    (void)state;
    assert_int_equal(read_list("entries:\n"
                               "  - {block: dotmul, cycles: 10, seeds: 1000000}\n"
                               "  - {block: dpas, cycles: 10}\n",
                               &list),
                     ASSAY_OK);
    assert_int_equal(assay_jobs_make(&list, 1, NULL, &jobs, why, sizeof why), ASSAY_BAD_INPUT);
    assert_string_equal(why, "the list makes more than 1000000 jobs: expected fewer seeds");
    assay_list_free(&list);
}

/* The message names all blocks. */
static void test_unknown_block(void **state)
{
    static const char head[] = ":2: unknown block 'dotmull': expected dotmul, ";
    struct assay_list list;

    (void)state;
    assert_int_equal(read_list("entries:\n  - block: dotmull\n    cycles: 10\n", &list),
                     ASSAY_BAD_INPUT);
    assert_non_null(strstr(why, head));
    for (size_t i = 0; assay_blocks[i]; ++i)
        assert_non_null(strstr(strstr(why, "expected"), assay_blocks[i]->model->name));
    assay_list_free(&list);
}

/* Each combination of params and backends runs with one seed before the next seed begins. */
static void test_order_of_choices(void **state)
{
    struct assay_list list;
    struct assay_jobs jobs;
    size_t order[8];

    (void)state;
    assert_int_equal(read_list("entries:\n"
                               "  - block: dotmul\n"
                               "    params: [smallest, default]\n"
                               "    backend: [verilator, icarus]\n"
                               "    cycles: 10\n"
                               "    seeds: 2\n",
                               &list),
                     ASSAY_OK);
    assert_int_equal(assay_jobs_make(&list, 1, NULL, &jobs, why, sizeof why), ASSAY_OK);
    assert_int_equal(jobs.n, 8);
    assay_jobs_order(&jobs, order);
    for (size_t i = 0; i < 8; ++i)
        assert_int_equal(jobs.job[order[i]].seed, 1 + i / 4);
    for (size_t i = 0; i < 4; ++i) /* in the list, the seeds of a combination are adjacent */
        assert_int_equal(order[i], 2 * i);
    assay_jobs_free(&jobs);
    assay_list_free(&list);
}

/* Entries take turns according to their weights; a job of the heavy one comes three times as
 * often. */
static void test_order(void **state)
{
    static const size_t expected[] = {4, 5, 0, 6, 7, 8, 1, 9, 2, 3};
    struct assay_list list;
    struct assay_jobs jobs;
    size_t order[10];

    (void)state;
    assert_int_equal(read_list("entries:\n"
                               "  - {block: dotmul, cycles: 10, seeds: 4}\n"
                               "  - {block: dpas, cycles: 10, seeds: 6, weight: 3}\n",
                               &list),
                     ASSAY_OK);
    assert_int_equal(assay_jobs_make(&list, 1, NULL, &jobs, why, sizeof why), ASSAY_OK);
    assert_int_equal(jobs.n, 10);
    assay_jobs_order(&jobs, order);
    assert_memory_equal(order, expected, sizeof expected);
    assay_jobs_free(&jobs);
    assay_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),           cmocka_unit_test(test_mutate),
        cmocka_unit_test(test_proofs),           cmocka_unit_test(test_jobs),
        cmocka_unit_test(test_unknown_block),    cmocka_unit_test(test_rtl),
        cmocka_unit_test(test_too_many_jobs),    cmocka_unit_test(test_order),
        cmocka_unit_test(test_order_of_choices),
    };

    return cmocka_run_group_tests(tests, make_file, remove_file);
}
