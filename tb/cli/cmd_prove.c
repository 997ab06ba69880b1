#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/called.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/home.h"
#include "base/json.h"
#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"

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

/* The script's exit status. It stays in the process group: what ends this program ends it. */
static int run_script(const struct choice *c)
{
    char script[4096];
    char *argv[MAX_BLOCKS + 4];
    size_t n = 0;
    int status = 0;
    pid_t pid;

    argv[n++] = (char *)"bash";
    argv[n++] = (char *)assay_source_path(script, sizeof script, "scripts/prove");
    if (c->quick)
        argv[n++] = (char *)"--quick";
    for (size_t i = 0; i < c->n_blocks; ++i)
        argv[n++] = (char *)c->block[i];
    argv[n] = NULL;
    fflush(NULL);
    pid = fork();
    if (pid == 0) {
        execvp(argv[0], argv);
        _exit(EXIT_FAULT);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (pid > 0 && WIFSIGNALED(status))
        return 128 + WTERMSIG(status);
    return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAULT;
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
    int status;

    assay_arguments_parse(&argp, argc, argv, &c);
    status = run_script(&c);
    if (c.json && (status == EXIT_EQUAL || status == EXIT_MISMATCH))
        tell_json(&c, status, assay_now() - begun);
    return status;
}
