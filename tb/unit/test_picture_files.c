/*
 * test_picture_files.c - the files written about a failure: SVG, and the command files of GTKWave
 * and Surfer.
 */
#include "unit/picture_bench.h"

#include "diagnose/gtkw.h"
#include "diagnose/surfer.h"
#include "unit/folder.h"
#include "unit/put_file.h"

/* --- files --- */

/* Checks one tag, from its '<'. Returns what follows it. `open` is a stack of the names of open
 * elements. */
static const char *check_tag(const char *at, char open[][32], unsigned *depth)
{
    const bool closing = at[1] == '/';
    const char *name = at + 1 + closing, *end = name;
    const size_t length = strcspn(name, " />\n");
    bool quoted = false;

    for (; *end && (quoted || *end != '>'); ++end) {
        if (*end == '"')
            quoted = !quoted;
        assert_int_not_equal(*end, '<');
    }
    assert_int_equal(*end, '>');
    assert_true(length > 0 && length < 32);
    if (closing) {
        assert_true(*depth > 0);
        --*depth;
        assert_memory_equal(open[*depth], name, length);
        assert_int_equal(open[*depth][length], '\0');
    } else if (end[-1] != '/') {
        assert_true(*depth < 8);
        memcpy(open[*depth], name, length);
        open[(*depth)++][length] = '\0';
    }
    return end + 1;
}

/* Checks that tags are balanced and that no other character needs an escape. */
static void check_xml(const char *text)
{
    char open[8][32] = {{0}};
    unsigned depth = 0, roots = 0;

    for (const char *at = text; *at;) {
        if (*at == '<') {
            roots += depth == 0;
            at = check_tag(at, open, &depth);
            continue;
        }
        if (*at == '&')
            assert_true(strncmp(at, "&amp;", 5) == 0 || strncmp(at, "&lt;", 4) == 0 ||
                        strncmp(at, "&gt;", 4) == 0 || strncmp(at, "&quot;", 6) == 0);
        assert_true(*at == '\n' || (*at >= ' ' && *at <= '~'));
        ++at;
    }
    assert_int_equal(depth, 0);
    assert_int_equal(roots, 1);
}

static void test_svg(void **state)
{
    struct assay_scenario odd;
    struct assay_lockstep *ls;
    const struct assay_difference *d;
    const char *path = in_folder("p.svg");
    char why[256] = "", wanted[96], *text;
    size_t size;

    (void)state;
    choose("dpas", "default");
    odd = *config.scenario;
    odd.name = "a<b & \"c\"\x01\xc3";
    config.scenario = &odd;
    ls = failed_run("dst_data", 70, 2000, true);
    d = &assay_lockstep_result(ls)->difference[0];
    if (!assay_picture_svg(ls, path, why, sizeof why))
        fail_msg("%s", why);
    text = get_file(path, &size);
    check_xml(text);
    has(text, "scenario a&lt;b &amp; &quot;c&quot;??, backend verilator; differs: dst_data");
    snprintf(wanted, sizeof wanted,
             "dpas (lanes=8,depth=4,profile=0,max_sd=8), seed 5: mismatch at cycle %ld", fake.at);
    has(text, wanted);
    has(text, ">dst_data[95:64]</text>");
    snprintf(wanted, sizeof wanted, "class=\"mid red\">%08x</text>", d->expected[2]);
    has(text, wanted);
    snprintf(wanted, sizeof wanted, "class=\"mid red\">%08x</text>", d->actual[2]);
    has(text, wanted);
    has(text, "class=\"bus differs\"");
    has_not(text, "http://www.w3.org/1999");
    has_not(text, "href");
    free(text);
    remove(path);
    assay_lockstep_close(ls);
}

static void test_svg_of_waves(void **state)
{
    const char *path = in_folder("p.svg");
    struct assay_lockstep *ls;
    char why[256] = "", *text;
    size_t size;

    (void)state;
    choose("dotmul", "default");
    fake.unknown = true;
    ls = failed_run("res_valid", 0, 100, true);
    if (!assay_picture_svg(ls, path, why, sizeof why))
        fail_msg("%s", why);
    text = get_file(path, &size);
    check_xml(text);
    has(text, "class=\"unknown\"");
    has(text, "class=\"wave differs\"");
    free(text);
    remove(path);
    assay_lockstep_close(ls);
}

/* --- command files of viewers --- */

/* Returns the contents of a viewer's file that `save` saves under this name. */
static char *saved_by(bool (*save)(const struct assay_lockstep *, const char *, const char *,
                                   char *, size_t),
                      const char *name, const struct assay_lockstep *ls)
{
    const char *path = in_folder(name);
    char why[256] = "", *text;
    size_t size;

    if (!save(ls, "some/where/fail.fst", path, why, sizeof why))
        fail_msg("%s", why);
    text = get_file(path, &size);
    remove(path);
    return text;
}

/* --- GTKWave --- */

static void test_gtkw_names_what_differs_first(void **state)
{
    static const char order[] = "@28\n[color] 2\nref.mismatch\n"
                                "@800200\n-dst\n"
                                "@28\n[color] 2\nref.mismatch_dst_data\n"
                                "@22\n[color] 3\n+{dst_data expected} ref.dst_data[255:0]\n"
                                "@22\n[color] 1\n+{dst_data actual} dpas.dst_data[255:0]\n"
                                "@28\ndpas.dst_valid\n";
    struct assay_lockstep *ls;
    char *text, wanted[64];

    (void)state;
    choose("dpas", "default");
    ls = failed_run("dst_data", 70, 2000, true);
    text = saved_by(assay_gtkw_save, "fail.gtkw", ls);
    has(text, "[dumpfile] \"fail.fst\"\n");
    has(text, "[savefile] \"fail.gtkw\"\n");
    snprintf(wanted, sizeof wanted, "[timestart] %ld\n", 10 * (fake.at - 8));
    has(text, wanted);
    snprintf(wanted, sizeof wanted, "\n*-5.000000 %ld -1 -1 ", 10 * fake.at);
    has(text, wanted);
    has(text, order);
    assert_ptr_equal(strchr(text, '@'), strstr(text, order));
    has(text, "@1000200\n-dst\n@800200\n-pins\n@28\ndpas.clk\n@28\ndpas.rst\n");
    has(text, "@24\nref.transaction[63:0]\n");
    has(text, "@c00200\n-cmd\n@28\ndpas.cmd_valid\n");
    has(text, "@1401200\n-cmd\n");
    has(text, "dpas.src2_data[255:0]\n");
    free(text);
    assay_lockstep_close(ls);
}

static void test_gtkw_for_icarus(void **state)
{
    struct assay_lockstep *ls;
    char *text;

    (void)state;
    choose("dotmul", "default");
    config.backend = "icarus";
    ls = failed_run("res_p", 3, 100, true);
    text = saved_by(assay_gtkw_save, "fail.gtkw", ls);
    has(text, "assay_top.ref.mismatch_res_p\n"
              "@22\n[color] 3\n+{res_p expected} assay_top.ref.res_p[15:0]\n"
              "@22\n[color] 1\n+{res_p actual} assay_top.res_p[15:0]\n");
    has(text, "assay_top.clk\n");
    has(text, "assay_top.op_a[7:0]\n");
    has_not(text, "dotmul.");
    free(text);
    assay_lockstep_close(ls);
}

/* --- Surfer --- */

static void test_surfer_names_what_differs_first(void **state)
{
    static const char order[] = "load_file fail.fst\nvariable_add ref.mismatch\n"
                                "divider_add dst\nvariable_add ref.mismatch_dst_data\n"
                                "variable_add ref.dst_data\nvariable_add dpas.dst_data\n"
                                "variable_add dpas.dst_valid\n";
    struct assay_lockstep *ls;
    char *text, wanted[80];

    (void)state;
    choose("dpas", "default");
    ls = failed_run("dst_data", 70, 2000, true);
    text = saved_by(assay_surfer_save, "fail.sucl", ls);
    assert_ptr_equal(text, strstr(text, order));
    has(text, "divider_add pins\nvariable_add dpas.clk\nvariable_add dpas.rst\n");
    has(text, "divider_add cmd\nvariable_add dpas.cmd_valid\n");
    snprintf(wanted, sizeof wanted, "\ncursor_set %ld\nmarker_set failure\ngoto_cursor\n",
             10 * fake.at);
    has(text, wanted);
    free(text);
    assay_lockstep_close(ls);
}

static void test_surfer_for_icarus(void **state)
{
    struct assay_lockstep *ls;
    char *text;

    (void)state;
    choose("dotmul", "default");
    config.backend = "icarus";
    ls = failed_run("res_p", 3, 100, true);
    text = saved_by(assay_surfer_save, "fail.sucl", ls);
    has(text, "variable_add assay_top.ref.res_p\nvariable_add assay_top.res_p\n");
    has_not(text, "dotmul.");
    free(text);
    assay_lockstep_close(ls);
}

static void test_failed_writes_leave_nothing(void **state)
{
    static const char nowhere[] = "test-picture-no-such-folder/p";
    struct assay_lockstep *ls;
    char why[PATH_MAX + 256] = "", temporary[PATH_MAX + 32];

    (void)state;
    choose("dotmul", "default");
    ls = failed_run("res_p", 3, 100, true);
    assert_false(assay_picture_svg(ls, nowhere, why, sizeof why));
    has(why, "test-picture-no-such-folder/p: No such file");
    why[0] = '\0';
    assert_false(assay_gtkw_save(ls, "p.fst", nowhere, why, sizeof why));
    has(why, "test-picture-no-such-folder/p: No such file");
    why[0] = '\0';
    assert_false(assay_surfer_save(ls, "p.fst", nowhere, why, sizeof why));
    has(why, "test-picture-no-such-folder/p: No such file");
    assert_int_equal(access("test-picture-no-such-folder", F_OK), -1);

    /* The rename fails, because the target is a folder. */
    assert_false(assay_picture_svg(ls, folder.path, why, sizeof why));
    has(why, folder.path);
    assert_false(assay_gtkw_save(ls, "p.fst", folder.path, why, sizeof why));
    has(why, folder.path);
    snprintf(temporary, sizeof temporary, "%s.tmp%ld", folder.path, (long)getpid());
    assert_int_equal(access(temporary, F_OK), -1);
    assert_false(assay_gtkw_save(ls, "a\"b.fst", folder.path, why, sizeof why));
    has(why, "quotes");

    /* A full disk. */
    if (access("/dev/full", W_OK) == 0) {
        const char *path = in_folder("full");

        snprintf(temporary, sizeof temporary, "%s.tmp%ld", path, (long)getpid());
        assert_int_equal(symlink("/dev/full", temporary), 0);
        assert_false(assay_picture_svg(ls, path, why, sizeof why));
        has(why, "No space left");
        assert_int_equal(access(path, F_OK), -1);
    }
    assay_lockstep_close(ls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_svg),
        cmocka_unit_test(test_svg_of_waves),
        cmocka_unit_test(test_gtkw_names_what_differs_first),
        cmocka_unit_test(test_gtkw_for_icarus),
        cmocka_unit_test(test_surfer_names_what_differs_first),
        cmocka_unit_test(test_surfer_for_icarus),
        cmocka_unit_test(test_failed_writes_leave_nothing),
    };
    return cmocka_run_group_tests(tests, folder_open, folder_close_empty);
}
