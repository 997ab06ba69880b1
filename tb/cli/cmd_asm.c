/* cmd_asm.c - assembles programs for predicate and core into words of instruction memory, and
 * disassembles them. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/destination.h"
#include "base/error.h"
#include "base/json.h"
#include "base/message.h"
#include "base/outfile.h"
#include "base/path.h"
#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "predicate/source.h"

struct choice {
    const char *file, *out, *listing;
    bool as_written, disassemble, json;
};

enum { KEY_LISTING = 256, KEY_AS_WRITTEN, KEY_DISASM, KEY_JSON };

static const struct argp_option options[] = {
    {"out", 'o', "OUT", 0,
     "Write the result to OUT, - for standard output (default: FILE with .hex)", 0},
    {"listing", KEY_LISTING, "OUT", 0,
     "Write a listing of addresses, words, lines and instructions to OUT", 0},
    {"as-written", KEY_AS_WRITTEN, NULL, 0, "Skip the uniformity pass", 0},
    {"disasm", KEY_DISASM, NULL, 0,
     "Disassemble an image (.hex, .mem) (default: to standard output)", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;

    switch (key) {
    case 'o':
        c->out = assay_path_argument(state, "--out", arg);
        break;
    case KEY_LISTING:
        c->listing = assay_path_argument(state, "--listing", arg);
        break;
    case KEY_AS_WRITTEN:
        c->as_written = true;
        break;
    case KEY_DISASM:
        c->disassemble = true;
        break;
    case KEY_JSON:
        c->json = true;
        break;
    default:
        return assay_file_argument(key, arg, state, &c->file, "a file");
    }
    return 0;
}

typedef void writer_fn(FILE *f, const struct predicate_assembly *a);

static bool is_stdout(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* Check that the file can be written. NULL means no output. Returns an exit status. */
static int check_output(const char *path)
{
    char why[PATH_MAX + 256];
    enum assay_error e;

    if (!path || is_stdout(path))
        return EXIT_EQUAL;
    e = assay_destination_file(path, why, sizeof why);
    if (e != ASSAY_OK)
        assay_print_error("%s", why);
    return (int)e;
}

static bool write_to(const char *path, writer_fn *write, const struct predicate_assembly *a)
{
    struct assay_outfile o;
    char why[PATH_MAX + 256];

    if (is_stdout(path)) {
        write(stdout, a);
        return true;
    }
    if (!assay_outfile_open(&o, path, why, sizeof why)) {
        assay_print_error("%s", why);
        return false;
    }
    write(o.f, a);
    if (!assay_outfile_close(&o, why, sizeof why)) {
        assay_print_error("%s", why);
        return false;
    }
    return true;
}

/* x.hex for x.s, x.asm or x. */
static bool derive(const char *path, char out[PATH_MAX])
{
    return snprintf(out, PATH_MAX, "%.*s.hex", (int)assay_path_stem(path), path) < PATH_MAX;
}

static void tell_json(const struct choice *c, const struct predicate_assembly *a,
                      const struct predicate_uniform *u)
{
    cJSON *o = cJSON_CreateObject(), *list = cJSON_CreateArray();

    cJSON_AddStringToObject(o, "out", c->out);
    cJSON_AddNumberToObject(o, "words", a->length);
    cJSON_AddNumberToObject(o, "promoted", u->n_promoted);
    cJSON_AddNumberToObject(o, "moved", u->n_moved);
    for (uint32_t i = 0; i < u->n_compares; ++i) {
        const struct predicate_promotion *p = &u->compare[i];
        cJSON *x = cJSON_CreateObject();

        cJSON_AddNumberToObject(x, "pc", p->pc);
        cJSON_AddNumberToObject(x, "line", a->line[p->pc]);
        cJSON_AddNumberToObject(x, "p", p->from);
        cJSON_AddBoolToObject(x, "promoted", p->cause == PREDICATE_PROMOTED);
        if (p->cause == PREDICATE_PROMOTED)
            cJSON_AddNumberToObject(x, "up", p->to);
        else
            cJSON_AddStringToObject(x, "cause", predicate_cause_name(p->cause));
        if (p->what[0])
            cJSON_AddStringToObject(x, "by", p->what);
        if (p->has_pc)
            cJSON_AddNumberToObject(x, "cause_line", a->line[p->at_pc]);
        cJSON_AddItemToArray(list, x);
    }
    cJSON_AddItemToObject(o, "compares", list);
    assay_json_print(stdout, o, ASSAY_JSON_LINE);
}

static int assemble(const struct choice *c, struct predicate_assembly *a)
{
    struct predicate_uniform u = {0};
    FILE *told = is_stdout(c->out) || (c->listing && is_stdout(c->listing)) ? stderr : stdout;

    if (!c->as_written && !predicate_make_uniform(a, &u)) {
        assay_print_error("out of memory");
        return EXIT_FAULT;
    }
    if (!write_to(c->out, predicate_write_image, a) ||
        (c->listing && !write_to(c->listing, predicate_write_listing, a)))
        return EXIT_FAULT;
    if (c->json) {
        tell_json(c, a, &u);
        return EXIT_EQUAL;
    }
    if (!c->as_written)
        predicate_write_uniform(told, a, &u);
    if (!is_stdout(c->out))
        fprintf(told, "written: %s, %u words\n", c->out, a->length);
    return EXIT_EQUAL;
}

/* Check that no output replaces the input, and that all outputs are different. */
static bool outputs_apart(const struct choice *c)
{
    const char *output[] = {c->out, c->listing};

    for (size_t i = 0; i < 2; ++i) {
        if (!output[i])
            continue;
        if (c->json && is_stdout(output[i])) {
            assay_print_error("--json and a result on standard output: expected one of them there");
            return false;
        }
        if (!is_stdout(output[i]) && assay_not_input(output[i], c->file))
            return false;
    }
    if (c->out && c->listing &&
        (strcmp(c->out, c->listing) == 0 || assay_same_target(c->out, c->listing))) {
        assay_print_error("%s: for --out and --listing: expected two files", c->out);
        return false;
    }
    return true;
}

int assay_cmd_asm(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "FILE",
        "Assemble a program for predicate or core into an image for $readmemh. The uniformity "
        "pass marks compares whose operands are the same in all lanes as uniform, and reports the "
        "result for each.",
        NULL,
        NULL,
        NULL};
    static struct predicate_assembly a;
    struct choice c = {0};
    char out[PATH_MAX], why[PATH_MAX + 256];
    int status;

    assay_arguments_parse(&argp, argc, argv, &c);
    if (c.disassemble && (c.as_written || c.listing || c.json)) {
        assay_print_error("--disasm with another option than --out: expected it alone");
        return EXIT_USAGE;
    }
    if (c.disassemble && !predicate_source_is_image(c.file)) {
        assay_print_error("%s: expected an image, .hex or .mem, to disassemble", c.file);
        return EXIT_USAGE;
    }
    if (!c.disassemble && predicate_source_is_image(c.file)) {
        assay_print_error("%s: is an image already: expected a text, or --disasm", c.file);
        return EXIT_USAGE;
    }
    if (!predicate_source_read(c.file, &a, why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
    if (!c.out && !c.disassemble) {
        if (!derive(c.file, out)) {
            assay_print_error("%s: the name is too long to add .hex to it: expected --out", c.file);
            return EXIT_USAGE;
        }
        c.out = out;
    }
    if (!outputs_apart(&c))
        return EXIT_USAGE;
    status = check_output(c.out);
    if (!status)
        status = check_output(c.listing);
    if (status)
        return status;
    if (c.disassemble)
        return write_to(c.out ? c.out : "-", predicate_write_text, &a) ? EXIT_EQUAL : EXIT_FAULT;
    return assemble(&c, &a);
}
