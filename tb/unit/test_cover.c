/*
 * test_cover.c - coverage databases: their bins, their totals and the counters of streams.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "coverage/total.h"
#include "unit/cover_toys.h"

static void test_bins(void **state)
{
    unsigned bin[ASSAY_COVER_AXES];

    (void)state;
    assert_int_equal(assay_cover_size(&groups[TOYS]), 6);
    assert_int_equal(assay_cover_size(&groups[COLORS]), 3);
    for (unsigned i = 0; i < 6; ++i) {
        assay_cover_bins(&groups[TOYS], i, bin);
        assert_int_equal(bin[0], i / 2);
        assert_int_equal(bin[1], i % 2);
        assert_int_equal(assay_cover_possible(&groups[TOYS], i), i != 5);
    }
}

static void test_totals(void **state)
{
    struct assay_cover db;
    struct assay_cover_total t;

    (void)state;
    assert_true(assay_cover_open(&db, &fake));
    t = assay_cover_sum(&db);
    assert_int_equal(t.possible, 8);
    assert_int_equal(t.hit, 0);

    assay_cover_hit(&db, TOYS, 0);
    assay_cover_hit(&db, TOYS, 0);
    assay_cover_hit(&db, TOYS, 4);
    assay_cover_hit(&db, TOYS, 5); /* the impossible bin */
    assay_cover_hit(&db, COLORS, 1);
    t = assay_cover_total(&db, TOYS);
    assert_int_equal(t.possible, 5);
    assert_int_equal(t.hit, 2);
    assert_int_equal(t.wrong, 1);
    t = assay_cover_total(&db, COLORS);
    assert_int_equal(t.possible, 3);
    assert_int_equal(t.hit, 1);
    assert_int_equal(t.wrong, 0);
    t = assay_cover_sum(&db);
    assert_int_equal(t.possible, 8);
    assert_int_equal(t.hit, 3);
    assay_cover_close(&db);
    assert_null(db.block);
}

/* Each state of each stream has its own counter; the other streams are idle. */
static void flow_of(const struct assay_block *b)
{
    /* Indexed by valid and ready. */
    static const char *const names[2][2] = {{"idle", "starved"}, {"stalled", "transfer"}};
    const size_t group = assay_cover_find(b, "flow");
    uint8_t *in = calloc(1, b->model->in_size), *out = calloc(1, b->model->out_size);
    struct assay_cover db;

    assert_non_null(in);
    assert_non_null(out);
    assert_int_equal(group, b->n_groups);
    for (size_t s = 0; s < b->model->n_streams; ++s) {
        const struct assay_stream *stream = &b->model->streams[s];
        uint8_t *valid = (stream->sink ? in : out) + stream->valid;
        uint8_t *ready = (stream->sink ? out : in) + stream->ready;

        assert_string_equal(b->flow->axes[0]->bins[s], stream->name);
        for (size_t state = 0; state < 4; ++state) {
            assert_string_equal(b->flow->axes[1]->bins[state], names[state >> 1][state & 1]);
            assert_true(assay_cover_open(&db, b));
            *valid = state >> 1 & 1;
            *ready = state & 1;
            b->model->handshakes(in, out, assay_cover_flow(&db), 1);
            for (size_t other_one = 0; other_one < b->model->n_streams; ++other_one)
                for (size_t i = 0; i < 4; ++i)
                    assert_int_equal(db.count[db.first[group] + other_one * 4 + i],
                                     i == (other_one == s ? state : 0));
            for (size_t i = 0; i < db.first[group]; ++i)
                assert_int_equal(db.count[i], 0);
            assay_cover_close(&db);
        }
        *valid = *ready = 0;
    }
    free(in);
    free(out);
}

static void test_flow(void **state)
{
    size_t n = 0;

    (void)state;
    for (; assay_blocks[n]; ++n)
        flow_of(assay_blocks[n]);
    assert_int_not_equal(n, 0);
    assert_int_equal(assay_cover_find(&fake, "flow"), 2); /* without streams there is none */
    assert_int_equal(assay_cover_groups(&fake), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bins),
        cmocka_unit_test(test_totals),
        cmocka_unit_test(test_flow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
