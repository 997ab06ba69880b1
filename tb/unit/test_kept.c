/*
 * test_kept.c - the description of a user's block as a regression keeps it (attach/kept.h): it is
 * read back, and a message says what is wrong with one that was changed.
 */
#include <string.h>

#include "attach/kept.h"
#include "unit/folder.h"
#include "unit/put_file.h"

#define BLOCK "pins:\n  a: {direction: in, range: [0, 40]}\n"

static char why[PATH_MAX + 512];

static void test_kept(void **state)
{
    struct assay_description *d;

    (void)state;
    put_text(in_folder("block.yaml"), BLOCK);
    put_text(in_folder("widths"), "1 6\n");
    if (assay_attach_kept("fifo", folder.path, &d, why, sizeof why) != ASSAY_OK)
        fail_msg("%s", why);
    assert_string_equal(d->port[1].name, "a");
    assert_int_equal(d->port[1].width->of_set[0], 6);
    assay_describe_free(d);
}

static void test_changed(void **state)
{
    static const struct {
        const char *widths, *message;
    } cases[] = {
        {"", "widths: damaged: expected the widths of fifo"},
        {"1\n", "widths: damaged: expected the widths of fifo"},
        {"9 6\n", "widths: damaged: expected the widths of fifo"},
        {"0 6\n", "widths: damaged: expected the widths of fifo"}, /* rst has none */
        {"1 0\n", "fifo/block.yaml:2: width of a with the set default is 0 in the RTL: expected"},
        {"1 5\n", "fifo/block.yaml:2: pin a: 40 does not fit into the 5 bits"},
        {NULL, "widths: No such file or directory: expected widths"},
    };
    struct assay_description *d;

    (void)state;
    put_text(in_folder("block.yaml"), BLOCK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        if (cases[i].widths)
            put_text(in_folder("widths"), cases[i].widths);
        else
            unlink(in_folder("widths"));
        assert_int_equal(assay_attach_kept("fifo", folder.path, &d, why, sizeof why),
                         ASSAY_ENVIRONMENT);
        assert_null(d);
        if (!strstr(why, cases[i].message))
            fail_msg("says     %s\nexpected %s", why, cases[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_changed),
    };

    return cmocka_run_group_tests(tests, folder_open, folder_close);
}
