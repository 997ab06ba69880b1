/*
 * test_random_transactions.c - stimulus and coverage of a block that defines neither; inverted
 * output bits.
 */
#include "echo_block.h"

#include <unistd.h>

#include "diagnose/vacuity.h"
#include "engine/cover.h"
#include "random.h"
#include "unit/put_file.h"

/* A run of some thousand cycles covers every corner of every field and every state of the
 * handshake. */
static void test_corners_are_covered(void **state)
{
    struct assay_config c = echo_config(random_seed(1), 20000);
    const struct assay_cover_group *g;
    const struct assay_cover *db;
    struct assay_lockstep *ls;
    size_t group;

    (void)state;
    echo_right();
    group = assay_cover_find(&echo_block, "corners");
    assert_true(group < assay_cover_groups(&echo_block));
    g = assay_cover_group(&echo_block, group);
    assert_int_equal(assay_cover_size(g), 2 * 6); /* req_data and req_tag; no fields of sources */
    assert_string_equal(g->axes[0]->bins[0], "req_data");
    assert_string_equal(g->axes[0]->bins[1], "req_tag");
    ls = opened(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_PASS);
    db = assay_lockstep_cover(ls);
    assert_non_null(db);
    for (uint32_t i = 0; i < assay_cover_size(g); ++i)
        if (db->count[db->first[group] + i] == 0)
            fail_msg("corner %u was not drawn", i);
    assay_lockstep_close(ls);
    c.knobs.corner = 0; /* without it, all ones of 16 bits is rare */
    c.cycles = 3000;
    ls = opened(&c);
    echo_finish(ls);
    db = assay_lockstep_cover(ls);
    assert_true(db->count[db->first[group] + 1] < 3);
    assay_lockstep_close(ls);
}

static void test_legal_amends_and_refuses(void **state)
{
    struct assay_config c = echo_config(2, 3000);
    struct assay_lockstep *ls = NULL;
    unsigned seen_requests = 0;
    struct assay_moment m;

    (void)state;
    echo_right();
    echo_model.only_even = true;
    ls = opened(&c);
    for (uint64_t i = 0; i < c.cycles; ++i) {
        const struct echo_in *in;

        assay_lockstep_run(ls, 1);
        assert_true(assay_lockstep_moment(ls, i, &m));
        in = m.in;
        if (!in->req_valid)
            continue;
        assert_int_equal(in->req.data & 1, 0);
        assert_int_not_equal(in->req.tag, 0);
        ++seen_requests;
    }
    assert_true(seen_requests > 500);
    assay_lockstep_close(ls);
}

static unsigned modes_seen(uint64_t seed)
{
    struct assay_config c = echo_config(seed, 3000);
    struct assay_lockstep *ls;
    unsigned n = 0;

    memset(&seen, 0, sizeof seen);
    ls = opened(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_PASS);
    assay_lockstep_close(ls);
    for (size_t i = 0; i < 8; ++i)
        n |= seen.held_in_mode[i] ? 1u << i : 0;
    return n;
}

static void test_plain_inputs(void **state)
{
    enum { MODE = 9 };
    unsigned all = 0;

    (void)state;
    echo_right();
    assert_string_equal(echo_ports[MODE].name, "mode");
    assert_int_equal(modes_seen(1), 0xFF);
    echo_plain[MODE] = (struct assay_plain_rules){ASSAY_PLAIN_PER_CYCLE, 2, 5, 0};
    assert_int_equal(modes_seen(1), 0x3C);
    echo_plain[MODE] = (struct assay_plain_rules){ASSAY_PLAIN_CONSTANT, 6, 6, 0};
    assert_int_equal(modes_seen(1), 0x40); /* from the first cycle on */
    echo_plain[MODE] = (struct assay_plain_rules){ASSAY_PLAIN_PER_RUN, 1, 3, 0};
    for (uint64_t seed = 1; seed < 30; ++seed) {
        const unsigned modes = modes_seen(seed);

        assert_int_equal(__builtin_popcount(modes), 1);
        all |= modes;
    }
    assert_int_equal(all, 0x0E);
}

/* --- inverted bits --- */

static enum assay_vacuity_end invert_all(const char *list, struct assay_vacuity *v, char *why,
                                         size_t why_size)
{
    *v = (struct assay_vacuity){.config = echo_config(3, 100), .list = list};
    return assay_vacuity_run(v, why, why_size);
}

static void names(const struct assay_vacuity *v, bool listed, const char *wanted)
{
    struct assay_text t = {0};

    assay_vacuity_names(v, listed, &t);
    assert_string_equal(assay_text_get(&t), wanted);
    assay_text_free(&t);
}

static void test_unnoticed_bits(void **state)
{
    char path[] = "test-vacuity-XXXXXX", why[512] = "";
    struct assay_vacuity v;

    (void)state;
    assert_true(mkstemp(path) >= 0);
    echo_right();
    assert_int_equal(invert_all(NULL, &v, why, sizeof why), ASSAY_VACUITY_DONE);
    assert_int_equal(v.bits, 1 + 1 + 16 + ECHO_TAG_BITS + 1);
    names(&v, false, "busy[0]"); /* plain outputs are not compared at this level */
    assay_vacuity_free(&v);

    echo_block.hooks = &echo_hooks_accept; /* these hooks also ignore bit 0 of data */
    echo_model.close = true;
    assert_int_equal(invert_all(NULL, &v, why, sizeof why), ASSAY_VACUITY_DONE);
    names(&v, false, "rsp_data[0], busy[0]");
    assert_int_equal(v.unlisted, 2);
    assay_vacuity_free(&v);

    put_text(path, "# why\nbusy  not compared\nrsp_data[0:0] within one # so it is\n");
    assert_int_equal(invert_all(path, &v, why, sizeof why), ASSAY_VACUITY_DONE);
    assert_int_equal(v.unlisted, 0);
    names(&v, true, "rsp_data[0], busy[0]");
    assay_vacuity_free(&v);

    put_text(path, "busy not compared\nrsp_tag[1] no reason at all\n");
    assert_int_equal(invert_all(path, &v, why, sizeof why), ASSAY_VACUITY_LIST);
    assert_non_null(strstr(why, ":2: rsp_tag: expected bits that no comparison checks"));
    assay_vacuity_free(&v);
    put_text(path, "busy\n");
    assert_int_equal(invert_all(path, &v, why, sizeof why), ASSAY_VACUITY_LIST);
    assert_non_null(strstr(why, ":1: no reason"));
    assay_vacuity_free(&v);
    put_text(path, "req_data no output\n");
    assert_int_equal(invert_all(path, &v, why, sizeof why), ASSAY_VACUITY_LIST);
    assert_non_null(strstr(why, "req_data: expected an output"));
    assay_vacuity_free(&v);
    put_text(path, "busy[1 half a range\n");
    assert_int_equal(invert_all(path, &v, why, sizeof why), ASSAY_VACUITY_LIST);
    assay_vacuity_free(&v);
    remove(path);

    wrong.wrong_data = true;
    echo_model.close = false;
    assert_int_equal(invert_all(NULL, &v, why, sizeof why), ASSAY_VACUITY_FAILS);
    assert_non_null(strstr(why, "ends with 'mismatch'"));
    assay_vacuity_free(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corners_are_covered),
        cmocka_unit_test(test_legal_amends_and_refuses),
        cmocka_unit_test(test_plain_inputs),
        cmocka_unit_test(test_unnoticed_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
