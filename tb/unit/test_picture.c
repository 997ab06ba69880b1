/*
 * test_picture.c - what is drawn of a failure: text, SVG and GTKWave's save file, on DUTs made of the
 * golden model with one bit of one output wrong in one cycle.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "diagnose/gtkw.h"
#include "diagnose/picture.h"
#include "diagnose/surfer.h"
#include "diagnose/window.h"
#include "engine/lockstep.h"

enum { NEVER = -1, TEXT_MAX = 1 << 20 };

/* --- the DUT --- */

static struct {
    const struct assay_block *block;
    const struct assay_params *params;
    const char *port;
    unsigned bit, bit2;
    long at;
    bool unknown; /* X in place of a wrong bit */
    bool powered; /* bit 0 of every output is X in reset, and of payload while its valid is low */
    long crash;   /* the cycle in which it crashes; 0: none */
} fake;

struct dut {
    void *state;
    uint8_t *unknown;
    long cycle;
};

static struct dut *newest; /* for the test in which it crashes: the engine lets go of it then */

static void *dut_create(void)
{
    struct dut *d = calloc(1, sizeof *d);

    assert_non_null(d);
    newest = d;
    d->state = calloc(1, fake.block->model->state_size);
    d->unknown = calloc(1, fake.block->model->out_size);
    assert_non_null(d->state);
    assert_non_null(d->unknown);
    fake.block->model->init(d->state, fake.params);
    return d;
}

static void dut_destroy(void *any)
{
    struct dut *d = any;

    free(d->state);
    free(d->unknown);
    free(d);
}

static const struct assay_port *port_named(const char *name)
{
    for (size_t i = 0; i < fake.block->model->n_ports; ++i)
        if (strcmp(fake.block->model->ports[i].name, name) == 0)
            return &fake.block->model->ports[i];
    fail_msg("no port %s", name);
    return NULL;
}

static void flip(uint8_t *side, const struct assay_port *p, unsigned bit)
{
    uint8_t *at = side + p->offset + bit / 8; /* little-endian words */

    *at = (uint8_t)(*at ^ 1 << bit % 8);
}

/* As of registers that nothing has written. */
static void power_up(struct dut *d, bool in_reset, const uint8_t *out)
{
    for (size_t i = 0; i < fake.block->model->n_ports; ++i) {
        const struct assay_port *p = &fake.block->model->ports[i];

        if (p->dir == ASSAY_OUT &&
            (in_reset ||
             (p->role == ASSAY_PAYLOAD && !out[fake.block->model->streams[p->stream].valid])))
            flip(d->unknown, p, 0);
    }
}

static void dut_eval(void *any, const void *in, void *out)
{
    struct dut *d = any;

    if (fake.crash && d->cycle == fake.crash)
        raise(SIGSEGV);
    fake.block->model->step(d->state, in, out);
    memset(d->unknown, 0, fake.block->model->out_size);
    if (fake.powered)
        power_up(d, *(const uint8_t *)in != 0, out);
    if (d->cycle != fake.at)
        return;
    if (fake.unknown) {
        flip(d->unknown, port_named(fake.port), fake.bit);
        return;
    }
    flip(out, port_named(fake.port), fake.bit);
    if (fake.bit2)
        flip(out, port_named(fake.port), fake.bit2);
}

static unsigned dut_edge(void *any)
{
    ++((struct dut *)any)->cycle;
    return 0;
}

static int dut_unknown(void *any, void *mask)
{
    const struct dut *d = any;

    memcpy(mask, d->unknown, fake.block->model->out_size);
    return (d->cycle == fake.at && fake.unknown) || fake.powered;
}

/* --- runs --- */

static struct assay_dut_ops ops;
static struct assay_config config;

static void choose(const char *block, const char *set)
{
    char why[256];

    memset(&config, 0, sizeof config);
    memset(&fake, 0, sizeof fake);
    config.block = assay_block_find(block);
    assert_non_null(config.block);
    assert_true(assay_params_parse(config.block, set, &config.params, why, sizeof why));
    config.scenario = &config.block->scenarios[0];
    config.knobs = config.scenario->knobs;
    config.seed = 5;
    config.cycles = 100000;
    config.backend = "verilator";
    config.ops = &ops;
    fake.block = config.block;
    fake.params = &config.params;
    fake.at = NEVER;
    ops = (struct assay_dut_ops){
        .abi = ASSAY_DUT_ABI,
        .in_size = (uint32_t)config.block->model->in_size,
        .out_size = (uint32_t)config.block->model->out_size,
        .block = config.block->model->name,
        .create = dut_create,
        .destroy = dut_destroy,
        .eval = dut_eval,
        .edge = dut_edge,
        .unknown = dut_unknown,
    };
}

static struct assay_lockstep *opened(void)
{
    char why[256] = "";
    struct assay_lockstep *ls = assay_lockstep_open(&config, why, sizeof why);

    assert_string_equal(why, "");
    assert_non_null(ls);
    return ls;
}

/* The first cycle from `from` on, outside reset, in which the port's stream has its valid at `valid`;
 * found on the model alone. */
static long cycle_with(const char *port, uint64_t from, bool valid)
{
    const struct assay_port *p = port_named(port);
    struct assay_config alone = config;
    struct assay_lockstep *ls;
    struct assay_moment m;
    char why[256];
    uint64_t cycle = from;

    alone.ops = NULL;
    ls = assay_lockstep_open(&alone, why, sizeof why);
    assert_non_null(ls);
    assay_lockstep_run(ls, from);
    for (;; ++cycle) {
        assay_lockstep_run(ls, 1);
        assert_true(assay_lockstep_moment(ls, cycle, &m));
        if (!((const uint8_t *)m.in)[0] &&
            ((const uint8_t *)m.expected)[config.block->model->streams[p->stream].valid] == valid)
            break;
    }
    assay_lockstep_close(ls);
    return (long)cycle;
}

/* A run that fails because `bit` of `port` is wrong, in the first cycle from `from` on in which the
 * stream's valid is as `valid` says. */
static struct assay_lockstep *failed_run(const char *port, unsigned bit, uint64_t from, bool valid)
{
    struct assay_lockstep *ls;

    fake.port = port;
    fake.bit = bit;
    fake.at = cycle_with(port, from, valid);
    ls = opened();
    assay_lockstep_run(ls, UINT64_MAX);
    assert_int_equal(assay_lockstep_result(ls)->fail_cycle, fake.at);
    assert_int_equal(assay_lockstep_result(ls)->n_differences, 1);
    return ls;
}

static char *picture_of(const struct assay_lockstep *ls, const struct assay_picture *opt)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);

    assert_non_null(f);
    assay_picture_text(f, ls, opt);
    fclose(f);
    return text;
}

static void has(const char *text, const char *wanted)
{
    if (!strstr(text, wanted))
        fail_msg("no '%s' in:\n%s", wanted, text);
}

static void has_not(const char *text, const char *unwanted)
{
    if (strstr(text, unwanted))
        fail_msg("'%s' in:\n%s", unwanted, text);
}

/* The start of the line that holds `what`. */
static const char *line_of(const char *text, const char *what)
{
    const char *at = strstr(text, what);

    if (!at)
        fail_msg("no '%s' in:\n%s", what, text);
    while (at > text && at[-1] != '\n')
        --at;
    return at;
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');

    assert_non_null(end);
    return end + 1;
}

/* The line of a port's expected values. */
static const char *expected_line(const char *text, const char *port)
{
    char start[80];
    const char *line, *kind;

    snprintf(start, sizeof start, "\n  %s ", port);
    line = strstr(text, start);
    kind = line ? strstr(line, " expect ") : NULL;
    if (!kind) {
        fail_msg("no values expected of %s in:\n%s", port, text);
        return text;
    }
    assert_true(kind < next_line(line + 1));
    return line + 1;
}

/* Column of the first `c` of a line; -1 if there is none. */
static int column_of(const char *line, char c)
{
    const char *end = strchr(line, '\n'), *at = strchr(line, c);

    return at && (!end || at < end) ? (int)(at - line) : -1;
}

/* --- text --- */

static void test_text_of_a_narrow_port(void **state)
{
    struct assay_lockstep *ls;
    const struct assay_difference *d;
    char *text, value[32];
    const char *expected, *actual, *marks;
    int column;

    (void)state;
    choose("dotmul", "default");
    ls = failed_run("res_p", 5, 700, true);
    d = &assay_lockstep_result(ls)->difference[0];
    text = picture_of(ls, NULL);
    snprintf(value, sizeof value, ">%ld<", fake.at);
    has(text, value);
    column = column_of(line_of(text, value), '>') + 1;
    expected = expected_line(text, "res_p");
    actual = next_line(expected);
    marks = next_line(actual);
    snprintf(value, sizeof value, "%04x\n", d->expected[0]);
    assert_memory_equal(expected + column, value, 5);
    snprintf(value, sizeof value, "%04x\n", d->actual[0]);
    assert_memory_equal(actual + column, value, 5);
    assert_int_equal(column_of(marks, '^'), column + 2);
    assert_memory_equal(marks + column, "  ^\n", 4);
    assert_true(strstr(text, "\nres\n") < strstr(text, "\npins\n"));
    assert_true(strstr(text, "\npins\n") < strstr(text, "\nop\n"));
    has(text, "▁");
    has(text, "▔");
    free(text);
    assay_lockstep_close(ls);
}

static void test_text_of_a_wide_port(void **state)
{
    struct assay_lockstep *ls;
    const struct assay_difference *d;
    char *text, value[32];
    const char *expected, *actual;
    int column;

    (void)state;
    choose("dpas", "default");
    ls = failed_run("dst_data", 37, 2000, true);
    d = &assay_lockstep_result(ls)->difference[0];
    text = picture_of(ls, NULL);
    snprintf(value, sizeof value, ">%ld<", fake.at);
    column = column_of(line_of(text, value), '>') + 1;
    expected = expected_line(text, "dst_data[63:32]");
    actual = next_line(expected);
    snprintf(value, sizeof value, "%08x\n", d->expected[1]);
    assert_memory_equal(expected + column, value, 9);
    snprintf(value, sizeof value, "%08x\n", d->actual[1]);
    assert_memory_equal(actual + column, value, 9);
    assert_int_equal(column_of(next_line(actual), '^'), column + 6);
    has_not(text, "dst_data[31:0]");
    for (const char *line = text; *line; line = next_line(line)) { /* UTF-8 counts as one */
        int columns = 0;

        for (const char *c = line; *c != '\n'; ++c)
            columns += (*c & 0xc0) != 0x80;
        if (columns > 100)
            fail_msg("%d columns:\n%s", columns, line);
    }
    free(text);
    assay_lockstep_close(ls);
}

static void test_text_of_many_words(void **state)
{
    struct assay_lockstep *ls;
    char *text;

    (void)state;
    choose("dpas", "smallest");
    fake.bit2 = 127;
    ls = failed_run("dst_data", 1, 2000, true);
    text = picture_of(ls, NULL);
    has(text, "dst_data[31:0] ");
    has(text, "dst_data[127:96] ");
    has_not(text, "dst_data[63:32]");
    free(text);
    assay_lockstep_close(ls);
}

/* A wrong ready, as a wave; in ASCII every byte is one. */
static void test_text_of_a_wave(void **state)
{
    const struct assay_picture ascii = {.ascii = true, .cycles = 4};
    struct assay_lockstep *ls;
    char *text, value[32];
    const char *expected, *actual;
    int column;

    (void)state;
    choose("dotmul", "default");
    ls = failed_run("op_ready", 0, 300, false);
    text = picture_of(ls, &ascii);
    for (const char *c = text; *c; ++c)
        assert_true(*c == '\n' || (*c >= ' ' && *c <= '~'));
    snprintf(value, sizeof value, ">%ld", fake.at);
    column = column_of(line_of(text, value), '>') + 1;
    expected = expected_line(text, "op_ready");
    actual = next_line(expected);
    assert_true(expected[column] == '~' ? actual[column] == '_' : actual[column] == '~');
    assert_int_equal(column_of(next_line(actual), '^'), column);
    snprintf(value, sizeof value, " %ld", fake.at - 3);
    has(text, value);
    snprintf(value, sizeof value, " %ld ", fake.at - 4);
    has_not(line_of(text, "  cycle"), value);
    free(text);
    assay_lockstep_close(ls);
}

/* A valid too many: the payload under it is shown, and not marked. */
static void test_text_of_unasked_payload(void **state)
{
    struct assay_lockstep *ls;
    char *text;
    const char *expected;

    (void)state;
    choose("dotmul", "default");
    ls = failed_run("res_valid", 0, 300, false);
    text = picture_of(ls, NULL);
    assert_int_equal(column_of(next_line(next_line(expected_line(text, "res_valid"))), '^'),
                     column_of(line_of(text, ">"), '>') + 1);
    expected = expected_line(text, "res_p");
    assert_int_equal(strchr(expected, '\n')[-1], '-');
    assert_int_not_equal(strchr(next_line(expected), '\n')[-1], '-');
    assert_int_equal(column_of(next_line(next_line(expected)), '^'), -1);
    free(text);
    assay_lockstep_close(ls);
}

static void test_text_of_unknown_bits(void **state)
{
    const struct assay_picture colour = {.colour = true};
    struct assay_lockstep *ls;
    char *text;

    (void)state;
    choose("dotmul", "default");
    fake.unknown = true;
    ls = failed_run("res_p", 9, 400, true);
    assert_int_equal(assay_lockstep_result(ls)->verdict, ASSAY_UNKNOWN);
    text = picture_of(ls, NULL);
    assert_int_equal(strchr(next_line(expected_line(text, "res_p")), '\n')[-3], 'x');
    has(text, "; unknown in ");
    free(text);
    text = picture_of(ls, &colour);
    has(text, "\033[1;7;31m");
    has(text, "\033[0m\n");
    has_not(text, "^");
    free(text);
    assay_lockstep_close(ls);
}

/* What is X in a cycle that is not compared is x as well: in reset, and of payload without its valid. */
static void test_text_of_unknown_bits_not_compared(void **state)
{
    const struct assay_picture wide = {.cycles = 8, .width = 200, .ascii = true};
    struct assay_lockstep *ls;
    char *text;
    const char *expected;
    int rst;

    (void)state;
    choose("dotmul", "default");
    config.seed = 1;
    fake.powered = true;
    ls = failed_run("res_p", 5, 4, true);
    assert_in_range(fake.at, 2, 7); /* so that the reset is in the picture */
    assert_int_equal(assay_lockstep_result(ls)->verdict, ASSAY_MISMATCH);
    text = picture_of(ls, &wide);
    rst = column_of(line_of(text, "  cycle"), '0');
    /* op_ready is in no other way wrong, and has its actual line all the same. */
    expected = expected_line(text, "op_ready");
    assert_true(rst > 0);
    assert_int_equal(column_of(expected + rst, 'x'), -1);
    assert_int_equal(column_of(next_line(expected), 'x'), rst);
    free(text);
    assay_lockstep_close(ls);

    /* A payload with a line of its own: the cycles before its valid. */
    choose("dotmul", "default");
    fake.powered = true;
    ls = failed_run("res_p", 5, (uint64_t)cycle_with("res_p", 300, false), true);
    text = picture_of(ls, &wide);
    expected = expected_line(text, "res_p");
    assert_true(column_of(expected, '-') > 0);
    assert_true(column_of(next_line(expected), 'x') > 0);
    assert_int_equal(column_of(next_line(expected), '-'), -1);
    assert_int_equal(assay_lockstep_result(ls)->verdict, ASSAY_MISMATCH);
    free(text);
    assay_lockstep_close(ls);
}

static void test_text_of_an_x_among_digits_left_out(void **state)
{
    const struct assay_port port = {.name = "wide"};
    const struct assay_window_row row = {.port = &port, .width = 64};
    uint32_t value[ASSAY_VALUE_WORDS] = {0x89abcdef, 0x01234567};
    uint32_t unknown[ASSAY_VALUE_WORDS] = {0};
    char text[ASSAY_VALUE_TEXT];

    (void)state;
    assay_window_text(&row, value, unknown, 8, text);
    assert_string_equal(text, "012..def");
    unknown[1] = 1;
    assay_window_text(&row, value, unknown, 8, text);
    assert_string_equal(text, "012.xdef");
    unknown[1] = UINT32_C(1) << 31;
    assay_window_text(&row, value, unknown, 8, text);
    assert_string_equal(text, "x12..def");
}

/* Of the cycle in which the DUT crashed there is nothing to show: no value of an older cycle is taken
 * for one of it. */
static void test_text_of_a_crash(void **state)
{
    struct assay_lockstep *ls;
    struct assay_moment m;
    char *text;

    (void)state;
    choose("dotmul", "default");
    ops.unknown = NULL;
    config.catch_crashes = true;
    fake.crash = 700;
    ls = opened();
    assay_lockstep_run(ls, UINT64_MAX);
    assert_int_equal(assay_lockstep_result(ls)->verdict, ASSAY_CRASHED);
    assert_int_equal(assay_lockstep_result(ls)->fail_cycle, 700);
    assert_true(assay_lockstep_moment(ls, 700, &m));
    assert_null(m.actual);
    assert_true(assay_lockstep_moment(ls, 699, &m));
    assert_non_null(m.actual);
    text = picture_of(ls, NULL);
    has(text, "; crashed in 700");
    has_not(text, "^");
    has_not(text, "actual");
    free(text);
    assay_lockstep_close(ls);
    dut_destroy(newest);
}

static void test_text_leaves_out_what_has_no_room(void **state)
{
    const struct assay_picture few = {.lines = 5}, narrow = {.width = 40}, tiny = {.width = 1};
    struct assay_lockstep *ls;
    char *text;

    (void)state;
    choose("dpas", "default");
    ls = failed_run("rsp_status", 2, 500, true);
    text = picture_of(ls, &few);
    has(text, "rsp_status"); /* whatever the room */
    has(text, "  rst");
    has(text, "left out for room: ");
    has(text, " signals)\n");
    has_not(text, "src2_data");
    free(text);
    text = picture_of(ls, &narrow);
    has(text, "rsp_status");
    free(text);
    text = picture_of(ls, &tiny);
    has(text, "rsp_status");
    free(text);
    assay_lockstep_close(ls);
}

static void test_text_of_runs_that_did_not_fail(void **state)
{
    struct assay_lockstep *ls;
    char *text, path[] = "test-picture-none.svg", why[256] = "";

    (void)state;
    choose("dotmul", "default");
    ls = opened();
    text = picture_of(ls, NULL);
    has(text, "no cycle was run");
    free(text);
    assert_false(assay_picture_svg(ls, path, why, sizeof why));
    has(why, "no cycle was run");
    assay_lockstep_run(ls, 3);
    text = picture_of(ls, NULL);
    has(text, "signals, cycles 0 to 2:\n");
    has_not(text, "^");
    has_not(text, "actual");
    free(text);
    assay_lockstep_close(ls);

    config.ops = NULL; /* the model alone */
    ls = opened();
    assay_lockstep_run(ls, 500);
    text = picture_of(ls, NULL);
    has(text, "signals, cycles 492 to 499:\n");
    has_not(text, "actual");
    free(text);
    assay_lockstep_close(ls);
}

/* --- files --- */

static char folder[] = "test-picture-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder); /* fails if any file was left */
}

static char *read_file(const char *path)
{
    char *text = calloc(1, TEXT_MAX);
    FILE *f = fopen(path, "r");

    assert_non_null(text);
    assert_non_null(f);
    assert_true(fread(text, 1, TEXT_MAX, f) < TEXT_MAX);
    fclose(f);
    return text;
}

/* One tag, from its '<'; returns what follows. `open` is a stack of the names of open elements. */
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

/* Tags are balanced and no other character needs an escape. */
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
    char path[64], why[256] = "", wanted[64], *text;

    (void)state;
    choose("dpas", "default");
    odd = *config.scenario;
    odd.name = "a<b & \"c\"\x01\xc3";
    config.scenario = &odd;
    ls = failed_run("dst_data", 70, 2000, true);
    d = &assay_lockstep_result(ls)->difference[0];
    snprintf(path, sizeof path, "%s/p.svg", folder);
    if (!assay_picture_svg(ls, path, why, sizeof why))
        fail_msg("%s", why);
    text = read_file(path);
    check_xml(text);
    has(text, "scenario a&lt;b &amp; &quot;c&quot;??, backend verilator; differs: dst_data");
    snprintf(wanted, sizeof wanted,
             "dpas (lanes=8,depth=4,profile=0), seed 5: mismatch at cycle %ld", fake.at);
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
    struct assay_lockstep *ls;
    char path[64], why[256] = "", *text;

    (void)state;
    choose("dotmul", "default");
    fake.unknown = true;
    ls = failed_run("res_valid", 0, 100, true);
    snprintf(path, sizeof path, "%s/p.svg", folder);
    if (!assay_picture_svg(ls, path, why, sizeof why))
        fail_msg("%s", why);
    text = read_file(path);
    check_xml(text);
    has(text, "class=\"unknown\"");
    has(text, "class=\"wave differs\"");
    free(text);
    remove(path);
    assay_lockstep_close(ls);
}

/* --- GTKWave --- */

static char *gtkw_of(const struct assay_lockstep *ls)
{
    char path[64], why[256] = "", *text;

    snprintf(path, sizeof path, "%s/fail.gtkw", folder);
    if (!assay_gtkw_save(ls, "some/where/fail.fst", path, why, sizeof why))
        fail_msg("%s", why);
    text = read_file(path);
    remove(path);
    return text;
}

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
    text = gtkw_of(ls);
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
    text = gtkw_of(ls);
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

static char *surfer_of(const struct assay_lockstep *ls)
{
    char path[64], why[256] = "", *text;

    snprintf(path, sizeof path, "%s/fail.sucl", folder);
    if (!assay_surfer_save(ls, "some/where/fail.fst", path, why, sizeof why))
        fail_msg("%s", why);
    text = read_file(path);
    remove(path);
    return text;
}

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
    text = surfer_of(ls);
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
    text = surfer_of(ls);
    has(text, "variable_add assay_top.ref.res_p\nvariable_add assay_top.res_p\n");
    has_not(text, "dotmul.");
    free(text);
    assay_lockstep_close(ls);
}

static void test_failed_writes_leave_nothing(void **state)
{
    static const char nowhere[] = "test-picture-no-such-folder/p";
    struct assay_lockstep *ls;
    char why[256] = "";

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

    /* The rename fails: the target is a folder. */
    assert_false(assay_picture_svg(ls, folder, why, sizeof why));
    has(why, folder);
    assert_false(assay_gtkw_save(ls, "p.fst", folder, why, sizeof why));
    has(why, folder);
    {
        char temporary[64];

        snprintf(temporary, sizeof temporary, "%s.tmp%ld", folder, (long)getpid());
        assert_int_equal(access(temporary, F_OK), -1);
    }
    assert_false(assay_gtkw_save(ls, "a\"b.fst", folder, why, sizeof why));
    has(why, "quotes");

    /* A disk that is full. */
    if (access("/dev/full", W_OK) == 0) {
        char temporary[96], path[64];

        snprintf(path, sizeof path, "%s/full", folder);
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
        cmocka_unit_test(test_text_of_a_narrow_port),
        cmocka_unit_test(test_text_of_a_wide_port),
        cmocka_unit_test(test_text_of_many_words),
        cmocka_unit_test(test_text_of_a_wave),
        cmocka_unit_test(test_text_of_unasked_payload),
        cmocka_unit_test(test_text_of_unknown_bits),
        cmocka_unit_test(test_text_of_unknown_bits_not_compared),
        cmocka_unit_test(test_text_of_an_x_among_digits_left_out),
        cmocka_unit_test(test_text_of_a_crash),
        cmocka_unit_test(test_text_leaves_out_what_has_no_room),
        cmocka_unit_test(test_text_of_runs_that_did_not_fail),
        cmocka_unit_test(test_svg),
        cmocka_unit_test(test_svg_of_waves),
        cmocka_unit_test(test_gtkw_names_what_differs_first),
        cmocka_unit_test(test_gtkw_for_icarus),
        cmocka_unit_test(test_surfer_names_what_differs_first),
        cmocka_unit_test(test_surfer_for_icarus),
        cmocka_unit_test(test_failed_writes_leave_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
