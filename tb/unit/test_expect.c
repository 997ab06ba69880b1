/*
 * test_expect.c - the parts of level `transfers`: expected transfers, histograms, credit, and work
 * in a child process.
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

#include "base/apart.h"
#include "engine/credit.h"
#include "engine/expect.h"
#include "engine/histogram.h"
#include "random.h"

struct item {
    uint32_t value;
    uint8_t tag;
};

enum { STEPS = 20000, MOST = 4096 };

/* Compares with a plain list that is searched from its start. */
static void against_a_list(bool match, uint32_t tags, uint32_t full)
{
    static struct item list[MOST];
    struct assay_expect q;
    size_t n = 0;

    assert_true(assay_expect_open(&q, sizeof list[0], offsetof(struct item, tag), match ? 1 : 0));
    for (uint32_t step = 0; step < STEPS; ++step) {
        const struct item *volatile at; /* volatile, so that the compiler does not know the size */
        struct item x;

        at = &x;
        memset(&x, 0, sizeof x);
        x.value = step;
        x.tag = (uint8_t)draw(tags);
        if (draw(STEPS) == 0) {
            assay_expect_clear(&q);
            n = 0;
        } else if (n < full && draw(2)) {
            assert_true(assay_expect_add(&q, at, step, step));
            list[n++] = x;
        } else {
            const uint64_t found = assay_expect_find(&q, &x);
            size_t i = 0;

            while (match && i < n && list[i].tag != x.tag)
                ++i;
            if (i == n) {
                assert_true(found == ASSAY_EXPECT_NONE);
                continue;
            }
            assert_true(found != ASSAY_EXPECT_NONE);
            assert_memory_equal(assay_expect_payload(&q, found), &list[i], sizeof x);
            assert_int_equal(assay_expect_at(&q, found)->of.request, list[i].value);
            assay_expect_take(&q, found);
            memmove(list + i, list + i + 1, (--n - i) * sizeof list[0]);
        }
        assert_int_equal(q.left, n);
        if (n) /* the oldest one is due first */
            assert_int_equal(assay_expect_at(&q, q.first)->due, list[0].value);
    }
    assay_expect_close(&q);
}

static void test_expected(void **state)
{
    (void)state;
    rng_begin(1);
    against_a_list(false, 4, 100);
    against_a_list(false, 4, MOST);
    for (uint32_t tags = 1; tags <= 256; tags *= 4) {
        against_a_list(true, tags, 10);
        against_a_list(true, tags, MOST);
    }
}

static int by_value(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static void test_histogram(void **state)
{
    enum { N = 1001 };
    static struct assay_histogram h;
    uint64_t value[N], octaves = 0;

    (void)state;
    rng_begin(2);
    assert_int_equal(assay_histogram_median(&h), 0);
    assert_int_equal(assay_histogram_max(&h), 0);
    for (unsigned shift = 0; shift < 64; shift += 3) {
        uint64_t median;

        memset(&h, 0, sizeof h);
        for (size_t i = 0; i < N; ++i) {
            value[i] = assay_rng_u64(&random_stream) >> (63 - shift);
            assay_histogram_add(&h, value[i]);
        }
        qsort(value, N, sizeof value[0], by_value);
        assert_int_equal(assay_histogram_n(&h), N);
        assert_int_equal(assay_histogram_min(&h), value[0]);
        assert_int_equal(assay_histogram_max(&h), value[N - 1]);
        median = assay_histogram_median(&h);
        assert_true(median <= value[N / 2] && value[N / 2] - median <= value[N / 2] / 16);
        if (value[N / 2] < ASSAY_HISTOGRAM_EXACT)
            assert_int_equal(median, value[N / 2]);
        octaves = 0;
        for (unsigned power = 0; power < 64; ++power)
            octaves += assay_histogram_octave(&h, power);
        assert_int_equal(octaves, N);
    }
}

static void test_credit(void **state)
{
    static const struct assay_stream_rules rules[] = {{.outstanding = 2, .group = 1},
                                                      {.outstanding = 3, .group = 1},
                                                      {.outstanding = 1},
                                                      {.group = 0}};
    const struct assay_model_block m = {.n_streams = 4};
    const struct assay_block b = {.model = &m, .rules = rules};
    struct assay_credit c;

    (void)state;
    assert_true(assay_credit_left(NULL, 0));
    assert_true(assay_credit_open(&c, &b));
    assay_credit_take(&c, 0);
    assay_credit_take(&c, 1);
    assert_false(assay_credit_left(&c, 0)); /* two are in flight in the group */
    assert_true(assay_credit_left(&c, 1));
    assay_credit_take(&c, 1);
    assert_false(assay_credit_left(&c, 1));
    assert_true(assay_credit_left(&c, 2)); /* not in a group */
    assay_credit_take(&c, 2);
    assert_false(assay_credit_left(&c, 2));
    for (int i = 0; i < 100; ++i)
        assay_credit_take(&c, 3);
    assert_true(assay_credit_left(&c, 3)); /* any number may be in flight */
    assay_credit_give(&c, 1);
    assay_credit_give(&c, 1);
    assert_true(assay_credit_left(&c, 0));
    assay_credit_reset(&c);
    assert_true(assay_credit_left(&c, 2));
    assay_credit_close(&c);
}

/* --- work in a child process --- */

static int touched;

static void touch(void *arg, FILE *answer)
{
    touched += *(const int *)arg;
    fprintf(answer, "%d", touched);
}

static void crash(void *arg, FILE *answer)
{
    (void)arg;
    fputs("half", answer);
    fflush(answer);
    _exit(3);
}

static void sleeps(void *arg, FILE *answer)
{
    (void)arg;
    (void)answer;
    for (;;)
        pause();
}

static bool never(void *arg)
{
    (void)arg;
    return false;
}

static void test_apart(void **state)
{
    int five = 5;
    struct assay_apart a = {.work = touch, .arg = &five};
    size_t size;
    void *text;

    (void)state;
    for (int i = 0; i < 3; ++i) { /* each child starts from this process's state */
        assert_true(assay_apart_run(&a, &text, &size));
        assert_int_equal(size, 1);
        assert_int_equal(*(char *)text, '5');
        free(text);
    }
    assert_int_equal(touched, 0);
    a.work = crash;
    assert_false(assay_apart_run(&a, &text, &size));
    assert_null(text);
    a.work = sleeps;
    a.go_on = never;
    assert_false(assay_apart_run(&a, &text, &size));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expected),
        cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_credit),
        cmocka_unit_test(test_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
