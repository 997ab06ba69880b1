/*
 * test_readers.c - damaged files. Each reader gets files of the tree in which bytes, numbers, words
 * and lines were changed, removed, repeated or mixed. It must read each of them, or refuse it with
 * a message that names the file, and return.
 *
 * ASSAY_READERS_COUNT sets how many files each reader gets. The current file is
 * readers_PID/readers-NAME.input in the working folder. It stays there if the program is killed, by
 * a sanitizer or because a reader does not return. The folder's name is a legal block name, because
 * a description without `name` uses it.
 */
#include <errno.h>
#include <glob.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "describe/describe.h"
#include "gemm/npy.h"
#include "predicate/asm.h"
#include "regress/list.h"
#include "scene/obj.h"
#include "sim/filelist.h"
#include "stimulus/replay.h"
#include "stimulus/table.h"
#include "unit/damage.h"
#include "unit/random.h"

/* PATIENCE: seconds per file; a reader takes less than a thousandth of that. */
enum { PATIENCE = 120, COUNT = 3000, WHY = 8192 };

/* --- readers: each returns true if it accepts the file; otherwise `why` has the message --- */

static char why[WHY];

static bool read_npy(const char *path)
{
    struct assay_npy a;
    const bool ok = assay_npy_read(path, &a, why, sizeof why) == ASSAY_OK;

    if (ok) {
        const size_t size = a.rows * a.cols * assay_npy_type_size(a.type);
        unsigned sum = 0;

        assert_true(size > 0);
        for (size_t i = 0; i < size; ++i)
            sum += ((const uint8_t *)a.data)[i];
        assert_true(sum <= 255u * size);
        assay_npy_free(&a);
    }
    return ok;
}

static bool read_obj(const char *path)
{
    struct scene_mesh m = {0};
    const bool ok = scene_obj_read(path, &m, why, sizeof why) == ASSAY_OK;

    for (size_t i = 0; ok && i < m.triangles; ++i)
        for (unsigned k = 0; k < 3; ++k)
            assert_true(m.triangle[i][k] < m.vertices);
    if (!ok)
        assert_true(m.triangles == 0 && m.vertices == 0);
    scene_mesh_free(&m);
    return ok;
}

static bool read_assembly(const char *path)
{
    static struct predicate_assembly a;
    struct predicate_asm_error e = {0};
    char *text, line[PREDICATE_LINE];
    size_t size;
    bool ok;

    if (assay_read_file(path, DAMAGE_MOST, "a program", &text, &size, why, sizeof why))
        return false;
    ok = predicate_assemble(text, &a, &e);
    free(text);
    if (!ok) {
        assert_true(e.line > 0 && e.text[0]);
        snprintf(why, sizeof why, "%s:%u: %s", path, e.line, e.text);
        return false;
    }
    assert_true(a.length <= PREDICATE_MOST_WORDS);
    for (uint32_t i = 0; i < a.length; ++i) {
        predicate_disassemble(a.code[i], a.length, a.for_core, line);
        assert_true(line[0]);
    }
    return true;
}

static bool read_replay(const char *path)
{
    static struct assay_replay r;
    struct assay_config c;

    if (assay_replay_load(&r, path, why, sizeof why) != ASSAY_OK)
        return false;
    assert_non_null(r.block);
    memset(&c, 0, sizeof c);
    assay_replay_config(&r, &c);
    assert_non_null(c.scenario);
    assay_replay_free(&r);
    return true;
}

static bool read_filelist(const char *path)
{
    struct assay_filelist list = {0};
    const bool ok = assay_filelist_read(path, &list, why, sizeof why);

    for (size_t i = 0; ok && i < list.sources.n; ++i)
        assert_int_equal(access(list.sources.v[i], F_OK), 0);
    if (!ok)
        assert_int_equal(list.sources.n, 0);
    assay_filelist_free(&list);
    return ok;
}

static bool read_list(const char *path)
{
    struct assay_list list = {0};
    const bool ok = assay_list_read(path, &list, why, sizeof why) == ASSAY_OK;

    if (ok)
        assert_true(list.n > 0);
    assay_list_free(&list);
    return ok;
}

static bool read_description(const char *path)
{
    struct assay_description *d = NULL;

    if (assay_describe_read(path, &d, why, sizeof why)) {
        assert_null(d);
        return false;
    }
    for (size_t i = 0; i < d->n_ports; ++i)
        assert_int_equal(assay_describe_find_port(d, d->port[i].name), (int)i);
    assay_describe_free(d);
    return true;
}

static bool read_table(const char *path)
{
    const struct assay_block *const b = assay_block_find("fp");
    struct assay_script s = {0};
    struct assay_params params;
    bool ok;

    assert_non_null(b);
    assert_true(assay_params_parse(b, "smallest", &params, why, sizeof why));
    why[0] = '\0';
    ok = assay_table_read(&s, b, &params, path, why, sizeof why);
    if (ok)
        assay_script_free(&s);
    return ok;
}

/* --- initial files --- */

static const char transactions[] =
    "assay-replay 1\nkind transactions\nblock depthcull\nparams smallest\ncycles 80\n"
    "note by hand\nready result 0x3 1x4 0x-\nreset 0 3\n\n"
    "prim 4 func=1 cx=c0000000 mask=1000\nprim 9 func=2 tile=1\nreset 30 2\nprim 34 "
    "mask=ffff\nsha256 none\n";
static const char fixed_seed[] =
    "assay-replay 1\nkind random\nblock fp\nparams smallest\nscenario random\nseed 7\ncycles 200\n"
    "knobs stall=20,illegal=5,corner=30,resets=1\nnote mismatch at cycle 150, port "
    "res_valid\nsha256 none\n";
static const char quoted[] =
    "// a list\n+incdir+$ASSAY_HOME/rtl/lib+. +define+A=1+B\n-y ${ASSAY_HOME}/rtl/lib +libext+.v\n"
    "-F $ASSAY_HOME/rtl/fp/fp.f /* sources */\n\"$ASSAY_HOME/rtl/lib/lzc.v\"\n"
    "-v $ASSAY_HOME/rtl/lib/fp_round.v -sv\n";
static const char sources[] = "+define+WIDTH=8\n-y $ASSAY_HOME/rtl/lib\n$ASSAY_HOME/rtl/fp/fp.v\n";
static const char table[] =
    "cycle,rst,op_valid,op_code,op_a,op_b,op_c,op_tag,res_ready\n"
    "0,1,0,,,,,,0\n1,1,0,,,,,,0\n2,0,1,3,3c00,bc00,7c00,1f,1\n3,0,0,,,,,,1\n4,0,1,0,1,2,3,4,0\n"
    "5,0,1,0,1,2,3,4,1\n6,0,0,,,,,,1\n";
static const char triangles[] =
    "v 0 0 0\nv 1 0 0 1\nv 0 1e1 -.5\n# two\nf 1 2 3\nf -1/1 -2//4 \\\n-3/1/2\n";

enum { TEXTS = 3, PATTERNS = 2 };

static struct reader {
    const char *name;
    bool (*read)(const char *path);
    const char *pattern[PATTERNS]; /* files of the tree */
    const char *text[TEXTS];
    bool others; /* the message may name another file, which this one refers to */
} readers[] = {
    {.name = "npy", .read = read_npy, .pattern = {"tb/examples/data/*.npy"}},
    {.name = "obj", .read = read_obj, .pattern = {"tb/examples/data/*.obj"}, .text = {triangles}},
    {.name = "assembly",
     .read = read_assembly,
     .pattern = {"tb/core/kernels/*.s", "tb/predicate/programs/*.s"}},
    {.name = "replay", .read = read_replay, .text = {transactions, fixed_seed}},
    {.name = "filelist", .read = read_filelist, .text = {quoted, sources}, .others = true},
    {.name = "list", .read = read_list, .pattern = {"regress/*.yaml"}},
    {.name = "description",
     .read = read_description,
     .pattern = {"model/*/block.yaml", "tb/examples/attach/*/block.yaml"}},
    {.name = "table", .read = read_table, .text = {table}},
};

static void add_seed(const char *text, size_t size)
{
    assert_true(seeds < DAMAGE_SEEDS && size > 0 && size < DAMAGE_MOST);
    seed[seeds].text = malloc(size);
    assert_non_null(seed[seeds].text);
    memcpy(seed[seeds].text, text, size);
    seed[seeds++].size = size;
}

static void add_files(const char *home, const char *pattern)
{
    char all[4096];
    glob_t found;

    snprintf(all, sizeof all, "%s/%s", home, pattern);
    assert_int_equal(glob(all, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; ++i) {
        char *text;
        size_t size;

        if (assay_read_file(found.gl_pathv[i], DAMAGE_MOST, "a file", &text, &size, why,
                            sizeof why))
            fail_msg("%s", why);
        add_seed(text, size);
        free(text);
    }
    globfree(&found);
}

static void find_seeds(const struct reader *r)
{
    const char *const home = getenv("ASSAY_HOME");

    if (!home)
        fail_msg("ASSAY_HOME: not set: expected the folder of the tree");
    for (unsigned i = 0; i < PATTERNS && r->pattern[i]; ++i)
        add_files(home, r->pattern[i]);
    for (unsigned i = 0; i < TEXTS && r->text[i]; ++i)
        add_seed(r->text[i], strlen(r->text[i]));
    assert_true(seeds > 0);
}

static void drop_seeds(void)
{
    while (seeds)
        free(seed[--seeds].text);
}

/* --- tests --- */

static char folder[4096], path[4200];

static void does_not_come_back(int signal)
{
    static const char said[] = "test_readers: a reader does not come back; the file is kept: ";

    (void)signal;
    if (write(STDERR_FILENO, said, sizeof said - 1) < 0 ||
        write(STDERR_FILENO, path, strlen(path)) < 0 || write(STDERR_FILENO, "\n", 1) < 0)
        _exit(2);
    _exit(1);
}

static int make_folder(void **state)
{
    char here[4000];

    (void)state;
    if (!getcwd(here, sizeof here))
        return -1;
    snprintf(folder, sizeof folder, "%s/readers_%ld", here, (long)getpid());
    return mkdir(folder, 0777) && errno != EEXIST; /* left by a killed process of this number */
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static void save(void)
{
    FILE *const f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(file.text, 1, file.size, f), file.size);
    assert_int_equal(fclose(f), 0);
}

/* Returns true if the file was accepted. */
static bool read_one(const struct reader *r)
{
    bool ok;

    why[0] = '\0';
    alarm(PATIENCE);
    ok = r->read(path);
    alarm(0);
    if (!ok && !strstr(why, r->others ? ":" : "readers-"))
        fail_msg("%s: refused with '%s': expected a message with the file's name", path, why);
    return ok;
}

static void test_reader(void **state)
{
    const struct reader *const r = *state;
    const uint64_t count = number_from_environment("ASSAY_READERS_COUNT", 1, COUNT);
    uint64_t taken = 0;

    rng_begin(1);
    snprintf(path, sizeof path, "%s/readers-%s.input", folder, r->name);
    drop_seeds();
    find_seeds(r);
    file.text = malloc(DAMAGE_MOST);
    assert_non_null(file.text);
    for (uint64_t i = 0; i < count; ++i) {
        damage();
        save();
        taken += read_one(r);
    }
    print_message("%s: %" PRIu64 " files, %" PRIu64 " taken, from %zu\n", r->name, count, taken,
                  seeds);
    assert_true(taken > 0 && taken < count);
    free(file.text);
    drop_seeds();
    assert_int_equal(unlink(path), 0);
}

/* The undamaged files are accepted. */
static void test_undamaged(void **state)
{
    const struct reader *const r = *state;

    snprintf(path, sizeof path, "%s/readers-%s.input", folder, r->name);
    drop_seeds();
    find_seeds(r);
    for (size_t i = 0; i < seeds; ++i) {
        file = seed[i];
        save();
        if (!read_one(r))
            fail_msg("%s", why);
    }
    drop_seeds();
    assert_int_equal(unlink(path), 0);
}

int main(void)
{
    enum { READERS = sizeof readers / sizeof *readers };
    static char damaged[READERS][32];
    struct CMUnitTest tests[2 * READERS];

    for (unsigned i = 0; i < READERS; ++i) {
        void *const r = &readers[i];

        snprintf(damaged[i], sizeof damaged[i], "%s, damaged", readers[i].name);
        tests[2 * i] = (struct CMUnitTest){
            .name = readers[i].name, .test_func = test_undamaged, .initial_state = r};
        tests[2 * i + 1] =
            (struct CMUnitTest){.name = damaged[i], .test_func = test_reader, .initial_state = r};
    }
    if (signal(SIGALRM, does_not_come_back) == SIG_ERR) {
        perror("test_readers");
        return 1;
    }
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
