/*
 * test_cover_files.c - the coverage store: exactly what is written is read back.
 */
#include "unit/cover_folder.h"
#include "unit/cover_toys.h"
#include "unit/put_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "coverage/store.h"

static void assert_file(const char *path, const char *text)
{
    size_t size;
    char *found = get_file(path, &size);

    assert_string_equal(found, text);
    free(found);
}

static void save_one(const char *path, const char *values, uint64_t cycles, uint32_t toy)
{
    struct assay_cover db;

    assert_true(assay_cover_open(&db, &fake));
    db.cycles = cycles;
    assay_cover_hit(&db, TOYS, toy);
    assay_cover_hit(&db, COLORS, 2);
    assert_true(assay_cover_save(&db, values, path, why, sizeof why));
    assay_cover_close(&db);
}

static void test_save(void **state)
{
    (void)state;
    save_one(in_folder("a"), "w=4,d=2", 1000, 3);
    assert_file(in_folder("a"), "assay-coverage 1\n"
                                "run fake w=4,d=2 1000\n"
                                "hit fake toys green.big 1\n"
                                "hit fake colors blue 1\n");
}

static void test_merge(void **state)
{
    struct assay_cover db[2] = {{0}, {0}};
    static const char text[] = "assay-coverage 1\n"
                               "run other w=1,d=2 7\n"
                               "run fake w=4,d=2 100 3\n"
                               "hit fake toys green.big 5\n"
                               "hit other toys red.small 1\n";

    (void)state;
    save_one(in_folder("a"), "w=4,d=2", 1000, 3);
    save_one(in_folder("b"), "w=8,d=2", 500, 0);
    assert_true(assay_cover_load_from(blocks, db, in_folder("a"), why, sizeof why));
    assert_null(db[1].block);
    assert_true(assay_cover_load_from(blocks, db, in_folder("b"), why, sizeof why));
    put_text(in_folder("b"), text);
    assert_true(assay_cover_load_from(blocks, db, in_folder("b"), why, sizeof why));
    assert_int_equal(db[0].runs, 5);
    assert_int_equal(db[0].cycles, 1600);
    assert_int_equal(db[0].n_shares, 2);
    assert_int_equal(db[0].count[db[0].first[TOYS] + 3], 6);
    assert_int_equal(db[0].count[db[0].first[TOYS] + 0], 1);
    assert_int_equal(db[0].count[db[0].first[COLORS] + 2], 2);
    assert_ptr_equal(db[1].block, &other);
    assert_int_equal(db[1].runs, 1);

    assert_true(assay_cover_save_merged(db, 2, in_folder("merged"), why, sizeof why));
    assert_file(in_folder("merged"), "assay-coverage 1\n"
                                     "run fake w=4,d=2 1100 4\n"
                                     "run fake w=8,d=2 500\n"
                                     "hit fake toys red.small 1\n"
                                     "hit fake toys green.big 6\n"
                                     "hit fake colors blue 2\n"
                                     "run other w=1,d=2 7\n"
                                     "hit other toys red.small 1\n");
    assay_cover_close(&db[0]);
    assay_cover_close(&db[1]);

    /* A merged file can be read like any other. */
    assert_true(assay_cover_load_from(blocks, db, in_folder("merged"), why, sizeof why));
    assert_int_equal(db[0].runs, 5);
    assert_int_equal(db[0].cycles, 1600);
    assay_cover_close(&db[0]);
    assay_cover_close(&db[1]);
}

static void test_overflow(void **state)
{
    static const char text[] = "assay-coverage 1\n"
                               "run fake w=4,d=2 18446744073709551615\n"
                               "hit fake colors red 18446744073709551615\n";
    struct assay_cover db[2] = {{0}, {0}};

    (void)state;
    put_text(in_folder("a"), text);
    assert_true(assay_cover_load_from(blocks, db, in_folder("a"), why, sizeof why));
    assert_true(assay_cover_load_from(blocks, db, in_folder("a"), why, sizeof why));
    assert_true(db[0].count[db[0].first[COLORS]] == UINT64_MAX);
    assert_true(db[0].cycles == UINT64_MAX);
    assert_int_equal(db[0].runs, 2);
    assay_cover_close(&db[0]);
}

#define HEAD "assay-coverage 1\n"
#define RUN HEAD "run fake w=4,d=2 10\n"

static void test_bad_files(void **state)
{
    static const struct {
        const char *text, *message; /* what follows the file's name */
    } cases[] = {
        {"", ":1: the file is empty: expected the first line assay-coverage 1"},
        {"assay-coverage 2\n", ":1: 'assay-coverage 2': expected the first line assay-coverage 1"},
        {"assay-coverage 1", ":1: the line has no end: expected a complete file"},
        {RUN "hit fake toys red.small 1\nhit fake toys re",
         ":4: the line has no end: expected a complete file"},
        {HEAD "\n", ":2: '': expected run or hit"},
        {RUN "miss fake toys red.small 1\n", ":3: 'miss': expected run or hit"},
        {HEAD "run fake w=4,d=2\n", ":2: 3 fields: expected run BLOCK PARAMS CYCLES [RUNS]"},
        {HEAD "run fake w=4,d=2 1 1 1\n", ":2: 6 fields: expected run BLOCK PARAMS CYCLES [RUNS]"},
        {HEAD "run toy w=4,d=2 1\n", ":2: unknown block 'toy': expected fake or other"},
        {HEAD "run fake w=4,d=x 1\n", ":2: parameter d of fake: 'x' is not a number"},
        {HEAD "run fake w=4 1\n", ":2: parameters 'w=4': expected all of them, as in w=4,d=2"},
        {HEAD "run fake w=0,d=2 1\n", ":2: parameters of fake: w is 0: expected 1 or more"},
        {HEAD "run fake w=4,d=2 -1\n", ":2: cycles '-1': expected a number"},
        {HEAD "run fake w=4,d=2 18446744073709551616\n",
         ":2: cycles '18446744073709551616': expected a number"},
        {HEAD "run fake w=4,d=2 1 0\n", ":2: runs '0': expected a number above 0"},
        {HEAD "hit fake toys red.small 1\n",
         ":2: hit of fake before any run of it: expected a run line first"},
        {RUN "hit fake toys red.small\n",
         ":3: 4 fields: expected hit BLOCK GROUP BIN[.BIN...] COUNT"},
        {RUN "hit fake toy red.small 1\n",
         ":3: fake has no coverage group 'toy': expected one of its 2"},
        {RUN "hit fake toys red.tiny 1\n",
         ":3: 'red.tiny': 'tiny' is not a bin of axis size: expected one of its 2"},
        {RUN "hit fake toys red 1\n",
         ":3: 'red': expected 2 bins, with dots between, for group toys"},
        {RUN "hit fake toys red. 1\n",
         ":3: 'red.': '' is not a bin of axis size: expected one of its 2"},
        {RUN "hit fake colors red.small 1\n",
         ":3: 'red.small': expected 1 bins, with dots between, for group colors"},
        {RUN "hit fake toys red.small 0\n", ":3: count '0': expected a number above 0"},
        {RUN "hit fake toys red.small 1x\n", ":3: count '1x': expected a number above 0"},
        {RUN "hit fake toys red.small  1\n",
         ":3: 6 fields: expected hit BLOCK GROUP BIN[.BIN...] COUNT"},
        {RUN "hit fake toys red.small 1\r\n",
         ":3: the line ends in CRLF: expected LF, to which `sed -i 's/\\r$//'` converts"},
    };
    struct assay_cover db[2] = {{0}, {0}};
    uint64_t before[9];

    (void)state;
    save_one(in_folder("a"), "w=4,d=2", 1000, 3);
    assert_true(assay_cover_load_from(blocks, db, in_folder("a"), why, sizeof why));
    memcpy(before, db[0].count, sizeof before);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        put_text(in_folder("bad"), cases[i].text);
        assert_false(assay_cover_load_from(blocks, db, in_folder("bad"), why, sizeof why));
        assert_memory_equal(why, in_folder("bad"), strlen(in_folder("bad")));
        assert_string_equal(why + strlen(in_folder("bad")), cases[i].message);
        assert_memory_equal(db[0].count, before, sizeof before);
        assert_int_equal(db[0].runs, 1);
        assert_null(db[1].block);
    }
    put_file(in_folder("bad"), RUN "hit fake\0\n", sizeof RUN "hit fake\0\n" - 1);
    assert_false(assay_cover_load_from(blocks, db, in_folder("bad"), why, sizeof why));
    assert_string_equal(why + strlen(in_folder("bad")), ":3: a zero byte: expected text");
    assay_cover_close(&db[0]);
}

static void test_no_file(void **state)
{
    struct assay_cover db[2] = {{0}, {0}};
    char message[PATH_MAX + 128];

    (void)state;
    assert_false(assay_cover_load_from(blocks, db, in_folder("none"), why, sizeof why));
    snprintf(message, sizeof message, "%s: No such file or directory: expected a coverage store",
             in_folder("none"));
    assert_string_equal(why, message);
    assert_true(assay_cover_open(&db[0], &fake));
    assert_false(assay_cover_save(&db[0], "w=4,d=2", in_folder("none/a"), why, sizeof why));
    snprintf(message, sizeof message,
             "%s: No such file or directory: expected to create a file there", in_folder("none/a"));
    assert_string_equal(why, message);
    assay_cover_close(&db[0]);
}

/* A store that cannot be moved into place leaves nothing behind. */
static void test_save_over_folder(void **state)
{
    struct assay_cover db;

    (void)state;
    assert_int_equal(mkdir(in_folder("dir"), 0777), 0);
    assert_true(assay_cover_open(&db, &fake));
    assert_false(assay_cover_save(&db, "w=4,d=2", in_folder("dir"), why, sizeof why));
    assay_cover_close(&db);
    assert_int_equal(rmdir(in_folder("dir")), 0);
}

/* The program's own blocks: the names of all coverage points can be stored and are read back. */
static void test_real_blocks(void **state)
{
    struct assay_cover db[16];
    char values[ASSAY_PARAMS_TEXT];
    size_t n = 0;

    (void)state;
    memset(db, 0, sizeof db);
    while (assay_blocks[n])
        ++n;
    assert_in_range(n, 1, 16);
    for (size_t i = 0; i < n; ++i) {
        struct assay_cover one;

        assert_true(assay_cover_open(&one, assay_blocks[i]));
        for (size_t c = 0; c < one.n; ++c)
            one.count[c] = c + 1;
        assay_params_print(assay_blocks[i], &assay_blocks[i]->model->sets[0].params, values,
                           sizeof values);
        assert_true(assay_cover_save(&one, values, in_folder("a"), why, sizeof why));
        assert_true(assay_cover_load(db, in_folder("a"), why, sizeof why));
        assert_memory_equal(db[i].count, one.count, one.n * sizeof one.count[0]);
        assay_cover_close(&one);
        assay_cover_close(&db[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_save),        cmocka_unit_test(test_merge),
        cmocka_unit_test(test_overflow),    cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_no_file),     cmocka_unit_test(test_save_over_folder),
        cmocka_unit_test(test_real_blocks),
    };

    return cmocka_run_group_tests(tests, folder_open, remove_stores);
}
