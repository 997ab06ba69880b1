/*
 * test_store_files.c - the result store: a store of an earlier version is read and upgraded, and a
 * file that is not a store is left alone.
 */
#include "unit/put_file.h"
#include "unit/store_bench.h"

static void assert_refused(const char *message)
{
    struct assay_store *s;
    size_t size, after;
    char *data = get_file(path, &size), *again;
    char expected[4352];

    snprintf(expected, sizeof expected, "%s: %s", path, message);
    for (int writing = 0; writing < 2; ++writing) {
        assert_int_equal(
            (writing ? assay_store_create : assay_store_open)(path, &s, why, sizeof why),
            ASSAY_BAD_INPUT);
        assert_null(s);
        assert_string_equal(why, expected);
        again = get_file(path, &after);
        assert_int_equal(size, after);
        assert_memory_equal(data, again, size);
        free(again);
    }
    free(data);
}

static void make_store(void)
{
    struct assay_store *s;
    int64_t first = 0;

    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    add_run(s, 400, &first);
    assay_store_close(s);
}

/* A store of version 2 has neither facts nor reasons. It can be read, and writing to it makes it a
 * store of version 3. */
static void test_version_2(void **state)
{
    struct facts_seen seen = {0};
    struct compared c = {0};
    struct assay_store *s;

    (void)state;
    make_store();
    run_sql("DROP TABLE fact; ALTER TABLE job DROP COLUMN known; PRAGMA user_version = 2");
    assert_int_equal(assay_store_open(path, &s, why, sizeof why), ASSAY_OK);
    assert_true(assay_store_facts(s, 1, see_fact, &seen, why, sizeof why));
    assert_int_equal(seen.n, 0);
    assert_true(assay_store_before(s, 1, 2, see_before, &c, why, sizeof why));
    assert_int_equal(c.n, 0);
    assay_store_close(s);
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    assert_true(assay_store_add_fact(s, 1, "g++", "12", why, sizeof why));
    assert_true(assay_store_facts(s, 1, see_fact, &seen, why, sizeof why));
    assert_string_equal(seen.text, "g++=12;");
    assay_store_close(s);
}

static void test_other_version(void **state)
{
    (void)state;
    make_store();
    run_sql("PRAGMA user_version = 4");
    assert_refused("version 4 of the result store: expected version 3");
}

static void test_other_program(void **state)
{
    (void)state;
    run_sql("CREATE TABLE t (x); INSERT INTO t VALUES (1);");
    assert_refused("another program's database: expected a result store");
}

static void test_no_database(void **state)
{
    static const char text[] =
        "This is a text file, and long enough to hold what would be the head "
        "of a database, if it were one. It isn't.\n";

    (void)state;
    put_text(path, text);
    assert_refused("damaged (file is not a database): expected a result store");
}

static void test_cut_off(void **state)
{
    size_t size;
    char *data;

    (void)state;
    make_store();
    data = get_file(path, &size);
    put_file(path, data, size / 2);
    free(data);
    assert_refused("damaged (database disk image is malformed): expected a result store");
}

static void test_scribbled_over(void **state)
{
    struct assay_store *s;
    size_t size;
    char *data;

    (void)state;
    make_store();
    data = get_file(path, &size);
    memset(data + 8192, 0x5A, 4096);
    put_file(path, data, size);
    free(data);
    for (int writing = 0; writing < 2; ++writing) {
        assert_int_equal(
            (writing ? assay_store_create : assay_store_open)(path, &s, why, sizeof why),
            ASSAY_BAD_INPUT);
        assert_non_null(strstr(why, "results.db: damaged ("));
    }
}

static void test_empty(void **state)
{
    struct assay_store *s;
    char expected[PATH_MAX + 128];

    (void)state;
    put_file(path, "", 0);
    assert_int_equal(assay_store_open(path, &s, why, sizeof why), ASSAY_BAD_INPUT);
    snprintf(expected, sizeof expected, "%s: empty: expected the results of a regression", path);
    assert_string_equal(why, expected);
    /* A killed regression can leave such a file; the next one simply continues. */
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_OK);
    assay_store_close(s);
}

static void test_missing(void **state)
{
    struct assay_store *s;
    char expected[PATH_MAX + 128];

    (void)state;
    assert_int_equal(assay_store_open(path, &s, why, sizeof why), ASSAY_BAD_INPUT);
    snprintf(expected, sizeof expected,
             "%s: No such file or directory: expected the results of a regression", path);
    assert_string_equal(why, expected);
    assert_int_equal(access(path, F_OK), -1);
}

/* A place that cannot be written to. */
static void test_no_place(void **state)
{
    struct assay_store *s;
    const char *file = in_folder("none/results.db");

    (void)state;
    assert_int_equal(assay_store_create(file, &s, why, sizeof why), ASSAY_ENVIRONMENT);
    assert_memory_equal(why, file, strlen(file));
    assert_int_equal(mkdir(path, 0777), 0);
    assert_int_equal(assay_store_create(path, &s, why, sizeof why), ASSAY_ENVIRONMENT);
    assert_int_equal(rmdir(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_version_2, remove_store),
        cmocka_unit_test_teardown(test_other_version, remove_store),
        cmocka_unit_test_teardown(test_other_program, remove_store),
        cmocka_unit_test_teardown(test_no_database, remove_store),
        cmocka_unit_test_teardown(test_cut_off, remove_store),
        cmocka_unit_test_teardown(test_scribbled_over, remove_store),
        cmocka_unit_test_teardown(test_empty, remove_store),
        cmocka_unit_test_teardown(test_missing, remove_store),
        cmocka_unit_test_teardown(test_no_place, remove_store),
    };

    return cmocka_run_group_tests(tests, make_folder, folder_close_empty);
}
