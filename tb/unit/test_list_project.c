/*
 * test_list_project.c - the project's own regression lists have what they promise.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/error.h"
#include "base/home.h"
#include "regress/list.h"

static char why[8192];

static void test_project_lists(void **state)
{
    static const char *const names[] = {"smoke", "nightly", "exhaustive"};
    struct assay_list list;
    char file[4096];

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        char relative[64];

        snprintf(relative, sizeof relative, "regress/%s.yaml", names[i]);
        assay_source_path(file, sizeof file, relative);
        if (assay_list_read(file, &list, why, sizeof why) != ASSAY_OK)
            fail_msg("%s", why);
        assert_true(list.n > 0);
        assay_list_free(&list);
    }
}

/* Returns true if the list has a plain run of the block with these parameters; NULL means any. */
static bool has_run(const struct assay_list *list, const struct assay_block *block,
                    const struct assay_params *params, enum assay_backend backend)
{
    for (size_t i = 0; i < list->n; ++i) {
        const struct assay_entry *e = &list->entry[i];

        if (e->block != block || assay_entry_instead(e) || e->code_coverage)
            continue;
        for (size_t j = 0; j < e->n_params; ++j)
            for (size_t k = 0; k < e->n_backends; ++k)
                if (e->backend[k] == backend &&
                    (!params || memcmp(&e->params[j], params, sizeof *params) == 0))
                    return true;
    }
    return false;
}

/* Every block with known bugs must find them, with default parameters. */
static void test_nightly_faults(void **state)
{
    struct assay_list list;
    char file[4096], folder[4096], relative[64];
    size_t with_faults = 0;

    (void)state;
    assay_source_path(file, sizeof file, "regress/nightly.yaml");
    assert_int_equal(assay_list_read(file, &list, why, sizeof why), ASSAY_OK);
    for (size_t b = 0; assay_blocks[b]; ++b) {
        bool there = false;

        snprintf(relative, sizeof relative, "tb/%s/faults", assay_blocks[b]->model->name);
        if (access(assay_source_path(folder, sizeof folder, relative), F_OK) != 0)
            continue;
        ++with_faults;
        for (size_t i = 0; i < list.n; ++i)
            there |= list.entry[i].block == assay_blocks[b] && list.entry[i].faults == ASSAY_ALL &&
                     strcmp(assay_params_set_name(assay_blocks[b], &list.entry[i].params[0]),
                            "default") == 0;
        if (!there)
            fail_msg("%s: expected an entry for the faults of %s", file,
                     assay_blocks[b]->model->name);
    }
    assert_true(with_faults >= 16);
    assay_list_free(&list);
}

/* What runs for every commit also runs every night, longer, because the nightly list has the other
 * sets. */
static void test_commit_in_nightly(void **state)
{
    struct assay_list commit, nightly;
    char file[4096];

    (void)state;
    assay_source_path(file, sizeof file, "regress/nightly.yaml");
    assert_int_equal(assay_list_read(file, &nightly, why, sizeof why), ASSAY_OK);
    assay_source_path(file, sizeof file, "regress/commit.yaml");
    assert_int_equal(assay_list_read(file, &commit, why, sizeof why), ASSAY_OK);
    for (size_t i = 0; i < commit.n; ++i) {
        const struct assay_entry *e = &commit.entry[i];

        if (assay_entry_instead(e))
            continue;
        for (size_t j = 0; j < e->n_params; ++j)
            for (size_t k = 0; k < e->n_backends; ++k)
                if (!has_run(&nightly, e->block, &e->params[j], e->backend[k]))
                    fail_msg("regress/commit.yaml: entry %zu, params %zu: %s on %s: expected the "
                             "same in "
                             "regress/nightly.yaml",
                             i + 1, j + 1, e->block->model->name,
                             assay_backend_name(e->backend[k]));
    }
    assay_list_free(&commit);
    assay_list_free(&nightly);
}

/* Returns true for sets that take too long to build for every commit, and for those between two
 * sets that do run. */
static bool is_for_the_night(const char *block, const char *set)
{
    static const struct {
        const char *block, *set;
    } rows[] = {
        {"compute_block", "largest"},
        {"compute_block", "four"},
        {"core", "largest"},
        {"core", "pair"},
        {"core", "eight"},
        {"depthcull", "largest"},
        {"depthcull", "fixed_largest"},
        {"dpas", "largest"},
        {"dpas", "ampere"},
        {"dpas", "deep"},
        {"dpas", "deep_largest"},
        {"fdot", "k16"},
        {"gateway", "largest"},
        {"gateway_baseline", "largest"},
        {"loopback", "largest"},
        {"predicate", "largest"},
        {"slice", "largest"},
        {"slice", "reduce"},
        {"slm", "largest"},
        {"zcache", "largest"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
        if (strcmp(rows[i].block, block) == 0 && strcmp(rows[i].set, set) == 0)
            return true;
    return false;
}

/* What the lists promise: the shortest one covers each block; the one for every commit covers each
 * block and set except those for the night; the long ones cover each block, set and backend.
 * SystemC at every set is only in the longest. */
static void test_project_lists_cover(void **state)
{
    static const struct {
        const char *name;
        enum assay_backend backend;
        enum { BLOCKS, DEFAULTS, SETS } of;
    } promises[] = {
        {"smoke", ASSAY_VERILATOR, BLOCKS},    {"smoke", ASSAY_ICARUS, BLOCKS},
        {"commit", ASSAY_VERILATOR, SETS},     {"commit", ASSAY_ICARUS, BLOCKS},
        {"nightly", ASSAY_VERILATOR, SETS},    {"nightly", ASSAY_ICARUS, SETS},
        {"nightly", ASSAY_SYSTEMC, DEFAULTS},  {"nightly", ASSAY_SYSTEMC_MODEL, DEFAULTS},
        {"exhaustive", ASSAY_VERILATOR, SETS}, {"exhaustive", ASSAY_ICARUS, SETS},
        {"exhaustive", ASSAY_SYSTEMC, SETS},   {"exhaustive", ASSAY_SYSTEMC_MODEL, SETS},
    };
    struct assay_list list;
    char file[4096];

    (void)state;
    for (size_t i = 0; i < sizeof promises / sizeof promises[0]; ++i) {
        char relative[64];

        snprintf(relative, sizeof relative, "regress/%s.yaml", promises[i].name);
        assay_source_path(file, sizeof file, relative);
        assert_int_equal(assay_list_read(file, &list, why, sizeof why), ASSAY_OK);
        for (size_t b = 0; assay_blocks[b]; ++b)
            for (size_t s = 0; s < assay_blocks[b]->model->n_sets; ++s) {
                const struct assay_param_set *set = &assay_blocks[b]->model->sets[s];

                if (promises[i].of == DEFAULTS && strcmp(set->name, "default") != 0)
                    continue;
                if (strcmp(promises[i].name, "commit") == 0 &&
                    is_for_the_night(assay_blocks[b]->model->name, set->name))
                    continue;
                if (!has_run(&list, assay_blocks[b], promises[i].of == BLOCKS ? NULL : &set->params,
                             promises[i].backend))
                    fail_msg("%s: %s %s on %s: expected an entry", file,
                             assay_blocks[b]->model->name, set->name,
                             assay_backend_name(promises[i].backend));
            }
        assay_list_free(&list);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_project_lists),
        cmocka_unit_test(test_project_lists_cover),
        cmocka_unit_test(test_commit_in_nightly),
        cmocka_unit_test(test_nightly_faults),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
