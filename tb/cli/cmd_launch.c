/* cmd_launch.c - `assay launch`: a kernel on arrays from files, on model and RTL in lockstep. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/called.h"
#include "base/error.h"
#include "base/message.h"
#include "base/number.h"
#include "base/text.h"
#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "slice/plan.h"

enum {
    KEY_GROUPS = 256,
    KEY_WARPS,
    KEY_IN,
    KEY_ARG,
    KEY_LATENCY,
    KEY_AS_WRITTEN,
    KEY_MODEL,
    KEY_RTL,
    KEY_FAULT,
    KEY_TRACE,
    KEY_WINDOW,
    KEY_STALL,
    KEY_HANG,
    KEY_FILES,
    KEY_JSON
};

static const struct argp_option options[] = {
    {"groups", KEY_GROUPS, "N", 0, "Launch N groups (default 1)", 0},
    {"warps", KEY_WARPS, "N", 0, "Launch groups of N warps (default 1)", 0},
    {"in", KEY_IN, "NAME=FILE.npy", 0, "Place an array in memory", 0},
    {"out", 'o', "NAME[=TYPE:ROWSxCOLS][,FILE.npy]", 0,
     "Write an array, one of --in or one that begins with zeros, to FILE.npy (default NAME.npy). "
     "TYPE is uint8, int8, int32, float16, float32 or float64",
     0},
    {"arg", KEY_ARG, "NAME=NUMBER", 0, "Give the kernel a number", 0},
    {"latency", KEY_LATENCY, "N", 0,
     "Cycles that memory takes to reply (default 64); it takes a line in 4 cycles", 0},
    {"as-written", KEY_AS_WRITTEN, NULL, 0, "Skip the uniformity pass", 0},
    {"params", 'p', "P", 0, "Name of a parameter set of slice, key=value,..., or SET,key=value,...",
     0},
    {"backend", 'b', "B", 0,
     "verilator, icarus, systemc, systemc-model, check-x or model (default verilator)", 0},
    {"model", KEY_MODEL, NULL, 0, "Run the golden model alone: --backend model", 0},
    {"rtl", KEY_RTL, "FILE", 0,
     "File list (.f) or Verilog source of RTL to use instead of the project's", 0},
    {"fault", KEY_FAULT, "F", 0, "Apply a known bug to a copy of the RTL (see `assay list slice`)",
     0},
    {"trace", KEY_TRACE, "WHEN", 0, "When to keep a waveform: never, fail or always (default fail)",
     0},
    {"window", KEY_WINDOW, "N", 0, "Number of waveform cycles before a failure (default 200)", 0},
    {"stall", KEY_STALL, "N", 0, "Percentage of stalls on the streams, 0..100 (default 0)", 0},
    {"seed", 's', "N", 0, "Seed of the stalls (default 1)", 0},
    {"hang", KEY_HANG, "N", 0,
     "A group may run nine tenths of N cycles (default 1000000), then it traps. The rest has to be "
     "enough for the flush: a cycle for each line of the cache",
     0},
    {"files", KEY_FILES, "DIR", 0,
     "Folder for the files of a failing run, created if needed (default: the current one)", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

struct choice {
    struct assay_cli_run run;
    struct slice_plan plan;
};

/* A number of things, at least one. */
static uint32_t count(struct argp_state *state, const char *what, const char *arg)
{
    uint64_t n;

    if (!assay_parse_number(arg, &n) || n == 0)
        argp_error(state, "%s '%s': %s", what, arg, assay_number_problem(arg, 1));
    if (n > UINT32_MAX)
        argp_error(state, "%s '%s': expected at most 4294967295", what, arg);
    return (uint32_t)n;
}

static int percent(struct argp_state *state, const char *arg)
{
    uint64_t n;

    if (!assay_parse_number(arg, &n) || n > 100)
        argp_error(state, "stall '%s': expected a number from 0 to 100", arg);
    return (int)n;
}

static void backend(struct argp_state *state, struct assay_cli_run *r, const char *name)
{
    if (r->backend && strcmp(r->backend, name) != 0)
        argp_error(state, "--backend %s and %s: expected one of them", r->backend, name);
    r->backend = name;
}

/* What a kernel is given. */
static error_t parse_plan(int key, char *arg, struct argp_state *state)
{
    struct slice_plan *p = &((struct choice *)state->input)->plan;
    char why[1024];

    switch (key) {
    case KEY_GROUPS:
        p->groups = count(state, "groups", arg);
        break;
    case KEY_WARPS:
        p->warps = count(state, "warps", arg);
        break;
    case KEY_LATENCY:
        p->latency = count(state, "latency", arg);
        break;
    case KEY_IN:
        if (!slice_plan_in(p, arg, why, sizeof why))
            argp_error(state, "--in %s", why);
        break;
    case 'o':
        if (!slice_plan_out(p, arg, why, sizeof why))
            argp_error(state, "--out %s", why);
        break;
    case KEY_ARG:
        if (!slice_plan_number(p, arg, why, sizeof why))
            argp_error(state, "--arg %s", why);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct assay_cli_run *r = &((struct choice *)state->input)->run;

    switch (key) {
    case 's':
        if (!assay_parse_number(arg, &r->seed))
            argp_error(state, "seed '%s': %s", arg, assay_number_problem(arg, 0));
        r->seed_given = true;
        break;
    case KEY_AS_WRITTEN:
        r->as_written = true;
        break;
    case 'p':
        r->params = arg;
        break;
    case 'b':
        backend(state, r, arg);
        break;
    case KEY_MODEL:
        backend(state, r, "model");
        break;
    case KEY_RTL:
        r->rtl = assay_path_argument(state, "--rtl", arg);
        break;
    case KEY_FAULT:
        r->fault = arg;
        break;
    case KEY_TRACE:
        r->trace = arg;
        break;
    case KEY_WINDOW:
        r->window = count(state, "window", arg);
        break;
    case KEY_STALL:
        r->stall = percent(state, arg);
        break;
    case KEY_HANG:
        r->hang = count(state, "hang", arg);
        break;
    case KEY_FILES:
        r->out = assay_folder_argument(state, "--files", arg);
        break;
    case KEY_JSON:
        r->json = true;
        break;
    default:
        if (parse_plan(key, arg, state) != ARGP_ERR_UNKNOWN)
            return 0;
        return assay_file_argument(key, arg, state, &r->program, "a kernel");
    }
    return 0;
}

/* No file is read and written. */
static int check_files(const struct choice *c)
{
    int status = 0;

    for (uint32_t o = 0; o < c->plan.n_arrays && !status; ++o) {
        if (!c->plan.array[o].out)
            continue;
        status = assay_not_input(c->plan.array[o].file, c->run.program);
        for (uint32_t i = 0; i < c->plan.n_arrays && !status; ++i)
            status = assay_not_input(c->plan.array[o].file, c->plan.array[i].in);
    }
    return status;
}

/* The command line, for what is to be run again. */
static void write_again(struct assay_text *t, int argc, char **argv)
{
    assay_text_add_command(t, "launch");
    for (int i = 1; i < argc; ++i) {
        assay_text_add(t, " ");
        assay_text_add_quoted(t, argv[i]);
    }
}

int assay_cmd_launch(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "KERNEL.s",
        "Run a kernel on the golden model and the RTL of slice in lockstep: arrays are placed in "
        "memory, and written when the launch has ended. A line `.arg NAME, cN` of the kernel says "
        "which constant has the address of an array, or a number.\vAn access outside of all "
        "arrays and a trap end with exit status 2, and nothing is written.",
        NULL,
        NULL,
        NULL};
    struct choice c = {
        .run = {
            .block = "slice", .seed = 1, .stall = -1, .illegal = -1, .corner = -1, .resets = -1}};
    struct assay_text again = {0};
    char why[4096];
    int status;

    slice_plan_begin(&c.plan);
    assay_arguments_parse(&argp, argc, argv, &c);
    write_again(&again, argc, argv);
    c.run.launch = &c.plan;
    c.run.command = assay_text_get(&again);
    status = check_files(&c);
    if (!status && (status = (int)slice_plan_read(&c.plan, why, sizeof why)))
        assay_print_error("%s", why);
    if (!status)
        status = assay_cli_run(&c.run);
    if (!status && (status = (int)slice_plan_write(&c.plan, why, sizeof why)))
        assay_print_error("%s", why);
    assay_text_free(&again);
    slice_plan_free(&c.plan);
    return status;
}
