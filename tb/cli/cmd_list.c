#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/json.h"
#include "base/message.h"
#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "engine/attached.h"
#include "sim/fault.h"

struct choice {
    const char *name;                /* NULL: all */
    const struct assay_block *block; /* the block of that name */
    bool json;
};

enum { KEY_JSON = 256 };

static const struct argp_option options[] = {
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;
    switch (key) {
    case KEY_JSON:
        c->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (c->name)
            argp_error(state, "unexpected argument '%s': expected one block", arg);
        c->name = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The number of faults. If they can't be read, prints the error, sets *status and returns 0. */
static int find_faults(const struct assay_block *b, struct assay_fault **list, int *status)
{
    char why[PATH_MAX + 256];
    const int n = assay_fault_list(b, list, why, sizeof why);

    if (n >= 0)
        return n;
    assay_print_error("%s", why);
    *status = EXIT_FAULT;
    return 0;
}

static void print_faults(const struct assay_block *b, int *status)
{
    struct assay_fault *list;
    const int n = find_faults(b, &list, status);

    for (int i = 0; i < n; ++i) {
        const struct assay_fault *const f = &list[i];

        printf("  fault      %-24s %s", f->name, f->what);
        if (*f->same)
            printf(" (changes nothing at %s)", f->same);
        if (*f->scenario)
            printf(" (scenario %s)", f->scenario);
        puts(f->late ? " (late)" : "");
    }
    free(list);
}

/* Print everything about a block. */
static void print_block(const struct assay_block *b, int *status)
{
    char values[ASSAY_PARAMS_TEXT];

    printf("%s: %s\n", b->model->name, b->model->summary);
    printf("  top        %s\n", b->model->top);
    for (size_t p = 0; p < b->model->n_params; ++p)
        printf("  parameter  %-10s %s (default %u)\n", b->model->params[p].name,
               b->model->params[p].meaning, b->model->params[p].default_value);
    for (size_t s = 0; s < b->model->n_sets; ++s) {
        assay_params_print(b, &b->model->sets[s].params, values, sizeof values);
        printf("  set        %-10s %s\n", b->model->sets[s].name, values);
    }
    for (size_t s = 0; s < b->n_scenarios; ++s)
        printf("  scenario   %-10s %s\n", b->scenarios[s].name, b->scenarios[s].summary);
    print_faults(b, status);
}

/* Print one line per block. */
static void print_blocks(void)
{
    for (size_t i = 0; assay_blocks[i]; ++i)
        printf("%-16s %s\n", assay_blocks[i]->model->name, assay_blocks[i]->model->summary);
    printf("\nbackends: %s\n\nRun `assay list BLOCK` for a block's parameters, sets, scenarios and "
           "faults.\n",
           assay_backend_list());
}

static cJSON *block_json(const struct assay_block *b, int *status)
{
    cJSON *block = cJSON_CreateObject();
    cJSON *sets = cJSON_CreateObject();
    cJSON *scenarios = cJSON_CreateObject();
    cJSON *params = cJSON_CreateObject();
    cJSON *defaults = cJSON_CreateObject();
    cJSON *faults = cJSON_CreateObject();
    cJSON *late = cJSON_CreateArray();
    cJSON *same = cJSON_CreateObject();
    cJSON *shown_by = cJSON_CreateObject();
    struct assay_fault *list;
    const int n = find_faults(b, &list, status);
    char values[ASSAY_PARAMS_TEXT];

    cJSON_AddStringToObject(block, "name", b->model->name);
    cJSON_AddStringToObject(block, "top", b->model->top);
    cJSON_AddStringToObject(block, "summary", b->model->summary);
    for (size_t p = 0; p < b->model->n_params; ++p) {
        cJSON_AddStringToObject(params, b->model->params[p].name, b->model->params[p].meaning);
        assay_json_add_u64(defaults, b->model->params[p].name, b->model->params[p].default_value);
    }
    for (size_t s = 0; s < b->model->n_sets; ++s) {
        assay_params_print(b, &b->model->sets[s].params, values, sizeof values);
        cJSON_AddStringToObject(sets, b->model->sets[s].name, values);
    }
    for (size_t s = 0; s < b->n_scenarios; ++s)
        cJSON_AddStringToObject(scenarios, b->scenarios[s].name, b->scenarios[s].summary);
    cJSON_AddItemToObject(block, "parameters", params);
    cJSON_AddItemToObject(block, "defaults", defaults);
    cJSON_AddItemToObject(block, "sets", sets);
    cJSON_AddItemToObject(block, "scenarios", scenarios);
    for (int i = 0; i < n; ++i) {
        cJSON_AddStringToObject(faults, list[i].name, list[i].what);
        if (list[i].late)
            cJSON_AddItemToArray(late, cJSON_CreateString(list[i].name));
        if (*list[i].scenario)
            cJSON_AddStringToObject(shown_by, list[i].name, list[i].scenario);
        if (*list[i].same)
            cJSON_AddStringToObject(same, list[i].name, list[i].same);
    }
    free(list);
    cJSON_AddItemToObject(block, "faults", faults);
    cJSON_AddItemToObject(block, "late", late);
    cJSON_AddItemToObject(block, "changes_nothing_at", same);
    cJSON_AddItemToObject(block, "shown_by_scenario", shown_by);
    return block;
}

static void print_json(const struct assay_block *only, int *status)
{
    cJSON *all = cJSON_CreateObject();
    cJSON *blocks = cJSON_AddArrayToObject(all, "blocks");
    cJSON *backends = cJSON_CreateArray();

    if (only) {
        cJSON_Delete(all);
        cJSON_Delete(backends);
        assay_json_print(stdout, block_json(only, status), ASSAY_JSON_PAGE);
        return;
    }
    for (size_t i = 0; assay_blocks[i]; ++i)
        cJSON_AddItemToArray(blocks, block_json(assay_blocks[i], status));
    for (int i = 0; i < ASSAY_BACKENDS; ++i)
        cJSON_AddItemToArray(backends,
                             cJSON_CreateString(assay_backend_name((enum assay_backend)i)));
    cJSON_AddItemToObject(all, "backends", backends);
    assay_json_print(stdout, all, ASSAY_JSON_PAGE);
}

int assay_cmd_list(int argc, char **argv)
{
    static const struct argp argp = {options,
                                     parse,
                                     "[BLOCK]",
                                     "List the blocks and the backends, or the parameters, "
                                     "parameter sets, scenarios and faults of BLOCK.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct choice c = {0};
    char why[4096];
    enum assay_error e = ASSAY_OK;
    int status = EXIT_EQUAL;

    assay_arguments_parse(&argp, argc, argv, &c);
    if (c.name)
        e = assay_block_named(c.name, &c.block, why, sizeof why);
    if (e != ASSAY_OK) {
        assay_print_error("%s", why);
        return (int)e;
    }
    if (c.json)
        print_json(c.block, &status);
    else if (c.block)
        print_block(c.block, &status);
    else
        print_blocks();
    return status;
}
