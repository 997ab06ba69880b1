/* test_rank.c - the order of jobs by the coverage that they add (regress/rank.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "random.h"
#include "regress/rank.h"

static void add(struct assay_ranking *r, size_t design, double seconds, uint64_t low, uint64_t high)
{
    struct assay_ranked *more = realloc(r->at, (r->n + 1) * sizeof *more);

    assert_non_null(more);
    r->at = more;
    r->words = 2;
    more[r->n] = (struct assay_ranked){.job = r->n, .design = design, .seconds = seconds};
    more[r->n].points = calloc(2, sizeof(uint64_t));
    assert_non_null(more[r->n].points);
    more[r->n].points[0] = low;
    more[r->n].points[1] = high;
    ++r->n;
}

static void fast_ones_take_the_place_of_a_slow_one(void **state)
{
    struct assay_ranking r = {0};

    (void)state;
    add(&r, 0, 10, 7, 1);
    add(&r, 0, 1, 3, 0);
    add(&r, 0, 2, 4, 1);
    add(&r, 0, 1, 0, 0); /* adds nothing */
    assert_true(assay_rank(&r));
    assert_int_equal(r.kept, 2);
    assert_int_equal(r.at[0].job, 1); /* 2 per second */
    assert_int_equal(r.at[0].adds, 2);
    assert_int_equal(r.at[1].job, 2); /* 1 per second */
    assert_int_equal(r.at[1].adds, 2);
    assert_int_equal(r.points_before, 4);
    assert_int_equal(r.points_after, 4);
    assert_true(r.seconds_before == 14.0 && r.seconds_after == 3.0);
    assay_ranking_free(&r);
}

static void what_others_have_in_the_end_goes(void **state)
{
    struct assay_ranking r = {0};

    (void)state;
    add(&r, 0, 4, 15, 0);   /* 4 points, 1 per second: first */
    add(&r, 0, 5, 0x33, 0); /* its two new points: 0.4 per second */
    add(&r, 0, 6, 0xcc, 0); /* likewise; these two cover all points of the first */
    assert_true(assay_rank(&r));
    assert_int_equal(r.kept, 2);
    assert_false(r.at[2].kept);
    assert_int_equal(r.at[2].job, 0);
    assert_int_equal(r.points_after, 8);
    assert_true(r.seconds_after == 11.0);
    assay_ranking_free(&r);
}

static void designs_do_not_help_each_other(void **state)
{
    struct assay_ranking r = {0};

    (void)state;
    add(&r, 0, 1, 7, 0);
    add(&r, 1, 9, 7, 0);
    add(&r, 1, 9, 1, 0);
    assert_true(assay_rank(&r));
    assert_int_equal(r.kept, 2);
    assert_int_equal(r.at[0].design, 0);
    assert_int_equal(r.at[1].design, 1);
    assert_int_equal(r.at[1].adds, 3);
    assert_int_equal(r.points_before, 6);
    assert_int_equal(r.points_after, 6);
    assay_ranking_free(&r);
}

/* No point is lost, no kept job is redundant, and what the jobs add sums up to all points. */
static void nothing_is_lost_and_nothing_is_spare(void **state)
{
    (void)state;
    rng_begin(1);
    for (int round = 0; round < 200; ++round) {
        struct assay_ranking r = {0};
        size_t sum = 0;

        for (int i = 0; i < 12; ++i) {
            const uint64_t design = assay_rng_u64(&random_stream) % 3;
            const double seconds = (double)(1 + assay_rng_u64(&random_stream) % 9);
            const uint64_t more = assay_rng_u64(&random_stream) & 0xff;
            uint64_t points = UINT64_MAX;

            for (int k = 0; k < 3; ++k) /* each bit with probability 1/8 */
                points &= assay_rng_u64(&random_stream);
            add(&r, design, seconds, points, more);
        }
        assert_true(assay_rank(&r));
        assert_int_equal(r.points_before, r.points_after);
        for (size_t i = 0; i < r.n; ++i) {
            assert_int_equal(r.at[i].kept, i < r.kept);
            sum += i < r.kept ? r.at[i].adds : 0;
            assert_true(i < r.kept || r.at[i].adds == 0);
        }
        assert_int_equal(sum, r.points_after);
        for (size_t i = 0; i < r.kept; ++i) {
            uint64_t others[2] = {0};

            for (size_t k = 0; k < r.kept; ++k)
                for (size_t w = 0; k != i && r.at[k].design == r.at[i].design && w < 2; ++w)
                    others[w] |= r.at[k].points[w];
            assert_true((r.at[i].points[0] & ~others[0]) || (r.at[i].points[1] & ~others[1]));
        }
        assay_ranking_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_ones_take_the_place_of_a_slow_one),
        cmocka_unit_test(what_others_have_in_the_end_goes),
        cmocka_unit_test(designs_do_not_help_each_other),
        cmocka_unit_test(nothing_is_lost_and_nothing_is_spare),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
