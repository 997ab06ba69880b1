#include <stdio.h>

#include "base/error.h"
#include "base/json.h"
#include "base/message.h"
#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "engine/attached.h"
#include "sim/variant.h"
#include "sim/warnings.h"

enum { KEY_CODE_COVERAGE = 256, KEY_RTL, KEY_FAULT, KEY_LINT, KEY_JSON };

struct choice {
    const char *block, *params, *rtl, *fault, *backend;
    bool code_coverage, lint, json;
};

static const struct argp_option options[] = {
    {"params", 'p', "P", 0, "Name of a parameter set, key=value,..., or SET,key=value,...", 0},
    {"backend", 'b', "B", 0,
     "verilator, icarus, systemc, systemc-model or check-x (default verilator)", 0},
    {"rtl", KEY_RTL, "FILE", 0,
     "File list (.f) or Verilog source of RTL to use instead of the project's", 0},
    {"fault", KEY_FAULT, "F", 0, "Apply a known bug to a copy of the RTL (see `assay list BLOCK`)",
     0},
    {"code-coverage", KEY_CODE_COVERAGE, NULL, 0, "Build the variant that counts lines and toggles",
     0},
    {"lint", KEY_LINT, NULL, 0,
     "Treat Verilator's warnings about the RTL as errors (exit status 2)", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;

    switch (key) {
    case 'p':
        c->params = arg;
        break;
    case 'b':
        c->backend = arg;
        break;
    case KEY_RTL:
        c->rtl = assay_path_argument(state, "--rtl", arg);
        break;
    case KEY_FAULT:
        c->fault = arg;
        break;
    case KEY_CODE_COVERAGE:
        c->code_coverage = true;
        break;
    case KEY_LINT:
        c->lint = true;
        break;
    case KEY_JSON:
        c->json = true;
        break;
    default:
        return assay_block_argument(key, arg, state, &c->block);
    }
    return 0;
}

static enum assay_error build(struct assay_variant *v, enum assay_backend backend,
                              char path[PATH_MAX], char *why, size_t why_size)
{
    if (backend == ASSAY_MODEL || (v->coverage && backend != ASSAY_VERILATOR)) {
        snprintf(why, why_size,
                 backend == ASSAY_MODEL
                     ? "backend model has nothing to build: expected another"
                     : "--code-coverage with another backend: expected verilator");
        return ASSAY_BAD_INPUT;
    }
    if (v->lint && !assay_warnings_lint(v, backend, false, why, why_size))
        return ASSAY_BAD_INPUT;
    if (backend == ASSAY_ICARUS)
        return assay_icarus_build(v, path, why, why_size);
    v->starts = backend == ASSAY_CHECK_X;
    v->module = backend == ASSAY_SYSTEMC         ? ASSAY_MODULE_SYSTEMC
                : backend == ASSAY_SYSTEMC_MODEL ? ASSAY_MODULE_GOLDEN
                                                 : ASSAY_MODULE_CXX;
    return assay_variant_build(v, false, path, why, why_size);
}

static void tell_json(const struct assay_variant *v, const char *path)
{
    cJSON *o = cJSON_CreateObject();
    char values[ASSAY_PARAMS_TEXT];

    assay_params_print(v->block, &v->params, values, sizeof values);
    cJSON_AddStringToObject(o, "block", v->block->model->name);
    cJSON_AddStringToObject(o, "params", values);
    if (v->rtl)
        cJSON_AddStringToObject(o, "rtl", v->rtl);
    if (v->fault)
        cJSON_AddStringToObject(o, "fault", v->fault);
    cJSON_AddBoolToObject(o, "code_coverage", v->coverage);
    cJSON_AddStringToObject(o, "path", path);
    assay_json_print(stdout, o, ASSAY_JSON_LINE);
}

int assay_cmd_build(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "BLOCK",
        "Build the variant of BLOCK for a backend unless it is in the cache, and print its path.",
        NULL,
        NULL,
        NULL};
    struct choice c = {0};
    struct assay_variant v = {0};
    char path[PATH_MAX], why[4096];
    enum assay_backend backend;
    int status = EXIT_EQUAL;

    assay_arguments_parse(&argp, argc, argv, &c);
    status = (int)assay_block_named(c.block, &v.block, why, sizeof why);
    v.rtl = c.rtl;
    v.fault = c.fault;
    v.coverage = c.code_coverage;
    v.lint = c.lint;
    if (status)
        ;
    else if (!assay_backend_find(c.backend ? c.backend : "verilator", &backend)) {
        assay_backend_unknown(c.backend, why, sizeof why);
        status = EXIT_USAGE;
    } else if (!assay_params_parse(v.block, c.params, &v.params, why, sizeof why))
        status = EXIT_USAGE;
    else
        status = (int)build(&v, backend, path, why, sizeof why);
    if (status)
        assay_print_error("%s", why);
    else if (c.json)
        tell_json(&v, path);
    else
        printf("%s\n", path);
    return status;
}
