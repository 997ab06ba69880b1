#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/destination.h"
#include "base/error.h"
#include "base/json.h"
#include "base/message.h"
#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "engine/attached.h"
#include "vectors/vectors.h"

enum { KEY_SCENARIO = 256, KEY_KNOBS, KEY_CHECK, KEY_JSON, DEFAULT_COUNT = 1000 };

struct choice {
    struct assay_cli_run run;
    const char *format, *check;
    bool json;
    const char *other; /* an option that defines what to write; NULL: none */
};

static const struct argp_option options[] = {
    {"format", 'f', "F", 0, "File format: memh, csv or jsonl", 0},
    {"out", 'o', "DIR", 0, "Folder for the set, created if needed", 0},
    {"seed", 's', "N", 0, "Seed of the stimulus (default 1)", 0},
    {"count", 'n', "N", 0,
     "Number of vectors, one per clock cycle, including resets (default 1000); at level transfers, "
     "number of cycles of the random run that supplies the transfers",
     0},
    {"params", 'p', "P", 0, "Name of a parameter set, key=value,..., or SET,key=value,...", 0},
    {"scenario", KEY_SCENARIO, "S", 0, "Stimulus scenario (default: the block's first)", 0},
    {"knobs", KEY_KNOBS, "K=V,...", 0, "Override stall, illegal, corner or resets, 0..100 each", 0},
    {"check", KEY_CHECK, "DIR", 0,
     "Regenerate the set in DIR from its manifest and compare it line by line", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;
    char why[256];

    for (size_t i = 0; options[i].name; ++i)
        if (options[i].key == key && key != KEY_CHECK && key != KEY_JSON)
            c->other = options[i].name;
    switch (key) {
    case 'f':
        c->format = arg;
        break;
    case 'o':
        c->run.out = assay_folder_argument(state, "--out", arg);
        break;
    case 's':
        c->run.seed = assay_number_argument(state, "seed", arg, 0, UINT64_MAX);
        break;
    case 'n':
        c->run.cycles = assay_number_argument(state, "count", arg, 1, ASSAY_VECTORS_MAX);
        break;
    case 'p':
        c->run.params = arg;
        break;
    case KEY_SCENARIO:
        c->run.scenario = arg;
        break;
    case KEY_KNOBS:
        if (!assay_cli_knobs(arg, &c->run, why, sizeof why))
            argp_error(state, "%s", why);
        break;
    case KEY_CHECK:
        c->check = assay_folder_argument(state, "--check", arg);
        break;
    case KEY_JSON:
        c->json = true;
        break;
    case ARGP_KEY_ARG:
        if (c->run.block)
            argp_error(state, "unexpected argument '%s': expected one block", arg);
        c->run.block = arg;
        break;
    case ARGP_KEY_END:
        if (c->check && c->run.block)
            argp_error(state, "block '%s' and --check: expected one of them", c->run.block);
        if (c->check && c->other)
            argp_error(
                state,
                "--%s with --check, which takes all from the manifest: expected --check alone",
                c->other);
        if (!c->check && !c->run.block)
            argp_error(state, "expected a block; `assay list` names them");
        if (!c->check && (!c->format || !c->run.out))
            argp_error(state, "expected --format and --out");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* `counts` is NULL if the set was only checked. */
static void tell_json(const struct assay_vectors *v, const char *folder, const char *verdict,
                      const struct assay_vectors_counts *counts)
{
    const struct assay_block *b = v->config.block;
    cJSON *o = cJSON_CreateObject(), *transfers;
    char values[ASSAY_PARAMS_TEXT];

    assay_params_print(b, &v->config.params, values, sizeof values);
    cJSON_AddStringToObject(o, "folder", folder);
    cJSON_AddStringToObject(o, "verdict", verdict);
    cJSON_AddStringToObject(o, "block", b->model->name);
    cJSON_AddStringToObject(o, "params", values);
    cJSON_AddStringToObject(o, "scenario", v->config.scenario->name);
    assay_json_add_u64(o, "seed", v->config.seed);
    assay_json_add_u64(o, "vectors",
                       !counts         ? v->config.cycles
                       : counts->calls ? counts->calls
                                       : counts->cycles);
    if (counts) {
        transfers = cJSON_AddObjectToObject(o, "transfers");
        for (size_t i = 0; i < b->model->n_streams; ++i)
            assay_json_add_u64(transfers, b->model->streams[i].name, counts->transfers[i]);
    }
    assay_json_print(stdout, o, ASSAY_JSON_LINE);
}

static int check(const char *folder, bool json)
{
    struct assay_vectors v;
    char why[8192];
    enum assay_error error;

    error = assay_vectors_manifest(folder, &v, why, sizeof why);
    if (error) {
        assay_print_error("%s", why);
        return (int)error;
    }
    error = assay_vectors_check(&v, folder, why, sizeof why);
    if (error) {
        assay_print_error("%s", why);
        if (json && error == ASSAY_BAD_INPUT)
            tell_json(&v, folder, "different", NULL);
        return error == ASSAY_BAD_INPUT ? EXIT_MISMATCH : EXIT_FAULT;
    }
    if (json)
        tell_json(&v, folder, "same", NULL);
    else
        printf("%s: as the golden model makes it\n", folder);
    return EXIT_EQUAL;
}

int assay_cmd_vectors(int argc, char **argv)
{
    static const struct argp argp = {options,
                                     parse,
                                     "BLOCK\n--check DIR",
                                     "Write stimulus and expected responses of BLOCK as files that "
                                     "any simulator or program can read.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct choice c = {.run = {.seed = 1,
                               .cycles = DEFAULT_COUNT,
                               .stall = -1,
                               .illegal = -1,
                               .corner = -1,
                               .resets = -1}};
    struct assay_vectors v = {0};
    struct assay_vectors_counts counts;
    enum assay_error error;
    char why[8192];

    assay_arguments_parse(&argp, argc, argv, &c);
    if (c.check)
        return check(c.check, c.json);
    if (!assay_vectors_format(c.format, &v.format)) {
        assay_vectors_format_unknown(c.format, why, sizeof why);
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
    if (!assay_cli_choose(&c.run, &v.config, why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
    if (!assay_block_written(v.config.block, why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_MISMATCH;
    }
    if (!assay_cli_check_resets(&c.run, &v.config, why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
    v.config.cycles = c.run.cycles;
    if (!assay_vectors_possible(&v, why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
    error = assay_destination_folder(c.run.out, why, sizeof why);
    if (error) {
        assay_print_error("%s", why);
        return (int)error;
    }
    error = assay_vectors_write(&v, c.run.out, &counts, why, sizeof why);
    if (error) {
        assay_print_error("%s", why);
        return (int)error;
    }
    if (c.json) {
        tell_json(&v, c.run.out, "written", &counts);
        return EXIT_EQUAL;
    }
    printf("%s: %" PRIu64 " vectors of %s, seed %" PRIu64, c.run.out,
           counts.calls ? counts.calls : counts.cycles, v.config.block->model->name, v.config.seed);
    for (size_t i = 0; i < v.config.block->model->n_streams; ++i)
        printf("%s %s %" PRIu64, i ? "" : ", transfers", v.config.block->model->streams[i].name,
               counts.transfers[i]);
    putchar('\n');
    return EXIT_EQUAL;
}
