/*
 * test_cover_exclude.c - coverage points that are excluded with a reason.
 */
#include "unit/cover_folder.h"
#include "unit/cover_toys.h"
#include "unit/put_file.h"

#include <string.h>

#include "coverage/exclude.h"
#include "coverage/total.h"

static void test_exclude(void **state)
{
    static const char text[] = "# why not\n"
                               "\n"
                               "line rtl/fake/fake.v default: : not of this test\n"
                               "toggle rtl/fake/fake.v x* : nor this\n"
                               "point fake toys.*.big : nothing is that big\n"
                               "point fake colors.blue : red : blue is out\n"
                               "point other toys.red.small : not loaded\n";
    struct assay_cover db[2] = {{0}, {0}};
    struct assay_cover_total t;

    (void)state;
    put_text(in_folder("a"), text);
    assert_true(assay_cover_open(&db[0], &fake));
    assay_cover_hit(&db[0], TOYS, 0);
    assay_cover_hit(&db[0], TOYS, 1); /* red.big, which is refuted */
    assert_true(assay_cover_exclude_from(blocks, db, in_folder("a"), why, sizeof why));
    t = assay_cover_total(&db[0], TOYS);
    assert_int_equal(t.possible, 4); /* of 5: green.big is excluded, red.big was hit */
    assert_int_equal(t.hit, 2);
    assert_int_equal(t.excluded, 1);
    assert_int_equal(t.refuted, 1);
    assert_int_equal(t.wrong, 0);
    t = assay_cover_sum(&db[0]);
    assert_int_equal(t.possible, 6);
    assert_int_equal(t.hit, 2);
    assert_int_equal(t.excluded, 2);
    assert_int_equal(t.refuted, 1);
    assert_string_equal(assay_cover_excluded(&db[0], TOYS, 3), "nothing is that big");
    assert_null(assay_cover_excluded(&db[0], TOYS, 2));
    assert_null(assay_cover_excluded(&db[0], TOYS, 5)); /* impossible anyway */
    assert_string_equal(assay_cover_excluded(&db[0], COLORS, 2), "red : blue is out");
    assert_null(db[1].block);
    assay_cover_close(&db[0]);
}

static void test_bad_exclusions(void **state)
{
    static const struct {
        const char *line, *message; /* what follows the file's name */
    } cases[] = {
        {"point fake toys.red.big\n",
         ":2: no reason: expected 'point BLOCK GROUP.BIN[.BIN...] : REASON'"},
        {"point fake toys.red.big : \n",
         ":2: no reason: expected 'point BLOCK GROUP.BIN[.BIN...] : REASON'"},
        {"point fake : why\n", ":2: expected 'point BLOCK GROUP.BIN[.BIN...] : REASON'"},
        {"point fake toys red : why\n", ":2: expected 'point BLOCK GROUP.BIN[.BIN...] : REASON'"},
        {"point toy toys.red.big : why\n", ":2: unknown block 'toy': expected fake or other"},
        {"point fake toy.red.big : why\n",
         ":2: fake has no coverage group 'toy': expected one of its 2"},
        {"point other toys.red.huge : why\n",
         ":2: 'huge' is not a bin of axis size of group toys: expected one of its 2, or *"},
        {"point fake toys.red : why\n", ":2: expected 2 bins, with dots between, for group toys"},
        {"point fake toys : why\n", ":2: expected 2 bins, with dots between, for group toys"},
        {"point fake toys.red.big.bad : why\n",
         ":2: expected 2 bins, with dots between, for group toys"},
        {"point fake toys.blue.big : why\n",
         ":2: declared impossible in group toys: expected no exclusion for it"},
        {"point fake toys.red.big : why\npoint fake toys.red.* : why\n",
         ":3: a point of group toys is excluded already: expected it once"},
        {"points fake toys.red.big : why\n",
         ":2: 'points fake toys.red.big : why': expected line, toggle or point"},
    };
    char text[256], message[PATH_MAX + 128];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct assay_cover db[2] = {{0}, {0}};

        snprintf(text, sizeof text, "# head\n%s", cases[i].line);
        put_text(in_folder("bad"), text);
        assert_true(assay_cover_open(&db[0], &fake));
        assert_false(assay_cover_exclude_from(blocks, db, in_folder("bad"), why, sizeof why));
        assert_string_equal(why + strlen(in_folder("bad")), cases[i].message);
        assay_cover_close(&db[0]);
    }
    assert_false(assay_cover_exclude_from(blocks, NULL, in_folder("none"), why, sizeof why));
    snprintf(message, sizeof message,
             "%s: No such file or directory: expected a file of exclusions", in_folder("none"));
    assert_string_equal(why, message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exclude),
        cmocka_unit_test(test_bad_exclusions),
    };

    return cmocka_run_group_tests(tests, folder_open, remove_stores);
}
