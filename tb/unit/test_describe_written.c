/*
 * test_describe_written.c - what is generated from a block.yaml: the descriptions of the tree's
 * blocks against the compiled blocks, and the generated C.
 */
#include "unit/describe_text.h"

#include <unistd.h>

#include "base/home.h"
#include "base/tree.h"
#include "engine/block.h"
#include "unit/put_file.h"
#include "unit/random.h"

/* --- the blocks of the tree --- */

/* A description gives the same widths as the compiled block, for its parameter sets and for random
 * values. */
static void test_blocks(void **state)
{
    struct assay_rng rng;

    (void)state;
    random_begin(&rng, 1, "describe");
    for (size_t k = 0; assay_blocks[k]; ++k) {
        const struct assay_model_block *b = assay_blocks[k]->model;
        char path[4096], relative[256];
        uint32_t width[ASSAY_MAX_PORTS];
        unsigned compiled[ASSAY_MAX_PORTS];
        struct assay_description *d;

        assert_true(assay_block_sound(assay_blocks[k], why, sizeof why));
        snprintf(relative, sizeof relative, "model/%s/block.yaml", b->name);
        if (assay_describe_read(assay_source_path(path, sizeof path, relative), &d, why,
                                sizeof why) != ASSAY_OK)
            fail_msg("%s", why);
        assert_string_equal(d->name, b->name);
        assert_string_equal(d->top, b->top);
        assert_int_equal(d->n_ports, b->n_ports);
        assert_int_equal(d->n_params, b->n_params);
        assert_int_equal(d->n_sets, b->n_sets);
        assert_int_equal(assay_describe_left_out(d, 0), d->n_ports);
        for (size_t i = 0; i < d->n_ports; ++i) {
            const char *part = b->parts ? b->parts[i] : NULL;

            assert_string_equal(d->port[i].name, b->ports[i].name);
            assert_string_equal(d->port[i].part ? d->port[i].part : "", part ? part : "");
        }
        for (size_t s = 0; s < d->n_sets + 50; ++s) {
            struct assay_params p = {{0}};

            if (s < d->n_sets)
                p = b->sets[s].params;
            for (size_t i = 0; s >= d->n_sets && i < b->n_params; ++i)
                p.v[i] = assay_rng_below(&rng, 40);
            if (b->check_params(&p))
                continue;
            if (!assay_describe_widths(d, p.v, width, why, sizeof why))
                fail_msg("%s", why);
            b->widths(&p, compiled);
            for (size_t i = 0; i < d->n_ports; ++i)
                assert_int_equal(width[i], compiled[i]);
        }
        assay_describe_free(d);
    }
}

/* --- generated C --- */

static void test_header(void **state)
{
    static const char expected[] =
        "/*\n"
        " * fifo_pins.h - the pins of fifo as structs, written from its block.yaml.\n"
        " *\n"
        " * A member holds its pin at all legal parameters. Bits at and above the width are 0; "
        "word 0 "
        "of an array is\n"
        " * the least significant.\n"
        " */\n"
        "#ifndef FIFO_PINS_H\n"
        "#define FIFO_PINS_H\n"
        "\n"
        "#include <stdint.h>\n"
        "\n"
        "struct fifo_params {\n"
        "    uint32_t n; /* words */\n"
        "};\n"
        "\n"
        "/* A transfer on push, a sink. */\n"
        "struct fifo_push {\n"
        "    uint32_t data[3]; /* 32 * n bits */\n"
        "    uint8_t last; /* 1 bit */\n"
        "};\n"
        "\n"
        "/* A transfer on out, a source. */\n"
        "struct fifo_out {\n"
        "    uint16_t count; /* 9 bits */\n"
        "};\n"
        "\n"
        "/* What drives the block. */\n"
        "struct fifo_inputs {\n"
        "    uint8_t rst;\n"
        "    uint8_t push_valid;\n"
        "    struct fifo_push push;\n"
        "    uint8_t out_ready;\n"
        "    uint8_t mode; /* 2 bits */\n"
        "};\n"
        "\n"
        "/* What the block drives. */\n"
        "struct fifo_outputs {\n"
        "    uint8_t push_ready;\n"
        "    uint8_t out_valid;\n"
        "    struct fifo_out out_;\n"
        "};\n"
        "\n"
        "/* The streams by number, as in masks of transfers. */\n"
        "enum fifo_stream_index {\n"
        "    fifo_stream_push,\n"
        "    fifo_stream_out,\n"
        "    fifo_n_streams\n"
        "};\n"
        "\n"
        "#endif\n";
    struct assay_description *d =
        good("parameters: {n: {default: 1, meaning: words}}\n"
             "streams:\n"
             "  push: {direction: sink, fields: {data: {width: 32 * n, max: 65}, last: 1}}\n"
             "  out: {direction: source, fields: {count: 9}}\n"
             "pins: {mode: {direction: in, width: 2}}\n");
    struct assay_text t = {0};

    (void)state;
    assay_describe_write_pins(d, &t);
    assert_string_equal(t.s, expected);
    assay_text_free(&t);
    assay_describe_free(d);
}

/* No text can end a string or a comment of the generated C. */
static void test_hostile_text(void **state)
{
    struct assay_description *d =
        good("summary: 'a \"b\" */ \\ ?"
             "?/'\n"
             "parameters: {n: {default: 1, meaning: 'x */ \"y\"'}}\n" STREAMS);
    struct assay_text t = {0};

    (void)state;
    assay_describe_write_pins(d, &t);
    assert_non_null(strstr(t.s, "/* x * / \"y\" */"));
    assay_text_free(&t);
    assay_describe_write_tables(d, &t);
    assert_non_null(strstr(t.s, "a \\\"b\\\" */ \\\\ \\?\\?/"));
    assert_non_null(strstr(t.s, "x */ \\\"y\\\""));
    assay_text_free(&t);
    assay_describe_free(d);
}

/* Compiles the header, a model and the source of a user's block with the usual options. */
static void compile(const char *folder, const char *level, const char *model)
{
    char text[4096], command[4 * 4096], path[4096], home[3000];
    struct assay_description *d;

    snprintf(text, sizeof text, "%.3000s\nlevel: %s\n", strstr(all, "top: "), level);
    *strstr(text, "level: transfers") = '#';
    d = good(text);
    assert_true(assay_describe_fill(d, assay_describe_left_out(d, 0), (const uint32_t[]){3, 3, 5},
                                    why, sizeof why));
    if (!assay_describe_write_files(d, folder, why, sizeof why))
        fail_msg("%s", why);
    assay_describe_free(d);
    snprintf(path, sizeof path, "%.4000s/fifo.c", folder);
    put_text(path, model);
    assay_source_path(home, sizeof home, "");
    snprintf(
        command, sizeof command,
        "cd '%s' && for c in %s fifo_block.c; do cc -std=c11 -Wall -Wextra -Wconversion -Wshadow "
        "-Werror -fsyntax-only -I'%s/model' -I'%s/model/type' -I'%s/tb' $c || exit 1; done",
        folder, *model ? "fifo.c" : "", home, home, home);
    assert_int_equal(system(command), 0);
}

static void test_users_block(void **state)
{
    char folder[] = "/tmp/test_describe.XXXXXX";

    (void)state;
    assert_non_null(mkdtemp(folder));
    compile(
        folder, "transfers",
        "#include \"fifo_model.h\"\n"
        "struct fifo_state { unsigned n; };\n"
        "ASSAY_MODEL(fifo);\n"
        "void fifo_init(struct fifo_state *s, const struct fifo_params *p) { s->n = p->depth; }\n"
        "void fifo_on_push(struct fifo_state *s, const struct fifo_push *push, struct assay_emit "
        "*emit)\n"
        "{\n"
        "    struct fifo_pop pop = {.id = (uint8_t)(s->n++ & 15), .data = push->data[0]};\n"
        "    fifo_emit_pop(emit, &pop);\n"
        "}\n");
    compile(
        folder, "cycle",
        "#include \"fifo_model.h\"\n"
        "struct fifo_state { unsigned n; };\n"
        "ASSAY_MODEL(fifo);\n"
        "void fifo_init(struct fifo_state *s, const struct fifo_params *p) { s->n = p->depth; }\n"
        "void fifo_step(struct fifo_state *s, const struct fifo_inputs *in, struct fifo_outputs "
        "*out)\n"
        "{\n"
        "    out->push_ready = in->rst == 0 && s->n > 0;\n"
        "}\n");
    compile(folder, "none", "");
    assay_tree_remove(folder);
}

/* The models of the examples with their generated code. Widths that were left out are 8. */
static void test_examples(void **state)
{
    static const char *const names[] = {"arbiter", "axil_regs", "axis_fifo",
                                        "cordic",  "fifo",      "fifo_registered",
                                        "sha256",  "tagmem",    "uart"};
    char folder[] = "/tmp/test_describe.XXXXXX";

    (void)state;
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        char relative[256], path[3000], command[16000], home[3000];
        struct assay_description *d;
        uint32_t bits[64];

        for (size_t k = 0; k < 64; ++k)
            bits[k] = 8;
        snprintf(relative, sizeof relative, "tb/examples/attach/%s/block.yaml", names[i]);
        assay_source_path(path, sizeof path, relative);
        if (assay_describe_read(path, &d, why, sizeof why) != ASSAY_OK)
            fail_msg("%s", why);
        assert_string_equal(d->name, names[i]);
        assert_true(d->n_sets <= 64);
        for (size_t k = 0; (k = assay_describe_left_out(d, k)) < d->n_ports;)
            assert_true(assay_describe_fill(d, k, bits, why, sizeof why));
        assert_true(assay_describe_write_files(d, folder, why, sizeof why));
        assay_source_path(home, sizeof home, "");
        snprintf(
            command, sizeof command,
            "cd '%s' && for c in %s_block.c '%s/%s.c'; do cc -std=c11 -Wall -Wextra -Wconversion "
            "-Wshadow -Werror -fsyntax-only -I. -I'%s/reference' -I'%s/model' -I'%s/model/type' "
            "-I'%s/tb' \"$c\" || exit 1; done",
            folder, names[i], d->folder, names[i], d->folder, home, home, home);
        if (system(command) != 0)
            fail_msg("%s", command);
        assay_describe_free(d);
    }
    assay_tree_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),       cmocka_unit_test(test_header),
        cmocka_unit_test(test_hostile_text), cmocka_unit_test(test_users_block),
        cmocka_unit_test(test_examples),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
