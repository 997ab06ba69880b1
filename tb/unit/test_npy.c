/* test_npy.c - matrices in .npy files: round trip, every kind of malformed file, failing writes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "gemm/npy.h"
#include "unit/folder.h"
#include "unit/put_file.h"

enum { WHY_SIZE = 512, NOBODY = 65534 };

/* Writes a file of version `major`.0 with the given dict, followed by `data_size` bytes 0, 1,
 * 2... */
static void put_npy(const char *path, unsigned major, const char *dict, size_t data_size)
{
    unsigned char bytes[2048] = {0x93, 'N', 'U', 'M', 'P', 'Y', (unsigned char)major, 0};
    const size_t length = strlen(dict);
    size_t used = 8;

    assert_true(length + data_size + 12 <= sizeof bytes);
    bytes[used++] = (unsigned char)(length & 255);
    bytes[used++] = (unsigned char)(length >> 8);
    if (major > 1)
        used += 2;
    memcpy(bytes + used, dict, length);
    used += length;
    for (size_t i = 0; i < data_size; ++i)
        bytes[used++] = (unsigned char)i;
    put_file(path, bytes, used);
}

/* Asserts that the message begins with the file's name and contains, in order, all of `parts`,
 * which are separated by "|". */
static void assert_refused(const char *path, enum assay_error expected, const char *parts)
{
    struct assay_npy a;
    char why[WHY_SIZE] = "", all[WHY_SIZE], *save = NULL;
    enum assay_error e = assay_npy_read(path, &a, why, sizeof why);

    assert_null(a.data);
    if (e != expected)
        fail_msg("%s: status %d, '%s': expected %d", path, (int)e, why, (int)expected);
    snprintf(all, sizeof all, "%s: |: expected |%s", path, parts);
    if (strncmp(why, path, strlen(path)) != 0 || strchr(why, '\n'))
        fail_msg("message '%s': expected one line that starts with %s", why, path);
    for (char *p = strtok_r(all, "|", &save); p; p = strtok_r(NULL, "|", &save))
        if (!strstr(why, p))
            fail_msg("message '%s': expected '%s' in it", why, p);
}

static void assert_dict_refused(const char *dict, const char *parts)
{
    put_npy("x.npy", 1, dict, 24);
    assert_refused("x.npy", ASSAY_BAD_INPUT, parts);
    unlink("x.npy");
}

static void assert_dict_read(unsigned major, const char *dict, enum assay_npy_type type,
                             size_t rows, size_t cols)
{
    struct assay_npy a;
    char why[WHY_SIZE] = "";
    const size_t size = rows * cols * assay_npy_type_size(type);

    put_npy("x.npy", major, dict, size);
    if (assay_npy_read("x.npy", &a, why, sizeof why) != ASSAY_OK)
        fail_msg("%s: %s", dict, why);
    assert_int_equal(a.type, type);
    assert_int_equal(a.rows, rows);
    assert_int_equal(a.cols, cols);
    for (size_t i = 0; i < size; ++i)
        assert_int_equal(((uint8_t *)a.data)[i], i & 255);
    assay_npy_free(&a);
    assert_null(a.data);
}

/* Counts the files in the test's folder: only those that a test expects may be left. */
static unsigned count_files(void)
{
    DIR *d = opendir(".");
    unsigned n = 0;

    assert_non_null(d);
    for (const struct dirent *e; (e = readdir(d));)
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(d);
    return n;
}

static void test_round_trip(void **state)
{
    static const size_t sizes[][2] = {{1, 1}, {1, 7}, {9, 1}, {40, 33}, {1025, 1030}};

    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0] * ASSAY_NPY_TYPES; ++i) {
        const size_t *size = sizes[i / ASSAY_NPY_TYPES];
        struct assay_npy a = {(enum assay_npy_type)(i % ASSAY_NPY_TYPES), size[0], size[1], NULL};
        const size_t bytes = a.rows * a.cols * assay_npy_type_size(a.type);
        struct assay_npy b;
        struct stat st;
        char why[WHY_SIZE] = "";

        a.data = malloc(bytes);
        assert_non_null(a.data);
        for (size_t at = 0; at < bytes; ++at)
            ((uint8_t *)a.data)[at] = (uint8_t)(at * 37 >> 3);
        assert_int_equal(assay_npy_write("x.npy", &a, why, sizeof why), ASSAY_OK);
        assert_int_equal(stat("x.npy", &st), 0);
        assert_int_equal(((size_t)st.st_size - bytes) % 64, 0);
        assert_int_equal(assay_npy_read("x.npy", &b, why, sizeof why), ASSAY_OK);
        assert_int_equal(b.type, a.type);
        assert_int_equal(b.rows, a.rows);
        assert_int_equal(b.cols, a.cols);
        assert_memory_equal(a.data, b.data, bytes);
        assay_npy_free(&a);
        assay_npy_free(&b);
        assert_int_equal(count_files(), 1);
    }
}

/* What NumPy and other tools write, and what else the format allows. */
static void test_headers(void **state)
{
    (void)state;
    assert_dict_read(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 5), }    \n",
                     ASSAY_NPY_U8, 3, 5);
    assert_dict_read(2, "{'descr': '|i1', 'fortran_order': False, 'shape': (3, 5), }    \n",
                     ASSAY_NPY_S8, 3, 5);
    assert_dict_read(1, "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }\n",
                     ASSAY_NPY_S32, 2, 3);
    assert_dict_read(1, "{\"shape\":(2,3),\"descr\":\"<i4\",\"fortran_order\":False}",
                     ASSAY_NPY_S32, 2, 3);
    assert_dict_read(1, " { 'fortran_order' : False ,\t'shape' : ( 4 , 6 , ) , 'descr' : 'u1' } ",
                     ASSAY_NPY_U8, 4, 6);
    assert_dict_read(2, "{'shape': (2L, 3L), 'descr': '<i1', 'fortran_order': False}", ASSAY_NPY_S8,
                     2, 3);
}

static void test_not_a_file(void **state)
{
    (void)state;
    assert_refused("none.npy", ASSAY_BAD_INPUT, "No such file");
    assert_refused("none/none.npy", ASSAY_BAD_INPUT, "No such file");
    assert_refused(".", ASSAY_BAD_INPUT, "directory");
}

static void test_not_npy(void **state)
{
    const unsigned char future[] = {0x93, 'N', 'U', 'M', 'P', 'Y', 3, 0, 0, 0};
    const unsigned char odd[] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 7, 0, 0};
    const unsigned char vast[] = {0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, 0xFF, 0xFF, 0xFF, 0xFF};

    (void)state;
    put_file("x.npy", "", 0);
    assert_refused("x.npy", ASSAY_BAD_INPUT, "not an npy file");
    put_file("x.npy", "1 2 3\n4 5 6\n", 12);
    assert_refused("x.npy", ASSAY_BAD_INPUT, "not an npy file");
    put_file("x.npy", future, 5);
    assert_refused("x.npy", ASSAY_BAD_INPUT, "not an npy file");
    put_file("x.npy", future, sizeof future);
    assert_refused("x.npy", ASSAY_BAD_INPUT, "version 3.0|1.0 or 2.0");
    put_file("x.npy", odd, sizeof odd);
    assert_refused("x.npy", ASSAY_BAD_INPUT, "version 1.7|1.0 or 2.0");
    put_file("x.npy", vast, sizeof vast);
    assert_refused("x.npy", ASSAY_BAD_INPUT, "header of 4294967295 bytes");
}

/* Every shorter file is refused, with the bytes found and expected. */
static void test_truncated(void **state)
{
    static const char dict[] = "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }\n";
    const size_t header = 10 + sizeof dict - 1;
    unsigned char bytes[256];
    char parts[64];
    size_t size;
    FILE *f;

    (void)state;
    put_npy("x.npy", 1, dict, 24);
    f = fopen("x.npy", "rb");
    assert_non_null(f);
    size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    assert_int_equal(size, header + 24);
    for (size_t cut = 8; cut < size; ++cut) {
        put_file("x.npy", bytes, cut);
        if (cut < header)
            snprintf(parts, sizeof parts, "truncated, %zu bytes of header|%zu", cut,
                     cut < 10 ? (size_t)10 : header);
        else
            snprintf(parts, sizeof parts, "truncated, %zu bytes of data|24", cut - header);
        assert_refused("x.npy", ASSAY_BAD_INPUT, parts);
    }
    put_npy("x.npy", 1, dict, 25);
    assert_refused("x.npy", ASSAY_BAD_INPUT, "trailing bytes|24 bytes of data");
    /* A header that promises a terabyte allocates no memory for it. */
    put_npy("x.npy", 1, "{'descr': '|u1', 'fortran_order': False, 'shape': (1048576, 1048576)}", 9);
    assert_refused("x.npy", ASSAY_BAD_INPUT, "truncated, 9 bytes of data|1099511627776");
}

#define DICT(descr, fortran, shape) \
    "{'descr': " descr ", 'fortran_order': " fortran ", 'shape': " shape ", }\n"

static void test_unsupported(void **state)
{
    (void)state;
    assert_dict_refused(DICT("'<c8'", "False", "(2, 3)"),
                        "unsupported dtype <c8||u1, |i1, <i4, <f2, <f4, <f8");
    assert_dict_refused(DICT("'<i8'", "False", "(2, 3)"), "unsupported dtype <i8");
    assert_dict_refused(DICT("'>i4'", "False", "(2, 3)"), "big-endian dtype >i4");
    assert_dict_refused(DICT("'>f8'", "False", "(2, 3)"), "big-endian dtype >f8");
    assert_dict_refused(DICT("'i4'", "False", "(2, 3)"), "unsupported dtype i4");
    assert_dict_refused(DICT("'|O'", "False", "(2, 3)"), "unsupported dtype |O");
    assert_dict_refused(DICT("''", "False", "(2, 3)"), "unsupported dtype");
    assert_dict_refused(DICT("'<\n\x01\xFF'", "False", "(2, 3)"), "unsupported dtype <???");
    assert_dict_refused(DICT("[('a', '<i4'), ('b', '|u1')]", "False", "(2,)"),
                        "structured dtype [('a', '<i4'), ('b', '|u1')]: ");
    assert_dict_refused(DICT("'<i4'", "True", "(2, 3)"), "Fortran order|C order");
    assert_dict_refused(DICT("'<i4'", "False", "()"), "shape ()|two dimensions");
    assert_dict_refused(DICT("'<i4'", "False", "(6,)"), "shape (6,)|two dimensions");
    assert_dict_refused(DICT("'<i4'", "False", "(1, 2, 3)"), "shape (1, 2, 3)|two dimensions");
    assert_dict_refused(DICT("'<i4'", "False", "(0, 3)"), "shape (0, 3)|at least 1");
    assert_dict_refused(DICT("'<i4'", "False", "(3, 0)"), "shape (3, 0)|at least 1");
    assert_dict_refused(DICT("'<i4'", "False", "(4294967296, 4294967296)"), "too large|2^63");
    assert_dict_refused(DICT("'<i4'", "False", "(2305843009213693952, 1)"), "too large|2^63");
    assert_dict_refused(DICT("'|u1'", "False", "(1, 99999999999999999999999)"), "too large");
    assert_dict_refused(DICT("'|u1'", "False", "(0, 99999999999999999999999)"), "too large");
}

static void test_damaged(void **state)
{
    (void)state;
    assert_dict_refused("", "header damaged at byte 0|dict");
    assert_dict_refused("[1, 2]", "header damaged|dict");
    assert_dict_refused("{", "header damaged|key");
    assert_dict_refused("{}", "header damaged|descr, fortran_order and shape");
    assert_dict_refused("{'descr': '<i4', 'shape': (2, 3)}", "fortran_order");
    assert_dict_refused("{'descr' '<i4'}", "colon");
    assert_dict_refused("{'descr': <i4}", "dtype in quotes");
    assert_dict_refused("{'descr': '<i4}", "closing quote");
    assert_dict_refused("{'descr", "closing quote");
    assert_dict_refused("{'descr':", "dtype in quotes");
    assert_dict_refused("{'descr': '<i4' 'shape': (2, 3)}", "byte 16|comma");
    assert_dict_refused("{'order': 'C'}", "byte 1|once each");
    assert_dict_refused("{'shape': (2, 3), 'shape': (2, 3)}", "byte 18|once each");
    assert_dict_refused(DICT("'<i4'", "Maybe", "(2, 3)"), "True or False");
    assert_dict_refused(DICT("'<i4'", "False", "[2, 3]"), "parentheses");
    assert_dict_refused(DICT("'<i4'", "False", "(2; 3)"), "comma or a closing parenthesis");
    assert_dict_refused(DICT("'<i4'", "False", "(-2, 3)"), "a dimension");
    assert_dict_refused(DICT("'<i4'", "False", "(2, x)"), "a dimension");
    assert_dict_refused("{'shape': (2, 3", "comma or a closing parenthesis");
    assert_dict_refused(DICT("'<i4'", "False", "(2, 3)") "x", "nothing after the dict");
}

/* A file with any byte at any position of its header is either read or refused. */
static void test_any_byte(void **state)
{
    static const char dict[] = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3)}\n";
    unsigned char bytes[128] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, sizeof dict - 1, 0};
    const size_t size = 10 + sizeof dict - 1 + 6;
    unsigned read = 0;

    (void)state;
    memcpy(bytes + 10, dict, sizeof dict - 1);
    for (size_t at = 0; at < size - 6; ++at) {
        const unsigned char kept = bytes[at];

        for (unsigned value = 0; value < 256; value += at < 10 ? 1 : 3) {
            struct assay_npy a;
            char why[WHY_SIZE] = "";
            enum assay_error e;

            bytes[at] = (unsigned char)value;
            put_file("x.npy", bytes, size);
            e = assay_npy_read("x.npy", &a, why, sizeof why);
            assert_true(e == ASSAY_OK ? a.data && a.rows * a.cols == 6 : !a.data && *why);
            read += e == ASSAY_OK;
            assay_npy_free(&a);
        }
        bytes[at] = kept;
    }
    assert_true(read > 0);
    unlink("x.npy");
}

static void assert_not_written(const char *path, enum assay_error expected, const char *part)
{
    int32_t data[6] = {0};
    const struct assay_npy a = {ASSAY_NPY_S32, 2, 3, data};
    char why[WHY_SIZE] = "";
    const unsigned files = count_files();

    assert_int_equal(assay_npy_write(path, &a, why, sizeof why), expected);
    if (strncmp(why, path, strlen(path)) != 0 || !strstr(why, ": expected ") || !strstr(why, part))
        fail_msg("message '%s': expected %s, and '%s' in it", why, path, part);
    assert_int_equal(count_files(), files);
    why[0] = '\0';
    assert_int_equal(assay_npy_writable(path, why, sizeof why), expected);
    assert_non_null(strstr(why, part));
}

static void test_bad_targets(void **state)
{
    char why[WHY_SIZE];

    (void)state;
    assert_int_equal(assay_npy_writable("x.npy", why, sizeof why), ASSAY_OK);
    assert_int_equal(count_files(), 0);
    assert_not_written("none/x.npy", ASSAY_BAD_INPUT,
                       "No such file or directory: expected a file to write, in folder none");
    assert_not_written("", ASSAY_BAD_INPUT, "not a path");
    assert_int_equal(mkdir("d", 0777), 0);
    assert_not_written("d", ASSAY_BAD_INPUT, "is a folder");
    rmdir("d");
    put_file("f", "", 0);
    assert_not_written("f/x.npy", ASSAY_BAD_INPUT, "Not a directory");
    unlink("f");
    assert_not_written("/dev/null", ASSAY_BAD_INPUT, "not a regular file");
}

/* Root may write everywhere, so it is another user during the next test. */
static int give_root_up(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    if (geteuid() != 0)
        return 0;
    return chown(".", NOBODY, (gid_t)-1) == 0 && setresuid(NOBODY, NOBODY, 0) == 0 ? 0 : -1;
}

static int be_root_again(void **state)
{
    uid_t real, effective, saved;

    if (getresuid(&real, &effective, &saved) != 0)
        return -1;
    if (saved == 0 && effective != 0 && setresuid(0, 0, 0) != 0)
        return -1;
    return folder_close(state);
}

static void test_no_permission(void **state)
{
    (void)state;
    assert_int_equal(mkdir("d", 0555), 0);
    assert_not_written("d/x.npy", ASSAY_BAD_INPUT, "Permission denied");
    rmdir("d");
    put_file("f", "", 0);
    assert_int_equal(chmod("f", 0444), 0);
    assert_not_written("f", ASSAY_BAD_INPUT, "Permission denied");
}

/* A write that fails half way, as on a full disk, leaves the old contents. */
static void test_full_disk(void **state)
{
    struct assay_npy a = {ASSAY_NPY_U8, 300, 1000, calloc(300, 1000)};
    struct rlimit before, small;
    char why[WHY_SIZE] = "";
    enum assay_error e;
    void (*handler)(int);
    struct stat st;

    (void)state;
    assert_non_null(a.data);
    put_file("x.npy", "before", 6);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 100000;
    handler = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    e = assay_npy_write("x.npy", &a, why, sizeof why);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(e, ASSAY_ENVIRONMENT);
    assert_non_null(strstr(why, "x.npy: File too large: expected room for 300000 bytes"));
    assert_int_equal(count_files(), 1);
    assert_int_equal(stat("x.npy", &st), 0);
    assert_int_equal(st.st_size, 6);
    assert_int_equal(assay_npy_write("x.npy", &a, why, sizeof why), ASSAY_OK);
    assert_int_equal(count_files(), 1);
    assay_npy_free(&a);
}

/* Writing through a link replaces the file that it names; a stale hidden file does no harm. */
static void test_links_and_leftovers(void **state)
{
    uint8_t data[] = {1, 2, 3, 4, 5, 6};
    const struct assay_npy a = {ASSAY_NPY_U8, 2, 3, data};
    char why[WHY_SIZE] = "", stale[64];
    struct assay_npy b;
    struct stat st;

    (void)state;
    put_file("real.npy", "", 0);
    assert_int_equal(symlink("real.npy", "link.npy"), 0);
    snprintf(stale, sizeof stale, ".assay-%ld-0.npy", (long)getpid());
    put_file(stale, "", 0);
    assert_int_equal(assay_npy_write("link.npy", &a, why, sizeof why), ASSAY_OK);
    assert_int_equal(lstat("link.npy", &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(assay_npy_read("real.npy", &b, why, sizeof why), ASSAY_OK);
    assert_memory_equal(b.data, data, sizeof data);
    assay_npy_free(&b);
    assert_int_equal(count_files(), 3);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_round_trip),
        TEST(test_headers),
        TEST(test_not_a_file),
        TEST(test_not_npy),
        TEST(test_truncated),
        TEST(test_unsupported),
        TEST(test_damaged),
        TEST(test_any_byte),
        TEST(test_bad_targets),
        cmocka_unit_test_setup_teardown(test_no_permission, give_root_up, be_root_again),
        TEST(test_full_disk),
        TEST(test_links_and_leftovers),
    };

    return cmocka_run_group_tests_name("npy", tests, NULL, NULL);
}
