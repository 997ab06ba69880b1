/* cmd_launch.c - `assay launch`: runs a kernel, or a network of kernels, on arrays from files, with
 * model and RTL in lockstep. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/called.h"
#include "base/error.h"
#include "base/message.h"
#include "base/path.h"
#include "base/text.h"
#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "slice/network.h"

enum {
    KEY_GROUPS = 256,
    KEY_WARPS,
    KEY_IN,
    KEY_ARG,
    KEY_ZERO,
    KEY_DATA,
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
    {"in", KEY_IN, "NAME=FILE.npy", 0,
     "Place an array in memory; for a network, instead of the file that it names", 0},
    {"out", 'o', "NAME[=TYPE:ROWSxCOLS][,FILE.npy]", 0,
     "Write an array, one of --in or a new one of zeros, to FILE.npy (default NAME.npy). TYPE is "
     "uint8, int8, int32, float16, float32 or float64. For a network: NAME[=FILE.npy]",
     0},
    {"arg", KEY_ARG, "NAME=NUMBER", 0, "Set a number argument of the kernel", 0},
    {"zero", KEY_ZERO, "NAME", 0,
     "Give an array of an earlier --in or --out, or of the network, a surface of the cache: its "
     "lines that are zero are not moved",
     0},
    {"data", KEY_DATA, "DIR", 0, "Folder of a network's arrays (default: that of the network)", 0},
    {"latency", KEY_LATENCY, "N", 0,
     "Latency of memory in cycles (default 64); its rate is a line in 4 cycles", 0},
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
    {"seed", 's', "N", 0,
     "Seed of the stalls and, with check-x, of the values with which registers start (default 1)",
     0},
    {"hang", KEY_HANG, "N", 0,
     "Trap a group after nine tenths of N cycles (default 1000000). The rest must be enough for a "
     "reply of memory and for the flush, which takes a cycle for each line of the cache",
     0},
    {"files", KEY_FILES, "DIR", 0,
     "Folder for the files of a failing run, created if needed (default: the current one)", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

enum { GIVEN = 512 };

struct choice {
    struct assay_cli_run run;
    struct slice_plan plan;
    uint32_t groups, warps, latency; /* 0: not given */
    const char *data;
    struct {
        int key;
        const char *text;
    } given[GIVEN]; /* arrays and numbers, in the order given */
    uint32_t n_given;
};

static void backend(struct argp_state *state, struct assay_cli_run *r, const char *name)
{
    if (r->backend && strcmp(r->backend, name) != 0)
        argp_error(state, "--backend %s and %s: expected one of them", r->backend, name);
    r->backend = name;
}

/* Parse the options for the inputs and outputs of a kernel. */
static error_t parse_plan(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;

    switch (key) {
    case KEY_GROUPS:
        c->groups = (uint32_t)assay_number_argument(state, "groups", arg, 1, UINT32_MAX);
        break;
    case KEY_WARPS:
        c->warps = (uint32_t)assay_number_argument(state, "warps", arg, 1, UINT32_MAX);
        break;
    case KEY_LATENCY:
        c->latency = (uint32_t)assay_number_argument(state, "latency", arg, 1, UINT32_MAX);
        break;
    case KEY_DATA:
        c->data = assay_path_argument(state, "--data", arg);
        break;
    case KEY_IN:
    case KEY_ARG:
    case KEY_ZERO:
    case 'o':
        if (c->n_given == GIVEN)
            argp_error(state, "more than %d arrays and numbers", GIVEN);
        c->given[c->n_given].key = key;
        c->given[c->n_given++].text = arg;
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
        r->seed = assay_number_argument(state, "seed", arg, 0, UINT64_MAX);
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
        r->window = assay_number_argument(state, "window", arg, 1, UINT64_MAX);
        break;
    case KEY_STALL:
        r->stall = (int)assay_number_argument(state, "stall", arg, 0, 100);
        break;
    case KEY_HANG:
        r->hang = (uint32_t)assay_number_argument(state, "hang", arg, 1, UINT32_MAX);
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

/* --- the plan --- */

static enum assay_error kernel_plan(struct choice *c, char *why, size_t why_size)
{
    struct slice_plan_launch *l;

    if (c->data) {
        snprintf(why, why_size, "--data with a kernel: expected a network, NAME.yaml");
        return ASSAY_BAD_INPUT;
    }
    if (!(l = slice_plan_add_launch(&c->plan, why, why_size)))
        return ASSAY_ENVIRONMENT;
    if ((size_t)snprintf(l->kernel, sizeof l->kernel, "%s", c->run.program) >= sizeof l->kernel) {
        snprintf(why, why_size, "%s: the path is too long", c->run.program);
        return ASSAY_BAD_INPUT;
    }
    l->groups = c->groups ? c->groups : 1;
    l->warps = c->warps ? c->warps : 1;
    return ASSAY_OK;
}

static enum assay_error network_plan(struct choice *c, char *why, size_t why_size)
{
    if (c->groups || c->warps) {
        snprintf(why, why_size, "--%s with a network, which defines it: expected a kernel",
                 c->groups ? "groups" : "warps");
        return ASSAY_BAD_INPUT;
    }
    return slice_network_read(&c->plan, c->run.program, c->data, why, why_size);
}

static bool give(struct choice *c, char *why, size_t why_size)
{
    static const struct giver {
        int key;
        const char *name;
        bool (*give)(struct slice_plan *p, const char *text, char *why, size_t why_size);
    } givers[] = {{KEY_IN, "in", slice_plan_in},
                  {KEY_ARG, "arg", slice_plan_number},
                  {KEY_ZERO, "zero", slice_plan_zero},
                  {'o', "out", slice_plan_out}};
    char what[1024];

    for (uint32_t i = 0; i < c->n_given; ++i) {
        const char *text = c->given[i].text;
        const struct giver *g = givers;

        while (g->key != c->given[i].key)
            ++g;
        if (g->give(&c->plan, text, what, sizeof what))
            continue;
        snprintf(why, why_size, "--%s %s", g->name, what);
        return false;
    }
    return true;
}

/* Check that each output file belongs to one array only. */
static int check_outputs(const struct slice_plan *p)
{
    for (uint32_t i = 0; i < p->n_arrays; ++i)
        for (uint32_t j = 0; j < i; ++j) {
            const struct slice_array *a = p->array[i], *b = p->array[j];

            if (!a->out || !b->out || !assay_same_target(a->file, b->file))
                continue;
            assay_print_error("--out %s: %s: is that of --out %s: expected another file", a->name,
                              a->file, b->name);
            return ASSAY_BAD_INPUT;
        }
    return 0;
}

/* Check that no file is both read and written. */
static int check_files(const struct choice *c)
{
    const struct slice_plan *p = &c->plan;
    int status = 0;

    for (uint32_t o = 0; o < p->n_arrays && !status; ++o) {
        const char *file = p->array[o]->file;

        if (!p->array[o]->out)
            continue;
        status = assay_not_input(file, c->run.program);
        if (!status && c->run.rtl)
            status = assay_not_input(file, c->run.rtl);
        for (uint32_t i = 0; i < p->n_launches && !status; ++i)
            status = assay_not_input(file, p->launch[i]->kernel);
        for (uint32_t i = 0; i < p->n_arrays; ++i)
            for (uint32_t n = 0; n < p->array[i]->n_in && !status; ++n)
                status = assay_not_input(file, p->array[i]->in[n]);
    }
    return status ? status : check_outputs(p);
}

/* On icarus the program starts again inside vvp, and reads its inputs again. */
static int check_read_once(const struct choice *c)
{
    const struct slice_plan *p = &c->plan;

    if (!c->run.backend || strcmp(c->run.backend, "icarus") != 0)
        return 0;
    for (uint32_t i = 0; i < p->n_launches; ++i)
        if (assay_cli_read_once(p->launch[i]->kernel)) {
            assay_print_error("kernel %s on backend icarus, which reads it twice: expected a file",
                              p->launch[i]->kernel);
            return ASSAY_BAD_INPUT;
        }
    for (uint32_t i = 0; i < p->n_arrays; ++i)
        for (uint32_t n = 0; n < p->array[i]->n_in; ++n)
            if (assay_cli_read_once(p->array[i]->in[n])) {
                assay_print_error("array %s: %s on backend icarus, which reads it twice: expected "
                                  "a file",
                                  p->array[i]->name, p->array[i]->in[n]);
                return ASSAY_BAD_INPUT;
            }
    return 0;
}

static int read_plan(struct choice *c)
{
    char why[4096];
    int status;
    enum assay_error e;

    slice_plan_begin(&c->plan);
    c->plan.latency = c->latency ? c->latency : SLICE_LATENCY;
    e = slice_network_is(c->run.program) ? network_plan(c, why, sizeof why)
                                         : kernel_plan(c, why, sizeof why);
    if (e == ASSAY_OK && !give(c, why, sizeof why))
        e = ASSAY_BAD_INPUT;
    if (e == ASSAY_OK && ((status = check_files(c)) || (status = check_read_once(c))))
        return status;
    if (e == ASSAY_OK)
        e = slice_plan_read(&c->plan, why, sizeof why);
    if (e != ASSAY_OK)
        assay_print_error("%s", why);
    return (int)e;
}

/* The command line, as the command that repeats the run. */
static void write_again(struct assay_text *t, int argc, char **argv)
{
    assay_text_add_command(t, "launch");
    for (int i = 1; i < argc; ++i) {
        assay_text_add(t, " ");
        assay_text_add_quoted(t, argv[i]);
    }
}

static int write_arrays(void *plan)
{
    char why[4096];
    const int status = (int)slice_plan_write(plan, why, sizeof why);

    if (status)
        assay_print_error("%s", why);
    return status;
}

int assay_cmd_launch(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "KERNEL.s|NETWORK.yaml",
        "Run a kernel on the golden model and the RTL of slice in lockstep. Arrays are placed in "
        "memory before the launch, and written to files after it. A line `.arg NAME, cN` of the "
        "kernel names the constant for the address of an array, or for a number. A network names "
        "its arrays and kernels, which are launched one after the other.\vAn access outside of all "
        "arrays and a trap end with exit status 2, and nothing is written.",
        NULL,
        NULL,
        NULL};
    struct choice c = {
        .run = {
            .block = "slice", .seed = 1, .stall = -1, .illegal = -1, .corner = -1, .resets = -1}};
    struct assay_text again = {0};
    int status;

    assay_arguments_parse(&argp, argc, argv, &c);
    write_again(&again, argc, argv);
    c.run.launch = &c.plan;
    c.run.write = write_arrays;
    c.run.write_arg = &c.plan;
    c.run.command = assay_text_get(&again);
    status = read_plan(&c);
    if (!status)
        status = assay_cli_run(&c.run);
    assay_text_free(&again);
    slice_plan_free(&c.plan);
    return status;
}
