/*
 * test_script_files.c - files of transactions: written by hand, malformed, cut at the end of the
 * run, and damaged.
 */
#include "unit/put_file.h"
#include "unit/script_bench.h"

static const char head[] =
    "assay-replay 1\nkind transactions\nblock dpas\nparams lanes=4,depth=2\n";

static bool load_text(const char *text, struct assay_replay *r, char *why, size_t why_size)
{
    char path[32];
    bool ok;

    temporary(path);
    put_text(path, text);
    ok = assay_replay_load(r, path, why, why_size) == ASSAY_OK;
    remove(path);
    return ok;
}

static void test_hand_written(void **state)
{
    char text[2048], why[512] = "";
    const uint32_t *data;
    struct assay_replay r;
    struct assay_config c;
    uint8_t *inputs;

    (void)state;
    snprintf(text, sizeof text,
             "%s\n# one command\ncycles 40\nnote by hand\n"
             "  # nothing stalls but dst\nready dst 0x3 1x4 0x-\nreset 0 3\n\n"
             "cmd 1 rc=1 sd=1 exec_size=4 # a command\n"
             "src1 0 data=0xFFFF_0000_0000_0001\nsrc2 2\nsrc0 0 \t data=1\n"
             "reset 20 2\ncmd 0 tag=ff\nsha256 none\n",
             head);
    if (!load_text(text, &r, why, sizeof why))
        fail_msg("%s", why);
    assert_string_equal(r.note, "by hand");
    assert_int_equal(r.script.n_resets, 2);
    assert_int_equal(r.script.stream[0].n_items, 2);
    data = assay_script_payload(&r.script, 1, 0);
    assert_int_equal(data[0], 1);
    assert_int_equal(data[1], 0xFFFF0000u);
    assay_replay_config(&r, &c);
    inputs = inputs_of(&c, 40);
#define AT(cycle, member) inputs[(size_t)(cycle)*c.block->model->in_size + (member)]
    for (unsigned i = 0; i < 40; ++i) {
        const bool reset = i < 3 || i == 20 || i == 21;

        assert_int_equal(AT(i, 0), reset);
        assert_int_equal(AT(i, c.block->model->streams[4].ready), !reset && i >= 3 && i < 7);
        assert_int_equal(AT(i, c.block->model->streams[5].ready), !reset);
        assert_int_equal(AT(i, c.block->model->streams[0].valid), i == 4 || i == 22);
    }
#undef AT
    free(inputs);
    assay_replay_free(&r);
}

static void refused(const char *lines, const char *wanted)
{
    char text[2048], why[512] = "";
    struct assay_replay r;

    snprintf(text, sizeof text, "%s%ssha256 none\n", head, lines);
    if (load_text(text, &r, why, sizeof why))
        fail_msg("accepted: %s", lines);
    if (!strstr(why, wanted))
        fail_msg("'%s' does not say '%s'", why, wanted);
}

static void test_malformed(void **state)
{
    (void)state;
    refused("", ":5: 'end of file': expected a line `cycles ...`");
    refused("cycles 0\n", ":5: cycles 0");
    refused("cycles 10\n", "no reset: expected a line `reset 0 2`");
    refused("cycles 10\ncmd 0\n", ":6: cmd before any reset");
    refused("cycles 10\nreset 1 2\n", ":6: reset 1: expected the first reset at cycle 0");
    refused("cycles 10\nreset 0 0\n", "LENGTH at least 1");
    refused("cycles 10\nreset 0\n", "`reset CYCLE LENGTH`");
    refused("cycles 10\nreset 0 2 3\n", "'3': expected the end of the line");
    refused("cycles 10\nreset 0 4\nreset 3 2\n", ":7: reset 3 2: expected resets in order");
    refused("cycles 10\nreset 0 2\nfoo 0\n", ":7: 'foo': expected reset, ready, plain or a sink "
                                             "stream of dpas: cmd, src1, src0, src2");
    refused("cycles 10\nreset 0 2\ndst 0\n", "'dst': expected reset, ready, plain");
    refused("cycles 10\nreset 0 2\ncmd\n", "cmd: expected a gap");
    refused("cycles 10\nreset 0 2\ncmd -1\n", "cmd: expected a gap");
    refused("cycles 10\nreset 0 2\ncmd 0 foo=1\n",
            "'foo': expected FIELD=HEX with a field of cmd: src1_type, src2_type, ");
    refused("cycles 10\nreset 0 2\ncmd 0 sd\n", "'sd': expected FIELD=HEX");
    refused("cycles 10\nreset 0 2\ncmd 0 sd=\n", "sd='': expected hexadecimal digits");
    refused("cycles 10\nreset 0 2\ncmd 0 sd=1g\n", "sd='1g': expected hexadecimal digits");
    refused("cycles 10\nreset 0 2\ncmd 0 sd=_\n", "sd='_': expected hexadecimal digits");
    refused("cycles 10\nreset 0 2\ncmd 0 sd=0x__\n", "sd='0x__': expected hexadecimal digits");
    refused("cycles 10\nreset 0 2\ncmd 0 sd=1 sd=2\n", "sd again: expected each field once");
    refused("cycles 10\nreset 0 2\n\n# x\ncmd 0 sd=10\n", ":9: sd=10: more than 4 bits");
    refused("cycles 10\nreset 0 2\nsrc1 0 data=100000000000000000000000000000000\n",
            "more than 128 bits: expected a value that fits the pin at these parameters");
    refused("cycles 10\nready cmd 1x-\n",
            "ready of 'cmd': expected a source stream of dpas: dst, rsp");
    refused("cycles 10\nready\n", "ready of '': expected");
    refused("cycles 10\nready dst\n", "ready of dst: expected runs");
    refused("cycles 10\nready dst 2x3\n", "'2x3': expected a run");
    refused("cycles 10\nready dst 1x0\n", "'1x0': expected a run");
    refused("cycles 10\nready dst 1x\n", "'1x': expected a run");
    refused("cycles 10\nready dst 1x- 0x1\n", "'0x1': expected the end of the line");
    refused("cycles 10\nready dst 1x3\nready dst 0x3\n", ":7: ready of dst again");
    refused("cycles 10\nready dst 0x18446744073709551615 1x2\n", "fewer cycles");
    refused("cycles 10\nplain enable 0 1\n", "plain 'enable': expected an input of dpas outside");
    refused("cycles 10\nplain rst 0 1\n", "plain 'rst': expected an input");
    refused("cycles 9\nreset 0 2\ncmd 0\ncmd 100\n",
            ":8: cmd begins in cycle 103 at the earliest: expected a cycle below 9, where the run "
            "ends");
    refused("cycles 9\nreset 0 2\ncmd 7\n", ":7: cmd begins in cycle 9 at the earliest");
    refused("cycles 9\nreset 0 2\ncmd 18446744073709551615\n", ":7: cmd begins in cycle");
    refused("cycles 20\nreset 0 2\ncmd 9\nreset 10 2\ncmd 0\ncmd 7\n",
            ":10: cmd begins in cycle 20 at the earliest");
    refused("cycles 9\nreset 0 2\nreset 9 2\n", ":7: reset begins in cycle 9");
    refused("cycles 9\nready dst 0x9 1x-\nreset 0 2\n", ":6: 1x- begins in cycle 9");
    refused("cycles 10\nreset 0 2\nseed 3\n", "'seed': expected reset, ready, plain");
}

/* The run ends after its cycles, so its file does not contain what a script has beyond them. */
static void test_end_of_the_run(void **state)
{
    static const uint64_t ends[] = {3, 10, 100, 517, 1500};
    struct assay_config c = config_of("dpas", "smallest", 4, 100000);
    struct assay_script s = {0}, file;
    uint8_t *inputs;

    (void)state;
    c.knobs.resets = 100;
    s = recorded(&c, 0, 3000, NULL);
    inputs = inputs_of(&c, 3001);
    assert_true(s.n_resets > 2 && s.reset[s.n_resets - 1].cycle > 1500);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; ++i) {
        s.cycles = ends[i];
        file = reloaded(&s);
        played_as(&c, &file, inputs);
        assert_true(assay_script_items(&file) < assay_script_items(&s));
        assert_true(file.n_resets < s.n_resets);
        assay_script_free(&file);
    }
    assay_script_free(&s);
    free(inputs);
}

/* Every truncation and every changed byte of a file with a checksum is detected. */
static void test_damaged(void **state)
{
    struct assay_config c = config_of("dpas", "smallest", 2, 1000);
    struct assay_script s = recorded(&c, 0, 60, NULL);
    char path[32], why[512], text[16384];
    struct assay_replay r;
    size_t size;
    FILE *f;

    (void)state;
    temporary(path);
    assert_true(assay_replay_save_script(&s, NULL, NULL, path, why, sizeof why));
    assay_script_free(&s);
    f = fopen(path, "r");
    assert_non_null(f);
    size = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    remove(path);
    text[size] = '\0';
    assert_true(load_text(text, &r, why, sizeof why));
    assay_replay_free(&r);
    for (size_t i = 0; i < size; i += 3) {
        const char kept = text[i];

        text[i] = kept == '1' ? '2' : '1';
        assert_false(load_text(text, &r, why, sizeof why));
        text[i] = '\0';
        assert_false(load_text(text, &r, why, sizeof why));
        text[i] = kept;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hand_written),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_end_of_the_run),
        cmocka_unit_test(test_damaged),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
