#include <argp.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/called.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/home.h"
#include "base/json.h"
#include "base/message.h"
#include "base/process.h"
#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "engine/block.h"

enum { MAX_BLOCKS = 32, KEY_JSON = 256, KEY_QUICK };

struct choice {
    const char *block[MAX_BLOCKS];
    size_t n_blocks;
    bool json, quick;
};

static const struct argp_option options[] = {
    {"json", KEY_JSON, NULL, 0, "Print one JSON object on the last line", 0},
    {"quick", KEY_QUICK, NULL, 0, "Skip slow lemmas", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;

    switch (key) {
    case KEY_JSON:
        c->json = true;
        break;
    case KEY_QUICK:
        c->quick = true;
        break;
    case ARGP_KEY_ARG:
        if (c->n_blocks == MAX_BLOCKS)
            argp_error(state, "more than %d blocks: expected fewer", MAX_BLOCKS);
        c->block[c->n_blocks++] = arg;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static bool has_proofs(const struct assay_block *b)
{
    char relative[128], path[PATH_MAX];

    snprintf(relative, sizeof relative, "tb/%s/formal", b->model->name);
    return access(assay_source_path(path, sizeof path, relative), F_OK) == 0;
}

/* False with a message in `why` for a name that is no block's, or of one without proofs. */
static bool check_block(const char *name, char *why, size_t why_size)
{
    const struct assay_block *b = assay_block_find(name);
    size_t n;

    if (!b)
        return assay_block_unknown(name, why, why_size);
    if (has_proofs(b))
        return true;
    n = (size_t)snprintf(why, why_size, "block '%s' has no proofs: expected one that has:", name);
    for (size_t i = 0; assay_blocks[i] && n < why_size; ++i)
        if (has_proofs(assay_blocks[i]))
            n += (size_t)snprintf(why + n, why_size - n, " %s", assay_blocks[i]->model->name);
    return false;
}

/* The script's exit status. A signal ends the script and its solvers, and then this program. */
static int run_script(const struct choice *c)
{
    char script[PATH_MAX];
    char *argv[MAX_BLOCKS + 4];
    size_t n = 0;
    int status;

    argv[n++] = (char *)"bash";
    argv[n++] = (char *)assay_source_path(script, sizeof script, "scripts/prove");
    if (c->quick)
        argv[n++] = (char *)"--quick";
    for (size_t i = 0; i < c->n_blocks; ++i)
        argv[n++] = (char *)c->block[i];
    argv[n] = NULL;
    assay_process_guard();
    status = assay_process_pass(argv, NULL);
    assay_process_unguard();
    if (status == ASSAY_NOT_STARTED) {
        assay_print_error("bash: cannot be run: expected it to be installed");
        return EXIT_FAULT;
    }
    return status;
}

static void tell_json(const struct choice *c, int status, double seconds)
{
    struct assay_text again = {0};
    cJSON *o = cJSON_CreateObject();

    assay_text_add_command(&again, c->quick ? "prove --quick" : "prove");
    for (size_t i = 0; i < c->n_blocks; ++i) {
        assay_text_add(&again, " ");
        assay_text_add_quoted(&again, c->block[i]);
    }
    cJSON_AddStringToObject(o, "verdict", status == EXIT_EQUAL ? "pass" : "not-proved");
    cJSON_AddNumberToObject(o, "seconds", seconds);
    cJSON_AddStringToObject(o, "reproduce", assay_text_get(&again));
    assay_json_print(stdout, o, ASSAY_JSON_LINE);
    assay_text_free(&again);
}

int assay_cmd_prove(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "[BLOCK...]",
        "Run the machine-checked proofs of the blocks given, by default of all that have proofs, "
        "and print one line for each lemma.\vExit status: 0 every solver gave the expected answer, "
        "1 one did not, 2 a block has no "
        "proofs, 3 a "
        "solver is missing.",
        NULL,
        NULL,
        NULL};
    struct choice c = {.json = false};
    const double begun = assay_now();
    char why[512];
    int status;

    assay_arguments_parse(&argp, argc, argv, &c);
    for (size_t i = 0; i < c.n_blocks; ++i)
        if (!check_block(c.block[i], why, sizeof why)) {
            assay_print_error("%s", why);
            return EXIT_USAGE;
        }
    status = run_script(&c);
    if (c.json && (status == EXIT_EQUAL || status == EXIT_MISMATCH))
        tell_json(&c, status, assay_now() - begun);
    return status;
}
