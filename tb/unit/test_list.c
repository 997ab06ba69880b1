/*
 * test_list.c - regression lists, good and bad.
 */
#include "unit/list_file.h"

#include <sys/stat.h>

#include "base/error.h"
#include "base/home.h"
#include "regress/job.h"

/* --- good lists --- */

static void test_defaults(void **state)
{
    struct assay_list list;
    const struct assay_entry *e;
    char text[ASSAY_JOB_TEXT];

    (void)state;
    assert_int_equal(read_list("entries:\n"
                               "  - block: dotmul\n"
                               "    cycles: 1000\n",
                               &list),
                     ASSAY_OK);
    assert_int_equal(list.n, 1);
    e = &list.entry[0];
    assert_int_equal(e->line, 2);
    assert_string_equal(e->block->model->name, "dotmul");
    assert_ptr_equal(e->scenario, &e->block->scenarios[0]);
    assert_int_equal(e->n_params, 1);
    assay_params_print(e->block, &e->params[0], text, sizeof text);
    assert_string_equal(text, "n=4,k=2,duplex=0");
    assert_int_equal(e->n_backends, 1);
    assert_int_equal(e->backend[0], ASSAY_VERILATOR);
    assert_int_equal(e->cycles, 1000);
    assert_false(e->fixed_seeds);
    assert_int_equal(e->n_seeds, 1);
    assert_int_equal(e->weight, 1);
    assert_int_equal(e->timeout, 600);
    assert_false(e->code_coverage);
    assert_false(e->own_knobs);
    assert_int_equal(e->n_tags, 0);
    assay_list_free(&list);
}

static void test_all_keys(void **state)
{
    struct assay_list list;
    const struct assay_entry *e;
    char text[ASSAY_JOB_TEXT];

    (void)state;
    assert_int_equal(read_list("# every key\n"
                               "entries:\n"
                               "- timeout: 30\n"
                               "  knobs: {stall: 0, illegal: 100}\n"
                               "  tags: [fast, four-state]\n"
                               "  weight: 7\n"
                               "  seeds: 5..8\n"
                               "  cycles: 1_000_000\n"
                               "  backend: [model, icarus]\n"
                               "  scenario: throughput\n"
                               "  params: [largest, \"lanes=4,depth=8\"]\n"
                               "  block: dpas\n"
                               "- {block: dpas, cycles: 1, params: smallest, backend: icarus}\n"
                               "- {block: dpas, cycles: 1}\n"
                               "- {block: dpas, cycles: 1, code_coverage: true}\n",
                               &list),
                     ASSAY_OK);
    assert_int_equal(list.n, 4);
    e = &list.entry[0];
    assert_string_equal(e->scenario->name, "throughput");
    assert_int_equal(e->n_params, 2);
    assay_params_print(e->block, &e->params[1], text, sizeof text);
    assert_string_equal(text, "lanes=4,depth=8,profile=0,max_sd=8");
    assert_int_equal(e->n_backends, 2);
    assert_int_equal(e->backend[0], ASSAY_MODEL);
    assert_int_equal(e->backend[1], ASSAY_ICARUS);
    assert_int_equal(e->cycles, 1000000);
    assert_true(e->fixed_seeds);
    assert_int_equal(e->first_seed, 5);
    assert_int_equal(e->n_seeds, 4);
    assert_int_equal(e->weight, 7);
    assert_int_equal(e->timeout, 30);
    assert_true(e->own_knobs);
    assert_int_equal(e->knobs.stall, 0);
    assert_int_equal(e->knobs.illegal, 100);
    assert_int_equal(e->knobs.corner, e->scenario->knobs.corner);
    assert_true(assay_entry_tagged(e, "four-state"));
    assert_false(assay_entry_tagged(e, "four"));
    assert_int_equal(list.entry[1].line, 13);
    assert_false(list.entry[2].code_coverage);
    assert_true(list.entry[3].code_coverage);
    assay_list_free(&list);
}

/* The project's own lists. */
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

    (void)state;
    assay_source_path(file, sizeof file, "regress/nightly.yaml");
    assert_int_equal(assay_list_read(file, &list, why, sizeof why), ASSAY_OK);
    for (size_t b = 0; assay_blocks[b]; ++b) {
        bool there = false;

        snprintf(relative, sizeof relative, "tb/%s/faults", assay_blocks[b]->model->name);
        if (access(assay_source_path(folder, sizeof folder, relative), F_OK) != 0)
            continue;
        for (size_t i = 0; i < list.n; ++i)
            there |= list.entry[i].block == assay_blocks[b] && list.entry[i].faults == ASSAY_ALL &&
                     strcmp(assay_params_set_name(assay_blocks[b], &list.entry[i].params[0]),
                            "default") == 0;
        if (!there)
            fail_msg("%s: expected an entry for the faults of %s", file,
                     assay_blocks[b]->model->name);
    }
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

/* --- bad lists --- */

#define ENTRY "entries:\n  - block: dotmul\n    cycles: 10\n"

static void test_bad_lists(void **state)
{
    static const struct {
        const char *text, *message; /* what follows the file's name */
    } cases[] = {
        /* the file */
        {"", ":1: the file is empty: expected the key entries"},
        {"# nothing\n", ":1: the file is empty: expected the key entries"},
        {"- block\n", ":1: the file holds a list: expected a map with the key entries"},
        {"\nentry: []\n", ":2: unknown key 'entry': expected only entries"},
        {"entries: []\n", ":1: entries is an empty list: expected a list of one entry or more"},
        {"entries: all\n", ":1: entries is a word: expected a list of one entry or more"},
        {"entries:\n", ":1: entries is nothing: expected a list of one entry or more"},
        {ENTRY "entries: []\n", ":4: key 'entries' again: expected it once"},
        {ENTRY "---\nentries: []\n", ":4: a second document: expected one"},
        {"entries:\n  - block: [dotmul\n    cycles: 10\n",
         ":3: did not find expected ',' or ']' while parsing a flow sequence: expected YAML"},
        {"entries:\n\t- block: dotmul\n",
         ":2: found character that cannot start any token while scanning for the next token: "
         "expected YAML"},

        /* entries */
        {"entries:\n  - dotmul\n",
         ":2: an entry is a word: expected a map with block, cycles, ..."},
        {"entries:\n  - cycles: 10\n", ":2: an entry without 'block': expected that key"},
        {"entries:\n\n  - block: dotmul\n", ":3: an entry without 'cycles': expected that key"},
        {ENTRY "    cylces: 10\n",
         ":4: unknown key 'cylces': expected block, proofs, plots, faults, mutate, solver, "
         "require, "
         "params, "
         "scenario, backend, rtl, fault, cycles, seeds, weight, tags, known, knobs, timeout, "
         "code_coverage or "
         "allow_partial; did you mean 'cycles'?"},
        {ENTRY "    known: ''\n", ":4: known is nothing: expected a word"},
        {ENTRY "    known: \"two\\nlines\"\n",
         ":4: known 'two\nlines': expected a reason of 1 to 400 characters in a line"},
        {ENTRY "    known: \"a \\e[31mred\"\n",
         ":4: known 'a ' with control character 27: expected a line of printable ones"},
        {ENTRY "    rtl: nowhere.f\n",
         ":4: rtl /tmp/nowhere.f: No such file or directory: expected an RTL file list"},
        {ENTRY "    fault: carry_dropped\n    backend: [verilator, model]\n",
         ":4: fault on backend model, which runs no RTL: expected verilator, icarus or systemc"},
        {ENTRY "    rtl: a.f\n    backend: systemc-model\n",
         ":4: rtl on backend systemc-model, which runs no RTL: expected verilator, icarus or "
         "systemc"},
        {ENTRY "    cycles: 10\n", ":4: key 'cycles' again: expected each key once"},

        /* block, params, scenario, backend */
        {"entries:\n  - block: [dotmul]\n    cycles: 10\n", ":2: block is a list: expected a word"},
        {"entries:\n  - block:\n    cycles: 10\n", ":2: block is nothing: expected a word"},
        {ENTRY "    params: huge\n",
         ":4: unknown parameter set 'huge': expected smallest, default, n2k4, n4k3, largest, "
         "duplex or key=value,..."},
        {ENTRY "    params:\n      - default\n      - n=x\n",
         ":6: parameter n of dotmul: 'x' is not a number"},
        {ENTRY "    params: {n: 4}\n", ":4: params is a map: expected a word or a list"},
        {ENTRY "    params: []\n", ":4: params is an empty list: expected at least one word"},
        {ENTRY "    params: [[default]]\n", ":4: params is a list: expected a word"},
        {ENTRY "    params: [default, \"n=4\"]\n",
         ":4: params 'n=4' again: expected each parameter choice once"},
        {ENTRY "    scenario: throughput\n",
         ":4: unknown scenario 'throughput': expected random or exhaustive"},
        {ENTRY "    backend: vcs\n", ":4: unknown backend 'vcs': expected verilator, icarus, "
                                     "systemc, systemc-model, check-x or model"},
        {ENTRY "    backend: [model, model]\n",
         ":4: backend 'model' again: expected each backend once"},

        /* numbers */
        {"entries:\n  - block: dotmul\n    cycles: 0\n",
         ":3: cycles '0': expected a number from 1 to 9223372036854775807"},
        {"entries:\n  - block: dotmul\n    cycles: -5\n",
         ":3: cycles '-5': expected a number from 1 to 9223372036854775807"},
        {"entries:\n  - block: dotmul\n    cycles: \"10\"\n",
         ":3: cycles '10': expected a number from 1 to 9223372036854775807"},
        {"entries:\n  - block: dotmul\n    cycles: 1e6\n",
         ":3: cycles '1e6': expected a number from 1 to 9223372036854775807"},
        {"entries:\n  - block: dotmul\n    cycles: 99999999999999999999\n",
         ":3: cycles '99999999999999999999': expected a number from 1 to 9223372036854775807"},
        {"entries:\n  - block: dotmul\n    cycles: [10]\n",
         ":3: cycles is a list: expected a number"},
        {ENTRY "    seeds: 0\n", ":4: seeds '0': expected a number from 1 to 1000000"},
        {ENTRY "    seeds: some\n", ":4: seeds 'some': expected a number from 1 to 1000000"},
        {ENTRY "    seeds: [1, 2]\n", ":4: seeds is a list: expected a number, or a range A..B"},
        {ENTRY "    seeds: 4..\n", ":4: seeds '4..': expected a number, or a range A..B"},
        {ENTRY "    seeds: 1...4\n", ":4: seeds '1...4': expected a number, or a range A..B"},
        {ENTRY "    seeds: 4..3\n",
         ":4: seeds '4..3': expected a range of 1 to 1000000 seeds, the smaller first"},
        {ENTRY "    seeds: 0..1000000\n",
         ":4: seeds '0..1000000': expected a range of 1 to 1000000 seeds, the smaller first"},
        {ENTRY "    weight: 0\n", ":4: weight '0': expected a number from 1 to 1000"},
        {ENTRY "    code_coverage: yes\n", ":4: code_coverage 'yes': expected true or false"},
        {ENTRY "    scenario: exhaustive\n    allow_partial: yes\n",
         ":5: allow_partial 'yes': expected true or false"},
        {ENTRY "    allow_partial: true\n",
         ":4: allow_partial with scenario random, which has no end: expected one that ends by "
         "itself"},
        {ENTRY "    backend: model\n    code_coverage: true\n",
         ":5: code_coverage on backend model: expected verilator"},
        {ENTRY "    timeout: 0\n", ":4: timeout '0': expected a number from 1 to 1000000"},

        /* tags, knobs */
        {ENTRY "    tags: fast\n", ":4: tags is a word: expected a list"},
        {ENTRY "    tags: [a, b c]\n",
         ":4: tag 'b c': expected letters, digits, '_', '-' and '.' only"},
        {ENTRY "    tags: [a, a]\n", ":4: tag 'a' again: expected each tag once"},
        {ENTRY "    knobs: 50\n",
         ":4: knobs is a word: expected a map of stall, illegal, corner, resets"},
        {ENTRY "    knobs:\n      stalls: 5\n", ":5: unknown knob 'stalls': expected stall, "
                                                "illegal, corner or resets; did you mean 'stall'?"},
        {ENTRY "    knobs: {stall: 5, stall: 6}\n",
         ":4: knob 'stall' again: expected each knob once"},
        {ENTRY "    knobs:\n      stall: 5\n      corner: 101\n",
         ":6: corner '101': expected a number from 0 to 100"},

        /* proofs */
        {"entries:\n  - block: slm\n    proofs: all\n",
         ":3: slm has no proofs: expected a block with a folder tb/slm/formal"},
        {"entries:\n  - {block: depthcull, proofs: some}\n",
         ":2: proofs 'some': expected quick or all"},
        {"entries:\n  - {block: depthcull, proofs: [all]}\n",
         ":2: proofs is a list: expected a word"},
        {"entries:\n  - {block: depthcull, proofs: all, cycles: 5}\n",
         ":2: an entry with proofs and 'cycles': expected block, proofs, solver, weight, tags, "
         "known, timeout alone"},
        {"entries:\n  - {block: depthcull, params: default, proofs: all}\n",
         ":2: an entry with proofs and 'params': expected block, proofs, solver, weight, tags, "
         "known, timeout alone"},
        {"entries:\n  - {block: depthcull, proofs: all, solver: vampire}\n",
         ":2: solver 'vampire': expected abc, cadical, z3 or cvc5"},
        {"entries:\n  - {block: depthcull, solver: z3}\n",
         ":2: an entry with 'solver' and no proofs: expected both"},
        {"entries:\n  - {block: depthcull, mutate: 3, solver: z3}\n",
         ":2: an entry with mutate and 'solver': expected block, mutate, require, params, cycles, "
         "weight, tags, known, timeout "
         "alone"},
        {"entries:\n  - {block: depthcull, proofs: all, solver: z3}\n"
         "  - {block: depthcull, proofs: all}\n"
         "  - {block: depthcull, proofs: quick, solver: z3}\n",
         ":4: the proofs of depthcull are in line 2 already: expected them once"},
        /* plots */
        {"entries:\n  - block: dotmul\n    plots: true\n",
         ":3: dotmul has no plots: expected a block that draws some"},
        {"entries:\n  - {block: gateway, plots: false}\n", ":2: plots 'false': expected true"},
        {"entries:\n  - {block: gateway, plots: true, seeds: 2}\n",
         ":2: an entry with plots and 'seeds': expected block, plots, weight, tags, known, timeout "
         "alone"},
        {"entries:\n  - {block: depthcull, proofs: all, plots: true}\n",
         ":2: an entry with proofs and plots: expected one of them"},
        {"entries:\n  - {block: gateway, plots: true}\n  - {plots: true, block: gateway}\n",
         ":3: the plots of gateway are in line 2 already: expected them once"},

        /* faults */
        {"entries:\n  - {block: dotmul, faults: some, cycles: 10}\n",
         ":2: faults 'some': expected quick or all"},
        {"entries:\n  - {block: dotmul, faults: all}\n",
         ":2: an entry without 'cycles': expected that key"},
        {"entries:\n  - {block: dotmul, faults: all, cycles: 10, seeds: 2}\n",
         ":2: an entry with faults and 'seeds': expected block, faults, params, cycles, weight, "
         "tags, "
         "known, timeout alone"},
        {"entries:\n  - {block: depthcull, proofs: all, faults: all, cycles: 10}\n",
         ":2: an entry with proofs and faults: expected one of them"},
        {"entries:\n  - {block: dotmul, faults: all, cycles: 10}\n"
         "  - {block: dotmul, faults: quick, cycles: 20, params: [smallest, default]}\n",
         ":3: the faults of dotmul are in line 2 already: expected them once"},

        /* mutate */
        {"entries:\n  - {block: dotmul, mutate: 0}\n",
         ":2: mutate '0': expected a number from 1 to 10000"},
        {"entries:\n  - {block: dotmul, mutate: 10, require: 101}\n",
         ":2: require '101': expected a percentage from 0 to 100"},
        {"entries:\n  - {block: dotmul, mutate: 10, require: 0x10}\n",
         ":2: require '0x10': expected a percentage from 0 to 100"},
        {"entries:\n  - {block: dotmul, cycles: 10, require: 99}\n",
         ":2: an entry with 'require' and no mutate: expected both"},
        {"entries:\n  - {block: dotmul, mutate: 10, seeds: 2}\n",
         ":2: an entry with mutate and 'seeds': expected block, mutate, require, params, cycles, "
         "weight, tags, known, timeout "
         "alone"},
        {"entries:\n  - {block: dotmul, mutate: 10, faults: all, cycles: 10}\n",
         ":2: an entry with faults and mutate: expected one of them"},
        {"entries:\n  - {block: dotmul, mutate: 10}\n"
         "  - {block: dotmul, mutate: 20, params: [smallest, default]}\n",
         ":3: the mutants of dotmul are in line 2 already: expected them once"},
        {"entries:\n  - {proofs: all}\n", ":2: an entry without 'block': expected that key"},
        {"entries:\n  - {block: depthcull, proofs: all}\n  - {block: depthcull, proofs: quick}\n",
         ":3: the proofs of depthcull are in line 2 already: expected them once"},

        /* the same job twice */
        {ENTRY "  - block: dotmul\n    cycles: 20\n    params: [smallest, default]\n",
         ":4: dotmul with n=4,k=2,duplex=0, scenario random, backend verilator and the same knobs "
         "is "
         "in line 2 already: expected it once"},
        {ENTRY "  - block: dotmul\n    cycles: 20\n    knobs: {stall: 50}\n", /* its default */
         ":4: dotmul with n=4,k=2,duplex=0, scenario random, backend verilator and the same knobs "
         "is "
         "in line 2 already: expected it once"},
    };
    struct assay_list list;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        assert_int_equal(read_list(cases[i].text, &list), ASSAY_BAD_INPUT);
        assert_memory_equal(why, path, strlen(path));
        assert_string_equal(why + strlen(path), cases[i].message);
        assert_null(list.entry);
        assert_int_equal(list.n, 0);
    }
}

/* In a tree without known bugs, a block has none. */
static void test_no_faults(void **state)
{
    static const char *const folders[] = {"rtl", "model", "tb"};
    const char *const before = getenv("ASSAY_HOME");
    char *const kept = before ? strdup(before) : NULL;
    char home[] = "/tmp/test_list_home.XXXXXX", folder[64];
    struct assay_list list;

    (void)state;
    assert_non_null(mkdtemp(home));
    for (size_t i = 0; i < 3; ++i) {
        snprintf(folder, sizeof folder, "%s/%s", home, folders[i]);
        assert_int_equal(mkdir(folder, 0700), 0);
    }
    assert_int_equal(setenv("ASSAY_HOME", home, 1), 0);
    assert_int_equal(read_list("entries:\n  - {block: dotmul, faults: all, cycles: 10}\n", &list),
                     ASSAY_BAD_INPUT);
    assert_memory_equal(why, path, strlen(path));
    assert_string_equal(why + strlen(path), ":2: dotmul has no faults: expected a block with a "
                                            "folder tb/dotmul/faults");
    assert_int_equal(kept ? setenv("ASSAY_HOME", kept, 1) : unsetenv("ASSAY_HOME"), 0);
    free(kept);
    for (size_t i = 0; i < 3; ++i) {
        snprintf(folder, sizeof folder, "%s/%s", home, folders[i]);
        assert_int_equal(rmdir(folder), 0);
    }
    assert_int_equal(rmdir(home), 0);
}

static void test_no_file(void **state)
{
    struct assay_list list;

    (void)state;
    assert_int_equal(assay_list_read("/nowhere/list.yaml", &list, why, sizeof why),
                     ASSAY_BAD_INPUT);
    assert_string_equal(
        why, "/nowhere/list.yaml: No such file or directory: expected a regression list");
}

/* A file that is not even text must be refused without a crash. */
static void test_garbage(void **state)
{
    static const char bytes[] = "entries:\n  - block: \xff\xfe\n";
    struct assay_list list;

    (void)state;
    assert_int_equal(read_list(bytes, &list), ASSAY_BAD_INPUT);
    assert_non_null(strstr(why, "expected YAML"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),          cmocka_unit_test(test_all_keys),
        cmocka_unit_test(test_project_lists),     cmocka_unit_test(test_bad_lists),
        cmocka_unit_test(test_no_faults),         cmocka_unit_test(test_no_file),
        cmocka_unit_test(test_garbage),           cmocka_unit_test(test_project_lists_cover),
        cmocka_unit_test(test_commit_in_nightly), cmocka_unit_test(test_nightly_faults),
    };

    return cmocka_run_group_tests(tests, make_file, remove_file);
}
