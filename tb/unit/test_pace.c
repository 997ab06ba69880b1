/*
 * test_pace.c - the order in which a regression starts its jobs: no core is idle for long at the
 * end.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "regress/job_row.h"
#include "regress/pace.h"
#include "unit/random.h"

enum { ENTRIES = 6, JOBS = 200 };

/* --- a regression of some entries, whose jobs each take a given time --- */

static struct assay_entry entry[ENTRIES];
static double seconds[ENTRIES]; /* per job */
static struct assay_job job[JOBS];
static struct assay_jobs jobs;
static size_t order[JOBS];

static void clear(void)
{
    memset(entry, 0, sizeof entry);
    memset(job, 0, sizeof job);
    jobs.job = job;
    jobs.n = 0;
}

static void add(size_t e, size_t n, double each)
{
    entry[e].block = assay_blocks[0];
    entry[e].scenario = &assay_blocks[0]->scenarios[0];
    entry[e].cycles = 1000 + e;
    entry[e].weight = 1;
    seconds[e] = each;
    for (uint32_t i = 0; i < n; ++i) {
        struct assay_job *j = &job[jobs.n++];

        j->entry = &entry[e];
        j->params = assay_blocks[0]->model->sets[0].params;
        j->seed = i;
        j->turn = i;
    }
}

static double took(const struct assay_job *j)
{
    return seconds[j->entry - entry];
}

/* Runs the jobs on this many cores. Returns the time at which the last one ends. Each job must come
 * once. */
static double makespan(struct assay_pace *p, unsigned cores)
{
    double busy[8] = {0}, end = 0;
    size_t running[8], i;
    bool seen[JOBS] = {false};

    for (unsigned c = 0; c < cores; ++c)
        running[c] = JOBS;
    for (;;) {
        unsigned c = 0;

        for (unsigned k = 1; k < cores; ++k)
            if (busy[k] < busy[c])
                c = k;
        if (running[c] != JOBS)
            assay_pace_took(p, &job[running[c]], took(&job[running[c]]));
        if (!assay_pace_next(p, &i))
            break;
        assert_true(i < jobs.n);
        assert_false(seen[i] || job[i].done);
        seen[i] = true;
        running[c] = i;
        busy[c] += took(&job[i]);
        end = busy[c] > end ? busy[c] : end;
    }
    for (i = 0; i < jobs.n; ++i)
        assert_true(seen[i] || job[i].done);
    return end;
}

static struct assay_pace *begin(unsigned cores, bool known)
{
    struct assay_pace *p;

    assay_jobs_order(&jobs, order);
    p = assay_pace_new(&jobs, order, cores);
    assert_non_null(p);
    for (size_t i = 0; known && i < jobs.n; ++i)
        assay_pace_took(p, &job[i], took(&job[i]));
    return p;
}

/* --- */

static void test_unknown_is_in_order(void **state)
{
    struct assay_pace *p;
    size_t i, n = 0;

    (void)state;
    clear();
    add(0, 5, 1);
    add(1, 3, 1);
    job[2].done = true;
    p = begin(2, false);
    while (assay_pace_next(p, &i)) {
        n += order[n] == 2; /* job 2 is skipped */
        assert_int_equal(i, order[n++]);
    }
    assert_int_equal(n, 8);
    assay_pace_free(p);
}

/* By weight, the second long job would start last and end at 17.5 s. */
static void test_long_one_does_not_come_last(void **state)
{
    struct assay_pace *p;

    (void)state;
    clear();
    add(0, 20, 0.5);
    add(1, 2, 10);
    entry[0].weight = 10;
    p = begin(2, true);
    assert_true(makespan(p, 2) < 15.6);
    assay_pace_free(p);
}

/* A single core never waits for others, so the weights alone decide the order. */
static void test_one_core_keeps_the_order(void **state)
{
    struct assay_pace *p;
    size_t i, n = 0;

    (void)state;
    clear();
    add(0, 5, 1);
    add(1, 3, 100);
    p = begin(1, true);
    while (assay_pace_next(p, &i))
        assert_int_equal(i, order[n++]);
    assert_int_equal(n, 8);
    assay_pace_free(p);
}

/* While much is left, entries take turns. */
static void test_turns_first(void **state)
{
    struct assay_pace *p;
    size_t i;

    (void)state;
    clear();
    add(0, 100, 1);
    add(1, 100, 2);
    p = begin(2, true);
    for (size_t n = 0; n < 150; ++n) {
        assert_true(assay_pace_next(p, &i));
        assert_int_equal(i, order[n]);
    }
    assay_pace_free(p);
}

static int by_length(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return x > y ? -1 : x < y;
}

/* Returns a lower bound for every schedule: the cores share the sum, and of the k * cores + 1
 * longest jobs, some core has k + 1, which are at best the shortest of them. */
static double ideal(unsigned cores)
{
    double length[JOBS], best = 0;

    for (size_t i = 0; i < jobs.n; ++i) {
        length[i] = took(&job[i]);
        best += length[i] / cores;
    }
    qsort(length, jobs.n, sizeof *length, by_length);
    for (size_t k = 0; k * cores < jobs.n; ++k) {
        double sum = 0;

        for (size_t i = 0; i <= k; ++i)
            sum += length[k * cores - i];
        best = sum > best ? sum : best;
    }
    return best;
}

/* For any mix of jobs, the cores finish within a third of the ideal, the bound of longest-first. */
static void test_mixes(void **state)
{
    struct assay_rng rng;

    (void)state;
    random_begin(&rng, 1, "mixes");
    for (int round = 0; round < 2000; ++round) {
        const unsigned cores = 2 + (unsigned)assay_rng_below(&rng, 5);
        struct assay_pace *p;

        clear();
        for (size_t e = 0; e < ENTRIES; ++e) {
            const double each = 0.1 * (double)(1 + assay_rng_below(&rng, 200));

            add(e, 1 + assay_rng_below(&rng, 4), each);
        }
        for (size_t e = 0; e < ENTRIES; ++e)
            entry[e].weight = 1 + assay_rng_below(&rng, 10);
        p = begin(cores, true);
        assert_true(makespan(p, cores) <= ideal(cores) * 4 / 3 + 1e-9);
        assay_pace_free(p);
    }
}

/* What an earlier regression took counts, though the entry has other tags now. */
static void test_times_of_other_tags(void **state)
{
    struct assay_pace *p;
    struct assay_row_texts texts;
    struct assay_store_job row;
    size_t i;

    (void)state;
    clear();
    add(0, 4, 1);
    add(1, 1, 100);
    entry[0].weight = 10;
    p = begin(2, false);
    for (size_t k = 0; k < jobs.n; ++k) {
        assay_job_row(&job[k], &texts, &row);
        row.tags = "before";
        assay_pace_took_text(p, &row, took(&job[k]));
    }
    assert_true(assay_pace_next(p, &i));
    assert_int_equal(i, 4);
    assay_pace_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unknown_is_in_order),
        cmocka_unit_test(test_long_one_does_not_come_last),
        cmocka_unit_test(test_one_core_keeps_the_order),
        cmocka_unit_test(test_times_of_other_tags),
        cmocka_unit_test(test_turns_first),
        cmocka_unit_test(test_mixes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
