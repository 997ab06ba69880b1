#include <argp.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/args.h"
#include "base/called.h"
#include "base/clock.h"
#include "base/destination.h"
#include "base/error.h"
#include "base/home.h"
#include "base/json.h"
#include "base/message.h"
#include "base/number.h"
#include "base/process.h"
#include "cli/cli.h"
#include "cli/prove.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "engine/attached.h"
#include "engine/block.h"
#include "prove/aig.h"

enum { MAX_NAMES = 32, KEY_JSON = 256, KEY_QUICK, KEY_SOLVER, KEY_AGAIN, KEY_MISSING };

struct choice {
    const char *name[MAX_NAMES];
    char *full[MAX_NAMES]; /* those of users' blocks and lemmas, valid in any folder, or NULL */
    size_t n_names;
    const char **block; /* blocks with lemmas for scripts/prove */
    size_t n_blocks;
    bool json, quick;
    struct prove_options cells;
    const char *missing; /* an exit status */
};

static const struct argp_option options[] = {
    {"json", KEY_JSON, NULL, 0, "Print one JSON object on the last line", 0},
    {"quick", KEY_QUICK, NULL, 0,
     "Skip slow lemmas except cells that are named, and prove cells in their last case only", 0},
    {"solver", KEY_SOLVER, "NAME", 0,
     "Use only this solver: z3 or cvc5; for cells also abc or cadical (default for cells: abc and "
     "cadical)",
     0},
    {"again", KEY_AGAIN, NULL, 0, "Repeat proofs that are stored in the cache", 0},
    {"out", 'o', "FOLDER", 0,
     "Keep the files of each cell: graphs, queries, benches, in FOLDER/BLOCK/LEMMA-CASE. Implies "
     "--again",
     0},
    {"missing", KEY_MISSING, "STATUS", 0, "Exit status if a tool is missing (default 3)", 0},
    {0},
};

static bool is_status(const char *arg)
{
    uint64_t v;

    return assay_parse_number(arg, &v) && v >= 1 && v <= 99;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;

    switch (key) {
    case KEY_JSON:
        c->json = true;
        break;
    case KEY_QUICK:
        c->quick = c->cells.quick = true;
        break;
    case KEY_AGAIN:
        c->cells.again = true;
        break;
    case 'o':
        c->cells.out = assay_folder_argument(state, "--out", arg);
        break;
    case KEY_SOLVER:
        if (!prove_solver(arg))
            argp_error(state, "--solver '%s': expected abc, cadical, z3 or cvc5", arg);
        c->cells.solver = arg;
        break;
    case KEY_MISSING:
        if (!is_status(arg))
            argp_error(state, "--missing '%s': expected an exit status from 1 to 99", arg);
        c->missing = arg;
        break;
    case ARGP_KEY_ARG:
        if (c->n_names == MAX_NAMES)
            argp_error(state, "more than %d names: expected fewer", MAX_NAMES);
        c->name[c->n_names++] = arg;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static bool has_proofs(const struct assay_block *b)
{
    char relative[128], path[PATH_MAX];

    if (b->folder) /* what it has is looked for there */
        return true;
    snprintf(relative, sizeof relative, "tb/%s/formal", b->model->name);
    return access(assay_source_path(path, sizeof path, relative), F_OK) == 0;
}

static int is_script_lemma(const struct dirent *e)
{
    const char *const dot = strrchr(e->d_name, '.');

    return dot && (strcmp(dot, ".smt2") == 0 || strcmp(dot, ".c") == 0);
}

/* Whether the block has lemmas for scripts/prove. */
static bool has_script_lemmas(const char *block)
{
    char relative[128], path[PATH_MAX];
    struct dirent **entry;
    int n;

    snprintf(relative, sizeof relative, "tb/%.80s/formal", block);
    n = scandir(assay_source_path(path, sizeof path, relative), &entry, is_script_lemma, alphasort);
    for (int i = 0; i < n; ++i)
        free(entry[i]);
    if (n >= 0)
        free(entry);
    return n > 0;
}

/* False with a message in `why` if there is no such block, or if it has no proofs. */
static bool check_block(const char *name, char *why, size_t why_size)
{
    const struct assay_block *b;
    size_t n;

    if (assay_block_named(name, &b, why, why_size) != ASSAY_OK)
        return false;
    if (has_proofs(b))
        return true;
    n = (size_t)snprintf(why, why_size, "block '%s' has no proofs: expected one that has:", name);
    for (size_t i = 0; assay_blocks[i] && n < why_size; ++i)
        if (has_proofs(assay_blocks[i]))
            n += (size_t)snprintf(why + n, why_size - n, " %s", assay_blocks[i]->model->name);
    return false;
}

/* Run scripts/prove. Returns its exit status. A signal ends the script and its
 * solvers, then this program. */
static int run_script(const struct choice *c)
{
    char script[PATH_MAX];
    struct assay_args a = {0};
    int status;

    assay_args_add(&a, "bash");
    assay_args_add(&a, assay_source_path(script, sizeof script, "scripts/prove"));
    if (c->quick)
        assay_args_add(&a, "--quick");
    if (c->cells.solver) {
        assay_args_add(&a, "--solver");
        assay_args_add(&a, c->cells.solver);
    }
    if (c->missing) {
        assay_args_add(&a, "--missing");
        assay_args_add(&a, c->missing);
    }
    for (size_t i = 0; i < c->n_blocks; ++i)
        assay_args_add(&a, c->block[i]);
    fflush(stdout);
    assay_process_guard();
    status = a.failed ? ASSAY_NOT_STARTED : assay_process_pass(a.v, NULL);
    assay_process_unguard();
    assay_args_free(&a);
    if (status == ASSAY_NOT_STARTED) {
        assay_print_error("bash: cannot be run: expected it to be installed");
        return EXIT_FAULT;
    }
    return status;
}

/* One object per proof, for the report of a regression. */
static cJSON *rows_of(const struct prove_counts *counts)
{
    cJSON *list = cJSON_CreateArray();

    for (uint32_t i = 0; i < counts->n_rows; ++i) {
        const struct prove_row *const r = &counts->row[i];
        cJSON *o = cJSON_CreateObject();

        cJSON_AddStringToObject(o, "block", r->block);
        cJSON_AddStringToObject(o, "lemma", r->lemma);
        cJSON_AddStringToObject(o, "case", r->parameters);
        cJSON_AddBoolToObject(o, "planted", r->planted);
        cJSON_AddBoolToObject(o, "ok", r->ok);
        cJSON_AddBoolToObject(o, "kept", r->kept);
        cJSON_AddStringToObject(o, "solver", r->solver);
        cJSON_AddStringToObject(o, "got", r->got);
        cJSON_AddNumberToObject(o, "seconds", r->seconds);
        cJSON_AddItemToArray(list, o);
    }
    return list;
}

/* The lemmas that --quick skipped. */
static cJSON *left_of(const struct assay_cells *cells)
{
    cJSON *list = cJSON_CreateArray();

    for (uint32_t i = 0; i < cells->n_left; ++i) {
        char name[256];

        snprintf(name, sizeof name, "%s/%s", cells->left[i]->block, cells->left[i]->name);
        cJSON_AddItemToArray(list, cJSON_CreateString(name));
    }
    return list;
}

/* `why`: why nothing was proved, or "". */
static void tell_json(const struct choice *c, int status, const struct assay_cells *cells,
                      const struct prove_counts *counts, const char *why, double seconds)
{
    struct assay_text again = {0};
    cJSON *o = cJSON_CreateObject();

    assay_text_add_command(&again, c->quick ? "prove --quick" : "prove");
    if (c->cells.solver) {
        assay_text_add(&again, " --solver ");
        assay_text_add_quoted(&again, c->cells.solver);
    }
    for (size_t i = 0; i < c->n_names; ++i) {
        assay_text_add(&again, " ");
        assay_text_add_quoted(&again, c->full[i] ? c->full[i] : c->name[i]);
    }
    cJSON_AddStringToObject(o, "verdict",
                            status == EXIT_EQUAL      ? "pass"
                            : status == EXIT_MISMATCH ? "not-proved"
                                                      : "broken");
    if (*why)
        cJSON_AddStringToObject(o, "error", why);
    cJSON_AddNumberToObject(o, "cells", counts->proofs);
    cJSON_AddNumberToObject(o, "cells_failed", counts->failed);
    cJSON_AddNumberToObject(o, "cells_kept", counts->kept);
    cJSON_AddNumberToObject(o, "seconds", seconds);
    cJSON_AddStringToObject(o, "reproduce", assay_text_get(&again));
    cJSON_AddItemToObject(o, "proofs", rows_of(counts));
    cJSON_AddItemToObject(o, "left_out", left_of(cells));
    assay_json_print(stdout, o, ASSAY_JSON_LINE);
    assay_text_free(&again);
}

static void add_script_block(struct choice *c, const char *name)
{
    if (!has_script_lemmas(name))
        return;
    c->block = aig_memory(c->block, c->n_blocks + 1, sizeof(char *));
    c->block[c->n_blocks++] = name;
}

/* Find what a name means: a block, a lemma about a cell, or either of a user's. The lemmas of the
 * tree come first, as a path can also be written so that it is nothing else: "./fp/add". */
static int sort_name(struct choice *c, size_t i, struct assay_cells *cells, char *why,
                     size_t why_size)
{
    const char *const name = c->name[i];

    if (!assay_block_find(name) && assay_cells_choose(cells, name))
        return EXIT_EQUAL;
    if (assay_cells_is_attached(name))
        return assay_cells_attach(cells, name, c->quick, &c->full[i], why, why_size);
    if (assay_cells_unknown(cells, name, why, why_size))
        return EXIT_USAGE;
    if (assay_block_is_path(name)) /* this says what is wrong with it */
        return assay_cells_attach(cells, name, c->quick, &c->full[i], why, why_size);
    if (!check_block(name, why, why_size))
        return EXIT_USAGE;
    if (assay_block_find(name)->folder) /* another name attached it */
        return assay_cells_attach(cells, assay_block_find(name)->folder->path, c->quick,
                                  &c->full[i], why, why_size);
    assay_cells_choose_block(cells, name, c->quick);
    add_script_block(c, name);
    return EXIT_EQUAL;
}

/* Split the names into blocks and lemmas about cells. Returns an exit status, with a message in
 * `why`. */
static int sort_names(struct choice *c, struct assay_cells *cells, char *why, size_t why_size)
{
    int status = EXIT_EQUAL;

    for (size_t i = 0; i < c->n_names && !status; ++i)
        status = sort_name(c, i, cells, why, why_size);
    if (c->n_names)
        return status;
    assay_cells_choose_block(cells, NULL, c->quick);
    for (size_t i = 0; assay_blocks[i]; ++i)
        add_script_block(c, assay_blocks[i]->model->name);
    return EXIT_EQUAL;
}

/* Prove the lemmas for scripts/prove, then those about cells. Returns the exit status; if nothing
 * can be proved, with a message in `why`. */
static int prove_all(struct choice *c, const struct assay_cells *cells, struct prove_counts *counts,
                     char *why, size_t why_size)
{
    const bool for_cells = c->cells.solver && (strcmp(c->cells.solver, "abc") == 0 ||
                                               strcmp(c->cells.solver, "cadical") == 0);
    const char *const tool = cells->n_chosen ? prove_missing_tool(&c->cells) : NULL;
    int status = EXIT_EQUAL;

    if (tool) {
        snprintf(why, why_size,
                 "no %s: expected it on the path; scripts/setup installs what the proofs need",
                 tool);
        return c->missing ? atoi(c->missing) : EXIT_FAULT;
    }
    if (for_cells && !cells->n_chosen) {
        snprintf(why, why_size, "--solver %s is for cells only: expected z3 or cvc5",
                 c->cells.solver);
        return EXIT_USAGE;
    }
    if (c->n_blocks && !for_cells)
        status = run_script(c);
    if (!cells->n_chosen) {
        if (c->n_blocks)
            return status;
        snprintf(why, why_size, "nothing to prove: all lemmas are slow, and --quick skips them");
        return EXIT_USAGE;
    }
    if (status > EXIT_FAULT)
        return status;
    return assay_cells_worse(status, assay_cells_prove(cells, &c->cells, counts));
}

int assay_cmd_prove(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "[BLOCK|CELL|PATH...]",
        "Run the machine-checked proofs of the blocks and cells given, by default all of them, and "
        "print one line for each. A block's lemmas are facts about its arithmetic, and statements "
        "that a cell of its RTL has the outputs of its golden model for all inputs; each of these "
        "comes with a planted bug that must give a counterexample. A PATH is the folder of a block "
        "of your own, or such a folder and the name of one of its lemmas, ./fifo/NAME. "
        "tb/prove/README.md explains them.\v"
        "Exit status: 0 every solver gave the expected answer, 1 one did not, 2 a block has no "
        "proofs, or a lemma cannot be translated, 3 a tool is missing, or an answer does not "
        "replay.",
        NULL,
        NULL,
        NULL};
    struct choice c = {.json = false};
    struct prove_counts counts = {0};
    struct assay_cells cells;
    const double begun = assay_now();
    char why[PATH_MAX + 512] = "";
    int status;

    assay_arguments_parse(&argp, argc, argv, &c);
    status = assay_cells_open(&cells, why, sizeof why);
    if (!status)
        status = sort_names(&c, &cells, why, sizeof why);
    if (!status && c.cells.out)
        status = (int)assay_destination_folder(c.cells.out, why, sizeof why);
    if (!status)
        status = prove_all(&c, &cells, &counts, why, sizeof why);
    if (*why)
        assay_print_error("%s", why);
    if (c.json)
        tell_json(&c, status, &cells, &counts, why, assay_now() - begun);
    prove_free(&counts);
    assay_cells_close(&cells);
    free(c.block);
    for (size_t i = 0; i < c.n_names; ++i)
        free(c.full[i]);
    return status;
}
