/*
 * test_list_bad.c - regression lists that are refused, each with its message.
 */
#include "unit/list_file.h"

#include <sys/stat.h>

#include "base/error.h"

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
         ":4: fault on backend model, which runs no RTL: expected verilator, icarus, systemc or "
         "check-x"},
        {ENTRY "    rtl: a.f\n    backend: systemc-model\n",
         ":4: rtl on backend systemc-model, which runs no RTL: expected verilator, icarus, "
         "systemc or check-x"},
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
        cmocka_unit_test(test_bad_lists),
        cmocka_unit_test(test_no_faults),
        cmocka_unit_test(test_no_file),
        cmocka_unit_test(test_garbage),
    };

    return cmocka_run_group_tests(tests, make_file, remove_file);
}
