/*
 * test_cover.c - the coverage store: exactly what is written is read back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "coverage/exclude.h"
#include "coverage/store.h"
#include "coverage/total.h"
#include "engine/block.h"

/* --- a block that has only parameters and coverage --- */

static const char *const color_bins[] = {"red", "green", "blue"};
static const char *const size_bins[] = {"small", "big"};
static const struct assay_cover_axis color = {"color", 3, color_bins};
static const struct assay_cover_axis size = {"size", 2, size_bins};

/* A big blue toy is impossible. */
static bool impossible(const unsigned *bin)
{
    return bin[0] == 2 && bin[1] == 1;
}

enum { TOYS, COLORS };

static const struct assay_cover_group groups[] = {
    [TOYS] = {"toys", "color by size", 2, {&color, &size}, impossible},
    [COLORS] = {"colors", "colors", 1, {&color}, NULL},
};

static const struct assay_model_param params[] = {{"w", "W", "width", 4}, {"d", "D", "depth", 2}};
static const struct assay_param_set sets[] = {{"default", {{4, 2}}}};

static const char *check_params(const struct assay_params *p)
{
    return p->v[0] == 0 ? "w is 0: expected 1 or more" : NULL;
}

static const struct assay_model_block fake_model = {
    .name = "fake",
    .params = params,
    .n_params = 2,
    .sets = sets,
    .n_sets = 1,
    .check_params = check_params,
};

static const struct assay_block fake = {
    .model = &fake_model,
    .groups = groups,
    .n_groups = 2,
};

static const struct assay_model_block other_model = {
    .name = "other",
    .params = params,
    .n_params = 2,
    .sets = sets,
    .n_sets = 1,
    .check_params = check_params,
};

static const struct assay_block other = {
    .model = &other_model,
    .groups = groups,
    .n_groups = 1,
};

static const struct assay_block *const blocks[] = {&fake, &other, NULL};

/* --- files --- */

static char folder[] = "/tmp/test_cover.XXXXXX";
static char why[8192];

static const char *in_folder(const char *name)
{
    static char path[2][256];
    static unsigned turn;

    turn ^= 1;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static void write_file(const char *path, const char *text, size_t size_of_text)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, size_of_text, f), size_of_text);
    assert_int_equal(fclose(f), 0);
}

static void assert_file(const char *path, const char *text)
{
    static char buffer[4096];
    FILE *f = fopen(path, "r");
    size_t n;

    assert_non_null(f);
    n = fread(buffer, 1, sizeof buffer - 1, f);
    buffer[n] = '\0';
    fclose(f);
    assert_string_equal(buffer, text);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"a", "b", "bad", "merged"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        unlink(in_folder(names[i]));
    return rmdir(folder); /* fails if a temporary file was left */
}

/* --- databases --- */

static void test_bins(void **state)
{
    unsigned bin[ASSAY_COVER_AXES];

    (void)state;
    assert_int_equal(assay_cover_size(&groups[TOYS]), 6);
    assert_int_equal(assay_cover_size(&groups[COLORS]), 3);
    for (unsigned i = 0; i < 6; ++i) {
        assay_cover_bins(&groups[TOYS], i, bin);
        assert_int_equal(bin[0], i / 2);
        assert_int_equal(bin[1], i % 2);
        assert_int_equal(assay_cover_possible(&groups[TOYS], i), i != 5);
    }
}

static void test_totals(void **state)
{
    struct assay_cover db;
    struct assay_cover_total t;

    (void)state;
    assert_true(assay_cover_open(&db, &fake));
    t = assay_cover_sum(&db);
    assert_int_equal(t.possible, 8);
    assert_int_equal(t.hit, 0);

    assay_cover_hit(&db, TOYS, 0);
    assay_cover_hit(&db, TOYS, 0);
    assay_cover_hit(&db, TOYS, 4);
    assay_cover_hit(&db, TOYS, 5); /* the impossible bin */
    assay_cover_hit(&db, COLORS, 1);
    t = assay_cover_total(&db, TOYS);
    assert_int_equal(t.possible, 5);
    assert_int_equal(t.hit, 2);
    assert_int_equal(t.wrong, 1);
    t = assay_cover_total(&db, COLORS);
    assert_int_equal(t.possible, 3);
    assert_int_equal(t.hit, 1);
    assert_int_equal(t.wrong, 0);
    t = assay_cover_sum(&db);
    assert_int_equal(t.possible, 8);
    assert_int_equal(t.hit, 3);
    assay_cover_close(&db);
    assert_null(db.block);
}

/* --- files --- */

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
    write_file(in_folder("b"), text, strlen(text));
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
    write_file(in_folder("a"), text, strlen(text));
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
         ":3: 'red.tiny': 'tiny' is no bin of axis size: expected one of its 2"},
        {RUN "hit fake toys red 1\n",
         ":3: 'red': expected 2 bins, with dots between, for group toys"},
        {RUN "hit fake toys red. 1\n",
         ":3: 'red.': '' is no bin of axis size: expected one of its 2"},
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
        write_file(in_folder("bad"), cases[i].text, strlen(cases[i].text));
        assert_false(assay_cover_load_from(blocks, db, in_folder("bad"), why, sizeof why));
        assert_memory_equal(why, in_folder("bad"), strlen(in_folder("bad")));
        assert_string_equal(why + strlen(in_folder("bad")), cases[i].message);
        assert_memory_equal(db[0].count, before, sizeof before);
        assert_int_equal(db[0].runs, 1);
        assert_null(db[1].block);
    }
    write_file(in_folder("bad"), RUN "hit fake\0\n", sizeof RUN "hit fake\0\n" - 1);
    assert_false(assay_cover_load_from(blocks, db, in_folder("bad"), why, sizeof why));
    assert_string_equal(why + strlen(in_folder("bad")), ":3: a zero byte: expected text");
    assay_cover_close(&db[0]);
}

static void test_no_file(void **state)
{
    struct assay_cover db[2] = {{0}, {0}};
    char message[512];

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

/* Each state of each stream has its own counter; the other streams are idle. */
static void flow_of(const struct assay_block *b)
{
    /* Indexed by valid and ready. */
    static const char *const names[2][2] = {{"idle", "starved"}, {"stalled", "transfer"}};
    const size_t group = assay_cover_find(b, "flow");
    uint8_t *in = calloc(1, b->model->in_size), *out = calloc(1, b->model->out_size);
    struct assay_cover db;

    assert_non_null(in);
    assert_non_null(out);
    assert_int_equal(group, b->n_groups);
    for (size_t s = 0; s < b->model->n_streams; ++s) {
        const struct assay_stream *stream = &b->model->streams[s];
        uint8_t *valid = (stream->sink ? in : out) + stream->valid;
        uint8_t *ready = (stream->sink ? out : in) + stream->ready;

        assert_string_equal(b->flow->axes[0]->bins[s], stream->name);
        for (size_t state = 0; state < 4; ++state) {
            assert_string_equal(b->flow->axes[1]->bins[state], names[state >> 1][state & 1]);
            assert_true(assay_cover_open(&db, b));
            *valid = state >> 1 & 1;
            *ready = state & 1;
            b->model->handshakes(in, out, assay_cover_flow(&db), 1);
            for (size_t other_one = 0; other_one < b->model->n_streams; ++other_one)
                for (size_t i = 0; i < 4; ++i)
                    assert_int_equal(db.count[db.first[group] + other_one * 4 + i],
                                     i == (other_one == s ? state : 0));
            for (size_t i = 0; i < db.first[group]; ++i)
                assert_int_equal(db.count[i], 0);
            assay_cover_close(&db);
        }
        *valid = *ready = 0;
    }
    free(in);
    free(out);
}

static void test_flow(void **state)
{
    size_t n = 0;

    (void)state;
    for (; assay_blocks[n]; ++n)
        flow_of(assay_blocks[n]);
    assert_int_not_equal(n, 0);
    assert_int_equal(assay_cover_find(&fake, "flow"), 2); /* without streams there is none */
    assert_int_equal(assay_cover_groups(&fake), 2);
}

/* --- exclusions --- */

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
    write_file(in_folder("a"), text, strlen(text));
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
         ":2: 'huge' is no bin of axis size of group toys: expected one of its 2, or *"},
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
    char text[256], message[512];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct assay_cover db[2] = {{0}, {0}};

        snprintf(text, sizeof text, "# head\n%s", cases[i].line);
        write_file(in_folder("bad"), text, strlen(text));
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
        cmocka_unit_test(test_bins),           cmocka_unit_test(test_totals),
        cmocka_unit_test(test_save),           cmocka_unit_test(test_merge),
        cmocka_unit_test(test_overflow),       cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_no_file),        cmocka_unit_test(test_save_over_folder),
        cmocka_unit_test(test_real_blocks),    cmocka_unit_test(test_exclude),
        cmocka_unit_test(test_bad_exclusions), cmocka_unit_test(test_flow),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
