#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/json.h"
#include "base/message.h"
#include "cli/cli.h"
#include "command/commands.h"
#include "sim/fault.h"

static const struct argp_option options[] = {
    {"json", 'j', NULL, 0, "Print one JSON object", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    bool *json = state->input;

    switch (key) {
    case 'j':
        *json = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "unexpected argument '%s'", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void print_faults(const struct assay_block *b)
{
    struct assay_fault *list;
    const int n = assay_fault_list(b, &list);

    for (int i = 0; i < n; ++i)
        printf("  fault      %-24s %s%s\n", list[i].name, list[i].what,
               list[i].late ? " (late)" : "");
    free(list);
}

static void print_text(void)
{
    char values[128];

    for (size_t i = 0; assay_blocks[i]; ++i) {
        const struct assay_block *b = assay_blocks[i];

        printf("%s: %s\n", b->name, b->summary);
        printf("  top        %s\n", b->top);
        for (size_t p = 0; p < b->n_params; ++p)
            printf("  parameter  %-10s %s (default %u)\n", b->params[p].name, b->params[p].meaning,
                   b->params[p].default_value);
        for (size_t s = 0; s < b->n_sets; ++s) {
            assay_params_print(b, &b->sets[s].params, values, sizeof values);
            printf("  set        %-10s %s\n", b->sets[s].name, values);
        }
        for (size_t s = 0; s < b->n_scenarios; ++s)
            printf("  scenario   %-10s %s\n", b->scenarios[s].name, b->scenarios[s].summary);
        print_faults(b);
        printf("\n");
    }
    printf("backends:");
    for (int i = 0; i < ASSAY_BACKENDS; ++i)
        printf(" %s", assay_backend_name((enum assay_backend)i));
    printf("\n");
}

static cJSON *block_json(const struct assay_block *b)
{
    cJSON *block = cJSON_CreateObject();
    cJSON *sets = cJSON_CreateObject();
    cJSON *scenarios = cJSON_CreateObject();
    cJSON *params = cJSON_CreateObject();
    cJSON *faults = cJSON_CreateObject();
    struct assay_fault *list;
    const int n = assay_fault_list(b, &list);
    char values[128];

    cJSON_AddStringToObject(block, "name", b->name);
    cJSON_AddStringToObject(block, "top", b->top);
    cJSON_AddStringToObject(block, "summary", b->summary);
    for (size_t p = 0; p < b->n_params; ++p)
        cJSON_AddStringToObject(params, b->params[p].name, b->params[p].meaning);
    for (size_t s = 0; s < b->n_sets; ++s) {
        assay_params_print(b, &b->sets[s].params, values, sizeof values);
        cJSON_AddStringToObject(sets, b->sets[s].name, values);
    }
    for (size_t s = 0; s < b->n_scenarios; ++s)
        cJSON_AddStringToObject(scenarios, b->scenarios[s].name, b->scenarios[s].summary);
    cJSON_AddItemToObject(block, "parameters", params);
    cJSON_AddItemToObject(block, "sets", sets);
    cJSON_AddItemToObject(block, "scenarios", scenarios);
    for (int i = 0; i < n; ++i)
        cJSON_AddStringToObject(faults, list[i].name, list[i].what);
    free(list);
    cJSON_AddItemToObject(block, "faults", faults);
    return block;
}

static void print_json(void)
{
    cJSON *all = cJSON_CreateObject();
    cJSON *blocks = cJSON_AddArrayToObject(all, "blocks");
    cJSON *backends = cJSON_CreateArray();

    for (size_t i = 0; assay_blocks[i]; ++i)
        cJSON_AddItemToArray(blocks, block_json(assay_blocks[i]));
    for (int i = 0; i < ASSAY_BACKENDS; ++i)
        cJSON_AddItemToArray(backends,
                             cJSON_CreateString(assay_backend_name((enum assay_backend)i)));
    cJSON_AddItemToObject(all, "backends", backends);
    assay_json_print(stdout, all, ASSAY_JSON_PAGE);
}

int assay_cmd_list(int argc, char **argv)
{
    static const struct argp argp = {
        options, parse, NULL, "List blocks, parameter sets, scenarios and backends.",
        NULL,    NULL,  NULL};
    bool json = false;

    argp_parse(&argp, argc, argv, 0, NULL, &json);
    if (json)
        print_json();
    else
        print_text();
    return EXIT_EQUAL;
}
