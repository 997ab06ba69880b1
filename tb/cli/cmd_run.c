#include <stdio.h>

#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"

enum {
    KEY_JSON = 256,
    KEY_SCENARIO,
    KEY_RTL,
    KEY_KNOBS,
    KEY_COVERAGE,
    KEY_CODE_COVERAGE,
    KEY_HANG,
    KEY_FAULT,
    KEY_TRACE,
    KEY_WINDOW,
    KEY_PROGRAM,
    KEY_AS_WRITTEN,
    KEY_GROUPS,
    KEY_WARPS,
    KEY_ALLOW_PARTIAL,
    KEY_VACUITY,
    KEY_AGAINST,
    KEY_LEVEL,
    KEY_CHECK_X,
    KEY_SEEDS,
    KEY_LINT,
    KEY_STIMULUS
};

struct choice {
    struct assay_cli_run run;
    struct assay_cli_seeds seeds;
};

static const struct argp_option options[] = {
    {"seed", 's', "N", 0, "Seed of the stimulus (default 1)", 0},
    {"seeds", KEY_SEEDS, "N", 0,
     "Run N seeds, beginning with --seed, and print one line each; report the first failure and "
     "keep its files",
     0},
    {"jobs", 'j', "N", 0, "With --seeds: number of parallel runs (default 1)", 0},
    {"cycles", 'c', "N", 0,
     "Number of clock cycles, including resets (default 100000, or until the scenario ends)", 0},
    {"scenario", KEY_SCENARIO, "S", 0, "Stimulus scenario (default: the block's first)", 0},
    {"stimulus", KEY_STIMULUS, "FILE", 0,
     "Drive the inputs in FILE instead of a scenario: CSV or, at level transfers, JSON lines, as "
     "written by `assay vectors` (-: standard input)",
     0},
    {"allow-partial", KEY_ALLOW_PARTIAL, NULL, 0,
     "Accept that --cycles ends the run before the scenario does", 0},
    {"params", 'p', "P", 0, "Name of a parameter set, key=value,..., or SET,key=value,...", 0},
    {"backend", 'b', "B", 0,
     "verilator, icarus, systemc, systemc-model, check-x or model (default verilator)", 0},
    {"rtl", KEY_RTL, "FILE", 0,
     "File list (.f) or Verilog source of RTL to use instead of the project's", 0},
    {"against", KEY_AGAINST, "FILE", 0,
     "Compare with this RTL, a file list (.f) or Verilog source, in place of the model", 0},
    {"level", KEY_LEVEL, "L", 0,
     "With --against: cycle, every output in each cycle, or transfers, the payloads of each source "
     "in order (default: the block's)",
     0},
    {"fault", KEY_FAULT, "F", 0, "Apply a known bug to a copy of the RTL (see `assay list BLOCK`)",
     0},
    {"lint", KEY_LINT, NULL, 0,
     "Treat Verilator's warnings about the RTL as errors (exit status 2)", 0},
    {"trace", KEY_TRACE, "WHEN", 0, "When to keep a waveform: never, fail or always (default fail)",
     0},
    {"window", KEY_WINDOW, "N", 0,
     "Number of waveform cycles before a failure (default 200; at level transfers up to 20000, as "
     "many as show the request of a wrong response)",
     0},
    {"knobs", KEY_KNOBS, "K=V,...", 0, "Override stall, illegal, corner or resets, 0..100 each", 0},
    {"coverage", KEY_COVERAGE, "FILE", 0, "Write functional coverage to FILE", 0},
    {"code-coverage", KEY_CODE_COVERAGE, "FILE", 0,
     "Write line and toggle counts of the RTL to FILE (Verilator only; slower)", 0},
    {"program", KEY_PROGRAM, "FILE", 0,
     "Run a program and print its results and counters (predicate, core and slice)", 0},
    {"as-written", KEY_AS_WRITTEN, NULL, 0, "Skip the uniformity pass", 0},
    {"groups", KEY_GROUPS, "N", 0, "Launch N groups of the program (core and slice; default 1)", 0},
    {"warps", KEY_WARPS, "N", 0, "Launch groups of N warps (core and slice; default 1)", 0},
    {"hang", KEY_HANG, "N", 0,
     "Report a hang after N cycles without a transfer (default 10000; with --program 1000000, of "
     "which a kernel gets nine tenths before trap 7); at level transfers cycles in which nothing "
     "is offered do not count",
     0},
    {"vacuity", KEY_VACUITY, NULL, 0,
     "Invert each output bit in turn, in short runs, and list the bits that no comparison checks",
     0},
    {"check-x", KEY_CHECK_X, NULL, 0,
     "Find outputs that depend on uninitialised registers: run copies of the RTL that start at "
     "zeros, ones and random values in Verilator, and compare them (the backend check-x)",
     0},
    {"out", 'o', "DIR", 0,
     "Folder for the files of a failing run, created if needed (default: the current one)", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;
    struct assay_cli_run *r = &c->run;
    char why[256];

    switch (key) {
    case 's':
        r->seed = assay_number_argument(state, "seed", arg, 0, UINT64_MAX);
        r->seed_given = true;
        break;
    case 'c':
        r->cycles = assay_number_argument(state, "cycles", arg, 1, UINT64_MAX);
        break;
    case KEY_SEEDS:
        c->seeds.n = assay_number_argument(state, "seeds", arg, 1, ASSAY_CLI_SEEDS);
        break;
    case 'j':
        c->seeds.jobs = assay_number_argument(state, "jobs", arg, 1, ASSAY_CLI_SEEDS_AT_ONCE);
        break;
    case ARGP_KEY_END:
        if (c->seeds.jobs && !c->seeds.n)
            argp_error(state, "--jobs without --seeds, which is one run: expected both");
        break;
    case KEY_HANG:
        r->hang = assay_number_argument(state, "hang", arg, 1, UINT64_MAX);
        break;
    case KEY_WINDOW:
        r->window = assay_number_argument(state, "window", arg, 1, UINT64_MAX);
        break;
    case KEY_PROGRAM:
        r->program = assay_path_argument(state, "--program", arg);
        break;
    case KEY_AS_WRITTEN:
        r->as_written = true;
        break;
    case KEY_GROUPS:
        r->groups = (uint32_t)assay_number_argument(state, "groups", arg, 1, UINT32_MAX);
        break;
    case KEY_WARPS:
        r->warps = (uint32_t)assay_number_argument(state, "warps", arg, 1, UINT32_MAX);
        break;
    case KEY_ALLOW_PARTIAL:
        r->allow_partial = true;
        break;
    case KEY_VACUITY:
        r->vacuity = true;
        break;
    case KEY_AGAINST:
        r->against = assay_path_argument(state, "--against", arg);
        break;
    case KEY_LEVEL:
        r->level = arg;
        break;
    case KEY_CHECK_X:
        r->check_x = true;
        break;
    case KEY_FAULT:
        r->fault = arg;
        break;
    case KEY_STIMULUS:
        r->stimulus = assay_path_argument(state, "--stimulus", arg);
        break;
    case KEY_LINT:
        r->lint = true;
        break;
    case KEY_TRACE:
        r->trace = arg;
        break;
    case 'p':
        r->params = arg;
        break;
    case 'b':
        r->backend = arg;
        break;
    case KEY_SCENARIO:
        r->scenario = arg;
        break;
    case KEY_RTL:
        r->rtl = assay_path_argument(state, "--rtl", arg);
        break;
    case KEY_KNOBS:
        if (!assay_cli_knobs(arg, r, why, sizeof why))
            argp_error(state, "%s", why);
        break;
    case KEY_COVERAGE:
        r->coverage = assay_path_argument(state, "--coverage", arg);
        break;
    case KEY_CODE_COVERAGE:
        r->code_coverage = assay_path_argument(state, "--code-coverage", arg);
        break;
    case 'o':
        r->out = assay_folder_argument(state, "--out", arg);
        break;
    case KEY_JSON:
        r->json = true;
        break;
    default:
        return assay_block_argument(key, arg, state, &r->block);
    }
    return 0;
}

int assay_cmd_run(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "BLOCK",
        "Drive the golden model and the RTL of BLOCK with the same stimulus and compare every "
        "output in every cycle. With --against, compare the RTL with other RTL.\v"
        "Exit status with --seeds: 1 if a run failed, else 128 plus the signal number if "
        "interrupted, else 3 if one could not run, else 0. When interrupted, the total counts the "
        "runs that have ended.",
        NULL,
        NULL,
        NULL};
    struct choice c = {.run = {.seed = 1, .stall = -1, .illegal = -1, .corner = -1, .resets = -1}};

    assay_arguments_parse(&argp, argc, argv, &c);
    if (!c.seeds.n)
        return c.run.stimulus ? assay_cli_run_stimulus(&c.run) : assay_cli_run(&c.run);
    return assay_cli_run_seeds(&c.run, &c.seeds);
}
